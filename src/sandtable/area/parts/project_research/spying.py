"""Intelligence: a power exposes or sets back an enemy's research, unless counter-intelligence stops it."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.forces import Power
from sandtable.area.part import PartEvent
from sandtable.area.parts.project_research.memory import RESEARCH, Marker, markers_of, with_marker
from sandtable.area.parts.project_research.settings import Settings
from sandtable.area.state import AreaState
from sandtable.area.techs import techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import the
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import PowerName


class Expose(Action, frozen=True):
    """Find out which project an enemy's marker stands for."""

    phrase: ClassVar[str] = "expose {marker} of {owner}"
    example: ClassVar[str] = "expose A of uk"

    marker: str
    """The letter of the marker."""
    owner: PowerName
    """The marker's owner."""


class Sabotage(Action, frozen=True):
    """Set an enemy's project back."""

    phrase: ClassVar[str] = "sabotage {marker} of {owner}"
    example: ClassVar[str] = "sabotage A of ussr"

    marker: str
    """The letter of the marker."""
    owner: PowerName
    """The marker's owner."""


class IntelligenceContested(PartEvent, frozen=True):
    """The target has intelligence too: the higher roll wins, and the acting power wins ties."""

    dice_at: ClassVar[tuple[str, ...]] = ("die", "answer")

    power: Power
    by: Power
    die: int
    answer: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return RESEARCH.put(state, replace(RESEARCH.of(state), spied=True))

    @property
    def stopped(self) -> bool:
        return self.answer > self.die

    def tell(self, world: World, state: AreaState) -> str:
        who, by = the(world.name(self.power)), the(world.name(self.by))
        end = "is stopped" if self.stopped else "gets through"
        return f"{who} rolls {self.die} against {by}'s counter-intelligence ({self.answer}) and {end}"


class ProjectExposed(PartEvent, frozen=True):
    """A marker's project has been revealed to everybody."""

    power: Power
    owner: Power
    marker: str
    project: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = markers_of(state, self.owner)[self.marker]
        state = with_marker(state, self.owner, self.marker, Marker(self.project, known.at))
        return RESEARCH.put(state, replace(RESEARCH.of(state), spied=True))

    def tell(self, world: World, state: AreaState) -> str:
        whose = world.powers[self.owner].adjective
        what = world.tech_table[self.project].name
        return f"{the(world.name(self.power))} exposes {whose} project {self.marker}: {what}"


class ProjectSetBack(PartEvent, frozen=True):
    """A marker has been moved back."""

    dice_at: ClassVar[tuple[str, ...]] = ("die",)

    power: Power
    owner: Power
    marker: str
    die: int
    at: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = markers_of(state, self.owner)[self.marker]
        state = with_marker(state, self.owner, self.marker, replace(known, at=self.at))
        return RESEARCH.put(state, replace(RESEARCH.of(state), spied=True))

    def tell(self, world: World, state: AreaState) -> str:
        whose = world.powers[self.owner].adjective
        who = the(world.name(self.power))
        return f"{who} rolls {self.die} and sets {whose} project {self.marker} back to space {self.at}"


def has_intelligence(world: World, state: AreaState, settings: Settings, power: Power) -> bool:
    """Whether a power has intelligence, to spy and to stop spies."""
    known = settings.techs
    return any(known[tech].intelligence for tech in techs_of(state.techs, power) if tech in known)


def check_spy(world: World, state: AreaState, settings: Settings, power: Power) -> Refusal | None:
    """The rule against using intelligence now, or None."""
    if not has_intelligence(world, state, settings, power):
        return world.refuse("projects.spy-once", f"{world.the(power)} has no intelligence service.")
    if RESEARCH.of(state).spied:
        return world.refuse("projects.spy-once", "You can use intelligence only once per turn.")
    return None


def check(
    world: World, state: AreaState, settings: Settings, power: Power, action: Expose | Sabotage
) -> Refusal | None:
    """The rule against using intelligence on another power's project now, or None."""
    rule = "projects.expose" if isinstance(action, Expose) else "projects.setback"
    refusal = check_spy(world, state, settings, power)
    if refusal:
        return refusal
    if state.bought.get(power):
        return world.refuse("projects.sequence", "Use intelligence in the research step, before you buy units.")
    if action.owner not in world.enemies[power]:
        return world.refuse(rule, "You can spy on enemies only.")
    marker = markers_of(state, action.owner).get(action.marker)
    if marker is None or marker.at >= settings.track:
        return world.refuse(rule, f"{world.the(action.owner)} has no project {action.marker} in development.")
    if isinstance(action, Expose) and not marker.hidden:
        return world.refuse(rule, f"Everybody knows what {action.marker} stands for.")
    return None


def offers(world: World, state: AreaState, settings: Settings, power: Power) -> Iterator[Action]:
    """The ways to use intelligence now."""
    if check_spy(world, state, settings, power):
        return
    for owner in world.order:
        for letter in markers_of(state, owner):
            orders = (Expose(letter, owner), Sabotage(letter, owner))
            yield from (one for one in orders if check(world, state, settings, power, one) is None)


def stopped(run: Unfolding, settings: Settings, power: Power, others: tuple[Power, ...]) -> bool:
    """Whether counter-intelligence of one of these powers stops the action."""
    by = next((one for one in others if has_intelligence(run.world, run.state, settings, one)), None)
    if by is None:
        return False
    die, answer = run.dice.roll(2)
    contest = IntelligenceContested(power=power, by=by, die=die, answer=answer)
    run.emit(contest)
    return contest.stopped


def spy(run: Unfolding, settings: Settings, power: Power, action: Expose | Sabotage) -> None:
    """Expose a project or set it back, unless counter-intelligence stops it."""
    if stopped(run, settings, power, (action.owner,)):
        return
    marker = markers_of(run.state, action.owner)[action.marker]
    if isinstance(action, Expose):
        run.emit(ProjectExposed(power=power, owner=action.owner, marker=action.marker, project=marker.project))
        return
    (die,) = run.dice.roll(1)
    at = max(0, marker.at - die)
    run.emit(ProjectSetBack(power=power, owner=action.owner, marker=action.marker, die=die, at=at))
