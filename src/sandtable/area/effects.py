"""Evolving, continued: what happens beside moves and battles.

Money and research, missions in the air, rockets, and what the team that is not on turn does.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.area import events as ev
from sandtable.area import team_events as tv
from sandtable.area.forces import (
    Piece,
    Power,
    Stack,
    aboard,
    add,
    ashore,
    changed,
    merge,
    minus,
    stack,
    take,
)
from sandtable.area.movement.landing import open_carrier
from sandtable.area.state import AreaState, Damage, Reinforcement, Turn
from sandtable.area.status import active
from sandtable.area.techs import with_techs
from sandtable.area.world import World


def _put(state: AreaState, stacks: Mapping[str, Stack]) -> AreaState:
    merged = {**state.stacks, **stacks}
    return replace(state, stacks={space: pieces for space, pieces in merged.items() if pieces})


def _remember(state: AreaState, turn: Turn) -> AreaState:
    return replace(state, turn=turn)


def _gets(state: AreaState, power: Power, amount: int) -> AreaState:
    return replace(state, treasury={**state.treasury, power: state.treasury[power] + amount})


# money


def control_changed(world: World, state: AreaState, event: ev.ControlChanged) -> AreaState:
    """Damage goes with its victim; a lost capital is remembered; what was closed until a place fell is open."""
    state = replace(state, control={**state.control, event.space: event.to})
    if event.space in state.damage:
        state = replace(state, damage={s: d for s, d in state.damage.items() if s != event.space})
    owner = next((p for p, info in world.powers.items() if info.capital == event.space), "")
    lost = owner and not world.friends(owner, event.to)
    if lost and world.game.conduct.half_income_after_loss:
        state = replace(state, halved=tuple(sorted({*state.halved, owner})))
    first = world.board.territories[event.space].owner
    fallen = bool(first) and not world.friends(first, event.to)
    opened = [area.name for area in world.game.closed if fallen and area.until == event.space]
    return replace(state, opened=tuple(sorted({*state.opened, *opened}))) if opened else state


def income(world: World, state: AreaState, event: ev.IncomeCollected) -> AreaState:
    state = _gets(state, event.power, event.amount - event.destroyed)
    if event.power in state.halved:
        state = replace(state, halved=tuple(p for p in state.halved if p != event.power))
    if any(d.income and state.control.get(space) == event.power for space, d in state.damage.items()):
        felt = {
            space: replace(d, income=0) if state.control.get(space) == event.power else d
            for space, d in state.damage.items()
        }
        state = replace(state, damage={space: d for space, d in felt.items() if d != Damage()})
    return state


def production_restored(state: AreaState) -> AreaState:
    """The team on turn has mobilized: what was bombed works again."""
    if not state.damage:
        return state
    ours = active(state)
    felt = {s: replace(d, production=0) if state.control.get(s) in ours else d for s, d in state.damage.items()}
    return replace(state, damage={space: d for space, d in felt.items() if d != Damage()})


def _aid_sent(world: World, state: AreaState, event: tv.AidSent) -> AreaState:
    state = _gets(_gets(state, event.power, -event.amount), event.to, event.amount)
    sent = {**state.turn.sent, event.power: state.turn.sent.get(event.power, 0) + event.amount}
    return _remember(state, replace(state.turn, sent=sent))


def _programmed(world: World, state: AreaState, event: tv.Programmed) -> AreaState:
    die = world.game.research.die if world.game.research else 0
    before = die * sum(state.dice.get(event.power, {}).values())
    dice = {power: some for power, some in state.dice.items() if power != event.power}
    if event.dice:
        dice[event.power] = dict(event.dice)
    return replace(_gets(state, event.power, before - event.cost), dice=dice)


def _research_rolled(world: World, state: AreaState, event: tv.ResearchRolled) -> AreaState:
    if event.boxes:
        mine = dict(state.boxes.get(event.power, {}))
        mine[event.tech] = mine.get(event.tech, 0) + event.boxes
        state = replace(state, boxes={**state.boxes, event.power: mine})
    return replace(state, techs=with_techs(state.techs, event.power, [event.tech])) if event.gained else state


def _research_over(world: World, state: AreaState, event: tv.ResearchOver) -> AreaState:
    state = replace(state, dice={power: some for power, some in state.dice.items() if power != event.power})
    return _remember(state, replace(state.turn, developed=(*state.turn.developed, event.power)))


def _repaired(world: World, state: AreaState, event: tv.Repaired) -> AreaState:
    whole = add(take(state.at(event.zone), event.ship), replace(event.ship, damage=0))
    return _gets(_put(state, {event.zone: whole}), event.power, -event.die)


def _scorch_chosen(world: World, state: AreaState, event: tv.ScorchChosen) -> AreaState:
    others = [space for space in state.turn.scorched if state.control.get(space) != event.power]
    return _remember(state, replace(state.turn, scorched=tuple(sorted({*others, *event.territories}))))


def _scorched(world: World, state: AreaState, event: tv.Scorched) -> AreaState:
    left = minus(state.at(event.space), event.units)
    return replace(_put(state, {event.space: left}), razed=tuple(sorted({*state.razed, event.space})))


# missions and rockets


def _strike_ordered(world: World, state: AreaState, event: tv.StrikeOrdered) -> AreaState:
    return _remember(state, replace(state.turn, strikes=tuple(sorted((*state.turn.strikes, event.strike)))))


def rocket_fired(world: World, state: AreaState, event: ev.RocketFired) -> AreaState:
    if not event.later:
        state = _gets(state, event.owner, -event.amount)
        return _remember(state, replace(state.turn, rocketed=True))
    strikes = list(state.turn.strikes)
    strikes.remove(
        next(s for s in strikes if (s.power, s.gun, s.target) == (event.power, event.gun, event.target))
    )
    state = _remember(state, replace(state.turn, strikes=tuple(strikes)))
    return _hurt(state, event.target, Damage(income=event.amount))


def _hurt(state: AreaState, space: str, more: Damage) -> AreaState:
    before = state.damage.get(space, Damage())
    after = Damage(before.income + more.income, before.production + more.production)
    return replace(state, damage={**state.damage, space: after})


def _bombers_through(world: World, state: AreaState, event: tv.BombersThrough) -> AreaState:
    return _remember(state, replace(state.turn, released=(*state.turn.released, event.release)))


def _bombs_fell(world: World, state: AreaState, event: tv.BombsFell) -> AreaState:
    left = tuple(r for r in state.turn.released if (r.space, r.power) != (event.space, event.power))
    if event.at != "roads":
        state = _remember(state, replace(state.turn, released=left))
    if not event.amount:
        return state
    if event.at == "income":
        return _hurt(state, event.space, Damage(income=event.amount))
    if event.at == "factory":
        return _hurt(state, event.space, Damage(production=event.amount))
    pinned = {**state.turn.pinned, event.space: state.turn.pinned.get(event.space, 0) + event.amount}
    return _remember(state, replace(state.turn, pinned=pinned))


def _strikes_over(world: World, state: AreaState, event: tv.StrikesOver) -> AreaState:
    sites = tuple(s for s in state.turn.sites if not (s.raid and s.space == event.space))
    return _remember(state, replace(state.turn, sites=sites, chosen=""))


# ships on their way


def _interdicted(world: World, state: AreaState, event: tv.Interdicted) -> AreaState:
    if event.passing is None:
        return state
    return _remember(state, replace(state.turn, passing=(*state.turn.passing, event.passing)))


def _halted(world: World, state: AreaState, event: tv.Halted) -> AreaState:
    left = tuple(p for p in state.turn.passing if p.path[0] != event.zone)
    return _remember(state, replace(state.turn, passing=left))


# the team that is not on turn


def _supported(world: World, state: AreaState, event: tv.Supported) -> AreaState:
    if event.carrier is not None:
        here = add(take(state.at(event.start), event.carrier), ashore(event.carrier, event.piece))
    else:
        here = take(state.at(event.start), event.piece)
    flown = replace(event.piece, moved=True, came=event.start)
    return _put(state, {event.start: here, event.to: add(state.at(event.to), flown)})


def _reinforcement_ordered(world: World, state: AreaState, event: tv.ReinforcementOrdered) -> AreaState:
    orders = [*state.turn.reinforcements]
    same = next((o for o in orders if replace(o, count=0) == replace(event.order, count=0)), None)
    if same is not None:
        orders.remove(same)
        orders.append(replace(same, count=same.count + event.order.count))
    else:
        orders.append(event.order)
    return _remember(state, replace(state.turn, reinforcements=tuple(sorted(orders))))


def _recalled(world: World, state: AreaState, event: tv.Recalled) -> AreaState:
    left = tuple(o for o in state.turn.reinforcements if o.power != event.power)
    state = _remember(state, replace(state.turn, reinforcements=left))
    for space, pieces in tuple(state.stacks.items()):
        for piece, count in pieces:
            if piece.power == event.power and piece.came:
                for _ in range(count):
                    state = _home(world, state, piece, space)
    return state


def _home(world: World, state: AreaState, piece: Piece, space: str) -> AreaState:
    """An air unit is where it came from."""
    start, calm = piece.came, replace(piece, moved=False, came="")
    state = _put(state, {space: take(state.at(space), piece)})
    ship = open_carrier(world, state, piece.power, start, piece.unit) if world.board.is_sea(start) else None
    if ship is not None:
        return _put(state, {start: add(take(state.at(start), ship), aboard(ship, calm))})
    return _put(state, {start: add(state.at(start), calm)})


def _orders_closed(world: World, state: AreaState, event: tv.OrdersClosed) -> AreaState:
    return _remember(state, replace(state.turn, closed=(*state.turn.closed, event.power)))


def _combats_over(world: World, state: AreaState, event: tv.CombatsOver) -> AreaState:
    return _remember(state, replace(state.turn, settled=True, stranded=()))


def _without(orders: tuple[Reinforcement, ...], gone: tuple[Reinforcement, ...]) -> tuple[Reinforcement, ...]:
    counts: dict[Reinforcement, int] = {}
    for order in gone:
        key = replace(order, count=0)
        counts[key] = counts.get(key, 0) + order.count
    left = [replace(o, count=o.count - counts.get(replace(o, count=0), 0)) for o in orders]
    return tuple(order for order in left if order.count > 0)


def _held_back(world: World, state: AreaState, event: tv.HeldBack) -> AreaState:
    pinned = {space: n for space, n in state.turn.pinned.items() if space != event.space}
    left = _without(state.turn.reinforcements, event.orders)
    return _remember(state, replace(state.turn, reinforcements=left, pinned=pinned))


def _reinforced(world: World, state: AreaState, event: tv.Reinforced) -> AreaState:
    order = event.order
    moved = changed(event.units, lambda p: replace(p, moved=True))
    stacks = {order.space: minus(state.at(order.space), event.units)}
    stacks[order.to] = merge(state.at(order.to), moved)
    left = tuple(o for o in state.turn.reinforcements if o != order)
    return _remember(_put(state, stacks), replace(state.turn, reinforcements=left))


def _returned(world: World, state: AreaState, event: tv.Returned) -> AreaState:
    state = _put(state, {event.space: take(state.at(event.space), event.piece)})
    calm = Piece(event.piece.power, event.piece.unit)
    if event.carrier is not None:
        return _put(state, {event.to: add(take(state.at(event.to), event.carrier), aboard(event.carrier, calm))})
    return _put(state, {event.to: add(state.at(event.to), calm)})


def _airlifted(world: World, state: AreaState, event: tv.Airlifted) -> AreaState:
    start, end = event.path[0], event.path[-1]
    state = _put(state, {start: minus(state.at(start), stack([(event.flyer, 1), (event.passenger, 1)]))})
    flyer = replace(event.flyer, used=event.flyer.used + len(event.path) - 1, landed=True)
    carried = replace(event.passenger, moved=True, landed=True)
    state = _put(state, {event.drop: add(state.at(event.drop), carried)})
    return _put(state, {end: add(state.at(end), flyer)})


EFFECTS: dict[type, Callable[[World, AreaState, Any], AreaState]] = {
    ev.ControlChanged: control_changed,
    ev.IncomeCollected: income,
    ev.RocketFired: rocket_fired,
    tv.AidSent: _aid_sent,
    tv.Programmed: _programmed,
    tv.ResearchRolled: _research_rolled,
    tv.ResearchOver: _research_over,
    tv.Repaired: _repaired,
    tv.ScorchChosen: _scorch_chosen,
    tv.Scorched: _scorched,
    tv.StrikeOrdered: _strike_ordered,
    tv.Interdicted: _interdicted,
    tv.Halted: _halted,
    tv.Supported: _supported,
    tv.ReinforcementOrdered: _reinforcement_ordered,
    tv.Recalled: _recalled,
    tv.OrdersClosed: _orders_closed,
    tv.BombersThrough: _bombers_through,
    tv.BombsFell: _bombs_fell,
    tv.StrikesOver: _strikes_over,
    tv.CombatsOver: _combats_over,
    tv.HeldBack: _held_back,
    tv.Reinforced: _reinforced,
    tv.Returned: _returned,
    tv.Airlifted: _airlifted,
}
