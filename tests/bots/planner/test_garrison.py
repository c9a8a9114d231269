"""Garrisons: who can stand in a capital at the end of the turn, and what an attack takes away from that."""

from sandtable.area.position import Position
from sandtable.bots.planner.assault import Assault
from sandtable.bots.planner.garrison import Garrisons
from sandtable.bots.planner.reach import Reach
from sandtable.bots.registry import NoBot, make
from tests.bots.planner.positions import Table, Units

TABLE = Table("1941")
RUSSIA, CAUCASUS, URALS = TABLE.at("Russia"), TABLE.at("Caucasus"), TABLE.at("Urals")
INFANTRY, FIGHTER = TABLE.unit("infantry"), TABLE.unit("fighter")


def garrisons(units: Units, placed: int = 0) -> Garrisons:
    state = TABLE.state(Position(start_from="empty", turn="ussr", units=units))
    stance = TABLE.stance(state, "ussr")
    return Garrisons(stance, Reach(stance.field, stance.power).stacks, {RUSSIA: {INFANTRY: placed}})


ARMIES: Units = {
    "Russia": {"ussr": "3 infantry, fighter", "uk": "fighter"},
    "Caucasus": {"ussr": "6 infantry"},
    "Siberia": {"ussr": "2 infantry"},
    "West Russia": {"germany": "10 infantry, 2 tanks"},
}


def test_neighbours_and_new_units_count_but_not_those_two_marches_away() -> None:
    full = garrisons(ARMIES, placed=2).full[RUSSIA]
    assert (full[INFANTRY], full[FIGHTER]) == (3 + 6 + 2, 2)


def test_a_capital_that_nobody_can_strike_is_left_out() -> None:
    found = garrisons({**ARMIES, "West Russia": {"ussr": "infantry"}})
    assert RUSSIA not in found.full


def test_an_attack_pays_for_those_who_could_have_held_the_capital() -> None:
    found = garrisons(ARMIES, placed=2)
    attack = Assault(TABLE.at("Szechwan"))
    attack.arms = {(CAUCASUS, INFANTRY): 6.0}
    assert found.rest(RUSSIA, [attack])[INFANTRY] == 5
    assert found.price([attack]) > 20
    assert found.price([]) == 0


def test_planes_that_can_come_back_are_counted_on_for_the_most_part() -> None:
    found = garrisons(ARMIES)
    attack = Assault(TABLE.at("West Russia"))
    attack.arms = {(RUSSIA, FIGHTER): 1.0}
    assert 1 < found.rest(RUSSIA, [attack])[FIGHTER] < 2


def test_who_comes_to_hold_a_capital_is_told_the_numbers() -> None:
    position = Position(
        start_from="empty", turn="ussr", phase="noncombat-move", units={**ARMIES, "Russia": {"ussr": "9 infantry"}}
    )
    state = TABLE.state(position)
    bot = make("hard", TABLE.game, 1)
    assert not isinstance(bot, NoBot)
    (decision,) = TABLE.game.pending(state)
    reasons = []
    while state.turn.phases.get("ussr") == "noncombat-move":
        action = bot.choose(state, decision)
        why = bot.why()
        assert why is not None
        reasons.append((getattr(action, "path", ("",))[-1], why.aim))
        state = TABLE.after(state, "ussr", action)
    number = sum(n for _, n in state.at("Russia"))
    assert number > 9
    assert ("Russia", f"hold Russia: {number} against 12 that can come") in reasons
