"""Prices by level: the table of the book, and what American entry brings."""

import pytest
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.parts.research import Research
from sandtable.hexes.parts.research.memory import KNOWLEDGE, Knowledge
from sandtable.hexes.production import quoted
from sandtable.hexes.state import Entry, HexState
from sandtable.hexes.world import World
from tests.hexes.static import position, worlds

WORLD = worlds()["campaign-2"]

TABLE: dict[str, list[float | None]] = {
    "infantry": [3, 2, 1],
    "mechanized": [6, 4, 3, 2],
    "tac_air": [4, 3, 2, 1, 1, 1, 1],
    "paratroop": [6, 5],
    "amphibious": [6, 4, 3, 2],
    "fort": [5],
    "u_boat": [6, 4, 2, 1.5, 1],
    "capital_ship": [11, 9, 7, 5],
    "asw": [8, 5, 3, 2, 1],
    "air_defense": [8, 7, 6, 5, 4, 3, 2],
    "bomber": [None, 7, 4, 3, 2, 2, 2],
    "escort": [None, 7, 6, 5, 4, 3, 2],
    "missile": [None, None, None, None, 3, 2],
    "atomic_bomb": [None, None, None, None, None, None, 2],
    "shipping": [1],
}


def at_level(item: str, level: int) -> HexState:
    return KNOWLEDGE.put(position(WORLD), Knowledge(risen={"allied": {item: level}}))


def laboratory(world: World) -> Research:
    found = Research.of(world)
    assert found is not None
    return found


@pytest.mark.rule(
    "hgw.chart.units-capability", "hgw.research.prohibited-levels", "hgw.research.cost-by-tech-level"
)
@pytest.mark.parametrize("item", TABLE)
def test_the_price_of_every_level(item: str) -> None:
    for level, cost in enumerate(TABLE[item]):
        found = quoted(WORLD, at_level(item, level), "allied", item)
        if cost is None:
            assert isinstance(found, Refusal)
            assert found.rule == "hgw.research.prohibited-levels"
        else:
            assert found == cost


@pytest.mark.rule("hgw.research.tied-items")
def test_some_items_have_the_level_of_another() -> None:
    state = KNOWLEDGE.put(position(WORLD), Knowledge(risen={"allied": {"amphibious": 2, "tac_air": 1}}))
    found = [quoted(WORLD, state, "allied", item) for item in ("port", "naval_port", "coastal_air")]
    assert found == [3, 6, 3]


@pytest.mark.rule("hgw.research.start-levels")
def test_only_the_axis_is_ahead_at_the_start() -> None:
    state, lab = position(WORLD), laboratory(WORLD)
    for item in lab.settings.items:
        ahead = item in ("infantry", "mechanized", "tac_air", "u_boat", "coastal_air")
        assert lab.level(state, "axis", item) == int(ahead)
        assert lab.level(state, "soviet", item) == lab.level(state, "allied", item) == 0


@pytest.mark.rule("hgw.research.us-entry-technology")
def test_america_brings_its_technology() -> None:
    lab = laboratory(WORLD)
    before = position(WORLD)
    assert quoted(WORLD, before, "allied", "capital_ship") == 11
    after = replace(before, joined={"United States": Entry("allied", 8)})
    assert lab.level(after, "allied", "atomic_bomb") == 2
    assert quoted(WORLD, after, "allied", "capital_ship") == 9
    assert quoted(WORLD, after, "soviet", "capital_ship") == 11
    further = KNOWLEDGE.put(after, Knowledge(risen={"allied": {"capital_ship": 2, "atomic_bomb": 3}}))
    assert (lab.level(further, "allied", "capital_ship"), lab.level(further, "allied", "atomic_bomb")) == (2, 3)
    lowered = KNOWLEDGE.put(after, Knowledge(lowered={"allied": {"capital_ship": 9.5}}))
    assert quoted(WORLD, lowered, "allied", "capital_ship") == 9
