"""The save file: JSON Lines that any version of the program, and other programs, can read.

The first line has the game, the set-up, the dice, and the program's version. Then comes one line per entry. The
last line has the number of entries, the digest of the state, and a checksum: SHA-256 of the lines above, each
ended by ``\\n``.

    {"format": "sandtable", "version": 3, "game": "...", "setup": {...}, "dice": {"source": "seeded", ...}}
    {"n": 1, "seat": "germany", "action": {...}, "events": [...]}
    {"n": 2, "seat": "", "edit": {...}, "events": [...]}
    {"entries": 2, "digest": "...", "checksum": "..."}

For a game that doesn't ship with the program, the first line names the ``edition`` of its files. An ``edit`` is a
change by hand, in study. A file with edits has version 4, and one with ``call_battles`` version 5, so that older
programs refuse them.

Older files can still be read: actions and events have kept their names. Their digest is of a state in an older
format, so it isn't compared; the checksum and :mod:`sandtable.core.verify` still detect changes.

Anyone with the secret of the dice knows the dice to come. One's own file has it in the first line, so that the
game can continue; a file for others doesn't. When a game is over, the last line reveals it.
"""

import os
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from sandtable import __version__
from sandtable.core.amending import amendable
from sandtable.core.datafile import Folder
from sandtable.core.dice import SECRET_BYTES, AbsentDice, Dice, Provenance, SeededDice, commitment_of
from sandtable.core.game import Game, Setup
from sandtable.core.record import Entry, Record
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
T = TypeVar("T")

FORMAT = "sandtable"
VERSION = 5
WITH_EDITS = 4
"""The version of a file with edits, but without ``call_battles``."""
WITHOUT_EDITS = 3
"""The version of a file with neither edits nor ``call_battles``."""


class BadFile(msgspec.Struct, frozen=True):
    """Why a file can't be loaded, and what to do about it."""

    why: str
    line: int = 0
    """The line number, from 1; 0: no line in particular."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}" if self.line else self.why


class CannotWrite(msgspec.Struct, frozen=True):
    """Why a file wasn't written. An existing file is unchanged."""

    why: str


class _Format(msgspec.Struct):
    """The part of the first line that every version has."""

    format: str
    version: int


class _Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    format: str
    version: int
    game: str
    setup: Setup
    dice: Provenance
    writer: str = ""
    """The version of the program that wrote the file; empty in older files."""
    edition: str = ""
    """The digest of the game's files, unless the game ships with the program."""


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    n: int
    seat: str
    events: msgspec.Raw
    action: msgspec.Raw = msgspec.Raw(b"")
    edit: msgspec.Raw = msgspec.Raw(b"")


