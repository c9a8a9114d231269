"""The odds of a battle under way are what comes of every way in which the dice can still fall at the table."""

from random import Random

import pytest

from sandtable.area.battle import fight
from sandtable.area.evolve import evolve
from sandtable.area.forces import size
from sandtable.area.state import Battle
from sandtable.area.unfold import Unfolding
from sandtable.odds.answer import Question
from sandtable.odds.in_progress import odds_in_progress, question_of
from sandtable.odds.policy import Policy
from tests.odds.table import (
    ATTACKER,
    CLASSIC,
    GLOBAL,
    HISTORICAL,
    WAR1941,
    WORLD,
    Ground,
    Table,
    endings,
    question,
)

TOLERANCE = 1e-12

BATTLES = {
    "on land": question("2 infantry, tank, bomber", "2 infantry, fighter"),
    "with an order of losses": question(
        "2 infantry, tank, bomber",
        "infantry, tank, fighter",
        attacker=Policy(("bomber", "infantry"), keep_land=True),
    ),
    "submarines on both sides": question("2 submarine, fighter", "submarine, carrier, fighter", True),
    "a destroyer": question("2 submarine, destroyer", "2 submarine, carrier", True),
    "battleship and transports": question(
        "battleship, submarine, transport[tank]", "2 destroyer, 2 transport", True
    ),
    "low luck": question("2 submarine, fighter", "submarine, carrier[2 fighter], transport", True, low_luck=True),
}

CLASSIC_BATTLES = {
    "on land, by columns": question(
        "2 infantry, 2 armor, bomber", "2 infantry, armor, fighter", world=CLASSIC.world
    ),
    "under fire from a gun": question(
        "2 infantry, fighter, 2 bomber", "2 infantry, antiaircraft_gun, fighter", world=CLASSIC.world
    ),
    "with the support of a battleship": question(
        "2 infantry, armor, battleship", "2 infantry, armor", world=CLASSIC.world
    ),
    "first shots": question(
        "2 submarine, fighter, transport", "submarine, transport, battleship", True, world=CLASSIC.world
    ),
    "low luck": question("infantry, armor, bomber", "infantry, fighter", low_luck=True, world=CLASSIC.world),
}


HISTORICAL_BATTLES = {
    "hits that wait": question("2 infantry, tank", "2 infantry, tank", world=HISTORICAL.world),
    "a dogfight first": question("infantry, tank, fighter", "infantry, fighter, bomber", world=HISTORICAL.world),
    "guns that search": question(
        "infantry, fighter, bomber", "infantry, infrastructure_defense", world=HISTORICAL.world
    ),
    "aimed shots": question("2 submarine, destroyer", "submarine, carrier", True, world=HISTORICAL.world),
    "planes without a deck": question("carrier, 2 fighter", "destroyer, transport", True, world=HISTORICAL.world),
}


GLOBAL_BATTLES = {
    "planes under fire": question(
        "2 infantry, fighter, tactical bomber", "2 infantry, aaa, tactical bomber", world=GLOBAL.world
    ),
    "behind a fortification": question(
        "3 infantry, artillery, armor", "infantry, artillery, fortification", world=GLOBAL.world
    ),
    "ships bombard": question("infantry, artillery, cruiser", "2 infantry, armor", world=GLOBAL.world),
    "submarines strike": question(
        "2 submarine, cruiser", "battleship, submarine, transport", True, world=GLOBAL.world
    ),
    "submarines are found": question("2 destroyer, fighter", "submarine, cruiser", True, world=GLOBAL.world),
    "low luck": question("infantry, 2 armor", "infantry, aaa, fighter", low_luck=True, world=GLOBAL.world),
}


class Chance:
    """Dice from a generator of random numbers."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))


def decisions(table: Table, seed: int) -> list[Battle]:
    """A battle as it stands at each of its decisions, with random dice and random answers, odd losses included."""
    random, world = Random(seed), table.world
    run = Unfolding(world, table.state, Chance(random), evolve)
    fight.begin(run, ATTACKER, table.space, False, table.support)
    found: list[Battle] = []
    while run.state.battle is not None and len(found) < 12:
        found.append(run.state.battle)
        seat = fight.pending(world, run.state)[0].seat
        fight.answer(run, seat, random.choice(fight.legal(world, run.state, seat)))
    return found


def agree(asked: Question, ground: Ground, seeds: int) -> int:
    """Look at all decisions of some battles; how many there were. The table remembers what it has worked out."""
    seen, table = 0, Table(asked, ground=ground)
    for seed in range(seeds):
        for battle in decisions(table, seed):
            now = question_of(battle, asked.attacker, asked.defender, asked.low_luck)
            odds = odds_in_progress(ground.world, battle, now)
            fought = table.rest(battle)
            assert odds.win == pytest.approx(fought.chance("attacker"), abs=TOLERANCE), battle
            assert odds.rounds == pytest.approx(fought.rounds, abs=1e-10)
            if (
                not battle.attack.submerged and not battle.defend.submerged
            ):  # those are out of it, but on the board
                ours, theirs = endings(odds), fought.seen()
                for end in ours.keys() | theirs.keys():
                    assert ours.get(end, 0.0) == pytest.approx(theirs.get(end, 0.0), abs=TOLERANCE), (battle, end)
                seen += 1
    return seen


@pytest.mark.parametrize("asked", BATTLES.values(), ids=BATTLES.keys())
def test_from_every_decision_on(asked: Question) -> None:
    assert agree(asked, WAR1941, 6) > 7


@pytest.mark.parametrize("asked", CLASSIC_BATTLES.values(), ids=CLASSIC_BATTLES.keys())
def test_by_columns_with_guns_and_first_shots(asked: Question) -> None:
    assert agree(asked, CLASSIC, 6) > 5


@pytest.mark.parametrize("asked", HISTORICAL_BATTLES.values(), ids=HISTORICAL_BATTLES.keys())
def test_in_cycles(asked: Question) -> None:
    assert agree(asked, HISTORICAL, 8) > 7


@pytest.mark.parametrize("asked", GLOBAL_BATTLES.values(), ids=GLOBAL_BATTLES.keys())
def test_step_by_step(asked: Question) -> None:
    assert agree(asked, GLOBAL, 8) > 5


def test_the_hits_on_the_table_count() -> None:
    """With two hits to take, two infantry have lost: their answer is all that is left of the battle."""
    table = Table(question("10 infantry", "2 infantry, fighter"))
    battle = next(
        battle
        for seed in range(50)
        for battle in decisions(table, seed)
        if battle.victim == "defend" and sum(hit.count for hit in battle.hits) == 2 and battle.round == 1
    )
    odds = odds_in_progress(WORLD, battle, question_of(battle, Policy(), Policy(), False))
    assert size(battle.defend.units) == 3
    assert max(sum(end.defend.values()) for end in odds.endings) <= 1
