"""Interdiction: air units at a base strike once at ships that moved into a zone within range."""

from collections.abc import Iterator

from sandtable.area.claims import Claim, gathered, seats
from sandtable.area.forces import Piece, Power, Stack, merge, size, where
from sandtable.area.movement.airfields import flights_now
from sandtable.area.parts.countermoves.actions import Interdict
from sandtable.area.parts.countermoves.events import FleetStruck, FleetTargeted
from sandtable.area.parts.countermoves.memory import MOVES, Sortie
from sandtable.area.parts.countermoves.reacting import (
    bases,
    chosen,
    fleet,
    mover,
    reach_of_base,
    ready,
    subsets,
)
from sandtable.area.parts.countermoves.settings import Settings
from sandtable.area.state import AreaState
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

AT_SHIPS, AT_AIR = "naval", "antiaircraft"
"""The kinds of hit."""


def arrived(world: World, state: AreaState) -> dict[str, Stack]:
    """The ships that moved, by their current zone, except those that air units can't hit."""
    found: dict[str, Stack] = {}
    for track, units in fleet(world, state):
        ships = where(units, lambda p: not world.can(p, "submersible"))
        if ships and track.end != track.path[0]:
            found[track.end] = merge(found.get(track.end, ()), ships)
    return found


def reach(world: World, piece: Piece, bonus: int) -> int:
    """How far an air unit can fly and still return."""
    return (world.type(piece).move + bonus) // 2


def options(settings: Settings, world: World, state: AreaState, power: Power) -> dict[tuple[str, str], Stack]:
    """Bases with zones in range, and the air units that can strike."""
    zones = arrived(world, state)
    if not zones:
        return {}
    found = {}
    struck = MOVES.of(state).struck
    for base, units, bonus in bases(world, state, power, settings.base, settings.strikers):
        far = flights_now(world, state, power)[base]
        for zone in zones:
            distance = far.get(zone)
            if distance is None or struck.get(base, zone) != zone:
                continue
            near = where(units, lambda p, d=distance, b=bonus: d <= reach(world, p, b))  # type: ignore[misc]
            if near:
                found[base, zone] = near
    return found


def check(settings: Settings, world: World, state: AreaState, seat: Power, action: Interdict) -> Refusal | None:
    able = options(settings, world, state, seat).get((action.base, action.zone), ())
    if action.units and chosen(able, action.units) is not None:
        return None
    zones = arrived(world, state)
    if action.zone not in zones:
        return world.refuse("interdict.who", f"No enemy ships have moved to {action.zone}.")
    units = ready(state, seat, action.base, settings.strikers)
    bonus = reach_of_base(world, state, seat, action.base, settings.base)
    if not action.units or bonus is None or chosen(units, action.units) is None:
        why = f"You have no such air units at an operative air base in {action.base} that can still fly this turn."
        return world.refuse("interdict.who", why)
    if MOVES.of(state).struck.get(action.base, action.zone) != action.zone:
        why = f"The air base in {action.base} has already struck in another zone this turn."
        return world.refuse("interdict.once-per-ship-group", why)
    return world.refuse("interdict.range", f"{action.zone} is out of range from {action.base}.")


def offers(settings: Settings, world: World, state: AreaState, power: Power) -> Iterator[Interdict]:
    for (base, zone), units in options(settings, world, state, power).items():
        yield from (Interdict(some, base, zone) for some in subsets(units))


def order(settings: Settings, run: Unfolding, seat: Power, action: Interdict) -> None:
    units = chosen(options(settings, run.world, run.state, seat)[action.base, action.zone], action.units)
    assert units is not None
    run.emit(FleetTargeted(Sortie(seat, action.base, action.zone, units)))


def resolve(settings: Settings, run: Unfolding) -> None:
    """In each zone, air units and ships roll once, simultaneously."""
    world, power = run.world, mover(run.state)
    ships = arrived(world, run.state)
    strikes: dict[str, dict[str, Stack]] = {}
    for one in MOVES.of(run.state).sorties:
        here = strikes.setdefault(one.to, {})
        here[one.base] = merge(here.get(one.base, ()), one.units)
    for zone, planes in strikes.items():
        attack = run.dice.roll(sum(size(units) for units in planes.values()))
        armed = size(where(ships[zone], lambda p: world.type(p).defense > 0))
        defend = run.dice.roll(armed) if armed else ()
        scored, lost = (sum(die <= settings.strike for die in dice) for dice in (attack, defend))
        claims = []
        if scored:
            claims.append(Claim(((zone, ships[zone]),), scored, AT_SHIPS, (power,)))
        if lost:
            owners = seats(world, run.state, merge(*planes.values()))
            claims.append(Claim(gathered(planes), lost, AT_AIR, owners, power))
        run.emit(FleetStruck(zone, settings.strike, attack, defend, tuple(claims)))
