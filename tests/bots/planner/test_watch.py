"""The enemy's turn before combat: support from the air, and troops that close up."""

from sandtable.area.actions import AreaAction, Done, Move, Pick
from sandtable.area.parts.reaction.actions import Reinforce, Support
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.watch import Watch
from tests.bots.planner.historical import GARRISONS, TABLE
from tests.bots.planner.positions import Units


def attacked(units: Units, *moves: Move, control: dict[str, str] | None = None) -> AreaState:
    """The moment after Germany has sent its attacks on their way."""
    position = Position(
        start_from="empty",
        turn="germany",
        phase="combat-move",
        mates={"japan": "window"},
        control=control or {},
        units={**GARRISONS, **units},
    )
    return TABLE.after(TABLE.state(position), "germany", *moves, Done())


def orders(state: AreaState, seat: str) -> list[AreaAction]:
    return [action for action, _ in Watch(TABLE.stance(state, seat), state, seat).orders()]


def march(what: str, number: int, *path: str) -> Move:
    return Move((Pick(what, number),), path)


BATTLE: Units = {
    "Ukraine": {"germany": "6 infantry, 3 tanks"},
    "Caucasus": {"ussr": "5 infantry, industrial complex"},
}


def test_fighters_turn_a_battle_next_door() -> None:
    state = attacked(
        {**BATTLE, "Russia": {"ussr": "9 infantry, 3 fighters, industrial complex"}},
        march("infantry", 6, "Ukraine", "Caucasus"),
        march("tank", 3, "Ukraine", "Caucasus"),
    )
    flown = [order for order in orders(state, "ussr") if isinstance(order, Support)]
    assert [(order.to, order.count) for order in flown] == [("Caucasus", 3)]


def test_nobody_flies_into_a_battle_that_is_lost_anyway() -> None:
    state = attacked(
        {"Ukraine": {"germany": "12 infantry, 8 tanks, 4 fighters"}, "Caucasus": {"ussr": "infantry"}},
        march("infantry", 12, "Ukraine", "Caucasus"),
        march("tank", 8, "Ukraine", "Caucasus"),
        march("fighter", 4, "Ukraine", "Caucasus"),
    )
    assert not any(isinstance(order, Support) for order in orders(state, "ussr"))


def test_fighters_stay_with_a_battle_of_their_own() -> None:
    state = attacked(
        {
            "Ukraine": {"germany": "2 infantry"},
            "West Russia": {"germany": "10 infantry, 5 tanks"},
            "Caucasus": {"ussr": "4 infantry, industrial complex"},
            "Russia": {"ussr": "8 infantry, 3 fighters, industrial complex"},
        },
        march("infantry", 2, "Ukraine", "Caucasus"),
        march("infantry", 10, "West Russia", "Russia"),
        march("tank", 5, "West Russia", "Russia"),
    )
    assert not any(isinstance(order, Support) for order in orders(state, "ussr"))


def test_a_rear_garrison_closes_up_and_a_capital_in_danger_keeps_its_own() -> None:
    state = attacked(
        {
            "West Russia": {"germany": "9 infantry, 4 tanks"},
            "Russia": {"ussr": "10 infantry, industrial complex"},
            "Novosibirsk": {"ussr": "4 infantry"},
        }
    )
    sent = {order.space: order.to for order in orders(state, "ussr") if isinstance(order, Reinforce)}
    assert sent == {"Novosibirsk": "Russia"}


def test_every_order_is_legal_one_after_the_other() -> None:
    state = attacked(
        {
            **BATTLE,
            "Russia": {"ussr": "9 infantry, 3 fighters, industrial complex"},
            "Persia": {"uk": "2 infantry"},
        },
        march("infantry", 6, "Ukraine", "Caucasus"),
    )
    for seat in ("ussr", "uk"):
        given = orders(state, seat)
        assert isinstance(given[-1], Done)
        state = TABLE.after(state, seat, *given)
