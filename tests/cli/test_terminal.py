"""``sandtable terminal`` with scripted input: games as people would type them."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.area.events import AreaEvent, PhaseBegan
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.cli.app import app
from tests.cli.call import call

SOVIET_TURN = """
buy 2 infantry
done
move 3 infantry from Karelia to West Russia
move all from Caucasus to West Russia
move 3 infantry from Archangel to wr
done
done
place 2 infantry in Russia
"""
"""With seed 11 the first round of dice decides the battle."""

GERMAN_TURN = """
buy 4 infantry
done
move 4 inf and 2 tanks from Eastern Europe to West Russia
move 3 infantry, tank from Ukraine to West Russia
move tank from Ukraine to Caucasus
move bomber from Germany to West Russia
ship transport from 16 load tank from North Africa to 17 land Egypt
move destroyer, submarine from 16 to 17
done
lose default
"""


def test_a_soviet_and_a_german_turn_with_battles() -> None:
    text = call("terminal", "--seed", "11", typed=SOVIET_TURN + GERMAN_TURN).stdout
    assert "The Soviet Union attacks West Russia: 9 infantry and 1 tank against Germany's 3 infantry." in text
    assert "The Soviet Union takes West Russia (1) from Germany." in text
    assert "The Soviet Union collects 8 IPCs and has 9." in text
    assert "Round 1 Germany" in text
    assert "Germany announces an amphibious assault on Anglo-Egypt Sudan from Sea Zone 17." in text
    assert "1 tank lands in Anglo-Egypt Sudan from Sea Zone 17." in text
    assert "United Kingdom, Defence> lose default" in text
    assert "Germany takes Caucasus (2) from the Soviet Union." in text
    assert "Saved. Resume with: sandtable terminal --load" in text


def test_a_refusal_shows_its_rule_and_why_shows_it_in_full() -> None:
    text = call("terminal", typed="done\nmove infantry from Russia to Ukraine\nwhy\n").stdout
    assert "Refused: " in text
    assert text.count("1941.cmove.distance") == 2
    assert "A unit moves at most as many spaces as its Move value" in text
    assert "Phase 2: Combat Move" in text


def test_undo_goes_back_to_the_last_roll() -> None:
    typed = "undo\nbuy tank\nundo\nbuy infantry\ndone\nundo\nundo\nbuy nothing\n"
    text = call("terminal", typed=typed).stdout
    assert "There's nothing to undo yet." in text
    assert "Taken back: The Soviet Union buys 1 tank for 6 IPCs." in text
    assert "Taken back: the end of the phase." in text
    attack = SOVIET_TURN.removesuffix("done\nplace 2 infantry in Russia\n")
    text = call("terminal", "--seed", "11", typed=f"{attack}undo\n").stdout
    assert "Dice were rolled. You can't undo them." in text


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "evening.sandtable"
    text = call("terminal", "--seed", "11", typed=f"{SOVIET_TURN}save {file}\nquit\n").stdout
    assert "Saved. Resume with" in text
    assert "Save the game?" not in text
    text = call("terminal", "--load", file, typed="story\nstatus\n").stdout
    assert "Round 1 Germany" in text
    assert "The Soviet Union takes West Russia (1) from Germany." in text
    text = call("terminal", typed=f"load {file}\nbuy infantry\n").stdout
    assert "Germany buys 1 infantry for 3 IPCs." in text


def test_saving_adds_an_extension_and_never_overwrites_other_files(tmp_path: Path) -> None:
    call("terminal", typed=f"save {tmp_path / 'evening'}\nquit\n")
    file = tmp_path / "evening.sandtable"
    before = file.read_bytes()
    text = call("terminal", typed=f"buy tank\nsave {file}\nno\nquit\nno\n").stdout
    assert "Overwrite it?" in text
    assert "Not saved." in text
    assert file.read_bytes() == before
    call("terminal", typed=f"buy tank\nsave {file}\nyes\nbuy nothing\nsave {file}\nquit\n")
    assert file.read_bytes() != before


def test_the_dice_continue_under_the_same_seal(tmp_path: Path) -> None:
    """A battle after loading rolls as it would have without."""
    file = tmp_path / "a.sandtable"
    call("terminal", "--seed", "11", typed=f"{SOVIET_TURN}save {file}\nquit\n")
    whole = call("terminal", "--seed", "11", typed=SOVIET_TURN + GERMAN_TURN).stdout
    later = call("terminal", "--load", file, typed=GERMAN_TURN).stdout
    rolls = [line for line in later.splitlines() if " roll " in line]
    assert rolls
    assert all(line in whole for line in rolls)


def test_the_end_of_input_saves_the_game(own_data_folder: Path) -> None:
    call("terminal", typed="buy infantry\n")
    (kept,) = own_data_folder.glob("*.sandtable")
    assert "1 decision" in call("terminal", "--load", kept, typed="load " + str(kept)).stdout
    assert "There's an unfinished game" in call("terminal", typed="").stdout


def test_leaving_without_saving(own_data_folder: Path) -> None:
    text = call("terminal", "--seed", "11", typed=f"{SOVIET_TURN}quit\nno\n").stdout
    assert text.rstrip().endswith("Good-bye.")
    assert not list(own_data_folder.glob("*"))


def test_a_game_without_moves_is_not_saved(own_data_folder: Path) -> None:
    call("terminal", typed="help\nquit\n")
    assert not own_data_folder.exists()


def test_bot_moves_are_narrated() -> None:
    text = call("terminal", "--seed", "4", "--bots", "germany,uk,japan,usa", typed="done\ndone\ndone\n").stdout
    assert "Round 1 Germany" in text
    assert "Round 1 United States" in text
    assert "Round 2 Soviet Union" in text
    assert "--bots germany,uk,japan,usa" in text
    assert (
        "a bot: you can't undo it"
        in call("terminal", "--bots", "germany,uk,japan,usa", typed="done\ndone\ndone\nundo\n").stdout
    )


def test_dice_by_hand() -> None:
    typed = "done\nmove 3 infantry from Karelia to wr\ndone\n1 1 7\n116\n5 5 5\npress\ncancel\nretreat\n"
    text = call("terminal", "--dice", "hand", typed=typed).stdout
    assert "West Russia, attackers: 3 infantry, hit on 1. Roll 3 dice: 1 1 7" in text
    assert "A die with 6 sides cannot show 7." in text
    assert "West Russia, defenders: 3 infantry, hit on 2 or less. Roll 3 dice:" in text
    assert "Germany loses 2 infantry." in text
    assert "Nothing was rolled, and nothing has changed." in text
    assert "3 infantry retreat from West Russia to Karelia." in text


def test_a_game_with_hand_dice_resumes_with_hand_dice(tmp_path: Path) -> None:
    file = tmp_path / "hand.sandtable"
    call("terminal", "--dice", "hand", typed=f"done\nmove 3 infantry from Karelia to wr\nsave {file}\nquit\n")
    assert "Roll 3 dice: 116" in call("terminal", "--load", file, typed="done\n116\n").stdout
    assert "Roll 3 dice" not in call("terminal", "--load", file, "--dice", "seeded", typed="done\n").stdout


def test_players_and_options() -> None:
    text = call(
        "terminal", "--players", "anna=ussr,uk,usa bert=germany,japan", "--low-luck", "--short-game", typed=""
    ).stdout
    assert "Played with: Shorter game, Low luck" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "anna=ussr,germany bert=uk,japan,usa"], "1941.players.one-side-per-player"),
        (["--players", "anna"], "should read like"),
        (["--players", "anna=ussr,uk,usa", "--bots", "ussr"], "played by a bot"),
        (["--bots", "jpan"], "Did you mean 'japan'?"),
        (["--bots", "ussr,germany,uk,japan,usa"], "sandtable sim"),
        (["--dice", "loaded"], "neither"),
        (["--load", "/no/such/file"], "/no/such/file"),
    ],
)
def test_invalid_set_ups_are_refused(arguments: list[str], says: str) -> None:
    assert says in call("terminal", *arguments, code=2).stderr


def test_a_loaded_game_has_its_own_options(tmp_path: Path) -> None:
    file = tmp_path / "a.sandtable"
    call("terminal", typed=f"save {file}\nquit\n")
    call("terminal", "--load", file, "--low-luck", code=2)


def test_conceding_ends_the_game(tmp_path: Path) -> None:
    text = call("terminal", typed="concede\nno\nconcede\nyes\n").stdout
    assert "The Axis powers have won the war." in text
    kept = next((tmp_path / "data" / "sandtable").glob("*.sandtable"))
    call("verify", kept)
    assert "over" in call("terminal", "--load", kept, code=2).stderr
    assert "A game was left" not in call("terminal", typed="").stdout


def test_an_internal_error_does_not_lose_the_game(monkeypatch: pytest.MonkeyPatch, own_data_folder: Path) -> None:
    """After an internal error the game is saved."""
    evolve = AreaGame.evolve

    def broken(self: AreaGame, state: AreaState, event: AreaEvent) -> AreaState:
        if isinstance(event, PhaseBegan):
            raise ZeroDivisionError
        return evolve(self, state, event)

    monkeypatch.setattr(AreaGame, "evolve", broken)
    result = CliRunner().invoke(app, ["terminal"], input="buy tank\ndone\n")
    assert isinstance(result.exception, ZeroDivisionError)
    assert "The game so far is saved in" in result.output
    monkeypatch.setattr(AreaGame, "evolve", evolve)
    (kept,) = own_data_folder.glob("*.sandtable")
    assert "buying: 1 tank" in call("terminal", "--load", kept, typed="story\n\n").stdout


def test_invalid_bytes_are_handled() -> None:
    result = CliRunner().invoke(app, ["terminal"], input=b"\xff\xfe\x00\nbuy tank\n")
    assert result.exit_code == 0
    assert "buys 1 tank" in result.output
