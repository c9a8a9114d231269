"""``sandtable games``."""

from rich.table import Table
from rich.text import Text

from sandtable import games
from sandtable.cli.answers import console, print_json


def list_games(as_json: bool) -> None:
    """Show every game of this installation."""
    known = [games.load(game_id) for game_id in games.ids()]
    if as_json:
        print_json(
            [
                {
                    "id": game.id,
                    "title": game.title,
                    "summary": game.guide.box.summary,
                    "finished": game.finished,
                    "powers": [
                        {"id": chair.seat, "name": chair.name, "side": chair.side}
                        for chair in game.guide.box.chairs
                    ],
                }
                for game in known
            ]
        )
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("id", style="bold", no_wrap=True)
    table.add_column("game")
    table.add_column("powers, in order of play")
    for game in known:
        box = game.guide.box
        names = Text(", ").join(Text(chair.name, f"bold {chair.colour}") for chair in box.chairs)
        table.add_row(game.id, Text.assemble(game.title, "\n", (box.summary, "dim")), names)
    screen = console()
    screen.print(table)
    hint = (
        f"Play: sandtable play, or sandtable terminal --game {known[0].id}   Rules: sandtable rules {known[0].id}"
    )
    screen.print(Text(hint, style="dim"))
