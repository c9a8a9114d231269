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
    steps = {
        f"sandtable edit {name}{here}": "change it in the browser",
        f"sandtable check {name}{here}": "run its scenarios",
        f"sandtable rules {name} --changes{here}": "read what it changes",
    }
    width = max(map(len, steps))
    for command, what in steps.items():
        screen.print(f"  {command:{width}}  {what}", soft_wrap=True)
