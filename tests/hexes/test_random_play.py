"""Random players play whole games: nothing breaks, and what must hold does."""

import msgspec
import pytest

from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes.state import HexState
from tests.hexes.invariants import broken, conserved

GAMES = [(scenario, seed) for scenario in ("barbarossa", "fall-of-germany") for seed in (1, 2)]


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
@pytest.mark.rule("hgw.army.limit-twelve", "hgw.army.composition", "hgw.move.type-kept", "hgw.record.open")
def test_random_games_keep_what_must_hold(scenario: str, seed: int) -> None:
    game = load_hexes("hgw")
    record = Record.begin(game, Setup(scenario=scenario), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    bots = {seat: RandomBot(game, seed * 10 + number) for number, seat in enumerate(game.seats)}
    world = game.world(record.state)
    while record.pending:
        decision, state = record.pending[0], record.state
        events = record.act(decision.seat, bots[decision.seat].choose(record.view(decision.seat), decision))
        assert not isinstance(events, Refusal), f"what is legal was refused: {events}"
        for event in events:
            after = game.evolve(state, event)
            assert conserved(state, event, after), event
            state = after
        assert list(broken(world, state)) == []
    assert record.state.winner
    assert list(record.states())[-1] == record.state, "a replay ends where the game ended"
    packed = msgspec.json.encode(record.state)
    assert game.digest(msgspec.json.decode(packed, type=HexState)) == game.digest(record.state)
