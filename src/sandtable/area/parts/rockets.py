"""Rockets: a power that has developed them fires from guns or bases at distant enemy facilities."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.event import Event
from sandtable.area.events import BattleBegan
from sandtable.area.factories import has_factory
from sandtable.area.forces import Power
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import hostile_land, own_at, phase_of
from sandtable.area.techs import techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import hurt, paid
from sandtable.area.wording import faces, listed, money, the, unit_name
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.guide import Throw
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName, UnitName


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rockets, and when they are fired."""

    development: str
    """The development a power needs."""
    range: int
    """Their range in spaces, over land and sea alike."""
    dice: int
    """How many dice are rolled and added up per rocket."""
    declared: bool
    """If true, every gun may fire one: it is ordered in the combat move, and lowers the target's next income.

    Otherwise one is fired per turn, during combat, and the factory's owner pays at once.
    """
    over_neutrals: bool
    """Whether they can fly over neutral territories."""
    launcher: str = ""
    """The facility that fires them, one each per turn, before the battles. Default: antiaircraft guns."""
    targets: tuple[str, ...] = ()
    """The facilities they damage, if they don't cost money instead."""


class Strike(msgspec.Struct, frozen=True, order=True):
    """An ordered rocket."""

    power: Power
    gun: str
    target: str


class Launched(Slice, frozen=True, tag="rockets"):
    """State kept for one turn."""

    fired: bool = False
    """Whether this turn's rocket has been fired, if there is one per turn."""
    strikes: tuple[Strike, ...] = ()
    """Rockets ordered but not yet fired."""
    bases: tuple[str, ...] = ()
    """Where facilities have fired, if each fires one."""
    late: bool = False
    """Whether battles have begun, after which facilities can't fire."""


LAUNCHED = TurnMemory("rockets", Launched())
ASKS = "rocket"
"""Decision kind: whether to fire a rocket."""


class Rocket(Action, frozen=True):
    """Fire a rocket from a gun or base at an enemy facility."""

    phrase: ClassVar[str] = "rocket {target} from {gun} at {facility}"
    example: ClassVar[str] = "rocket from Western Europe at United Kingdom"
    lines: ClassVar[tuple[str, ...]] = (
        r"(?!from\s)(?P<rocket>.+?)\s+from\s+(?P<from>.+)",
        r"(?:from\s+)?(?P<from>.+?)\s+(?:at|to|on)\s+(?P<rocket>.+)",
    )

    gun: SpaceName
    """The territory of the gun or base."""
    target: SpaceName
    """The target's territory."""
    facility: UnitName = ""
    """The facility to hit, if not simply the factory."""


class StrikeOrdered(PartEvent, frozen=True):
    """A rocket will be fired."""

    strike: Strike

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = LAUNCHED.of(state)
        return LAUNCHED.put(state, replace(memory, strikes=tuple(sorted((*memory.strikes, self.strike)))))

    def tell(self, world: World, state: AreaState) -> str:
        return f"a rocket in {self.strike.gun} is aimed at {self.strike.target}"


class RocketFired(PartEvent, frozen=True):
    """A rocket hits: ``amount`` is what the factory's owner pays, or the damage to ``facility``."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    gun: str
    target: str
    owner: Power
    dice: tuple[int, ...]
    amount: int
    later: bool = False
    """Whether it lowers the territory's next income instead of being paid now."""
    facility: str = ""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = LAUNCHED.of(state)
        if self.facility:
            return LAUNCHED.put(state, replace(memory, bases=tuple(sorted((*memory.bases, self.gun)))))
        if not self.later:
            return LAUNCHED.put(paid(state, self.owner, self.amount), replace(memory, fired=True))
        strikes = list(memory.strikes)
        strikes.remove(Strike(self.power, self.gun, self.target))
        state = LAUNCHED.put(state, replace(memory, strikes=tuple(strikes)))
        return hurt(state, self.target, income=self.amount)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return (Throw(self.power, "damage", self.target, self.dice, tuple(range(1, 7))),)

    def tell(self, world: World, state: AreaState) -> str:
        rocket = f"{the(world.name(self.power))} fires a rocket from {self.gun} at {self.target}"
        if self.facility:
            return f"{rocket}: {self.amount} damage to the {unit_name(world, self.facility)}"
        return f"{rocket}: {faces(self.dice)}, {the(world.name(self.owner))} loses {money(self.amount)}"


