"""Reading a declared sequence of cycles: searches and spans of fire, then who leaves."""

from typing import NamedTuple

from sandtable.area.battle.sequence import (
    Aiming,
    Arrival,
    DrivenBack,
    PullingBack,
    RoundEnd,
    Search,
    Sequence,
    TakeLosses,
    Volley,
)
from sandtable.odds.rounds import Unreadable

CYCLES = Aiming | Arrival | DrivenBack | PullingBack | Search | TakeLosses
"""Steps that only battles in cycles have."""


class Span(NamedTuple):
    """Steps whose hits take effect together."""

    steps: tuple[tuple[int, Aiming | Volley], ...]
    """With the place of each in the sequence."""


class Cycle(NamedTuple):
    """One round."""

    fire: tuple[Search | Span, ...]
    leaving: tuple[DrivenBack | PullingBack, ...]
    end: RoundEnd | Arrival


def in_cycles(sequence: Sequence) -> bool:
    """Whether a sequence is read here, and not as exchanges of volleys."""
    return any(isinstance(step, CYCLES) for step in sequence.steps)


def cycle(sequence: Sequence, number: int) -> Cycle:
    """The round of this number."""
    fire: list[Search | Span] = []
    open_: list[tuple[int, Aiming | Volley]] = []
    leaving: list[DrivenBack | PullingBack] = []
    end: RoundEnd | Arrival | None = None
    for index, step in enumerate(sequence.steps):
        if step.only_round not in (0, number):
            continue
        match step:
            case Aiming():
                open_.append((index, step))
            case Volley() if step.losses == "pending":
                open_.append((index, step))
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
                raise Unreadable(f"{step.name}: no step of a battle in cycles")
    if open_ or end is None:
        raise Unreadable("hits wait that never take effect")
    return Cycle(tuple(fire), tuple(leaving), end)
