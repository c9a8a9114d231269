"""The project research part, and effects of projects other than better units."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.forces import Power
from sandtable.area.part import Part, PartEvent
from sandtable.area.parts.project_research import advancing, rushing, spying
from sandtable.area.parts.project_research.advancing import (
    STARTS,
    Advance,
    ProjectAdvanced,
    RollStarts,
    StartsRolled,
)
from sandtable.area.parts.project_research.memory import LABORATORIES, LETTERS, RESEARCH, markers_of, seen_by
from sandtable.area.parts.project_research.rushing import Rush, Rushed
from sandtable.area.parts.project_research.settings import Settings
from sandtable.area.parts.project_research.spying import (
    Expose,
    IntelligenceContested,
    ProjectExposed,
    ProjectSetBack,
    Sabotage,
)
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost, phase_of
from sandtable.area.techs import TechInfo, techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid
from sandtable.area.wording import faces, listed, money, picked, the
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.guide import Throw
from sandtable.core.refusal import Refusal


class BondsSold(PartEvent, frozen=True):
    """A project has added money to the income."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    dice: tuple[int, ...]
    amount: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return paid(state, self.power, -self.amount)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return (Throw(self.power, "income", "", self.dice, tuple(range(1, 7))),)

    def tell(self, world: World, state: AreaState) -> str:
        return (
            f"{the(world.name(self.power))} rolls {faces(self.dice)} for war bonds and gets {money(self.amount)}"
        )


