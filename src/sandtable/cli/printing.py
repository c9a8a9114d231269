"""``sandtable print``."""

from collections.abc import Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from sandtable.cli.answers import console, fail, find_game
from sandtable.core.datafile import DataFileError
from sandtable.core.datafile.errors import suggestion
from sandtable.core.wording import times


def print_game(game_id: str, out: Path | None, only: Sequence[str]) -> None:
    """Write a game's kit as a PDF."""
    game = find_game(game_id)
    file = out if out is not None else Path(f"{game.id}-kit.pdf")
    if file.suffix.lower() != ".pdf":
        fail(f"{file}: a kit is a PDF, so the name must end in .pdf.")
    try:
        import PIL  # noqa: F401, PLC0415 - an extra, without which nothing has to be begun
    except ModuleNotFoundError as error:
        fail(f"a kit needs {error.name}: pip install 'sandtable[maps]'.")
    from sandtable.printing.kit import KINDS, kit  # noqa: PLC0415
    from sandtable.printing.paper import write  # noqa: PLC0415

    for kind in only:
        if kind not in KINDS:
            fail(f"there are no pages {kind!r}.{suggestion(kind, KINDS)} There are: {', '.join(KINDS)}.")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        made = kit(game.id, only)
        if not made.sheets:
            fail(f"the kit of {game.id} has no pages of this kind: {', '.join(only)}.")
        with Progress(*columns, console=console(stderr=True), transient=True) as bar:
            task = bar.add_task("Pages", total=len(made.sheets))
            write(made, file, lambda done, _: bar.update(task, completed=done))
    except DataFileError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror}.")
    screen = console()
    screen.print(f"{file}: {times(len(made.sheets), 'page')}, {file.stat().st_size:,} bytes", soft_wrap=True)
    for what in () if only else made.lacking:
        screen.print(f"Not in it: {what}", style="dim", soft_wrap=True)
