"""Routes of games: what is on the shelf, what is in a box, what its rules say."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
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
from sandtable.server.bots.levels import levels
from sandtable.server.kept import COMPRESSED, Kept, keep
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble
from sandtable.server.shelf import Shelf
from sandtable.server.wire import GameInfo

HttpRequest = Request[Any, Any, State]
GameId = Annotated[str, PathParameter(max_length=60, description="A game's id, as /api/games lists it.")]
RuleId = Annotated[str, PathParameter(max_length=120, description="A rule's id.")]
Language = Annotated[str, PathParameter(max_length=20, description="A language: `de`.")]
Dark = Annotated[Literal[0, 1], QueryParameter(description="1: the dark sheet.")]
Search = Annotated[str, QueryParameter(max_length=100, description="Only rules that hold all these words.")]
THINKERS = 2
"""So many questions without a table are worked on at the same time; others wait."""
SVG = "image/svg+xml"
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""What a drawing may do that is opened by itself: it carries its own style sheet, and nothing else."""


class Showcase:
    """What games show of themselves, each thing made when it is first asked for."""

    def __init__(self) -> None:
        self.asking = asyncio.Semaphore(THINKERS)
        self._kept: dict[tuple[str, str], Kept] = {}
        self._info: dict[str, GameInfo] = {}

    async def info(self, game: AnyGame) -> GameInfo:
        if game.id not in self._info:
            self._info[game.id] = await asyncio.to_thread(_info, game)
        return self._info[game.id]

    async def kept(self, game: AnyGame, what: str, make: Callable[[AnyGame], Kept]) -> Kept:
        """One thing of a game; made in a thread, for some take a while."""
        key = game.id, what
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(make, game)
        return self._kept[key]


def _info(game: AnyGame) -> GameInfo:
    guide = game.guide
    return GameInfo(
        box=guide.box, bots=levels(game), answers=guide.query_type is not None, lesson=guide.tutorial is not None
    )


def _kit(game: AnyGame) -> Kept:
    return keep(msgspec.json.encode(game.guide.kit), "application/json")


def _ground(game: AnyGame) -> Kept:
    return keep(game.guide.ground.encode(), SVG)


def _sheet(game: AnyGame) -> Kept:
    return keep(game.guide.sheet(dark=False).encode(), SVG)


def _dark_sheet(game: AnyGame) -> Kept:
    return keep(game.guide.sheet(dark=True).encode(), SVG)


@get("/games")
async def list_games(shelf: NamedDependency[Shelf], showcase: NamedDependency[Showcase]) -> tuple[GameInfo, ...]:
    """All games of this server."""
    return tuple([await showcase.info(game) for game in shelf])


@get("/games/{game:str}")
async def show_game(game: GameId, shelf: NamedDependency[Shelf], showcase: NamedDependency[Showcase]) -> GameInfo:
    """One game: what can be agreed on before it begins, and which bots play it."""
    return await showcase.info(shelf.take(game))


@dataclass
class OwnJson(Operation):
    """For the description of the interface: the answer is JSON, as the game's family has it."""

    def __post_init__(self) -> None:
        answer = (self.responses or {}).get("200")
        if isinstance(answer, OpenAPIResponse):
            answer.content = {"application/json": OpenAPIMediaType(schema=Schema())}


@get("/games/{game:str}/kit", media_type="application/json", opt={COMPRESSED: True}, operation_class=OwnJson)
async def kit(
    game: GameId, request: HttpRequest, shelf: NamedDependency[Shelf], showcase: NamedDependency[Showcase]
) -> Response[bytes]:
    """What stays the same while the game is played: board, units, phases, as its family has them."""
    return (await showcase.kept(shelf.take(game), "kit", _kit)).answer(request.headers)


@get("/games/{game:str}/names/{language:str}")
async def names(game: GameId, language: Language, shelf: NamedDependency[Shelf]) -> dict[str, str]:
    """What the game's box, kit and decisions say in English, and what is said in another language instead.

    `{n}` in both stands for whatever is there. What has no entry stays English.
    """
    return dict(shelf.take(game).guide.names.get(language, {}))


