"""Cancels work when the client disconnects."""

import asyncio
from collections.abc import Coroutine
from http import HTTPStatus
from typing import Any, TypeVar

from litestar import Request

from sandtable.server.problems import Trouble

T = TypeVar("T")


async def unless_disconnected(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """The result of the work. Ends the request if the client disconnects first."""
    try:
        await request.body()  # otherwise we would receive the rest of the body
    except BaseException:
        work.close()  # they disconnected before it began
        raise
    working, leaving = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Trouble.of(HTTPStatus.REQUEST_TIMEOUT, "Nobody is waiting for this any more.", "gone")
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
