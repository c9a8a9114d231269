"""The phases of a turn, one module each; a game lists the ones that it has, in its order.

Every module is a :class:`Phase`: it says what is pending, judges actions, and carries them out.
"""

from collections.abc import Iterator
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
    """What a phase can be asked. ``power`` plays the phase; ``seat`` is who acts, often the same."""

    def begin(self, run: Unfolding, power: Power) -> None: ...

    def finished(self, world: World, state: AreaState, power: Power) -> bool: ...

    def pending(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]: ...

    def check(
        self, world: World, state: AreaState, power: Power, seat: Power, action: AreaAction
    ) -> Refusal | None: ...

    def do(self, run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None: ...

    def legal(
        self, world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
    ) -> Iterator[AreaAction]: ...
