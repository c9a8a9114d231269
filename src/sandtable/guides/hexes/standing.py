"""Standing orders: how a player's decisions in other players' turns are made automatically."""

from sandtable.core.decision import Decision
from sandtable.guides.hexes.questions import StandingOrders
from sandtable.hexes import actions as act
from sandtable.hexes.combat.defending import shooters
from sandtable.hexes.combat.losses import legal_losses
from sandtable.hexes.combat.retreating import refuges
from sandtable.hexes.family import HexGame
from sandtable.hexes.invasion.landing import may_intercept
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.strength import KINDS, Kind
from sandtable.hexes.supplying import supply_of
from sandtable.hexes.world import World


def lapsed(given: HexState, now: HexState, orders: StandingOrders) -> bool:
    """Whether orders given at one state have expired at another."""
    match orders.until:
        case "cancelled":
            return False
        case "turn":
            return (given.turn, given.side) != (now.turn, now.side)
        case "phase":
            return (given.turn, given.side, given.phase) != (now.turn, now.side, now.phase)


def next_action(game: HexGame, state: HexState, seat: Side, orders: StandingOrders) -> act.HexAction | None:
    """The seat's pending decision, answered. None if the player must decide."""
    for decision in game.pending(state):
        if decision.seat == seat:
            action = _answer(game.world(state), state, decision, orders)
            if action is not None and game.check(state, seat, action) is None:
                return action
    return None


def _answer(world: World, state: HexState, decision: Decision, orders: StandingOrders) -> act.HexAction | None:
    match decision.kind:
        case "losses":
            return _losses(state, orders)
        case "defence":
            return _defence(world, state, decision.seat, orders)
        case "retreat":
            return _retreat(world, state, orders)
        case "intercept":
            return _intercept(world, state, orders)
    return None


def _losses(state: HexState, orders: StandingOrders) -> act.HexAction | None:
    """Losses in the player's order of kinds, from the armies in the order they are listed."""
    due = state.combat.toll if state.combat is not None else None
    if due is None or not orders.losses:
        return None
    rest = (kind for kind in KINDS if kind not in orders.losses)
    order: tuple[Kind, ...] = (*orders.losses, *rest)
    return next(iter(legal_losses(state, due, None, order)), None)


def _defence(world: World, state: HexState, side: Side, orders: StandingOrders) -> act.HexAction | None:
    if state.combat is None or orders.defend == "ask":
        return None
    if orders.defend == "never":
        return act.Defend()
    armies, forts = shooters(world, state, state.combat, side)
    return act.Defend(tuple(sorted(armies)), tuple(sorted(forts)))


def _intercept(world: World, state: HexState, orders: StandingOrders) -> act.HexAction | None:
    """The fleet with the most points intercepts an invasion, or none does."""
    if orders.intercept == "ask" or state.combat is None:
        return None
    if orders.intercept == "never":
        return act.Intercept()
    fleets = sorted(may_intercept(world, state, state.combat), key=lambda name: -state.fleets[name].points)
    return act.Intercept(fleets[0]) if fleets else act.Intercept()


def _retreat(world: World, state: HexState, orders: StandingOrders) -> act.HexAction | None:
    """To the best supplied place; of several, to the one with the most friends that has room."""
    if orders.retreat == "ask" or state.combat is None:
        return None
    name = state.combat.displaced[0]
    army = state.armies[name]
    supply = supply_of(world, state, army.side)
    ranks = {"full": 0, "defence": 1, "none": 2}

    def rank(place: Place) -> tuple[int, bool, int]:
        there = state.points_at(place).total
        room = world.room(place)
        return ranks[supply.of(place)], room is not None and there + army.points.total > room, -there

    places = sorted(refuges(world, state, army), key=rank)
    return act.Retreat(name, places[0]) if places else None
