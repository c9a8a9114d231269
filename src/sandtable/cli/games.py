"""``sandtable games``."""

from rich.table import Table
from rich.text import Text

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.cli.answers import console, print_json
from sandtable.hexes.family import HexGame
from sandtable.terminal.style import power_text


def _lid(game: AreaGame | HexGame) -> dict[str, object]:
    """What is on the box of any game."""
    return {"id": game.id, "title": game.title, "summary": game.summary, "finished": game.finished}


def list_games(as_json: bool) -> None:
    """Show every game of this installation."""
    known = [games.load(game_id) for game_id in games.ids()]
    hexes = [games.load_hexes(game_id) for game_id in games.HEX_FOLDERS]
    if as_json:
        print_json(
            [
                {
                    **_lid(game),
                    "powers": [
                        {"id": power, "name": info.name, "side": info.side}
                        for power, info in game.world.powers.items()
                    ],
                }
                for game in known
            ]
            + [
                {
                    **_lid(other),
                    "scenarios": list(other.facts.scenarios),
                    "powers": [
                        {"id": chair.seat, "name": chair.name, "side": chair.side}
                        for chair in other.guide.box.chairs
                    ],
                }
                for other in hexes
            ]
        )
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("id", style="bold", no_wrap=True)
    table.add_column("game")
    table.add_column("powers, in order of play")
    for game in known:
        names = Text(", ").join(power_text(game.world, power) for power in game.seats)
        table.add_row(game.id, Text.assemble(game.title, "\n", (game.summary, "dim")), names)
    for other in hexes:
        names = Text(", ").join(Text(chair.name) for chair in other.guide.box.chairs)
        table.add_row(other.id, Text.assemble(other.title, "\n", (other.summary, "dim")), names)
    screen = console()
    screen.print(table)
    hint = (
        f"Play: sandtable play, or sandtable terminal --game {known[0].id}   Rules: sandtable rules {known[0].id}"
    )
    screen.print(Text(hint, style="dim"))
