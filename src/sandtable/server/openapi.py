"""The API description: ``GET /openapi.json``.

The framework describes the routes and our types. This module adds the rest: every error is a ``Problem``, the
messages of the socket, and the types of each game family.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from sandtable import __version__
from sandtable.server.families import families
from sandtable.server.shelf import Shelf
from sandtable.server.wire import ClientMessage, Problem, ServerMessage

ABOUT = """Tables of the game server. A browser signs in and keeps a cookie; a program sends a token:
`Authorization: Bearer TOKEN`. Requests that change something need one of these, and JSON.

Every error is a `Problem`. Actions, events, views, questions and answers are those of the game's family: see the
components `FAMILY.Action` and so on. `/api/tables/{id}/live` is a WebSocket: the client sends
`socket.ClientMessage`, the server `socket.ServerMessage`, as JSON text."""
REFERENCE = "#/components/schemas/"

HttpRequest = Request[Any, Any, State]


class Description(JsonRenderPlugin):
    """The framework's description with our additions."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self._shelf = shelf
        self._rendered = b""

    def render(self, request: HttpRequest, openapi_schema: dict[str, Any]) -> bytes:
        if not self._rendered:
            self._rendered = msgspec.json.encode(describe(openapi_schema, self._shelf))
        return self._rendered


def openapi_config(description: Description) -> OpenAPIConfig:
    return OpenAPIConfig(
        title="sandtable",
        version=__version__,
        description=ABOUT,
        path="/api/description",
        render_plugins=[description],
        use_handler_docstrings=True,
    )


def openapi_route(description: Description) -> HTTPRouteHandler:
    """The route of the description, at its usual address."""

    @get("/openapi.json", include_in_schema=False, media_type="application/vnd.oai.openapi+json")
    async def show_description(request: HttpRequest) -> bytes:
        return description.render(request, request.app.openapi_schema.to_schema())

    return show_description


def describe(schema: Mapping[str, Any], shelf: Shelf) -> dict[str, Any]:
    """Complete the framework's description."""
    schemas = dict(schema["components"].get("schemas", {}))
    schemas |= _components("", {"Problem": Problem})
    schemas |= _components("socket.", {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage})
    for family, kinds in families(shelf).items():
        schemas |= _components(f"{family}.", {slot.capitalize(): kind for slot, kind in kinds.items()})
    paths = {
        path: {way: _with_problem(one) for way, one in item.items()} for path, item in schema["paths"].items()
    }
    return {**schema, "paths": paths, "components": {**schema["components"], "schemas": schemas}}


def _with_problem(operation: Any) -> Any:
    """Describe errors: they all have the same form."""
    if not isinstance(operation, dict) or "responses" not in operation:
        return operation
    fine = {status: answer for status, answer in operation["responses"].items() if status < "4"}
    content = {"application/json": {"schema": {"$ref": f"{REFERENCE}Problem"}}}
    wrong = {"description": "The request failed; the problem says why.", "content": content}
    return {**operation, "responses": {**fine, "4XX": wrong, "5XX": wrong}}


def _components(prefix: str, kinds: Mapping[str, object]) -> dict[str, Any]:
    """Schemas of these types and of all types they mention, with prefixed names."""
    roots, mentioned = msgspec.json.schema_components(kinds.values(), ref_template=f"{REFERENCE}{prefix}{{name}}")
    found = {f"{prefix}{name}": one for name, one in mentioned.items()}
    named = ((f"{prefix}{name}", root) for name, root in zip(kinds, roots, strict=True))
    return found | {name: root for name, root in named if name not in found}
