"""A hex game as a game: agreements, seats, conceding, undo, and what a page would show."""

import msgspec
import pytest

from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes import actions as act
from sandtable.hexes import events as ev
from sandtable.hexes.position import HexPosition, build
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import Points

GAME = load_hexes("hgw")
HexRecord = Record[HexState, act.HexAction, ev.HexEvent]


def begin(setup: Setup, *dice: int) -> HexRecord:
    record = Record.begin(GAME, setup, ScriptedDice(dice))
    assert not isinstance(record, Refusal), record
    return record


@pytest.mark.rule("hgw.setup.sides")
@pytest.mark.parametrize(
    "players",
    [
        {"anna": ("axis", "soviet")},
        {"anna": ("axis",)},
        {"anna": ("axis",), "bert": ("soviet", "axis")},
    ],
)
def test_every_side_has_a_player_and_enemies_have_two(players: dict[str, tuple[str, ...]]) -> None:
    refusal = GAME.start(Setup(players=players))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "hgw.setup.sides"


@pytest.mark.rule("hgw.setup.sides")
def test_one_player_may_have_both_partners() -> None:
    setup = Setup("fall-of-germany", players={"anna": ("axis",), "bert": ("soviet", "allied")})
    assert isinstance(GAME.start(setup), HexState)


@pytest.mark.rule("hgw.setup.sides")
def test_of_those_who_share_a_side_the_first_confirms() -> None:
    state = GAME.start(Setup(players={"anna": ("axis",), "bert": ("soviet",), "carl": ("soviet",)}))
    assert isinstance(state, HexState)
    assert state.players == {"anna": ("axis",), "bert": ("soviet",)}
    shared = {"anna": ("axis",), "bert": ("soviet", "allied"), "carl": ("allied",)}
    state = GAME.start(Setup("fall-of-germany", players=shared))
    assert isinstance(state, HexState)
    assert state.players == {"anna": ("axis",), "bert": ("soviet", "allied")}


@pytest.mark.rule("hgw.record.open")
@pytest.mark.parametrize("seat", ["axis", "soviet", "allied", None])
def test_every_strength_is_open_to_everybody(seat: str | None) -> None:
    record = begin(Setup("fall-of-germany"))
    record.act("axis", act.DeployAll())
    seen = GAME.view(record.state, seat)
    assert seen.armies["Army Group Center"].points == Points(infantry=4, mechanized=3)
    assert seen.forts["1236"].points == 3
    assert all(GAME.visible(event, seat) == event for entry in record.entries for event in entry.events)


@pytest.mark.rule("hgw.unit.types")
@pytest.mark.parametrize("kind", ["airborne", "tactical-air", "fort"])
def test_an_army_holds_no_points_of_other_games(kind: str) -> None:
    order = {"do": "build", "kind": kind, "count": 1, "at": "1237", "into": "OKW"}
    with pytest.raises(msgspec.ValidationError, match="kind"):
        msgspec.convert(order, GAME.action_type)
    assert msgspec.convert({**order, "kind": "amphibious"}, GAME.action_type) == act.Build(
        "amphibious", 1, "1237", "OKW"
    )


@pytest.mark.rule("hgw.unit.types")
@pytest.mark.parametrize("scenario", ["barbarossa", "fall-of-germany", "campaign-1"])
def test_only_later_campaigns_have_aircraft_and_paratroops(scenario: str) -> None:
    state = build(GAME.worlds[scenario], HexPosition(phase="production"))
    assert isinstance(state, HexState)
    for kind in ("tac_air", "paratroop"):
        refusal = GAME.check(state, "axis", act.Build(kind, 1, "1237", "OKW"))
        assert isinstance(refusal, Refusal)
        assert refusal.rule == "hgw.unit.types"


@pytest.mark.rule("hgw.barbarossa.french-devastation")
def test_every_other_choice_of_french_points_is_offered_once() -> None:
    record = begin(Setup())
    offered = [action for action in GAME.legal(record.state, "axis") if isinstance(action, act.Devastate)]
    assert act.Devastate({"1434": 2, "1433": 1}) in offered
    assert all(GAME.check(record.state, "axis", action) is None for action in offered)
    assert len(offered) == 24  # 10 without Paris, 10 with one of its two points, 5 with both, less the proposal
    record.act("axis", offered[0])
    assert list(GAME.legal(record.state, "axis")) == [act.Done()]


