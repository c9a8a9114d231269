"""Hands a message to a push service. Blocks on the network: never call it on the event loop."""

import http.client
import socket
import ssl
from collections.abc import Mapping
from http import HTTPStatus

import msgspec

from sandtable.server.mail.smtp import NotSent
from sandtable.server.push.endpoints import BadEndpoint, Endpoint, resolve

GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
LATER = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})


class Gone(msgspec.Struct, frozen=True):
    """The browser wants no more messages: forget it."""


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was checked, for the name it was checked for."""

    def __init__(self, endpoint: Endpoint, number: str, timeout: float) -> None:
        super().__init__(endpoint.host, endpoint.port, timeout=timeout)
        self._number, self._secure = number, endpoint.secure

    def connect(self) -> None:
        self.sock = socket.create_connection((self._number, self.port), self.timeout)
        if self._secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def deliver(endpoint: Endpoint, headers: Mapping[str, str], body: bytes, timeout: float) -> NotSent | Gone | None:
    """Send a message. None if the push service accepted it. Redirects are not followed."""
    number = resolve(endpoint)
    if isinstance(number, BadEndpoint):
        return NotSent(number.why, final=False)
    connection = _Connection(endpoint, number, timeout)
    try:
        connection.request("POST", endpoint.path, body, dict(headers))
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return NotSent(f"{endpoint.host}: {type(error).__name__}: {error}", final=False)
    finally:
        connection.close()
    if status in GONE:
        return Gone()
    if 200 <= status < 300:
        return None
    return NotSent(f"{endpoint.host} answered {status}", final=status < 500 and status not in LATER)
