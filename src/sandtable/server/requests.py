"""Request ids, counters and the access log."""

import asyncio
import json
import logging
import time
from collections import Counter
from contextvars import ContextVar
from http import HTTPStatus

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.problems import problem
from sandtable.server.security import fresh_id

logger = logging.getLogger(__name__)

HEADER = "X-Request-Id"
PART = 256 * 1024
"""The most bytes of a body sent in one go."""
current: ContextVar[str] = ContextVar("request", default="")
"""The id of the current request."""


class Requests(ASGIMiddleware):
    """Identifies, counts and logs every request. Never logs its contents."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, int]] = Counter()
        self._seconds = 0.0

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        name = fresh_id(10)
        token = current.set(name)
        began, status = time.monotonic(), 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableScopeHeaders.from_message(message)[HEADER] = name
            await _in_parts(send, message)

        try:
            await next_app(scope, receive, send_with_id)
        except asyncio.CancelledError:
            # The server is shutting down with this request in progress: answer it, and don't log a traceback.
            if scope["type"] == ScopeType.HTTP and not status:
                await _stopping(send_with_id)
        finally:
            seconds = time.monotonic() - began
            method = str(scope.get("method", "SOCKET"))
            self._counts[method, status] += 1
            self._seconds += seconds if method != "SOCKET" else 0.0
            if logger.isEnabledFor(logging.INFO):
                about = {"method": method, "path": scope["path"], "status": status, "ms": round(seconds * 1000, 1)}
                logger.info("request", extra={"about": about})
            current.reset(token)

    def lines(self) -> list[str]:
        """The counters, for Prometheus."""
        counted = [
            f'sandtable_requests_total{{method="{method}",status="{status}"}} {count}'
            for (method, status), count in sorted(self._counts.items())
        ]
        return [*counted, f"sandtable_request_seconds_total {self._seconds:.3f}"]


async def _in_parts(send: Send, message: Message) -> None:
    """Send a long body part by part: each waits until the client has read the ones before."""
    if message["type"] != "http.response.body" or len(message["body"]) <= PART:
        await send(message)
        return
    body, more = message["body"], message["more_body"]
    for start in range(0, len(body), PART):
        rest = more or start + PART < len(body)
        await send({"type": "http.response.body", "body": body[start : start + PART], "more_body": rest})


async def _stopping(send: Send) -> None:
    why = problem(HTTPStatus.SERVICE_UNAVAILABLE, "The server is shutting down. Try again in a moment.")
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": why.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(why), "more_body": False})


class Structured(logging.Formatter):
    """One JSON object per line, with the id of its request."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        request = current.get()
        if request:
            line["request"] = request
        line |= getattr(record, "about", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_structured(level: str) -> None:
    """Log to standard error as JSON, from this level up."""
    handler = logging.StreamHandler()
    handler.setFormatter(Structured())
    for name in ("sandtable", "uvicorn"):
        one = logging.getLogger(name)
        one.handlers = [handler]
        one.setLevel(level.upper())
        one.propagate = False
