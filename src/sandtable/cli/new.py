"""``sandtable new``."""

from pathlib import Path

from rich.text import Text

from sandtable.cli.answers import console, fail, id_of
from sandtable.variants.starting import NoStart, start


def start_variant(name: str, like: str, title: str, where: Path | None) -> None:
    """Create a variant's folder, and show the next steps."""
    made = start(name, id_of(like), where, title)
    if isinstance(made, NoStart):
        fail(made.why)
    here = "" if where is None else f" --games {where}"
    screen = console()
    screen.print(Text.assemble("Created ", (str(made), "bold")), soft_wrap=True)
    for command, what in (
        ("edit", "change it in the browser"),
        ("check", "run its scenarios"),
        ("rules", "read what it changes"),
    ):
        more = " --changes" if command == "rules" else ""
        screen.print(f"  sandtable {command} {name}{more}{here}   {what}", soft_wrap=True)
