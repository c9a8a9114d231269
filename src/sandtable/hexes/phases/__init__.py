"""The phases of a player turn, one module each: who is asked, what may be done, what follows."""

from collections.abc import Iterator
from random import Random
from typing import Protocol

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import HexAction
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class PhaseRules(Protocol):
    """What a phase module offers."""

    def pending(self, world: World, state: HexState) -> tuple[Decision, ...]:
        """Who owes which decision."""
        ...

    def check(self, world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
        """Nothing, or the rule against an action."""
        ...

    def legal(self, world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[HexAction]:
        """What may be done, one by one."""
        ...

    def do(self, run: Unfolding, side: Side, action: HexAction) -> bool:
        """Carry an action out; whether the phase is over."""
        ...
