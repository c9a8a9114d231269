"""Declaring invasions: who may sail, whereto, and how far."""

from collections.abc import Iterator
from math import ceil
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Invade, Support
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.events import Announced, Lost
from sandtable.hexes.sealanes import check_route, route, routes
from sandtable.hexes.shipping import friendly_places, is_port
from sandtable.hexes.state import Army, Attack, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import attack_of, friendly, own_army
from sandtable.hexes.strength import points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def check_invade(world: World, state: HexState, combat: Combat, side: Side, action: Invade) -> Refusal | None:
    """Judge an invasion that is announced, or an amphibious advance in exploitation."""
    army = own_army(world, state, side, action.army)
    if "amphibious" not in world.facts.kinds:
        return world.refuse("sea.three-uses", "There are no invasions in this scenario.")
    if isinstance(army, Refusal):
        return army
    if attack_of(combat, action.army) is not None:
        return world.refuse("attack.adjacent-one-hex", f"{action.army} has a target already.")
    exploiting = combat.step == "exploitation"
    if exploiting and action.army not in combat.landed:
        return world.refuse("invasion.amphibious-advance", f"{action.army} has not invaded in this turn.")
    if not exploiting and not is_port(world, army.at):
        return world.refuse("invasion.from-port", f"{world.title(army.at)} has no port to sail from.")
    return (
        check_bound(world, state, army, action.army)
        or _check_spending(world, state, side, army, action)
        or _check_target(world, state, side, action.target)
        or _check_way(world, state, combat, side, army, action)
        or _check_escort(world, state, combat, side, army, action)
    )


def _check_spending(world: World, state: HexState, side: Side, army: Army, action: Invade) -> Refusal | None:
    """Whether the points that lengthen the way are there, and enough amphibious points are left."""
    giver = action.spent_by or action.army
    other = own_army(world, state, side, giver)
    if (
        action.spend < 0
        or isinstance(other, Refusal)
        or other.at != army.at
        or other.points.amphibious < action.spend
    ):
        return world.refuse(
            "invasion.range-extension", f"{giver} cannot spend {action.spend} amphibious points there."
        )
    own = action.spend if giver == action.army else 0
    if 2 * (army.points.amphibious - own) < army.points.total - own or army.points.amphibious <= own:
        why = f"Fewer than half of the points of {action.army} are amphibious."
        return world.refuse("invasion.half-amphibious", why)
    return None


def _check_target(world: World, state: HexState, side: Side, target: Place) -> Refusal | None:
    if not world.in_play(target):
        return world.refuse("map.theatres", f"{target} is not in play.")
    if target not in world.waters.harbours:
        return world.refuse("invasion.range", f"{world.title(target)} has no coast.")
    holder = state.control.get(target)
    if holder is None:
        return Refusal(world.full_id(world.facts.neutrals), f"{world.title(target)} is neutral and stays so.")
    if holder in world.partners(side):
        return world.refuse("coop.no-attack", f"{world.title(target)} is a friend of {world.name(holder)}.")
    return None


def course(world: World, state: HexState, side: Side, start: Place, action: Invade | Support) -> tuple[Place, ...]:
    """The hexes that a force enters: as it was declared, or the shortest way."""
    if action.route:
        return action.route
    seas = set(world.waters.group.values())
    found = route(world.waters, start, action.target, friendly_places(state, side), seas)
    return found.hexes if found is not None else ()


def _check_course(
    world: World, state: HexState, side: Side, start: Place, action: Invade | Support
) -> tuple[Place, ...] | Refusal:
    """The hexes that a force enters, or why it cannot."""
    hexes = course(world, state, side, start, action)
    if not hexes or hexes[-1] != action.target:
        why = f"No sea route from {world.title(start)} to {world.title(action.target)} is open."
        return world.refuse("invasion.range", why)
    blocked = check_route(world.waters, start, hexes, friendly_places(state, side))
    if blocked is not None:
        return Refusal(world.full_id(blocked.rule), f"{blocked.why[:1].upper()}{blocked.why[1:]}.")
    return hexes


