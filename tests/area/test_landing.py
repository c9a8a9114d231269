"""Landing as an assignment problem: the search agrees with trying everything."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.area.actions import Move
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.duties import check_flight, check_landings
from sandtable.area.movement.landing import Berth, _left_over
from sandtable.area.movement.orders import course_for, pick_of, preview
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.area.status import own_at
from sandtable.games import area
from tests.bots.planner.positions import Units

ZONES = st.frozensets(st.sampled_from("abcde"), max_size=4)


def by_trying_everything(needy: list[frozenset[str]], berths: list[Berth]) -> int:
    """Station the carriers in every possible way and match units with places each time."""
    best = len(needy)
    for stations in product(*(sorted(b.zones) or [""] for b in berths)):
        places = [zone for zone, berth in zip(stations, berths, strict=True) for _ in range(berth.places)]
        best = min(best, len(needy) - _matched(needy, places))
    return best


def _matched(needy: list[frozenset[str]], places: list[str]) -> int:
    taken: dict[int, int] = {}

    def seat(unit: int, seen: set[int]) -> bool:
        for k, zone in enumerate(places):
            if zone in needy[unit] and k not in seen:
                seen.add(k)
                if k not in taken or seat(taken[k], seen):
                    taken[k] = unit
                    return True
        return False

    return sum(seat(unit, set()) for unit in range(len(needy)))


@given(
    st.lists(ZONES, max_size=5),
    st.lists(st.builds(Berth, ZONES, st.integers(1, 2)), max_size=3),
)
def test_the_search_finds_the_best_way_to_land(needy: list[frozenset[str]], berths: list[Berth]) -> None:
    assert _left_over(needy, berths) == by_trying_everything(needy, berths)


def test_two_units_share_a_carrier_only_if_it_has_two_places() -> None:
    wing = [frozenset("ab"), frozenset("bc")]
    assert _left_over(wing, [Berth(frozenset("abc"), 2)]) == 0
    assert _left_over(wing, [Berth(frozenset("abc"), 1)]) == 1
    assert _left_over(wing, [Berth(frozenset("ac"), 2)]) == 1


@pytest.mark.parametrize(("aboard", "room"), [("fighter", True), ("2 fighter", False)])
def test_a_flight_counts_on_the_decks_that_other_planes_leave(aboard: str, room: bool) -> None:
    """What ``check_flight`` says at once is what the position afterwards shows."""
    game = area("global-1940")
    units: Units = {
        "Sea Zone 10": {"japan": f"light_carrier, {aboard}"},  # out of range of all land
        "Sea Zone 26": {"japan": "fighter, tactical_bomber, strategic_bomber"},
        "Western United States": {"usa": "infantry"},
        "Japan": {"japan": "infantry"},
    }
    position = Position(
        start_from="empty", turn="japan", phase="combat-move", wars=(("japan", "usa"),), units=units
    )
    state = build(game.world, position)
    assert isinstance(state, AreaState), state
    world, target = game.world.as_of(state), "Western United States"
    for piece, _ in own_at(state, "japan", "Sea Zone 26"):
        for there, way in reach(course_for(world, state, piece, combat=True), "Sea Zone 26").items():
            if not isinstance(way, Reached):
                continue
            known = check_flight(world, state, state, "japan", [piece], way.path)
            after = preview(world, state, "japan", Move((pick_of(piece),), way.path), combat=True)
            shown = check_landings(world, state, after, "japan", [piece], way.path, combat=True)
            assert known is False or (known is None) == (shown is None), (piece.unit, there, known, shown)
            if there == target and piece.unit == "fighter":
                assert (shown is None) == room
                assert known is (None if room else False)
