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