class ProjectResearch(Part[Settings]):
    """Research projects on a track."""

    name = "project-research"
    Settings = Settings
    game_memory = LABORATORIES
    turn_memory = RESEARCH
    actions = (Advance, RollStarts, Expose, Sabotage, Rush)
    answers = (RollStarts,)
    typed: ClassVar = {STARTS: "rollstarts"}
    events = (
        ProjectAdvanced,
        StartsRolled,
        IntelligenceContested,
        ProjectExposed,
        ProjectSetBack,
        Rushed,
        BondsSold,
    )
    citations = (
        "projects.cost",
        "projects.new",
        "projects.one-die",
        "projects.list",
        "projects.sequence",
        "projects.start",
        "projects.spy-once",
        "projects.expose",
        "projects.setback",
        "projects.rush",
    )

    def rules(self) -> Iterable[str]:
        yield from (one.rule for one in self.settings.techs.values() if one.rule)
        if self.settings.never_rule:
            yield self.settings.never_rule

    def problems(self, world: World) -> Iterable[str | Misfit]:
        if len(self.settings.techs) > len(LETTERS):
            yield "there are more projects than letters for markers"
        for unit in (unit for one in self.settings.techs.values() for unit in one.unlocks):
            if unit not in world.units:
                yield Misfit(self.file, f"unknown unit {unit!r}", unit, world.units)
        for power in self.settings.never:
            if power not in world.powers:
                yield Misfit(self.file, f"unknown power {power!r}", power, world.powers)
        actions = [str(action.__struct_config__.tag) for action in world.parts.by_action]
        for action in self.settings.after:
            if action not in actions:
                yield Misfit(self.file, f"unknown action {action!r}", action, actions)
        for option in (self.settings.without, self.settings.random_start, self.settings.blind):
            if option and option not in world.game.options:
                yield Misfit(self.file, f"unknown option {option!r}", option, world.game.options)

    @property
    def techs(self) -> Mapping[str, TechInfo]:
        return self.settings.techs

    # actions

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move", "noncombat-move") if action is Rush else ("purchase",)

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        if not isinstance(action, Rush) and capital_lost(world, state, seat):
            return world.refuse("purchase.capital-needed", "A power without its capital can't do research.")
        return super().misplaced(world, state, seat, action)

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        if action is Advance:
            return advancing.reads(reader, words)
        return rushing.reads(reader, words) if action is Rush else super().reads(reader, action, words)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        match action:
            case Advance():
                return advancing.check(world, state, self.settings, power, action)
            case RollStarts():
                if advancing.to_roll(world, state, self.settings):
                    return None
                return world.refuse("projects.start", "There are no starting spaces to roll for.")
            case Expose() | Sabotage():
                return spying.check(world, state, self.settings, power, action)
            case Rush():
                return rushing.check(world, state, self.settings, power, action)
        raise TypeError(f"{type(action).__name__} is none of this part's actions")

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if self.asks(world, state, power):
            yield RollStarts()
        elif phase_of(state, power) == "purchase":
            yield from advancing.offers(world, state, self.settings, power)
            yield from spying.offers(world, state, self.settings, power)
        else:
            yield from rushing.offers(world, state, self.settings, power)

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        match action:
            case Advance():
                advancing.advance(run, self.settings, power, action)
            case RollStarts():
                powers = advancing.to_roll(run.world, run.state, self.settings)
                run.emit(StartsRolled(powers=powers, dice=run.dice.roll(len(powers))))
            case Expose() | Sabotage():
                spying.spy(run, self.settings, power, action)
            case Rush():
                rushing.rush(run, self.settings, power, action)

    def words(self, world: World, action: Action) -> str:
        match action:
            case Advance():
                return f"research {world.tech_table[action.project].name}"
            case RollStarts():
                return "roll the starting spaces"
            case Expose():
                return f"expose project {action.marker} of {world.the(action.owner)}"
            case Sabotage():
                return f"set back project {action.marker} of {world.the(action.owner)}"
            case Rush():
                return f"move {picked(world, action.units)} to {action.path[-1]} by surprise"
        return super().words(world, action)

    # the opening

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        if phase_of(state, power) != "purchase" or not advancing.to_roll(world, state, self.settings):
            return ()
        return (Decision(power, STARTS, prompt="Roll the spaces on which first projects start."),)

    def holds_up(self, world: World, state: AreaState, power: Power) -> bool:
        return bool(self.asks(world, state, power))

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("projects.start", "Roll the spaces on which first projects start.")

    def facts(self, world: World, state: AreaState, decision: Decision) -> Iterable[str]:
        """The progress of the player's own projects."""
        mine = markers_of(state, decision.seat)
        under_way = [
            f"{world.tech_table[one.project].name} {one.at}"
            for one in mine.values()
            if one.project and one.at < self.settings.track
        ]
        if phase_of(state, decision.seat) == "purchase" and under_way:
            yield f"research, out of {self.settings.track}: {listed(under_way)} ('advance rockets')"

    def prompts(self, world: World, state: AreaState, power: Power) -> str:
        if phase_of(state, power) != "purchase" or state.bought.get(power):
            return ""
        return "" if advancing.check_module(world, state, self.settings, power) else "Research comes first."

    # effects of projects

    def sells(self, world: World, state: AreaState, power: Power, unit: str) -> Refusal | None:
        owned = techs_of(state.techs, power)
        for tech, project in self.settings.techs.items():
            if unit in project.unlocks and tech not in owned:
                what = f"{world.the(power)} can't buy {world.units[unit].plural} before it has {project.name}."
                return world.refuse_by(project.rule, what)
        return None

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        if phase_of(run.state, power) != "income":
            return
        for tech in techs_of(run.state.techs, power):
            project = self.settings.techs.get(tech)
            if project is not None and project.bonds is not None:
                dice = run.dice.roll(project.bonds.dice)
                run.emit(BondsSold(power=power, dice=dice, amount=sum(dice) + project.bonds.plus))

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        if not RESEARCH.of(state).advanced or type(action).__struct_config__.tag not in self.settings.after:
            return None
        return world.refuse("projects.sequence", "That comes before research.")

    # secrecy

    def view(self, state: AreaState, seat: Power | None) -> AreaState:
        return seen_by(state, seat)

    def visible(self, event: PartEvent, seat: Power | None) -> PartEvent | None:
        if isinstance(event, ProjectAdvanced) and event.hidden and event.power != seat:
            return replace(event, project="")
        return event
