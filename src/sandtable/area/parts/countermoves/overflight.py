"""Overflights: antiaircraft guns fire at air units that cross their territory, and fighters intercept them."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.claims import Claim, gathered
from sandtable.area.forces import MET, Piece, Power, Stack, merge, size, where
from sandtable.area.guns import shots_at
from sandtable.area.parts.countermoves.actions import Intercept
from sandtable.area.parts.countermoves.events import FightersRose, FlightMet, FlightWentOn, OverflightFired
from sandtable.area.parts.countermoves.memory import MOVES, Met, Sortie, Step, Track
from sandtable.area.parts.countermoves.reacting import chosen, flights, mover, reach_of_base, ready, subsets
from sandtable.area.parts.countermoves.settings import Settings
from sandtable.area.state import AreaState
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

ANTIAIRCRAFT = "antiaircraft"
"""The kind of hit that air units take."""


def crossing(world: World, state: AreaState, space: str) -> list[tuple[Track, Stack]]:
    """The air units that flew over a territory on their way elsewhere."""
    return [(track, units) for track, units in flights(world, state) if space in track.path[1:-1]]


def crossed(world: World, state: AreaState) -> list[str]:
    """The territories that were flown over, in path order."""
    found: dict[str, int] = {}
    for track, _ in flights(world, state):
        for i, space in enumerate(track.path[1:-1]):
            if not world.board.is_sea(space):
                found[space] = max(found.get(space, 0), i)
    return sorted(found, key=lambda space: (found[space], space))


def guns(world: World, state: AreaState, space: str) -> Stack:
    """The antiaircraft guns of the mover's enemies in a territory."""
    foes = world.enemies[mover(state)]
    return where(state.at(space), lambda p: p.power in foes and world.can(p, "anti-air"))


def steps(settings: Settings, world: World, state: AreaState, powers: tuple[Power, ...]) -> Iterator[Step]:
    """The reactions over each territory: antiaircraft guns, then fighters."""
    for space in crossed(world, state):
        if guns(world, state, space):
            yield Step("flak", space)
        if any(able(settings, world, state, power, space) for power in powers):
            yield Step("intercept", space)


def fire(run: Unfolding, space: str) -> None:
    """Fire the guns once at each air unit they haven't fired at this turn."""
    world, state = run.world, run.state
    groups: dict[str, Stack] = {}
    for track, units in crossing(world, state, space):
        if space not in track.fired:
            groups[track.end] = merge(groups.get(track.end, ()), units)
    here = guns(world, state, space)
    values = shots_at(world, here, sum(size(units) for units in groups.values()))
    if not values:
        return
    dice = run.dice.roll(len(values))
    hits = sum(die <= value for die, value in zip(dice, values, strict=True))
    claim = Claim(gathered(groups), hits, ANTIAIRCRAFT, (mover(state),)) if hits else None
    run.emit(OverflightFired(space, here[0][0].power, values, dice, hits, claim))


def able(settings: Settings, world: World, state: AreaState, power: Power, space: str) -> Stack:
    """A power's fighters that can intercept over a territory."""
    units = ready(state, power, space, settings.interceptors)
    if not units or reach_of_base(world, state, power, space, settings.base) is None:
        return ()
    return units if crossing(world, state, space) else ()


def check(
    settings: Settings, world: World, state: AreaState, seat: Power, action: Intercept, space: str
) -> Refusal | None:
    if action.territory != space:
        if action.territory not in crossed(world, state):
            return world.refuse("intercept.overflight", f"No enemy planes have flown over {action.territory}.")
        return world.refuse("intercept.one-flight", f"Planes over {space} come first.")
    units = able(settings, world, state, seat, space)
    if not action.units or chosen(units, action.units) is None:
        why = f"You have no such fighters at an operative air base in {space} that can still fly this turn."
        return world.refuse("intercept.overflight", why)
    return None


def offers(settings: Settings, world: World, state: AreaState, power: Power, space: str) -> Iterator[Intercept]:
    units = able(settings, world, state, power, space)
    if units:
        yield from (Intercept(some, space) for some in subsets(units))


def order(settings: Settings, run: Unfolding, seat: Power, action: Intercept) -> None:
    units = chosen(able(settings, run.world, run.state, seat, action.territory), action.units)
    assert units is not None
    run.emit(FightersRose(Sortie(seat, action.territory, action.territory, units)))


def meet(run: Unfolding, space: str) -> None:
    """Intercept the flight over the territory, and fight one air combat."""
    if not MOVES.of(run.state).sorties:
        return
    flight = tuple(
        Met(track.end, piece, _over(track, piece, space), count)
        for track, units in crossing(run.world, run.state, space)
        for piece, count in units
    )
    if flight:
        run.emit(FlightMet(space, flight))
        for part in run.world.parts.air_combat:
            part.air_combat(run, mover(run.state), space)


def _over(track: Track, piece: Piece, space: str) -> Piece:
    """An air unit as it was while over the territory."""
    left = len(track.path) - 1 - track.path.index(space, 1)
    return replace(piece, used=max(0, piece.used - left), mission=MET, raiding=False, landed=False)


def advance_until_decision(run: Unfolding, space: str) -> None:
    """The survivors fly on; in the noncombat move, aborted units too."""
    met = MOVES.of(run.state).met
    if met:
        aborting = phase_of(run.state, mover(run.state)) == "combat-move"
        run.emit(FlightWentOn(space, met, aborting))
