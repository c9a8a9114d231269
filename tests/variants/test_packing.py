"""A game as one file: written, read, and refused where it could do harm."""

import io
import stat
import zipfile
from pathlib import Path

import msgspec
import pytest

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.core.datafile import Folder
from sandtable.variants.adding import Added, add, loaded
from sandtable.variants.packing import NOTE, BadPack, Note, Pack, digest, pack, read_pack, written
from sandtable.variants.playable import breaks
from sandtable.variants.safety import MOST_DEPTH, MOST_FILES, unsafe
from sandtable.variants.trial import tried
from tests.games.conftest import Write

HEAD = 'like: "1941"\ntitle: Cheap tanks\nversion: "1.0"\nauthor: Anna\nlicence: CC BY 4.0\n'


@pytest.fixture
def cheap(write: Write) -> Folder:
    write("cheap", game=HEAD, units="tank: {cost: 5}  # as it should be\n")
    return games.folder("cheap")


@pytest.fixture
def packed(cheap: Folder) -> Pack:
    made = pack(cheap)
    assert isinstance(made, Pack), made
    return made


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def forged(games_: dict[str, dict[str, bytes]], **note: object) -> bytes:
    """A pack whose fingerprints are right, whatever is in it."""
    own = {name: digest({name: files}) for name, files in games_.items()}
    facts = Note(1, next(iter(games_)), "T", "1", "A", "L", "1941", digest(games_), "0", own)
    facts = msgspec.structs.replace(facts, **note)
    files = {f"{game}/{name}": data for game, held in games_.items() for name, data in held.items()}
    return zipped({NOTE: msgspec.json.encode(facts), **files})


def test_what_is_packed_is_what_is_read(packed: Pack) -> None:
    assert read_pack(written(packed)) == packed
    assert written(packed) == written(packed)
    note = packed.note
    assert (note.id, note.version, note.author, note.licence, note.like) == (
        "cheap",
        "1.0",
        "Anna",
        "CC BY 4.0",
        "1941",
    )


@pytest.mark.parametrize("missing", ["version", "author", "licence"])
def test_a_pack_says_whose_it_is(write: Write, missing: str) -> None:
    lines = [line for line in HEAD.splitlines() if not line.startswith(missing)]
    write("cheap", game="\n".join(lines))
    made = pack(games.folder("cheap"))
    assert isinstance(made, BadPack)
    assert f"{missing}:" in made.why


