"""Reading a declared sequence: a round as a series of exchanges of fire, each with its removals behind it."""

from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Choice, Removal, Sequence, Volley, Withdrawal


class Exchange(NamedTuple):
    """Volleys whose losses take effect together: at most one of each side, beside those that only support it."""

    attack: Volley | None
    defend: Volley | None
    before: tuple[Volley, ...]
    """Earlier volleys of the round; units that they took have fired."""
    early: tuple[Volley, ...] = ()
    """Supporting volleys that come before the volley of their own side."""

    def volley(self, side: Side) -> Volley | None:
        return self.attack if side == "attack" else self.defend


class Unreadable(Exception):
    """A declared sequence of a shape that this arithmetic does not know."""


def choices(sequence: Sequence, round_: int) -> tuple[Choice, ...]:
    """The questions of a round that are put before its volleys."""
    return tuple(s for s in sequence.steps if isinstance(s, Choice) and s.only_round in (0, round_))


def withdrawals(sequence: Sequence, round_: int) -> tuple[Withdrawal, ...]:
    """The questions of a round that are put after its volleys."""
    return tuple(s for s in sequence.steps if isinstance(s, Withdrawal) and s.only_round in (0, round_))


def exchanges(sequence: Sequence, round_: int) -> tuple[Exchange, ...]:
    """The exchanges of a round.

    A volley whose losses stand behind the strip is answered by those very losses, so it and the answer are one
    exchange. A volley whose losses leave at once, with nobody behind, is an exchange of its own.
    """
    found: list[Exchange] = []
    fired: list[Volley] = []
    open_: list[Volley] = []

    def close() -> None:
        if not open_:
            return
        early = tuple(v for v in open_ if v.support)
        sides = [v.side for v in open_ if not v.support]
        if len(set(sides)) != len(sides):
            raise Unreadable("two volleys of one side before the losses are removed")
        by_side = {v.side: v for v in open_ if not v.support}
        found.append(Exchange(by_side.get("attack"), by_side.get("defend"), tuple(fired), early))
        fired.extend(open_)
        open_.clear()

    for step in sequence.steps:
        if step.only_round not in (0, round_):
            continue
        if isinstance(step, Volley):
            if open_ and open_[-1].losses == "removed":
                close()
            open_.append(step)
        elif isinstance(step, Removal):
            close()
    close()
    return tuple(found)