class Closing(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The last line."""

    entries: int
    digest: str
    checksum: str
    secret: str = ""
    """Of the dice, in hex: only when the game is over."""


class Saved(msgspec.Struct, Generic[S, A, E]):
    """The contents of a file: well formed, but not verified."""

    game: Game[S, A, E]
    setup: Setup
    dice: Provenance
    """With the secret, from whichever line had it."""
    entries: list[Entry[A, E]]
    closing: Closing
    checksum: str
    """As computed from the lines; should equal the closing line's."""
    edition: str = ""
    """Of the game's files, if the file names it."""

    version: int = VERSION

    @property
    def comparable(self) -> bool:
        """Whether its digest is of a state in the current format."""
        return self.version >= WITHOUT_EDITS

    @property
    def other_edition(self) -> bool:
        """Whether the game was played with other files than the ones here."""
        return bool(self.edition) and self.edition != _edition(self.game)


def encode(record: Record[S, A, E], *, reveal: bool, writer: str = __version__) -> bytes | CannotWrite:
    """The save file as bytes. With ``reveal`` it contains the dice's secret and everything hidden: for oneself.

    Without, the file is safe for other players. It isn't available while anything is hidden from a spectator,
    because the log would reveal it.
    """
    game = record.game
    finished = record.finished
    digest = game.digest(record.state)
    if not (reveal or finished) and game.digest(record.view(None)) != digest:
        return CannotWrite(
            "Some decisions are still hidden, and the file would show them. Try again when they are open."
        )
    held = record.provenance
    dice = held if reveal else msgspec.structs.replace(held, secret="")
    encoder = msgspec.json.Encoder()
    lines = [
        encoder.encode(_Header(FORMAT, _version(record), game.id, record.setup, dice, writer, _edition(game)))
    ]
    for n, entry in enumerate(record.entries, 1):
        what = "edit" if entry.edit else "action"
        line = {"n": n, "seat": entry.seat, what: entry.action, "events": entry.events}
        lines.append(encoder.encode(line))
    closing = Closing(len(record.entries), digest, _checksum(lines), held.secret if finished else "")
    return b"\n".join([*lines, encoder.encode(closing), b""])


def decode(data: bytes, find_game: Callable[[str], Game[S, A, E] | None]) -> Record[S, A, E] | BadFile:
    """The game in a save file, ready to continue, or why the file is bad.

    Every action is checked and every event applied. Whether the events follow from the actions, and the dice from
    the secret, is checked by :mod:`sandtable.core.verify`.
    """
    saved = parse(data, find_game)
    if isinstance(saved, BadFile):
        return saved
    record = _played(saved)
    if isinstance(record, BadFile) and saved.other_edition:
        return BadFile(f"{record.why} {OTHER_EDITION}", record.line)
    return record


def _played(saved: Saved[S, A, E]) -> Record[S, A, E] | BadFile:
    game, dice = saved.game, saved.dice
    source: Dice = AbsentDice(dice)
    if dice.secret:
        if not opens(dice):
            return BadFile("The secret does not open the seal: the dice of this file cannot be trusted.", 1)
        source = SeededDice(bytes.fromhex(dice.secret), dice.entropy)
    record = Record.begin(game, saved.setup, source, dice.since)
    if isinstance(record, Refusal):
        return BadFile(f"This set-up is not allowed: {record.why} ({record.rule})", 1)
    for line, entry in enumerate(saved.entries, 2):
        try:
            refusal = record.replay(entry)
        except Exception:  # a forged event may break any assumption of the rules
            return BadFile(f"This cannot have happened here by the rules of this version. {_USE_A_COPY}", line)
        if refusal is not None:
            if entry.edit:
                return BadFile(f"This cannot be changed by hand: {refusal.why} {_USE_A_COPY}", line)
            return BadFile(f"{entry.seat} may not do this: {refusal.why} ({refusal.rule}). {_USE_A_COPY}", line)
    last = len(saved.entries) + 2
    if not 0 <= dice.since <= record.dice_rolled:
        return BadFile(f"The dice cannot have begun after {dice.since} of {record.dice_rolled}. {_USE_A_COPY}", 1)
    if saved.comparable and saved.closing.digest != game.digest(record.state):
        return BadFile(f"The game does not end as this line says. {_CHANGED}", last)
    if saved.closing.checksum != saved.checksum:
        return BadFile(f"The lines above do not match their checksum. {_CHANGED}", last)
    return record


def write(record: Record[S, A, E], path: Path, *, reveal: bool) -> CannotWrite | None:
    """Save to a file, atomically. See :func:`encode` for ``reveal``."""
    data = encode(record, reveal=reveal)
    if isinstance(data, CannotWrite):
        return data
    path = path.resolve()
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        # A file with the secret is for its owner only.
        with os.fdopen(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if reveal else 0o666), "wb"
        ) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        return CannotWrite(f"{path} cannot be written: {error.strerror}")
    return None


def read(path: Path, find_game: Callable[[str], Game[S, A, E] | None]) -> Record[S, A, E] | BadFile:
    """Load a save file. ``find_game`` finds games by id."""
    data = read_bytes(path)
    return data if isinstance(data, BadFile) else decode(data, find_game)


def read_bytes(path: Path) -> bytes | BadFile:
    try:
        return path.read_bytes()
    except OSError as error:
        return BadFile(f"{path} cannot be read: {error.strerror}")


def game_named(data: bytes) -> str:
    """The id of the game in a save file; empty if the file doesn't say."""
    header = _header(data.partition(b"\n")[0].rstrip(b"\r"))
    return "" if isinstance(header, BadFile) else header.game


def parse(data: bytes, find_game: Callable[[str], Game[S, A, E] | None]) -> Saved[S, A, E] | BadFile:
    """Decode the lines, without judging their contents."""
    lines = [line.rstrip(b"\r") for line in data.rstrip(b"\r\n").split(b"\n")]
    header = _header(lines[0])
    if isinstance(header, BadFile):
        return header
    game = find_game(header.game)
    if game is None:
        how = "Name its folder with --games" if header.edition else "Install it"
        return BadFile(f'The game "{header.game}" is not installed here. {how} and try again.', 1)
    found = _parsed(lines, header, game)
    if isinstance(found, BadFile) and header.edition and header.edition != _edition(game):
        return BadFile(f"{found.why} {OTHER_EDITION}", found.line)
    return found


