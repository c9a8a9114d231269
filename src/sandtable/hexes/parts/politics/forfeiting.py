"""Points that are lost with a country: their side chooses them, as many as possible in the country's own lands."""

from collections.abc import Iterator, Mapping

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed
from sandtable.hexes.parts.politics.actions import Forfeit
from sandtable.hexes.parts.politics.events import Forfeited
from sandtable.hexes.parts.politics.memory import AFFAIRS, Due
from sandtable.hexes.parts.politics.settings import Settings
from sandtable.hexes.state import HexState, Name, Side
from sandtable.hexes.strength import KINDS, NONE, Points, points_of, total
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ASKS = "forfeit"


def asks(world: World, state: HexState) -> tuple[Decision, ...]:
    for country, due in AFFAIRS.of(state).forfeits.items():
        prompt = f"{country} has surrendered: give up {_owed(state, due)}, in its own lands first."
        return (Decision(due.side, ASKS, country, prompt),)
    return ()


def _split(world: World, state: HexState, country: str, side: Side) -> tuple[list[Name], list[Name], list[Name]]:
    """A side's armies pledged to a country, those in its lands, and the others."""
    lands = world.realms[country]
    first = frozenset().union(*(part.pledged(world, state, country) for part in world.parts.pledged))
    own = sorted(name for name, _ in state.armies_of(side))
    pledged = [name for name in own if name in first]
    inside = [name for name in own if state.armies[name].at in lands and name not in first]
    return pledged, inside, [name for name in own if name not in (*pledged, *inside)]


def _held(state: HexState, names: list[Name]) -> Points:
    return total(state.armies[name].points for name in names)


def _least(wanted: Points, there: Points) -> Points:
    """For each kind, the smaller of what is required and what is there."""
    return total(points_of(kind, min(wanted.of(kind), there.of(kind))) for kind in KINDS)


def _owed(state: HexState, due: Due) -> Points:
    return _least(due.points, total(army.points for _, army in state.armies_of(due.side)))


def check(world: World, state: HexState, settings: Settings, side: Side, action: Forfeit) -> Refusal | None:
    """Validate the choice of points to give up."""
    country, due = next(iter(AFFAIRS.of(state).forfeits.items()))
    rule = settings.collapses[country].losses_rule
    for name, points in action.armies.items():
        army = state.armies.get(name)
        if army is None or army.side != side or not points.sound or points not in army.points:
            return world.refuse("army.composition", f"{name} cannot give up {points}.")
    owed, named = _owed(state, due), total(action.armies.values())
    if named != owed:
        return world.refuse_by(rule, f"Give up {owed}, not {named}.")
    pledged, inside, _ = _split(world, state, country, side)
    least = _least(owed, _held(state, pledged))
    if least not in _named(action, pledged):
        return world.refuse_by(rule, f"At least {least} of it must come from {listed(pledged)}.")
    least = _least(owed, _held(state, pledged + inside))
    if least not in _named(action, pledged + inside):
        return world.refuse_by(rule, f"At least {least} of it must come from the lands of {country}.")
    return None


def _named(action: Forfeit, names: list[Name]) -> Points:
    """The points that the given armies give up."""
    return total(points for name, points in action.armies.items() if name in names)


def offers(world: World, state: HexState, side: Side) -> Iterator[Forfeit]:
    """From the armies in each order: those in the country's lands first, then the others."""
    seen: list[Mapping[Name, Points]] = []
    for country, due in AFFAIRS.of(state).forfeits.items():
        pledged, inside, outside = _split(world, state, country, side)
        for one in range(max(1, len(inside))):
            for other in range(max(1, len(outside))):
                order = pledged + inside[one:] + inside[:one] + outside[other:] + outside[:other]
                taken = _taken(state, order, _owed(state, due))
                if taken not in seen:
                    seen.append(taken)
                    yield Forfeit(taken)
        return


def _taken(state: HexState, order: list[Name], owed: Points) -> dict[Name, Points]:
    found: dict[Name, Points] = {}
    for name in order:
        part = _least(owed, state.armies[name].points)
        owed = owed - part
        if part != NONE:
            found[name] = part
    return found


def do(run: Unfolding, side: Side, action: Forfeit) -> None:
    country = next(iter(AFFAIRS.of(run.state).forfeits))
    lost = {name: points for name, points in action.armies.items() if points.total}
    run.emit(Forfeited(country=country, side=side, armies=lost))


def settle_forced(run: Unfolding) -> None:
    """Resolve losses without asking if there is no choice."""
    for due in AFFAIRS.of(run.state).forfeits.values():
        choices = list(offers(run.world, run.state, due.side))
        if len(choices) == 1:
            do(run, due.side, choices[0])
        return
