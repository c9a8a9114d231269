"""Variants: folders that say only what is different."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable import games
from sandtable.area.actions import AreaAction, Order
from sandtable.area.battle.sequence import Volley
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.area.units import UnitType
from sandtable.bots.random import RandomBot
from sandtable.cli.app import app
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import BadFile, read
from sandtable.core.savefile import write as save
from sandtable.core.verify import Verdict, verify_file
from sandtable.server.settings import Settings
from tests.games.conftest import Write
from tests.server.site import UNHURRIED, running_site
from tests.server.tables.people import Player

Caplog = pytest.LogCaptureFixture
MANUAL = Path(__file__).parents[2] / "docs" / "games.md"

DESERT = {
    "game": """
        like: "1941"
        title: Desert tanks
        summary: Tanks are cheap, and the Turkish Straits are open.
        options: {low-luck: null}
        powers: {germany: {treasury: 14}}
        absent: {bid: null}
        """,
    "units": """
        tank: {cost: 5}
        transport: {abilities: {remove: [chosen-last]}}
        halftrack:
          {name: halftrack, plural: halftracks, short: [ht], kind: land, cost: 4, attack: 2, defense: 2, move: 2}
        """,
    "setup": """
        scenarios:
          "1941":
            germany:
              North Africa: {tank: 3, halftrack: 1}
              Sea Zone 9: null
            uk: {Anglo-Egypt Sudan: {tank: null, infantry: 3}}
        """,
    "board": """
        territories:
          Sahara: {neutral: false, owner: uk, neighbours: {add: [Angola]}}
          Angola: {neighbours: {add: [Sahara]}}
        passages: {change: {Turkish Straits: {closed: false}}}
        """,
    "battle": """
        sequences:
          land:
            steps:
              before:
                Attacking units fire:
                  step: volley
                  number: 2
                  name: Aircraft strike
                  side: attack
                  who: {kinds: [air]}
                  losses: removed
              change: {Press attack or retreat: {number: 7}}
        """,
    "rules": """
        - {id: 1941.units.table, section: House rules, text: A tank costs 5 IPCs.}
        - {id: 1941.house.halftrack, section: House rules, text: A halftrack moves two spaces.}
        - {id: 1941.absent.bid, struck: true}
        """,
}


@pytest.fixture
def desert(write: Write) -> str:
    write("desert", **DESERT)
    return "desert"


def test_a_variant_has_what_it_says_and_what_it_does_not_say(desert: str) -> None:
    game, base = games.area(desert), games.area("1941")
    world, old = game.world, base.world
    assert (game.id, game.title, game.finished) == ("desert", "Desert tanks", False)
    assert (world.units["tank"].cost, world.units["tank"].abilities) == (5, old.units["tank"].abilities)
    assert isinstance(world.units["halftrack"], UnitType)
    assert world.units["transport"].abilities == ()
    assert list(world.game.options) == ["short-game"]
    assert (world.powers["germany"].treasury, world.powers["germany"].capital) == (14, "Germany")
    placed = world.setup.scenarios["1941"]
    assert placed["germany"]["North Africa"] == {"tank": 3, "halftrack": 1}
    assert "Sea Zone 9" not in placed["germany"]
    assert placed["uk"]["Anglo-Egypt Sudan"] == {"infantry": 3}
    assert placed["ussr"] == old.setup.scenarios["1941"]["ussr"]
    assert world.board.adjacent("Angola", "Sahara")
    assert not world.board.is_neutral("Sahara")
    assert [passage.closed for passage in world.board.passages] == [False, False, False]
    first, *others = world.sequences.sequences["land"].steps
    assert isinstance(first, Volley)
    assert first.name == "Aircraft strike"
    assert [step.name for step in others] == [step.name for step in old.sequences.sequences["land"].steps]
    assert (others[-1].number, world.sequences.sequences["sea"]) == (7, old.sequences.sequences["sea"])
    assert game.rulebook["1941.house.halftrack"].text == "A halftrack moves two spaces."
    assert game.rulebook["1941.absent.bid"].struck
    assert len(game.rulebook) == len(base.rulebook) + 1
    assert game.guide.tutorials == base.guide.tutorials
    assert game.guide.names == base.guide.names


def test_the_book_of_a_variant_marks_what_it_has_changed(desert: str) -> None:
    book = games.area(desert).rulebook
    marked = {rule.id: rule.variant for rule in book if rule.variant}
    assert marked == {"1941.units.table": "changed", "1941.house.halftrack": "new"}
    assert not any(rule.variant for rule in games.area("1941").rulebook)


def test_the_game_that_it_is_like_stays_as_it_is(desert: str) -> None:
    assert games.area(desert).world.units["tank"].cost == 5
    assert games.area("1941").world.units["tank"].cost == 6


def test_a_variant_is_played_to_the_end_at_random(desert: str, tmp_path: Path) -> None:
    game = games.area(desert)
    record = at_random(game, seed=1, options={"short-game": True})
    assert game.winner(record.state) in ("axis", "allies")
    path = tmp_path / "game.sandtable"
    assert save(record, path, reveal=True) is None
    assert json.loads(path.read_text().splitlines()[0])["edition"] == games.folder(desert).digest
    verdict = verify_file(path, games.find)
    assert isinstance(verdict, Verdict)
    assert verdict.good


def at_random(game: AreaGame, seed: int, options: dict[str, bool]) -> Record[AreaState, AreaAction, AreaEvent]:
    """A game of the random bot until somebody has won."""
    record = Record.begin(game, Setup(options=options), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    bot = RandomBot(game, seed)
    while record.pending:
        decision = record.pending[0]
        events = record.act(decision.seat, bot.choose(record.state, decision))
        assert not isinstance(events, Refusal)
    return record


def test_a_save_file_tells_when_the_files_have_changed(write: Write, tmp_path: Path) -> None:
    write("house", game="{like: '1941', title: House}", units="tank: {cost: 5}")
    path = tmp_path / "game.sandtable"
    game = games.area("house")
    record = Record.begin(game, Setup(), SeededDice(bytes(32)))
    assert not isinstance(record, Refusal)
    assert not isinstance(record.act("ussr", Order({"tank": 1, "infantry": 0})), Refusal)
    assert save(record, path, reveal=True) is None
    assert not isinstance(read(path, games.find), BadFile)
    write("house", units="tank: {cost: 9}")
    bad = read(path, games.find)
    assert isinstance(bad, BadFile)
    assert "The game's files have changed since it was played" in bad.why
    verdict = verify_file(path, games.find)
    assert isinstance(verdict, Verdict)
    assert "The game's files have changed since it was played" in verdict.says
    (tmp_path / "shelf" / "house" / "game.yaml").unlink()
    games.forget()
    gone = read(path, games.find)
    assert isinstance(gone, BadFile)
    assert "Name its folder with --games" in gone.why


def test_save_files_of_built_in_games_name_no_edition(tmp_path: Path) -> None:
    record = Record.begin(games.load("1941"), Setup(), SeededDice(bytes(32)))
    assert not isinstance(record, Refusal)
    assert save(record, tmp_path / "game", reveal=True) is None
    assert "edition" not in json.loads((tmp_path / "game").read_text().splitlines()[0])


def test_a_variant_of_a_variant(desert: str, write: Write) -> None:
    write("dunes", game="{like: desert, title: Dunes}", units="tank: {cost: 4}")
    units = games.area("dunes").world.units
    assert (units["tank"].cost, units["tank"].move, units["halftrack"].cost) == (4, 2, 4)
    assert games.world("dunes").units == units


def test_every_command_knows_a_variant(desert: str, shelf: Path, tmp_path: Path) -> None:
    def call(*arguments: str) -> str:
        found = CliRunner().invoke(app, [*arguments, "--games", str(shelf)])
        assert found.exit_code == 0, found.output
        return found.stdout

    listed = {game["id"]: game for game in json.loads(call("games", "--json"))}
    assert (listed[desert]["title"], listed[desert]["finished"]) == ("Desert tanks", False)
    exact = json.loads(call("odds", desert, "2 halftrack", "infantry", "--json"))
    assert exact["game"] == desert
    assert "A halftrack moves two spaces." in call("rules", desert, "house.halftrack")
    assert json.loads(call("rules", desert, "absent.bid", "--json"))[0]["struck"]
    call("map", "render", desert, "--out", str(tmp_path / "map.svg"))
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    assert "Desert" in call("games")
    assert json.loads(call("sim", desert, "--rounds", "1", "--json"))["game"] == desert


def test_a_broken_folder_is_listed_with_file_line_and_key(desert: str, write: Write) -> None:
    write("broken", game="{like: '1941', title: Broken}", units="\ntank:\n  cots: 5\n")
    found = CliRunner().invoke(app, ["games"])
    text = " ".join(found.stdout.split())
    assert found.exit_code == 0
    assert "broken is broken" in text
    assert "units.yaml, line 3: tank.cots: there is no key `cots` here. Did you mean 'cost'?" in text
    assert "Desert tanks" in text
    found = CliRunner().invoke(app, ["rules", "broken"])
    assert (found.exit_code, "units.yaml, line 3" in found.output) == (2, True)


def test_games_are_looked_for_in_every_process(desert: str, shelf: Path) -> None:
    """The bots of an arena play in processes of their own, and find the games that this one was told of."""
    command = [sys.executable, "-m", "sandtable", "arena", desert, "random", "random", "--json"]
    more = ["--games", "2", "--rounds", "1", "--jobs", "2", "--games", str(shelf)]
    environment = {key: value for key, value in os.environ.items() if key != games.VARIABLE}
    found = subprocess.run([*command, *more], capture_output=True, text=True, env=environment, check=False)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["plan"]["game"] == desert


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        (
            "setup",
            "scenarios:\n  '1941':\n    ussr:\n      Rusia: {tank: 1}",
            r"setup\.yaml, line 4: scenarios\.1941\.ussr\.Rusia: .*unknown space 'Rusia'. Did you mean 'Russia'",
        ),
        (
            "setup",
            "scenarios: {'1941': {ussr: {Russia: {tnak: 1}}}}",
            r"setup\.yaml, line 1: scenarios\.1941\.ussr\.Russia\.tnak: .*Did you mean 'tank'",
        ),
        (
            "board",
            "territories:\n  Angola:\n    neighbours: {add: [Sahara]}",
            r"board\.yaml, line 3: territories\.Angola\.neighbours\.\d: Angola: Sahara does not list it",
        ),
        ("units", "fighter:\n  volley: air\ncarrier: {berths: [[figther]]}", "line 3: .*Did you mean 'fighter'"),
        ("units", "tank: {cost: -5}", r"units\.yaml, line 1: tank\.cost: must be at least 0"),
        ("units", "tank:\n  move: 1000000", r"units\.yaml, line 2: tank\.move: must be at most 100"),
        ("setup", "scenarios: {'1941': {ussr: {Russia: {tank: 9999999}}}}", r"Russia\.tank: must be at most 1000"),
        ("battle", "sequences: {land: {steps: {remove: [Attacking unit fire]}}}", "Did you mean 'Attacking units"),
        (
            "battle",
            "sequences: {land: {steps: {remove: [Defending units fire],\n"
            "after: {Attacking units fire: {step: volley, number: 4, name: x, side: attack, losses: pending}}}}}",
            r"battle\.yaml, line 1: sequences\.land: its odds cannot be worked out: hits wait that never take",
        ),
        ("units", "tank: {cost: 5}\ntank: {move: 3}", r"units\.yaml, line 2: tank is here twice; first in line 1"),
        ("units", "tank: {cost: 2001-99-99}", r"units\.yaml, line 1: a value is not valid: month must be in 1"),
        ("rules", "- {id: 1941.victory.concession, struck: true}", "is struck, but the game still enforces it"),
        (
            "board",
            "territories: {Rusia: {value: 3}}",
            r"the key `neighbours` is missing. Did you mean 'Russia'",
        ),
    ],
)
def test_what_does_not_fit_is_told_where_it_stands(write: Write, file: str, text: str, told: str) -> None:
    write("house", game="{like: '1941', title: House}", **{file: text})
    with pytest.raises(games.BrokenGame, match=told):
        games.load("house")


def test_a_new_space_has_to_be_drawn(write: Write) -> None:
    board = (
        "territories: {Azores: {neighbours: [Sea Zone 13]}}\n"
        "sea_zones: {Sea Zone 13: {neighbours: {add: [Azores]}}}"
    )
    write("house", game="{like: '1941', title: House}", board=board)
    assert games.area("house").world.board.adjacent("Azores", "Sea Zone 13")
    found = games.checked("house")
    assert isinstance(found, games.Problem)
    assert found.why.startswith("map.json: Azores is not on the map. Say in places.yaml where to draw it")


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("repairs: {dye: 6}", r"game\.yaml, line 5: parts\.repairs\.dye: .*Did you mean 'die'"),
        ("repairs: {die: six}", r"game\.yaml, line 5: parts\.repairs\.die: Expected a whole number, got text"),
        ("repirs: {die: 6}", r"game\.yaml, line 5: unknown part 'repirs'.*repairs"),
        ("repairs: {die: 6}", r"no rule '1941\.repair\.where'.*\n.*no rule '1941\.repair\.money'"),
    ],
)
def test_what_is_wrong_with_a_part_is_told_where_it_stands(write: Write, part: str, told: str) -> None:
    write("odd", game=f'like: "1941"\ntitle: Odd\n\nparts:\n  {part}\n')
    problem = games.checked("odd")
    assert isinstance(problem, games.Problem)
    assert re.search(told, problem.why), problem.why


def test_a_phase_that_nobody_knows_is_told(write: Write) -> None:
    write("house", game="{like: '1941', title: House, phases: {purchse: {name: Purchase}}}")
    with pytest.raises(games.BrokenGame, match=r"there is no phase 'purchse'\. Did you mean 'purchase'"):
        games.load("house")


def test_a_variant_is_served_like_any_game(desert: str, write: Write, tmp_path: Path, caplog: Caplog) -> None:
    write("broken", game="{like: '1941', title: Broken}", units="tank: {cots: 5}")
    with running_site(Settings(data=tmp_path, limits=UNHURRIED)) as site:
        assert "broken" in caplog.text
        assert "units.yaml, line 1: tank.cots" in caplog.text
        visitor = site.visitor()
        boxes = {game["box"]["id"]: game["box"] for game in visitor.get("/games").json()}
        assert list(boxes) == ["1941", "classic", "global-1940", "revised-historical", "hgw", desert]
        assert boxes[desert]["title"] == "Desert tanks"
        kit = visitor.get(f"/games/{desert}/kit").json()
        assert next(unit["cost"] for unit in kit["units"] if unit["id"] == "halftrack") == 4
        assert visitor.get(f"/games/{desert}/map.svg").text.startswith("<svg")
        assert visitor.get(f"/games/{desert}/ground.svg").text.startswith("<svg")
        assert visitor.get(f"/games/{desert}/rules/1941.house.halftrack").json()["section"] == "House rules"
        assert visitor.get(f"/games/{desert}/names/de").json()["battleships"] == "Schlachtschiffe"
        anna = Player(site, "Anna")
        table = anna.new(desert, seats=dict.fromkeys(games.load(desert).seats, "bot:random"))
        table.until(lambda seen: seen["stand"]["headline"].startswith("Round 1, Germany"))


def test_the_manual_is_right(write: Write) -> None:
    blocks = re.findall(r"```yaml\n# desert/(\w+)\.yaml\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 6
    write("desert", **dict(blocks))
    game = games.area("desert")
    assert (game.title, game.world.units["tank"].cost) == ("Desert tanks", 5)
    assert game.world.setup.scenarios["1941"]["germany"]["North Africa"] == {"tank": 3}
    assert game.world.sequences.sequences["land"].steps[0].name == "Aircraft strike"
    assert game.world.board.adjacent("Angola", "Sahara")
    assert "1941.house.desert" in game.rulebook


def test_a_hex_game_has_variants_too(write: Write) -> None:
    write(
        "east",
        game="{like: hgw, title: East, scenarios: {replace: [barbarossa, early]}}",
        tables="{stack: 12, terrain: {swamp: {advance: 2}}}",
        rules="- {id: hgw.setup.sides, text: Two sides.}",
        **{
            "scenarios/barbarossa": "sides: {axis: {armies: {Fourth Army: {points: {infantry: 7}}}}}",
            "scenarios/early": """
                like: barbarossa
                title: Early
                turns: [Summer 1941, Winter 1941]
                sides: {soviet: {armies: {Leningrad: null}}}
                box_production: {Siberia: {replace: {Summer 1941: 8}}}
                frozen: null
                """,
        },
    )
    game, base = games.load_hexes("east"), games.load_hexes("hgw")
    assert list(game.worlds) == ["barbarossa", "early"]
    early, usual = game.worlds["early"], base.worlds["barbarossa"]
    assert early.facts.title == "Early"
    assert early.setup("axis").armies["Fourth Army"].points.infantry == 7
    assert early.setup("axis").armies["Rumanian Army"] == usual.setup("axis").armies["Rumanian Army"]
    assert "Leningrad" not in early.setup("soviet").armies
    assert (early.tables.stack, usual.tables.stack) == (12, 10)
    assert (early.tables.terrain["swamp"].advance, early.tables.firepower) == (2, usual.tables.firepower)
    assert game.rulebook["hgw.setup.sides"].text == "Two sides."
    assert game.guide.kit.game == "east"
    assert games.family_of("east") == "hexes"
    state = game.start(Setup(scenario="early"))
    assert not isinstance(state, Refusal)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "sides:\n  axis:\n    armies:\n      Forth Army: {at: '1340', points: {infantry: 1}}",
            r"barbarossa\.yaml, line 4: sides\.axis\.armies\.Forth Army: .*Did you mean 'Fourth Army'",
        ),
        ("sides: {axis: {areas: {add: [Germny]}}}", "isn't an area of the atlas. Did you mean 'Germany'"),
        (
            "sides: {axis: {hexes: '2560'}}",
            r"yaml, line 1: sides\.axis\.hexes: axis: 2560 is outside the theatre",
        ),
        ("theatre: europa", "no theatre is called 'europa'. Did you mean 'europe'"),
        ("sides: {axis: {prodction: 3}}", r"line 1: sides\.axis\.prodction: .*Did you mean 'production'"),
    ],
)
def test_what_does_not_fit_in_a_scenario_is_told_where_it_stands(write: Write, text: str, told: str) -> None:
    write("east", game="{like: hgw, title: East}", **{"scenarios/barbarossa": text})
    with pytest.raises(games.BrokenGame, match=told):
        games.load("east")


def test_scenarios_that_are_like_each_other_are_told(write: Write) -> None:
    write(
        "east",
        game="{like: hgw, title: East, scenarios: {add: [one]}}",
        **{"scenarios/one": "{like: two, title: One}", "scenarios/two": "{like: one, title: Two}"},
    )
    with pytest.raises(games.BrokenGame, match="one is like two, which is like one"):
        games.load("east")
