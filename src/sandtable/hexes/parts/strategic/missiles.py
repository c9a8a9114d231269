"""Missiles: a counter fires once, and can't be stopped."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import listed, times
from sandtable.hexes.combat.fire import aimed, barrage
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.strategic import morale
from sandtable.hexes.parts.strategic.bombing import check_capital, check_target
from sandtable.hexes.parts.strategic.memory import STRATEGY, changed, with_battery
from sandtable.hexes.parts.strategic.settings import Settings
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import undevastated
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class LaunchMissiles(PartAction, frozen=True):
    """Fire a counter's missiles at production or morale."""

    phrase: ClassVar[str] = "launch {count} of {battery} at {target}"
    example: ClassVar[str] = "launch 5 of Axis Missiles 1 at 1333"

    battery: str
    target: SpaceName
    count: int
    others: tuple[SpaceName, ...] = ()
    """Where further hits fall, in order."""
    bombs: int = 0
    """Atomic bombs they carry."""
    morale: bool = False


class MissilesLaunched(PartEvent, frozen=True):
    """Missiles were fired and used up."""

    battery: Name
    target: Place
    count: int
    dice: tuple[int, ...]
    hits: int
    devastated: Mapping[Place, int] = {}
    """The production that is now devastated, by place where it has changed."""
    bombs: int = 0

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        old = known.batteries[self.battery]
        bombs = {**known.aloft, self.battery: self.bombs} if self.bombs else known.aloft
        launched = tuple(sorted({*known.launched, self.battery}))
        state = changed(state, aloft=bombs, launched=launched, closed=True)
        kept = old.bombs - self.bombs
        # A missile with a bomb has left its counter; the bomb itself drops after all missiles have been fired.
        left = replace(old, points=old.points - self.count, bombs=kept)
        state = with_battery(state, self.battery, left)
        return replace(state, devastated={**state.devastated, **self.devastated})

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        dice = listed([str(die) for die in self.dice])
        points = times(self.count, "missile point")
        return f"{self.battery} fires {points} at {world.title(self.target)}: {dice}, {times(self.hits, 'hit')}"


def check(world: World, state: HexState, terms: Settings, side: Side, action: LaunchMissiles) -> Refusal | None:
    """Validate a launch."""
    known = STRATEGY.of(state)
    battery = known.batteries.get(action.battery)
    if battery is None or battery.side != side:
        return world.refuse_by("missile.launch", f"{world.having(side)} no counter {action.battery} in play.")
    if known.raids:
        return world.refuse_by("c2-sequence.bombing-before-missiles", "Fly the raids first.")
    if known.dropped:
        return world.refuse_by("abomb.after-conventional", "Missiles come before atomic bombs.")
    if action.battery in known.launched:
        return world.refuse_by("missile.launch", f"{action.battery} has already fired this turn.")
    if not 1 <= action.count <= battery.points:
        return world.refuse_by("missile.launch", f"{action.battery} has {battery.points} missile points.")
    if not 0 <= action.bombs <= min(action.count, battery.bombs):
        return world.refuse_by("abomb.delivery", "Each atomic bomb needs a missile of its own to carry it.")
    for target in (action.target, *action.others):
        refusal = check_target(world, state, side, target, "missile.resolution")
        if refusal is not None:
            return refusal
        far = world.board.distance(battery.at, target)
        if far > terms.missile_range:
            why = f"{world.title(target)} is {far} hexes away; missiles fly {terms.missile_range}."
            return world.refuse_by("missile.resolution", why)
    return check_capital(world, terms, state, side, action.target) if action.morale else None


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """All missiles of a counter at each target in range."""
    for name, battery in STRATEGY.of(state).batteries.items():
        near = [
            place
            for place in sorted(world.productive)
            if world.board.distance(battery.at, place) <= terms.missile_range
            and state.control.get(place) not in (None, side)
        ]
        for place in near if battery.side == side else ():
            others = tuple(one for one in near if one != place)
            bombs = min(battery.points, battery.bombs)
            yield LaunchMissiles(name, place, battery.points, others, bombs)
            yield LaunchMissiles(name, place, battery.points, (), bombs, True)


def launch(run: Unfolding, terms: Settings, side: Side, action: LaunchMissiles) -> None:
    """Fire, and distribute the hits over the targets."""
    world = run.world
    area = world.board.area_of(STRATEGY.of(run.state).batteries[action.battery].at)
    dice, hits = barrage(run, action.count, aimed(world, run.state, side, "assault", area))
    left, ruined = hits, dict[Place, int]()
    for place in (action.target, *action.others) if not action.morale else ():
        here = min(left, undevastated(world, run.state, place))
        left -= here
        if here:
            ruined[place] = run.state.devastated.get(place, 0) + here
    run.emit(
        MissilesLaunched(
            battery=action.battery,
            target=action.target,
            count=action.count,
            dice=dice,
            hits=hits,
            devastated=ruined,
            bombs=action.bombs,
        )
    )
    country = morale.struck(terms, world, action.target)
    if action.morale and hits and country:
        morale.move(run, terms, country, -hits)
