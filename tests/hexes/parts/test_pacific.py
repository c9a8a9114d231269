"""Campaign IV as a whole: what is in play, what supply costs, and that the hooks of war agree with each other."""

from time import perf_counter

import pytest

from sandtable.games import load_hexes
from sandtable.hexes.parts.belligerents import Belligerents
from sandtable.hexes.position import HexPosition, Standing, build
from sandtable.hexes.state import HexState
from sandtable.hexes.supplying import supply_of

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


def test_supply_of_the_whole_world_takes_little_time() -> None:
    state = position(turn="Summer 1942")
    world = GAME.world(state)
    took = []
    for _ in range(5):
        begun = perf_counter()
        for side in world.order:
            supply_of(world, state, side)
        took.append(perf_counter() - begun)
    assert min(took) < 0.025


@pytest.mark.rule("hgw.campaign4.belligerents")
def test_fleets_keep_the_peace_that_armies_keep() -> None:
    part = Belligerents.of(WORLD)
    assert part is not None
    armies = {"Southern Army": Standing("3064", infantry=1), "Malaya Command": Standing("3164", infantry=1)}
    peace = position(turn="Summer 1940", armies=armies, joined={"Siam": "axis"})
    war = position(turn="Summer 1940", armies=armies, joined={"Siam": "axis", "United States": "allied"})
    british = peace.armies["Malaya Command"]
    assert part.shuns(WORLD, peace, british, "3064") is not None
    assert part.shuns(WORLD, war, british, "3064") is None
    pairs = (("Combined Fleet", "Home Fleet"), ("Home Fleet", "Combined Fleet"), ("Home Fleet", "2077"))
    for fleet, force in pairs:
        assert part.leaves_alone(WORLD, peace, fleet, force) is not None
        assert part.leaves_alone(WORLD, war, fleet, force) is None
    assert part.leaves_alone(WORLD, peace, "Kiel Fleet", "Home Fleet") is None
