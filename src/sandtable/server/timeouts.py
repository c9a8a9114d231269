"""Limits for clients that don't finish their requests, don't read the answers, or open connections without end."""

import asyncio
import fcntl
import socket
import struct
import sys
import termios
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
READING = 30.0
"""Seconds in which a client must read at least ``LEAST`` bytes of an answer that waits."""
LEAST = 16 * 1024
AT_ONCE = struct.pack("ii", 1, 0)
"""A socket that is closed forgets what it still had to send."""
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
    reading_within = READING
    most = CONNECTIONS
    _counted = ""
    """What the connection counts against."""
    _alarm: asyncio.TimerHandle | None = None
    _waits_for = ""
    _reader_alarm: asyncio.TimerHandle | None = None
    _unread = 0

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

    def pause_writing(self) -> None:
        """More is waiting to be read than the kernel takes."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._leave_reader()

    def _watch_reader(self) -> None:
        self._unread = self._waiting()
        self._reader_alarm = asyncio.get_running_loop().call_later(self.reading_within, self._check_reader)

    def _check_reader(self) -> None:
        if self._waiting() > self._unread - LEAST:
            own = self.transport.get_extra_info("socket")
            own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)  # or the kernel would wait for the client
            self.transport.abort()
        else:
            self._watch_reader()

    def _waiting(self) -> int:
        """How many bytes the client hasn't read yet, here and in the kernel."""
        in_kernel = bytearray(4)
        with suppress(OSError, ValueError):  # not every system counts them, and it may be closed
            fcntl.ioctl(self.transport.get_extra_info("socket"), termios.TIOCOUTQ, in_kernel)
        return int(self.transport.get_write_buffer_size()) + int.from_bytes(in_kernel, sys.byteorder)

    def _leave_reader(self) -> None:
        if self._reader_alarm is not None:
            self._reader_alarm.cancel()
            self._reader_alarm = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait("")
        self._leave_reader()
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
