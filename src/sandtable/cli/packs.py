"""``sandtable pack`` and ``sandtable add``."""

from pathlib import Path

from rich.text import Text

from sandtable import games
from sandtable.cli.answers import console, fail, find_game
from sandtable.variants.adding import add
from sandtable.variants.comparing import differences
from sandtable.variants.packing import MOST_PACKED, SUFFIX, BadPack, pack, read_pack, written

SHOWN = 8


def pack_game(name: str, out: Path | None) -> None:
    """Pack a game into one file."""
    game = find_game(name)
    made = pack(games.folder(game.id))
    if isinstance(made, BadPack):
        fail(made.why)
    file = out if out is not None else Path(f"{game.id}-{_in_a_name(made.note.version)}{SUFFIX}")
    try:
        file.write_bytes(written(made))
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror}.")
    screen = console()
    screen.print(Text.assemble("Written: ", (str(file), "bold")), soft_wrap=True)
    screen.print(f"{made.note.title}, version {made.note.version}, digest {made.note.digest}", soft_wrap=True)
    screen.print(f"Others install it with: sandtable add {file.name}", soft_wrap=True)


def add_game(file: Path, replace: bool) -> None:
    """Install a game from a file."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_PACKED + 1)
    except OSError as error:
        fail(f"{file} can't be read: {error.strerror}.")
    read = read_pack(data)
    if isinstance(read, BadPack):
        fail(f"{file}: {read.why}")
    added = add(read, replace)
    if isinstance(added, BadPack):
        fail(f"{file}: {added.why}")
    note, screen = added.note, console()
    what = "Added" if added.new else "Already there"
    screen.print(Text.assemble(f"{what}: ", (note.id, "bold"), f" ({note.title}), version {note.version}"))
    screen.print(f"by {note.author}, licence {note.licence}, digest {note.digest}", soft_wrap=True)
    found = [one.words for one in differences(note.id)]
    for words in found[:SHOWN]:
        screen.print(f"  - {words}", soft_wrap=True)
    if len(found) > SHOWN:
        screen.print(f"  and {len(found) - SHOWN} more: sandtable rules {note.id} --changes")


def _in_a_name(version: str) -> str:
    return "".join(one if one.isalnum() or one in ".-" else "-" for one in version)
