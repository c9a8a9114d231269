"""How neutral territories lean: to no side, or to one. The part ``neutrality`` writes it; others read it."""

from collections.abc import Mapping

from sandtable.area.board import Board
from sandtable.area.part import GameMemory
from sandtable.area.state import AreaState, Slice

STRICT = "strict"
"""Leans to no side."""


class Leanings(Slice, frozen=True, tag="neutrality"):
    """What is remembered for the whole game."""

    to: Mapping[str, str] = {}
    """Neutral territories that lean otherwise than at the start: the side they lean to."""
    cancelled: tuple[str, ...] = ()
    """Pacts that are no longer in force."""
    armies: Mapping[str, int] = {}
    """Standing armies that are smaller than at the start."""


LEANINGS = GameMemory("neutrality", Leanings())


def leaning(board: Board, state: AreaState, space: str) -> str:
    """How a neutral territory leans now: ``strict`` or a side; empty if it is not, or no longer, neutral."""
    land = board.territories[space]
    if not land.neutral or space in state.control:
        return ""
    return LEANINGS.of(state).to.get(space, land.leans or STRICT)
