"""What the terminal understands: names, views, mistakes."""

import pytest

from sandtable import games
from sandtable.terminal import names
from sandtable.terminal.names import Misread
from tests.cli.call import call

WORLD = games.area("1941").world


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("West Russia", "West Russia"),
        ("west russia", "West Russia"),
        ("russia", "Russia"),
        ("west r", "West Russia"),
        ("wr", "West Russia"),
        ("egypt", "Anglo-Egypt Sudan"),
        ("the Ukraine", "Ukraine"),
        ("norway", "Norway/Finland"),
        ("eus", "Eastern United States"),
        ("6", "Sea Zone 6"),
        ("sz6", "Sea Zone 6"),
        ("SZ 6", "Sea Zone 6"),
        ("sea zone 6", "Sea Zone 6"),
    ],
)
def test_abbreviated_spaces(typed: str, meant: str) -> None:
    assert names.space(WORLD, typed) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("Ukrane", "did you mean 'Ukraine'?"),
        ("east", "could be"),
        ("sea", "write more"),
        ("99", "Unknown space"),
        ("", "Which space?"),
    ],
)
def test_ambiguous_spaces(typed: str, says: str) -> None:
    with pytest.raises(Misread, match=says.replace("?", r"\?")):
        names.space(WORLD, typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2 inf", "2 infantry"),
        ("two inf and a tank", "2 infantry, 1 tank"),
        ("ftr", "ftr"),
        ("fig", "fighter"),
        ("sub", "submarine"),
        ("transport[inf, tank]", "transport[infantry, tank]"),
        ("2 aircraft carriers", "2 aircraft carriers"),
        ("usa fighter", "usa fighter"),
    ],
)
def test_abbreviated_units(typed: str, meant: str) -> None:
    assert names.units(WORLD, typed) == meant


def test_abbreviated_powers() -> None:
    assert [names.power(WORLD, word) for word in ("ger", "the Soviet Union", "american", "uk")] == [
        "germany",
        "ussr",
        "usa",
        "uk",
    ]
    with pytest.raises(Misread):
        names.power(WORLD, "united")


def said(*lines: str) -> str:
    return call("terminal", "--seed", "1", typed="\n".join(lines)).stdout


def test_looking_around() -> None:
    text = said(
        "board", "board uk", "map germany", "seas", "look sz 5", "look Germany", "units", "battle", "status"
    )
    assert "Russia ★ ◆" in text
    assert "German: 1 submarine and 1 battleship" in text
    assert "elsewhere and at sea" in text
    assert "Suez" in said("look 17")
    assert "takes 2 hits" in text
    assert "No battle is being fought." in text


def test_reach_shows_what_can_be_reached_and_what_is_refused() -> None:
    text = said("done", "reach tank in Caucasus", "reach bomber in Caucasus", "reach tank")
    assert "A tank in Caucasus, combat move" in text
    assert "2 via Szechwan" in text
    assert "1941.cmove.no-neutral" in text
    assert "Soviet Union has no bomber in Caucasus." in text
    assert "reach tank in Ukraine" in text


def test_rules_can_be_read_at_the_table() -> None:
    text = said("rule blitz", "rule 1941.blitz.tanks-only", "rule", "rule xyzzy", "rule submarine", "why")
    assert "Only tanks blitz" in text
    assert "The rules of 1941" in text
    assert "no rule 'xyzzy'" in text
    assert "No order has been refused yet." in text


def test_help_fits_the_question() -> None:
    text = said("help", "help combat", "help all", "help xyzzy")
    assert "buy 2 infantry, tank" in text
    assert "press / retreat to SPACE" in text
    assert "No help on 'xyzzy'" in text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("by 2 infantry", "Did you mean 'buy'?"),
        ("buy 2 infantr", "buys 2 infantry"),
        ("buy 2 elephants", "Unknown unit 'elephants'"),
        ("buy artillery", "1941.absent.artillery"),
        ("move infantry", "That should read like: move"),
        ("move infantry from Russia to Nowhere", "Unknown space 'Nowhere'"),
        ("ship transport to 5", "That should read like: ship"),
        ("place infantry", "That should read like: place"),
        ("land fighter", "That should read like: land"),
        ("board", "Soviet Union"),
        ("fight", "There's no battle to fight now."),
        ("submerge many", "How many submerge?"),
        ("save", "Save where?"),
        ("load", "Load what?"),
        ("load /no/such/file", "/no/such/file"),
        ("room germany yes", "1941.sides.share-spaces"),
        ("room uk no", "stops lending its ships to the United Kingdom"),
        ("room uk", "That should read like: room"),
        ("lose 2 infantry", "Refused"),
        ("story", "Nothing has happened yet."),
        ("# only a remark", "Buy units"),
        ("move all from Russia to Ukraine", "No units in Russia can go to Ukraine now."),
    ],
)
def test_lines_and_their_answers(typed: str, says: str) -> None:
    assert says in said(typed)


def test_wrong_losses_are_explained() -> None:
    text = call(
        "terminal",
        "--dice",
        "hand",
        typed="done\nmove all from Caucasus to wr\ndone\n666\n6\n226\nlose 4 tanks\nlose 3 infantry\n"
        "lose infantry, tank\nretreat\nstory\n",
    ).stdout
    assert "There are not 4 tank to lose." in text
    assert "1941.casualty.owner-chooses" in text
    assert "The Soviet Union loses 1 infantry and 1 tank." in text
    assert "2 infantry retreat from West Russia to Caucasus." in text
