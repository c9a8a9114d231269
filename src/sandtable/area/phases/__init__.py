"""The phases of a turn, one module each. A game lists its phases, in order.

Every module is a :class:`Phase`: it returns pending decisions, judges actions, and carries them out.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Protocol

from sandtable.area.actions import AreaAction
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


class Phase(Protocol):
    """The interface of a phase. ``power`` plays the phase; ``seat`` is who acts, often the same."""

    def begin(self, run: Unfolding, power: Power) -> None: ...

    def finished(self, world: World, state: AreaState, power: Power) -> bool: ...

    def pending(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]: ...

    def check(
        self, world: World, state: AreaState, power: Power, seat: Power, action: AreaAction
    ) -> Refusal | None: ...

    def do(self, run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None: ...

    def resume(self, run: Unfolding, power: Power) -> None:
        """Continue after a part of the game did something, until there is something to decide."""
        ...

    def legal(
        self,
        world: World,
        state: AreaState,
        power: Power,
        seat: Power,
        shuffle: Random | None,
        more: Iterable[AreaAction],
    ) -> Iterator[AreaAction]:
        """A seat's legal actions, including ``more``: those that the parts of the game offer in this phase."""
        ...
