"""Declaring invasions: who may sail, where to, and how far."""

from collections.abc import Iterable, Iterator
from math import ceil
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Invade, Support
from sandtable.hexes.citations import Citation
from sandtable.hexes.combat.announcing import check_barred, check_bound, check_neutral
from sandtable.hexes.events import Announced, Lost
from sandtable.hexes.invasion.sailing import armed_coasts
from sandtable.hexes.sealanes import check_route, route, routes, seas_at
from sandtable.hexes.shipping import barred, is_port, sea_friends
from sandtable.hexes.state import Army, Attack, Combat, HexState, Name, Place, Side
from sandtable.hexes.status import attack_of, friendly, own_army
from sandtable.hexes.strength import points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def check_invade(world: World, state: HexState, combat: Combat, side: Side, action: Invade) -> Refusal | None:
    """Validate the announcement of an invasion, or of an amphibious advance in exploitation."""
    army = own_army(world, state, side, action.army)
    if "amphibious" not in world.facts.kinds:
        return world.refuse("sea.three-uses", "There are no invasions in this scenario.")
    if isinstance(army, Refusal):
        return army
    if attack_of(combat, action.army) is not None:
        return world.refuse("attack.adjacent-one-hex", f"{action.army} already has a target.")
    exploiting = combat.step == "exploitation"
    if exploiting and action.army not in combat.landed:
        return world.refuse("invasion.amphibious-advance", f"{action.army} hasn't invaded this turn.")
    if not exploiting and world.routes_first and state.phase == "combat":
        why = "The routes of invasions are declared in naval movement."
        return world.refuse("c2-sequence.naval-movement-steps", why)
    if not exploiting and not is_port(world, army.at):
        return world.refuse("invasion.from-port", f"{world.title(army.at)} has no port to sail from.")
    return (
        check_bound(world, state, army, action.army)
        or next(filter(None, (p.embarks(world, state, action.army, army) for p in world.parts.embarks)), None)
        or _check_spending(world, state, side, army, action)
        or _check_target(world, state, side, action.target)
        or check_barred(world, state, army, action.target)
        or _check_way(world, state, side, army, action)
        or _check_escort(world, state, combat, side, army, action)
    )


def _check_spending(world: World, state: HexState, side: Side, army: Army, action: Invade) -> Refusal | None:
    """Whether the points spent on range are available, and enough amphibious points are left."""
    giver = action.spent_by or action.army
    other = own_army(world, state, side, giver)
    if (
        action.spend < 0
        or isinstance(other, Refusal)
        or other.at != army.at
        or other.points.amphibious < action.spend
    ):
        return world.refuse(
            "invasion.range-extension", f"{giver} can't spend {action.spend} amphibious points there."
        )
    own = action.spend if giver == action.army else 0
    if 2 * (army.points.amphibious - own) < army.points.total - own or army.points.amphibious <= own:
        why = f"Fewer than half of {action.army}'s points are amphibious."
        return world.refuse("invasion.half-amphibious", why)
    return None


def _check_target(world: World, state: HexState, side: Side, target: Place) -> Refusal | None:
    absent = world.out_of_play(target, at_sea="invasion.declare")
    if absent is not None:
        return absent
    if target not in world.waters.harbours:
        return world.refuse("invasion.range", f"{world.title(target)} has no coast.")
    holder = state.control.get(target)
    if holder is None:
        return check_neutral(world, target)
    if holder in world.partners(side):
        why = f"{world.title(target)} is friendly to {world.the(holder)}."
        return world.at_peace(side, holder, "coop.no-attack", why)
    return None


def course(world: World, state: HexState, side: Side, start: Place, action: Invade | Support) -> tuple[Place, ...]:
    """The hexes a force enters: the declared route; otherwise the shortest one in range that avoids coastal
    air; otherwise the shortest."""
    if action.route:
        return action.route
    seas, own = set(world.waters.group.values()), sea_friends(world, state, side)
    quiet = route(world.waters, start, action.target, own, seas, armed_coasts(world, state, side))
    if quiet is not None and (isinstance(action, Support) or quiet.length <= _reach(world, state, action)):
        return quiet.hexes
    found = route(world.waters, start, action.target, own, seas)
    return found.hexes if found is not None else ()


def _reach(world: World, state: HexState, action: Invade) -> int:
    """How far an army can sail with the points it spends."""
    advanced = state.combat.advanced.get(action.army, 0) if state.combat is not None else 0
    return world.tables.invasion_range - advanced + world.tables.invasion_extension * action.spend


def _check_course(
    world: World, state: HexState, side: Side, start: Place, action: Invade | Support
) -> tuple[Place, ...] | Refusal:
    """The hexes a force enters, or why it can't."""
    hexes = course(world, state, side, start, action)
    if not hexes or hexes[-1] != action.target:
        why = f"There's no open sea route from {world.title(start)} to {world.title(action.target)}."
        return world.refuse("invasion.range", why)
    blocked = check_route(world.waters, start, hexes, sea_friends(world, state, side))
    return hexes if blocked is None else barred(world, state, blocked)


