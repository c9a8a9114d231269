"""How long the strongest bot thinks about a power's turn: on game ``1941``, and on the largest board."""

from collections.abc import Iterator
from statistics import median
from time import process_time

from bench.engine import begin
from bench.measure import Result, at_most
from sandtable.bots.registry import NoBot, make, seat_seed
from sandtable.core.refusal import Refusal
from sandtable.games import area

AIM = 0.44
"""Seconds: a fifth of what the hard bot of the peer takes for a power's turn on the same machine."""
ROUNDS = 10
LARGE, LARGE_MEDIAN, LARGE_WORST = "global-1940", 1.2, 6.0
"""The largest board, and the aims there."""
OPENING, LATE = (1, 2), (9, 10)


def turn_times(bot: str, seed: int, game_id: str = "1941") -> dict[tuple[int, str], float]:
    """Seconds of the processor for each turn of each power, in a game of this bot against itself."""
    game = area(game_id)
    record = begin(game, seed)
    players = {}
    for number, seat in enumerate(game.seats):
        player = make(bot, game, seat_seed(seed, number))
        assert not isinstance(player, NoBot)
        players[seat] = player
    found: dict[tuple[int, str], float] = {}
    while record.pending and record.state.round <= ROUNDS:
        decision, state = record.pending[0], record.state
        start = process_time()
        action = players[decision.seat].choose(state, decision)
        spent = process_time() - start
        if decision.seat in state.turn.phases:
            key = (state.round, decision.seat)
            found[key] = found.get(key, 0.0) + spent
        assert not isinstance(record.act(decision.seat, action), Refusal)
    return found


def bot_results() -> Iterator[Result]:
    times = turn_times("hard", seed=1)
    for name, rounds in (("the opening", OPENING), ("a late round", LATE)):
        some = [seconds for (round_, _), seconds in times.items() if round_ in rounds]
        if some:
            yield at_most(f"a power's turn of the hard bot in {name}, median", median(some), AIM, "s")
            yield Result(f"a power's turn of the hard bot in {name}, longest", max(some), "s")
    large = turn_times("hard", 1, LARGE).values()
    yield at_most(f"a power's turn of the hard bot on {LARGE}, median", median(large), LARGE_MEDIAN, "s")
    yield at_most(f"a power's turn of the hard bot on {LARGE}, longest", max(large), LARGE_WORST, "s")
    yield at_most(f"{ROUNDS} rounds of hard bots on {LARGE}, their thinking", sum(large), 180, "s")
