"""Queries on a position: who is where, how strong a place is, which production is undevastated."""

from collections.abc import Iterator

from sandtable.core.refusal import Refusal
from sandtable.hexes.state import Army, Attack, Combat, HexState, Name, Place, Side
from sandtable.hexes.world import World


def friendly(state: HexState, side: Side, place: Place) -> bool:
    """Whether a place is friendly to a side. Every other place is unfriendly, whoever holds it."""
    return state.control.get(place) == side


def strength_of(state: HexState, place: Place) -> int:
    """All points in a place that count towards stacking: those of armies and of a complete fort."""
    return state.points_at(place).ground + state.fort_at(place)


def garrison(world: World, state: HexState, place: Place) -> int:
    """1 if a place without armies and complete forts has its garrison or an occupation marker, otherwise 0."""
    if place in state.ungarrisoned or strength_of(state, place):
        return 0
    return int(world.garrisoned(place) or place in state.marked)


def defence(world: World, state: HexState, side: Side, place: Place) -> int | None:
    """The strength of a place against an advance by ``side``. None: it is friendly."""
    if friendly(state, side, place):
        return None
    return strength_of(state, place) or garrison(world, state, place)


def check_truce(world: World, state: HexState, side: Side, place: Place) -> Refusal | None:
    """Whether a side may harm an enemy place from the air or by partisans."""
    return next(filter(None, (part.truce(world, state, side, place) for part in world.parts.truce)), None)


def crowded(world: World, state: HexState, side: Side) -> Iterator[Place]:
    """Places where a side exceeds the stacking limit."""
    for place in sorted({army.at for _, army in state.armies_of(side)}):
        limit = world.room(place)
        if limit is not None and strength_of(state, place) > limit:
            yield place


def free_counters(world: World, state: HexState, side: Side, nation: str = "") -> list[Name]:
    """A side's counters that aren't in play: the given nation's first, other nations' last."""
    free = [name for name in world.counters(side) if name not in state.armies]
    if not world.facts.nations:
        return free
    return sorted(free, key=lambda name: (world.nation_of(name) != nation, bool(world.nation_of(name))))


def own_army(world: World, state: HexState, side: Side, name: Name) -> Army | Refusal:
    """An army, if it is in play and belongs to this side."""
    army = state.armies.get(name)
    if army is None or army.side != side:
        return world.refuse("army.no-empty-army", f"{world.having(side)} no army {name} in play.")
    return army


def irregular(world: World, state: HexState, name: Name) -> bool:
    """Whether points stand on the map without belonging to an army, whatever their name."""
    return any(part.irregular(world, state, name) for part in world.parts.irregular)


def attack_of(combat: Combat, army: Name) -> Attack | None:
    """The attack an army has announced and not yet carried out."""
    return next((attack for attack in combat.attacks if attack.army == army), None)


def under_way(state: HexState, name: Name) -> bool:
    """Whether an army has been declared for an invasion in naval movement, which comes before land movement."""
    return state.phase == "movement" and state.combat is not None and attack_of(state.combat, name) is not None


def committed(state: HexState, fleet: Name) -> bool:
    """Whether a fleet sails with an invasion."""
    combat = state.combat
    return combat is not None and any(one.fleet == fleet for one in (*combat.attacks, *combat.supports))


def active_attacks(combat: Combat) -> tuple[Attack, ...]:
    """The attacks being carried out: those of the landing, or all attacks by land."""
    if combat.landing is not None:
        return tuple(attack for attack in combat.attacks if attack.army in combat.landing.armies)
    return tuple(attack for attack in combat.attacks if not attack.route)


def undevastated(world: World, state: HexState, place: Place) -> int:
    """Production points of a place that are neither devastated nor under repair.

    What a box doesn't produce yet is devastated with the rest, but needn't be repaired first.
    """
    lost = state.devastated.get(place, 0) + state.repaired.get(place, 0)
    return max(0, min(production_now(world, state, place), world.most_production(place) - lost))


def production_now(world: World, state: HexState, place: Place) -> int:
    """The production points a place has now, devastated or not."""
    for part in world.parts.produces:
        points = part.produces(world, state, place)
        if points is not None:
            return points
    return world.production(place, state.turn)
