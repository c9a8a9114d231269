"""Running scenarios: what passes, and how a failure reads."""

from pathlib import Path

import pytest

from sandtable.scenarios import Result, check_paths, parse, run

ATTACK = """
game: "1941"
title: An attack on Karelia
position:
  from: empty
  turn: germany
  phase: combat-move
  units: {Eastern Europe: {germany: "2 infantry, tank"}, Karelia: {ussr: "2 infantry"}}
"""


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


def test_rules_may_be_written_without_the_prefix() -> None:
    result = played('{game: "1941", title: A, rules: [blitz.basic, 1941.blitz.basic, turn.order]}')
    assert result.rules == ("1941.blitz.basic", "1941.turn.order")


def test_an_unknown_rule_is_an_error() -> None:
    said = report('{game: "1941", title: A, rules: [blitz.basc]}')
    assert "has no rule 'blitz.basc'; did you mean 'blitz.basic'?" in said


def test_an_unknown_game_is_an_error() -> None:
    assert "there is no game '1940': the games are" in report('{game: "1940", title: A}')


def test_a_bad_position_is_an_error() -> None:
    said = report('{game: "1941", title: A, position: {units: {Kerelia: {ussr: tank}}}}')
    assert said == "position\n  unknown space 'Kerelia'; did you mean 'Karelia'?"


def test_an_unexpected_refusal_shows_the_rule_and_its_text() -> None:
    said = report(ATTACK + "steps: [{move: infantry, path: Eastern Europe > Karelia > Archangel}]")
    assert "step 1: move: infantry, path: Eastern Europe > Karelia > Archangel" in said
    assert "expected: allowed" in said
    assert "found:    refused by 1941." in said


def test_a_refusal_by_another_rule_shows_both() -> None:
    said = report(ATTACK + "steps: [{order: tank, refused: blitz.basic}]")
    assert "expected: refused by 1941.blitz.basic" in said
    assert "found:    refused by 1941.purchase.only-this-phase" in said


def test_a_missing_refusal() -> None:
    said = report(ATTACK + "steps: [{move: tank, path: Eastern Europe > Karelia, refused: blitz.basic}]")
    assert "expected: refused by 1941.blitz.basic\n  found:    allowed" in said


def test_any_rule_may_refuse() -> None:
    passes(ATTACK + "steps: [{order: tank, refused: true, why: purchase phase}]")
    said = report(ATTACK + "steps: [{move: tank, path: Eastern Europe > Karelia, refused: true}]")
    assert "expected: refused\n  found:    allowed" in said
    assert "'refused: false' says nothing" in report(ATTACK + "steps: [{done: true, refused: false}]")


def test_a_step_that_is_to_be_refused_is_never_played() -> None:
    said = report(ATTACK + "steps: [{move: tank, from: Eastern Europe, to: Karelia}, {done: true, refused: true}]")
    assert "expected: refused\n  found:    allowed" in said


def test_what_a_game_does_not_have_is_refused_as_such() -> None:
    airlift = "{airlift: infantry, using: bomber, from: Germany, to: Ukraine}"
    said = report(ATTACK + f"steps: [{airlift}]")
    assert "expected: allowed\n  found:    refused: 1941 has no 'airlift'." in said
    passes(ATTACK + f"steps: [{airlift[:-1]}, refused: true}}]")
    passes(ATTACK + f"expect: {{cannot: [{airlift}]}}")
    said = report(ATTACK + f"steps: [{airlift[:-1]}, refused: blitz.basic}}]")
    assert "found:    refused: 1941 has no 'airlift'." in said
    passes(
        ATTACK + "steps: [{reinforce: infantry, from: Germany, to: Ukraine, refused: true, why: no 'reinforce'}]"
    )


def test_messages_are_written_as_a_file_is() -> None:
    shots = "{aim: [{at: ussr infantry, by: 2 infantry}], by: germany}"
    said = report(ATTACK + f"steps: [{shots}]")
    assert said.startswith("step 1: aim: [{at: ussr infantry, by: 2 infantry}], by: germany")


