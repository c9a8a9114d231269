"""Sends the mail in the outbox, and retries what failed."""

import asyncio
import logging
from datetime import datetime
from email.message import EmailMessage

from sandtable.guides.names import said
from sandtable.server.background import regularly
from sandtable.server.mail import messages, news
from sandtable.server.mail.messages import Sender
from sandtable.server.mail.news import News
from sandtable.server.mail.queue import WAITED, Queue
from sandtable.server.mail.smtp import send
from sandtable.server.part import Base
from sandtable.server.storage import outbox
from sandtable.server.storage.outbox import Address, Bundle, QueuedMessage
from sandtable.server.tables import asking, timing
from sandtable.server.tables.room import Room
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Problem

logger = logging.getLogger(__name__)


class MailSender:
    """Sends mail. Each process has one; claims keep them from sending the same message."""

    def __init__(self, base: Base, table_manager: TableManager) -> None:
        self._base = base
        self._table_manager = table_manager
        self._mail = base.settings.mail
        self._queue = Queue(base, table_manager, self._mail.retries, self._mail.delay)
        self._sender = Sender(self._mail.sender, base.settings.address.rstrip("/"))

    async def run(self) -> None:
        """Send mail until cancelled."""
        async with self._base.database.write() as connection:
            await outbox.forget_old(connection, self._base.clock())
        await regularly(self._send_all, self._base.settings.weeks.tick, "read the mail queue")

    async def _send_all(self) -> None:
        while await self.round():
            pass

    async def round(self) -> bool:
        """Send the messages of one person. Returns whether there were any."""
        at = self._base.clock()
        async with self._base.database.write() as connection:
            bundle = await outbox.claim(connection, self._table_manager.worker, at)
        if bundle is None:
            return False
        await self._deliver(bundle, at)
        return True

    async def _deliver(self, bundle: Bundle, at: datetime) -> None:
        to = bundle.address
        asking = [one for one in bundle.messages if one.kind == "confirm"]
        news = [one for one in bundle.messages if one.kind != "confirm"]
        for one in asking:
            if to is None or to.confirmed or one.about != to.code:
                await self._queue.settle(one, "dropped")
            else:
                await self._send((one,), messages.confirmation(self._sender, to, one, at), at)
        if to is None or not to.confirmed or to.mode == "off":
            for one in news:
                await self._queue.settle(one, "dropped")
            return
        found: list[tuple[QueuedMessage, News]] = []
        for one in news:
            report = await self._news(one, to, at)
            if report is not None:
                found.append((one, report))
        waiting = [pair for pair in found if pair[0].kind in WAITED]
        if waiting and (to.mode == "daily" or len(waiting) >= self._mail.digest):
            tables = {report.link: report for _, report in waiting}
            message = messages.digest(self._sender, to, waiting[0][0], list(tables.values()), at)
            if await self._send([one for one, _ in waiting], message, at) and to.mode == "daily":
                async with self._base.database.write() as connection:
                    await outbox.digested(connection, to.person.id, at)
            found = [pair for pair in found if pair not in waiting]
        for one, report in found:
            await self._send((one,), messages.about_table(self._sender, to, one, report, at), at)

    async def _news(self, queued: QueuedMessage, to: Address, at: datetime) -> News | None:
        """What to report; None if nothing is needed, or not yet."""
        async with self._queue.wanted(queued, to.person, at) as room:
            return None if room is None else await self._report(room, to, at)

    async def _report(self, room: Room, to: Address, at: datetime) -> News:
        table, play, viewer = room.table, room.play, room.viewer(to.person)
        async with self._table_manager.asking:
            story, first = await asyncio.to_thread(news.story, play, viewer, to.person.id)
        drawn = await asking.picture(room, to.person, play.number, False, news.PIXELS, "letters")
        lines, before = messages.shortened(story)
        return News(
            title=table.title,
            headline=said(room.game.guide.names.get(to.language, {}), table.headline),
            link=f"{self._sender.site}/t/{table.id}",
            left=timing.turn_of(table, to.person, at).left,
            end=table.clock.end if table.clock else "",
            lines=lines,
            before=before,
            first=first,
            picture=b"" if isinstance(drawn, Problem) else drawn,
        )

    async def _send(
        self, batch: tuple[QueuedMessage, ...] | list[QueuedMessage], message: EmailMessage, at: datetime
    ) -> bool:
        problem = await asyncio.to_thread(send, self._mail, message)
        for one in batch:
            if problem is None:
                await self._queue.settle(one, "sent")
            else:
                await self._queue.failed(one, problem, at)
        return problem is None
