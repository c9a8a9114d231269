"""What an order is read against: who is asked what, at which table, and the parts of a typed line."""

import re
from collections.abc import Mapping, Sequence

from sandtable.area.actions import AreaAction, Pick
from sandtable.area.family import AreaGame
from sandtable.area.forces import EMPTY, Power, Stack
from sandtable.area.notation import (
    Entry,
    NotationError,
    parse_counts,
    parse_entries,
    parse_pick,
    select,
    show_stack,
)
from sandtable.area.state import AreaState
from sandtable.core.decision import Decision
from sandtable.terminal import names
from sandtable.terminal.names import Misread

Actions = Sequence[AreaAction]


class Asked:
    """Who is asked what, at which table: all that an order is read against."""

    def __init__(self, game: AreaGame, state: AreaState, decision: Decision) -> None:
        self.game = game
        self.world = game.world.developed(state.techs)
        self.state = state
        self.decision = decision
        self.seat: Power = decision.seat

    # parts of a line

    def space(self, text: str | None) -> str:
        return names.space(self.world, text or "")

    def power(self, text: str) -> Power:
        return names.power(self.world, text)

    def counts(self, text: str, absent: bool = False) -> Mapping[str, int]:
        found = parse_counts(self.world, names.units(self.world, text), absent)
        if isinstance(found, NotationError):
            raise Misread(_sentence(found.message))
        return found

    def picks(self, text: str) -> tuple[Pick, ...]:
        found = parse_pick(self.world, names.units(self.world, text))
        if isinstance(found, NotationError):
            raise Misread(_sentence(found.message))
        return found

    def entries(self, text: str) -> tuple[Entry, ...]:
        found = parse_entries(self.world, names.units(self.world, text))
        if isinstance(found, NotationError):
            raise Misread(_sentence(found.message))
        return found


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(("?", ".", "!")) else f"{text}."


def parts(line: str, shape: str, example: str) -> re.Match[str]:
    found = re.fullmatch(rf"\s*{shape}\s*", line, re.IGNORECASE)
    if found is None:
        raise Misread(f"That should read like: {example}")
    return found


def among(asked: Asked, units: Stack, text: str, what: str = "to lose") -> Stack:
    """The units out of a stack that a text names."""
    if not text.strip():
        return EMPTY
    chosen = select(asked.entries(text.strip()), units, asked.seat)
    if isinstance(chosen, Entry):
        left = show_stack(asked.world, units, asked.seat)
        raise Misread(f"There are not {chosen.count} {chosen.unit} {what}. In the battle: {left}.")
    return chosen
