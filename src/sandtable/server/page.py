"""The page: files built by Vite, served from memory."""

import mimetypes
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from sandtable.server.headers import YEAR
from sandtable.server.problems import Trouble
from sandtable.server.static_content import COMPRESSED, StaticContent, prepare

BUILT = Path(__file__).parent / "page"
"""Where the page is built, and where a wheel has it."""
FOREVER = f"public, max-age={YEAR}, immutable"
MISSING = """<!doctype html><meta charset="utf-8"><title>sandtable</title>
<p>The page hasn't been built. In the source folder run <code>make page</code>, then start the server again.
"""

HttpRequest = Request[Any, Any, State]
Invited = Callable[[str, bytes], Awaitable[bytes | None]]
"""For a path and the page: the page with another head, or None."""


def is_built(folder: Path | None = None) -> bool:
    """Whether there is a page to show."""
    return ((folder or BUILT) / "index.html").is_file()


def read_page(folder: Path) -> dict[str, StaticContent]:
    """All files of the page. Those with a hash in their name never change."""
    return {
        (name := file.relative_to(folder).as_posix()): prepare(
            file.read_bytes(), _kind(name), FOREVER if name.startswith("assets/") else "no-cache"
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def page_route(folder: Path | None, invited: Invited) -> HTTPRouteHandler:
    """Everything outside the API: a file of the page, or the page itself.

    The page does its own routing, so every other path gets the page. ``invited`` may change its head.
    """
    files = read_page(folder or BUILT)

    @route(
        ["/", "/{path:path}"],
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        status_code=HTTPStatus.OK,
        include_in_schema=False,
        opt={COMPRESSED: True},
    )
    async def show_page(request: HttpRequest) -> Response[bytes]:
        wanted = request.scope["path"].strip("/")
        if wanted in files:
            return files[wanted].answer(request.headers)
        if wanted.partition("/")[0] in {"api", "assets"}:
            raise Trouble.of(HTTPStatus.NOT_FOUND, "Not found.")
        if "index.html" not in files:
            return Response(MISSING.encode(), status_code=HTTPStatus.SERVICE_UNAVAILABLE, media_type="text/html")
        index = files["index.html"]
        inviting = await invited(wanted, index.body)
        if inviting is not None:
            index = prepare(inviting, index.kind, index.cache)
        return index.answer(request.headers)

    return show_page


def _kind(name: str) -> str:
    if name.endswith(".webmanifest"):
        return "application/manifest+json"
    return mimetypes.guess_type(name)[0] or "application/octet-stream"
