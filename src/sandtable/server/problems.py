"""Every error answer is a :class:`Problem`: what happened, in a short name and in a sentence.

Below the edge problems are values. At the edge, where a request ends, :class:`Trouble` carries one out.
"""

import logging
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from sandtable.core.refusal import Refusal
from sandtable.server.wire import Problem

logger = logging.getLogger(__name__)

Connection = ASGIConnection[Any, Any, Any, Any]

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
}
"""What programs call the usual problems."""
SENTENCES = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address is not asked in this way.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "That is too large: send less at once.",
}
"""What the framework says more shortly."""


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
        """A problem with the usual name of its status, or with its own."""
        return cls(problem(status, why, what), headers)


def problem(status: int, why: str, what: str = "") -> Problem:
    """A problem with the usual name of its status, or with its own."""
    return Problem(status=status, what=what or NAMES.get(HTTPStatus(status), "problem"), why=why)


def refused(refusal: Refusal) -> Problem:
    """A rule's no, as the wire has it."""
    return Problem(status=HTTPStatus.UNPROCESSABLE_ENTITY, what="refused", why=refusal.why, rule=refusal.rule)


def problem_of(error: Exception) -> Problem:
    """The problem that an exception of the framework, or a bug, becomes."""
    match error:
        case Trouble():
            return error.problem
        case ValidationException():
            return problem(HTTPStatus.BAD_REQUEST, _what_is_wrong(error))
        case RecursionError():  # of the decoder: nothing of ours goes so deep
            return problem(HTTPStatus.BAD_REQUEST, "This is nested too deeply.")
        case HTTPException() if error.status_code in SENTENCES:
            return problem(error.status_code, SENTENCES[HTTPStatus(error.status_code)])
        case HTTPException() if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            return problem(error.status_code, error.detail)
        case _:
            return problem(
                HTTPStatus.INTERNAL_SERVER_ERROR, "The server made a mistake; it is not yours. Try again.", "fault"
            )


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    found = problem_of(error)
    if found.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        logger.error("%s %s", request.scope.get("method", "socket"), request.url.path, exc_info=error)
    headers = error.headers if isinstance(error, HTTPException) else None
    return Response(found, status_code=found.status, headers=headers, media_type="application/json")


def _what_is_wrong(error: ValidationException) -> str:
    """The first thing that is wrong with the input, and where."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        where, what = extra[0].get("key"), extra[0].get("message", "")
        return f"{where}: {what}" if where else str(what)
    return error.detail


HANDLERS: ExceptionHandlersMap = {HTTPException: _answer, Exception: _answer}
