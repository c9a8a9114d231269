"""Game routes: the list of games, their boxes, boards and rules."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Operation, RequestBody, Schema
from litestar.params import PathParameter, QueryParameter

from sandtable.core.game import AnyGame
from sandtable.core.rulebook import Rule, Topic
from sandtable.core.tutorial import Tutorial
from sandtable.games.editions import digest_of
from sandtable.server.bots.levels import levels
from sandtable.server.disconnects import unless_disconnected
from sandtable.server.editions import Editions
from sandtable.server.limits import asker_key
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble
from sandtable.server.shelf import Shelf
from sandtable.server.static_content import COMPRESSED, StaticContent, prepare
from sandtable.server.wire import GameInfo, Person, Problem
from sandtable.server.workers.jobs import Query
from sandtable.server.workers.pool import Workers

HttpRequest = Request[Any, Any, State]
GameId = Annotated[
    str, PathParameter(max_length=100, description="A game's id, as in the list of games or a table's `game`.")
]
RuleId = Annotated[str, PathParameter(max_length=120, description="A rule's id.")]
Language = Annotated[str, PathParameter(max_length=20, description="A language: `de`.")]
BoardName = Annotated[
    str,
    QueryParameter(max_length=50, description="Which board, if there are several. Default: the first scenario's."),
]
Dark = Annotated[Literal[0, 1], QueryParameter(description="1: the dark version.")]
Search = Annotated[str, QueryParameter(max_length=100, description="Only rules that contain all these words.")]
SVG = "image/svg+xml"
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Content security policy of a drawing that is opened directly: only its own style sheet."""


class GameContent:
    """Static content of games, made on first request."""

    def __init__(self) -> None:
        self._static: dict[tuple[str, str, str], StaticContent] = {}
        self._info: dict[tuple[str, str], GameInfo] = {}

    async def info(self, game: AnyGame) -> GameInfo:
        key = game.id, digest_of(game)
        if key not in self._info:
            self._info[key] = await asyncio.to_thread(_info, game)
        return self._info[key]

    async def static(self, game: AnyGame, what: str, make: Callable[[AnyGame], StaticContent]) -> StaticContent:
        """One item of a game's content; made in a thread, since some take a while."""
        key = game.id, digest_of(game), what
        if key not in self._static:
            self._static[key] = await asyncio.to_thread(make, game)
        return self._static[key]


def _info(game: AnyGame) -> GameInfo:
    guide = game.guide
    return GameInfo(
        box=guide.box, bots=levels(game), answers=guide.query_type is not None, lesson=bool(guide.tutorials)
    )


def _kit(game: AnyGame) -> StaticContent:
    return prepare(msgspec.json.encode(game.guide.kit), "application/json")


def _ground(game: AnyGame) -> StaticContent:
    return prepare(game.guide.ground.encode(), SVG)


def _ground_of(board: str, game: AnyGame) -> StaticContent:
    return prepare(game.guide.ground_of(board).encode(), SVG)


def _sheet(game: AnyGame) -> StaticContent:
    return prepare(game.guide.sheet(dark=False).encode(), SVG)


def _dark_sheet(game: AnyGame) -> StaticContent:
    return prepare(game.guide.sheet(dark=True).encode(), SVG)


@get("/games")
async def list_games(shelf: NamedDependency[Shelf], content: NamedDependency[GameContent]) -> tuple[GameInfo, ...]:
    """All games on this server."""
    return tuple([await content.info(game) for game in shelf])


@get("/games/{game:str}")
async def show_game(
    game: GameId, editions: NamedDependency[Editions], content: NamedDependency[GameContent]
) -> GameInfo:
    """One game: its options and the bots that play it."""
    return await content.info(await editions.take(game))


@dataclass
class OwnJson(Operation):
    """For the API description: the response is JSON in the family's format."""

    def __post_init__(self) -> None:
        answer = (self.responses or {}).get("200")
        if isinstance(answer, OpenAPIResponse):
            answer.content = {"application/json": OpenAPIMediaType(schema=Schema())}


@get("/games/{game:str}/kit", media_type="application/json", opt={COMPRESSED: True}, operation_class=OwnJson)
async def kit(
    game: GameId, request: HttpRequest, editions: NamedDependency[Editions], content: NamedDependency[GameContent]
) -> Response[bytes]:
    """What stays the same during a game: board, units, phases, in the family's format."""
    return (await content.static(await editions.take(game), "kit", _kit)).answer(request.headers)