class Rockets(Part[Settings]):
    """Rockets fired at enemy facilities."""

    name = "rockets"
    Settings = Settings
    turn_memory = LAUNCHED
    actions = (Rocket,)
    typed: ClassVar = {ASKS: "done"}
    events = (StrikeOrdered, RocketFired)
    reacts_to = (BattleBegan,)
    citations = (
        "tech.rockets-one-attack",
        "tech.rockets-range",
        "tech.rockets-over-neutrals",
        "tech.rockets-timing",
        "tech.rockets-real-guns",
    )

    def problems(self, world: World) -> Iterable[str]:
        if self.settings.development not in world.tech_table:
            yield f"unknown development {self.settings.development!r}"
        named = (*self.settings.targets, *((self.settings.launcher,) if self.settings.launcher else ()))
        yield from (f"unknown unit {unit!r}" for unit in named if unit not in world.units)

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        if not self.settings.launcher or not isinstance(event, BattleBegan):
            return state
        return LAUNCHED.put(state, replace(LAUNCHED.of(state), late=True))

    def has_rockets(self, state: AreaState, power: Power) -> bool:
        """Whether a power has developed rockets."""
        return self.settings.development in techs_of(state.techs, power)

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move" if self.settings.declared else "combat",)

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        (phase,) = self.when(Rocket)
        return world.refuse("tech.rockets-timing", f"Do that in the {world.game.phases[phase].name} phase.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Rocket)
        if state.battle is not None:
            return world.refuse("combat.order-of-battles", "Finish the battle in progress first.")
        if not self.has_rockets(state, power):
            return world.refuse("tech.rockets-one-attack", f"{world.the(power)} has not developed rockets.")
        memory = LAUNCHED.of(state)
        if memory.late:
            return world.refuse("tech.rockets-timing", "Fire rockets before the battles.")
        guns = self._guns(world, state, power, action.gun)
        if guns and _launched(state, power, action.gun) + memory.bases.count(action.gun) >= guns:
            return world.refuse("tech.rockets-one-attack", f"Every gun in {action.gun} already has a target.")
        if LAUNCHED.of(state).fired:
            return world.refuse("tech.rockets-one-attack", "You've already fired this turn's rocket.")
        for space in (action.gun, action.target):
            if space not in world.board.territories:
                return world.refuse("tech.rockets-one-attack", f"{space} isn't a territory.")
        if not guns:
            return world.refuse(
                "tech.rockets-real-guns", f"{world.the(power)} has nothing in {action.gun} to fire a rocket with."
            )
        facility = self.aimed_at(world, state, power, action)
        if not self._is_target(world, state, power, action.target, facility):
            what = unit_name(world, facility) if facility in world.units else "factory"
            if facility and facility not in self.settings.targets:
                return world.refuse("tech.rockets-one-attack", f"You can't fire rockets at a {what}.")
            return world.refuse("tech.rockets-one-attack", f"There's no enemy {what} in {action.target}.")
        far, most = self._distance(world, state, action.gun, action.target), self.settings.range
        if far > most >= world.board.distance(action.gun, action.target):
            return world.refuse(
                "tech.rockets-over-neutrals", f"There's no way of {most} spaces to {action.target} past neutrals."
            )
        if far > most:
            return world.refuse(
                "tech.rockets-range", f"{action.target} is {far} spaces away; the range is {most}."
            )
        return None

    def _distance(self, world: World, state: AreaState, gun: str, target: str) -> int:
        if self.settings.over_neutrals:
            return world.board.distance(gun, target)
        violated = world.board.neutrals.intersection(state.control)
        return world.board.flights_with(violated)[gun].get(target, len(world.board.spaces))

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Rocket]:
        if state.battle is not None or self._spent(state) or not self.has_rockets(state, power):
            return
        guns = [space for space in state.stacks if self._guns(world, state, power, space)]
        targets = [
            (space, facility)
            for space in state.control
            for facility in self.settings.targets or ("",)
            if self._is_target(world, state, power, space, facility)
        ]
        for gun in guns:
            for target, facility in targets:
                order = Rocket(gun, target, facility)
                if self.check(world, state, power, seat, order) is None:
                    yield order

    def _guns(self, world: World, state: AreaState, power: Power, space: str) -> int:
        """How many rockets can be fired from a space per turn."""
        if not self.settings.launcher:
            return sum(n for piece, n in own_at(state, power, space) if world.can(piece, "anti-air"))
        mine = state.control.get(space) == power
        works = (part.serving(world, state, power, space) for part in world.parts.serving if mine)
        return sum(self.settings.launcher in some for some in works)

    def _is_target(self, world: World, state: AreaState, power: Power, space: str, facility: str) -> bool:
        if not hostile_land(world, state.control, power, space):
            return False
        if not self.settings.launcher:
            return not facility and has_factory(world, state, space)
        return facility in self.settings.targets and any(p.unit == facility for p, _ in state.at(space))

    def aimed_at(self, world: World, state: AreaState, power: Power, order: Rocket) -> str:
        """The facility that an order means: unless it names one, the factory, or the only other target."""
        here = [one for one in self.settings.targets if self._is_target(world, state, power, order.target, one)]
        works = [one for one in here if one in world.factory_units]
        return order.facility or next(iter(works if works or len(here) != 1 else here), "")

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Rocket)
        action = replace(action, facility=self.aimed_at(run.world, run.state, power, action))
        if self.settings.declared:
            run.emit(StrikeOrdered(Strike(power, action.gun, action.target)))
            return
        dice, owner = run.dice.roll(self.settings.dice), run.state.control[action.target]
        amount = sum(dice) if action.facility else min(sum(dice), run.state.treasury[owner])
        run.emit(
            RocketFired(
                power=power,
                gun=action.gun,
                target=action.target,
                owner=owner,
                dice=dice,
                amount=amount,
                facility=action.facility,
            )
        )
        for part in run.world.parts.bombed if action.facility else ():
            part.bombed(run, action.target, {action.facility: amount})

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Rocket)
        at = f"the {unit_name(world, action.facility)} in {action.target}" if action.facility else action.target
        return f"fire a rocket from {action.gun} at {at}"

    def invites(self, world: World, state: AreaState, power: Power) -> Decision | None:
        phase = phase_of(state, power)
        if self.settings.declared and phase in self.when(Rocket) and self.has_rockets(state, power):
            return Decision(power, phase, prompt="Choose your rocket targets.")
        if self.settings.declared or not self._can_fire(world, state, power):
            return None
        return Decision(power, ASKS, prompt="Fire a rocket, or end the combat phase.")

    def facts(self, world: World, state: AreaState, decision: Decision) -> Iterable[str]:
        if decision.kind == ASKS:
            ways = (a for a in self.offers(world, state, decision.seat, decision.seat) if isinstance(a, Rocket))
            yield f"in range: {listed(f'{a.target} from {a.gun}' for a in ways)}"

    def prompts(self, world: World, state: AreaState, power: Power) -> str:
        if self.settings.declared or not state.turn.sites or not self._can_fire(world, state, power):
            return ""
        return "Or fire a rocket first."

    def _spent(self, state: AreaState) -> bool:
        """Whether no more rockets can be fired this turn."""
        return LAUNCHED.of(state).fired or LAUNCHED.of(state).late

    def _can_fire(self, world: World, state: AreaState, power: Power) -> bool:
        """Whether there is a rocket to fire now."""
        if phase_of(state, power) not in self.when(Rocket):
            return False
        return next(self.offers(world, state, power, power), None) is not None

    def before_combat(self, run: Unfolding, power: Power) -> None:
        """Fire the ordered rockets, lowering the next income of their targets."""
        for strike in LAUNCHED.of(run.state).strikes:
            dice, owner = run.dice.roll(self.settings.dice), run.state.control[strike.target]
            hostile = hostile_land(run.world, run.state.control, strike.power, strike.target)
            run.emit(
                RocketFired(
                    power=strike.power,
                    gun=strike.gun,
                    target=strike.target,
                    owner=owner,
                    dice=dice,
                    amount=sum(dice) if hostile else 0,
                    later=True,
                )
            )


def _launched(state: AreaState, power: Power, gun: str) -> int:
    return sum(strike.power == power and strike.gun == gun for strike in LAUNCHED.of(state).strikes)


PART = Rockets
