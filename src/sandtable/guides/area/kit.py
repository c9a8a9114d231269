"""The kit: everything that stays the same during an area game, with the drawings a page needs."""

import msgspec

from sandtable.area import events as ev
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.convoys import Convoys
from sandtable.area.parts.facilities import Facilities
from sandtable.area.parts.lend_lease import LendLease
from sandtable.area.turns import first_round
from sandtable.area.units import Kind
from sandtable.area.world import World
from sandtable.core.vocabulary import phrase_of
from sandtable.maps.geometry import Geometry
from sandtable.maps.kit import MapFacts, Marks, Name, Point, Rectangle, colours, map_facts, marks, spots
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
    """A colour that is readable on top of it."""
    emblem: str
    """A path in a square from -10 to 10."""


class UnitFacts(msgspec.Struct, frozen=True):
    """A row of the unit table."""

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
    """Room aboard: one entry per berth, with the unit types that fit in it."""
    fills: tuple[str, ...]
    """Unit types that take up all the room aboard."""
    silhouette: str
    """A path in a box of 32 by 24."""


class PhaseFacts(msgspec.Struct, frozen=True):
    id: str
    name: str
    together: bool
    """The powers of a team play it simultaneously, once all have reached it."""


class OpeningFacts(msgspec.Struct, frozen=True):
    """How a game begins."""

    round: int
    """0: a special round comes before the first."""
    powers: tuple[Power, ...]


class SpaceFacts(msgspec.Struct, frozen=True):
    """A space: what it is, and where its name and pieces go on the map."""

    name: str
    sea: bool
    neighbours: tuple[str, ...]
    value: int
    city: str
    points: int
    """The city's points, in games won by city points."""
    factory: bool
    island: bool
    neutral: bool
    leans: str
    """For a neutral: the side it is friendly to at the start; empty: neither."""
    army: int
    """For a neutral: how many units defend it if it is attacked."""
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
    """A development that research can find."""

    id: str
    name: str
    text: str


class DiceFacts(msgspec.Struct, frozen=True):
    """A field of an event that contains dice."""

    at: str
    """``fire.dice``: the field ``dice`` of each entry in ``fire``."""
    sides: int


class ActionFacts(msgspec.Struct, frozen=True):
    """An action added by one of the game's parts."""

    do: str
    example: str
    """How a player would type it."""
    about: str
    phases: tuple[str, ...]


class AidFacts(msgspec.Struct, frozen=True):
    """Whom a power may send money to, and how much per turn."""

    to: tuple[Power, ...]
    most: int


class FacilityFacts(msgspec.Struct, frozen=True):
    """A type of facility: its damage limits and its effects."""

    endures: int
    """The most damage it can have."""
    fails_at: int
    """The damage at which it stops working; 0: damage only lowers its capacity."""
    capacity: int
    """How many units can enter play there per turn; each point of damage lowers it by one."""
    chips: int
    """Turns it takes to build."""
    flights: int
    """Extra movement for air units that start there,"""
    voyages: int
    """and for ships in adjacent sea zones."""


class GoalFacts(msgspec.Struct, frozen=True):
    """Victory by city points: how many a side needs."""

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
    map: MapFacts
    marks: Marks
    rules: tuple[RuleFacts, ...]
    techs: tuple[TechFacts, ...]
    goals: tuple[GoalFacts, ...]
    """City points needed to win, in games won that way."""
    aid: dict[Power, AidFacts]
    """Which powers may send money to which."""
    dice: dict[str, tuple[DiceFacts, ...]]
    """Where the dice of each kind of event are."""
    actions: tuple[ActionFacts, ...]
    """Actions added by the game's parts."""
    parts: tuple[str, ...]
    """The game's parts."""
    facilities: dict[str, FacilityFacts]
    """Unit types that are facilities and can be damaged."""
    convoys: tuple[str, ...]
    """Sea zones with convoys."""


def kit_of(game: AreaGame, geometry: Geometry) -> AreaKit:
    """A game's kit with the drawing of its board."""
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
        map_facts(geometry),
        marks(),
        tuple(RuleFacts(rule.id, rule.section) for rule in game.rulebook),
        tuple(TechFacts(tech, info.name, info.text) for tech, info in world.tech_table.items()),
        tuple(GoalFacts(one.side, one.points) for one in world.game.victory if one.points and not one.option),
        _aid(world),
        _dice(world),
        _actions(world),
        tuple(part.name for part in world.parts.all),
        _facilities(world),
        convoys.settings.zones if (convoys := Convoys.of(world)) is not None else (),
    )


def _facilities(world: World) -> dict[str, FacilityFacts]:
    part = Facilities.of(world)
    types = part.settings.types if part is not None else {}
    return {
        unit: FacilityFacts(one.endures, one.fails_at, one.capacity, one.chips, one.flights, one.voyages)
        for unit, one in types.items()
    }


def _dice(world: World) -> dict[str, tuple[DiceFacts, ...]]:
    found = {_tag(event): tuple(DiceFacts(path, 6) for path in event.dice_at) for event in ev.FAMILY}
    for part in world.parts.all:
        for event in part.events:
            found[_tag(event)] = tuple(DiceFacts(path, part.die_sides(event, path)) for path in event.dice_at)
    return {event: dice for event, dice in found.items() if dice}


def _actions(world: World) -> tuple[ActionFacts, ...]:
    return tuple(
        ActionFacts(
            _tag(action), phrase_of(action).example, (action.__doc__ or "").split("\n")[0], part.when(action)
        )
        for action, part in world.parts.by_action.items()
        if action.phrase
    )


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _aid(world: World) -> dict[Power, AidFacts]:
    part = LendLease.of(world)
    donors = part.settings.donors if part is not None else {}
    return {power: AidFacts(donor.to, donor.most) for power, donor in donors.items()}


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
                land.leans if land else "",
                land.army if land else 0,
                land.owner if land else "",
                spot.centre,
                spot.stack,
                spot.label,
                spot.box,
            )
        )
    return tuple(found)
