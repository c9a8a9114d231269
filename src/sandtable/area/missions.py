"""Missions in the air: what bombers do that have come through, to the income, the factory or the roads below."""

from typing import Literal

from sandtable.area.actions import Bomb
from sandtable.area.events import Arrived, BattleBegan, BattleEnded
from sandtable.area.factories import has_factory
from sandtable.area.forces import EMPTY, Power, Stack, size, where
from sandtable.area.state import AreaState, Release
from sandtable.area.status import active, hostile_land
from sandtable.area.team_events import BombersThrough, BombsFell
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

Target = Literal["income", "factory", "roads"]


def on_mission(state: AreaState, space: str, mission: str = "") -> Stack:
    """The air units of the team on turn that were sent over a territory, all or those of one mission."""
    team = active(state)
    return where(state.at(space), lambda p: p.power in team and p.raiding and mission in ("", p.mission))


def _of(units: Stack, power: Power) -> Stack:
    return where(units, lambda p: p.power == power)


def drop(run: Unfolding, space: str, power: Power, bombers: Stack, at: Target) -> None:
    """Each bomber rolls; of several dice the best counts."""
    dice: list[int] = []
    amount = 0
    for piece, count in bombers:
        for _ in range(count):
            rolled = run.dice.roll(run.world.type(piece).best_of)
            dice += rolled
            amount += max(rolled)
    run.emit(BombsFell(space, power, at, tuple(dice), amount, size(bombers)))


def by_night(run: Unfolding, space: str) -> None:
    """Bombers that come by night meet nobody."""
    for power in active(run.state):
        bombers = _of(on_mission(run.state, space, "night-bombing"), power)
        if bombers:
            drop(run, space, power, bombers, "factory")


def _came_through(run: Unfolding) -> Stack:
    """Who has come through in the mission that has just ended."""
    ended = 0
    for event in reversed(run.events):
        if isinstance(event, Arrived):
            return event.units
        ended += isinstance(event, BattleEnded)
        if isinstance(event, BattleBegan) or ended > 1:
            break
    return EMPTY


def carry_out(run: Unfolding, space: str) -> None:
    """The bombers that are left do what they came for; where they can choose, their power is asked."""
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


def check_bomb(world: World, release: Release | None, action: Bomb) -> Refusal | None:
    """Whether so many bombers can be told to attack the factory."""
    if release is None:
        return world.refuse("mission.choice", "No bombers wait to be told what to attack.")
    if not 0 <= action.factory <= size(release.bombers):
        return world.refuse("mission.choice", f"{size(release.bombers)} bombers have come through.")
    return None


def bomb(run: Unfolding, release: Release, action: Bomb) -> None:
    """The bombs fall: those at the factory first."""
    flat = [piece for piece, count in release.bombers for _ in range(count)]
    at_factory = tuple((piece, 1) for piece in flat[: action.factory])
    at_income = tuple((piece, 1) for piece in flat[action.factory :])
    if at_factory:
        drop(run, release.space, release.power, at_factory, "factory")
    if at_income:
        drop(run, release.space, release.power, at_income, "income")


def asked(state: AreaState, power: Power) -> Release | None:
    """The bombers that a power has to tell what to attack."""
    return next((release for release in state.turn.released if release.power == power), None)
