"""What earlier versions have written opens, loads, replays and verifies."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sandtable.core import savefile
from sandtable.core.record import Record
from sandtable.core.verify import Verdict, verify_file
from sandtable.games import find, load
from sandtable.server.settings import Bots, Settings
from tests.old.facts import Everything, facts_of
from tests.old.making import FOLDER, PASSWORD, SERVED, seen_at
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.people import Player

VERSIONS = tuple(sorted(path.parent.name for path in FOLDER.glob("*/facts.json")))
FILES = [
    (version, path.name.partition(".")[0])
    for version in VERSIONS
    for path in sorted(FOLDER.glob(f"{version}/*.jsonl.gz"))
]


def told(version: str) -> Everything:
    return msgspec.json.decode((FOLDER / version / "facts.json").read_bytes(), type=Everything)


def unpacked(file: Path, to: Path) -> Path:
    to.write_bytes(gzip.decompress(file.read_bytes()))
    return to


def test_every_game_that_is_finished_has_a_file_of_every_version() -> None:
    assert VERSIONS
    for version in VERSIONS:
        known = told(version).files
        assert {name for of, name in FILES if of == version} == known.keys()
        assert {facts.game for facts in known.values()} >= set(SERVED)


@pytest.mark.parametrize(("version", "name"), FILES)
def test_a_file_loads_and_says_what_it_said(version: str, name: str, tmp_path: Path) -> None:
    file = unpacked(FOLDER / version / f"{name}.jsonl.gz", tmp_path / "game.jsonl")
    record = savefile.read(file, find)
    assert isinstance(record, Record), record
    assert facts_of(record) == told(version).files[name]
    for moment, state in enumerate(record.states()):
        if moment == len(record.entries) // 2:
            assert record.game.digest(state) == record.game.digest(record.at(moment))


@pytest.mark.parametrize(("version", "name"), FILES)
def test_a_file_verifies(version: str, name: str, tmp_path: Path) -> None:
    file = unpacked(FOLDER / version / f"{name}.jsonl.gz", tmp_path / "game.jsonl")
    verdict = verify_file(file, find)
    assert isinstance(verdict, Verdict), verdict
    facts = told(version).files[name]
    assert verdict.good, verdict.says
    assert verdict.dice == ("sealed" if "sealed" in name else "verified")
    assert (verdict.entries, len(verdict.edits)) == (facts.entries, facts.edits)


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture
def site(version: str, tmp_path: Path) -> Iterator[Site]:
    """A server of today on a database of that version."""
    unpacked(FOLDER / version / "sandtable.db.gz", tmp_path / "sandtable.db")
    settings = Settings(data=tmp_path, limits=UNHURRIED, bots=Bots(pause=0.0), tables=TALKATIVE)
    with running_site(settings, {name: load(name) for name in SERVED}) as running:
        yield running


def returning(site: Site, name: str) -> Player:
    client = site.visitor()
    answer = client.post("/signin", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return Player(site, name, client)


def test_a_server_opens_a_database_and_its_tables_continue(site: Site, version: str) -> None:
    anna = returning(site, "Anna")
    assert [token["label"] for token in anna.get("/tokens")] == ["a program"]
    tables = told(version).tables
    for table in tables:
        assert seen_at(anna, anna.at(table.id)) == table
    first = {table.title: table.id for table in reversed(tables)}
    playing = anna.at(first["Against bots"])
    assert playing.info()["turn"] == ["germany"]
    lines = playing.stand()["seq"]
    playing.post("seats/germany", plan="bot:random")
    playing.until(lambda seen: seen["stand"]["seq"] > lines + 20)
    study = anna.at(first["A study"])
    study.undo("ussr")
    study.post(
        "edit",
        key=anna.key(),
        seq=study.stand()["seq"],
        changes=[{"set": "treasury", "power": "ussr", "amount": 7}],
    )
    assert study.view()["treasury"]["ussr"] == 7
