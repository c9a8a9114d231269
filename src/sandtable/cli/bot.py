"""``sandtable bot``: lists the installed bots, or runs one on stdin and stdout."""

import sys

from rich.table import Table

from sandtable.bots.registry import listings
from sandtable.bots.serving import serve
from sandtable.cli.answers import console, find_game, print_json
from sandtable.cli.seats import known_bot


def list_bots(as_json: bool) -> None:
    """List the installed bots."""
    known = listings()
    if as_json:
        print_json([{"name": one.name, "about": one.about} for one in known])
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for one in known:
        table.add_row(one.name, one.about)
    screen = console()
    screen.print(table)
    screen.print("With numbers of your own: hard@FILE. A program of your own: exec:COMMAND.", style="dim")


def serve_bot(name: str, game_id: str) -> None:
    """Answer line by line until stdin ends."""
    game = find_game(game_id)
    known_bot(game, name)
    for line in serve(name, game, sys.stdin.buffer):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
