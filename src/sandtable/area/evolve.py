"""What each event does to the state. Total and deterministic: no rules are consulted, no dice are rolled."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.area import amending
from sandtable.area import events as ev
from sandtable.area.battle.evolve import BATTLE_EVENTS, evolve_battle
from sandtable.area.forces import EMPTY, Piece, Power, aboard, add, ashore, merge, stack, take
from sandtable.area.part import PartEvent
from sandtable.area.relations import with_relation
from sandtable.area.state import AreaState, Stranded
from sandtable.area.status import stranded_piece
from sandtable.area.turns import turn_begins, turn_ends
from sandtable.area.updates import paid, put, swap
from sandtable.area.world import World


def _turn_began(world: World, state: AreaState, event: ev.TurnBegan) -> AreaState:
    return turn_begins(world, replace(state, round=event.round), {event.power: event.phase, **event.mates})


def _phase_began(world: World, state: AreaState, event: ev.PhaseBegan) -> AreaState:
    return replace(state, turn=replace(state.turn, phases={**state.turn.phases, event.power: event.phase}))


def _turn_ended(world: World, state: AreaState, event: ev.TurnEnded) -> AreaState:
    return turn_ends(state)


def _ordered(world: World, state: AreaState, event: ev.Ordered) -> AreaState:
    before = sum(world.unit(event.power, u).cost * n for u, n in state.bought.get(event.power, {}).items())
    money = state.treasury[event.power] + before - event.cost
    bought = {p: units for p, units in state.bought.items() if p != event.power}
    if event.units:
        bought[event.power] = dict(event.units)
    return replace(state, treasury={**state.treasury, event.power: money}, bought=bought)


def _took_off(world: World, state: AreaState, event: ev.TookOff) -> AreaState:
    after = ((ashore(event.carrier, event.piece), 1), (event.piece, 1))
    return swap(state, event.space, ((event.carrier, 1),), after)


def _moved(world: World, state: AreaState, event: ev.Moved) -> AreaState:
    start, end = event.path[0], event.path[-1]
    gone, come = (event.piece, event.count), (event.after, event.count)
    if start == end:
        state = swap(state, start, (gone,), (come,))
    else:
        state = put(state, {start: take(state.at(start), *gone), end: add(state.at(end), *come)})
    if not event.after.moved or world.units[event.piece.unit].kind == "air" or len(event.path) == 1:
        return state
    known = state.turn.routes.get(end, ())
    if event.path in known:
        return state
    return replace(state, turn=replace(state.turn, routes={**state.turn.routes, end: (*known, event.path)}))


def _changed(world: World, state: AreaState, event: ev.Changed) -> AreaState:
    return swap(state, event.space, ((event.piece, event.count),), ((event.after, event.count),))


def _engaged(world: World, state: AreaState, event: ev.Engaged) -> AreaState:
    turn = state.turn
    if event.fight:
        return replace(state, turn=replace(turn, engaged=tuple(sorted({*turn.engaged, event.space}))))
    return replace(state, turn=replace(turn, ignored=tuple(sorted({*turn.ignored, event.space}))))


def _announced(world: World, state: AreaState, event: ev.Announced) -> AreaState:
    assaults = tuple(sorted({*state.turn.assaults, (event.zone, event.territory)}))
    return replace(state, turn=replace(state.turn, assaults=assaults))


def _loaded(world: World, state: AreaState, event: ev.Loaded) -> AreaState:
    return put(
        state,
        {
            event.territory: take(state.at(event.territory), event.piece),
            event.zone: add(take(state.at(event.zone), event.transport), event.after),
        },
    )


def _landed(world: World, state: AreaState, event: ev.Landed) -> AreaState:
    return put(
        state,
        {
            event.zone: add(take(state.at(event.zone), event.transport), event.after),
            event.territory: merge(state.at(event.territory), event.units),
        },
    )


def _control_changed(world: World, state: AreaState, event: ev.ControlChanged) -> AreaState:
    return replace(state, control={**state.control, event.space: event.to})


def _prizes_taken(world: World, state: AreaState, event: ev.PrizesTaken) -> AreaState:
    # Captured factories and guns are useless to their new owner until next turn.
    taken = stack((replace(piece, power=event.to, moved=True), count) for piece, count in event.units)
    return swap(state, event.space, event.units, taken)


def _relation_changed(world: World, state: AreaState, event: ev.RelationChanged) -> AreaState:
    return replace(state, relations=with_relation(state.relations, *event.powers, event.now))


def _treasury_seized(world: World, state: AreaState, event: ev.TreasurySeized) -> AreaState:
    money = dict(state.treasury)
    money[event.frm] -= event.amount
    money[event.to] += event.amount
    return replace(state, treasury=money)


def _sites_set(world: World, state: AreaState, event: ev.SitesSet) -> AreaState:
    return replace(state, turn=replace(state.turn, sites=event.sites))


def _site_chosen(world: World, state: AreaState, event: ev.SiteChosen) -> AreaState:
    return replace(state, turn=replace(state.turn, chosen=event.space))


def _site_closed(world: World, state: AreaState, event: ev.SiteClosed) -> AreaState:
    left = tuple(s for s in state.turn.sites if (s.space, s.raid) != (event.space, event.raid))
    turn = replace(state.turn, chosen="", sites=left)
    if event.landing == "blocked":
        turn = replace(turn, blocked=(*turn.blocked, event.space))
    return replace(state, turn=turn)


def _called_off(world: World, state: AreaState, event: ev.CalledOff) -> AreaState:
    left = tuple(pair for pair in state.turn.assaults if pair != (event.zone, event.territory))
    ships = stack((_staying(ship, event.territory), count) for ship, count in state.at(event.zone))
    return replace(put(state, {event.zone: ships}), turn=replace(state.turn, assaults=left))


def _staying(ship: Piece, territory: str) -> Piece:
    """A ship whose troops don't land there after all."""
    cargo = (replace(one, landing="") if one.landing == territory else one for one in ship.cargo)
    return replace(ship, cargo=tuple(sorted(cargo)))


