"""The odds of raids with escorts: by hand, and against raids that are flown at the table."""

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.area.actions import Casualties
from sandtable.area.evolve import evolve
from sandtable.area.forces import RISEN, Stack, merge, stack
from sandtable.area.parts.air_war import AirWar, combat
from sandtable.area.parts.air_war import raids as over_target
from sandtable.area.parts.air_war.actions import TakeLosses
from sandtable.area.parts.air_war.events import RaidRolled
from sandtable.area.parts.air_war.memory import SKY
from sandtable.area.state import AreaState, Site, Turn
from sandtable.area.unfold import Unfolding
from sandtable.core.dice import SeededDice
from sandtable.odds.air_raid import escorted
from sandtable.odds.policy import Policy
from sandtable.odds.raid import bad_raid, bombs, joins, raid_odds
from sandtable.odds.result import RaidOdds
from tests.odds.chi_square import surprise
from tests.odds.table import ATTACKER, DEFENDER, GLOBAL, units

WORLD = GLOBAL.world
SPACE = "Western Germany"
PLAIN = Policy()


def force(text: str, power: str = "attack") -> Stack:
    return units(power, text, WORLD)


def raid(mine: str, theirs: str = "", attacker: Policy = PLAIN, defender: Policy = PLAIN) -> RaidOdds:
    return raid_odds(WORLD, force(mine), force(theirs, "defend") if theirs else (), attacker, defender)


# by hand


def test_bombers_that_nobody_meets() -> None:
    one = raid("strategic bomber")
    assert one.damage == pytest.approx({face + 2: 1 / 6 for face in range(1, 7)})
    assert (one.expected, one.lost, one.shot_down, one.left[1]) == pytest.approx((5.5, 0, 0, 1))
    assert raid("2 tactical bomber, fighter").expected == pytest.approx(7)


def test_guns_fire_at_each_bomber_once() -> None:
    """Three shots against two bombers: two dice, each a hit with a 1; escorts have turned home."""
    found = raid("2 tactical bomber, 3 fighter", "aaa")
    assert found.left == pytest.approx({2: 25 / 36, 1: 10 / 36, 0: 1 / 36})
    assert found.lost == pytest.approx(2 / 6 * WORLD.units["tactical_bomber"].cost)


def test_a_facility_takes_no_more_than_it_endures() -> None:
    whole, worn = raid("2 strategic bomber", "air base"), raid("2 strategic bomber", "air base(damaged 4)")
    assert whole.damage == pytest.approx({6: 1})
    assert worn.damage == pytest.approx({2: 1})


def test_one_fighter_meets_one_bomber_by_the_chart() -> None:
    """Two dice each; what the chart says of one air factor is asked roll by roll."""
    war = AirWar.of(WORLD)
    assert war is not None
    factor = WORLD.units["fighter"].air_factor
    ends = [war.result(factor, sum(dice)) for dice in product(range(1, 7), repeat=2)]
    found = raid("strategic bomber", "fighter")
    assert found.left[1] == pytest.approx(ends.count((0, 0)) / 36)
    assert found.lost == pytest.approx(
        WORLD.units["strategic_bomber"].cost * sum(gone > 0 for gone, _ in ends) / 36
    )


def test_pilots_and_the_order_of_losses_count() -> None:
    plain = raid("2 strategic bomber, 2 fighter", "2 fighter")
    assert raid("2 strategic bomber, 2 fighter", "2 fighter", Policy(pilots=2)).shot_down > plain.shot_down
    assert raid("2 strategic bomber, 2 fighter", "2 fighter", defender=Policy(pilots=2)).lost > plain.lost
    bombers_first = raid("2 strategic bomber, 2 fighter", "2 fighter", Policy(("strategic_bomber",)))
    assert bombers_first.expected < plain.expected


def test_what_is_no_raid_is_told() -> None:
    for mine, theirs, why in (
        ("fighter", "", "at least one bomber"),
        ("strategic bomber, infantry", "", "infantry can't take part"),
        ("strategic bomber", "tactical bomber", "tactical bombers can't take part"),
        ("strategic bomber", "air base, naval base", "one facility"),
        ("tactical bomber", "minor industrial complex", "can't attack minor industrial complexes"),
    ):
        wrong = bad_raid(WORLD, force(mine), force(theirs, "defend") if theirs else ())
        assert wrong is not None
        assert why in wrong.why
    assert bad_raid(WORLD, force("strategic bomber, jet"), force("2 fighter, aaa, air base", "defend")) is None


def test_who_can_be_chosen() -> None:
    assert joins(WORLD, "attack", "fighter")
    assert joins(WORLD, "defend", "aaa")
    assert joins(WORLD, "defend", "naval_base")
    assert not joins(WORLD, "defend", "infantry")
    assert bombs(WORLD, "tactical_bomber")
    assert not bombs(WORLD, "fighter")


# at the table


def fly(mine: str, theirs: str, target: str, seed: int) -> tuple[int, int]:
    """Fly one raid with random dice: how many bombers reach their target, and the damage."""
    war, raids = AirWar.of(WORLD), escorted(WORLD)
    assert war is not None
    assert raids is not None
    out = stack((replace(p, raiding=True, moved=True), n) for p, n in units(ATTACKER, mine, WORLD))
    home = stack(
        (replace(p, mission=RISEN) if p.unit in raids.fighters else p, n)
        for p, n in units(DEFENDER, f"{theirs}, {target}", WORLD)
    )
    site = Site(SPACE, raid=True)
    control = dict.fromkeys((*WORLD.board.territories,), DEFENDER)
    turn = Turn({ATTACKER: "combat"}, control=control, sites=(site,))
    state = AreaState(1, turn, control, {}, {SPACE: merge(out, home)}, relations=WORLD.relations)
    run = Unfolding(WORLD, state, SeededDice.from_seed(seed), evolve)
    combat.fight(war.settings, run, ATTACKER, SPACE, "raid")
    while flights := SKY.of(run.state).flights:
        flight = flights[0]
        there = combat.members(WORLD, run.state, SPACE, flight.side, "raid")
        names = sorted((p.unit for p, n in there for _ in range(n)), key=lambda unit: WORLD.units[unit].cost)
        gone, back = names[: flight.destroyed], names[flight.destroyed :][: flight.aborted]
        combat.take_losses(run, flight.owner, TakeLosses(tuple(gone), tuple(back)))
    over_target.begin(raids, run, site)
    while SKY.of(run.state).claims:
        over_target.do(raids, run, ATTACKER, Casualties())
    left = sum(len(load.dice) for event in run.events if isinstance(event, RaidRolled) for load in event.loads)
    unit = units(DEFENDER, target, WORLD)[0][0].unit
    return left, next(p.damage for p, _ in run.state.at(SPACE) if p.unit == unit)


@pytest.mark.parametrize(
    ("mine", "theirs", "target"),
    [
        ("2 strategic bomber, tactical bomber, 2 fighter", "2 fighter, aaa", "naval base"),
        ("3 strategic bomber, fighter", "fighter, 2 aaa", "major industrial complex"),
    ],
)
def test_raids_as_they_are_flown(mine: str, theirs: str, target: str) -> None:
    """The seeds are fixed, so this cannot fail by chance."""
    odds = raid(mine, f"{theirs}, {target}")
    flown = [fly(mine, theirs, target, seed) for seed in range(200)]
    assert surprise(Counter(left for left, _ in flown), odds.left) < 4
    assert surprise(Counter(damage for _, damage in flown), odds.damage) < 4
