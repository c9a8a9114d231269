"""Battles: contests that are set up, the odds of the one in progress, the strip, and standing orders."""

from collections.abc import Sequence

import pytest

from sandtable.area.actions import AreaAction, Casualties, Done, Engage, Fight, Move, Press, Retreat, Submerge
from sandtable.area.forces import Piece
from sandtable.area.state import AreaState
from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import (
    BattleOdds,
    BattleOddsAnswer,
    Chances,
    Contests,
    ContestsAnswer,
    StandingOrders,
    Strip,
    StripAnswer,
)
from sandtable.odds.answer import Question, exact_odds
from tests.guides.asking import GAME, ask_reach, given, picks, position, ways

EASTERN, KARELIA = "Eastern Europe", "Karelia"


def attacked(attack: str, defend: str, phase: str = "combat-move") -> AreaState:
    """Germany is about to attack Karelia."""
    state = position("germany", phase, {EASTERN: {"germany": attack}, KARELIA: {"ussr": defend}})
    return given(state, "germany", Move(picks(attack), (EASTERN, KARELIA)))


def fighting(attack: str, defend: str, dice: Sequence[int]) -> AreaState:
    """The battle for Karelia, after these dice."""
    return given(attacked(attack, defend), "germany", Done(), dice=ScriptedDice(dice))


def contests(state: AreaState) -> dict[str, Chances]:
    answer = GAME.guide.answer(state, None, Contests())
    assert isinstance(answer, ContestsAnswer)
    return {one.space: one for one in answer.battles}


def battle_odds(state: AreaState) -> Chances | None:
    answer = GAME.guide.answer(state, None, BattleOdds())
    assert isinstance(answer, BattleOddsAnswer)
    return answer.chances


def strip(state: AreaState, seat: str | None = None) -> StripAnswer:
    answer = GAME.guide.answer(state, seat, Strip())
    assert isinstance(answer, StripAnswer)
    return answer


def counts(units: tuple[tuple[Piece, int], ...]) -> dict[str, int]:
    return {piece.unit: count for piece, count in units}


# contests


def test_an_attack_has_odds_before_it_is_ordered() -> None:
    before = position(
        "germany", "combat-move", {EASTERN: {"germany": "3 infantry, tank"}, KARELIA: {"ussr": "2 infantry"}}
    )
    order = Move(picks("3 infantry, tank"), (EASTERN, KARELIA))
    supposed = GAME.guide.answer(before, "germany", Contests(orders=(order,), space=KARELIA))
    assert isinstance(supposed, ContestsAnswer)
    assert list(supposed.battles) == [contests(attacked("3 infantry, tank", "2 infantry"))[KARELIA]]
    assert contests(before) == {}
    elsewhere = GAME.guide.answer(before, "germany", Contests(orders=(order,), space=EASTERN))
    assert elsewhere == ContestsAnswer(())


def test_an_order_that_is_not_allowed_has_no_odds() -> None:
    before = position("germany", "combat-move", {EASTERN: {"germany": "infantry"}, KARELIA: {"ussr": "infantry"}})
    answer = GAME.guide.answer(before, "germany", Contests(orders=(Move(picks("tank"), (EASTERN, KARELIA)),)))
    assert isinstance(answer, Refusal)


def test_moves_set_up_contests_with_their_odds() -> None:
    state = attacked("3 infantry, tank", "2 infantry")
    found = contests(state)
    assert set(found) == {KARELIA}
    chances = found[KARELIA]
    odds = exact_odds(GAME.world, Question(chances.attack, chances.defend))
    assert (chances.win, chances.draw, chances.lose) == (odds.win, odds.draw, odds.lose)
    assert chances.exact
    assert chances.win == pytest.approx(0.94433, abs=1e-5)
    assert chances.likely[0][0].startswith("The attacker wins with")
    assert sum(chance for _, chance in chances.likely) <= 1


