"""The kit: all that stays the same while an area game is played, with the drawings that a page needs."""

import msgspec

from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.turns import first_round
from sandtable.area.units import Kind
from sandtable.maps.geometry import Geometry
from sandtable.maps.kit import Marks, Name, Point, Rectangle, Sheet, colours, marks, sheet, spots
from sandtable.maps.style import silhouette


class PowerFacts(msgspec.Struct, frozen=True):
    id: Power
    name: str
    adjective: str
    side: str
    capital: str
    city: str
    colour: str
    on: str
    """What can be read on that colour."""
    emblem: str
    """A path in a square from -10 to 10."""


class UnitFacts(msgspec.Struct, frozen=True):
    """A line of the unit table."""

    id: str
    name: str
    plural: str
    kind: Kind
    cost: int
    attack: int
    defense: int
    move: int
    hits: int
    abilities: tuple[str, ...]
    berths: tuple[tuple[str, ...], ...]
    """Room aboard: one entry a place, naming the unit types that fit into it."""
    fills: tuple[str, ...]
    """Unit types of which a single one takes up all the room aboard."""
    silhouette: str
    """A path in a box of 32 by 24."""


class PhaseFacts(msgspec.Struct, frozen=True):
    id: str
    name: str
    together: bool
    """The powers of a team play it at the same time, once all have come so far."""


class OpeningFacts(msgspec.Struct, frozen=True):
    """How a game begins."""

    round: int
    """0: a special round comes before the first."""
    powers: tuple[Power, ...]


class SpaceFacts(msgspec.Struct, frozen=True):
    """A space: what it is, and where its things go on the map."""

    name: str
    sea: bool
    neighbours: tuple[str, ...]
    value: int
    city: str
    points: int
    """What the city is worth, where cities count for victory by points."""
    factory: bool
    island: bool
    neutral: bool
    owner: Power
    """The original controller."""
    centre: Point
    stack: Rectangle
    label: Name
    box: Rectangle | None


class RuleFacts(msgspec.Struct, frozen=True):
    id: str
    section: str


class TechFacts(msgspec.Struct, frozen=True):
    """A development that can be made."""

    id: str
    name: str
    text: str


class AidFacts(msgspec.Struct, frozen=True):
    """To whom a power may send money, and how much in a turn."""

    to: tuple[Power, ...]
    most: int


class GoalFacts(msgspec.Struct, frozen=True):
    """Victory by points of cities: how many a side must hold."""

    side: str
    points: int


class AreaKit(msgspec.Struct, frozen=True):
    """What is in the box."""

    game: str
    title: str
    sides: dict[str, str]
    powers: tuple[PowerFacts, ...]
    """In order of play."""
    units: tuple[UnitFacts, ...]
    phases: tuple[PhaseFacts, ...]
    opening: OpeningFacts
    spaces: tuple[SpaceFacts, ...]
    map: Sheet
    marks: Marks
    rules: tuple[RuleFacts, ...]
    techs: tuple[TechFacts, ...]
    goals: tuple[GoalFacts, ...]
    """Points of cities that win the game, where it is won so."""
    aid: dict[Power, AidFacts]
    """Who may send money to whom."""


def kit_of(game: AreaGame, geometry: Geometry) -> AreaKit:
    """The kit of a game with the drawing of its board."""
    world = game.world
    return AreaKit(
        game.id,
        game.title,
        dict(world.game.sides),
        tuple(_power(game, power) for power in world.order),
        tuple(_unit(game, unit) for unit in world.units),
        tuple(PhaseFacts(phase, info.name, info.together) for phase, info in world.game.phases.items()),
        OpeningFacts(first_round(world), world.teams(first_round(world))[0]),
        _spaces(game, geometry),
        sheet(geometry),
        marks(),
        tuple(RuleFacts(rule.id, rule.section) for rule in game.rulebook),
        tuple(TechFacts(tech, info.name, info.text) for tech, info in world.tech_table.items()),
        tuple(GoalFacts(one.side, one.points) for one in world.game.victory if one.points and not one.option),
        {power: AidFacts(info.to, info.most) for power, info in world.game.aid.items()},
    )


def _power(game: AreaGame, power: Power) -> PowerFacts:
    info, look = game.world.powers[power], colours(power)
    return PowerFacts(
        power,
        info.name,
        info.adjective,
        info.side,
        info.capital,
        info.city,
        look.colour,
        look.on,
        look.emblem,
    )


def _unit(game: AreaGame, unit: str) -> UnitFacts:
    info = game.world.units[unit]
    return UnitFacts(
        unit,
        info.name,
        info.plural,
        info.kind,
        info.cost,
        info.attack,
        info.defense,
        info.move,
        info.hits,
        tuple(info.abilities),
        info.berths,
        info.fills,
        silhouette(unit),
    )


def _spaces(game: AreaGame, geometry: Geometry) -> tuple[SpaceFacts, ...]:
    board, places = game.world.board, spots(geometry)
    found = []
    for name in board.spaces:
        land, spot = board.territories.get(name), places[name]
        found.append(
            SpaceFacts(
                name,
                land is None,
                board.neighbours(name),
                land.value if land else 0,
                land.city if land else "",
                land.points if land else 0,
                land.factory if land else False,
                land.island if land else False,
                land.neutral if land else False,
                land.owner if land else "",
                spot.centre,
                spot.stack,
                spot.label,
                spot.box,
            )
        )
    return tuple(found)