def test_what_a_link_leads_to_is_not_given_away(cheap: Folder, shelf: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("- {id: 1941.house.secret, section: S, text: Private}\n")
    (shelf / "cheap" / "README.md").symlink_to(secret)
    made = pack(games.folder("cheap"))
    assert isinstance(made, BadPack)
    assert "cheap/README.md is a link" in made.why


def test_a_built_in_game_is_not_packed() -> None:
    assert isinstance(pack(games.folder("1941")), BadPack)


def test_a_pack_is_added_and_found(packed: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.VARIABLE, "")
    games.forget()
    assert "cheap" not in games.ids()
    added = add(packed)
    assert isinstance(added, Added), added
    assert added.new
    assert games.area("cheap").world.units["tank"].cost == 5
    assert "# as it should be" in (added.path / "units.yaml").read_text()
    again = add(packed)
    assert isinstance(again, Added)
    assert not again.new


def test_another_version_replaces_only_what_was_added(write: Write, packed: Pack, tmp_path: Path) -> None:
    shelf = tmp_path / "installed"
    first = add(packed, where=shelf)
    assert isinstance(first, Added), first
    write("cheap", game=HEAD.replace("1.0", "1.1"), units="tank: {cost: 4}\n")
    newer = pack(games.folder("cheap"))
    assert isinstance(newer, Pack)
    refused = add(newer, where=shelf)
    assert isinstance(refused, BadPack)
    assert "--replace" in refused.why
    assert isinstance(add(newer, replace=True, where=shelf), Added)
    assert "cost: 4" in (shelf / "cheap" / "units.yaml").read_text()
    (shelf / "cheap" / "units.yaml").write_text("tank: {cost: 3}\n")
    lost = add(packed, replace=True, where=shelf)
    assert isinstance(lost, BadPack)
    assert "would be lost" in lost.why
    assert "cost: 3" in (shelf / "cheap" / "units.yaml").read_text()


def test_a_variant_of_a_variant_brings_both(write: Write, cheap: Folder, tmp_path: Path) -> None:
    write("cheaper", game=HEAD.replace('"1941"', "cheap"), units="infantry: {cost: 2}\n")
    made = pack(games.folder("cheaper"))
    assert isinstance(made, Pack)
    assert set(made.games) == {"cheaper", "cheap"}
    assert isinstance(add(made, where=tmp_path / "installed"), Added)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"../evil.yaml": b"x: 1"}, "not a file of a game"),
        ({"code.py": b"print()"}, "not a file of a game"),
        ({"sub/dir/x.yaml": b"x: 1"}, "not a file of a game"),
        ({"/etc/x.yaml": b"x: 1"}, "not a file of a game"),
        ({"units.yaml": b"\xff\xfe"}, "not text"),
        ({"units.yaml": b"[" * 5000}, "deep"),
        ({"units.yaml": b"{" * (MOST_DEPTH + 1) + b"a: 1" + b"}" * (MOST_DEPTH + 1)}, "deep"),
        ({"board.yaml": b"territories: {'<script>alert(1)</script>': {}}"}, "markup"),
        ({"map.json": b'{"a": "<svg onload=x>"}'}, "markup"),
        ({"map.json": b"[" * 100_000}, "not valid JSON"),
        ({"map.json": b'{"a": "\\u003csvg onload=x>"}'}, "markup"),
        ({"board.yaml": b'territories: {"\\x3cscript>alert(1)": {}}'}, "markup"),
        ({"units.yaml": b'tank: {name: "ta\\0nk"}'}, "control characters"),
        ({"units.yaml": 'tank: {name: "\u202eknat"}'.encode()}, "control characters"),
        ({"units.yaml": b"tank: {name: " + b"x" * 500 + b"}"}, "letters"),
        ({"rules.yaml": b"- {id: 1941.a.b, section: S, text: " + b"x" * 20_000 + b"}"}, "letters"),
        ({"units.yaml": b"tank: {cost: " + b"9" * 5_000 + b"}"}, "digits"),
        ({"units.yaml": b"tank: {cost: 1" + b":59" * 500_000 + b"}"}, "digits"),
        ({f"scenarios/{n}.yaml": b"" for n in range(MOST_FILES + 1)}, "more than"),
    ],
)
def test_what_a_pack_must_not_hold(files: dict[str, bytes], why: str) -> None:
    read = read_pack(forged({"mine": files}))
    assert isinstance(read, BadPack)
    assert why in read.why


def test_aliases_that_multiply_are_counted_without_being_followed() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    problem = unsafe({"mine": {"units.yaml": "\n".join(lines).encode()}})
    assert problem is not None
    assert "values" in problem.why


def test_a_file_that_unpacks_to_too_much_is_refused() -> None:
    data = forged({"mine": {"units.yaml": b"#" * 5_000_000}})
    assert len(data) < 20_000
    read = read_pack(data)
    assert isinstance(read, BadPack)
    assert "too large" in read.why


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compressions_that_unpack_without_limit_are_refused_unread(
    method: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unpack(*_: object) -> None:
        pytest.fail("it is unpacked")

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("mine/units.yaml", b"#" * 1_000_000)
    monkeypatch.setattr(zipfile.ZipFile, "open", unpack)
    assert isinstance(read_pack(out.getvalue()), BadPack)


def test_a_link_in_a_pack_is_a_file_with_a_path_in_it(tmp_path: Path) -> None:
    """Links are never made: what would be one is plain text, and no part of a game."""
    files = {"game.yaml": HEAD.encode(), "units.yaml": b"/etc/passwd"}
    own = digest({"mine": files})
    note = Note(1, "mine", "T", "1", "A", "L", "1941", own, "0", {"mine": own})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(NOTE, msgspec.json.encode(note))
        for name, data in files.items():
            entry = zipfile.ZipInfo(f"mine/{name}")
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(entry, data)
    read = read_pack(out.getvalue())
    assert isinstance(read, Pack), read
    assert isinstance(add(read, where=tmp_path / "installed"), BadPack)
    assert list((tmp_path / "installed").glob("*")) == []


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"title": "Mine\x1b]0;gone\x07"}, "control characters"),
        ({"author": "Anna\nlicence: mine"}, "several lines"),
        ({"licence": "x" * 500}, "letters"),
        ({"version": "<b>1</b>"}, "markup"),
        ({"like": "19\u202e41"}, "control characters"),
    ],
)
def test_what_a_pack_says_of_itself_is_plain(facts: dict[str, str], why: str) -> None:
    read = read_pack(forged({"mine": {"game.yaml": HEAD.encode()}}, **facts))
    assert isinstance(read, BadPack)
    assert why in read.why


