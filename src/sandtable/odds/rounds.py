"""Reads a declared sequence: a round as a series of exchanges of fire, each followed by its removals."""

from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Choice, Removal, Sequence, Volley, Withdrawal


class Exchange(NamedTuple):
    """Volleys whose losses take effect together: at most one for each side, apart from supporting ones."""

    attack: Volley | None
    defend: Volley | None
    before: tuple[Volley, ...]
    """Earlier volleys of the round; their units have already fired."""
    early: tuple[Volley, ...] = ()
    """Supporting volleys that come before their own side's volley."""

    def volley(self, side: Side) -> Volley | None:
        return self.attack if side == "attack" else self.defend


class Unreadable(Exception):
    """A declared sequence that can't be expressed as exchanges."""


def choices(sequence: Sequence, round_: int) -> tuple[Choice, ...]:
    """The questions asked in a round before its volleys."""
    return tuple(s for s in sequence.steps if isinstance(s, Choice) and s.only_round in (0, round_))


def withdrawals(sequence: Sequence, round_: int) -> tuple[Withdrawal, ...]:
    """The questions asked in a round after its volleys."""
    return tuple(s for s in sequence.steps if isinstance(s, Withdrawal) and s.only_round in (0, round_))


def _plain(volley: Volley) -> bool:
    """Whether units in a volley fire with their type's value, once per round; supporting units may differ."""
    own = not (volley.value or volley.per_target or volley.hits or volley.if_enemy) or volley.support
    special = volley.beside or volley.aimed or volley.matched is not None
    return own and not special and volley.value_from == "combat" and volley.dice_from == "shots"


def exchanges(sequence: Sequence, round_: int) -> tuple[Exchange, ...]:
    """The exchanges of a round.

    Casualties of a volley that go behind the strip still fire in the answering volley, so both volleys are one
    exchange. A volley whose casualties are removed at once, with nobody behind the strip, is an exchange of its
    own.
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
        if isinstance(step, Choice) and step.must:
            raise Unreadable("units that have to leave the battle after a round")
        if isinstance(step, Volley) and not _plain(step):
            raise Unreadable(f"{step.name}: shots that are not a unit's own")
        if isinstance(step, Volley):
            if open_ and open_[-1].losses == "removed":
                close()
            open_.append(step)
        elif isinstance(step, Removal):
            close()
    close()
    return tuple(found)
