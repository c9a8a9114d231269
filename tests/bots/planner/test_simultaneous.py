"""The planner's own estimate of battles with simultaneous losses, against the exact odds of the same battles."""

import pytest

from sandtable.area.forces import Piece, stack
from sandtable.bots.planner.terrain import Force
from sandtable.odds.answer import Question, exact_odds
from tests.bots.planner.historical import TABLE

force = TABLE.force
WIN = 0.1
"""How far the estimate may be off the chance to win,"""
SWING = 0.07
"""and off the swing, as a part of what both sides are worth."""

BATTLES = [
    pytest.param(force(infantry=3), force(infantry=3), False, id="foot"),
    pytest.param(force(infantry=3, artillery=1), force(infantry=2), False, id="artillery"),
    pytest.param(force(infantry=4, tank=2), force(infantry=5), False, id="tanks"),
    pytest.param(force(infantry=4, tank=2, fighter=1), force(infantry=5, fighter=1), False, id="planes"),
    pytest.param(force(tank=3, fighter=2), force(infantry=4, artillery=1), False, id="free sky"),
    pytest.param(force(submarine=2), force(destroyer=1, transport=1), True, id="wolf pack"),
    pytest.param(force(battleship=1, destroyer=1), force(carrier=1, fighter=2, destroyer=1), True, id="carrier"),
]


@pytest.mark.parametrize(("attack", "defend", "at_sea"), BATTLES)
def test_it_is_close_to_the_exact_odds(attack: Force, defend: Force, at_sea: bool) -> None:
    worth = TABLE.terrain.roster.worth
    units = [
        stack((Piece(power, name), int(n)) for name, n in zip(TABLE.terrain.roster.names, some, strict=True) if n)
        for power, some in (("germany", attack), ("ussr", defend))
    ]
    exact = exact_odds(TABLE.world, Question(units[0], units[1], at_sea))
    found = TABLE.duels.fight(attack, defend, at_sea)
    assert abs(found.win - exact.win) < WIN
    swing = worth(defend) - found.theirs - worth(attack) + found.mine
    assert abs(swing - exact.value_swing) < SWING * (worth(attack) + worth(defend))


def test_planes_alone_take_nothing_and_come_home() -> None:
    found = TABLE.duels.fight(force(fighter=3), force(infantry=2))
    assert (found.win, found.capture) == (0.0, 0.0)
    assert found.mine == 30
    assert found.theirs < 6


def test_transports_are_lost_with_their_escort() -> None:
    found = TABLE.duels.fight(force(battleship=2), force(transport=3), at_sea=True)
    assert found.win == 1.0
    assert found.theirs == 0.0


def test_what_cannot_be_hit_is_no_victory() -> None:
    """Fighters find no submarines."""
    found = TABLE.duels.fight(force(fighter=2), force(submarine=2), at_sea=True)
    assert found.win < 0.05
    assert found.theirs == 16


def test_a_battle_that_is_going_to_be_fought_can_be_asked_for() -> None:
    found = TABLE.duels.settle(force(infantry=3, tank=1), force(infantry=2), at_sea=False)
    assert found.win > 0.9
