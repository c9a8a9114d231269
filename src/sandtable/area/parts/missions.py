"""Air missions: what air units do over a hostile territory instead of fighting for it.

The order to fly there belongs to the family (:class:`~sandtable.area.actions.Raid`), since it moves units like
any other. This part decides which units may fly which mission, which get through, and the damage to income,
factories or roads. Games in which bombers only raid factories use the part ``raids`` instead.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, Mission
from sandtable.area.battle import fight
from sandtable.area.events import BattleBegan, BattleEnded
from sandtable.area.factories import has_factory
from sandtable.area.forces import EMPTY, Piece, Power, Stack, size, where
from sandtable.area.movement.airfields import flights_now, safe_territories
from sandtable.area.movement.landing import open_carrier
from sandtable.area.part import NoSettings, Part, PartEvent, TurnMemory
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState, Battle, Route, Site, Slice
from sandtable.area.status import active, hostile_land, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.units import UnitType
from sandtable.area.updates import hurt
from sandtable.area.wording import faces, force, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.guide import FACES, Throw
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital

SEQUENCE = "mission"
"""The battle sequence between air units on missions and the defenders in the air."""
ASKS = "bomb"
"""Decision kind: what bombers attack."""

Target = Literal["income", "factory", "roads"]


class Release(msgspec.Struct, frozen=True):
    """Bombers that got through and still need a target."""

    space: str
    power: Power
    bombers: Stack


class Flown(Slice, frozen=True, tag="missions"):
    """State kept for one turn."""

    released: tuple[Release, ...] = ()
    roads: Mapping[str, int] = {}
    """Territories with bombed roads, and how many reinforcements must stay there."""


FLOWN = TurnMemory("missions", Flown())


class Bomb(Action, frozen=True):
    """Choose how many bombers that got through attack the factory; the rest attack the income."""

    phrase: ClassVar[str] = "bomb {factory}"
    example: ClassVar[str] = "bomb factory with 1"
    lines: ClassVar[tuple[str, ...]] = (r"\D*(?P<bomb>\d+)\D*", r"(?:the\s+)?(?P<most>factory|production)", r"\D*")

    factory: int = 0
    """How many attack the factory."""


class Arrived(PartEvent, frozen=True):
    """Air units have got through to their target."""

    space: str
    units: Stack

    def tell(self, world: World, state: AreaState) -> str:
        return f"{force(world, self.units)} {'gets' if size(self.units) == 1 else 'get'} through to {self.space}"


class BombersThrough(PartEvent, frozen=True):
    """Bombers got through and need a target."""

    release: Release

    def evolve(self, world: World, state: AreaState) -> AreaState:
        flown = FLOWN.of(state)
        return FLOWN.put(state, replace(flown, released=(*flown.released, self.release)))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{force(world, self.release.bombers)} have got through to {self.release.space}"


class BombsFell(PartEvent, frozen=True):
    """Bombs on a territory's income, factory or roads; each bomber counts its best die."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    space: str
    power: Power
    at: Target
    dice: tuple[int, ...]
    amount: int
    bombers: int = 0

    def evolve(self, world: World, state: AreaState) -> AreaState:
        flown = FLOWN.of(state)
        if self.at == "roads":
            roads = {**flown.roads, self.space: flown.roads.get(self.space, 0) + self.amount}
            return FLOWN.put(state, replace(flown, roads=roads)) if self.amount else state
        left = tuple(r for r in flown.released if (r.space, r.power) != (self.space, self.power))
        state = FLOWN.put(state, replace(flown, released=left))
        if not self.amount:
            return state
        if self.at == "income":
            return hurt(state, self.space, income=self.amount)
        return hurt(state, self.space, production=self.amount)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        if len(self.dice) != self.bombers:  # of several dice only the best counts
            return ()
        return (Throw(self.power, "damage", self.space, self.dice, FACES),)

    def tell(self, world: World, state: AreaState) -> str:
        done = {"income": "lower the next income", "factory": "hit the factory", "roads": "block the roads"}
        return f"bombs on {self.space} ({faces(self.dice)}) {done[self.at]} by {self.amount}"


class StrikesOver(PartEvent, frozen=True):
    """All missions over this territory are complete; their air units wait to land."""

    space: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        sites = tuple(s for s in state.turn.sites if not (s.raid and s.space == self.space))
        return replace(state, turn=replace(state.turn, sites=sites, chosen=""))


