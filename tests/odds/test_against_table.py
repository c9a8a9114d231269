"""The odds never disagree with the game: every battle is fought at the table too, and must come out the same."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.area.techs import Techs
from sandtable.odds.answer import Question, exact_odds
from sandtable.odds.policy import Policy, Retreat
from tests.odds import classic_battles, global_battles, historical_battles
from tests.odds.battles import LARGER, SMALL
from tests.odds.chi_square import surprise
from tests.odds.table import WAR1941, Ground, Table, endings, question

TOLERANCE = 1e-12


def agree(asked: Question, faces: bool = False, ground: Ground = WAR1941) -> None:
    """The odds of a battle are what comes of all ways in which the dice can fall at the table."""
    odds, fought = exact_odds(ground.world, asked), Table(asked, faces=faces, ground=ground).solve()
    ours, theirs = endings(odds), fought.seen()
    for end in ours.keys() | theirs.keys():
        assert ours.get(end, 0.0) == pytest.approx(theirs.get(end, 0.0), abs=TOLERANCE), end
    assert odds.win == pytest.approx(fought.chance("attacker"), abs=TOLERANCE)
    assert odds.rounds == pytest.approx(fought.rounds, abs=1e-10)
    draws = fought.chance("none") + fought.chance("stalemate")
    # Who has to leave because he can only be shot at has lost; a stalemate does not become a defeat by leaving.
    assert odds.draw - TOLERANCE <= draws + fought.chance("broken-off")
    assert odds.lose + TOLERANCE >= fought.chance("defender")


@pytest.mark.parametrize("asked", SMALL.values(), ids=SMALL.keys())
def test_every_way_the_dice_can_fall(asked: Question) -> None:
    agree(asked)


@pytest.mark.parametrize("asked", classic_battles.BATTLES.values(), ids=classic_battles.BATTLES.keys())
def test_every_way_the_dice_can_fall_in_classic(asked: classic_battles.Asked) -> None:
    agree(asked.question, ground=asked.ground)


@pytest.mark.parametrize("asked", historical_battles.BATTLES.values(), ids=historical_battles.BATTLES.keys())
def test_every_way_the_dice_can_fall_in_cycles(asked: classic_battles.Asked) -> None:
    agree(asked.question, ground=asked.ground)


@pytest.mark.parametrize("asked", global_battles.BATTLES.values(), ids=global_battles.BATTLES.keys())
def test_every_way_the_dice_can_fall_step_by_step(asked: classic_battles.Asked) -> None:
    agree(asked.question, ground=asked.ground)


@pytest.mark.parametrize(
    "asked",
    [
        classic_battles.asked("infantry, fighter", "infantry, antiaircraft gun"),
        classic_battles.asked("submarine, transport", "transport", True),
        historical_battles.asked("infantry, fighter", "infantry, infrastructure defense"),
        historical_battles.asked("submarine, destroyer", "carrier", True),
    ],
)
def test_face_by_face_in_other_games(asked: classic_battles.Asked) -> None:
    agree(asked.question, faces=True, ground=asked.ground)


@pytest.mark.parametrize(
    "asked",
    [
        question("infantry, tank", "infantry"),
        question("submarine, fighter", "submarine, transport", True),
        question("destroyer", "battleship", True),
    ],
)
def test_face_by_face(asked: Question) -> None:
    """Nothing is known beforehand of which faces hit: each of the six is followed by itself."""
    agree(asked, faces=True)


LAND_UNITS = ("infantry", "tank", "fighter", "bomber")
SEA_UNITS = (
    "submarine",
    "destroyer",
    "carrier",
    "battleship",
    "battleship(damaged)",
    "transport",
    "transport[infantry]",
    "fighter",
    "bomber",
)


def forces(names: tuple[str, ...], most: int = 3) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(names), min_size=1, max_size=most).map(", ".join)


@settings(max_examples=25, deadline=None)
@given(forces(LAND_UNITS), forces(LAND_UNITS), st.booleans(), st.permutations(LAND_UNITS), st.booleans())
def test_any_small_battle_on_land(mine: str, theirs: str, low_luck: bool, order: list[str], keep: bool) -> None:
    agree(question(mine, theirs, False, Policy(tuple(order), keep), low_luck=low_luck))


@settings(max_examples=40, deadline=None)
@given(
    forces(SEA_UNITS),
    forces(SEA_UNITS),
    st.booleans(),
    st.permutations(("submarine", "destroyer", "carrier", "battleship", "fighter", "bomber")),
    st.booleans(),
    st.booleans(),
)
def test_any_small_battle_at_sea(
    mine: str, theirs: str, low_luck: bool, order: list[str], below: bool, they_below: bool
) -> None:
    attacker, defender = Policy(tuple(order), submerge=below), Policy(submerge=they_below)
    agree(question(mine, theirs, True, attacker, defender, low_luck))


GLOBAL_LAND = ("infantry", "artillery", "mechanized infantry", "armor", "fighter", "tactical bomber")
GLOBAL_SEA = ("submarine", "destroyer", "cruiser", "battleship", "transport", "fighter", "tactical bomber")


@settings(max_examples=25, deadline=None)
@given(
    forces(GLOBAL_LAND, 4),
    forces((*GLOBAL_LAND, "aaa")),
    st.sampled_from(("", "", ", fortification", ", anti tank gun")),
    st.booleans(),
    st.permutations(("infantry", "artillery", "armor", "fighter", "tactical_bomber")),
)
def test_any_small_battle_on_land_step_by_step(
    mine: str, theirs: str, works: str, low_luck: bool, order: list[str]
) -> None:
    asked = global_battles.asked(mine, theirs + works, attacker=Policy(tuple(order)), low_luck=low_luck)
    agree(asked.question, ground=asked.ground)


@settings(max_examples=25, deadline=None)
@given(
    forces(GLOBAL_SEA, 2),
    st.sampled_from(("", ", tactical bomber", ", fighter, tactical bomber")),
    forces((*GLOBAL_SEA, "light carrier[fighter]", "light carrier[tactical bomber]"), 2),
    st.sampled_from(("", ", transport", ", transport[infantry]")),
    st.booleans(),
    st.permutations(("submarine", "destroyer", "transport", "battleship", "fighter", "tactical_bomber")),
    st.booleans(),
    st.booleans(),
)
def test_any_small_battle_at_sea_step_by_step(
    mine: str,
    planes: str,
    theirs: str,
    convoy: str,
    low_luck: bool,
    order: list[str],
    below: bool,
    they_below: bool,
) -> None:
    """Bombers that name a transport among other ships are in many of these battles."""
    attacker, defender = Policy(submerge=below), Policy(tuple(order), submerge=they_below)
    asked = global_battles.asked(mine + planes, theirs + convoy, True, attacker, defender, low_luck)
    agree(asked.question, ground=asked.ground)


CLASSIC_LAND = ("infantry", "armor", "fighter", "bomber")
CLASSIC_SEA = ("submarine", "carrier", "battleship", "transport", "transport[infantry]", "fighter", "bomber")


@settings(max_examples=25, deadline=None)
@given(
    forces(CLASSIC_LAND),
    st.sampled_from(("", ", battleship", ", 2 battleship")),
    forces(CLASSIC_LAND),
    st.sampled_from(("", ", antiaircraft gun")),
    st.booleans(),
    st.permutations(CLASSIC_LAND),
    st.sampled_from(((), classic_battles.HEAVY, classic_battles.JETS)),
)
def test_any_small_battle_on_land_in_classic(
    mine: str, ships: str, theirs: str, gun: str, low_luck: bool, order: list[str], techs: Techs
) -> None:
    policy = Policy(tuple(order))
    asked = classic_battles.asked(mine + ships, theirs + gun, attacker=policy, low_luck=low_luck, techs=techs)
    agree(asked.question, ground=asked.ground)


@settings(max_examples=40, deadline=None)
@given(
    forces(CLASSIC_SEA),
    forces(CLASSIC_SEA),
    st.booleans(),
    st.permutations(("submarine", "carrier", "battleship", "fighter", "bomber", "transport")),
    st.booleans(),
    st.booleans(),
    st.sampled_from(((), classic_battles.SUPER, classic_battles.JETS)),
)
def test_any_small_battle_at_sea_in_classic(
    mine: str, theirs: str, low_luck: bool, order: list[str], leave: bool, they_leave: bool, techs: Techs
) -> None:
    attacker, defender = Policy(tuple(order), submerge=leave), Policy(submerge=they_leave)
    asked = classic_battles.asked(mine, theirs, True, attacker, defender, low_luck, techs)
    agree(asked.question, ground=asked.ground)


HISTORICAL_LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
HISTORICAL_SEA = ("submarine", "destroyer", "carrier", "battleship(damaged)", "transport", "fighter", "bomber")
LEAVING = (Retreat(), Retreat(after_rounds=1), Retreat(below_units=2))


@settings(max_examples=25, deadline=None)
@given(
    forces(HISTORICAL_LAND),
    st.sampled_from(("", ", battleship")),
    forces(HISTORICAL_LAND),
    st.sampled_from(("", ", infrastructure defense")),
    st.permutations(HISTORICAL_LAND),
    st.sampled_from(LEAVING),
    st.sampled_from(LEAVING),
    st.sampled_from(((), historical_battles.JETS, historical_battles.THEIR_JETS, historical_battles.HEAVY)),
)
def test_any_small_battle_on_land_in_cycles(
    mine: str,
    ships: str,
    theirs: str,
    gun: str,
    order: list[str],
    leave: Retreat,
    they_leave: Retreat,
    techs: Techs,
) -> None:
    attacker, defender = Policy(tuple(order), retreat=leave), Policy(retreat=they_leave, planes_back=not techs)
    asked = historical_battles.asked(mine + ships, theirs + gun, False, attacker, defender, techs=techs)
    agree(asked.question, ground=asked.ground)


@settings(max_examples=25, deadline=None)
@given(
    forces(HISTORICAL_SEA, 2),
    forces(HISTORICAL_SEA, 2),
    st.permutations(("submarine", "destroyer", "carrier", "battleship", "fighter", "transport")),
    st.booleans(),
    st.booleans(),
    st.sampled_from(LEAVING),
    st.sampled_from(((), historical_battles.JETS)),
)
def test_any_small_battle_at_sea_in_cycles(
    mine: str, theirs: str, order: list[str], below: bool, mass: bool, they_leave: Retreat, techs: Techs
) -> None:
    attacker = Policy(tuple(order), submerge=below, aim="mass" if mass else "spread")
    asked = historical_battles.asked(mine, theirs, True, attacker, Policy(retreat=they_leave), techs=techs)
    agree(asked.question, ground=asked.ground)


def played(asked: Question, battles: int, seed: int, ground: Ground = WAR1941) -> float:
    """How surprising the ends of a number of battles, fought with random dice, are by their odds."""
    table = Table(asked, ground=ground)
    seen = Counter((end.attack, end.defend) for end in (table.play(seed * battles + n) for n in range(battles)))
    return surprise(seen, endings(exact_odds(ground.world, asked)))


@pytest.mark.parametrize("asked", LARGER.values(), ids=LARGER.keys())
def test_battles_as_they_are_played(asked: Question) -> None:
    """A quick look; ``make soak`` takes a long one. The seed is fixed, so this cannot fail by chance."""
    assert played(asked, battles=150, seed=1) < 4


@pytest.mark.parametrize("asked", classic_battles.LARGER.values(), ids=classic_battles.LARGER.keys())
def test_battles_of_classic_as_they_are_played(asked: classic_battles.Asked) -> None:
    assert played(asked.question, battles=150, seed=1, ground=asked.ground) < 4


@pytest.mark.parametrize("asked", historical_battles.LARGER.values(), ids=historical_battles.LARGER.keys())
def test_battles_in_cycles_as_they_are_played(asked: classic_battles.Asked) -> None:
    assert played(asked.question, battles=60, seed=1, ground=asked.ground) < 4


@pytest.mark.parametrize("asked", global_battles.LARGER.values(), ids=global_battles.LARGER.keys())
def test_battles_step_by_step_as_they_are_played(asked: classic_battles.Asked) -> None:
    assert played(asked.question, battles=60, seed=1, ground=asked.ground) < 4