def test_odds() -> None:
    odds = 'attack: "3 infantry, tank", defend: 2 infantry'
    passes(ATTACK + f"expect: {{odds: {{{odds}, win: 94.4, lose: 4, draw: 1.7, capture: 94, rounds: 2.4}}}}")
    said = report(ATTACK + f"expect: {{odds: [{{{odds}, win: 94.5}}]}}")
    assert "odds: win (3 infantry, tank against 2 infantry), in per cent\n    expected: 94.5" in said
    assert "found:    94.4" in said
    assert "no battle is in progress" in report(ATTACK + "expect: {odds: {win: 50}}")
    assert "unknown unit 'tnak'" in report(ATTACK + "expect: {odds: {attack: tnak, defend: tank}}")
    assert "no way to fight" in report(ATTACK + f"expect: {{odds: {{{odds}, attacker: {{lose: tank}}}}}}")


def test_odds_of_the_battle_in_progress() -> None:
    passes(
        ATTACK
        + """
steps:
  - {move: "2 infantry, tank", from: Eastern Europe, to: Karelia}
  - {done: true, dice: [6, 6, 6, 1, 6]}
  - {casualties: infantry}
  - expect: {odds: [{win: 50.6}, {attack: "infantry, tank", defend: 2 infantry, win: 50.6}]}
"""
    )


def test_what_a_refusal_says() -> None:
    passes(ATTACK + "steps: [{order: tank, refused: purchase.only-this-phase, why: purchase phase}]")
    said = report(ATTACK + "steps: [{order: tank, refused: purchase.only-this-phase, why: banana}]")
    assert "a refusal that says 'banana'" in said


def test_too_few_dice_and_too_many() -> None:
    begin = "steps: [{move: tank, path: Eastern Europe > Karelia}, {done: true, dice: "
    assert "too few dice: the game rolls 2 here after 6" in report(ATTACK + begin + "[6]}]")
    assert "too many dice: nobody rolled 2" in report(ATTACK + begin + "[6, 6, 6, 2]}]")
    assert "too many dice: nobody rolled 3, 4" in report(ATTACK + "dice: [3, 4]")
    passes(ATTACK + "dice: [6, 6, 6]\n" + begin.replace(", dice: ", "}]"))
    assert "cannot show 7" in report(ATTACK + begin + "[7, 1, 1]}]")


def test_differences_are_shown_side_by_side() -> None:
    said = report(ATTACK + "expect: {units: {Karelia: {ussr: infantry}}, treasury: {germany: 1}, phase: combat}")
    assert "units of ussr in Karelia\n    expected: infantry\n    found:    2 infantry" in said
    assert "treasury of germany\n    expected: 1\n    found:    12" in said
    assert "phase\n    expected: combat\n    found:    combat-move" in said


