"""What must hold after every action of every game, whatever was played."""

from collections import Counter
from collections.abc import Iterator

from sandtable.area import events as ev
from sandtable.area import team_events as tv
from sandtable.area.forces import Piece, Stack
from sandtable.area.movement.landing import free_places
from sandtable.area.state import AreaState
from sandtable.area.status import active, friendly_land, neutral
from sandtable.area.world import World

FIGHTING = frozenset(("combat-move", "window", "combat"))
"""Phases in which units stand among enemies."""

Census = Counter[tuple[str, str]]


def count_stack(pieces: Stack) -> Census:
    """Units by power and type, cargo included."""
    census: Census = Counter()
    for piece, count in pieces:
        census[piece.power, piece.unit] += count
        for cargo in piece.cargo:
            census[cargo.power, cargo.unit] += count
    return census


def everything(state: AreaState) -> Iterator[Stack]:
    """Every stack on the board and on the battle strips."""
    yield from state.stacks.values()
    if state.battle is not None:
        for strip in (state.battle.attack, state.battle.defend):
            yield from (strip.units, strip.casualties, strip.submerged)


def census_of(state: AreaState) -> Census:
    return sum((count_stack(pieces) for pieces in everything(state)), Census())


def change(world: World, event: ev.AreaEvent) -> Census:
    """How an event says that the number of units changes."""
    match event:
        case ev.Mobilized():
            return Counter({(event.power, event.unit): event.count})
        case ev.LossesTaken() if not event.behind:
            return _minus(count_stack(event.destroyed))
        case ev.CasualtiesRemoved() | ev.Defenseless() | ev.AirLost() | ev.ShotDown():
            return _minus(count_stack(event.units))
        case tv.Scorched():
            return _minus(count_stack(event.units))
        case ev.GunsFired():
            return _minus(count_stack(event.destroyed))
        case ev.PulledBack():
            return _pulled_back(world, event)
        case ev.PrizesTaken():
            return _moved_over(count_stack(event.units), event.to)
    return Counter()


def _pulled_back(world: World, event: ev.PulledBack) -> Census:
    """Who goes back aboard a transport is infantry from then on."""
    after: Census = Counter()
    for party in event.leave.parties:
        for piece, count in party.units:
            if event.aboard and world.type(piece).kind == "land" and party.to in world.board.sea_zones:
                after[piece.power, piece.unit] -= count
                after[piece.power, event.aboard] += count
    return after


def _moved_over(census: Census, to: str) -> Census:
    after = _minus(census)
    for (_, unit), count in census.items():
        after[to, unit] += count
    return after


def _minus(census: Census) -> Census:
    return Counter({key: -count for key, count in census.items()})


def money_change(world: World, before: AreaState, event: ev.AreaEvent) -> Counter[str]:
    """How an event says that treasuries change."""
    match event:
        case ev.Ordered():
            old = sum(world.unit(event.power, u).cost * n for u, n in before.bought.get(event.power, {}).items())
            return Counter({event.power: old - event.cost})
        case ev.Refunded():
            paid = sum(world.unit(event.power, u).cost * n for u, n in event.units.items())
            assert paid == event.amount
            return Counter({event.power: event.amount})
        case ev.IncomeCollected():
            assert event.destroyed <= before.treasury[event.power]
            return Counter({event.power: event.amount - event.destroyed})
        case tv.AidSent():
            return Counter({event.power: -event.amount, event.to: event.amount})
        case tv.Programmed() if world.game.research is not None:
            spent = world.game.research.die * sum(before.dice.get(event.power, {}).values())
            return Counter({event.power: spent - event.cost})
        case tv.Repaired():
            return Counter({event.power: -event.die})
        case ev.RocketFired() if event.later:
            return Counter()
        case ev.Researched():
            return Counter({event.power: -event.cost})
        case ev.NeutralViolated():
            return Counter({event.power: -event.fee})
        case ev.Bombed() | ev.RocketFired():
            return Counter({event.owner: -event.amount})
        case ev.TreasurySeized():
            return Counter({event.to: event.amount, event.frm: -event.amount})
    return Counter()