@pytest.mark.rule("hgw.offmap.by-sea")
def test_an_army_may_go_to_sea_as_a_whole() -> None:
    record = begin(Setup("fall-of-germany"))
    for side in ("axis", "soviet", "allied"):
        record.act(side, act.DeployAll())
        record.act(side, act.Done())
    for side in ("axis", "soviet"):
        for _ in range(3):
            record.act(side, act.Done())
    voyage = act.Move("U.S. Army", "1332", ports=("1909", "1332"))
    assert voyage not in GAME.legal(record.state, "allied"), "there is no room for three more"
    elsewhere = act.Move("U.S. Army", "0932", ports=("1909", "0932"))
    assert elsewhere in GAME.legal(record.state, "allied")
    assert not isinstance(record.act("allied", elsewhere), Refusal)
    assert record.state.armies["U.S. Army"].at == "0932"


def test_an_unknown_scenario_is_refused_with_those_that_there_are() -> None:
    refusal = GAME.start(Setup("waterloo"))
    assert isinstance(refusal, Refusal)
    assert "barbarossa" in refusal.why


def test_who_concedes_has_lost() -> None:
    record = begin(Setup())
    assert not isinstance(record.act("axis", act.Concede()), Refusal)
    assert record.state.winner == "soviet"
    assert record.finished


def test_partners_give_up_only_together() -> None:
    record = begin(Setup("fall-of-germany"))
    record.act("soviet", act.Concede())
    assert record.state.winner == ""
    assert isinstance(record.act("soviet", act.Concede()), Refusal)
    record.act("allied", act.Concede())
    assert record.state.winner == "axis"


def test_when_the_axis_gives_up_production_decides_between_the_partners() -> None:
    record = begin(Setup("fall-of-germany"))
    record.act("axis", act.Concede())
    assert record.state.winner in ("soviet", "allied")


@pytest.mark.rule("hgw.setup.sides")
def test_a_side_that_the_scenario_lacks_has_nothing_to_say() -> None:
    record = begin(Setup())
    refusal = record.act("allied", act.Done())
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "hgw.setup.sides"


def test_a_move_can_be_taken_back_and_a_die_cannot() -> None:
    record = begin(Setup(), 6)
    before = record.state
    record.act("axis", act.Done())
    moved = record.act("axis", act.Move("Fourth Army", "1240", Points(infantry=1), "Army Group North"))
    assert not isinstance(moved, Refusal)
    assert record.undo("axis") is None
    record.act("axis", act.Done())
    record.act("axis", act.Target("Army Group North", "1241"))
    record.act("axis", act.Done())
    fired = record.act("soviet", act.Defend(("NW Front",)))
    assert not isinstance(fired, Refusal)
    assert record.undo("soviet") is not None
    assert before != record.state


def test_the_story_tells_every_turn_and_the_headline_where_it_is() -> None:
    record = begin(Setup())
    guide = GAME.guide
    events = record.act("axis", act.Done())
    assert not isinstance(events, Refusal)
    assert guide.headline(record.state) == "Summer 1941, Axis, Movement"
    told = [line for event in events for line in guide.tell(record.at(0), event)]
    assert any("Summer 1941" in line for line in told)


@pytest.mark.rule("hgw.fall.free-deployment-limits")
@pytest.mark.parametrize(("at", "warned"), [("2041", True), ("1237", False)])
def test_whoever_sets_up_without_supply_is_warned(at: str, warned: bool) -> None:
    record = begin(Setup("fall-of-germany"))
    events = record.act("axis", act.Deploy("OKW", at, Points(infantry=1)))
    assert not isinstance(events, Refusal)
    told = [line for event in events for line in GAME.guide.tell(record.at(0), event)]
    assert any("no supply" in line for line in told) is warned


def test_the_same_seed_plays_the_same_dice() -> None:
    one, two = (Record.begin(GAME, Setup(), SeededDice.from_seed(7)) for _ in range(2))
    assert not isinstance(one, Refusal)
    assert not isinstance(two, Refusal)
    for record in (one, two):
        record.act("axis", act.Done())
        record.act("axis", act.Done())
        record.act("axis", act.Target("Army Group Center", "1442"))
        record.act("axis", act.Done())
        record.act("soviet", act.Defend(("SW Front",)))
    assert GAME.digest(one.state) == GAME.digest(two.state)