def _check_way(world: World, state: HexState, side: Side, army: Army, action: Invade) -> Refusal | None:
    hexes = _check_course(world, state, side, army.at, action)
    if isinstance(hexes, Refusal):
        return hexes
    length = world.waters.length(hexes)
    beyond = length - _reach(world, state, action)
    if beyond > 0:
        needed = action.spend + ceil(beyond / world.tables.invasion_extension)
        rule: Citation = "invasion.range-extension" if action.spend else "invasion.range"
        why = f"The route is {length:g} hexes long: you must spend {needed} amphibious points."
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
        return world.refuse("fleet-basic.accompany", f"{world.title(army.at)} isn't a major naval port.")
    return _check_busy(world, state, combat, action.fleet)


def _check_busy(world: World, state: HexState, combat: Combat, fleet: Name) -> Refusal | None:
    """Whether a fleet has no other task this turn."""
    taken = any(attack.fleet == fleet for attack in (*combat.attacks, *combat.supports))
    for part in world.parts.idles:
        refusal = part.idles(world, state, state.fleets[fleet])
        if refusal is not None:
            return refusal
    for part in world.parts.excuses:
        refusal = part.excuses(world, state, fleet, state.fleets[fleet])
        if refusal is not None:
            return refusal
    if fleet in state.expended and combat.step == "announce":  # no battle has been fought yet
        return world.refuse(
            "supply.fleets", f"{fleet} had no supply at the start of the turn: it can only change base."
        )
    if taken or fleet in state.expended:
        return world.refuse("fleet-basic.once-per-turn-support", f"{fleet} is already with another invasion.")
    return None


def check_support(world: World, state: HexState, combat: Combat, side: Side, action: Support) -> Refusal | None:
    """Validate a fleet that sails on its own to support an invasion."""
    fleet = state.fleets.get(action.fleet)
    if fleet is None or fleet.side != side:
        return world.refuse("fleet-basic.allotment", f"{world.having(side)} no fleet {action.fleet}.")
    if world.routes_first and state.phase == "combat":
        why = "Fleets set out to support invasions in naval movement."
        return world.refuse("c2-sequence.naval-movement-steps", why)
    if not any(attack.route and attack.target == action.target for attack in combat.attacks):
        return world.refuse(
            "fleet-basic.separate-support", f"You haven't declared an invasion of {action.target}."
        )
    busy = _check_busy(world, state, combat, action.fleet)
    if busy is not None:
        return busy
    if not set(seas_at(world.waters, fleet.at)) & set(seas_at(world.waters, action.target)):
        why = f"{action.fleet} isn't based on the same sea as {world.title(action.target)}."
        return world.refuse("fleet-basic.mediterranean", why)
    hexes = _check_course(world, state, side, fleet.at, action)
    return hexes if isinstance(hexes, Refusal) else None


def legal_support(
    world: World, state: HexState, combat: Combat, side: Side, targets: Iterable[Place]
) -> Iterator[Support]:
    """Fleets that could support invasions of the given places on their own."""
    for place in targets:
        fleets = [Support(name, place) for name, fleet in state.fleets.items() if fleet.side == side]
        yield from (one for one in fleets if check_support(world, state, combat, side, one) is None)


def announce_support(run: Unfolding, side: Side, action: Support) -> None:
    """Announce that a fleet supports an invasion."""
    hexes = course(run.world, run.state, side, run.state.fleets[action.fleet].at, action)
    run.emit(Announced(attack=Attack("", action.target, hexes, action.fleet)))


def declare(run: Unfolding, side: Side, action: Invade) -> Attack:
    """Announce an invasion; points spent on range are removed at once."""
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


def _hostile(world: World, state: HexState, side: Side, place: Place) -> bool:
    """Whether a coast could be invaded: an enemy's, or a neutral one where neutrals may be attacked."""
    holder = state.control.get(place)
    if holder is None:
        return place in world.board and check_neutral(world, place) is None
    return world.hostile(side, holder)


def _announcing(state: HexState) -> bool:
    """Whether attacks by land are being announced."""
    return state.phase == "combat" and state.combat is not None and state.combat.step == "announce"


def legal_invasions(
    world: World,
    state: HexState,
    combat: Combat,
    side: Side,
    names: list[Name],
    shuffle: Random | None,
    spend: int = 0,
) -> Iterator[Invade]:
    """Invasions of enemy coasts that need exactly ``spend`` points of extra range, avoiding coastal air if
    possible."""
    if "amphibious" not in world.facts.kinds or (world.routes_first and _announcing(state)):
        return
    own, armed = sea_friends(world, state, side), armed_coasts(world, state, side)
    seas = set(world.waters.group.values())
    coasts = [
        place
        for place in world.waters.harbours
        if not friendly(state, side, place) and _hostile(world, state, side, place)
    ]
    for name in names:
        army = state.armies[name]
        if 2 * army.points.amphibious < army.points.total:
            continue
        step = world.tables.invasion_extension
        reach = world.tables.invasion_range - combat.advanced.get(name, 0) + spend * step
        ways = routes(world.waters, army.at, own, seas, reach)
        least = reach - step if spend else 0
        near = [place for place in coasts if place in ways and ways[place].length > least]
        ways |= routes(world.waters, army.at, own, seas, reach, armed)
        if shuffle:
            shuffle.shuffle(near)
        here = [(fleet, one) for fleet, one in state.fleets.items() if one.side == side and one.at == army.at]
        escorts = [fleet for fleet, one in here if not one.submarines]
        for place in near:
            for fleet in (*escorts[:1], ""):
                action = Invade(name, place, ways[place].hexes, fleet, spend)
                if check_invade(world, state, combat, side, action) is None:
                    yield action