def check_events(world: World, before: AreaState, events: tuple[ev.AreaEvent, ...], after: AreaState) -> None:
    """Units neither appear nor vanish without an event that says so, and money adds up.

    ``world``: with the developments that were made before the action; none changes a price while it lasts.
    """
    expected = census_of(before)
    money = Counter(before.treasury)
    for event in events:
        expected.update(change(world, event))
        money.update(money_change(world, before, event))
    now = census_of(after)
    assert {k: n for k, n in expected.items() if n} == {k: n for k, n in now.items() if n}, events
    for power in world.order:
        assert after.treasury[power] == money[power] >= 0, events


def check_state(world: World, state: AreaState) -> None:
    """No illegal stack, every cargo in its place, neutrals untouched."""
    for space, pieces in state.stacks.items():
        assert pieces, f"empty stack kept in {space}"
        assert not neutral(world, state, space), f"units in neutral {space}"
        for piece, count in pieces:
            assert count > 0
            _check_piece(world, piece, space)
            assert world.closed_to(piece.power, space, state.opened) is None, f"{piece} in closed {space}"
        if world.board.is_sea(space):
            _check_loose_flyers(world, state, space, pieces)
        elif FIGHTING.isdisjoint(state.turn.phases.values()):
            for piece, _ in pieces:
                if world.type(piece).kind == "land":
                    assert friendly_land(world, state.control, piece.power, space), f"{piece} in hostile {space}"
        _check_limits(world, state, space, pieces)
    held = {name for name, land in world.board.territories.items() if not land.neutral}
    assert (
        held
        <= set(state.control)
        <= (held if world.game.conduct.neutral_fee is None else {*world.board.territories})
    )


def _check_limits(world: World, state: AreaState, space: str, pieces: Stack) -> None:
    """No more of a kind than a territory holds, and every factory belongs to who holds the territory."""
    counts = Counter(dict.fromkeys(world.units, 0))
    for piece, count in pieces:
        counts[piece.unit] += count
    for unit, kind in world.units.items():
        assert not kind.limit or counts[unit] <= kind.limit, f"{counts[unit]} {unit} in {space}"
    for piece, _ in pieces:
        assert piece.unit not in world.factory_units or piece.power == state.control[space], f"{piece} in {space}"


def _check_piece(world: World, piece: Piece, space: str) -> None:
    kind = world.type(piece).kind
    assert kind == "air" or (kind == "sea") == world.board.is_sea(space), f"{piece} in {space}"
    assert 0 <= piece.used <= world.type(piece).move, piece
    assert piece.damage == 0 or world.game.conduct.repairs, f"{piece} is damaged outside a battle"
    assert piece.damage < world.type(piece).hits, f"{piece} should have sunk"
    assert not piece.away, f"{piece} has air units away outside a battle"
    assert world.type(piece).takes(tuple(c.unit for c in piece.cargo)), piece
    assert all(world.friends(c.power, piece.power) for c in piece.cargo), piece


def _check_loose_flyers(world: World, state: AreaState, space: str, pieces: Stack) -> None:
    """Only the power on turn has air units in the air at sea; stranded ones are waiting to land."""
    if "pull-backs" in world.features and not FIGHTING.isdisjoint(state.turn.phases.values()):
        return  # who has come to support others or was pulled back comes down when all combats are over
    stranded = {(s.space, s.power, s.unit): s.count for s in state.turn.stranded}
    for piece, count in pieces:
        if world.type(piece).kind == "air" and piece.power not in active(state):
            assert stranded.get((space, piece.power, piece.unit)) == count, f"{piece} hangs in the air in {space}"


def check_rested(world: World, state: AreaState) -> None:
    """Between turns: everything rested and every air unit down."""
    for space, pieces in state.stacks.items():
        for piece, _ in pieces:
            assert not (piece.used or piece.moved or piece.landed or piece.landing or piece.offloaded), piece
            assert not (piece.came or piece.submerged or piece.raiding or piece.mission), piece
            if world.board.is_sea(space) and piece.power not in active(state):
                assert world.type(piece).kind == "sea", f"{piece} in {space} after its turn"
            assert free_places(world, piece, "fighter") >= 0
    assert not any(units for units in state.bought.values()), "bought units kept for another turn"
    assert not any(state.dice.get(power) for power in active(state)), "research dice kept for another turn"
    bombed = [
        space for space, done in state.damage.items() if done.production and state.control[space] in active(state)
    ]
    assert not bombed, "damage to production lasts for one turn"