def _relanded(world: World, state: AreaState, event: ev.Relanded) -> AreaState:
    piece = Piece(event.power, event.unit)
    state = swap(state, event.space, ((stranded_piece(state, event.space, piece), 1),), EMPTY)
    if event.carrier is not None:
        state = swap(state, event.to, ((event.carrier, 1),), ((aboard(event.carrier, piece), 1),))
    else:
        state = swap(state, event.to, EMPTY, ((piece, 1),))
    return _settle_stranded(state, event.space, event.power, event.unit, 1)


def _settle_stranded(state: AreaState, space: str, power: str, unit: str, count: int) -> AreaState:
    left = tuple(
        Stranded(
            s.space,
            s.power,
            s.unit,
            s.count - (count if (s.space, s.power, s.unit) == (space, power, unit) else 0),
        )
        for s in state.turn.stranded
    )
    return replace(state, turn=replace(state.turn, stranded=tuple(s for s in left if s.count > 0)))


def _landed_aboard(world: World, state: AreaState, event: ev.LandedAboard) -> AreaState:
    gone = ((event.piece, 1), (event.carrier, 1))
    return swap(state, event.zone, gone, ((aboard(event.carrier, event.piece), 1),))


def _air_lost(world: World, state: AreaState, event: ev.AirLost) -> AreaState:
    state = swap(state, event.space, event.units, EMPTY)
    for piece, count in event.units:
        state = _settle_stranded(state, event.space, piece.power, piece.unit, count)
    return state


