"""Production order: a side spends its production in fixed steps, and can't go back to an earlier one."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action, Repair
from sandtable.hexes.part import GameMemory, Part, PartEvent, Slice
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps, and what belongs to each."""

    steps: tuple[str, ...]
    """The names of the steps, in order."""
    actions: Mapping[str, str]
    """The step of an action, by its name in files."""
    rest: str
    """The step of every other action."""
    free: tuple[str, ...] = ()
    """Actions that belong to no step."""
    rule: str = ""


class Reached(Slice, frozen=True, tag="production-order"):
    """The part's memory during a Production Phase."""

    step: int = 0
    """The step that the phase has come to, from 0."""


REACHED = GameMemory("production-order", Reached())


class StepReached(PartEvent, frozen=True):
    """A step of production has begun."""

    step: int

    def evolve(self, state: HexState) -> HexState:
        return REACHED.put(state, Reached(self.step))


class ProductionOrder(Part[Settings]):
    """The steps of production."""

    name = "production-order"
    Settings = Settings
    memory = REACHED
    events = (StepReached,)

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        terms = self.settings
        yield from (
            f"no step {step!r}" for step in (*terms.actions.values(), terms.rest) if step not in terms.steps
        )

    def _step(self, action: Action) -> int | None:
        """The step an action belongs to. None: any."""
        tag = str(type(action).__struct_config__.tag)
        if tag in self.settings.free:
            return None
        return self.settings.steps.index(self.settings.actions.get(tag, self.settings.rest))

    def spends(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        step, reached = self._step(action), REACHED.of(state).step
        if step is None or step >= reached or _rebuilds(world, state, side, action):
            return None
        steps = self.settings.steps
        why = f"It's too late for {steps[step]}: {steps[reached]} has begun."
        return world.refuse_by(self.settings.rule, why)

    def spending(self, run: Unfolding, side: Side, action: Action) -> None:
        step = self._step(action)
        if step is not None and step > REACHED.of(run.state).step and not self._pressed(run, side):
            run.emit(StepReached(step=step))

    def _pressed(self, run: Unfolding, side: Side) -> bool:
        """Whether other rules put something before all steps."""
        others = (part for part in run.world.parts.spends if part is not self)
        return any(part.spends(run.world, run.state, side, Repair("")) is not None for part in others)

    def production_begins(self, run: Unfolding) -> None:
        if REACHED.of(run.state).step:
            run.emit(StepReached(step=0))


def _rebuilds(world: World, state: HexState, side: Side, action: Action) -> bool:
    """Whether it repairs a place that has just risen: that is part of a later step."""
    if not isinstance(action, Repair):
        return False
    return any(action.at in part.mends(world, state, side) for part in world.parts.mends)


PART = ProductionOrder