class Missions(Part[NoSettings]):
    """Air missions, which are flown before all battles."""

    name = "missions"
    missions: ClassVar[tuple[Mission, ...]] = ("counter-air", "bombing", "night-bombing", "interdiction")
    turn_memory = FLOWN
    actions = (Bomb,)
    answers = (Bomb,)
    typed: ClassVar = {ASKS: "bomb factory with 1 · bomb income"}
    events = (Arrived, BombersThrough, BombsFell, StrikesOver)
    citations = (
        "raid.bombers-only",
        "raid.either-or",
        "mission.target",
        "mission.factory",
        "mission.name",
        "mission.choice",
        "mission.home",
        "combat.missions-first",
    )

    def problems(self, world: World) -> Iterable[str]:
        if SEQUENCE not in world.sequences.sequences:
            yield f"battle.yaml declares no sequence {SEQUENCE!r}"

    # the flight there and back

    def may_fly(self, unit: UnitType, mission: str) -> bool:
        return mission != "night-bombing" or unit.can("bombs")

    def flies_over(
        self, world: World, state: AreaState, power: Power, unit: UnitType, mission: str, there: str
    ) -> Refusal | None:
        if not mission:
            return world.refuse("mission.name", "Choose a mission.")
        if mission == "night-bombing" and not self.may_fly(unit, mission):
            return world.refuse("raid.bombers-only", f"{capital(unit.plural)} can't bomb by night.")
        if not hostile_land(world, state.control, power, there):
            return world.refuse("mission.target", f"{there} isn't hostile.")
        if mission == "night-bombing" and not has_factory(world, state, there):
            return world.refuse("mission.factory", f"There's no factory in {there} to bomb by night.")
        return None

    def lands_at(self, world: World, state: AreaState, piece: Piece, points: int, path: Route) -> Refusal | None:
        """The rule that sends counter-air units home, if they can still land there."""
        if piece.mission != "counter-air" or path[-1] == piece.came:
            return None
        if not _home_again(world, state, piece, points, path[0]):
            return None
        return world.refuse("mission.home", f"Planes that flew against air units must return to {piece.came}.")

    # effects of missions on reinforcements and support

    def grounds(self, world: World, state: AreaState, space: str) -> int:
        """As many as the enemy's counter-air units there, whether they hit or not."""
        return sum(n for p, n in state.at(space) if p.mission == "counter-air" and p.power in active(state))

    def pins(self, state: AreaState) -> Mapping[str, int]:
        return FLOWN.of(state).roads

    # combat

    def sites(self, world: World, state: AreaState, team: tuple[Power, ...]) -> Iterable[Site]:
        for space in state.stacks:
            if on_mission(state, space) and hostile_land(world, state.control, team[0], space):
                yield Site(space, raid=True)

    def postpones(self, world: World, state: AreaState, site: Site) -> Refusal | None:
        if site.raid or not any(s.raid for s in state.turn.sites):
            return None
        return world.refuse("combat.missions-first", "Fly all missions before any battle.")

    def resolves(self, run: Unfolding, power: Power, site: Site) -> bool:
        if not site.raid:
            return False
        by_night(run, site.space)
        if not where(on_mission(run.state, site.space), lambda p: p.mission != "night-bombing"):
            run.emit(StrikesOver(site.space))
            return True
        fight.begin_over(run, power, site.space, SEQUENCE)
        if run.state.battle is None:
            self.concludes(run, site.space, SEQUENCE)
        return True

    def arrives(self, run: Unfolding, battle: Battle) -> None:
        if battle.attack.units:
            run.emit(Arrived(battle.space, battle.attack.units))

    def concludes(self, run: Unfolding, space: str, sequence: str) -> bool:
        if sequence != SEQUENCE:
            return False
        carry_out(run, space)
        _close(run, space)
        return True

    # the decision what to bomb

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        return tuple(
            Decision(r.power, ASKS, r.space, f"How many bombers attack the factory in {r.space}?")
            for r in FLOWN.of(state).released[:1]
        )

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        if words.get("most"):
            release = asked(reader.state, reader.seat)
            return [Bomb(size(release.bombers) if release is not None else 1)]
        return [Bomb(int(str(words.get("bomb", 0))[:9]))]

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("mission.choice", "Bombers that got through drop their bombs first.")

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Bomb)
        release = asked(state, seat)
        if release is None:
            return world.refuse("mission.choice", "No bombers are waiting for a target.")
        if not 0 <= action.factory <= size(release.bombers):
            return world.refuse("mission.choice", f"{size(release.bombers)} bombers got through.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        release = asked(state, seat)
        if release is not None and phase_of(state, power) == "combat":
            yield from (Bomb(n) for n in range(size(release.bombers) + 1))

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        """Drop the bombs, on the factory first."""
        assert isinstance(action, Bomb)
        release = asked(run.state, seat)
        assert release is not None
        flat = [piece for piece, count in release.bombers for _ in range(count)]
        at_factory = tuple((piece, 1) for piece in flat[: action.factory])
        at_income = tuple((piece, 1) for piece in flat[action.factory :])
        if at_factory:
            drop(run, release.space, release.power, at_factory, "factory")
        if at_income:
            drop(run, release.space, release.power, at_income, "income")
        _close(run, release.space)

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Bomb)
        return f"{times(action.factory, 'bomber')} on the factory, the rest on the income"


