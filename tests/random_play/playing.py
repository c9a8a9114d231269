"""Playing a game at random while everything that must hold is watched."""

from random import Random

from sandtable.area.actions import AreaAction, Done
from sandtable.area.events import AreaEvent, TurnEnded
from sandtable.area.family import AreaGame
from sandtable.area.opening import deal
from sandtable.area.state import AreaState
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from tests.random_play.invariants import check_events, check_rested, check_state
from tests.random_play.mutation import spoil


def players(game: AreaGame, seed: int) -> dict[str, tuple[str, ...]]:
    """Everybody for itself, two players, or four, in turn."""
    shared: tuple[dict[str, tuple[str, ...]], ...] = (
        {},
        {"A": ("germany", "japan"), "B": ("ussr", "uk", "usa")},
        {"A": ("germany",), "B": ("japan",), "C": ("ussr",), "D": ("uk", "usa")},
    )
    if set(game.seats) == set(sum(shared[1].values(), ())):
        return shared[seed % 3]
    return dict(deal(game.world, (len(game.seats), 2, 4)[seed % 3]))


def play(
    game: AreaGame, seed: int, rounds: int, by_bot: bool = True
) -> "Record[AreaState, AreaAction, AreaEvent]":
    """A watched game: by the random bot, or by uniformly random legal actions."""
    rng = Random(seed)
    names = sorted(game.world.game.options)
    options = {name: seed % (5 + 2 * n) == 4 + 2 * n for n, name in enumerate(names)}
    setup = Setup(players=players(game, seed), options=options)
    record = Record.begin(game, setup, SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    bot = RandomBot(game, seed)
    while not record.finished and record.state.round <= rounds:
        pending = game.pending(record.state)
        assert pending, "a dead end: nobody owes a decision and nobody has won"
        decision = rng.choice(pending)
        seat = decision.seat
        action = bot.choose(record.state, decision) if by_bot else _any(game, record.state, seat, rng)
        watch(game, record, seat, action, rng)
    return record


def _any(game: AreaGame, state: AreaState, seat: str, rng: Random) -> AreaAction:
    """One of the first few legal actions in random order; sometimes the one that ends the phase."""
    if rng.random() < 0.08 and game.check(state, seat, Done()) is None:
        return Done()
    return next(iter(game.legal(state, seat, rng)))


def watch(
    game: AreaGame, record: "Record[AreaState, AreaAction, AreaEvent]", seat: str, action: AreaAction, rng: Random
) -> None:
    """Take one action and look at everything that it touches."""
    before = state = record.state
    assert game.check(state, seat, action) is None, f"legal listed {action}, check refuses it"
    if rng.random() < 0.3:
        refusal = game.check(state, seat, spoil(game.world, action, rng))
        assert refusal is None or refusal.rule in game.rulebook
    events = record.act(seat, action)
    assert not isinstance(events, Refusal)
    check_events(game.world.as_of(state), state, events, record.state)
    for event in events:
        state = game.evolve(state, event)
        if isinstance(event, TurnEnded):
            check_rested(game.world, state)
    world = game.world.as_of(state)
    check_state(world, state, before if game.world.as_of(before) is world else None)
    assert state == record.state
