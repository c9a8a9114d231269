"""Research: dice for new weapons, bought and rolled together before units are bought."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.forces import Power
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import capital_lost, phase_of, undeveloped
from sandtable.area.techs import TechInfo, with_techs
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid
from sandtable.area.wording import faces, listed, money, the, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.dice import Dice
from sandtable.core.guide import Throw, at_least
from sandtable.core.refusal import Refusal


class Numbered(TechInfo, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A development chosen by a die roll."""

    number: int
    """The face of the second die that selects it."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of research, and the developments."""

    die: int
    """What one die costs."""
    success: int
    """A die that shows this or more is a breakthrough."""
    techs: Mapping[str, Numbered]
    """What can be developed."""

    def numbered(self, number: int) -> str:
        """The development for this number."""
        return next(name for name, tech in self.techs.items() if tech.number == number)


class BatchRolled(Slice, frozen=True, tag="research"):
    """State kept for one turn."""

    rolled: bool = False
    """Whether the dice have been rolled this turn."""


BATCH = TurnMemory("research", BatchRolled())


class Research(Action, frozen=True):
    """Buy research dice, and roll them."""

    phrase: ClassVar[str] = "research {dice}"
    example: ClassVar[str] = "research 2"
    aliases: ClassVar[tuple[str, ...]] = ("develop",)
    lines: ClassVar[tuple[str, ...]] = (r"(?:with\s+)?(?P<research>\d+)(?:\s+(?:die|dice))?",)

    dice: int
    """How many."""


class Researched(PartEvent, frozen=True):
    """Research dice: each success gives a development, chosen by a second die (rerolled if already owned)."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice", "second")

    power: Power
    cost: int
    dice: tuple[int, ...]
    second: tuple[int, ...] = ()
    gained: tuple[str, ...] = ()

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = replace(state, techs=with_techs(state.techs, self.power, self.gained))
        return BATCH.put(paid(state, self.power, self.cost), BatchRolled(True))

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        # dice that only select a development are neither good nor bad
        part = ResearchPart.of(world)
        success = part.settings.success if part is not None else 0
        return (Throw(self.power, "developments", "", self.dice, at_least(success)),)

    def tell(self, world: World, state: AreaState) -> str:
        said = f"{the(world.name(self.power))} spends {money(self.cost)} on research and rolls {faces(self.dice)}"
        if not self.gained:
            return f"{said}: no breakthrough"
        found = listed(world.tech_table[tech].name for tech in self.gained)
        return f"{said}, then {faces(self.second)}: {found}"


class ResearchPart(Part[Settings]):
    """Developing weapons before units are bought."""

    name = "research"
    Settings = Settings
    turn_memory = BATCH
    actions = (Research,)
    events = (Researched,)
    citations = ("research.before-purchase", "research.die-cost", "research.one-batch", "research.all-owned")

    def problems(self, world: World) -> Iterable[str]:
        numbers = sorted(tech.number for tech in self.settings.techs.values())
        if numbers != list(range(1, len(numbers) + 1)):
            yield "the numbers of the developments must be 1, 2, 3 and so on"

    @property
    def techs(self) -> Mapping[str, TechInfo]:
        return self.settings.techs

    def die_sides(self, event: type[PartEvent], field: str) -> int:
        return len(self.settings.techs) if field == "second" else 6

    def most_dice(self, world: World, state: AreaState, power: Power) -> int:
        """How many dice a power may buy now."""
        if BATCH.of(state).rolled or state.bought.get(power) or not undeveloped(world, state, power):
            return 0
        return state.treasury[power] // self.settings.die

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase",)

    def facts(self, world: World, state: AreaState, decision: Decision) -> Iterable[str]:
        """What research would cost, and the developments left."""
        most = self.most_dice(world, state, decision.seat)
        if phase_of(state, decision.seat) in self.when(Research) and most:
            left = listed((world.tech_table[tech].name for tech in undeveloped(world, state, decision.seat)), "or")
            dice = times(most, "die", "dice")
            yield f"research: {self.settings.die} a die, up to {dice}, for {left} ('research 2')"

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        if capital_lost(world, state, seat) and world.game.phases["purchase"].needs_capital:
            return world.refuse("purchase.capital-needed", "A power without its capital can't buy anything.")
        return world.refuse("turn.phases", "Research before you buy units.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Research)
        if BATCH.of(state).rolled:
            return world.refuse("research.one-batch", "You've already rolled your research dice this turn.")
        if state.bought.get(power):
            return world.refuse("research.before-purchase", "Research before you buy units.")
        if not undeveloped(world, state, power):
            return world.refuse("research.all-owned", f"{world.the(power)} has nothing left to develop.")
        if action.dice < 1:
            return world.refuse("research.die-cost", "Buy at least one die.")
        cost = self.settings.die * action.dice
        if cost > state.treasury[power]:
            return world.refuse(
                "research.die-cost", f"That costs {cost}; {world.the(power)} has {state.treasury[power]}."
            )
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        return (Research(dice) for dice in range(1, self.most_dice(world, state, power) + 1))

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        """Roll the dice; each breakthrough gives a development the power doesn't have yet."""
        assert isinstance(action, Research)
        dice = run.dice.roll(action.dice)
        left = list(undeveloped(run.world, run.state, power))
        second: list[int] = []
        gained: list[str] = []
        for _ in range(min(sum(face >= self.settings.success for face in dice), len(left))):
            tech = self._named(run.dice, left, second)
            left.remove(tech)
            gained.append(tech)
        cost = self.settings.die * action.dice
        run.emit(Researched(power=power, cost=cost, dice=dice, second=tuple(second), gained=tuple(gained)))

    def _named(self, dice: Dice, left: list[str], rolled: list[int]) -> str:
        """Roll until a die selects a development the power doesn't have yet."""
        while True:
            (face,) = dice.roll(1, len(self.settings.techs))
            rolled.append(face)
            if self.settings.numbered(face) in left:
                return self.settings.numbered(face)

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Research)
        return f"roll {times(action.dice, 'die', 'dice')} for research"

    def prompts(self, world: World, state: AreaState, power: Power) -> str:
        if phase_of(state, power) != "purchase" or not self.most_dice(world, state, power):
            return ""
        return "Buy research dice first."


PART = ResearchPart
