"""Work in the background, which no failure may end: the database can be away for a while."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from sandtable.server.problems import problem_of

logger = logging.getLogger(__name__)

EXPECTED = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE)


async def regularly(work: Callable[[], Awaitable[object]], seconds: float, what: str) -> None:
    """Do this again and again until cancelled, with a pause before each time. ``what``: in words, for the log."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception as error:
            log_failure(error, f"cannot {what}")


def log_failure(error: Exception, what: str) -> None:
    """Log a bug with its traceback. A database that is away may be so for hours, and a full disk: one line."""
    if problem_of(error).status in EXPECTED:
        logger.warning("%s: %s", what, " ".join(str(error).split()))
    else:
        logger.error("%s", what, exc_info=error)
