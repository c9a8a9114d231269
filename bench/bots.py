"""How long the strongest bot thinks about a power's turn on game ``1941``, in the opening and late in a game."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter

from bench.engine import begin
from bench.measure import Result, at_most
from sandtable.bots.registry import NoBot, make, seat_seed
from sandtable.core.refusal import Refusal
from sandtable.games import area

AIM = 0.44
"""Seconds: a fifth of what the hard bot of the peer takes for a power's turn on the same machine."""
ROUNDS = 10
OPENING, LATE = (1, 2), (9, 10)


def turn_times(bot: str, seed: int) -> dict[tuple[int, str], float]:
    """Seconds that each power thought in each of its turns, in a game of this bot against itself."""
    game = area("1941")
    record = begin(game, seed)
    players = {}
    for number, seat in enumerate(game.seats):
        player = make(bot, game, seat_seed(seed, number))
        assert not isinstance(player, NoBot)
        players[seat] = player
    found: dict[tuple[int, str], float] = {}
    while record.pending and record.state.round <= ROUNDS:
        decision, state = record.pending[0], record.state
        start = perf_counter()
        action = players[decision.seat].choose(state, decision)
        spent = perf_counter() - start
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
