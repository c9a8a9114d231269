"""Leaving a battle in part: who goes, who stays, and what the ground is worth."""

from sandtable.area.actions import PullBack
from sandtable.area.position import Position
from sandtable.area.state import Battle, Leave, Party, Strip
from sandtable.bots.planner.partial_retreat import Leaving
from tests.bots.planner.historical import GARRISONS, TABLE, units

STATE = TABLE.state(
    Position(
        start_from="empty",
        turn="germany",
        phase="combat-move",
        units={**GARRISONS, "Ukraine": {"germany": "6 infantry"}},
    )
)


def battle(attack: str, defend: str, space: str = "Caucasus", sequence: str = "land") -> Battle:
    return Battle(
        space,
        sequence,
        "germany",
        Strip(units("germany", attack), leader="germany"),
        Strip(units("ussr", defend), leader="ussr"),
        round=1,
    )


def leaving(seat: str, fought: Battle, stake: float) -> Leaving:
    return Leaving(TABLE.stance(STATE, seat), fought, seat, stake)


def to(place: str, power: str, words: str) -> PullBack:
    return PullBack((Party(units(power, words), place),))


ALL = to("Russia", "ussr", "3 infantry, fighter")


def test_a_battle_that_is_lost_is_left_before_everybody_is() -> None:
    fought = battle("6 infantry, 4 tanks, 2 fighters", "3 infantry, fighter")
    best, reason = leaving("ussr", fought, stake=5.0).choose([PullBack(), ALL])
    assert best == ALL
    assert "Russia" in reason.aim
    assert reason.alternatives


def test_ground_that_matters_is_held_as_long_as_it_can_be() -> None:
    fought = battle("2 infantry", "3 infantry, fighter")
    best, _ = leaving("ussr", fought, stake=5.0).choose([PullBack(), ALL])
    assert best == PullBack()


def test_transports_leave_and_their_escort_fights_on() -> None:
    """They would be lost with it if it loses, and help nobody as long as it wins."""
    fought = battle("2 destroyers, submarine", "4 destroyers, 3 transports", "Sea Zone 16", "sea")
    home = to("Sea Zone 15", "ussr", "3 transports")
    best, _ = leaving("ussr", fought, stake=0.0).choose(
        [PullBack(), home, to("Sea Zone 15", "ussr", "4 destroyers, 3 transports")]
    )
    assert best == home


def test_an_attacker_breaks_off_when_the_dice_were_against_him() -> None:
    fought = battle("2 infantry, tank", "6 infantry, 2 tanks")
    back = to("Ukraine", "germany", "2 infantry, tank")
    best, _ = leaving("germany", fought, stake=8.0).choose([PullBack(), back])
    assert best == back


def test_an_attacker_who_wins_goes_on() -> None:
    fought = battle("6 infantry, 3 tanks", "2 infantry")
    best, _ = leaving("germany", fought, stake=8.0).choose(
        [PullBack(), to("Ukraine", "germany", "6 infantry, 3 tanks")]
    )
    assert best == PullBack()


def test_submarines_hide_from_a_fleet_that_hunts_them() -> None:
    fought = battle("3 destroyers, battleship", "submarine", "Sea Zone 16", "sea")
    below = PullBack(below=units("ussr", "submarine"))
    best, _ = leaving("ussr", fought, stake=0.0).choose([PullBack(), below])
    assert best == below


def test_partners_who_have_said_that_they_leave_do_not_count() -> None:
    alone = battle("5 infantry, 2 tanks", "2 infantry")
    joint = Battle(
        "Caucasus",
        "land",
        "germany",
        alone.attack,
        Strip((*units("uk", "5 infantry"), *units("ussr", "2 infantry")), leader="ussr"),
        round=1,
        leaving=(Leave("uk", (Party(units("uk", "5 infantry"), "Persia"),)),),
    )
    assert leaving("ussr", joint, 5.0).worth(PullBack()) == leaving("ussr", alone, 5.0).worth(PullBack())
