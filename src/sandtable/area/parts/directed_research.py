"""Directed research: dice for a chosen weapon are bought with the purchase and rolled in a separate phase."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, AreaAction, Done
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, Part, PartEvent, TurnMemory
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import hostile_land, phase_of, undeveloped
from sandtable.area.techs import TechInfo, with_techs
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid
from sandtable.area.wording import faces, listed, the, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.guide import Throw, at_least, at_most
from sandtable.core.nearest import nearest
from sandtable.core.refusal import Refusal


class Boxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Research in small steps, as an option: dice are assigned to developments when they are rolled."""

    option: str
    """The option that turns this on."""
    success: int
    """A die that shows this or less fills a box."""
    needed: int
    """How many boxes complete the development."""
    free: int
    """Dice that every power gets per turn in addition to those it buys."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of research, and the developments."""

    die: int
    """What one die costs."""
    success: int
    """A die that shows this or more completes the development."""
    techs: Mapping[str, TechInfo]
    """What can be developed."""
    boxes: Boxes | None = None
    """Research in small steps, if that is an option."""


class Laboratories(Slice, frozen=True, tag="directed-research"):
    """State kept for the whole game."""

    dice: Mapping[Power, Mapping[str, int]] = {}
    """Dice bought but not yet rolled, by development."""
    boxes: Mapping[Power, Mapping[str, int]] = {}
    """Boxes filled by development, with research in small steps."""


class Developed(Slice, frozen=True, tag="directed-research"):
    """State kept for one turn."""

    powers: tuple[Power, ...] = ()
    """Powers that have rolled their dice."""


LABORATORIES = GameMemory("directed-research", Laboratories())
DEVELOPED = TurnMemory("directed-research", Developed())
NOTHING = ("", "nothing", "none", "nobody", "no")

ASKS = "develop"
"""Decision kind: which developments get the dice."""


_DICE = re.compile(r"(?:with\s+)?(?P<count>\d+)?(?:\s*(?:die|dice))?(?:\s*for)?\s*(?P<tech>\D.*)?", re.IGNORECASE)


class Program(Action, frozen=True):
    """Buy research dice for developments, or assign them when they are rolled.

    A new program replaces the previous one. If dice are assigned later, they are bought for no particular
    development (an empty name).
    """

    phrase: ClassVar[str] = "program {dice}"
    example: ClassVar[str] = "research 2 rockets, 1 jet plane"
    aliases: ClassVar[tuple[str, ...]] = ("research", "develop")
    lines: ClassVar[tuple[str, ...]] = (r"(?P<program>.*)",)

    dice: Mapping[str, int]
    """How many for each; just a number if dice are bought for no particular development."""


class Programmed(PartEvent, frozen=True):
    """Research dice of this purchase phase, replacing any before; ``cost`` is their total price."""

    power: Power
    dice: Mapping[str, int]
    cost: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        before = _part(world).settings.die * sum(bought(state, self.power).values())
        return _with_dice(paid(state, self.power, self.cost - before), self.power, self.dice)

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} buys research: {_listed(world, self.dice)}"


class ResearchRolled(PartEvent, frozen=True):
    """The dice for one development: ``gained`` if they complete it; ``boxes`` is the number of boxes filled."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    tech: str
    dice: tuple[int, ...]
    gained: bool = False
    boxes: int = 0

    def evolve(self, world: World, state: AreaState) -> AreaState:
        if self.boxes:
            memory = LABORATORIES.of(state)
            mine = dict(memory.boxes.get(self.power, {}))
            mine[self.tech] = mine.get(self.tech, 0) + self.boxes
            state = LABORATORIES.put(state, replace(memory, boxes={**memory.boxes, self.power: mine}))
        return replace(state, techs=with_techs(state.techs, self.power, [self.tech])) if self.gained else state

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        part = _part(world)
        boxes = part.boxes_on(state)
        scores = at_most(boxes.success) if boxes else at_least(part.settings.success)
        return (Throw(self.power, "developments", "", self.dice, scores),)

    def tell(self, world: World, state: AreaState) -> str:
        tech = world.tech_table[self.tech].name
        said = f"{the(world.name(self.power))} rolls {faces(self.dice)} for {tech}"
        if self.gained:
            return f"{said}: developed"
        return f"{said}: {times(self.boxes, 'step')} nearer" if self.boxes else f"{said}: no success"


class ResearchOver(PartEvent, frozen=True):
    """The dice of this turn are used up."""

    power: Power

    def evolve(self, world: World, state: AreaState) -> AreaState:
        powers = (*DEVELOPED.of(state).powers, self.power)
        return DEVELOPED.put(_with_dice(state, self.power, {}), Developed(powers))


def _with_dice(state: AreaState, power: Power, dice: Mapping[str, int]) -> AreaState:
    """The state with a power's dice replaced by these."""
    memory = LABORATORIES.of(state)
    others = {one: some for one, some in memory.dice.items() if one != power}
    return LABORATORIES.put(state, replace(memory, dice={**others, power: dict(dice)} if dice else others))


