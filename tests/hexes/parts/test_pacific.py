"""Campaign IV as a whole: what is in play, what supply costs, and that the hooks of war agree with each other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable import games
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes.actions import Move
from sandtable.hexes.family import HexGame
from sandtable.hexes.parts.belligerents import Belligerents
from sandtable.hexes.position import HexPosition, Standing, build
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import points_of

GAME = load_hexes("hgw")
WORLD = GAME.worlds["campaign-4"]


def position(**said: object) -> HexState:
    state = build(WORLD, HexPosition(scenario="campaign-4", **said))  # type: ignore[arg-type]
    assert isinstance(state, HexState), state
    return state


@pytest.mark.rule("hgw.campaign4.scope", "hgw.optional.naval-required-for-pacific")
def test_the_whole_map_is_in_play_with_every_option() -> None:
    columns = {int(place[2:]) for place in WORLD.board.places}
    assert columns == set(range(1, 113))
    assert not WORLD.facts.options
    needed = {"leaders", "home-forces", "pledged-army", "works", "replenishment", "garrisons", "fleets"}
    assert needed <= set(WORLD.parts.by_name)


@pytest.mark.rule("hgw.campaign4.belligerents")
def test_fleets_keep_the_peace_that_armies_keep() -> None:
    part = Belligerents.of(WORLD)
    assert part is not None
    armies = {"Southern Army": Standing("3064", infantry=1), "Malaya Command": Standing("3164", infantry=1)}
    peace = position(turn="Summer 1940", armies=armies, joined={"Siam": "axis"})
    war = position(turn="Summer 1940", armies=armies, joined={"Siam": "axis", "United States": "allied"})
    british = peace.armies["Malaya Command"]
    assert part.bars_attack(WORLD, peace, british, "3064") is not None
    assert part.bars_attack(WORLD, war, british, "3064") is None
    pairs = (("Combined Fleet", "Home Fleet"), ("Home Fleet", "Combined Fleet"), ("Home Fleet", "2077"))
    for fleet, force in pairs:
        assert part.leaves_alone(WORLD, peace, fleet, force) is not None
        assert part.leaves_alone(WORLD, war, fleet, force) is None
    assert part.leaves_alone(WORLD, peace, "Kiel Fleet", "Home Fleet") is None


FIXED = """
like: campaign-4
title: The Pacific without shipping points
sides:
  axis: {seas: {Pacific and Indian Ocean: {ship: 3}}}
  allied: {seas: {Pacific and Indian Ocean: {ship: 2}}}
parts: {shipping-points: null}
"""


@pytest.fixture
def fixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HexGame]:
    """The world game with the fixed limits of sea transport that shipping points have replaced."""
    folder = tmp_path / "fixed-hgw"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text("{like: hgw, title: Fixed, scenarios: {replace: [fixed]}}", encoding="utf-8")
    (folder / "scenarios" / "fixed.yaml").write_text(FIXED, encoding="utf-8")
    monkeypatch.setenv(games.VARIABLE, str(tmp_path))
    games.forget()
    yield load_hexes("fixed-hgw")
    games.forget()


@pytest.mark.rule("hgw.sea.pacific")
@pytest.mark.parametrize(
    ("side", "army", "ports", "most"),
    [
        ("axis", "Home Defense Army", ("2077", "1871"), 3),
        ("allied", "Australian Imperial Force", ("4580", "3874"), 2),
    ],
)
def test_without_shipping_points_the_pacific_has_fixed_limits(
    fixed: HexGame, side: str, army: str, ports: tuple[str, str], most: int
) -> None:
    armies = {
        "Home Defense Army": Standing("2077", infantry=6),
        "Australian Imperial Force": Standing("4580", infantry=6),
    }
    said = HexPosition(scenario="fixed", turn="Summer 1942", side=side, armies=armies, fleets={})
    state = build(fixed.worlds["fixed"], said)
    assert isinstance(state, HexState)
    into = next(name for name in fixed.worlds["fixed"].counters(side) if name not in armies)
    orders = [Move(army, ports[1], points_of("infantry", count), into, ports) for count in (most, most + 1)]
    assert fixed.check(state, side, orders[0]) is None
    refusal = fixed.check(state, side, orders[1])
    assert isinstance(refusal, Refusal) and refusal.rule == "hgw.sea.pacific"
