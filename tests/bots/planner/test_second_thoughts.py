"""Decisions between the blows: submarines that leave, landings called off, planes lost to guns."""

from msgspec.structs import replace

from sandtable.area.actions import Assault, Casualties, Withdraw
from sandtable.area.forces import Piece, stack
from sandtable.area.position import Position
from sandtable.area.state import AreaState, Battle, Strip
from sandtable.bots.planner.second_thoughts import landing, shot_down, withdraw
from tests.bots.planner.classic import TERRAIN, stance_of, state_of

ZONE = "West Spain Sea Zone"


def answer(mine: dict[str, int], theirs: dict[str, int], attacking: bool) -> Withdraw:
    """What German submarines do in a battle against the British."""
    here = stack((Piece("germany", u), n) for u, n in mine.items())
    there = stack((Piece("uk", u), n) for u, n in theirs.items())
    strips = (here, there) if attacking else (there, here)
    battle = Battle(ZONE, "sea", "germany" if attacking else "uk", Strip(strips[0]), Strip(strips[1]), round=1)
    state = state_of(Position(start_from="empty", turn="germany" if attacking else "uk"))
    places = ("Western Mediterranean Sea Zone", "North Atlantic Sea Zone")
    options = [Withdraw(0), *(Withdraw(n, to) for to in places for n in range(1, mine["submarine"] + 1))]
    forces = (TERRAIN.roster.numbers(here), TERRAIN.roster.numbers(there))
    order, reason = withdraw(stance_of(state, "germany"), battle, "germany", *forces, options)
    assert reason.aim
    return order


def test_submarines_leave_a_lost_battle_all_together() -> None:
    found = answer({"submarine": 2}, {"battleship": 2, "fighter": 2}, attacking=False)
    assert found.count == 2
    assert found.to


def test_they_stay_in_one_that_goes_well() -> None:
    assert answer({"submarine": 3}, {"transport": 1}, attacking=True) == Withdraw(0)


def landing_state(defenders: str) -> AreaState:
    return state_of(
        Position(
            start_from="empty",
            turn="uk",
            units={"Western Europe": {"germany": defenders}, "Algeria": {"uk": "2 infantry"}},
        )
    )


def test_troops_stay_aboard_before_a_fortress_and_land_before_an_outpost() -> None:
    for defenders, go in (("9 infantry, 2 fighters", False), ("infantry", True)):
        state = landing_state(defenders)
        aboard = Piece("uk", "infantry", boarded="combat-move", landing="Western Europe")
        ship = Piece("uk", "transport", moved=True, cargo=(aboard, aboard))
        zone = "English Channel Sea Zone"
        state = with_ships(state, zone, ship, 2)
        order, _ = landing(stance_of(state, "uk"), state, "uk", "Western Europe")
        assert order == Assault(go=go), defenders


def with_ships(state: AreaState, zone: str, ship: Piece, count: int) -> AreaState:
    """Transports that wait to land their troops in Western Europe."""
    turn = replace(state.turn, assaults=((zone, "Western Europe"),))
    return replace(state, stacks={**state.stacks, zone: ((ship, count),)}, turn=turn)


def test_the_cheapest_plane_is_shot_down() -> None:
    fighter, bomber = ((Piece("uk", u), 1) for u in ("fighter", "bomber"))
    options = [Casualties((), (bomber,)), Casualties((), (fighter,))]
    assert shot_down(TERRAIN.roster, options)[0] == options[1]
