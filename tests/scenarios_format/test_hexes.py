"""Scenario files of the hex family: what passes, and how a failure reads."""

import pytest

from sandtable.scenarios import Result, ScenarioError, parse, run

SMOLENSK = """
game: hgw
title: Smolensk
position:
  phase: combat
  armies:
    Army Group Center: {at: '1142', infantry: 2, mechanized: 8}
    West Front: {at: '1143', infantry: 5, mechanized: 1}
  control: {axis: 1140 1141 1241}
"""
ATTACK = "{do: attack, army: Army Group Center, target: '1143'}"


def played(text: str) -> Result:
    (scenario,) = parse(text)
    return run(scenario)


def report(text: str) -> str:
    result = played(text)
    assert not result.ok
    return result.report()


def passes(text: str) -> None:
    result = played(text)
    assert result.ok, result.report()


def test_a_step_that_should_be_refused_and_is_allowed_says_so() -> None:
    said = report(
        SMOLENSK + f"steps: [{ATTACK}, {{do: done}}, {{do: defend, armies: [West Front], refused: true}}]"
    )
    assert said == "step 3: do: defend, armies: [West Front]\n  expected: refused\n  found:    allowed"


def test_any_rule_may_refuse() -> None:
    passes(SMOLENSK + "steps: [{do: attack, army: Army Group Center, target: '1144', refused: true}]")


def test_what_would_be_allowed_and_what_refused() -> None:
    far = "{do: attack, army: Army Group Center, target: '1144', refused: attack.adjacent-one-hex}"
    passes(SMOLENSK + f"expect: {{can: [{ATTACK}], cannot: [{far}]}}")
    said = report(SMOLENSK + f"expect: {{can: [{far}], cannot: [{ATTACK}]}}")
    assert "found:    refused by hgw.attack.adjacent-one-hex" in said
    assert "refused\n    expected: do attack, army Army Group Center, target 1143\n    found:    allowed" in said
    assert "there is no action 'atack'; did you mean 'attack'?" in report(
        SMOLENSK + "expect: {can: [{do: atack, army: Army Group Center}]}"
    )


def test_odds() -> None:
    passes(SMOLENSK + "expect: {odds: {attack: 3 inf, defend: garrison, entered: 33.3, own: 0, enemy: 0.5}}")
    said = report(SMOLENSK + "expect: {odds: [{attack: 8 mech, defend: 6 inf holds fire, entered: 99}]}")
    assert "odds: hex 1 entered (8 mech against 6 inf holds fire), in per cent" in said
    assert "odds: '6 tanks': 'tanks' is" in report(SMOLENSK + "expect: {odds: {attack: 6 tanks, defend: empty}}")


def test_events_may_be_named_alone() -> None:
    passes(
        SMOLENSK + "steps: [{do: attack, army: Army Group Center, target: '1143', expect: {events: [announced]}}]"
    )
    assert "no {'event': 'announced'}" in report(
        SMOLENSK + f"steps: [{ATTACK}]\nexpect: {{no_events: [announced]}}"
    )


FORTS = "game: hgw\ntitle: Forts\nposition: {scenario: fall-of-germany, armies: {OKW: {at: '1237', infantry: 1}}"


def test_naming_armies_leaves_the_forts_where_they_are() -> None:
    passes(FORTS + "}\nexpect: {forts: {'1436': 2, '1236': 3}}")
    passes(FORTS + ", control: {allied: '1436'}}\nexpect: {forts: {'1436': 0, '1236': 3}}")
    passes(FORTS + ", forts: {'1236': {points: 1}}}\nexpect: {forts: {'1436': 0, '1236': 1}}")
    passes(FORTS + ", fleets: {}}\nexpect: {forts: {'1436': 0, '1236': 0}}")


def test_a_hex_without_quotation_marks() -> None:
    passes("{game: hgw, title: A, position: {control: {axis: 1244}}, expect: {control: {'1244': axis}}}")
    said = report("{game: hgw, title: A, position: {control: {axis: 0744}}}")
    assert "write hexes in quotation marks" in said
    with pytest.raises(ScenarioError, match="stands in quotation marks"):
        parse(SMOLENSK + "steps: [{do: attack, army: Army Group Center, target: 1143}]")


def test_a_verb_that_no_game_of_hexes_has() -> None:
    with pytest.raises(ScenarioError, match="there is no action 'research'"):
        parse(SMOLENSK + "steps: [{do: research}]")


SEARCH = """
game: hgw
title: Where a side will search, nobody else sees
position:
  scenario: campaign-3
  phase: naval
  turn: Winter 1941
  control: {allied: '1136'}
  armies: {OKW: {at: '1237', infantry: 1}, Britain: {at: '1136', infantry: 1}, Moscow: {at: '1239', infantry: 1}}
  fleets: {Kiel Fleet: {at: '1238', points: 1, asw: 2}, Baltic Fleet: {at: '0942', points: 1}}
  parts: {research: {fought: true}}
steps:
  - {do: patrol, fleet: Kiel Fleet, to: '1235', expect: {fleets: {Kiel Fleet: FLEET}}}
  - do: search
    at: '1237'
    by: soviet
    expect: {seen_by: {soviet: {fleets: {raiders: [], patrols: {}}}, spectator: {fleets: SEEN}}}
"""


def searched(fleet: str = "3", seen: str = "{}", text: str = SEARCH) -> str:
    return text.replace("FLEET", fleet).replace("SEEN", seen)


@pytest.mark.parametrize("fleet", ["3", "{at: '1238', points: 1, asw: 2, carriers: 0, submarines: 0}", "{asw: 2}"])
def test_the_ships_of_a_fleet(fleet: str) -> None:
    passes(searched(fleet))


def test_other_ships_than_expected() -> None:
    assert "Kiel Fleet: asw\n    expected: 1\n    found:    2" in report(searched("{asw: 1}"))
    assert "Kiel Fleet: at\n    expected: 1236\n    found:    1238" in report(searched("{at: '1236'}"))
    elsewhere = searched(text=SEARCH.replace("Kiel Fleet: FLEET", "Norway Fleet: {points: 1}"))
    assert "fleet Norway Fleet\n    expected: in play\n    found:    gone" in report(elsewhere)
    with pytest.raises(ScenarioError, match="sails"):
        parse(searched("{sails: 1}"))


def test_what_a_seat_sees() -> None:
    passes(searched(seen="{raiders: []}"))
    assert "what spectator sees of fleets: raiders" in report(searched(seen="{raiders: [Kiel Fleet]}"))
    nobody = searched(text=SEARCH.replace("spectator", "germany"))
    assert "there is no side 'germany': axis, soviet, allied, or spectator" in report(nobody)
