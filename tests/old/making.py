"""Write what this version writes: ``python -m tests.old.making``, once a release. Nothing here is ever made again.

A folder named after the version gets save files of every game, a database of a server, and ``facts.json``: what
must be read from them.
"""

import gzip
import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

import sandtable
from sandtable.area.changes import SetOwner, SetTechs, SetTreasury, SetTurn, SetUnits
from sandtable.bots import registry
from sandtable.bots.bot import Bot
from sandtable.bots.playing import play_out
from sandtable.core import savefile
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import find, load
from sandtable.server.settings import Bots, Mail, Settings
from sandtable.server.storage.moment import now
from tests.old.facts import AnyRecord, Everything, Facts, TableFacts, facts_of
from tests.server.postgres import free_port
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.people import JSON, Player, Seat

FOLDER = Path(__file__).parent
PASSWORD = "an old password"
NDJSON = {"content-type": "application/x-ndjson"}
SIDES = ("axis", "soviet")
DAYS = {"kind": "days", "days": 30, "grace": 168, "end": "mark"}
SERVED = ("1941", "classic", "revised-historical", "hgw")


class Wanted(NamedTuple):
    """A game to be played by bots."""

    name: str
    game: str
    bot: str
    seed: int
    rounds: int
    scenario: str = ""
    options: tuple[str, ...] = ()
    reveal: bool = True


WANTED = (
    Wanted("1941", "1941", "easy", 7, 10),
    Wanted("1941-random", "1941", "random", 2, 20, options=("short-game",)),
    Wanted("classic", "classic", "easy", 7, 15),
    Wanted("classic-sealed", "classic", "random", 4, 4, options=("axis-developments",), reveal=False),
    Wanted("revised-historical", "revised-historical", "easy", 7, 8, options=("low-luck",)),
    Wanted("revised-historical-random", "revised-historical", "random", 2, 3),
    Wanted("hgw-barbarossa", "hgw", "easy", 7, 20, "barbarossa"),
    Wanted("hgw-fall-of-germany", "hgw", "random", 1, 20, "fall-of-germany"),
)


def begin(wanted: Wanted) -> AnyRecord:
    game = load(wanted.game)
    options = dict.fromkeys(wanted.options, True)
    setup = Setup(wanted.scenario, options, game.guide.box.players_in(wanted.scenario))
    record = Record.begin(game, setup, SeededDice.from_seed(wanted.seed))
    assert not isinstance(record, Refusal), record
    return record


def play_on(record: AnyRecord, bot: str, seed: int, rounds: int) -> None:
    """Bots play on to the end of a round."""
    game = record.game

    def made(number: int) -> Bot[Any, Any]:
        found = registry.make(bot, game, registry.seat_seed(seed, number))
        assert not isinstance(found, registry.NoBot), found
        return found

    players = {seat: made(number) for number, seat in enumerate(game.seats)}
    fault = play_out(record, players, lambda state: game.guide.moment(state).round > rounds)
    assert fault is None, fault


def edited() -> AnyRecord:
    """A study of classic: everything that can be changed by hand, with play before, between and after."""
    record = begin(Wanted("", "classic", "easy", 11, 0))
    play_on(record, "easy", 11, 1)
    for change in (
        SetUnits("Ukraine S.S.R.", "germany", "infantry", 9),
        SetTreasury("ussr", 40),
        SetTechs("germany", ("jet-power",)),
        SetTurn("japan", "purchase", 4),
    ):
        done = record.amend(change)
        assert not isinstance(done, Refusal), done
    play_on(record, "easy", 12, 5)
    done = record.amend(SetOwner("Brazil", "germany"))
    assert not isinstance(done, Refusal), done
    play_on(record, "easy", 13, 6)
    return record


def saved(record: AnyRecord, reveal: bool) -> bytes:
    data = savefile.encode(record, reveal=reveal)
    assert isinstance(data, bytes), data
    return data


def write_files(folder: Path) -> dict[str, Facts]:
    """A save file of each game, and what it says."""
    facts: dict[str, Facts] = {}

    def keep(name: str, record: AnyRecord, reveal: bool) -> None:
        (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(saved(record, reveal), mtime=0))
        facts[name] = facts_of(record)
        print(name, facts[name])

    for wanted in WANTED:
        record = begin(wanted)
        play_on(record, wanted.bot, wanted.seed, wanted.rounds)
        keep(wanted.name, record, wanted.reveal)
    keep("classic-edited", edited(), True)
    return facts


def furnish(site: Site) -> list[tuple[Player, Seat]]:
    """A server with something of everything that it keeps; tables, and who may look at them."""
    anna, bert = (Player(site, name, site.member(name, PASSWORD)) for name in ("Anna", "Bert"))
    carl = Player(site, "Carl")
    anna.post("/tokens", label="a program")
    anna.post("/mail", email="anna@example.org", mode="daily", language="de")
    begins = now() + timedelta(days=3)
    bert.post("/vacations", begins=begins.isoformat(), ends=(begins + timedelta(days=4)).isoformat())
    return [
        (anna, _friends(anna, bert, carl)),
        (anna, _against_bots(anna)),
        (anna, _brought(anna)),
        *((anna, study) for study in _studies(anna)),
        (carl, _hexes(carl)),
        (bert, bert.new("revised-historical", title="Nobody has come yet", listed=True)),
    ]