def _parsed(lines: list[bytes], header: _Header, game: Game[S, A, E]) -> Saved[S, A, E] | BadFile:
    if len(lines) == 1:
        return BadFile(_CUT_OFF, 1)
    line_as = msgspec.json.Decoder(_Line)
    action_as = msgspec.json.Decoder(game.action_type)
    changes = amendable(game)
    change_as = msgspec.json.Decoder(changes.change_type) if changes is not None else None
    events_as = msgspec.json.Decoder(tuple[game.event_type, ...])  # type: ignore[name-defined]
    entries: list[Entry[A, E]] = []
    for number, text in enumerate(lines[1:-1], 2):
        line = _decoded(line_as, text, number)
        if isinstance(line, BadFile):
            return line
        if line.n != number - 1:
            return BadFile(f"Entry {number - 1} should be here, not {line.n}. {_USE_A_COPY}", number)
        edit = bool(bytes(line.edit))
        if edit == bool(bytes(line.action)) or edit == bool(line.seat):
            return BadFile(f"A line is a seat's action, or an edit without a seat. {_USE_A_COPY}", number)
        if edit and change_as is None:
            return BadFile("Positions of this game cannot be changed by hand.", number)
        action = _decoded(
            change_as if edit and change_as is not None else action_as, line.edit if edit else line.action, number
        )
        if isinstance(action, BadFile):
            return action
        events = _decoded(events_as, line.events, number)
        if isinstance(events, BadFile):
            return events
        entries.append(Entry(line.seat, action, events, edit))
    closing = _closing(lines[-1], len(lines))
    if isinstance(closing, BadFile):
        return closing
    if closing.entries != len(entries):
        why = f"The file should hold {closing.entries} entries and holds {len(entries)}. {_USE_A_COPY}"
        return BadFile(why, len(lines))
    dice = _with_secret(header.dice, closing.secret, len(lines))
    if isinstance(dice, BadFile):
        return dice
    return Saved(game, header.setup, dice, entries, closing, _checksum(lines[:-1]), header.edition, header.version)


def opens(dice: Provenance) -> bool:
    """Whether the secret matches the commitment."""
    return commitment_of(bytes.fromhex(dice.secret)) == dice.commitment


_USE_A_COPY = "Use an older copy of the file."
_CHANGED = f"The file was changed: verify it to learn where. {_USE_A_COPY}"
_CUT_OFF = f"The file ends here without its closing line: it was cut off. {_USE_A_COPY}"
OTHER_EDITION = "The game's files have changed since it was played: look for those that it was played with."
_FOREIGN = "This is not a sandtable game file."


def _edition(game: Game[S, A, E]) -> str:
    """The digest of a game's files; empty for games that ship with the program or have no files."""
    folder = getattr(game, "folder", None)
    return folder.digest if isinstance(folder, Folder) and not folder.built_in else ""


def _version(record: Record[S, A, E]) -> int:
    """The oldest version whose programs can read the game."""
    if record.setup.call_battles:
        return VERSION
    return WITH_EDITS if any(entry.edit for entry in record.entries) else WITHOUT_EDITS


def _checksum(lines: list[bytes]) -> str:
    total = sha256()
    for line in lines:
        total.update(line)
        total.update(b"\n")
    return total.hexdigest()


def _header(text: bytes) -> _Header | BadFile:
    start = _decoded(msgspec.json.Decoder(_Format), text, 1)
    if isinstance(start, BadFile) or start.format != FORMAT:
        return BadFile(_FOREIGN, 1)
    if start.version > VERSION:
        return BadFile(
            f"The file has version {start.version}; this program reads up to version {VERSION}. Update it.", 1
        )
    if start.version < 1:
        return BadFile(_FOREIGN, 1)
    return _decoded(msgspec.json.Decoder(_Header), text, 1)


def _closing(text: bytes, number: int) -> Closing | BadFile:
    closing = _decoded(msgspec.json.Decoder(Closing), text, number)
    if isinstance(closing, BadFile) and not isinstance(
        _decoded(msgspec.json.Decoder(_Line), text, number), BadFile
    ):
        return BadFile(_CUT_OFF, number)
    return closing


def _with_secret(dice: Provenance, published: str, last: int) -> Provenance | BadFile:
    """The dice with their secret from whichever line has it."""
    if dice.secret and published and dice.secret != published:
        return BadFile(f"This secret is not the one in line 1. {_USE_A_COPY}", last)
    secret, line = (dice.secret, 1) if dice.secret else (published, last)
    if (dice.source == "seeded") != bool(dice.commitment) or (secret and not dice.commitment):
        return BadFile(f"Sealed dice have a commitment, and other dice have none. {_USE_A_COPY}", 1)
    if secret:
        try:
            fits = len(bytes.fromhex(secret)) == SECRET_BYTES
        except ValueError:
            fits = False
        if not fits:
            return BadFile(f"A secret is {SECRET_BYTES} bytes in hex. {_USE_A_COPY}", line)
    return msgspec.structs.replace(dice, secret=secret)


def _decoded(decoder: "msgspec.json.Decoder[T]", text: bytes | msgspec.Raw, number: int) -> T | BadFile:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return BadFile(f"The line is damaged: {error}. {_USE_A_COPY}", number)
