"""Playing a hex game at random while everything that must hold is watched."""

from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import HexState
from tests.hexes.invariants import broken, conserved


def play(
    game: HexGame, scenario: str, seed: int, *options: str, turns: int = 0
) -> "Record[HexState, HexAction, HexEvent]":
    """A watched game to its end, or to the end of a turn; every other one with as few players as there can be."""
    players = game.guide.box.players_in(scenario) if seed % 2 else {}
    record = Record.begin(
        game,
        Setup(scenario=scenario, options=dict.fromkeys(options, True), players=players),
        SeededDice.from_seed(seed),
    )
    assert not isinstance(record, Refusal)
    bots = {seat: RandomBot(game, seed * 10 + number) for number, seat in enumerate(game.seats)}
    world = game.world(record.state)
    while not record.finished and not 0 < turns < record.state.turn:
        assert record.pending, "a dead end: nobody owes a decision and nobody has won"
        decision, state = record.pending[0], record.state
        action = bots[decision.seat].choose(record.view(decision.seat), decision)
        events = record.act(decision.seat, action)
        assert not isinstance(events, Refusal), f"legal listed {action}, check refuses it: {events}"
        for event in events:
            after = game.evolve(state, event)
            assert conserved(state, event, after), event
            state = after
        assert list(broken(world, state)) == [], (list(broken(world, state)), events)
    return record
