"""Timeouts for clients that start a request and don't finish it."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADERS = 20.0
"""Seconds to send the head of a request."""
BODY = 60.0
"""Seconds between two parts of the body."""


class StallTimeout(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Closes connections that stall."""

    headers_within = HEADERS
    body_within = BODY
    _alarm: asyncio.TimerHandle | None = None
    _waits_for = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
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
        super().connection_lost(exc)

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
