"""What a seat must decide now, in other players' turns too: losses, defensive assaults, retreats."""

from collections.abc import Iterator
from itertools import islice

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.reach import room_in
from sandtable.guides.hexes.weighing import weigh
from sandtable.guides.hexes.words import word
from sandtable.hexes.actions import Retreat
from sandtable.hexes.combat.defending import shooters
from sandtable.hexes.combat.fire import defence_strength, flight, held_by
from sandtable.hexes.combat.retreating import refuges
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import Combat, HexState, Place, Side
from sandtable.hexes.supplying import supply_of
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World
from sandtable.odds.hexes.course import FACES, Salvos
from sandtable.odds.hexes.offensive import defence_modifier

MOST = 24
"""The most ready-made answers offered."""
LARGE = ("setup", "movement", "announce", "exploitation", "production")
"""Decisions with too many answers to list. Decisions added by parts have few."""


def pending_decision_of(game: HexGame, state: HexState, seat: Side | None) -> ask.PendingDecisionAnswer | Refusal:
    """A seat's pending decision; having none is also an answer."""
    world = game.world(state)
    decision = next((one for one in game.pending(state) if one.seat == seat), None)
    if seat is None or decision is None:
        return ask.PendingDecisionAnswer("", "There is nothing to decide now.")
    orders = tuple(_orders(game, state, seat)) if decision.kind not in LARGE else ()
    combat = state.combat
    if combat is None:
        return ask.PendingDecisionAnswer(decision.kind, decision.prompt, orders=orders)
    match decision.kind:
        case "losses":
            return _losses(state, combat, decision, orders)
        case "defence":
            volleys = tuple(_volleys(world, state, combat, seat))
            return ask.PendingDecisionAnswer(decision.kind, decision.prompt, volleys=volleys, orders=orders)
        case "retreat":
            found = tuple(_refuges(world, state, combat, seat))
            return ask.PendingDecisionAnswer(decision.kind, decision.prompt, refuges=found, orders=orders)
    return ask.PendingDecisionAnswer(decision.kind, decision.prompt, orders=orders)


def _orders(game: HexGame, state: HexState, seat: Side) -> Iterator[ask.Order]:
    world, seen = game.world(state), set[str]()
    for action in islice(game.legal(state, seat), MOST):
        text = word(world, state, action)
        if text not in seen:
            seen.add(text)
            found = weigh(world, state, seat, action)
            yield ask.Order(text, action, found.text if found is not None else "")


def _losses(
    state: HexState, combat: Combat, decision: Decision, orders: tuple[ask.Order, ...]
) -> ask.PendingDecisionAnswer:
    due = combat.toll
    assert due is not None, "losses are named when there are some"
    return ask.PendingDecisionAnswer(
        kind=decision.kind,
        text=decision.prompt,
        count=due.count,
        armies={name: state.armies[name].points for name in due.armies},
        fort=state.fort_at(due.fort) if due.fort else 0,
        fleet=state.fleets[due.fleet].ships if due.fleet in state.fleets else 0,
        amphibious=due.amphibious,
        orders=orders,
    )


def _volleys(world: World, state: HexState, combat: Combat, seat: Side) -> Iterator[ask.Volley]:
    """The defensive fire possible from each hex under attack."""
    armies, forts = shooters(world, state, combat, seat)
    by_place: dict[Place, list[str]] = {place: [] for place in forts}
    for name in armies:
        by_place.setdefault(state.armies[name].at, []).append(name)
    for place, names in by_place.items():
        fort = state.fort_at(place) if place in forts else 0
        air = flight(world, state, place, place, tuple(names), True)
        strength = min(world.tables.most, defence_strength(held_by(state, names), fort)) + air.joins
        modifier = winter_modifier(world, state, state.armies[names[0]]) if names else 0
        modifier += defence_modifier(world, state, place)
        salvos = Salvos(world.tables)
        dice = max(1, salvos.dice(strength))
        whole = FACES**dice
        losses = {number: round(ways / whole, 6) for number, ways in salvos.hits(strength, modifier, dice)}
        yield ask.Volley(place, tuple(names), place in forts, strength, losses)


def _refuges(world: World, state: HexState, combat: Combat, seat: Side) -> Iterator[ask.Refuge]:
    supply = supply_of(world, state, seat)
    for name in combat.displaced:
        army = state.armies[name]
        for place in refuges(world, state, army) if army.side == seat else ():
            room = room_in(world, state, place)
            yield ask.Refuge(name, place, supply.of(place), room, Retreat(name, place))
