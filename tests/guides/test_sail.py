"""Sail: a voyage that is put together step by step."""

from sandtable.area.state import AreaState
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Sail, SailAnswer
from tests.guides.asking import GAME, given, picks, position

UK = "United Kingdom"


def ask_sail(
    state: AreaState,
    zone: str = "Sea Zone 6",
    path: tuple[str, ...] = (),
    loads: tuple[tuple[str, str, int], ...] = (),
    transport: str = "transport",
) -> SailAnswer:
    answer = GAME.guide.answer(state, "uk", Sail(zone, picks(transport)[0], path, loads))
    assert isinstance(answer, SailAnswer), answer
    return answer


def test_who_can_board_on_the_way() -> None:
    state = position(
        "uk",
        "noncombat-move",
        {UK: {"uk": "3 infantry, 2 tank"}, 6: {"uk": "transport"}, "Iceland": {"uk": "infantry"}},
    )
    here = ask_sail(state)
    assert [(one.territory, one.unit, one.count) for one in here.cargo] == [(UK, "infantry", 2), (UK, "tank", 1)]
    full = ask_sail(state, loads=((UK, "tank", 1),))
    assert [(one.unit, one.count) for one in full.cargo] == [("infantry", 1)]
    farther = ask_sail(state, path=("Sea Zone 6", "Sea Zone 3"))
    assert ("Iceland", "infantry") in [(one.territory, one.unit) for one in farther.cargo]


def test_where_they_go_ashore_with_orders_that_can_be_given() -> None:
    state = position("uk", "noncombat-move", {UK: {"uk": "tank"}, 6: {"uk": "transport"}})
    answer = ask_sail(state, path=("Sea Zone 6", "Sea Zone 3"), loads=((UK, "tank", 1),))
    (iceland,) = [one for one in answer.ashore if one.space == "Iceland"]
    after = given(state, "uk", *iceland.ways[0].orders)
    assert [piece.unit for piece, _ in after.at("Iceland")] == ["tank"]
    zones = {one.space: one for one in answer.zones}
    assert "Sea Zone 4" in zones
    assert "Sea Zone 9" not in zones  # too far by way of Sea Zone 3
    given(state, "uk", *zones["Sea Zone 4"].ways[0].orders)


def test_in_the_combat_move_a_voyage_ends_ashore() -> None:
    state = position(
        "uk", "combat-move", {UK: {"uk": "infantry"}, 6: {"uk": "transport"}, 5: {"germany": "submarine"}}
    )
    answer = ask_sail(state, loads=((UK, "infantry", 1),))
    assert all(way.orders == () for one in answer.zones for way in one.ways)
    assert {one.space for one in answer.ashore if one.ways} == {"Norway/Finland", "Western Europe"}
    barred = ask_sail(state, path=("Sea Zone 6", "Sea Zone 5"), loads=((UK, "infantry", 1),))
    rules = {one.no.rule for one in barred.ashore if one.no is not None}
    assert rules == {"1941.amphib.escort-against-subs"}


def test_what_cannot_sail_says_why() -> None:
    state = position("uk", "combat-move", {6: {"uk": "destroyer"}})
    for transport, rule in (("destroyer", "units"), ("transport", "board.spaces")):
        no = ask_sail(state, transport=transport).no
        assert no is not None
        assert rule in no.rule
    assert isinstance(GAME.guide.answer(state, "uk", Sail("Atlantis", picks("transport")[0])), Refusal)
    assert isinstance(GAME.guide.answer(state, None, Sail("Sea Zone 6", picks("transport")[0])), Refusal)
    waiting = position("uk", "purchase", {6: {"uk": "transport"}})
    assert ask_sail(waiting).no is not None
