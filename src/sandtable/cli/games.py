"""``sandtable games``."""

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
                    "summary": game.summary,
                    "finished": game.finished,
                    "powers": [
                        {"id": power, "name": info.name, "side": info.side}
                        for power, info in game.world.powers.items()
                    ],
                }
                for game in known
            ]
        )
        return
    from rich.table import Table

    from sandtable.terminal.style import power_text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("id", style="bold", no_wrap=True)
    table.add_column("game")
    table.add_column("powers, in order of play")
    for game in known:
        names = ", ".join(power_text(game.world, power).markup for power in game.seats)
        table.add_row(game.id, f"{game.title}\n[dim]{game.summary}[/]", names)
    screen = console()
    screen.print(table)
    screen.print(f"\n[dim]Play: sandtable play --game {known[0].id}   Rules: sandtable rules {known[0].id}[/]")