def bought(state: AreaState, power: Power) -> Mapping[str, int]:
    """The dice a power has bought but not yet rolled."""
    return LABORATORIES.of(state).dice.get(power, {})


def boxes_of(state: AreaState, power: Power) -> Mapping[str, int]:
    """The boxes a power has filled for each development."""
    return LABORATORIES.of(state).boxes.get(power, {})


class Develop:
    """The phase in which the turn's dice are rolled."""

    def begin(self, run: Unfolding, power: Power) -> None:
        """Roll dice that were bought for a development at once."""
        part = _part(run.world)
        if part.boxes_on(run.state) is None:
            part.roll(run, power, bought(run.state, power))

    def finished(self, world: World, state: AreaState, power: Power) -> bool:
        """Whether all dice have been rolled."""
        return not _part(world).dice_to_give(world, state, power)

    def pending(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        count = _part(world).dice_to_give(world, state, power)
        if not count:
            return ()
        what = "die to a weapon" if count == 1 else "dice to weapons"
        return (Decision(power, ASKS, prompt=f"Assign {count} research {what}."),)

    def check(
        self, world: World, state: AreaState, power: Power, seat: Power, action: AreaAction
    ) -> Refusal | None:
        return None if isinstance(action, Done) else world.refuse("turn.phases", "It's time to develop weapons.")

    def do(self, run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
        """End the phase without assigning the remaining dice."""
        _part(run.world).roll(run, power, {})

    def resume(self, run: Unfolding, power: Power) -> None:
        """Do nothing: the phase waits for the player."""

    def legal(
        self,
        world: World,
        state: AreaState,
        power: Power,
        seat: Power,
        shuffle: Random | None,
        more: Iterable[AreaAction],
    ) -> Iterator[AreaAction]:
        offers = list(more)
        if shuffle:
            shuffle.shuffle(offers)
        yield from offers
        yield Done()


def _tech(reader: Reader, text: str) -> str:
    """The weapon a text names, in full or in part."""
    known, said = reader.world.tech_table, text.casefold()
    if not said or said in known:
        return said
    names = {tech: info.name.casefold() for tech, info in known.items()}
    near = [tech for tech, name in names.items() if name.startswith(said) or said.rstrip("s") in name]
    if len(near) == 1:
        return near[0]
    raise reader.error(f"Which weapon is {text!r}? {listed(names.values(), 'or')}{nearest(said, names.values())}")


class DirectedResearch(Part[Settings]):
    """Developing weapons with dice bought for them."""

    name = "directed-research"
    Settings = Settings
    game_memory = LABORATORIES
    turn_memory = DEVELOPED
    actions = (Program,)
    events = (Programmed, ResearchRolled, ResearchOver)
    citations = ("research.die-cost", "research.all-owned", "research.capital-lost", "research.phase")
    phases: ClassVar = {"develop": Develop()}
    typed: ClassVar = {ASKS: "done"}

    @property
    def techs(self) -> Mapping[str, TechInfo]:
        return self.settings.techs

    def boxes_on(self, state: AreaState) -> Boxes | None:
        """The settings for research in small steps, or None if it isn't used."""
        boxes = self.settings.boxes
        return boxes if boxes is not None and state.options.get(boxes.option) else None

    def dice_to_give(self, world: World, state: AreaState, power: Power) -> int:
        """How many dice a power must still assign to developments."""
        boxes = self.boxes_on(state)
        if boxes is None or power in DEVELOPED.of(state).powers or not undeveloped(world, state, power):
            return 0
        return boxes.free + sum(bought(state, power).values())

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase", *self.phases)

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        """``2 rockets, 1 jet plane``, ``nothing``; a number alone is for no particular weapon."""
        said = words["program"]
        if isinstance(said, int):
            return [Program({"": said})]
        if isinstance(said, Mapping):
            return [Program(dict(said))]
        dice: dict[str, int] = {}
        if said.strip().casefold() in NOTHING:
            return [Program(dice)]
        for one in re.split(r"\s*(?:,|;|\band\b)\s*", said.strip()):
            found = _DICE.fullmatch(one)
            if found is None:
                raise reader.error(f"That should read like: {Program.example}")
            tech = _tech(reader, (found["tech"] or "").strip())
            dice[tech] = dice.get(tech, 0) + int((found["count"] or "1")[:4])
        return [Program(dice)]

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Program)
        if phase_of(state, power) == "purchase":
            return self._check_purchase(world, state, power, action)
        return self._check_rolling(world, state, power, action)

    def _check_purchase(self, world: World, state: AreaState, power: Power, action: Program) -> Refusal | None:
        count, die = sum(action.dice.values()), self.settings.die
        if count and capital_lost_at_start(world, state, power):
            return world.refuse(
                "research.capital-lost", "A power without its capital can't develop weapons this turn."
            )
        unnamed = self.boxes_on(state) is not None
        for tech, dice in action.dice.items():
            if dice < 0:
                return world.refuse("research.die-cost", "You can't buy a negative number of dice.")
            if unnamed and tech:
                return world.refuse("research.phase", "Don't name a weapon yet: you assign the dice later.")
            if not unnamed and tech not in world.tech_table:
                return world.refuse("research.die-cost", "Choose a weapon for each die.")
            if not unnamed and tech not in undeveloped(world, state, power):
                return world.refuse("research.all-owned", f"{world.the(power)} has already developed that.")
        money = state.treasury[power] + die * sum(bought(state, power).values())
        if die * count > money:
            return world.refuse("research.die-cost", f"That costs {die * count}; {world.the(power)} has {money}.")
        return None

    def _check_rolling(self, world: World, state: AreaState, power: Power, action: Program) -> Refusal | None:
        for tech, count in action.dice.items():
            if tech not in world.tech_table or count < 0:
                return world.refuse("research.phase", f"There's no weapon called {tech!r}.")
            if tech not in undeveloped(world, state, power):
                return world.refuse("research.all-owned", f"{world.the(power)} has already developed that.")
        most = self.dice_to_give(world, state, power)
        if sum(action.dice.values()) > most:
            return world.refuse("research.phase", f"{world.the(power)} has {most} dice to roll.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        """When buying, one more die for each development; when rolling, all dice for one."""
        if phase_of(state, power) != "purchase":
            count = self.dice_to_give(world, state, power)
            yield from (Program({tech: count}) for tech in undeveloped(world, state, power))
            return
        if state.treasury[power] < self.settings.die or capital_lost_at_start(world, state, power):
            return
        now = bought(state, power)
        techs = ("",) if self.boxes_on(state) is not None else undeveloped(world, state, power)
        for tech in techs:
            yield Program({**now, tech: now.get(tech, 0) + 1})

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Program)
        dice = {tech: count for tech, count in action.dice.items() if count}
        if phase_of(run.state, power) == "purchase":
            run.emit(Programmed(power=power, dice=dice, cost=self.settings.die * sum(dice.values())))
        else:
            self.roll(run, power, dice)

    def roll(self, run: Unfolding, power: Power, dice: Mapping[str, int]) -> None:
        """Roll these dice and discard the power's remaining ones."""
        for tech in self.settings.techs:
            if dice.get(tech):
                self._roll_for(run, power, tech, dice[tech])
        if self.boxes_on(run.state) is not None or bought(run.state, power):
            run.emit(ResearchOver(power=power))

    def _roll_for(self, run: Unfolding, power: Power, tech: str, count: int) -> None:
        boxes, dice = self.boxes_on(run.state), run.dice.roll(count)
        if boxes is None:
            gained = any(face >= self.settings.success for face in dice)
            run.emit(ResearchRolled(power=power, tech=tech, dice=dice, gained=gained))
            return
        before = boxes_of(run.state, power).get(tech, 0)
        filled = min(sum(face <= boxes.success for face in dice), boxes.needed - before)
        gained = before + filled >= boxes.needed
        run.emit(ResearchRolled(power=power, tech=tech, dice=dice, gained=gained, boxes=filled))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Program)
        return f"research: {_listed(world, action.dice)}"


def capital_lost_at_start(world: World, state: AreaState, power: Power) -> bool:
    """Whether an enemy held a power's capital when the turn began."""
    return hostile_land(world, state.turn.control, power, world.powers[power].capital)


def _listed(world: World, dice: Mapping[str, int]) -> str:
    techs = world.tech_table
    weapons = {tech: f" for {techs[tech].name}" if tech in techs else "" for tech in dice}
    return listed(times(n, "die", "dice") + weapons[tech] for tech, n in dice.items()) or "nothing"


def _part(world: World) -> DirectedResearch:
    part = DirectedResearch.of(world)
    assert part is not None
    return part


PART = DirectedResearch
