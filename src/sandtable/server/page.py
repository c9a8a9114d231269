"""The page: files that Vite has built, served from memory."""

import mimetypes
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from sandtable.server.headers import YEAR
from sandtable.server.kept import COMPRESSED, Kept, keep
from sandtable.server.problems import Trouble

BUILT = Path(__file__).parent / "page"
"""Where the page is built to, and where a wheel has it."""
FOREVER = f"public, max-age={YEAR}, immutable"
MISSING = """<!doctype html><meta charset="utf-8"><title>sandtable</title>
<p>The server runs, but the page is not built. In the source folder say <code>make page</code>, then start again.
"""

HttpRequest = Request[Any, Any, State]


def is_built(folder: Path | None = None) -> bool:
    """Whether there is a page to show."""
    return ((folder or BUILT) / "index.html").is_file()


def read_page(folder: Path) -> dict[str, Kept]:
    """All files of the page. What has a hash in its name never changes."""
    return {
        (name := file.relative_to(folder).as_posix()): keep(
            file.read_bytes(), _kind(name), FOREVER if name.startswith("assets/") else "no-cache"
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def page_route(folder: Path | None = None) -> HTTPRouteHandler:
    """Everything that is not the interface for programs: a file of the page, or the page itself.

    The page finds its way by the address, so every address that is no file gets the page.
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
            raise Trouble.of(HTTPStatus.NOT_FOUND, "There is nothing at this address.")
        if "index.html" not in files:
            return Response(MISSING.encode(), status_code=HTTPStatus.SERVICE_UNAVAILABLE, media_type="text/html")
        return files["index.html"].answer(request.headers)

    return show_page


def _kind(name: str) -> str:
    if name.endswith(".webmanifest"):
        return "application/manifest+json"
    return mimetypes.guess_type(name)[0] or "application/octet-stream"
