"""Victory: looked at when a turn ends, as the game file says; and who of the winners has done best."""

from fractions import Fraction

from sandtable.area.conduct import VictoryInfo
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.world import World


def conditions(world: World, state: AreaState) -> tuple[VictoryInfo, ...]:
    """The conditions in force: those of an option that is on replace the standard ones."""
    chosen = [v for v in world.game.victory if v.option and state.options.get(v.option)]
    return tuple(chosen) or tuple(v for v in world.game.victory if not v.option)


def victor(world: World, state: AreaState, ended: Power) -> VictoryInfo | None:
    """The condition that is met now that the turn of ``ended`` is over."""
    for condition in conditions(world, state):
        if not condition.points and condition.after in ("", ended) and _met(world, state, condition):
            return condition
    return None


def victor_at_start(world: World, state: AreaState, team: tuple[Power, ...]) -> VictoryInfo | None:
    """The condition that a side meets now that a turn of its powers begins."""
    for condition in conditions(world, state):
        counts = condition.points and condition.side == world.side(team[0])
        if counts and city_points(world, state, condition.side) >= condition.points:
            return condition
    return None


def points_of(world: World, state: AreaState, territory: str) -> int:
    """What the city in a territory is worth; options may change it."""
    land = world.board.territories[territory]
    for name, option in world.game.options.items():
        if state.options.get(name) and land.city in option.points:
            return option.points[land.city]
    return land.points


def city_points(world: World, state: AreaState, side: str) -> int:
    """What the cities that a side holds are worth together."""
    return sum(points_of(world, state, space) for space, p in state.control.items() if world.side(p) == side)


def _met(world: World, state: AreaState, condition: VictoryInfo) -> bool:
    if condition.production:
        return side_production(world, state, condition.side) >= condition.production
    return cities_held(world, state, condition) >= condition.at_least


def cities_held(world: World, state: AreaState, condition: VictoryInfo) -> int:
    """How many of a condition's cities its side holds."""
    return sum(
        info.city in condition.cities and world.side(state.control[info.capital]) == condition.side
        for info in world.powers.values()
    )


def side_production(world: World, state: AreaState, side: str) -> int:
    """The production of all powers of a side together."""
    return sum(production(world, state, power) for power in world.order if world.side(power) == side)


def growth(world: World, state: AreaState, power: Power) -> Fraction:
    """How much the production of a power has grown since the start, as a part of what it was."""
    before = sum(land.value for land in world.board.territories.values() if land.owner == power)
    return Fraction(production(world, state, power) - before, before)


def percent_cut(part: Fraction) -> str:
    """In per cent, cut off after one decimal.

    >>> percent_cut(Fraction(5, 24)), percent_cut(Fraction(-1, 5)), percent_cut(Fraction(1, 2))
    ('20.8', '-20.0', '50.0')
    """
    tenths = int(part * 1000)  # towards zero
    return f"{'-' if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10}"


def individual_winners(world: World, state: AreaState, side: str) -> tuple[Power, ...]:
    """The powers of the winning side that have grown most, if this game names an individual winner."""
    if not world.game.conduct.individual_winner:
        return ()
    grown = {power: growth(world, state, power) for power in world.order if world.side(power) == side}
    return tuple(power for power, part in grown.items() if part == max(grown.values()))
