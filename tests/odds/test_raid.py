"""The odds of a raid, against every way in which the dice can fall."""

from itertools import product

import pytest

from sandtable import games
from sandtable.area.forces import EMPTY, Stack
from sandtable.area.notation import NotationError, parse_force
from sandtable.area.techs import with_techs
from sandtable.area.world import World
from sandtable.odds.answer import BadBattle
from sandtable.odds.raid import bad_raid, raid_odds

CLASSIC = games.world("classic")


def force(text: str, world: World = CLASSIC) -> Stack:
    found = parse_force(world, "attack", text)
    assert not isinstance(found, NotationError), found
    return found


def by_hand(bombers: int, gun: bool, dice: int) -> dict[int, float]:
    """Each bomber is shot down by a 1 of its own; each that is left rolls its dice."""
    found: dict[int, float] = {}
    shots = list(product(range(1, 7), repeat=bombers if gun else 0))
    for shot in shots:
        left = bombers - shot.count(1)
        throws = list(product(range(1, 7), repeat=left * dice))
        for throw in throws:
            found[sum(throw)] = found.get(sum(throw), 0.0) + 1 / len(shots) / len(throws)
    return found


@pytest.mark.parametrize(
    ("bombers", "gun", "heavy"), [(1, True, False), (2, True, False), (2, False, False), (1, True, True)]
)
def test_damage_is_that_of_all_dice(bombers: int, gun: bool, heavy: bool) -> None:
    world = CLASSIC.developed(with_techs((), "attack", ["heavy-bombers"] if heavy else []))
    odds = raid_odds(world, force(f"{bombers} bombers"), force("antiaircraft gun") if gun else EMPTY)
    expected = by_hand(bombers, gun, 3 if heavy else 1)
    assert odds.damage == pytest.approx(expected)
    assert odds.expected == pytest.approx(sum(amount * chance for amount, chance in expected.items()))
    assert sum(odds.left.values()) == pytest.approx(1)
    assert odds.lost == pytest.approx(15 * bombers / 6 if gun else 0)


def test_several_guns_fire_as_one() -> None:
    two = force("2 bombers")
    assert raid_odds(CLASSIC, two, force("antiaircraft gun")) == raid_odds(
        CLASSIC, two, force("3 antiaircraft guns")
    )


def test_what_is_no_raid_is_told() -> None:
    bombers, gun = force("bomber"), force("antiaircraft gun")
    assert bad_raid(CLASSIC, bombers, gun) is None
    for attack, defend, why in (
        (EMPTY, gun, "at least one bomber"),
        (force("fighter"), gun, "fighters cannot bomb"),
        (bombers, force("infantry"), "can't fire at a raid"),
    ):
        wrong = bad_raid(CLASSIC, attack, defend)
        assert isinstance(wrong, BadBattle)
        assert why in wrong.why
    wrong = bad_raid(games.world("1941"), bombers, EMPTY)
    assert wrong is not None
    assert "no bombing raids" in wrong.why