def _friends(anna: Player, bert: Player, carl: Player) -> Seat:
    """Three people play against the clock, talk, take back, and give standing orders."""
    seats = {"ussr": "me", "uk": "me", "usa": "me", "germany": "open", "japan": "open"}
    table = anna.new("1941", title="Among friends", seats=seats, clock=DAYS, listed=True)
    bert.at(table).post("sit", seat="germany")
    carl.at(table).post("sit", seat="japan")
    table.post("say", text="Good luck, everybody.")
    bert.at(table).post("say", text="You will need it — viel Glück!", side="axis")
    table.act("ussr", {"do": "order", "units": {"infantry": 2}})
    table.undo("ussr")
    table.act("ussr", {"do": "order", "units": {"tank": 1}}, {"do": "done"})
    return table


def _against_bots(anna: Player) -> Seat:
    """A game in play, some rounds long."""
    seats = dict.fromkeys(load("classic").seats, "bot:random") | {"germany": "me"}
    table = anna.new("classic", title="Against bots", seats=seats)
    table.until(lambda seen: seen["info"]["turn"] == ["germany"])
    table.post("seats/germany", plan="bot:random")
    table.until(lambda seen: seen["stand"]["headline"].startswith("Round 3"))
    table.post("seats/germany", plan="me")
    table.until(lambda seen: seen["info"]["turn"] == ["germany"])
    return table


def _brought(anna: Player) -> Seat:
    """A finished game that came as a file."""
    record = begin(WANTED[1])
    play_on(record, WANTED[1].bot, WANTED[1].seed, WANTED[1].rounds)
    assert record.finished
    answer = anna.client.post("/tables/import", content=saved(record, True), headers=NDJSON)
    assert answer.status_code == 201, answer.text
    table = anna.at(answer.json()["id"])
    table.post("publish", listed=True)
    return table


def _studies(anna: Player) -> list[Seat]:
    """A position changed by hand, played on, and a branch of it."""
    study = anna.new("1941", title="A study", study=True)
    changes: list[JSON] = [
        {"set": "units", "space": "Ukraine", "power": "germany", "unit": "infantry", "count": 9},
        {"set": "treasury", "power": "ussr", "amount": 40},
    ]
    study.post("edit", key=anna.key(), seq=study.stand()["seq"], changes=changes)
    study.act("ussr", {"do": "order", "units": {"infantry": 10}}, {"do": "done"})
    branch = anna.at(study.post("branch", number=2)["id"])
    branch.act("ussr", {"do": "done"})
    return [study, branch]


def _hexes(carl: Player) -> Seat:
    """A hex game in play."""
    table = carl.new("hgw", title="Hexes", scenario="barbarossa", seats=dict.fromkeys(SIDES, "bot:random"))
    table.until(lambda seen: seen["info"]["seq"] > 60)
    for side in SIDES:
        table.post(f"seats/{side}", plan="me")
    return table


def seen_at(host: Player, table: Seat) -> TableFacts:
    look = host.get(table.path)
    info = look["info"]
    answer = host.client.get(f"{table.path}/save")
    record: JSON = savefile.decode(answer.content, find) if answer.is_success else None
    assert not isinstance(record, savefile.BadFile), record
    return TableFacts(
        table.id,
        info["title"],
        info["phase"],
        info["study"],
        len(table.log()),
        tuple(line["text"] for line in look["chat"]),
        facts_of(record) if record is not None else None,
    )


def write_database(folder: Path) -> tuple[TableFacts, ...]:
    """The database of a server, and what its tables say."""
    with TemporaryDirectory() as made:
        data, port = Path(made), free_port()
        settings = Settings(
            data=data,
            limits=UNHURRIED,
            bots=Bots(pause=0.0),
            tables=TALKATIVE,
            mail=Mail(host="127.0.0.1", sender="table@example.org", security="none", delay=3600),
            address=f"http://127.0.0.1:{port}",
        )
        with running_site(settings, {name: load(name) for name in SERVED}, port=port) as site:
            facts = tuple(seen_at(*one) for one in furnish(site))
        with closing(sqlite3.connect(data / "sandtable.db")) as database:
            database.execute("pragma journal_mode=delete")
            database.execute("vacuum")
        (folder / "sandtable.db.gz").write_bytes(gzip.compress((data / "sandtable.db").read_bytes(), mtime=0))
    return facts


def main() -> None:
    folder = FOLDER / sandtable.__version__
    if folder.exists():
        sys.exit(f"{folder} is there already: what a version has written stays as it is.")
    folder.mkdir()
    everything = Everything(write_files(folder), write_database(folder))
    text = msgspec.json.format(msgspec.json.encode(everything), indent=1)
    (folder / "facts.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
