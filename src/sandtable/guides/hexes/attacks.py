"""Attacks: who can attack what, and the odds."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import sentence
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.invasions import escorts, invasions, voyages
from sandtable.guides.hexes.queries import Outlook, outlook, outlook_of, precise
from sandtable.guides.hexes.weighing import announced_landing, invaded, weigh
from sandtable.guides.hexes.words import word
from sandtable.hexes.actions import Exploit, HexAction, Target
from sandtable.hexes.combat.announcing import check_aim, check_bound, targets
from sandtable.hexes.family import HexGame
from sandtable.hexes.shipping import is_port
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import attack_of, friendly, own_army
from sandtable.hexes.world import World
from sandtable.odds.hexes.landing import beachhead
from sandtable.odds.hexes.offensive import Offensive, offensive_of
from sandtable.odds.hexes.taking import ORDER


def attacks_now(game: HexGame, state: HexState, seat: Side | None) -> ask.AttacksAnswer | Refusal:
    """Every army of a seat with the hexes it could attack; in other players' turns too, to plan ahead."""
    world = game.world(state)
    if seat is None:
        return world.refuse("attack.own-combat-phase", "Only a side's player can attack.")
    return ask.AttacksAnswer(tuple(_attacker(game, state, seat, name) for name, _ in state.armies_of(seat)))


def _attacker(game: HexGame, state: HexState, seat: Side, name: Name) -> ask.Attacker:
    world, army = game.world(state), state.armies[name]
    named = attack_of(state.combat, name) if state.combat is not None else None
    refusal = check_bound(world, state, army, name) if state.side == seat else None
    if refusal is not None:
        return ask.Attacker(name, army.at, no=ask.No(refusal.rule, refusal.why))
    aims = [_aim(game, state, seat, name, place) for place in targets(world, state, army)]
    aims += [
        ask.Aim(
            action.target,
            by_sea=True,
            spend=action.spend,
            chance=precise(beachhead(world.tables, invaded(world, state, replace(action, fleet=""))).captured),
            order=_now(game, state, seat, action),
        )
        for action in invasions(world, state, seat, name)
    ]
    return ask.Attacker(name, army.at, named.target if named is not None else "", tuple(aims))


def _aim(game: HexGame, state: HexState, seat: Side, name: Name, place: Place) -> ask.Aim:
    world = game.world(state)
    plan = offensive_on(world, state, name, (place,))
    chance = 0.0 if isinstance(plan, Refusal) else outlook(world.tables, plan).entered[0]
    order = _ashore(state, name, place)
    return ask.Aim(place, friendly(state, seat, place), chance=chance, order=_now(game, state, seat, order))


def _ashore(state: HexState, name: Name, place: Place) -> HexAction:
    """The order that sends an army over land."""
    exploiting = state.combat is not None and state.combat.step == "exploitation"
    return Exploit(name, place) if exploiting else Target(name, place)


def _now(game: HexGame, state: HexState, seat: Side, order: HexAction) -> HexAction | None:
    """The order if it is legal now, otherwise None."""
    return order if game.check(state, seat, order) is None else None


def approach_of(
    game: HexGame, state: HexState, seat: Side | None, question: ask.Approach
) -> ask.ApproachAnswer | Refusal:
    """The orders that send an army against a hex, over land first; or the rule that forbids it."""
    world = game.world(state)
    if seat is None:
        return world.refuse("attack.own-combat-phase", "Only a side's player can attack.")
    army = own_army(world, state, seat, question.army)
    if isinstance(army, Refusal):
        return army
    ashore = _ashore(state, question.army, question.to)
    afloat = voyages(world, state, seat, question.army, question.to)
    orders = [order for order in (ashore, *afloat) if game.check(state, seat, order) is None]
    if orders:
        return ask.ApproachAnswer(tuple(_weighed(world, state, seat, order) for order in orders))
    over_land = question.to in world.near(army.at) or not is_port(world, army.at)
    tried = ashore if over_land or question.to not in world.waters.harbours else afloat[-1]
    refusal = game.check(state, seat, tried)
    assert refusal is not None, "what could be ordered was offered"
    return ask.ApproachAnswer((), ask.No(refusal.rule, refusal.why))


def _weighed(world: World, state: HexState, seat: Side, order: HexAction) -> ask.Order:
    found = weigh(world, state, seat, order)
    return ask.Order(word(world, state, order), order, found.text if found is not None else "")


def prospect_of(world: World, state: HexState, question: ask.Prospect) -> ask.ProspectAnswer | Refusal:
    """The odds of a path of attacks."""
    plan = offensive_on(world, state, question.army, question.path, question.others, question.fire_at)
    if isinstance(plan, Refusal):
        return plan
    order = dict.fromkeys((*question.losses, *ORDER))
    found = outlook(world.tables, replace(plan, losses=tuple(order)))
    return ask.ProspectAnswer(found, _told(world, question.path, found))


def offensive_on(
    world: World,
    state: HexState,
    spearhead: Name,
    path: Sequence[Place],
    others: Sequence[Name] = (),
    fire_at: int = 0,
) -> Offensive | Refusal:
    """An army's offensive along a path, with others that attack its first hex; or why there is none."""
    army = state.armies.get(spearhead)
    if army is None:
        return world.refuse("army.no-empty-army", f"There is no army {spearhead} in play.")
    if spearhead in others or len(set(others)) < len(others):
        return world.refuse("assault.by-hex", "Name every army once.")
    for name in others:
        other = own_army(world, state, army.side, name)
        if isinstance(other, Refusal):
            return other
        refusal = check_aim(world, state, other, path[0])
        if refusal is not None:
            return refusal
    for place in path:
        refusal = check_aim(world, state, army, place)
        if refusal is not None:
            return refusal
        army = replace(army, at=place)
    firing = others if fire_at else (spearhead, *others)
    return offensive_of(world, state, (spearhead, *others), path, firing, fire_at)


def _told(world: World, path: Sequence[Place], found: Outlook) -> str:
    ways = (f"{world.title(place)} {chance:.0%}" for place, chance in zip(path, found.entered, strict=True))
    return sentence(f"{', '.join(ways)}; losses {found.mean_own:.1f} against {found.mean_enemy:.1f}")


def announced_now(game: HexGame, state: HexState) -> ask.AnnouncedAnswer:
    """The announced attacks, hex by hex. The army with the most mechanized points leads."""
    world = game.world(state)
    by_target: dict[Place, list[Name]] = {}
    by_sea: set[Place] = set()
    for attack in state.combat.attacks if state.combat is not None else ():
        by_target.setdefault(attack.target, []).append(attack.army)
        by_sea |= {attack.target} if attack.route else set()
    found = []
    for place, names in by_target.items():
        ordered = sorted(names, key=lambda name: -state.armies[name].points.mechanized)
        worth = None
        if place in by_sea:
            worth = outlook_of(announced_landing(world, state, place, names))
        elif not isinstance(plan := offensive_on(world, state, ordered[0], (place,), ordered[1:]), Refusal):
            worth = outlook(world.tables, plan)
        fleets = tuple(escorts(game, state, place)) if place in by_sea else ()
        found.append(ask.Assailed(place, tuple(ordered), worth, fleets))
    return ask.AnnouncedAnswer(tuple(found))