@pytest.mark.parametrize(
    "units",
    [
        b"tank: &tank {cost: 5, room: *tank}",
        b'tank: {cost: !!int "' + b"9" * 380 + b'"}',
        b'tank: {cost: !!python/object/apply:os.system ["true"]}',
        b"? [tank]\n: {cost: 5}",
        b"tank: {cost: 99999999999}",
        b"tank: {cost: .inf}",
        b"tank: {cost: .nan}",
        b"tank: {move: -1}",
    ],
)
def test_values_that_are_none_are_refused_with_their_file(units: bytes) -> None:
    read = read_pack(forged({"mine": {"game.yaml": HEAD.encode(), "units.yaml": units}}))
    assert isinstance(read, Pack), read
    refused = loaded(read)
    assert isinstance(refused, BadPack)
    assert "units.yaml" in refused.why


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04", b"no zip at all", zipped({"x": b"y"}), zipped({NOTE: b"[]"})]
)
def test_what_is_no_pack(data: bytes) -> None:
    assert isinstance(read_pack(data), BadPack)


def test_a_changed_file_is_noticed(packed: Pack) -> None:
    files = {f"cheap/{name}": data for name, data in packed.games["cheap"].items()}
    files["cheap/units.yaml"] = b"tank: {cost: 1}"
    read = read_pack(zipped({NOTE: msgspec.json.encode(packed.note), **files}))
    assert isinstance(read, BadPack)
    assert "damaged" in read.why


def test_a_newer_format_says_so(packed: Pack) -> None:
    read = read_pack(forged({"mine": {"game.yaml": b"like: '1941'"}}, format=2))
    assert isinstance(read, BadPack)
    assert "newer" in read.why


@pytest.mark.parametrize(
    ("game", "files", "why"),
    [
        ("mine", {"game.yaml": HEAD.encode(), "units.yaml": b"tank: {cots: 5}"}, "cots"),
        ("mine", {"game.yaml": b"like: nothing\ntitle: x"}, "there is no game 'nothing'"),
        ("classic", {"game.yaml": HEAD.encode()}, "comes with sandtable"),
    ],
)
def test_what_does_not_load_is_not_added(tmp_path: Path, game: str, files: dict[str, bytes], why: str) -> None:
    read = read_pack(forged({game: files}))
    assert isinstance(read, Pack), read
    added = add(read, where=tmp_path / "installed")
    assert isinstance(added, BadPack)
    assert why in added.why
    assert list((tmp_path / "installed").glob("*")) == []


def test_a_game_is_of_a_size_that_can_be_played(tmp_path: Path) -> None:
    kinds = "".join(
        f"u{n}: {{name: u, plural: us, kind: land, cost: 1, attack: 1, defense: 1, move: 1}}\n" for n in range(200)
    )
    read = read_pack(forged({"mine": {"game.yaml": HEAD.encode(), "units.yaml": kinds.encode()}}))
    assert isinstance(read, Pack), read
    added = add(read, where=tmp_path / "installed")
    assert isinstance(added, BadPack)
    assert "209 unit types; 150 is the most" in added.why


def test_a_packed_game_is_played_on_trial(cheap: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.area("cheap")
    assert breaks(game) == ""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(AreaGame, "decide", fail)
    assert "ZeroDivisionError" in breaks(game)


def test_a_game_that_takes_too_long_is_refused(cheap: Folder, shelf: Path) -> None:
    assert tried(shelf, ["cheap"]) == ""
    assert "longer than" in tried(shelf, ["cheap"], seconds=0.01)
