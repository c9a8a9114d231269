"""Sends what the outbox has for browsers."""

import asyncio
import logging
from datetime import datetime

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from sandtable.guides.names import said
from sandtable.server.background import regularly
from sandtable.server.mail.queue import Queue
from sandtable.server.mail.words import WORDS, duration
from sandtable.server.part import Base
from sandtable.server.push.delivery import Gone, deliver
from sandtable.server.push.encryption import BadKeys, authorization, encrypt, read_keys
from sandtable.server.push.endpoints import BadEndpoint, read_endpoint
from sandtable.server.storage import outbox, subscriptions
from sandtable.server.storage.outbox import Kind, QueuedMessage
from sandtable.server.storage.subscriptions import Subscription
from sandtable.server.tables import timing
from sandtable.server.tables.room import Room
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire.weeks import Language

logger = logging.getLogger(__name__)

DAY = 86_400
"""Seconds that a push service keeps a message for a browser that is off."""


class Notification(msgspec.Struct, frozen=True):
    """What the page's service worker shows."""

    title: str
    body: str
    table: str


class PushSender:
    """Sends push messages. Each process has one; claims keep them from sending the same message."""

    def __init__(self, base: Base, table_manager: TableManager, key: ec.EllipticCurvePrivateKey) -> None:
        self._base = base
        self._worker = table_manager.worker
        self._push = base.settings.push
        self._queue = Queue(base, table_manager, self._push.retries, self._push.delay)
        self._key = key
        public = base.settings.address if base.settings.address.startswith("https:") else ""
        self._contact = self._push.contact or public

    async def run(self) -> None:
        """Send messages until cancelled."""
        await regularly(self._send_all, self._base.settings.weeks.tick, "read the queue of push messages")

    async def _send_all(self) -> None:
        while await self.round():
            pass

    async def round(self) -> bool:
        """Send one message. Returns whether there was any."""
        at = self._base.clock()
        async with self._base.database.read() as connection:
            if not await outbox.has_push(connection, at):
                return False
        async with self._base.database.write() as connection:
            claimed = await outbox.claim_push(connection, self._worker, at)
            browser = await subscriptions.find(connection, claimed[1]) if claimed else None
        if claimed is None:
            return False
        queued, _ = claimed
        if browser is None:
            await self._queue.settle(queued, "dropped")
        else:
            await self._deliver(queued, browser, at)
        return True

    async def _deliver(self, queued: QueuedMessage, browser: Subscription, at: datetime) -> None:
        async with self._queue.wanted(queued, browser.person, at) as room:
            if room is None:
                return
            notification = about(queued.kind, room, browser, at)
        endpoint = read_endpoint(browser.endpoint, self._push.allowed)
        keys = read_keys(browser.p256dh, browser.auth)
        if isinstance(endpoint, BadEndpoint) or isinstance(keys, BadKeys):  # the operator allows it no longer
            await self._forget(queued, browser)
            return
        headers = {
            "Authorization": authorization(self._key, endpoint.origin, self._contact, at),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(DAY),
            "Urgency": "high",
            "Topic": queued.table,  # only the latest message about a table waits
        }
        body = encrypt(msgspec.json.encode(notification), keys)
        problem = await asyncio.to_thread(deliver, endpoint, headers, body, self._push.timeout)
        if problem is None:
            await self._queue.settle(queued, "sent")
        elif isinstance(problem, Gone):
            await self._forget(queued, browser)
        else:
            await self._queue.failed(queued, problem, at)

    async def _forget(self, queued: QueuedMessage, browser: Subscription) -> None:
        await self._queue.settle(queued, "dropped")
        async with self._base.database.write() as connection:
            await subscriptions.unsubscribe(connection, browser.endpoint)


def about(kind: Kind, room: Room, browser: Subscription, at: datetime) -> Notification:
    """A message about a table. It says no more than the lists of tables do."""
    table = room.table
    left = timing.turn_of(table, browser.person, at).left
    names = room.game.guide.names.get(browser.language, {})
    title = _title(kind, table.title, left or 0.0, browser.language)
    return Notification(title, said(names, table.headline), table.id)


def _title(kind: Kind, title: str, left: float, language: Language) -> str:
    return WORDS[language][f"{kind}.subject"].format(title=title, time=duration(left, language))
