"""Which push services we talk to. A visitor names the address, so it must not lead into the operator's network."""

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

import msgspec

HTTPS = 443


class BadEndpoint(msgspec.Struct, frozen=True):
    """We send nothing to this address."""

    why: str


class Endpoint(msgspec.Struct, frozen=True):
    """The address of a push service."""

    origin: str
    secure: bool
    host: str
    port: int
    path: str
    allowed: bool
    """The operator trusts this service, wherever it is."""


def read_endpoint(url: str, allowed: Collection[str]) -> Endpoint | BadEndpoint:
    """A browser's endpoint: ``https`` on the usual port of a public host, or what the operator allows."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return BadEndpoint("that's not an address")
    host = parts.hostname or ""
    origin = f"{parts.scheme}://{parts.netloc}"
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    if origin in allowed:
        secure = parts.scheme == "https"
        return Endpoint(origin, secure, host, port or (HTTPS if secure else 80), path, True)
    problem = _problem(parts, host, port)
    return BadEndpoint(problem) if problem else Endpoint(origin, True, host, HTTPS, path, False)


def _problem(parts: SplitResult, host: str, port: int | None) -> str:
    if parts.scheme != "https" or port not in {None, HTTPS}:
        return "a push service must use https"
    if parts.username is not None or parts.password is not None or not host:
        return "that's not the address of a push service"
    try:
        literal = ipaddress.ip_address(host)
    except ValueError:
        return "" if "." in host.strip(".") else "a push service must have a public name"
    return "" if literal.is_global and not literal.is_multicast else "a push service must be on a public address"


def resolve(endpoint: Endpoint) -> str | BadEndpoint:
    """The numeric address to connect to. Blocks on the network. All addresses of the name must be public: the one
    that was checked is the one that is used, whatever the name says a moment later."""
    try:
        found = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return BadEndpoint(f"{endpoint.host} has no address")
    numbers = [str(address[0]) for *_, address in found]
    if not endpoint.allowed:
        for number in numbers:
            literal = ipaddress.ip_address(number.partition("%")[0])
            if not literal.is_global or literal.is_multicast:
                return BadEndpoint(f"{endpoint.host} is not on a public address")
    return numbers[0]
