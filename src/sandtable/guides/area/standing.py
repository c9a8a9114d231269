"""Standing orders: how a player's battles are resolved automatically."""

from sandtable.area import actions as act
from sandtable.area.actions import AreaAction, Side
from sandtable.area.battle import aiming, breaking_off, casualty_choice, partial_retreat, submerging, withdrawing
from sandtable.area.battle.casualties import Group, Toll
from sandtable.area.battle.casualty_choice import toll_now
from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, size
from sandtable.area.parts import guns
from sandtable.area.phases import combat, noncombat_move
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.guides.area import strip
from sandtable.guides.area.chances import odds_now
from sandtable.guides.area.contests import contest
from sandtable.guides.area.questions import StandingOrders
from sandtable.guides.area.strip import submersible
from sandtable.odds.policy import Policy

EVEN = 0.5
"""Below this chance to win a side counts as losing."""


def lapsed(given: AreaState, now: AreaState, orders: StandingOrders) -> bool:
    """Whether orders given at one state have expired at another."""
    match orders.until:
        case "cancelled":
            return False
        case "turn":
            return (given.round, set(given.turn.phases)) != (now.round, set(now.turn.phases))
        case "phase":
            return (given.round, given.turn.phases) != (now.round, now.turn.phases)


def next_action(game: AreaGame, state: AreaState, seat: Power, orders: StandingOrders) -> AreaAction | None:
    """The seat's pending decision, answered. None if it isn't about a battle, or the player must decide."""
    for decision in game.pending(state):
        if decision.seat == seat:
            action = _answer(game, state, decision, orders)
            if action is not None and game.check(state, seat, action) is None:
                return action
    return None


def _answer(game: AreaGame, state: AreaState, decision: Decision, orders: StandingOrders) -> AreaAction | None:
    world, seat = game.world.as_of(state), decision.seat
    match decision.kind:
        case casualty_choice.ASKS:
            return _losses(game, world, state, seat, orders)
        case guns.ASKS:
            return act.Casualties()
        case submerging.ASKS:
            return _submerge(world, state, seat, orders)
        case breaking_off.ASKS:
            return _stay_or_go(game, world, state, seat, orders)
        case withdrawing.ASKS:
            return _withdraw(world, state, seat, orders)
        case aiming.ASKS:
            return act.Aim()
        case partial_retreat.ASKS:
            return _pull_back(game, world, state, seat, orders)
        case combat.FIGHTS | combat.ENGAGES | combat.LANDS if not orders.fights:
            return None
        case combat.LANDS:
            return act.Assault(go=True)
        case combat.FIGHTS:
            return next((one for one in game.legal(state, seat) if isinstance(one, act.Fight)), None)
        case combat.ENGAGES:
            return act.Engage(_worth_it(world, state, seat, decision.space))
        case noncombat_move.RELANDS:
            return next(iter(game.legal(state, seat)), None)
    return None


def _losses(game: AreaGame, world: World, state: AreaState, seat: Power, orders: StandingOrders) -> AreaAction:
    """Casualties in the player's order; the default choice if that isn't allowed."""
    assert state.battle is not None
    toll = toll_now(world, state.battle)
    chosen = act.Casualties(*toll.in_order(_ranked(world, toll, orders)))
    return chosen if game.check(state, seat, chosen) is None else act.Casualties()


def _ranked(world: World, toll: Toll, orders: StandingOrders) -> list[Group]:
    """The targets in the player's order; a land unit to be kept comes last."""
    rank = {unit: i for i, unit in enumerate(orders.losses)}
    groups = sorted(toll.targets, key=lambda group: rank.get(group.piece.unit, len(rank)))
    kept = next((g for g in groups if world.type(g.piece).kind == "land"), None) if orders.keep_last_land else None
    if kept is not None:
        rest = kept._replace(pieces=kept.pieces - 1)
        groups = [rest if group is kept else group for group in groups] + [kept._replace(pieces=1)]
    return groups


def _win_chance(world: World, state: AreaState, side: Side, orders: StandingOrders) -> float:
    """The chance that the seat's side wins the battle in progress by fighting on."""
    assert state.battle is not None
    mine = Policy(losses=orders.losses or "cheapest", keep_land=orders.keep_last_land)
    attacker, defender = (mine, Policy()) if side == "attack" else (Policy(), mine)
    odds = odds_now(world, state.battle, state.options.get(LOW_LUCK, False), attacker, defender)
    if odds is None:
        return 1.0
    return odds.win if side == "attack" else odds.lose


def _leaves(world: World, state: AreaState, seat: Power, orders: StandingOrders) -> bool:
    """Whether units that may leave the battle on their own do so."""
    assert state.battle is not None
    side: Side = "attack" if seat == state.battle.attacker else "defend"
    losing = orders.submerge == "when-losing" and _win_chance(world, state, side, orders) < EVEN
    return orders.submerge == "always" or losing


def _submerge(world: World, state: AreaState, seat: Power, orders: StandingOrders) -> AreaAction:
    assert state.battle is not None
    return act.Submerge(submersible(world, state.battle, seat) if _leaves(world, state, seat, orders) else 0)


def _withdraw(world: World, state: AreaState, seat: Power, orders: StandingOrders) -> AreaAction:
    assert state.battle is not None
    count, places = strip.withdrawing(world, state, state.battle, seat)
    return act.Withdraw(count, places[0]) if places and _leaves(world, state, seat, orders) else act.Withdraw(0)


def _stay_or_go(
    game: AreaGame, world: World, state: AreaState, seat: Power, orders: StandingOrders
) -> AreaAction | None:
    """Press on, or retreat to the first open space; units that must leave do."""
    assert state.battle is not None
    away = next((one for one in game.legal(state, seat) if isinstance(one, act.Retreat)), None)
    if game.check(state, seat, act.Press()) is not None:
        return away
    weary = orders.retreat_below > 0 and _win_chance(world, state, "attack", orders) < orders.retreat_below
    return away if weary and away is not None else act.Press()


def _pull_back(
    game: AreaGame, world: World, state: AreaState, seat: Power, orders: StandingOrders
) -> AreaAction | None:
    """Stay, or leave with as many as possible if the battle goes badly; units that must leave do."""
    assert state.battle is not None
    ways = [one for one in game.legal(state, seat) if isinstance(one, act.PullBack)]
    if game.check(state, seat, act.PullBack()) is not None:
        return ways[0] if ways else None
    attacks = any(piece.power == seat for piece, _ in state.battle.attack.units)
    chance = _win_chance(world, state, "attack" if attacks else "defend", orders) if orders.retreat_below else 1.0
    return max(ways, key=_leaving, default=act.PullBack()) if chance < orders.retreat_below else act.PullBack()


def _leaving(order: act.PullBack) -> int:
    return size(order.below) + sum(size(party.units) for party in order.parties)


def _worth_it(world: World, state: AreaState, seat: Power, zone: str) -> bool:
    """Whether to fight ships that could be ignored: yes if winning is more likely than not."""
    site = next((site for site in state.turn.sites if site.space == zone), None)
    found = contest(world, state, seat, site) if site is not None else None
    return found is not None and found.win >= EVEN
