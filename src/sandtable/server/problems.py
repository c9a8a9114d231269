"""Every error response is a :class:`Problem`: a short name and a sentence.

Inside the server problems are values. At the edge, :class:`Trouble` ends a request with one.
"""

import errno
import logging
import sqlite3
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import DataError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from sandtable.core.refusal import Refusal
from sandtable.server.wire import Problem

logger = logging.getLogger(__name__)

Connection = ASGIConnection[Any, Any, Any, Any]

DISK_FULL = "The server's disk is full, so nothing was saved. Nothing is lost. Tell the operator."
POSTGRES_DISK_FULL = "53100"
UNREACHABLE = "The database can't be reached right now. Try again in a moment. Nothing is done twice."
POSTGRES_AWAY = ("08", "53", "57P")
"""SQLSTATE prefixes of: no connection, too busy, shutting down or starting up."""
HUNG_UP = "client disconnected prematurely"
"""The framework's message when a client disconnects in the middle of a request."""

NAMES = {
    HTTPStatus.BAD_REQUEST: "bad-request",
    HTTPStatus.UNAUTHORIZED: "sign-in",
    HTTPStatus.FORBIDDEN: "not-yours",
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.METHOD_NOT_ALLOWED: "wrong-method",
    HTTPStatus.CONFLICT: "conflict",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "wrong-type",
    HTTPStatus.UNPROCESSABLE_ENTITY: "refused",
    HTTPStatus.TOO_MANY_REQUESTS: "too-fast",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}
"""The default name of each status."""
SENTENCES = {
    HTTPStatus.NOT_FOUND: "Not found.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address doesn't support that method.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "That's too large. Send less.",
}
"""Sentences for errors of the framework."""


class Trouble(HTTPException):
    """Ends a request with a problem.

    >>> Trouble.of(404, "There is no such table.").problem.what
    'not-found'
    """

    def __init__(self, problem: Problem, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail=problem.why, status_code=problem.status, headers=headers)
        self.problem = problem

    @classmethod
    def of(cls, status: int, why: str, what: str = "", headers: dict[str, str] | None = None) -> "Trouble":
        """A problem with its status's default name, or its own."""
        return cls(problem(status, why, what), headers)


def problem(status: int, why: str, what: str = "") -> Problem:
    """A problem with its status's default name, or its own."""
    return Problem(status=status, what=what or NAMES.get(HTTPStatus(status), "problem"), why=why)


def refused(refusal: Refusal) -> Problem:
    """A refused action, as sent to clients."""
    return Problem(status=HTTPStatus.UNPROCESSABLE_ENTITY, what="refused", why=refusal.why, rule=refusal.rule)


def problem_of(error: Exception) -> Problem:
    """The problem for an exception of the framework, or for a bug."""
    match error:
        case Trouble():
            return error.problem
        case ValidationException():
            return problem(HTTPStatus.BAD_REQUEST, _what_is_wrong(error))
        case UnicodeDecodeError():
            return problem(HTTPStatus.BAD_REQUEST, "This isn't UTF-8.")
        case DataError():  # what the database can't store: a NUL character, or a text that is too long
            return problem(HTTPStatus.BAD_REQUEST, "A text in this is too long or has an invalid character.")
        case DBAPIError() | OSError() if is_disk_full(error):
            return problem(HTTPStatus.INSUFFICIENT_STORAGE, DISK_FULL, "disk-full")
        case NoConnection():
            return problem(HTTPStatus.SERVICE_UNAVAILABLE, UNREACHABLE)
        case OperationalError() if is_away(error):
            return problem(HTTPStatus.SERVICE_UNAVAILABLE, UNREACHABLE)
        case RecursionError():  # from the decoder: our own code never recurses this deep
            return problem(HTTPStatus.BAD_REQUEST, "This is nested too deeply.")
        case InternalServerException() if error.detail == HUNG_UP:
            return problem(HTTPStatus.REQUEST_TIMEOUT, "Nobody is waiting for this any more.", "gone")
        case HTTPException() if error.status_code in SENTENCES:
            return problem(error.status_code, SENTENCES[HTTPStatus(error.status_code)])
        case HTTPException() if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            return problem(error.status_code, error.detail)
        case _:
            return problem(
                HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong on the server. Try again.", "fault"
            )


def is_disk_full(error: BaseException) -> bool:
    """Whether the disk of the server or its database is full."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError):
        return cause.errno in (errno.ENOSPC, errno.EDQUOT)
    return (
        getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        or getattr(cause, "sqlstate", None) == POSTGRES_DISK_FULL
    )


def is_away(error: OperationalError) -> bool:
    """Whether the database is unreachable or overloaded, so that a retry may work."""
    if getattr(error.orig, "sqlite_errorcode", None) is not None:
        return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
    code = getattr(error.orig, "sqlstate", None)
    return error.connection_invalidated or code is None or code.startswith(POSTGRES_AWAY)


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    found = problem_of(error)
    if found.status == HTTPStatus.SERVICE_UNAVAILABLE:
        logger.warning("%s: %s", found.why, " ".join(str(error).split()))
    elif found.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        logger.error("%s %s", request.scope.get("method", "socket"), request.url.path, exc_info=error)
    headers = error.headers if isinstance(error, HTTPException) else None
    return Response(found, status_code=found.status, headers=headers, media_type="application/json")


def _what_is_wrong(error: ValidationException) -> str:
    """The first error in the input, and where it is."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        where, what = extra[0].get("key"), extra[0].get("message", "")
        return f"{where}: {what}" if where else str(what)
    return error.detail


HANDLERS: ExceptionHandlersMap = {HTTPException: _answer, Exception: _answer}
