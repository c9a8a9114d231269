"""Routes of addresses, and the postman who lives as long as the server."""

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
from sandtable.server.origin import FOREIGN
from sandtable.server.part import Base, Part
from sandtable.server.post.postman import Postman
from sandtable.server.problems import Trouble
from sandtable.server.sessions import Caller
from sandtable.server.storage import outbox
from sandtable.server.tables.house import House
from sandtable.server.wire_weeks import MailKey, MailSettings, SetMail

ASKED = (5, 3600)
"""New addresses of one person: each is written to."""
Key = Annotated[str, PathParameter(max_length=64)]


class Letterbox:
    """Addresses, for the routes."""

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
            raise Trouble.of(HTTPStatus.CONFLICT, "This server writes no letters.", "no-mail")
        if email and email != known.email:
            _check(email)
            limiter.require(f"address {person.id}", ASKED)
        async with self._base.database.write() as connection:
            await outbox.set_address(connection, person, email, wanted.mode, wanted.language, self._base.clock())
        return await self.settings(person.id)

    async def confirm(self, code: str) -> None:
        async with self._base.database.write() as connection:
            if not await outbox.confirm(connection, code, self._base.clock()):
                raise Trouble.of(
                    HTTPStatus.NOT_FOUND,
                    "This link is not valid any more. Enter the address once more.",
                    "old-link",
                )

    async def stop(self, key: str) -> None:
        async with self._base.database.write() as connection:
            if not await outbox.stop(connection, key):
                raise Trouble.of(HTTPStatus.NOT_FOUND, "This link is not valid any more.", "old-link")


def _check(email: str) -> None:
    try:
        found = Mailbox(addr_spec=email)
    except (ValueError, IndexError, MessageError):
        found = None
    if found is None or not found.username or "." not in found.domain.strip(".") or not email.isascii():
        raise Trouble.of(
            HTTPStatus.BAD_REQUEST, "This is no e-mail address. Write it like anna@example.org.", "bad-mail"
        )


@get("/mail")
async def mail_settings(
    caller: NamedDependency[Caller | None], letterbox: NamedDependency[Letterbox]
) -> MailSettings:
    """How I am written to."""
    return await letterbox.settings(member(caller).id)


@post("/mail", status_code=HTTPStatus.OK)
async def set_mail(
    data: JSONBody[SetMail],
    caller: NamedDependency[Caller | None],
    letterbox: NamedDependency[Letterbox],
    limiter: NamedDependency[Limiter],
) -> MailSettings:
    """Where to write to, and how often. A new address gets a letter with a link that confirms it."""
    return await letterbox.change(caller, data, limiter)


@post("/mail/confirm", status_code=HTTPStatus.NO_CONTENT)
async def confirm_mail(data: JSONBody[MailKey], letterbox: NamedDependency[Letterbox]) -> None:
    """The address is mine: what the link in the letter holds proves it."""
    await letterbox.confirm(data.key)


@post("/mail/stop/{key:str}", status_code=HTTPStatus.NO_CONTENT, opt={FOREIGN: True})
async def stop_mail(key: Key, letterbox: NamedDependency[Letterbox]) -> None:
    """No more letters. Mail programs ask this by themselves, in one click (RFC 8058)."""
    await letterbox.stop(key)


def part(base: Base, house: House) -> Part:
    """The routes, and the postman where there is somebody who carries letters."""
    letterbox = Letterbox(base)

    @asynccontextmanager
    async def going_round(app: Litestar) -> AsyncIterator[None]:
        task = asyncio.create_task(Postman(base, house).run()) if letterbox.offered else None
        try:
            yield
        finally:
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    return Part(
        handlers=[mail_settings, set_mail, confirm_mail, stop_mail],
        dependencies={"letterbox": Provide(lambda: letterbox, sync_to_thread=False)},
        lifespan=going_round,
    )
