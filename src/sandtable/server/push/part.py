"""Routes for browsers that want notifications, and the task that sends them."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from cryptography.hazmat.primitives.asymmetric import ec
from litestar import Litestar, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody

from sandtable.server.limits import Limiter
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble
from sandtable.server.push.encryption import BadKeys, read_keys, unpadded
from sandtable.server.push.endpoints import BadEndpoint, read_endpoint
from sandtable.server.push.keys import load_key, public_bytes
from sandtable.server.push.sender import PushSender
from sandtable.server.storage import subscriptions
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Person
from sandtable.server.wire.weeks import PushInfo, Subscribe, Unsubscribe

logger = logging.getLogger(__name__)

ASKED = (30, 3600)
"""New subscriptions per person."""


class PushService:
    """Who wants push messages."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self.key: ec.EllipticCurvePrivateKey | None = None
        """Known once the server has started."""

    def open(self) -> ec.EllipticCurvePrivateKey | None:
        """Read the key, or make it. Without one the server runs, but notifies nobody."""
        if self._base.settings.push.offered:
            try:
                self.key = load_key(self._base.settings.data)
            except (OSError, ValueError) as error:
                logger.error("push messages are off: %s", error)
        return self.key

    def info(self) -> PushInfo:
        if self.key is None:
            return PushInfo(offered=False)
        return PushInfo(offered=True, key=unpadded(public_bytes(self.key.public_key())))

    async def subscribe(self, person: Person, wanted: Subscribe, limiter: Limiter) -> None:
        if self.key is None:
            raise Trouble.of(HTTPStatus.CONFLICT, "This server sends no push messages.", "no-push")
        endpoint = read_endpoint(wanted.endpoint, self._base.settings.push.allowed)
        keys = read_keys(wanted.p256dh, wanted.auth)
        for problem in (endpoint, keys):
            if isinstance(problem, BadEndpoint | BadKeys):
                raise Trouble.of(HTTPStatus.BAD_REQUEST, f"Can't notify this browser: {problem.why}.", "bad-push")
        limiter.require(f"push {person.id}", ASKED)
        async with self._base.database.write() as connection:
            await subscriptions.subscribe(connection, person, wanted, self._base.clock())

    async def unsubscribe(self, endpoint: str) -> None:
        async with self._base.database.write() as connection:
            await subscriptions.unsubscribe(connection, endpoint)


@get("/push")
async def push_info(push: NamedDependency[PushService]) -> PushInfo:
    """Whether this server notifies browsers without an open page, and its public key."""
    return push.info()


@post("/push", status_code=HTTPStatus.NO_CONTENT)
async def subscribe(
    data: JSONBody[Subscribe],
    person: NamedDependency[Person],
    push: NamedDependency[PushService],
    limiter: NamedDependency[Limiter],
) -> None:
    """Notify this browser of my turns."""
    await push.subscribe(person, data, limiter)


@post("/push/stop", status_code=HTTPStatus.NO_CONTENT)
async def unsubscribe(data: JSONBody[Unsubscribe], push: NamedDependency[PushService]) -> None:
    """Notify this browser no longer. Only it knows its endpoint, so nobody need sign in."""
    await push.unsubscribe(data.endpoint)


def part(base: Base, table_manager: TableManager) -> Part:
    """The routes, and the task that sends messages."""
    push = PushService(base)

    @asynccontextmanager
    async def sending(app: Litestar) -> AsyncIterator[None]:
        key = push.open()
        task = asyncio.create_task(PushSender(base, table_manager, key).run()) if key else None
        try:
            yield
        finally:
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    return Part(
        handlers=[push_info, subscribe, unsubscribe],
        dependencies={"push": Provide(lambda: push, sync_to_thread=False)},
        lifespan=sending,
    )