def _home_again(world: World, state: AreaState, piece: Piece, points: int, here: str) -> bool:
    """Whether the air unit can still land where it started."""
    home = piece.came
    if flights_now(world, state, piece.power)[here].get(home, points + 1) > points:
        return False
    if world.board.is_sea(home):
        return open_carrier(world, state, piece.power, home, piece.unit) is not None
    return home in safe_territories(world, state, piece.power)


def on_mission(state: AreaState, space: str, mission: str = "") -> Stack:
    """The active team's air units on missions over a territory: all, or those of one mission."""
    team = active(state)
    return where(state.at(space), lambda p: p.power in team and p.raiding and mission in ("", p.mission))


def asked(state: AreaState, power: Power) -> Release | None:
    """The bombers that need a target from this power now, or None."""
    return next((release for release in FLOWN.of(state).released[:1] if release.power == power), None)


def _of(units: Stack, power: Power) -> Stack:
    return where(units, lambda p: p.power == power)


def drop(run: Unfolding, space: str, power: Power, bombers: Stack, at: Target) -> None:
    """Roll for each bomber; of several dice the best counts."""
    dice: list[int] = []
    amount = 0
    for piece, count in bombers:
        for _ in range(count):
            rolled = run.dice.roll(run.world.type(piece).best_of)
            dice += rolled
            amount += max(rolled)
    run.emit(BombsFell(space, power, at, tuple(dice), amount, size(bombers)))


def by_night(run: Unfolding, space: str) -> None:
    """Drop the bombs of night bombers, which nobody intercepts."""
    for power in active(run.state):
        bombers = _of(on_mission(run.state, space, "night-bombing"), power)
        if bombers:
            drop(run, space, power, bombers, "factory")


def carry_out(run: Unfolding, space: str) -> None:
    """Carry out the surviving bombers' missions; if they have a choice of target, their power decides."""
    world = run.world
    through = where(_came_through(run), lambda p: world.can(p, "bombs"))
    for power in active(run.state):
        mine = _of(through, power)
        raiders = where(mine, lambda p: p.mission == "bombing")
        if raiders and hostile_land(world, run.state.control, power, space):
            if has_factory(world, run.state, space):
                run.emit(BombersThrough(Release(space, power, raiders)))
            else:
                drop(run, space, power, raiders, "income")
        others = where(mine, lambda p: p.mission == "interdiction")
        if others:
            drop(run, space, power, others, "roads")


def _came_through(run: Unfolding) -> Stack:
    """The air units that got through in the mission that has just ended."""
    ended = 0
    for event in reversed(run.events):
        if isinstance(event, Arrived):
            return event.units
        ended += isinstance(event, BattleEnded)
        if isinstance(event, BattleBegan) or ended > 1:
            break
    return EMPTY


def _close(run: Unfolding, space: str) -> None:
    """End the missions over a territory once every bomber has had its target."""
    if not any(release.space == space for release in FLOWN.of(run.state).released):
        run.emit(StrikesOver(space))


PART = Missions
