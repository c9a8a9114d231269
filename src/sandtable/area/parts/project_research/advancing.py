"""Dice for projects: what may be advanced, how far a marker moves, and where first projects start."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.forces import Power
from sandtable.area.part import PartEvent
from sandtable.area.parts.project_research.memory import (
    LABORATORIES,
    LETTERS,
    RESEARCH,
    Marker,
    marker_for,
    markers_of,
    with_marker,
)
from sandtable.area.parts.project_research.settings import Settings
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState
from sandtable.area.techs import techs_of, with_techs
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid
from sandtable.area.wording import faces, listed, money, the
from sandtable.area.world import World
from sandtable.core.guide import Throw
from sandtable.core.nearest import nearest
from sandtable.core.refusal import Refusal

STARTS = "starting-spaces"
"""Decision kind: roll for the spaces where first projects start."""


class Advance(Action, frozen=True):
    """Pay for a die for a project, and roll it; this starts the project if it has no marker."""

    phrase: ClassVar[str] = "advance {project}"
    example: ClassVar[str] = "advance rockets"
    aliases: ClassVar[tuple[str, ...]] = ("research", "develop")

    project: str
    """The project."""


class RollStarts(Action, frozen=True):
    """Roll for the space where each power's first project starts."""

    phrase: ClassVar[str] = "rollstarts"
    example: ClassVar[str] = "rollstarts"


class ProjectAdvanced(PartEvent, frozen=True):
    """A marker has moved. ``project`` is empty for viewers who may not know it."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    marker: str
    project: str
    dice: tuple[int, ...]
    at: int
    """The marker's new space."""
    cost: int
    new: bool = False
    developed: bool = False
    hidden: bool = False

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = with_marker(
            paid(state, self.power, self.cost),
            self.power,
            self.marker,
            Marker(self.project, self.at, hidden=self.hidden),
        )
        if self.new and LABORATORIES.of(state).starts.get(self.power):
            memory = LABORATORIES.of(state)
            state = LABORATORIES.put(state, replace(memory, starts={**memory.starts, self.power: 0}))
        turn = RESEARCH.of(state)
        advanced = tuple(sorted((*turn.advanced, self.marker)))
        state = RESEARCH.put(state, replace(turn, advanced=advanced, started=turn.started + self.new))
        if not self.developed:
            return state
        return replace(state, techs=with_techs(state.techs, self.power, [self.project]))

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return (Throw(self.power, "developments", "", self.dice, tuple(range(1, 7))),)

    def tell(self, world: World, state: AreaState) -> str:
        known = world.tech_table.get(self.project)
        what = known.name if known else f"project {self.marker}"
        if known and self.hidden:
            what = f"{what} (project {self.marker})"
        said = f"{the(world.name(self.power))} spends {money(self.cost)} on {what} and rolls {faces(self.dice)}"
        return f"{said}: developed" if self.developed else f"{said}: space {self.at}"


