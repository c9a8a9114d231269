"""Friend and foe are asked of relations: powers of different sides may be at peace, and that can change."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sandtable import games
from sandtable.area.actions import Move, Pick
from sandtable.area.events import RelationChanged
from sandtable.area.family import AreaGame
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.area.status import closed_to, enemies_at, friendly_land, hostile_land
from sandtable.area.story import tell

GAME = """
like: "1941"
title: A pact
relations: [{powers: [germany, ussr], are: peace}]
"""
MARCH = Move((Pick("infantry"),), ("Eastern Europe", "Karelia"))


@pytest.fixture
def pact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AreaGame]:
    """1941 with a pact between two enemies."""
    folder = tmp_path / "pact"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv(games.VARIABLE, str(tmp_path))
    games.forget()
    yield games.area("pact")
    games.forget()


def position(game: AreaGame, phase: str) -> AreaState:
    units: Mapping[str | int, Mapping[str, str]] = {
        "Eastern Europe": {"germany": "2 infantry, fighter"},
        "Karelia": {"ussr": "infantry"},
    }
    found = build(game.world, Position(turn="germany", phase=phase, units=units))
    assert isinstance(found, AreaState), found
    return found


def test_powers_at_peace_are_neither_friends_nor_enemies(pact: AreaGame) -> None:
    state = position(pact, "combat-move")
    world = pact.world.as_of(state)
    assert world.relation("germany", "ussr") == "peace"
    assert world.relation("germany", "uk") == "war"
    assert world.relation("germany", "japan") == "partners"
    assert not friendly_land(world, state.control, "germany", "Russia")
    assert not hostile_land(world, state.control, "germany", "Russia")
    assert not enemies_at(world, state, "germany", "Karelia")
    assert "Russia" in closed_to(world, state, "germany")
    assert not world.neutral_powers


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
@pytest.mark.parametrize("unit", ["infantry", "fighter"])
def test_nobody_enters_the_land_of_a_power_at_peace(pact: AreaGame, phase: str, unit: str) -> None:
    refusal = pact.check(position(pact, phase), "germany", Move((Pick(unit),), MARCH.path))
    assert refusal is not None
    assert refusal.rule == "1941.sides.no-attack-on-friends"
    assert "at peace" in refusal.why


def test_war_opens_the_border(pact: AreaGame) -> None:
    state = position(pact, "combat-move")
    event = RelationChanged(("ussr", "germany"), "war")
    assert tell(pact.world, state, event) == "The Soviet Union and Germany are now at war."
    after = pact.evolve(state, event)
    assert pact.check(after, "germany", MARCH) is None
    assert pact.world.as_of(after).enemies["germany"] == pact.world.enemies["germany"]


def test_constant_relations_cost_nothing() -> None:
    game = games.area("1941")
    state = position(game, "combat-move")
    assert not state.relations
    assert game.world.as_of(state) is game.world