@get("/games/{game:str}/map.svg", media_type=SVG, opt={COMPRESSED: True})
async def sheet(
    game: GameId,
    request: HttpRequest,
    shelf: NamedDependency[Shelf],
    showcase: NamedDependency[Showcase],
    dark: Dark = 0,
) -> Response[bytes]:
    """The drawing of the empty board, with its names."""
    what, make = ("dark sheet", _dark_sheet) if dark else ("sheet", _sheet)
    return _drawn(await showcase.kept(shelf.take(game), what, make), request)


@get("/games/{game:str}/ground.svg", media_type=SVG, opt={COMPRESSED: True})
async def ground(
    game: GameId, request: HttpRequest, shelf: NamedDependency[Shelf], showcase: NamedDependency[Showcase]
) -> Response[bytes]:
    """The drawing of the board without names, for a page that writes names and pieces upon it itself."""
    return _drawn(await showcase.kept(shelf.take(game), "ground", _ground), request)


def _drawn(drawing: Kept, request: HttpRequest) -> Response[bytes]:
    if not drawing.body:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "Nobody has drawn a map of this game.")
    answer = drawing.answer(request.headers)
    answer.headers["Content-Security-Policy"] = DRAWING
    return answer


@get("/games/{game:str}/rules")
async def rules(game: GameId, shelf: NamedDependency[Shelf], search: Search = "") -> tuple[Rule, ...]:
    """The rulebook, in the order of the book."""
    book = shelf.take(game).rulebook
    return tuple(book.search(search) if search.strip() else book)


@get("/games/{game:str}/rules/{rule:str}")
async def rule_text(game: GameId, rule: RuleId, shelf: NamedDependency[Shelf]) -> Rule:
    """One rule."""
    book = shelf.take(game).rulebook
    if rule not in book:
        raise Trouble.of(HTTPStatus.NOT_FOUND, f"The book of {game} has no rule {rule!r}.")
    return book[rule]


@get("/games/{game:str}/contents")
async def contents(game: GameId, shelf: NamedDependency[Shelf]) -> tuple[Topic, ...]:
    """The rulebook's table of contents."""
    return shelf.take(game).rulebook.contents()


@get("/games/{game:str}/tutorial")
async def tutorial(game: GameId, shelf: NamedDependency[Shelf]) -> Tutorial:
    """The lesson for newcomers."""
    found = shelf.take(game).guide.tutorial
    if found is None:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "Nobody has written a lesson for this game.")
    return found


@dataclass
class OwnQuery(OwnJson):
    """For the description of the interface: question and answer are JSON, as the game's family has them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        content = {"application/json": OpenAPIMediaType(schema=Schema())}
        self.request_body = RequestBody(content, required=True)


@post("/games/{game:str}/ask", status_code=HTTPStatus.OK, media_type="application/json", operation_class=OwnQuery)
async def ask(
    game: GameId, request: HttpRequest, shelf: NamedDependency[Shelf], showcase: NamedDependency[Showcase]
) -> Response[bytes]:
    """Ask the game itself something, in its own vocabulary: the odds of a battle, for example."""
    guide = shelf.take(game).guide
    if guide.query_type is None:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "This game answers questions only at a table.")
    try:
        query = msgspec.json.decode(await request.body(), type=guide.query_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, f"This is no question of the game: {error}") from None
    async with showcase.asking:
        found = await asyncio.to_thread(guide.reply, query)
    return Response(msgspec.json.encode(found), media_type="application/json")


def part(base: Base) -> Part:
    """The routes of games."""
    showcase = Showcase()
    return Part(
        handlers=[list_games, show_game, kit, names, sheet, ground, rules, rule_text, contents, tutorial, ask],
        dependencies={"showcase": Provide(lambda: showcase, sync_to_thread=False)},
    )
