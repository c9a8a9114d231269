"""Turns of whole teams: each power at its own pace, and together where the game says so."""

from pathlib import Path
from shutil import copytree

import pytest
import yaml

from sandtable import games
from sandtable.area.actions import Done, Order
from sandtable.area.changes import SetTurn
from sandtable.area.family import AreaGame
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core.datafile import DataFileError
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.guides import area_guide

ROTA = {"opening": [["ussr"]], "teams": [["germany", "japan"], ["ussr", "uk", "usa"]]}


def with_rota(folder: Path, rota: object = ROTA) -> AreaGame:
    """Game ``1941``, but sides take their turns as one, and its combat is one for all."""
    source = games.BUILT_IN / "1941"
    copytree(source, folder, dirs_exist_ok=True)
    data = yaml.safe_load((source / "game.yaml").read_text(encoding="utf-8"))
    data["rota"] = rota
    data["phases"]["combat"]["together"] = True
    rules = yaml.safe_load((source / "rules.yaml").read_text(encoding="utf-8"))
    phases = next(rule for rule in rules if rule["id"] == "1941.turn.phases")
    phases["settles"] += ["turn.combat-move-is-final", "turn.team-turn-ends"]
    (folder / "rules.yaml").write_text(yaml.safe_dump(rules, sort_keys=False), encoding="utf-8")
    (folder / "game.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return AreaGame(folder, area_guide)


@pytest.fixture
def game(tmp_path: Path) -> AreaGame:
    return with_rota(tmp_path)


def opened(game: AreaGame) -> AreaState:
    state = game.start(Setup())
    assert isinstance(state, AreaState)
    return state


def done(game: AreaGame, state: AreaState, *seats: str) -> AreaState:
    """One after the other says that it has finished its phase."""
    for seat in seats:
        assert game.check(state, seat, Done()) is None
        for event in game.decide(state, seat, Done(), SeededDice(bytes(32))):
            state = game.evolve(state, event)
    return state


def deciding(game: AreaGame, state: AreaState) -> list[str]:
    return [decision.seat for decision in game.pending(state)]


def axis_turn(game: AreaGame) -> AreaState:
    """The opening is over, the Axis buys."""
    return done(game, opened(game), "ussr", "ussr", "ussr")


def test_a_special_opening_comes_before_the_first_round(game: AreaGame) -> None:
    state = opened(game)
    assert (state.round, dict(state.turn.phases)) == (0, {"ussr": "purchase"})
    state = axis_turn(game)
    assert (state.round, dict(state.turn.phases)) == (1, {"germany": "purchase", "japan": "purchase"})
    assert deciding(game, state) == ["germany", "japan"]


def test_everybody_at_their_own_pace(game: AreaGame) -> None:
    state = done(game, axis_turn(game), "japan")
    assert dict(state.turn.phases) == {"germany": "purchase", "japan": "combat-move"}
    assert game.check(state, "germany", Order(units={"infantry": 1})) is None
    refusal = game.check(state, "japan", Order(units={"infantry": 1}))
    assert isinstance(refusal, Refusal)
    assert game.check(state, "uk", Done()) is not None


def test_nobody_fights_before_all_are_ready(game: AreaGame) -> None:
    state = done(game, axis_turn(game), "japan", "japan")
    assert dict(state.turn.phases) == {"germany": "purchase", "japan": "combat"}
    assert deciding(game, state) == ["germany"]
    refusal = game.check(state, "japan", Done())
    assert isinstance(refusal, Refusal)
    assert "is waiting for Germany" in refusal.why
    state = done(game, state, "germany", "germany")  # nothing to fight for: on to the next phase, for both
    assert dict(state.turn.phases) == {"germany": "noncombat-move", "japan": "noncombat-move"}


def test_who_has_finished_waits_for_the_team(game: AreaGame) -> None:
    state = done(game, axis_turn(game), "japan", "japan", "germany", "germany", "germany")
    assert dict(state.turn.phases) == {"germany": "", "japan": "noncombat-move"}
    assert deciding(game, state) == ["japan"]
    refusal = game.check(state, "germany", Done())
    assert isinstance(refusal, Refusal)
    assert "is done and is waiting for Japan" in refusal.why
    state = done(game, state, "japan")
    assert (state.round, list(state.turn.phases)) == (1, ["ussr", "uk", "usa"])


def test_the_round_ends_with_its_last_team(game: AreaGame) -> None:
    state = axis_turn(game)
    axis, allies = ["germany", "japan"], ["ussr", "uk", "usa"]
    state = done(game, state, *axis, *axis, *axis)
    state = done(game, state, *allies, *allies, *allies)
    assert (state.round, list(state.turn.phases)) == (2, axis)


def test_income_comes_to_every_member_of_the_team(game: AreaGame) -> None:
    state = axis_turn(game)
    before = dict(state.treasury)
    axis = ["germany", "japan"]
    state = done(game, state, *axis, *axis, *axis)
    assert {p for p in before if state.treasury[p] > before[p]} == set(axis)


def test_a_position_says_where_mates_are(game: AreaGame) -> None:
    state = build(game.world, Position(turn="germany", phase="combat-move", mates={"japan": "waits"}))
    assert isinstance(state, AreaState)
    assert dict(state.turn.phases) == {"germany": "combat-move", "japan": ""}
    wrong = build(game.world, Position(turn="germany", mates={"uk": "combat-move"}))
    assert isinstance(wrong, PositionError)
    nobody = build(game.world, Position(turn="germany", round=0))
    assert isinstance(nobody, PositionError)


def test_a_turn_given_by_hand_is_that_of_the_whole_team(game: AreaGame) -> None:
    events = game.amend(opened(game), SetTurn("japan", "combat-move", 3))
    assert not isinstance(events, Refusal)
    state = opened(game)
    for event in events:
        state = game.evolve(state, event)
    assert (state.round, dict(state.turn.phases)) == (3, {"germany": "combat-move", "japan": "combat-move"})


def test_a_rota_of_strangers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match="rota: unknown power 'italy'"):
        with_rota(tmp_path, {"teams": [["germany", "italy"]]})


def test_without_a_rota_every_power_has_its_own_turn() -> None:
    world: World = games.area("1941").world
    assert world.teams(1) == (("ussr",), ("germany",), ("uk",), ("japan",), ("usa",))
