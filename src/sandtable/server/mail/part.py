"""Routes for email addresses, and the task that sends mail."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.errors import MessageError
from email.headerregistry import Address as Mailbox
from http import HTTPStatus
from typing import Annotated

from litestar import Litestar, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter

from sandtable.server.accounts import member
from sandtable.server.limits import Limiter
from sandtable.server.mail.sender import MailSender
from sandtable.server.origin import FOREIGN
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble
from sandtable.server.security import fingerprint
from sandtable.server.sessions import Caller
from sandtable.server.storage import outbox
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire.weeks import MailKey, MailSettings, SetMail

ASKED = (5, 3600)
"""New addresses per person: each one triggers a message."""
Key = Annotated[str, PathParameter(max_length=64)]


class MailService:
    """Email settings."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self.offered = bool(base.settings.mail.host)

    async def settings(self, person_id: str) -> MailSettings:
        async with self._base.database.read() as connection:
            found = await outbox.address(connection, person_id)
        if found is None:
            return MailSettings(offered=self.offered)
        return MailSettings(
            offered=self.offered,
            email=found.email,
            confirmed=found.confirmed,
            mode=found.mode,
            language=found.language,
        )

    async def change(self, caller: Caller | None, wanted: SetMail, limiter: Limiter) -> MailSettings:
        person = member(caller)
        email = wanted.email.strip()
        known = await self.settings(person.id)
        if email and not self.offered:
            raise Trouble.of(HTTPStatus.CONFLICT, "This server doesn't send email.", "no-mail")
        if email and email != known.email:
            _check(email)
            limiter.require(f"address {person.id}", ASKED)
            # One mailbox must not be flooded from many accounts.
            mailbox = fingerprint(email.casefold())
            limiter.require(f"mailbox {mailbox}", self._base.settings.limits.confirmations)
        async with self._base.database.write() as connection:
            await outbox.set_address(connection, person, email, wanted.mode, wanted.language, self._base.clock())
        return await self.settings(person.id)

    async def confirm(self, code: str) -> None:
        async with self._base.database.write() as connection:
            if not await outbox.confirm(connection, code, self._base.clock()):
                raise Trouble.of(
                    HTTPStatus.NOT_FOUND,
                    "This link is no longer valid. Enter the address again.",
                    "old-link",
                )

    async def stop(self, key: str) -> None:
        async with self._base.database.write() as connection:
            if not await outbox.stop(connection, key):
                raise Trouble.of(HTTPStatus.NOT_FOUND, "This link is no longer valid.", "old-link")


def _check(email: str) -> None:
    try:
        found = Mailbox(addr_spec=email)
    except (ValueError, IndexError, MessageError):
        found = None
    if found is None or not found.username or "." not in found.domain.strip(".") or not email.isascii():
        raise Trouble.of(
            HTTPStatus.BAD_REQUEST, "That's not an email address. Write it like anna@example.org.", "bad-mail"
        )


@get("/mail")
async def mail_settings(
    caller: NamedDependency[Caller | None], mail: NamedDependency[MailService]
) -> MailSettings:
    """My email settings."""
    return await mail.settings(member(caller).id)


@post("/mail", status_code=HTTPStatus.OK)
async def set_mail(
    data: JSONBody[SetMail],
    caller: NamedDependency[Caller | None],
    mail: NamedDependency[MailService],
    limiter: NamedDependency[Limiter],
) -> MailSettings:
    """Set my email address and how often to write. A new address gets a confirmation link."""
    return await mail.change(caller, data, limiter)


@post("/mail/confirm", status_code=HTTPStatus.NO_CONTENT)
async def confirm_mail(data: JSONBody[MailKey], mail: NamedDependency[MailService]) -> None:
    """Confirm an address with the key from the confirmation link."""
    await mail.confirm(data.key)


@post("/mail/stop/{key:str}", status_code=HTTPStatus.NO_CONTENT, opt={FOREIGN: True})
async def stop_mail(key: Key, mail: NamedDependency[MailService]) -> None:
    """Unsubscribe. Mail programs call this in one click (RFC 8058)."""
    await mail.stop(key)


def part(base: Base, table_manager: TableManager) -> Part:
    """The routes, and the mail task if a mail server is configured."""
    mail = MailService(base)

    @asynccontextmanager
    async def sending(app: Litestar) -> AsyncIterator[None]:
        task = asyncio.create_task(MailSender(base, table_manager).run()) if mail.offered else None
        try:
            yield
        finally:
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    return Part(
        handlers=[mail_settings, set_mail, confirm_mail, stop_mail],
        dependencies={"mail": Provide(lambda: mail, sync_to_thread=False)},
        lifespan=sending,
    )
