"""``sandtable games``."""

from rich.table import Table
from rich.text import Text

from sandtable import games
from sandtable.cli.answers import console, print_json
from sandtable.core.game import AnyGame


def _all_games() -> "tuple[list[AnyGame], list[games.Problem]]":
    """The playable games, and the folders of broken ones."""
    known: list[AnyGame] = []
    broken = list(games.problems())
    for game_id in games.ids():
        found = games.checked(game_id)
        if isinstance(found, games.Problem):
            broken.append(found)
        else:
            known.append(found)
    return known, broken


def list_games(as_json: bool) -> None:
    """List the installed games."""
    known, broken = _all_games()
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
            + [{"id": one.id, "path": one.path, "broken": one.why} for one in broken]
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
    for one in broken:
        screen.print(Text.assemble((one.id, "bold red"), f" is broken ({one.path})\n  {one.why}"), soft_wrap=True)
    hint = (
        f"Play: sandtable play, or sandtable terminal --game {known[0].id}   Rules: sandtable rules {known[0].id}"
    )
    screen.print(Text(hint, style="dim"))
