"""What ``legal`` offers beside moves and attacks, and that all of it is allowed."""

from collections.abc import Iterator

import pytest

from sandtable.core.dice import ScriptedDice
from sandtable.games import load_hexes
from sandtable.hexes.actions import Base, CallOff, Convert, Dismantle, HexAction, Invade
from sandtable.hexes.events import Announced
from sandtable.hexes.position import HexPosition, Moored, Standing, Walls, build
from sandtable.hexes.state import HexState
from tests.hexes.static import fall

ARMIES = {
    "U.S. First Army": Standing("1332", infantry=2, amphibious=4),
    "OKW": Standing("1237", infantry=1),
    "Moscow": Standing("1144", infantry=1),
}
FLEETS = {"Home Fleet": Moored("1332", 3), "Kiel Fleet": Moored("1236", 2)}


def at(position: HexPosition) -> HexState:
    found = build(fall(), position)
    assert isinstance(found, HexState), found
    return found


def offered(state: HexState, side: str, kind: type[HexAction]) -> Iterator[HexAction]:
    """The offers of a kind; each of them is allowed."""
    game = load_hexes("hgw")
    for action in game.legal(state, side):
        if isinstance(action, kind):
            assert game.check(state, side, action) is None, action
            yield action


@pytest.mark.rule("hgw.fleet-basic.allied-bases", "hgw.invasion.convert-to-infantry")
def test_fleets_change_base_and_points_their_kind_while_armies_move() -> None:
    state = at(HexPosition(scenario="fall-of-germany", side="allied", armies=ARMIES, fleets=FLEETS))
    bases = set(offered(state, "allied", Base))
    assert {Base("Home Fleet", "1838", 3), Base("Home Fleet", "2656", 3)} <= bases
    assert not any(one.at in ("1333", "1332", "1236") for one in bases if isinstance(one, Base))
    assert set(offered(state, "allied", Convert)) == {Convert("U.S. First Army", 1), Convert("U.S. First Army", 4)}


@pytest.mark.rule("hgw.fort.limit-seven")
def test_forts_may_be_given_up() -> None:
    forts = {"1436": Walls(points=2), "0942": Walls(points=1)}
    state = at(HexPosition(scenario="fall-of-germany", phase="production", armies=ARMIES, forts=forts))
    assert list(offered(state, "axis", Dismantle)) == [Dismantle("1436")]


@pytest.mark.rule("hgw.invasion.range-extension", "hgw.coastal-air.passing-fleets")
def test_invasions_near_and_far_keep_off_coastal_air() -> None:
    state = at(HexPosition(scenario="fall-of-germany", side="allied", phase="combat", armies=ARMIES, fleets={}))
    found = {one.target: one for one in offered(state, "allied", Invade) if isinstance(one, Invade)}
    assert found["1532"].route == ("1331", "1431", "1531", "1532")
    assert (found["1532"].spend, found["1734"].spend) == (0, 1)
    assert "1734" in found["1734"].route
    game = load_hexes("hgw")
    (declared,) = game.decide(state, "allied", Invade("U.S. First Army", "1532"), ScriptedDice(()))
    assert isinstance(declared, Announced)
    assert declared.attack.route == found["1532"].route


@pytest.mark.rule("hgw.invasion.declare")
def test_what_was_declared_may_be_called_off() -> None:
    state = at(HexPosition(scenario="fall-of-germany", side="allied", phase="combat", armies=ARMIES, fleets={}))
    game = load_hexes("hgw")
    for event in game.decide(state, "allied", Invade("U.S. First Army", "1433"), ScriptedDice(())):
        state = game.evolve(state, event)
    assert list(offered(state, "allied", CallOff)) == [CallOff("U.S. First Army")]
