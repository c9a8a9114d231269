"""What must hold after every action of every game, whatever was played."""

from collections import Counter
from collections.abc import Iterator

from sandtable.area import events as ev
from sandtable.area.forces import Piece, Stack
from sandtable.area.movement.landing import free_places
from sandtable.area.state import AreaState
from sandtable.area.status import active, friendly_land
from sandtable.area.units import fits
from sandtable.area.world import World

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


def change(event: ev.AreaEvent) -> Census:
    """How an event says that the number of units changes."""
    match event:
        case ev.Mobilized():
            return Counter({(event.power, event.unit): event.count})
        case ev.LossesTaken() if not event.behind:
            return _minus(count_stack(event.destroyed))
        case ev.CasualtiesRemoved() | ev.Defenseless() | ev.AirLost():
            return _minus(count_stack(event.units))
    return Counter()


def _minus(census: Census) -> Census:
    return Counter({key: -count for key, count in census.items()})


def money_change(world: World, before: AreaState, event: ev.AreaEvent) -> Counter[str]:
    """How an event says that treasuries change."""
    match event:
        case ev.Ordered():
            old = sum(world.units[u].cost * n for u, n in before.bought.get(event.power, {}).items())
            return Counter({event.power: old - event.cost})
        case ev.Refunded():
            paid = sum(world.units[u].cost * n for u, n in event.units.items())
            assert paid == event.amount
            return Counter({event.power: event.amount})
        case ev.IncomeCollected():
            return Counter({event.power: event.amount})
        case ev.TreasurySeized():
            return Counter({event.to: event.amount, event.frm: -event.amount})
    return Counter()


def check_events(world: World, before: AreaState, events: tuple[ev.AreaEvent, ...], after: AreaState) -> None:
    """Units neither appear nor vanish without an event that says so, and money adds up."""
    expected = census_of(before)
    money = Counter(before.treasury)
    for event in events:
        expected.update(change(event))
        money.update(money_change(world, before, event))
    now = census_of(after)
    assert {k: n for k, n in expected.items() if n} == {k: n for k, n in now.items() if n}, events
    for power in world.order:
        assert after.treasury[power] == money[power] >= 0, events


def check_state(world: World, state: AreaState) -> None:
    """No illegal stack, every cargo in its place, neutrals untouched."""
    for space, pieces in state.stacks.items():
        assert pieces, f"empty stack kept in {space}"
        assert not world.board.is_neutral(space), f"units in neutral {space}"
        for piece, count in pieces:
            assert count > 0
            _check_piece(world, piece, space)
        if world.board.is_sea(space):
            _check_loose_flyers(world, state, space, pieces)
        elif "combat-move" not in state.turn.phases.values() and "combat" not in state.turn.phases.values():
            for piece, _ in pieces:
                if world.type(piece).kind == "land":
                    assert friendly_land(world, state.control, piece.power, space), f"{piece} in hostile {space}"
    assert set(state.control) == {name for name, land in world.board.territories.items() if not land.neutral}


def _check_piece(world: World, piece: Piece, space: str) -> None:
    kind = world.type(piece).kind
    assert kind == "air" or (kind == "sea") == world.board.is_sea(space), f"{piece} in {space}"
    assert 0 <= piece.used <= world.type(piece).move, piece
    assert piece.damage == 0, f"{piece} is damaged outside a battle"
    assert not piece.away, f"{piece} has air units away outside a battle"
    assert fits(world.type(piece).berths, tuple(c.unit for c in piece.cargo)), piece
    assert all(world.friends(c.power, piece.power) for c in piece.cargo), piece


def _check_loose_flyers(world: World, state: AreaState, space: str, pieces: Stack) -> None:
    """Only the power on turn has air units in the air at sea; stranded ones are waiting to land."""
    stranded = {(s.space, s.power, s.unit): s.count for s in state.turn.stranded}
    for piece, count in pieces:
        if world.type(piece).kind == "air" and piece.power not in active(state):
            assert stranded.get((space, piece.power, piece.unit)) == count, f"{piece} hangs in the air in {space}"


def check_rested(world: World, state: AreaState) -> None:
    """Between turns: everything rested and every air unit down."""
    for space, pieces in state.stacks.items():
        for piece, _ in pieces:
            assert not (piece.used or piece.moved or piece.landed or piece.landing or piece.offloaded), piece
            if world.board.is_sea(space) and piece.power not in active(state):
                assert world.type(piece).kind == "sea", f"{piece} in {space} after its turn"
            assert free_places(world, piece, "fighter") >= 0
    assert not any(units for units in state.bought.values()), "bought units kept for another turn"
