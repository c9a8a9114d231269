"""The bridge to other engines, as far as it can be tested without them."""

from pathlib import Path

import pytest
from bench.peer import installation
from bench.peer.boards import census
from bench.peer.checkout import Checkout
from bench.peer.positions import heard, told
from bench.peer.turns import Service, play_turn, seat_bots
from bench.peer.words import TripleAWords, Words
from msgspec.structs import replace

from sandtable.area.actions import AreaAction
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.bots.bot import BotFailed, Reason
from sandtable.core.decision import Decision
from sandtable.core.game import Setup
from sandtable.games import area


@pytest.mark.parametrize("game", ["1941", "classic"])
def test_an_opening_survives_a_round_trip(game: str) -> None:
    ours = area(game)
    state = ours.start(Setup())
    assert isinstance(state, AreaState)
    words = TripleAWords(ours)
    after, odd = heard(words, state, [line.split("\t") for line in told(words, state)])
    assert not odd
    assert census(after) == census(state)
    assert (after.control, after.treasury) == (state.control, state.treasury)


def test_cargo_and_guests_stay_aboard() -> None:
    ours = area("1941")
    state = build(
        ours.world,
        Position(
            start_from="empty",
            units={"SZ 40": {"usa": "transport[infantry, tank], carrier, 2 fighters", "uk": "carrier"}},
        ),
    )
    assert isinstance(state, AreaState)
    words = TripleAWords(ours)
    after, odd = heard(words, state, [line.split("\t") for line in told(words, state)])
    assert not odd
    assert after.stacks == state.stacks


@pytest.mark.parametrize("game", ["1941", "classic"])
def test_a_turn_comes_out_the_same_here_and_through_the_lines(game: str) -> None:
    ours = area(game)
    service = Service(game, "random")
    state = service.opening
    power = ours.world.order[0]
    answer = service.turn(power, 1, 7, [line.split("\t") for line in told(service.words, state)])
    after, odd = heard(service.words, state, [line.split("\t") for line in answer])
    played = play_turn(ours, service.setup, seat_bots(ours, "random", 7), state, power, 7).record.state
    assert not odd
    assert census(after) == census(played) != census(state)
    assert (after.control, after.treasury) == (played.control, played.treasury)


def test_developments_and_the_fault_of_a_bot_are_told() -> None:
    ours = area("classic")
    words = Words(ours)
    state = ours.start(Setup())
    assert isinstance(state, AreaState)
    state = replace(state, techs=(("germany", "rockets"), ("uk", "jet-power")))
    lines = [line.split("\t") for line in told(words, state)]
    assert heard(words, replace(state, techs=()), lines)[0].techs == state.techs
    service = Service("classic", "random")
    service.turn("ussr", 1, 1, lines)
    service.bots["germany"] = Sulking()
    answer = service.turn("germany", 1, 1, lines)
    assert answer[0].startswith("FAULT\tgermany\t")
    assert "sulks" in answer[0]


def test_another_checkout_is_a_folder_with_our_source(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has no src/sandtable"):
        Checkout(tmp_path, "1941", "random", tmp_path / "errors")


class Sulking:
    """A bot that refuses to play."""

    name, think = "sulking", 1.0

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction:
        raise BotFailed("it sulks")

    def why(self) -> Reason | None:
        return None


def test_missing_requirements_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installation, "JAR", tmp_path / "triplea.jar")
    monkeypatch.setattr(installation, "FOLDER", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    lacking = installation.missing("classic")
    assert [one.partition(":")[0] for one in lacking] == ["TripleA", "a JDK", "the map"]
    assert "triplea-maps/world_war_ii_classic" in lacking[2]
    assert "hgw" in installation.missing("hgw")[-1]
