"""A hex game in the terminal: choosing by number and by words."""

from pathlib import Path

from tests.cli.call import call

GAME = ("terminal", "--game", "hgw", "--bots", "soviet=random", "--seed", "3")


def play(*lines: str) -> str:
    return " ".join(call(*GAME, typed="\n".join(lines) + "\n").stdout.split())


def test_choices_are_found_by_words_and_taken_by_number() -> None:
    text = play("end", "army group north to berlin", "1", "quit", "n")
    assert "1 Army Group North: move to Berlin (1237)" in text
    assert "Army Group North moved from East Prussia (1240) to Berlin (1237)." in text
    assert "Good-bye." in text


def test_refusals_cite_their_rule_and_bad_input_is_explained() -> None:
    text = play("end", "99", '{"do":"nope"}', '{"do":"move","army":"OKW","to":"1144"}', "quit", "n")
    assert "Choose a number from 1 to 15." in text
    assert "That isn't an action" in text
    assert "(hgw.army.no-empty-army)" in text


def test_undo_table_and_save(tmp_path: Path) -> None:
    path = tmp_path / "evening.sandtable"
    text = play("end", "1", "undo", "more", "table", f"save {path}", "quit", "n")
    assert "Strength points" in text
    assert f"Saved to {path}." in text
    again = call("terminal", "--load", path, "--bots", "soviet=random", typed="quit\nn\n").stdout
    assert "Summer 1941, Axis, Movement" in again


def test_at_least_one_person_must_play() -> None:
    result = call("terminal", "--game", "hgw", "--bots", "axis=random,soviet=random", code=2)
    assert "somebody must play" in result.stderr