@get("/games/{game:str}/names/{language:str}")
async def names(game: GameId, language: Language, editions: NamedDependency[Editions]) -> dict[str, str]:
    """The translations of a game's texts, from English.

    `{n}` stands for any value. Texts without an entry stay English.
    """
    return dict((await editions.take(game)).guide.names.get(language, {}))


@get("/games/{game:str}/map.svg", media_type=SVG, opt={COMPRESSED: True})
async def sheet(
    game: GameId,
    request: HttpRequest,
    editions: NamedDependency[Editions],
    content: NamedDependency[GameContent],
    dark: Dark = 0,
) -> Response[bytes]:
    """The empty board as a drawing, with names."""
    what, make = ("dark sheet", _dark_sheet) if dark else ("sheet", _sheet)
    return _drawn(await content.static(await editions.take(game), what, make), request)


@get("/games/{game:str}/ground.svg", media_type=SVG, opt={COMPRESSED: True})
async def ground(
    game: GameId,
    request: HttpRequest,
    editions: NamedDependency[Editions],
    content: NamedDependency[GameContent],
    board: BoardName = "",
) -> Response[bytes]:
    """The empty board as a drawing, without names: the page adds names and pieces itself."""
    found = await editions.take(game)
    if not board:
        return _drawn(await content.static(found, "ground", _ground), request)
    if board not in found.guide.boards:
        raise Trouble.of(HTTPStatus.NOT_FOUND, f"{found.title} has no board {board!r}.")
    drawing = await content.static(found, f"ground {board}", partial(_ground_of, board))
    return _drawn(drawing, request)


def _drawn(drawing: StaticContent, request: HttpRequest) -> Response[bytes]:
    if not drawing.body:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "There's no map of this game.")
    answer = drawing.answer(request.headers)
    answer.headers["Content-Security-Policy"] = DRAWING
    return answer


@get("/games/{game:str}/rules")
async def rules(game: GameId, editions: NamedDependency[Editions], search: Search = "") -> tuple[Rule, ...]:
    """The rulebook, in book order."""
    book = (await editions.take(game)).rulebook
    return tuple(book.search(search) if search.strip() else book)


@get("/games/{game:str}/rules/{rule:str}")
async def rule_text(game: GameId, rule: RuleId, editions: NamedDependency[Editions]) -> Rule:
    """One rule."""
    book = (await editions.take(game)).rulebook
    if rule not in book:
        raise Trouble.of(HTTPStatus.NOT_FOUND, f"There's no rule {rule!r} in the rulebook of {game}.")
    return book[rule]


@get("/games/{game:str}/contents")
async def contents(game: GameId, editions: NamedDependency[Editions]) -> tuple[Topic, ...]:
    """The rulebook's table of contents."""
    return (await editions.take(game)).rulebook.contents()


@get("/games/{game:str}/tutorials")
async def tutorials(game: GameId, editions: NamedDependency[Editions]) -> tuple[Tutorial, ...]:
    """The tutorials, easiest first."""
    found = (await editions.take(game)).guide.tutorials
    if not found:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "There's no lesson for this game.")
    return found


@dataclass
class OwnQuery(OwnJson):
    """For the API description: question and answer are JSON in the family's format."""

    def __post_init__(self) -> None:
        super().__post_init__()
        content = {"application/json": OpenAPIMediaType(schema=Schema())}
        self.request_body = RequestBody(content, required=True)


@post("/games/{game:str}/ask", status_code=HTTPStatus.OK, media_type="application/json", operation_class=OwnQuery)
async def ask(
    game: GameId,
    request: HttpRequest,
    editions: NamedDependency[Editions],
    workers: NamedDependency[Workers],
    visitor: NamedDependency[Person | None],
) -> Response[bytes]:
    """Ask the game a question that needs no table, such as the odds of a battle."""
    found_game = await editions.take(game)
    if found_game.guide.query_type is None:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "You can ask this game's questions only at a table.")
    query = Query(found_game.id, await request.body(), editions.files(found_game))
    found = await unless_disconnected(request, workers.ask(asker_key(visitor, request.scope), query))
    if isinstance(found, Problem):
        raise Trouble(found)
    return Response(found, media_type="application/json")


def part(base: Base) -> Part:
    """The game routes."""
    content = GameContent()
    return Part(
        handlers=[list_games, show_game, kit, names, sheet, ground, rules, rule_text, contents, tutorials, ask],
        dependencies={"content": Provide(lambda: content, sync_to_thread=False)},
    )
