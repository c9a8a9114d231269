"""The kit: everything that stays the same during a hex game, with what a page needs to draw it."""

from collections.abc import Iterator, Mapping

import msgspec

from sandtable.guides.hexes.drawing import hex_of, spot
from sandtable.hexes.atlas import Port, Terrain
from sandtable.hexes.board import Board
from sandtable.hexes.family import HexGame
from sandtable.hexes.grid import centre
from sandtable.hexes.parts.lend_lease import LendLease
from sandtable.hexes.parts.lend_lease import Settings as Loans
from sandtable.hexes.parts.research import Research
from sandtable.hexes.parts.research.settings import Settings as Laboratories
from sandtable.hexes.scenario import SeaRight
from sandtable.hexes.sealanes import seas_at
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.strength import Kind
from sandtable.hexes.tables import Tables
from sandtable.hexes.world import World
from sandtable.maps.hexcoast import SIZE
from sandtable.maps.hexmarks import SIGNS
from sandtable.maps.hexwindow import HexWindow
from sandtable.maps.kit import Point, Rectangle
from sandtable.maps.style import livery, readable_on


class SideFacts(msgspec.Struct, frozen=True):
    """A side."""

    id: Side
    name: str
    adjective: str
    colour: str
    on: str
    """A colour that is readable on top of it."""
    emblem: str
    """A path in a square from -10 to 10."""
    armies: tuple[Name, ...]
    """Its counters, which limit its number of armies."""
    fleets: tuple[Name, ...]


class PlaceFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place with land: what it is, and where it is on the map."""

    id: Place
    title: str
    """Its name."""
    at: Point
    """The middle of the hex, or of the box."""
    terrain: Terrain
    area: str
    """Its country; for a box, the first of its countries."""
    near: tuple[Place, ...] = ()
    """Places that armies can move to."""
    straits: tuple[Place, ...] = ()
    """Those of them across a strait."""
    roads: tuple[Place, ...] = ()
    """Those of them connected by road."""
    over_sea: tuple[Place, ...] = ()
    """Adjacent land across open water."""
    seas: tuple[str, ...] = ()
    """The seas on its coast."""
    name: str = ""
    box: bool = False
    """It represents whole countries: any number of points may stack there."""
    coastal: bool = False
    production: int = 0
    port: Port = "none"
    airbase: bool = False
    capital: bool = False
    depot: bool = False
    closed: bool = False
    """Nobody may ever enter it."""


class WaterFacts(msgspec.Struct, frozen=True):
    """A sea hex on the map."""

    id: Place
    at: Point
    seas: tuple[str, ...]


class BoardFacts(msgspec.Struct, frozen=True):
    """A board: the places in play, and how it is drawn."""

    id: str
    view: Rectangle
    """The part of the drawing that shows the board: left, top, width, height."""
    margin: int
    """The room around that part, where the drawing has its frame."""
    size: int
    """From the centre of a hex to its corners; hexes have a corner at the top and the bottom."""
    places: tuple[PlaceFacts, ...]
    """The places on the drawing, and those beyond it that a side holds at the start."""
    waters: tuple[WaterFacts, ...]
    seas: tuple[str, ...]
    countries: Mapping[str, str]
    """The colour of each country on the map."""
    views: Mapping[str, Rectangle] = {}
    """Parts of the drawing to jump to, by name."""


class Goal(msgspec.Struct, frozen=True):
    """A victory condition: the first one met decides."""

    side: str
    at_once: bool
    """It decides as soon as it is met; otherwise only after the last turn."""
    holds: tuple[Place, ...]
    rule: str


class ScenarioFacts(msgspec.Struct, frozen=True):
    """A scenario."""

    id: str
    title: str
    summary: str
    board: str
    phases: tuple[str, ...]
    """The phases of a turn, set-up first."""
    turns: tuple[str, ...]
    sides: tuple[Side, ...]
    """In order of play."""
    partners: tuple[Side, ...]
    """Sides that never fight each other."""
    kinds: tuple[Kind, ...]
    """What can be built."""
    forts: bool
    home: Mapping[Side, tuple[str, ...]]
    """Countries whose production provides full supply."""
    builds: Mapping[Side, tuple[str, ...]]
    """Countries where new points appear."""
    seas: Mapping[Side, Mapping[str, SeaRight]]
    """What each side may do on each sea."""
    lend_lease: Loans | None
    research: Laboratories | None
    """What can be researched, at which prices, and the track."""
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
    """Symbols in hexes, as paths in a square from -17 to 17: ``anchor``, ``star``, ``plane`` ..."""
    rules: tuple[RuleFacts, ...]


PHASES = {
    "setup": "Set-up",
    "strategic": "Strategic Warfare",
    "naval": "Naval Movement",
    "movement": "Movement",
    "combat": "Combat",
    "production": "Production",
    "research": "Research",
}
"""The names of the phases."""


def kit_of(game: HexGame) -> HexKit:
    """The kit of a game."""
    worlds = {world.facts.theatre: world for world in reversed(game.worlds.values())}
    return HexKit(
        game=game.id,
        title=game.title,
        sides=tuple(_side(game, side) for side in game.seats),
        boards=tuple(_board(name, world, _held(game, name)) for name, world in worlds.items()),
        scenarios=tuple(_scenario(world) for world in game.worlds.values()),
        phases=tuple(PhaseFacts(phase, name) for phase, name in PHASES.items() if phase in _played(game)),
        tables=next(iter(game.worlds.values())).tables,
        signs=SIGNS,
        rules=tuple(RuleFacts(rule.id, rule.section) for rule in game.rulebook),
    )


def _played(game: HexGame) -> set[str]:
    """All phases in the game's scenarios."""
    return {"setup", *(phase for world in game.worlds.values() for phase in world.facts.phases)}


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
    facts, lending, laboratories = world.facts, LendLease.of(world), Research.of(world)
    return ScenarioFacts(
        id=world.scenario.id,
        title=facts.title,
        summary=facts.summary,
        board=facts.theatre,
        phases=("setup", *facts.phases),
        turns=facts.turns,
        sides=world.order,
        partners=facts.partners,
        kinds=facts.kinds,
        forts=facts.forts,
        home={side: world.who(side).home for side in world.order},
        builds={side: own.builds for side, own in facts.sides.items()},
        seas={side: own.seas for side, own in facts.sides.items()},
        lend_lease=lending.settings if lending is not None else None,
        research=laboratories.settings if laboratories is not None else None,
        goals=tuple(
            Goal(one.side, one.when == "at-once", one.holds, world.full_id(one.rule)) for one in facts.victory
        ),
    )


