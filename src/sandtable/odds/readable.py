"""Whether odds can be worked out for the battles a game declares."""

from collections.abc import Iterator

from sandtable.area.battle.sequence import Sequences
from sandtable.odds.rounds import Unreadable, exchanges
from sandtable.odds.stepwise.steps import cycle, is_stepwise

ROUNDS = (1, 2)
"""The first round, and one that stands for all others."""


def unreadable(sequences: Sequences) -> Iterator[tuple[str, str]]:
    """The names of sequences whose odds can't be worked out, and why."""
    for name, sequence in sequences.sequences.items():
        try:
            for number in ROUNDS:
                if is_stepwise(sequences, name):
                    cycle(sequence, number)
                else:
                    exchanges(sequence, number)
        except Unreadable as error:
            yield name, str(error)


_KNOWN: dict[int, tuple[Sequences, frozenset[str]]] = {}


def beyond(sequences: Sequences) -> frozenset[str]:
    """The names of sequences whose odds can't be worked out; cached for each game."""
    known = _KNOWN.get(id(sequences))
    if known is None or known[0] is not sequences:
        known = _KNOWN[id(sequences)] = sequences, frozenset(name for name, _ in unreadable(sequences))
    return known[1]
