"""Rate limits, counted in memory by each worker process."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from sandtable.server import metering
from sandtable.server.problems import Trouble
from sandtable.server.settings import Limits
from sandtable.server.wire import Person

Rate = tuple[int, int]
"""A limit: this many, in this many seconds."""
REMEMBERED = 20_000
"""How many keys to keep; the longest idle goes first."""


class Limiter:
    """A token bucket for each key.

    >>> clock = iter([0.0, 0.0, 0.0, 30.0]).__next__
    >>> limiter = Limiter(clock)
    >>> [limiter.take("anna", (2, 60)) for _ in range(4)]
    [0.0, 0.0, 30.0, 0.0]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, rate: Rate) -> float:
        """Take one token. Returns 0, or the seconds until the next."""
        most, seconds = rate
        left, at = self._level(key, rate)
        wait = 0.0 if left >= 1 else (1 - left) * seconds / most
        self._keep(key, left if wait else left - 1, at)
        return wait

    def spend(self, key: str, rate: Rate, cost: float) -> None:
        """Take what something has cost, which may be more than is left."""
        left, at = self._level(key, rate)
        self._keep(key, left - cost, at)

    def wait(self, key: str, rate: Rate) -> float:
        """0, or the seconds until something is left."""
        left, _ = self._level(key, rate)
        most, seconds = rate
        return max(-left, 0.0) * seconds / most

    def give_back(self, key: str) -> None:
        """Refund the last token."""
        if key in self._buckets:
            left, since = self._buckets[key]
            self._buckets[key] = (left + 1, since)

    def require(self, key: str, rate: Rate) -> None:
        """Take one token, or end the request with 429."""
        _stop_if(self.take(key, rate))

    def require_rest(self, key: str, rate: Rate) -> None:
        """End the request with 429 if nothing is left."""
        _stop_if(self.wait(key, rate))

    def _level(self, key: str, rate: Rate) -> tuple[float, float]:
        """How much is left, and the time."""
        most, seconds = rate
        at = self._clock()
        left, since = self._buckets.get(key, (float(most), at))
        return min(most, left + (at - since) * most / seconds), at

    def _keep(self, key: str, left: float, at: float) -> None:
        self._buckets[key] = (left, at)
        self._buckets.move_to_end(key)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)


def _stop_if(wait: float) -> None:
    if wait > 0:
        whole = math.ceil(wait)
        seconds = "a second" if whole == 1 else f"{whole} seconds"
        raise Trouble.of(
            HTTPStatus.TOO_MANY_REQUESTS,
            f"Too fast. Try again in {seconds}.",
            headers={"Retry-After": str(whole)},
        )


def address_of(scope: Scope) -> str:
    """The key of an address: for IPv6, its /64 network."""
    client = scope.get("client")
    return key_of(client[0]) if client else "unknown"


def key_of(host: str) -> str:
    """What an address counts as.

    >>> key_of("192.0.2.7"), key_of("2001:db8::1:2:3:4"), key_of("::ffff:192.0.2.7"), key_of("unix")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7', 'unix')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)  # a server that listens on both kinds sees IPv4 like this
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def asker_key(person: Person | None, scope: Scope) -> str:
    """The key for somebody's share of the workers: a person, or an address if nobody is signed in."""
    return f"person {person.id}" if person else f"address {address_of(scope)}"


def work_key(scope: Scope) -> str:
    """The key for the processor time of an address."""
    return f"work {address_of(scope)}"


class AddressLimit(ASGIMiddleware):
    """Limits the requests of an address, and the processor time that they take in this process."""

    def __init__(self, limiter: Limiter, limits: Limits) -> None:
        self._limiter = limiter
        self._limits = limits

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        self._limiter.require(f"address {address_of(scope)}", self._limits.address)
        key = work_key(scope)
        self._limiter.require_rest(key, self._limits.work)
        token = metering.current.set(partial(self._limiter.spend, key, self._limits.work))
        try:
            await metering.metered(_called(next_app, scope, receive, send))
        finally:
            metering.current.reset(token)


async def _called(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)