def test_troops_of_an_assault_count_ashore() -> None:
    state = position(
        "uk", "combat-move", {6: {"uk": "transport[2 infantry]"}, "Norway/Finland": {"germany": "infantry"}}
    )
    (way, *_) = ways(ask_reach(state, "uk", "Sea Zone 6", "transport"), "Norway/Finland")
    chances = contests(given(state, "uk", *way.orders))["Norway/Finland"]
    assert counts(chances.attack) == {"infantry": 2}


def test_an_undefended_territory_is_no_contest_but_is_listed() -> None:
    state = attacked("infantry", "nothing")
    assert contests(state)[KARELIA].win == 1
    assert contests(position("germany", "combat-move", {})) == {}


# the battle in progress


def test_odds_follow_the_dice_of_every_volley() -> None:
    """Two infantry and a tank against two infantry; two hits are on the table, and who was hit fires back."""
    fresh = contests(attacked("2 infantry, tank", "infantry, tank"))[KARELIA]
    hit = battle_odds(fighting("2 infantry, tank", "infantry, tank", [6, 6, 1]))
    missed = battle_odds(fighting("2 infantry, tank", "infantry, tank", [6, 6, 6, 1, 6]))
    assert hit is not None and missed is not None
    assert hit.win > fresh.win > missed.win
    assert hit.exact and missed.exact


def test_without_a_battle_there_are_no_odds_and_no_strip() -> None:
    state = position("germany", "combat-move", {})
    assert battle_odds(state) is None
    assert isinstance(GAME.guide.answer(state, None, Strip()), Refusal)


def test_the_strip_shows_columns_hits_and_default_losses() -> None:
    state = fighting("2 infantry, tank", "infantry, tank", [6, 6, 1])
    shown = strip(state)
    assert (shown.space, shown.hits, shown.victim) == (KARELIA, 1, "defend")
    assert [(one.side, one.value, counts(one.units)) for one in shown.columns] == [
        ("attack", 1, {"infantry": 2}),
        ("attack", 3, {"tank": 1}),
        ("defend", 2, {"infantry": 1}),
        ("defend", 3, {"tank": 1}),
    ]
    assert counts(shown.default_destroyed) == {"infantry": 1}
    assert counts(shown.choosable) == {"infantry": 1, "tank": 1}
    assert shown.steps[shown.now] == "Attacking units fire"
    behind = strip(given(state, "ussr", Casualties(), dice=ScriptedDice([1, 6])))
    assert [counts(one.behind) for one in behind.columns if one.side == "defend"] == [{"infantry": 1}, {}]


def test_the_strip_knows_where_to_retreat_and_who_may_submerge() -> None:
    state = fighting("2 infantry, tank", "2 infantry, tank", [6, 6, 6, 6, 6, 6])
    assert strip(state).retreats == (EASTERN,)
    sea = position("uk", "combat-move", {8: {"uk": "2 submarine"}, 6: {"germany": "battleship"}})
    sea = given(sea, "uk", Move(picks("2 submarine"), ("Sea Zone 8", "Sea Zone 6")), Done())
    assert strip(sea, "uk").may_submerge == 2
    assert strip(sea, "germany").may_submerge == 0


# standing orders


def standing(state: AreaState, seat: str, orders: StandingOrders = StandingOrders()) -> AreaAction | None:  # noqa: B008
    return GAME.guide.standing(state, seat, orders)


def test_losses_are_taken_in_the_players_order() -> None:
    state = fighting("2 infantry, tank", "infantry, tank, fighter", [6, 6, 1])
    default, mine = standing(state, "ussr"), standing(state, "ussr", StandingOrders(losses=("fighter", "tank")))
    assert isinstance(default, Casualties) and isinstance(mine, Casualties)
    assert counts(default.destroyed or ()) == {"infantry": 1}
    assert counts(mine.destroyed or ()) == {"fighter": 1}
    assert GAME.check(state, "ussr", mine) is None


def test_one_land_unit_is_kept_to_take_the_territory() -> None:
    state = fighting("infantry, tank, fighter", "2 infantry", [6, 6, 6, 1, 1])
    lost = standing(state, "germany")
    kept = standing(state, "germany", StandingOrders(keep_last_land=True))
    assert isinstance(lost, Casualties) and isinstance(kept, Casualties)
    assert counts(lost.destroyed or ()) == {"infantry": 1, "tank": 1}
    assert counts(kept.destroyed or ()) == {"tank": 1, "fighter": 1}


