"""Reads a declared sequence: searches, spans of fire and single steps, then departures."""

from typing import NamedTuple

from sandtable.area.battle.sequence import (
    Aiming,
    Arrival,
    Choice,
    DrivenBack,
    PullingBack,
    Removal,
    RoundEnd,
    Search,
    Sequence,
    Sequences,
    TakeLosses,
    Volley,
)
from sandtable.odds.rounds import Unreadable, exchanges

CYCLES = Aiming | Arrival | DrivenBack | PullingBack | Search | TakeLosses
"""Steps that only battles with simultaneous losses have."""


class Span(NamedTuple):
    """Steps whose hits take effect together."""

    steps: tuple[tuple[int, Aiming | Volley], ...]
    """With each step's place in the sequence."""


class Single(NamedTuple):
    """A step that takes effect by itself."""

    place: int
    """Its place in the sequence."""
    step: Choice | Removal | Volley


class Cycle(NamedTuple):
    """One round."""

    fire: tuple[Search | Span | Single, ...]
    leaving: tuple[DrivenBack | PullingBack, ...]
    end: RoundEnd | Arrival


def has_simultaneous_losses(sequence: Sequence) -> bool:
    """Whether hits are pending and take effect together, and both sides may retreat."""
    return any(isinstance(step, CYCLES) for step in sequence.steps)


_KNOWN: dict[int, tuple[Sequences, frozenset[str]]] = {}


def is_stepwise(sequences: Sequences, name: str) -> bool:
    """Whether a sequence is worked out step by step here, not as exchanges of volleys; cached for each game."""
    known = _KNOWN.get(id(sequences))
    if known is None or known[0] is not sequences:
        found = frozenset(one for one in sequences.sequences if _needs_steps(sequences, one))
        known = _KNOWN[id(sequences)] = sequences, found
    return name in known[1]


def _needs_steps(sequences: Sequences, name: str) -> bool:
    sequence = sequences.sequences[name]
    if has_simultaneous_losses(sequence) or sequences.boosts or sequences.packs:
        return True
    try:
        for number in (1, 2):
            exchanges(sequence, number)
    except Unreadable:
        return True
    return False


def cycle(sequence: Sequence, number: int, first: int = 0) -> Cycle:
    """The round with this number, or the rest of it from the step at ``first``."""
    fire: list[Search | Span | Single] = []
    open_: list[tuple[int, Aiming | Volley]] = []
    leaving: list[DrivenBack | PullingBack] = []
    end: RoundEnd | Arrival | None = None
    for index, step in enumerate(sequence.steps):
        if index < first or step.only_round not in (0, number):
            continue
        match step:
            case Aiming():
                open_.append((index, step))
            case Volley() if step.losses == "pending":
                open_.append((index, step))
            case Volley() | Removal() | Choice():
                fire.append(Single(index, step))
            case TakeLosses():
                fire.append(Span(tuple(open_)))
                open_ = []
            case Search():
                fire.append(step)
            case DrivenBack() | PullingBack():
                leaving.append(step)
            case RoundEnd() | Arrival():
                end = step
            case _:
                raise Unreadable(f"{step.name}: not a step that odds can follow")
    if open_ or end is None:
        raise Unreadable("hits wait that never take effect")
    return Cycle(tuple(fire), tuple(leaving), end)
