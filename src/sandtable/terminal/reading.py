"""The context for parsing orders, and helpers for the parts of a line."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.area.actions import AreaAction, Move, Pick
from sandtable.area.family import AreaGame
from sandtable.area.forces import EMPTY, Power, Stack
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.orders import course_for
from sandtable.area.notation import (
    Entry,
    NotationError,
    parse_counts,
    parse_entries,
    parse_pick,
    select,
    show_stack,
)
from sandtable.area.state import AreaState, Route
from sandtable.area.status import own_at
from sandtable.core.decision import Decision
from sandtable.terminal import names
from sandtable.terminal.names import Misread

Actions = Sequence[AreaAction]


class Asked:
    """The context of an order: the seat, its decision and the table."""

    def __init__(self, game: AreaGame, state: AreaState, decision: Decision) -> None:
        self.game = game
        self.world = game.world.as_of(state)
        self.state = state
        self.decision = decision
        self.seat: Power = decision.seat

    @property
    def power_on_turn(self) -> Power:
        """The power whose phase it is: the seat's own, or the one it reacts to."""
        return self.seat if self.seat in self.state.turn.phases else next(iter(self.state.turn.phases))

    # -- parts of a line

    def unit(self, text: str) -> str:
        return names.unit(self.world, text.removeprefix("the "))

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

    def among(self, units: Stack, text: str) -> Stack:
        return units if text.strip().casefold() in ("all", "everybody") else among(self, units, text, "to name")

    def route(self, words: Mapping[str, Any], unit: str, via: Route = ()) -> Route:
        """The shortest route between two spaces; direct if there is none."""
        if "path" in words:
            return names.spaces(self.world, words["path"])
        start = self.space(words["from"])
        end = self.space(words["to"]) if "to" in words else via[-1]
        stops = tuple(space for space in via if space != end)
        for piece, _ in own_at(self.state, self.seat, start):
            if piece.unit == unit:
                course = course_for(self.world, self.state, piece, combat=False, order=Move((), (start,)))
                way = reach(course, start, stops).get(end)
                if isinstance(way, Reached):
                    return way.path
        return (start, *stops, end)

    def error(self, why: str) -> Misread:
        return Misread(why)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(("?", ".", "!")) else f"{text}."


def parts(line: str, shape: str, example: str) -> re.Match[str]:
    found = re.fullmatch(rf"\s*{shape}\s*", line, re.IGNORECASE)
    if found is None:
        raise Misread(f"That should read like: {example}")
    return found


def among(asked: Asked, units: Stack, text: str, what: str = "to lose") -> Stack:
    """The units of a stack that a text names."""
    if not text.strip():
        return EMPTY
    chosen = select(asked.entries(text.strip()), units, asked.seat)
    if isinstance(chosen, Entry):
        left = show_stack(asked.world, units, asked.seat)
        raise Misread(f"There are not {chosen.count} {chosen.unit} {what}. In the battle: {left}.")
    return chosen
