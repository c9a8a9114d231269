"""The kit: all that stays the same while a hex game is played, with what a page needs to draw it."""

from collections.abc import Iterator, Mapping

import msgspec

from sandtable.guides.hexes.drawing import hex_of, spot
from sandtable.hexes.atlas import Port, Terrain
from sandtable.hexes.board import Board
from sandtable.hexes.family import HexGame
from sandtable.hexes.scenario import LendLease, SeaRight
from sandtable.hexes.sealanes import seas_at
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.strength import Kind
from sandtable.hexes.tables import Tables
from sandtable.hexes.world import World
from sandtable.maps.hexcoast import SIZE
from sandtable.maps.hexmarks import SIGNS
from sandtable.maps.hexsheet import Sheet
from sandtable.maps.kit import Point, Rectangle
from sandtable.maps.style import livery, readable_on


class SideFacts(msgspec.Struct, frozen=True):
    """Who plays."""

    id: Side
    name: str
    adjective: str
    colour: str
    on: str
    """What can be read on that colour."""
    emblem: str
    """A path in a square from -10 to 10."""
    armies: tuple[Name, ...]
    """Its counters: it has no more armies than these."""
    fleets: tuple[Name, ...]


class PlaceFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place with land: what it is, and where it is on the map."""

    id: Place
    title: str
    """What players call it."""
    at: Point
    """The middle of the hex, or of the box."""
    terrain: Terrain
    area: str
    """Its country; a box is in the first of its own."""
    near: tuple[Place, ...] = ()
    """Where armies can step to."""
    straits: tuple[Place, ...] = ()
    """Those of them that lie over a crossing."""
    roads: tuple[Place, ...] = ()
    """Those of them that a road leads to."""
    over_sea: tuple[Place, ...] = ()
    """Land beside it that only open water leads to."""
    seas: tuple[str, ...] = ()
    """The seas that its coast lies on."""
    name: str = ""
    box: bool = False
    """It stands for whole countries: any number of points may stand there."""
    coastal: bool = False
    production: int = 0
    port: Port = "none"
    airbase: bool = False
    capital: bool = False
    depot: bool = False
    closed: bool = False
    """Nobody can ever enter it."""


class WaterFacts(msgspec.Struct, frozen=True):
    """A hex of sea that the map shows."""

    id: Place
    at: Point
    seas: tuple[str, ...]


class BoardFacts(msgspec.Struct, frozen=True):
    """A board: what is in play, and how it is drawn."""

    id: str
    view: Rectangle
    """What of the drawing shows the board: left, top, width, height."""
    size: int
    """From the middle of a hex to its corners; they are at the top and at the bottom."""
    places: tuple[PlaceFacts, ...]
    """Those that the drawing shows, and those beyond it that somebody holds at the start."""
    waters: tuple[WaterFacts, ...]
    seas: tuple[str, ...]
    countries: Mapping[str, str]
    """The colour of each country on the map."""


class Goal(msgspec.Struct, frozen=True):
    """A way to win: the first that holds decides."""

    side: str
    at_once: bool
    """As soon as it holds; otherwise when the last turn is over."""
    holds: tuple[Place, ...]
    rule: str


class ScenarioFacts(msgspec.Struct, frozen=True):
    """A scenario."""

    id: str
    title: str
    summary: str
    board: str
    turns: tuple[str, ...]
    sides: tuple[Side, ...]
    """In order of play."""
    partners: tuple[Side, ...]
    """Sides that never fight each other."""
    kinds: tuple[Kind, ...]
    """What can be built."""
    forts: bool
    home: Mapping[Side, tuple[str, ...]]
    """Countries whose production gives full supply."""
    builds: Mapping[Side, tuple[str, ...]]
    """Countries where new points appear."""
    seas: Mapping[Side, Mapping[str, SeaRight]]
    """What each side may do on which sea."""
    lend_lease: LendLease | None
    goals: tuple[Goal, ...]


class RuleFacts(msgspec.Struct, frozen=True):
    id: str
    section: str


class PhaseFacts(msgspec.Struct, frozen=True):
    id: str
    name: str


class HexKit(msgspec.Struct, frozen=True):
    """What is in the box."""

    game: str
    title: str
    sides: tuple[SideFacts, ...]
    boards: tuple[BoardFacts, ...]
    scenarios: tuple[ScenarioFacts, ...]
    phases: tuple[PhaseFacts, ...]
    tables: Tables
    signs: Mapping[str, str]
    """Drawings of what is in hexes, as paths in a square from -17 to 17: ``anchor``, ``star``, ``plane`` ..."""
    rules: tuple[RuleFacts, ...]


PHASES = {"setup": "Set-up", "movement": "Movement", "combat": "Combat", "production": "Production"}
"""What players call the phases."""


def kit_of(game: HexGame) -> HexKit:
    """The kit of a game."""
    worlds = {world.facts.theatre: world for world in reversed(game.worlds.values())}
    return HexKit(
        game=game.id,
        title=game.title,
        sides=tuple(_side(game, side) for side in game.seats),
        boards=tuple(_board(name, world, _held(game, name)) for name, world in worlds.items()),
        scenarios=tuple(_scenario(world) for world in game.worlds.values()),
        phases=tuple(PhaseFacts(phase, name) for phase, name in PHASES.items()),
        tables=next(iter(game.worlds.values())).tables,
        signs=SIGNS,
        rules=tuple(RuleFacts(rule.id, rule.section) for rule in game.rulebook),
    )


def _side(game: HexGame, side: Side) -> SideFacts:
    who = next(world.who(side) for world in game.worlds.values() if side in world.order)
    return SideFacts(
        id=side,
        name=who.name,
        adjective=who.adjective,
        colour=who.colour,
        on=readable_on(who.colour),
        emblem=livery(who.emblem).emblem,
        armies=who.armies,
        fleets=who.fleets,
    )


def _scenario(world: World) -> ScenarioFacts:
    facts = world.facts
    return ScenarioFacts(
        id=world.scenario.id,
        title=facts.title,
        summary=facts.summary,
        board=facts.theatre,
        turns=facts.turns,
        sides=world.order,
        partners=facts.partners,
        kinds=facts.kinds,
        forts=facts.forts,
        home={side: world.who(side).home for side in world.order},
        builds={side: own.builds for side, own in facts.sides.items()},
        seas={side: own.seas for side, own in facts.sides.items()},
        lend_lease=facts.lend_lease,
        goals=tuple(
            Goal(one.side, one.when == "at-once", one.holds, world.full_id(one.rule)) for one in facts.victory
        ),
    )


def _held(game: HexGame, theatre: str) -> set[Place]:
    """The places of a theatre that somebody holds when a scenario begins."""
    worlds = (world for world in game.worlds.values() if world.facts.theatre == theatre)
    return {place for world in worlds for place in world.scenario.control}


def _board(name: str, world: World, held: set[Place]) -> BoardFacts:
    board = world.board
    window = Sheet(board.atlas, board.theatre.window)
    view = (window.x0, window.y0, window.x1 - window.x0, window.y1 - window.y0)
    colours = {power: facts.colour for power, facts in board.atlas.allegiances.items()}
    return BoardFacts(
        id=name,
        view=(round(view[0]), round(view[1]), round(view[2]), round(view[3])),
        size=SIZE,
        places=tuple(
            _place(world, place)
            for place in board.places[: board.land]
            if place in held or window.whole(hex_of(board, place))
        ),
        waters=tuple(_waters(world, window)),
        seas=tuple(board.theatre.seas),
        countries={area: colours[one.allegiance] for area, one in board.atlas.areas.items()},
    )


def _place(world: World, place: Place) -> PlaceFacts:
    board, near = world.board, world.near(place)
    number, facts = board.number[place], board.facts_of(place)
    return PlaceFacts(
        id=place,
        title=board.title(place),
        at=_point(board, place),
        terrain=board.terrain_of(place),
        area=board.area_of(place),
        near=tuple(near),
        straits=tuple(one for one, way in near.items() if way == "strait"),
        roads=tuple(board.places[one] for one in sorted(board.roads[number])),
        over_sea=tuple(one for one in board.touching(place) if one not in near and board.number[one] < board.land),
        seas=seas_at(world.waters, place),
        name=board.boxes.get(place, facts.name),
        box=place in board.boxes,
        coastal=board.coastal[number],
        production=world.most_production(place),
        port=board.port_of(place),
        airbase=facts.airbase,
        capital=facts.capital,
        depot=facts.depot,
        closed=number in board.closed,
    )


def _waters(world: World, window: Sheet) -> Iterator[WaterFacts]:
    board, waters = world.board, world.waters
    for place in board.places[board.land :]:
        if window.whole(board.atlas.grid.parse(place)):
            found = {waters.group[sea] for node in waters.shores.get(place, ()) for sea in waters.seas[node]}
            yield WaterFacts(place, _point(board, place), tuple(sorted(found)))


def _point(board: Board, place: Place) -> Point:
    x, y = spot(board, place)
    return (round(x), round(y))
