"""Limits for clients that start requests and don't finish them, or open connections without end."""

import asyncio
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from sandtable.server.limits import key_of

HEADERS = 20.0
"""Seconds to send the head of a request."""
BODY = 60.0
"""Seconds between two parts of the body."""
CONNECTIONS = 200
"""Open connections from one address, besides sockets. A browser has six; proxies that we believe have no limit."""

_open: Counter[str] = Counter()


def is_proxy(host: str, believed: str | list[str]) -> bool:
    """Whether an address is one of the proxies that we believe.

    >>> [is_proxy("10.0.0.5", one) for one in ("10.0.0.5", "127.0.0.1,10.0.0.0/8", "*", "110.0.0.5", "")]
    [True, True, True, False, False]
    """
    for one in believed.split(",") if isinstance(believed, str) else believed:
        with suppress(ValueError):
            if one.strip() == "*" or ip_address(host) in ip_network(one.strip(), strict=False):
                return True
    return False


class StallTimeout(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Closes connections that stall, and those that are too many."""

    headers_within = HEADERS
    body_within = BODY
    most = CONNECTIONS
    _counted = ""
    """What the connection counts against."""
    _alarm: asyncio.TimerHandle | None = None
    _waits_for = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if host and not is_proxy(host, self.config.forwarded_allow_ips):
            self._counted = key_of(host)
            _open[self._counted] += 1
            if _open[self._counted] > self.most:
                transport.abort()
                return
        self._wait("head")

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            self._wait("head")
        elif cycle.more_body:
            self._wait("body")
        else:
            self._wait("")

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait("")
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *asked: Any) -> None:
        self._forget()  # sockets have a limit of their own
        super().handle_websocket_upgrade(*asked)

    def _forget(self) -> None:
        if self._counted:
            _open[self._counted] -= 1
            if not _open[self._counted]:
                del _open[self._counted]
            self._counted = ""

    def _wait(self, what: str) -> None:
        """Start the timer: once for the head, again for each part of the body."""
        if self._alarm is not None and (what != "head" or self._waits_for != "head"):
            self._alarm.cancel()
            self._alarm = None
        self._waits_for = what
        if what and self._alarm is None:
            seconds = self.headers_within if what == "head" else self.body_within
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        self._alarm = None
        transport = self.transport
        if transport is None or transport.is_closing() or transport.get_protocol() is not self:
            return  # it has become a WebSocket
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete and not cycle.more_body:
            return
        transport.close()
