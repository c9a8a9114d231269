"""A plan as a position has it: who could attack with whom, and what stands on the way."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.combat.announcing import check_aim
from sandtable.hexes.combat.fire import defence_strength
from sandtable.hexes.odds.plan import CHEAPEST, Group, Hex, Plan
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import friendly, own_army
from sandtable.hexes.strength import Kind, total
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World

LONGEST = 8
"""Hexes that a plan may have: no die succeeds after so many."""


def plan_of(
    world: World,
    state: HexState,
    spearhead: Name,
    path: Sequence[Place],
    others: Sequence[Name] = (),
    fire_at: int = 0,
    after: bool = False,
    losses: tuple[Kind, ...] = CHEAPEST,
) -> Plan | Refusal:
    """The plan of an army that goes along a path, with others that attack the first hex of it; or why it is none.

    It is taken as it stands: defenders that would retreat into a hex of the path are not foreseen.
    """
    army = state.armies.get(spearhead)
    if army is None:
        return world.refuse("army.no-empty-army", f"There is no army {spearhead} in play.")
    if not 1 <= len(path) <= LONGEST:
        return world.refuse("attack.adjacent-one-hex", f"Name one hex to {LONGEST} hexes.")
    refusal = _check_path(world, state, army, path) or _check_others(world, state, army, path[0], others)
    if refusal is not None:
        return refusal
    combat = state.combat
    by_place: dict[Place, list[Name]] = {army.at: [spearhead]}
    for name in others:
        by_place.setdefault(state.armies[name].at, []).append(name)
    return Plan(
        groups=tuple(_group(world, state, place, names) for place, names in by_place.items()),
        path=tuple(_hex(world, state, army.side, place) for place in path),
        fire_at=fire_at,
        after=after,
        losses=losses,
        advanced=combat.advanced.get(spearhead, 0) if combat is not None else 0,
        assaulted=combat is not None and spearhead in combat.assaulted,
    )


def _check_path(world: World, state: HexState, army: Army, path: Sequence[Place]) -> Refusal | None:
    for place in path:
        refusal = check_aim(world, state, army, place)
        if refusal is not None:
            return refusal
        army = replace(army, at=place)
    return None


def _check_others(
    world: World, state: HexState, army: Army, target: Place, others: Sequence[Name]
) -> Refusal | None:
    for name in others:
        other = own_army(state, army.side, name)
        if other is None or other == army:
            return world.refuse("army.no-empty-army", f"{world.name(army.side)} has no other army {name} in play.")
        refusal = check_aim(world, state, other, target)
        if refusal is not None:
            return refusal
    return None


def _group(world: World, state: HexState, place: Place, names: Sequence[Name]) -> Group:
    armies = [state.armies[name] for name in names]
    return Group(
        armies=tuple(army.points for army in armies),
        terrain=world.terrain(place),
        winter=winter_modifier(world, state, armies[0]),
    )


def _hex(world: World, state: HexState, side: Side, place: Place) -> Hex:
    """What stands in a hex, and what of it may still fire in this turn."""
    there = dict(state.armies_at(place))
    points = total(army.points for army in there.values())
    fort = state.fort_at(place)
    fresh = total(army.points for name, army in there.items() if name not in state.fired)
    holder = state.control.get(place, side)
    return Hex(
        points=points,
        fort=fort,
        cover=state.cover.get(place),
        garrison=world.garrisoned(place) and place not in state.bare,
        friendly=friendly(state, side, place),
        fire=defence_strength(fresh, fort if place not in state.fired else 0),
        terrain=world.terrain(place),
        defence_winter=winter_modifier(world, state, Army(holder, place, points)),
        winter=winter_modifier(world, state, Army(side, place, points)),
    )