def test_who_is_losing_breaks_off() -> None:
    state = fighting("2 infantry", "2 infantry, tank", [6, 6, 6, 6, 6])
    assert standing(state, "germany") == Press()
    assert standing(state, "germany", StandingOrders(retreat_below=0.5)) == Retreat(EASTERN)
    assert standing(state, "ussr") is None


def test_submarines_do_as_they_are_told() -> None:
    sea = position("uk", "combat-move", {8: {"uk": "2 submarine"}, 6: {"germany": "2 battleship"}})
    sea = given(sea, "uk", Move(picks("2 submarine"), ("Sea Zone 8", "Sea Zone 6")), Done())
    assert standing(sea, "uk") == Submerge(0)
    assert standing(sea, "uk", StandingOrders(submerge="always")) == Submerge(2)
    assert standing(sea, "uk", StandingOrders(submerge="when-losing")) == Submerge(2)


def test_the_next_combat_is_turned_to() -> None:
    state = position(
        "germany",
        "combat-move",
        {EASTERN: {"germany": "4 infantry"}, KARELIA: {"ussr": "infantry"}, "Ukraine": {"ussr": "infantry"}},
        control={"Ukraine": "ussr"},
    )
    for there in (KARELIA, "Ukraine"):
        state = given(state, "germany", Move(picks("2 infantry"), (EASTERN, there)))
    state = given(state, "germany", Done())
    assert standing(state, "germany") == Fight(KARELIA)
    assert standing(state, "germany", StandingOrders(fights=False)) is None
    assert standing(state, "ussr") is None


def test_ships_before_a_landing_are_fought_if_that_is_won() -> None:
    def asked(escort: str) -> AreaAction | None:
        fleet = position(
            "uk", "combat-move", {6: {"uk": f"transport[2 infantry], {escort}"}, 5: {"germany": "2 submarine"}}
        )
        (way, *_) = ways(ask_reach(fleet, "uk", "Sea Zone 6", f"transport, {escort}"), "Germany")
        return standing(given(fleet, "uk", *way.orders, Done()), "uk")

    assert asked("3 destroyer") == Engage(True)
    assert asked("submarine") == Engage(False)


def test_a_whole_combat_phase_is_settled_by_orders() -> None:
    record = Record.begin(GAME, Setup(), SeededDice.from_seed(5))
    assert not isinstance(record, Refusal)
    while record.state.turn.phases != {"germany": "combat-move"}:
        record.act(record.pending[0].seat, Done())
    for units, start, end in (
        ("4 infantry, 2 tank", EASTERN, KARELIA),
        ("3 infantry, 2 tank", "Ukraine", "Caucasus"),
    ):
        assert not isinstance(record.act("germany", Move(picks(units), (start, end))), Refusal)
    record.act("germany", Done())
    orders = StandingOrders(retreat_below=0.2)
    given_at, steps = record.state, 0
    while record.state.turn.phases == {"germany": "combat"}:
        seat = record.pending[0].seat
        action = GAME.guide.standing(record.state, seat, orders)
        assert action is not None
        assert not isinstance(record.act(seat, action), Refusal)
        steps += 1
    assert steps > 2
    assert GAME.guide.lapsed(given_at, record.state, "germany", orders)
    assert not GAME.guide.lapsed(given_at, record.state, "germany", StandingOrders(until="turn"))


def test_orders_last_as_long_as_they_say() -> None:
    combat = position("germany", "combat", {})
    noncombat, japan = position("germany", "noncombat-move", {}), position("japan", "combat", {})
    later = position("germany", "combat", {}, round=2)
    for orders, past in (
        (StandingOrders(until="phase"), {1, 2, 3}),
        (StandingOrders(until="turn"), {2, 3}),
        (StandingOrders(until="cancelled"), set[int]()),
    ):
        run_out = {
            i
            for i, now in enumerate((combat, noncombat, japan, later))
            if GAME.guide.lapsed(combat, now, "uk", orders)
        }
        assert run_out == past
