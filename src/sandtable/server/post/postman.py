"""Goes round: takes letters out of the outbox, has them written and carried, and comes again where that failed."""

import asyncio
import logging
from datetime import datetime, timedelta
from email.message import EmailMessage

from sandtable.server.part import Base
from sandtable.server.post import letters, news
from sandtable.server.post.carrier import NotCarried, carry
from sandtable.server.post.letters import Sender
from sandtable.server.post.news import News
from sandtable.server.storage import outbox
from sandtable.server.storage.outbox import Address, Bundle, Letter
from sandtable.server.tables import timing
from sandtable.server.tables.calls import owing
from sandtable.server.tables.house import House
from sandtable.server.tables.room import Room

logger = logging.getLogger(__name__)

WAITED = frozenset({"turn", "reminder"})
"""Letters that nobody needs any more who has moved."""


class Postman:
    """One for each process. What one has taken no other takes."""

    def __init__(self, base: Base, house: House) -> None:
        self._base = base
        self._house = house
        self._mail = base.settings.mail
        self._sender = Sender(self._mail.sender, base.settings.address.rstrip("/"))

    async def run(self) -> None:
        """As long as the server runs."""
        async with self._base.database.write() as connection:
            await outbox.forget_old(connection, self._base.clock())
        while True:
            try:
                while await self.round():
                    pass
            except Exception:
                logger.exception("letters could not be looked through")
            await asyncio.sleep(self._base.settings.weeks.tick)

    async def round(self) -> bool:
        """The letters of one person; whether there were any."""
        at = self._base.clock()
        async with self._base.database.write() as connection:
            bundle = await outbox.claim(connection, self._house.worker, at)
        if bundle is None:
            return False
        await self._deliver(bundle, at)
        return True

    async def _deliver(self, bundle: Bundle, at: datetime) -> None:
        to = bundle.address
        asking = [one for one in bundle.letters if one.kind == "confirm"]
        telling = [one for one in bundle.letters if one.kind != "confirm"]
        for one in asking:
            if to is None or to.confirmed or one.about != to.code:
                await self._settle(one, "dropped")
            else:
                await self._carry((one,), letters.confirmation(self._sender, to, one, at), at)
        if to is None or not to.confirmed or to.mode == "off":
            for one in telling:
                await self._settle(one, "dropped")
            return
        found: list[tuple[Letter, News]] = []
        for one in telling:
            told = await self._news(one, to, at)
            if told is not None:
                found.append((one, told))
        waiting = [pair for pair in found if pair[0].kind in WAITED]
        if waiting and (to.mode == "daily" or len(waiting) >= self._mail.digest):
            tables = {told.link: told for _, told in waiting}
            message = letters.digest(self._sender, to, waiting[0][0], list(tables.values()), at)
            if await self._carry([one for one, _ in waiting], message, at) and to.mode == "daily":
                async with self._base.database.write() as connection:
                    await outbox.digested(connection, to.person.id, at)
            found = [pair for pair in found if pair not in waiting]
        for one, told in found:
            await self._carry((one,), letters.about_table(self._sender, to, one, told, at), at)

    async def _news(self, letter: Letter, to: Address, at: datetime) -> News | None:
        """What there is to tell; nothing if it is not needed, or not yet."""
        async with self._house.room(letter.table) as room:
            if room is None or not room.sheet.seats_of(to.person):
                await self._settle(letter, "dropped")
                return None
            late = letter.about != room.sheet.stretch or to.person.id not in owing(room.sheet)
            if letter.kind in WAITED and late:
                await self._settle(letter, "dropped")
                return None
            if letter.kind == "turn" and to.person.id in self._house.here(letter.table):
                await self._put_off(letter, at + timedelta(seconds=self._mail.delay), letter.tries)
                return None
            return await self._told(room, to, at)

    async def _told(self, room: Room, to: Address, at: datetime) -> News:
        sheet, play, viewer = room.sheet, room.play, room.viewer(to.person)
        async with self._house.asking:
            told, first = await asyncio.to_thread(news.story, play, viewer, to.person.id)
            drawn = await asyncio.to_thread(news.picture, play, viewer)
        lines, before = letters.shortened(told)
        return News(
            title=sheet.title,
            headline=sheet.headline,
            link=f"{self._sender.site}/t/{sheet.id}",
            left=timing.turn_of(sheet, to.person, at).left,
            end=sheet.clock.end if sheet.clock else "",
            lines=lines,
            before=before,
            first=first,
            picture=drawn,
        )

    async def _carry(
        self, carried: tuple[Letter, ...] | list[Letter], message: EmailMessage, at: datetime
    ) -> bool:
        problem = await asyncio.to_thread(carry, self._mail, message)
        for one in carried:
            if problem is None:
                await self._settle(one, "sent")
            else:
                await self._failed(one, problem, at)
        return problem is None

    async def _failed(self, letter: Letter, problem: NotCarried, at: datetime) -> None:
        retries = self._mail.retries
        if problem.final or letter.tries >= len(retries):
            logger.error("letter %s was given up: %s", letter.id, problem.why)
            await self._settle(letter, "failed")
            return
        logger.warning("letter %s could not be sent, try %s: %s", letter.id, letter.tries + 1, problem.why)
        await self._put_off(letter, at + timedelta(seconds=retries[letter.tries]), letter.tries + 1)

    async def _settle(self, letter: Letter, fate: outbox.Fate) -> None:
        async with self._base.database.write() as connection:
            await outbox.settle(connection, self._house.worker, letter, fate)

    async def _put_off(self, letter: Letter, due: datetime, tries: int) -> None:
        async with self._base.database.write() as connection:
            await outbox.put_off(connection, self._house.worker, letter, due, tries)