def _check_way(
    world: World, state: HexState, combat: Combat, side: Side, army: Army, action: Invade
) -> Refusal | None:
    hexes = _check_course(world, state, side, army.at, action)
    if isinstance(hexes, Refusal):
        return hexes
    length, tables = world.waters.length(hexes), world.tables
    reach = tables.invasion_range - combat.advanced.get(action.army, 0)
    needed = max(0, ceil((length - reach) / tables.invasion_extension))
    if needed > action.spend:
        rule: Citation = "invasion.range-extension" if action.spend else "invasion.range"
        why = f"The way is {length:g} hexes long; {needed} amphibious points must be spent for it."
        return world.refuse(rule, why)
    return None


def _check_escort(
    world: World, state: HexState, combat: Combat, side: Side, army: Army, action: Invade
) -> Refusal | None:
    if not action.fleet:
        return None
    fleet = state.fleets.get(action.fleet)
    if fleet is None or fleet.side != side or fleet.at != army.at:
        return world.refuse("fleet-basic.accompany", f"{action.fleet} is not in {world.title(army.at)}.")
    if world.board.port_of(army.at) not in ("anchor", "yard") and army.at not in world.board.boxes:
        return world.refuse("fleet-basic.accompany", f"{world.title(army.at)} is no major naval port.")
    return _check_busy(world, state, combat, action.fleet)


def _check_busy(world: World, state: HexState, combat: Combat, fleet: Name) -> Refusal | None:
    """Whether a fleet has nothing else to do in this turn."""
    taken = any(attack.fleet == fleet for attack in (*combat.attacks, *combat.supports))
    if taken or fleet in state.expended:
        return world.refuse("fleet-basic.once-per-turn-support", f"{fleet} is with another invasion.")
    return None


def check_support(world: World, state: HexState, combat: Combat, side: Side, action: Support) -> Refusal | None:
    """Judge a fleet that sails by itself to support an invasion."""
    fleet = state.fleets.get(action.fleet)
    if fleet is None or fleet.side != side:
        return world.refuse("fleet-basic.allotment", f"{world.name(side)} has no fleet {action.fleet}.")
    if not any(attack.route and attack.target == action.target for attack in combat.attacks):
        return world.refuse("fleet-basic.separate-support", f"No invasion of {action.target} has been declared.")
    busy = _check_busy(world, state, combat, action.fleet)
    if busy is not None:
        return busy
    hexes = _check_course(world, state, side, fleet.at, action)
    return hexes if isinstance(hexes, Refusal) else None


def announce_support(run: Unfolding, side: Side, action: Support) -> None:
    """Announce that a fleet supports an invasion."""
    hexes = course(run.world, run.state, side, run.state.fleets[action.fleet].at, action)
    run.emit(Announced(attack=Attack("", action.target, hexes, action.fleet)))


def declare(run: Unfolding, side: Side, action: Invade) -> Attack:
    """Announce an invasion; the points that lengthen its way are removed at once."""
    army = run.state.armies[action.army]
    hexes = course(run.world, run.state, side, army.at, action)
    if action.spend:
        spent = {action.spent_by or action.army: points_of("amphibious", action.spend)}
        run.emit(Lost(side=side, armies=spent))
    return Attack(action.army, action.target, hexes, action.fleet)


def announce_invasion(run: Unfolding, side: Side, action: Invade) -> None:
    """Announce an invasion among the initial attacks."""
    attack = declare(run, side, action)
    run.emit(Announced(attack=attack))


def legal_invasions(
    world: World, state: HexState, combat: Combat, side: Side, names: list[Name], shuffle: Random | None
) -> Iterator[Invade]:
    """Invasions of enemy coasts within reach, without lengthening the way, by the shortest course."""
    if "amphibious" not in world.facts.kinds:
        return
    own = friendly_places(state, side)
    coasts = [
        place
        for place in world.waters.harbours
        if not friendly(state, side, place) and world.hostile(side, state.control.get(place, side))
    ]
    for name in names:
        army = state.armies[name]
        if 2 * army.points.amphibious < army.points.total:
            continue
        seas, reach = set(world.waters.group.values()), world.tables.invasion_range - combat.advanced.get(name, 0)
        ways = routes(world.waters, army.at, own, seas, reach)
        near = [place for place in coasts if place in ways]
        if shuffle:
            shuffle.shuffle(near)
        escorts = [fleet for fleet, one in state.fleets.items() if one.side == side and one.at == army.at]
        for place in near:
            for fleet in (*escorts[:1], ""):
                action = Invade(name, place, ways[place].hexes, fleet)
                if check_invade(world, state, combat, side, action) is None:
                    yield action