@pytest.mark.parametrize(
    "expect",
    [
        "{units: {Karelia: {ussr: 2 infantry, germany: nothing}, Ukraine: nothing}}",
        '{units: {Karelia: "2 ussr infantry"}, total: {ussr: 2 infantry, germany: "2 infantry, tank"}}',
        "{control: {Karelia: ussr, Turkey: nobody}, territories: {ussr: 7, neutral: 14}}",
        "{treasury: {germany: 12}, production: {germany: 12}, capacity: {Germany: 4}, bought: nothing}",
        "{bought: {japan: nothing}, round: 1, turn: germany, phase: combat-move, winner: nobody}",
        "{pending: {germany: combat-move}}",
        "{pending: [germany]}",
        "{pending: ['germany: combat-move']}",
        "{hostile: {germany: Karelia}, friendly: {germany: [Germany, SZ 5], ussr: Karelia}}",
        "{battle: none, sites: nothing, retreats: nothing, stranded: {}, rolled: nothing, no_events: [rolled]}",
        "{can: [{move: tank, path: Eastern Europe > Karelia}, {done: true}]}",
        "{cannot: [{move: tank, path: Eastern Europe > Ukraine}, {press: true}]}",
        "{offers: [move, done], offers_no: [order, {done: true, by: ussr}]}",
    ],
)
def test_expectations_that_hold(expect: str) -> None:
    passes(ATTACK + f"expect: {expect}")


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ("{units: {Karelia: infantry}}", "units in Karelia"),
        ("{total: {ussr: infantry}}", "all units of ussr"),
        ("{control: {Karelia: germany}}", "control of Karelia"),
        ("{territories: {ussr: 8}}", "territories of ussr"),
        ("{production: {ussr: 8}}", "production of ussr"),
        ("{capacity: {Germany: 5}}", "capacity left in Germany"),
        ("{bought: tank}", "bought by germany"),
        ("{round: 2}", "round"),
        ("{turn: uk}", "turn"),
        ("{winner: axis}", "winner"),
        ("{winner: axes}", "unknown side 'axes'; did you mean 'axis'?"),
        ("{pending: {ussr: casualties}}", "found:    germany: combat-move"),
        ("{pending: nothing}", "found:    germany: combat-move"),
        ("{hostile: {germany: Germany}}", "Germany, to germany,"),
        ("{friendly: {germany: Turkey}}", "found:    neutral"),
        ("{battle: Karelia}", "battle\n    expected: Karelia\n    found:    none"),
        ("{sites: Karelia}", "combats still to be resolved"),
        ("{stranded: {SZ 45: {japan: fighter}}}", "1 japan fighter in Sea Zone 45"),
        ("{rolled: {attack: 3}}", "expected: attack: 3\n    found:    no dice"),
        ("{events: [won]}", "events, in this order"),
        ("{events: [wonn]}", "unknown event 'wonn'; did you mean 'won'?"),
        ("{events: [{is: won, sid: axis}]}", "the event 'won' has no 'sid'; did you mean 'side'?"),
        ("{can: [{press: true}]}", "refused by 1941."),
        ("{can: [{pres: true}]}", "did you mean 'press'?"),
        ("{cannot: [{done: true}]}", "found:    allowed"),
        ("{offers: [order]}", "choices offered to germany"),
        ("{offers: [ordr]}", "unknown kind of action 'ordr'; did you mean 'order'?"),
        ("{phase: combt}", "did you mean 'combat'?"),
        ("{hits: {attak: 1}}", "'attack' or 'defend'"),
    ],
)
def test_expectations_that_do_not(expect: str, says: str) -> None:
    assert says in report(ATTACK + f"expect: {expect}")


def test_battle_on_the_strip() -> None:
    passes(
        ATTACK
        + """
steps:
  - {move: "2 infantry, tank", path: Eastern Europe > Karelia}
  - done: true
    dice: [1, 6, 6, 6, 1]
    expect:
      rolled: [attack: "2 infantry, tank", fire defend: "2, 2"]
      hits: {attack: 1, defend: {other: 1}}
      battle_steps: [3, 4]
      battle: {space: Karelia, round: 1, attack: "2 infantry, tank", defend: infantry, behind: {defend: infantry}}
      units: {Karelia: {germany: "2 infantry, tank", ussr: infantry}}
      pending: {germany: casualties}
      events:
        - {is: battle-began}
        - {is: rolled, side: attack, fire: [{unit: infantry, dice: [1, 6]}, {unit: tank}]}
        - {is: losses-taken, destroyed: ussr infantry, damaged: nothing, space: karelia}
  - {casualties: tank, by: ussr, refused: casualty.owner-chooses}
  - {casualties: tank, expect: {battle: {attack: "2 infantry", defend: infantry}, retreats: Eastern Europe}}
  - {press: true, dice: [1, 6, 6], expect: {units: {Karelia: germany 2 infantry}, control: {Karelia: germany}}}
"""
    )


def test_passing_time() -> None:
    passes(
        '{game: "1941", title: A, steps: [{pass_to: {turn: usa}}], expect: {turn: usa, phase: purchase, round: 1}}'
    )
    passes('{game: "1941", title: A, steps: [{pass_to: {turn: ussr}}], expect: {turn: ussr, round: 2}}')
    passes('{game: "1941", title: A, steps: [{pass_to: {phase: noncombat-move}}], expect: {turn: ussr, round: 1}}')
    passes(
        '{game: "1941", title: A, steps: [{pass_to: {turn: uk, phase: purchase, round: 3}}], expect: {round: 3}}'
    )
    said = report('{game: "1941", title: A, steps: [{pass_to: {phase: combat}}]}')
    assert "that moment does not come" in said
    assert "unknown phase 'combatt'" in report('{game: "1941", title: A, steps: [{pass_to: {phase: combatt}}]}')


