"""What can be read off a position: who is where, how strong a place is, what is still undevastated."""

from collections.abc import Iterator

from sandtable.core.refusal import Refusal
from sandtable.hexes.state import Army, Attack, Combat, HexState, Name, Place, Side
from sandtable.hexes.world import World


def friendly(state: HexState, side: Side, place: Place) -> bool:
    """Whether a place is friendly to a side. Everything else is unfriendly, whosoever it is."""
    return state.control.get(place) == side


def strength_of(state: HexState, place: Place) -> int:
    """All points in a place that count towards stacking: those of armies, and of a fort that is ready."""
    return state.points_at(place).total + state.fort_at(place)


def garrison(world: World, state: HexState, place: Place) -> int:
    """One, if a place without armies and ready forts has its garrison; otherwise nothing."""
    if place in state.bare or strength_of(state, place):
        return 0
    return int(world.garrisoned(place))


def defence(world: World, state: HexState, side: Side, place: Place) -> int | None:
    """The strength of a place against an advance of ``side``; nothing: it is friendly."""
    if friendly(state, side, place):
        return None
    return strength_of(state, place) or garrison(world, state, place)


def crowded(world: World, state: HexState, side: Side) -> Iterator[Place]:
    """Places where a side has more points than may stand there."""
    for place in sorted({army.at for _, army in state.armies_of(side)}):
        limit = world.room(place)
        if limit is not None and strength_of(state, place) > limit:
            yield place


def free_counters(world: World, state: HexState, side: Side) -> list[Name]:
    """Counters of a side that are not in play."""
    return [name for name in world.counters(side) if name not in state.armies]


def own_army(world: World, state: HexState, side: Side, name: Name) -> Army | Refusal:
    """An army, if it is in play and of this side."""
    army = state.armies.get(name)
    if army is None or army.side != side:
        return world.refuse("army.no-empty-army", f"{world.name(side)} has no army {name} in play.")
    return army


def attack_of(combat: Combat, army: Name) -> Attack | None:
    """The attack that an army has been named for and has not yet carried out."""
    return next((attack for attack in combat.attacks if attack.army == army), None)


def active_attacks(combat: Combat) -> tuple[Attack, ...]:
    """The attacks that are being carried out: those of the landing, or all by land."""
    if combat.landing is not None:
        return tuple(attack for attack in combat.attacks if attack.army in combat.landing.armies)
    return tuple(attack for attack in combat.attacks if not attack.route)


def undevastated(world: World, state: HexState, place: Place) -> int:
    """Production points of a place that are neither devastated nor under repair."""
    lost = state.devastated.get(place, 0) + state.repaired.get(place, 0)
    return max(0, world.production(place, state.turn) - lost)
