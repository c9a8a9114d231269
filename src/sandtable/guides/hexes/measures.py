"""Statistics of a hex game: measures per round, and dice luck."""

from collections.abc import Iterator, Mapping

from sandtable.core.guide import Measure, Moment, Tally, Throw
from sandtable.guides.hexes.kit import PHASES
from sandtable.hexes import events as ev
from sandtable.hexes.production import count_production
from sandtable.hexes.state import HexState, Name, Side
from sandtable.hexes.strength import KINDS, Kind, headed, spoken, total
from sandtable.hexes.victory import party
from sandtable.hexes.world import World

FACES = tuple(range(1, 7))
TURNS = 3
"""How many turns of production count towards a side's strength."""

EVERYWHERE: tuple[Kind, ...] = ("infantry", "mechanized", "amphibious")
"""Kinds of points that are counted in every scenario, even if it doesn't have them."""

MEASURES = (
    Measure("points", "Strength points", "All strength points in a side's armies.", "seat", "stand"),
    *(
        Measure(kind, headed(kind), f"The {spoken(kind)} points in a side's armies.", "seat", "stand")
        for kind in KINDS
    ),
    Measure(
        "production",
        "Production",
        "A side's production points in full supply and not devastated.",
        "seat",
        "stand",
    ),
    Measure("hexes", "Hexes", "How many hexes a side holds.", "seat", "stand"),
    Measure("losses", "Losses", "The strength points a side lost in the turn.", "seat", "sum"),
)


def moment(state: HexState) -> Moment:
    """Turn, side and phase."""
    return Moment(state.turn, state.side, PHASES[state.phase])


def measure(world: World, state: HexState) -> Mapping[str, Mapping[str, float]]:
    """The measures of a position."""
    held = dict.fromkeys(world.order, 0)
    for holder in state.control.values():
        held[holder] += 1
    points = {side: total(army.points for _, army in state.armies_of(side)) for side in world.order}
    kinds: dict[str, dict[str, int]] = {
        kind: {side: own.of(kind) for side, own in points.items()}
        for kind in dict.fromkeys((*EVERYWHERE, *world.facts.kinds))
    }
    return {
        "points": {side: own.total for side, own in points.items()},
        **kinds,
        "production": {side: count_production(world, state, side) for side in world.order},
        "hexes": held,
    }


def strengths(world: World, state: HexState) -> dict[str, float]:
    """The strength of each player's sides in production points: armies, forts, and a few turns of production."""
    found: dict[str, float] = {}
    for sides in state.players.values():
        found[party(sides)] = sum(_of_side(world, state, side) for side in sides)
    return found


def _of_side(world: World, state: HexState, side: Side) -> int:
    points = total(army.points for _, army in state.armies_of(side))
    points += state.reserve.get(side, total(()))
    forts = sum(fort.points + fort.building for fort in state.forts.values() if fort.side == side)
    return (
        sum(count * price(world, kind) for kind, count in points.items())
        + forts * world.tables.fort_cost
        + TURNS * count_production(world, state, side)
    )


def price(world: World, kind: Kind) -> int:
    """The price of a point of a kind."""
    return world.tables.cost[kind]


def tally(state: HexState, event: ev.HexEvent) -> tuple[Tally, ...]:
    """Strength points lost, in any way."""
    return tuple(Tally("losses", side, count) for side, count in _losses(state, event) if count)


def _losses(state: HexState, event: ev.HexEvent) -> Iterator[tuple[Side, int]]:
    match event:
        case ev.Lost():
            yield event.side, sum(points.total for points in event.armies.values())
        case ev.Disbanded():
            yield state.armies[event.army].side, event.points.total
        case ev.Eliminated():
            yield _whole(state, event.army)
        case ev.SupplyFailed():
            yield from (_whole(state, name) for name in event.armies)


def _whole(state: HexState, name: Name) -> tuple[Side, int]:
    army = state.armies[name]
    return army.side, army.points.total


def throws(world: World, state: HexState, event: ev.HexEvent) -> tuple[Throw, ...]:
    """Dice that can score for a side. Dice that only decide who gets a hex are neither good nor bad."""
    match event:
        case ev.Fired():
            groups = zip(world.tables.groups(event.strength), (event.die, *event.more), strict=True)
            return tuple(
                Throw(
                    event.side,
                    "hits",
                    event.at,
                    (die,),
                    tuple(world.tables.losses(group, face + event.modifier) for face in FACES),
                )
                for group, die in groups
            )
        case ev.NavalFire() | ev.AirStruck():
            modifier = event.modifier if isinstance(event, ev.NavalFire) else 0
            scores = tuple(world.tables.losses(event.strength, face + modifier) for face in FACES)
            return (Throw(event.side, "hits", event.at, (event.die,), scores),)
        case ev.AdvanceRolled():
            scores = tuple(int(max(1, face + event.modifier) <= event.need) for face in FACES)
            return (Throw(state.armies[event.army].side, "advances", event.target, (event.die,), scores),)
        case _:
            return ()