def test_passing_to_the_end_of_the_game() -> None:
    lost = "position: {turn: usa, control: {United Kingdom: germany, Russia: germany}}"
    begin = f'game: "1941"\ntitle: A\n{lost}\nsteps: '
    passes(begin + "[{pass_to: {end: true}}]\nexpect: {winner: axis, pending: []}")
    said = report(begin + "[{pass_to: {turn: germany}}]")
    assert "the game is over before that moment comes (winner: axis)" in said


def test_who_acts_must_be_clear() -> None:
    said = report(ATTACK + "steps: [{done: true, by: grmany}]")
    assert "unknown power 'grmany'; did you mean 'germany'?" in said


def test_where_must_be_clear() -> None:
    assert "where? Write 'path'" in report(ATTACK + "steps: [{move: tank}]")
    assert "write only one of" in report(ATTACK + "steps: [{move: tank, in: Karelia, path: Karelia > Ukraine}]")
    assert "did you mean 'Karelia'?" in report(ATTACK + "steps: [{move: tank, path: Eastern Europe > Kareli}]")


def test_the_raw_form_of_an_action() -> None:
    move = "{do: move, units: [{unit: tank}], path: [Eastern Europe, Karelia]}"
    passes(ATTACK + f"steps: [{{action: {move}}}]\nexpect: {{units: {{Karelia: {{germany: tank}}}}}}")
    assert "not an action" in report(ATTACK + "steps: [{action: {do: dance}}]")


def test_giving_up_and_lending_room() -> None:
    passes(
        """
game: "1941"
title: A
steps:
  - {room: usa, allowed: false, by: uk}
  - {room: japan, allowed: false, by: uk, refused: sides.share-spaces}
  - {concede: true, by: germany, expect: {winner: nobody}}
  - {concede: true, by: japan, expect: {winner: allies, events: [{is: won, side: allies}]}}
"""
    )


def test_things_that_the_game_lacks() -> None:
    passes(
        """
game: "1941"
title: A
steps:
  - {special: give-money, power: ussr, amount: 3, by: usa, refused: sides.no-money-transfer}
  - {special: strategic-raid, space: Germany, units: bomber, by: uk, refused: absent.strategic-bombing}
expect:
  facts:
    absent: [artillery, strategic-raid]
    sides: {axis: [germany, japan]}
    order: [ussr, germany, uk, japan, usa]
"""
    )


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ("{value: {Karelia: 2}}", "value of Karelia"),
        ("{spaces: {territories: 70}}", "number of territories"),
        ("{total_value: 3}", "sum of all values"),
        ("{owner: {Karelia: germany}}", "original controller of Karelia"),
        ("{capitals: {ussr: Moscow}}", "powers with a capital"),
        ("{factories: Karelia}", "factories"),
        ("{neutral: Turkey}", "neutral territories"),
        ("{islands: Karelia}", "Karelia an island"),
        ("{not_islands: Japan}", "Japan an island"),
        ("{adjacent: [[Karelia, Japan]]}", "Karelia touches Japan"),
        ("{not_adjacent: [[Karelia, Archangel]]}", "Karelia touches Archangel"),
        ("{neighbours: {SZ 4: SZ 3}}", "neighbours of Sea Zone 4"),
        ("{unit_types: [tank]}", "unit types"),
        ("{unit_table: {tank: {cost: 5}}}", "cost of tank"),
        ("{unit_table: {tank: {price: 5}}}", "no column 'price'"),
        ("{phases: [purchase]}", "phases"),
        ("{order: [ussr]}", "order of play"),
        ("{sides: {axis: [germany]}}", "powers of axis"),
        ("{absent: [tank]}", "tank exists"),
    ],
)
def test_facts_that_are_none(facts: str, says: str) -> None:
    assert says in report(f'{{game: "1941", title: A, expect: {{facts: {facts}}}}}')


def test_paths(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text('{game: "1941", title: Good}')
    (tmp_path / "odd.yaml").write_text("{title: [")
    good, odd = check_paths([tmp_path])
    assert good.ok
    assert not odd.ok
    assert "not valid YAML" in odd.report()