def _held(game: HexGame, theatre: str) -> set[Place]:
    """The places of a theatre that a side holds at the start of a scenario."""
    worlds = (world for world in game.worlds.values() if world.facts.theatre == theatre)
    return {place for world in worlds for place in world.scenario.control}


def _board(name: str, world: World, held: set[Place]) -> BoardFacts:
    board = world.board
    window = HexWindow(board.atlas, board.theatre.window)
    view = (window.x0, window.y0, window.x1 - window.x0, window.y1 - window.y0)
    colours = {power: facts.colour for power, facts in board.atlas.allegiances.items()}
    return BoardFacts(
        id=name,
        view=(round(view[0]), round(view[1]), round(view[2]), round(view[3])),
        margin=round(window.margin),
        size=SIZE,
        places=tuple(
            _place(world, place)
            for place in board.places[: board.land]
            if place in held or window.whole(hex_of(board, place))
        ),
        waters=tuple(_waters(world, window)),
        seas=tuple(board.theatre.seas),
        countries={area: colours[one.allegiance] for area, one in board.atlas.areas.items()},
        views={title: _view(board, corners) for title, corners in board.theatre.views.items()},
    )


def _view(board: Board, corners: tuple[Place, Place]) -> Rectangle:
    """A part of the map, between two hexes."""
    (left, top), (right, bottom) = (centre(board.atlas.grid.parse(one)) for one in corners)
    return (round(left * SIZE), round(top * SIZE), round((right - left) * SIZE), round((bottom - top) * SIZE))


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


def _waters(world: World, window: HexWindow) -> Iterator[WaterFacts]:
    board, waters = world.board, world.waters
    for place in board.places[board.land :]:
        if window.whole(board.atlas.grid.parse(place)):
            found = {waters.group[sea] for node in waters.shores.get(place, ()) for sea in waters.seas[node]}
            yield WaterFacts(place, _point(board, place), tuple(sorted(found)))


def _point(board: Board, place: Place) -> Point:
    x, y = spot(board, place)
    return (round(x), round(y))