def _mobilized(world: World, state: AreaState, event: ev.Mobilized) -> AreaState:
    waiting = dict(state.bought[event.power])
    waiting[event.unit] -= event.count
    bought = {**state.bought, event.power: {u: n for u, n in waiting.items() if n}}
    charged = dict(state.turn.charged)
    if event.complex:
        charged[event.complex] = charged.get(event.complex, 0) + event.count
    state = replace(
        state,
        bought={p: units for p, units in bought.items() if units},
        turn=replace(state.turn, charged=charged),
    )
    # A new unit does nothing else this turn.
    piece = Piece(event.power, event.unit, moved=True)
    if event.carrier is not None:
        return swap(state, event.space, ((event.carrier, 1),), ((aboard(event.carrier, piece), 1),))
    return swap(state, event.space, EMPTY, ((piece, event.count),))


def _refunded(world: World, state: AreaState, event: ev.Refunded) -> AreaState:
    return _unbought(paid(state, event.power, -event.amount), event.power, event.units)


def _forfeited(world: World, state: AreaState, event: ev.Forfeited) -> AreaState:
    return _unbought(state, event.power, event.units)


def _unbought(state: AreaState, power: Power, units: Mapping[str, int]) -> AreaState:
    waiting = {u: n - units.get(u, 0) for u, n in state.bought[power].items()}
    bought = {**state.bought, power: {u: n for u, n in waiting.items() if n}}
    return replace(state, bought={p: rest for p, rest in bought.items() if rest})


def _income_collected(world: World, state: AreaState, event: ev.IncomeCollected) -> AreaState:
    return paid(state, event.power, event.destroyed - event.amount)


def _room_set(world: World, state: AreaState, event: ev.RoomSet) -> AreaState:
    pair = (event.owner, event.partner)
    denied = set(state.no_room) - {pair} if event.allowed else {*state.no_room, pair}
    return replace(state, no_room=tuple(sorted(denied)))


def _conceded(world: World, state: AreaState, event: ev.Conceded) -> AreaState:
    return replace(state, conceded=tuple(sorted({*state.conceded, event.player})))


def _won(world: World, state: AreaState, event: ev.Won) -> AreaState:
    return replace(state, winner=event.side)


def _amended(world: World, state: AreaState, event: ev.Amended) -> AreaState:
    return amending.changed(world, state, event.change)


_EVOLVE: dict[type, Callable[[World, AreaState, Any], AreaState]] = {
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.TurnEnded: _turn_ended,
    ev.Ordered: _ordered,
    ev.TookOff: _took_off,
    ev.Moved: _moved,
    ev.Changed: _changed,
    ev.Engaged: _engaged,
    ev.Announced: _announced,
    ev.Loaded: _loaded,
    ev.Landed: _landed,
    ev.ControlChanged: _control_changed,
    ev.PrizesTaken: _prizes_taken,
    ev.RelationChanged: _relation_changed,
    ev.TreasurySeized: _treasury_seized,
    ev.SitesSet: _sites_set,
    ev.SiteChosen: _site_chosen,
    ev.SiteClosed: _site_closed,
    ev.CalledOff: _called_off,
    ev.Relanded: _relanded,
    ev.LandedAboard: _landed_aboard,
    ev.AirLost: _air_lost,
    ev.Mobilized: _mobilized,
    ev.Refunded: _refunded,
    ev.Forfeited: _forfeited,
    ev.IncomeCollected: _income_collected,
    ev.RoomSet: _room_set,
    ev.Conceded: _conceded,
    ev.Won: _won,
    ev.Amended: _amended,
}


def evolve(world: World, state: AreaState, event: ev.AreaEvent) -> AreaState:
    """The state after an event."""
    handler = _EVOLVE.get(type(event))
    if handler is not None:
        state = handler(world, state, event)
    elif type(event) in BATTLE_EVENTS:
        state = evolve_battle(world, state, event)
    else:
        assert isinstance(event, PartEvent)
        state = event.evolve(world, state)
    if world.parts.reacts:
        for part in world.parts.reacts.get(type(event), ()):
            state = part.reacts(world, state, event)
    return state
