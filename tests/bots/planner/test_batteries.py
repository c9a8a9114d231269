"""Where guns go in the noncombat move."""

from random import Random

from sandtable.area.actions import Move
from sandtable.area.position import Position
from sandtable.bots.planner.batteries import Batteries
from sandtable.bots.planner.deployment import Deployment
from sandtable.bots.planner.draft import Draft
from tests.bots.planner.classic import GAME, TERRAIN, Units, at, stance_of, state_of


def moves(power: str, units: Units, reserved: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The ways of the guns that are moved."""
    state = state_of(Position(start_from="empty", turn=power, phase="noncombat-move", units=units))
    deployment = Deployment(stance_of(state, power), state, {}, Random(1))
    draft = Draft(GAME, state, power)
    Batteries(deployment, [at(space) for space in reserved]).order(draft)
    return [action.path for action in draft.actions if isinstance(action, Move)]


def test_a_gun_in_the_country_goes_to_the_capital() -> None:
    units: Units = {
        "Germany": {"germany": "5 infantry, industrial complex"},
        "Eastern Europe": {"germany": "3 infantry, antiaircraft gun"},
        "United Kingdom": {"uk": "2 bombers"},
    }
    assert moves("germany", units) == [("Eastern Europe", "Germany")]
    ends = [way[-1] for way in moves("germany", units, reserved=("Germany",))]
    assert "Germany" not in ends, "a new one is coming"


def test_guns_fill_each_others_places() -> None:
    units: Units = {
        "Germany": {"germany": "5 infantry, industrial complex"},
        "Southern Europe": {"germany": "2 infantry, antiaircraft gun, industrial complex"},
        "Western Europe": {"germany": "2 infantry, antiaircraft gun"},
        "Ukraine S.S.R.": {"germany": "3 infantry, antiaircraft gun"},
        "United Kingdom": {"uk": "3 bombers"},
    }
    ends = {way[-1] for way in moves("germany", units)}
    assert {"Germany", "Southern Europe"} <= ends


def test_the_only_gun_of_a_capital_stays() -> None:
    units: Units = {
        "Germany": {"germany": "5 infantry, antiaircraft gun, industrial complex"},
        "Eastern Europe": {"germany": "9 infantry"},
        "United Kingdom": {"uk": "2 bombers"},
    }
    assert moves("germany", units) == []


def test_it_does_not_wait_for_the_enemy() -> None:
    units: Units = {
        "Russia": {"ussr": "8 infantry, antiaircraft gun, industrial complex"},
        "Caucasus": {"ussr": "antiaircraft gun"},
        "Ukraine S.S.R.": {"germany": "6 infantry, 3 armor"},
        "Kazakh S.S.R.": {"ussr": "6 infantry"},
        "Persia": {"uk": "4 infantry"},
    }
    (way,) = moves("ussr", units)
    assert way[0] == "Caucasus"
    assert way[-1] != "Ukraine S.S.R."


def test_guns_are_no_troops_that_march_to_the_front() -> None:
    state = state_of(
        Position(
            start_from="empty",
            turn="usa",
            phase="noncombat-move",
            units={"Eastern U.S.A.": {"usa": "2 infantry, antiaircraft gun, industrial complex"}},
        )
    )
    deployment = Deployment(stance_of(state, "usa"), state, {}, Random(1))
    assert {TERRAIN.roster.names[party.unit] for party in deployment.parties} == {"infantry"}
