"""Victory: checked at the end of a turn, as the game file says; and which of the winners did best."""

from fractions import Fraction

from sandtable.area.conduct import VictoryInfo
from sandtable.area.forces import Power
from sandtable.area.requirements.judging import Case, Finding, holds, judge
from sandtable.area.requirements.kinds import Control, Points, Production, Requirements
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.world import World


def conditions(world: World, state: AreaState) -> tuple[VictoryInfo, ...]:
    """The conditions in force: those of an option that is on replace the standard ones."""
    chosen = [v for v in world.game.victory if v.option and state.options.get(v.option)]
    return tuple(chosen) or tuple(v for v in world.game.victory if not v.option)


def requirements(world: World, condition: VictoryInfo) -> Requirements:
    """A condition as requirements."""
    if condition.when:
        return condition.when
    side = (condition.side,)
    if condition.production:
        return (Production(by=side, at_least=condition.production),)
    if condition.points:
        return (Points(by=side, at_least=condition.points),)
    capitals = tuple(info.capital for info in world.powers.values() if info.city in condition.cities)
    return (Control(of=capitals, by=side, at_least=condition.at_least),)


def finding(world: World, state: AreaState, condition: VictoryInfo) -> Finding:
    """The status of a condition, and what is missing."""
    return judge(Case(world, state), requirements(world, condition))


def victor(world: World, state: AreaState, ended: Power) -> VictoryInfo | None:
    """The condition that is met at the end of ``ended``'s turn."""
    for condition in conditions(world, state):
        if not condition.points and condition.after in ("", ended) and _met(world, state, condition):
            return condition
    return None


def victor_at_start(world: World, state: AreaState, team: tuple[Power, ...]) -> VictoryInfo | None:
    """The points condition that a side meets at the start of one of its powers' turns."""
    for condition in conditions(world, state):
        if condition.points and condition.side == world.side(team[0]) and _met(world, state, condition):
            return condition
    return None


def victor_by_time(world: World, state: AreaState) -> VictoryInfo | None:
    """The condition that is met because a turn has begun: it had to hold until then."""
    for condition in conditions(world, state):
        if condition.when and not condition.after and _met(world, state, condition):
            return condition
    return None


def _met(world: World, state: AreaState, condition: VictoryInfo) -> bool:
    return holds(Case(world, state), requirements(world, condition))


def cities_held(world: World, state: AreaState, condition: VictoryInfo) -> int:
    """How many of a condition's cities its side holds."""
    return finding(world, state, condition).count


def side_production(world: World, state: AreaState, side: str) -> int:
    """The production of all powers of a side together."""
    return sum(production(world, state, power) for power in world.order if world.side(power) == side)


def growth(world: World, state: AreaState, power: Power) -> Fraction:
    """How much a power's production has grown since the start, as a fraction."""
    before = sum(land.value for land in world.board.territories.values() if land.owner == power)
    return Fraction(production(world, state, power) - before, before)


def percent_cut(part: Fraction) -> str:
    """As a percentage, truncated to one decimal.

    >>> percent_cut(Fraction(5, 24)), percent_cut(Fraction(-1, 5)), percent_cut(Fraction(1, 2))
    ('20.8', '-20.0', '50.0')
    """
    tenths = int(part * 1000)  # towards zero
    return f"{'-' if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10}"


def individual_winners(world: World, state: AreaState, side: str) -> tuple[Power, ...]:
    """The powers of the winning side that grew most, if this game names an individual winner."""
    return tuple(power for part in world.parts.winners for power in part.winners(world, state, side))