class StartsRolled(PartEvent, frozen=True):
    """Where the first project of each power starts."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    powers: tuple[Power, ...]
    dice: tuple[int, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        starts = dict(zip(self.powers, self.dice, strict=True))
        return LABORATORIES.put(state, replace(LABORATORIES.of(state), starts=starts))

    def tell(self, world: World, state: AreaState) -> str:
        pairs = zip(self.powers, self.dice, strict=True)
        return "First projects start on: " + ", ".join(f"{world.name(power)} {space}" for power, space in pairs)


def price(world: World, state: AreaState, settings: Settings, power: Power) -> int:
    """What a die costs a power now."""
    return world.parts.adjusted(world, state, power, "research-die", settings.die)


def check(world: World, state: AreaState, settings: Settings, power: Power, action: Advance) -> Refusal | None:
    """The rule against rolling for a project now, or None."""
    refusal = check_module(world, state, settings, power)
    if refusal:
        return refusal
    if state.bought.get(power):
        return world.refuse("projects.sequence", "Research before you buy units.")
    project = settings.techs.get(action.project)
    if project is None:
        return world.refuse("projects.list", f"There's no project called {action.project!r}.")
    if action.project in techs_of(state.techs, power):
        return world.refuse("projects.list", f"{world.the(power)} has already developed {project.name}.")
    turn, marker = RESEARCH.of(state), marker_for(state, power, action.project)
    if marker in turn.advanced:
        return world.refuse("projects.one-die", f"You've already rolled for {project.name} this turn.")
    if not marker and turn.started >= settings.new:
        return world.refuse("projects.new", f"You can start only {settings.new} projects per turn.")
    cost = price(world, state, settings, power)
    if cost > state.treasury[power]:
        return world.refuse(
            "projects.cost", f"A die costs {cost}; {world.the(power)} has {state.treasury[power]}."
        )
    return None


def check_module(world: World, state: AreaState, settings: Settings, power: Power) -> Refusal | None:
    """The rule against this power doing any research, or None."""
    if settings.without and state.options.get(settings.without):
        option = world.game.options[settings.without]
        return world.refuse_by(option.rule, f"{option.name}: {option.text}")
    if power in settings.never:
        return world.refuse_by(settings.never_rule, f"{world.the(power)} can't do research.")
    return None


def offers(world: World, state: AreaState, settings: Settings, power: Power) -> Iterator[Advance]:
    """Projects a power can roll for now."""
    if check_module(world, state, settings, power):
        return
    orders = (Advance(project) for project in settings.techs)
    yield from (one for one in orders if check(world, state, settings, power, one) is None)


def advance(run: Unfolding, settings: Settings, power: Power, action: Advance) -> None:
    """Roll the die, again after each breakthrough, and move the marker."""
    state, project = run.state, settings.techs[action.project]
    known = marker_for(state, power, action.project)
    marker = known or LETTERS[len(markers_of(state, power))]
    before = markers_of(state, power)[known].at if known else LABORATORIES.of(state).starts.get(power, 0)
    cost = price(run.world, state, settings, power)
    dice = run.dice.roll(1)
    if project.slow is None:
        while dice[-1] == settings.breakthrough and before + sum(dice) < settings.track:
            dice += run.dice.roll(1)
        moved = sum(dice)
    else:
        moved = project.slow.leap if dice[0] == settings.breakthrough else project.slow.step
    developed = before + moved >= settings.track
    run.emit(
        ProjectAdvanced(
            power=power,
            marker=marker,
            project=action.project,
            dice=dice,
            at=min(before + moved, settings.track),
            cost=cost,
            new=not known,
            developed=developed,
            hidden=not developed and is_hidden(state, settings, power, marker),
        )
    )


def is_hidden(state: AreaState, settings: Settings, power: Power, marker: str) -> bool:
    """Whether only its owner knows what a marker stands for."""
    if not settings.blind or not state.options.get(settings.blind):
        return False
    known = markers_of(state, power).get(marker)
    return known is None or known.hidden


def to_roll(world: World, state: AreaState, settings: Settings) -> tuple[Power, ...]:
    """The powers whose starting spaces are still to be rolled."""
    if not settings.random_start or not state.options.get(settings.random_start):
        return ()
    if LABORATORIES.of(state).starts or (settings.without and state.options.get(settings.without)):
        return ()
    return tuple(power for power in world.order if power not in settings.never)


def reads(reader: Reader, words: Mapping[str, Any]) -> Sequence[Action]:
    """A project by its id, its name or a part of its name."""
    said = str(words["advance"]).strip().casefold()
    known = reader.world.tech_table
    if said in known:
        return [Advance(said)]
    names = {tech: info.name.casefold() for tech, info in known.items()}
    near = [tech for tech, name in names.items() if name == said] or [
        tech for tech, name in names.items() if said.rstrip("s") in name
    ]
    if len(near) == 1:
        return [Advance(near[0])]
    raise reader.error(f"Which project is {said!r}? {listed(names.values(), 'or')}{nearest(said, names.values())}")
