"""Which hit may go to whom, as a table; and the book's example of hits that must not be wasted."""

import pytest

from sandtable.area.battle.casualties import Broken, Losses, Toll
from sandtable.area.state import Hits
from tests.area.strip import WORLD, force

SHIPS = {"submarine", "transport", "destroyer", "carrier", "battleship"}
AIRCRAFT = {"fighter", "bomber"}

MAY_HIT = {
    ("submarine", False): SHIPS,
    ("submarine", True): SHIPS,
    ("fighter", False): SHIPS - {"submarine"} | AIRCRAFT,
    ("bomber", False): SHIPS - {"submarine"} | AIRCRAFT,
    ("fighter", True): SHIPS | AIRCRAFT,
    ("bomber", True): SHIPS | AIRCRAFT,
    ("destroyer", True): SHIPS | AIRCRAFT,
    ("carrier", False): SHIPS | AIRCRAFT,
    ("battleship", False): SHIPS | AIRCRAFT,
}
"""By who fires, and whether a destroyer is on that side: the units that the hit may be assigned to."""


@pytest.mark.rule("1941.casualty.eligibility")
@pytest.mark.parametrize(("shooter", "escorted"), MAY_HIT)
@pytest.mark.parametrize("target", sorted(SHIPS | AIRCRAFT))
def test_who_may_be_hit_at_sea(shooter: str, escorted: bool, target: str) -> None:
    own = ("anti-submarine",) if escorted else ()
    toll = Toll(WORLD, force("uk", **{target: 1}), (Hits(WORLD.units[shooter].volley, 1),), own)
    assert toll.total == (target in MAY_HIT[shooter, escorted])


@pytest.mark.rule("1941.casualty.assign-as-many-as-possible")
@pytest.mark.parametrize("spared", ["destroyer", "carrier", "fighter"])
def test_the_books_example_lets_no_hit_be_lost(spared: str) -> None:
    fleet = {"destroyer": 1, "carrier": 1, "fighter": 1}
    toll = Toll(WORLD, force("uk", **fleet), (Hits("other", 1), Hits("submarine", 2)), ("anti-submarine",))
    assert toll.only() == Losses((), force("uk", **fleet))
    fewer = toll.broken(Losses((), force("uk", **{**fleet, spared: 0})))
    assert isinstance(fewer, Broken)
    assert fewer.rule == "casualty.assign-as-many-as-possible"
