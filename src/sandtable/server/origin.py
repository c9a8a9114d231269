"""CSRF protection: requests that change something must come from our own page or carry a token."""

from http import HTTPStatus
from urllib.parse import urlsplit

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from sandtable.server.problems import Trouble
from sandtable.server.sessions import bearer
from sandtable.server.settings import Settings

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
BODIES = frozenset({"application/json", "application/octet-stream", "application/x-ndjson"})
"""Allowed content types. A foreign page can't send these without a preflight request."""


FOREIGN = "foreign"
"""Marks routes that may be called from anywhere and know no session: the URL holds all they need."""


class SameOrigin(ASGIMiddleware):
    """Rejects cross-site requests."""

    exclude_opt_key = FOREIGN

    def __init__(self, settings: Settings) -> None:
        self._address = settings.address.rstrip("/")
        self._hosts = settings.hosts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers = Headers.from_scope(scope)
        self._check_host(headers)
        socket = scope["type"] == ScopeType.WEBSOCKET
        if socket or scope.get("method") not in SAFE:
            if not bearer(headers):
                self._check_origin(headers, socket)
            if not socket:
                _check_body(headers)
        await next_app(scope, receive, send)

    def _check_host(self, headers: Headers) -> None:
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        if self._hosts and host not in self._hosts:
            raise Trouble.of(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"This server isn't called {host!r}. Its operator can set its name with --address.",
                "wrong-host",
            )

    def _check_origin(self, headers: Headers, socket: bool) -> None:
        origin, site = headers.get("origin", ""), headers.get("sec-fetch-site", "")
        # For WebSockets, browsers say where a request comes from only in Origin.
        ours = self._is_ours(origin, headers.get("host", "")) if origin or socket else site == "same-origin"
        if not ours or site not in {"", "same-origin", "none"}:
            raise Trouble.of(
                HTTPStatus.FORBIDDEN,
                "This didn't come from this server's own page. Programs use a token: Authorization: Bearer ...",
                "foreign-origin",
            )

    def _is_ours(self, origin: str, host: str) -> bool:
        if self._address:
            return origin == self._address
        parts = urlsplit(origin)
        return parts.scheme in {"http", "https"} and bool(host) and parts.netloc == host


def _check_body(headers: Headers) -> None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if kind not in BODIES and (kind or has_body):
        raise Trouble.of(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send JSON: Content-Type: application/json.")
