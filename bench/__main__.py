"""``python -m bench``: run every measurement, print the table, write ``build/bench.json``."""

from itertools import chain
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench.bots import bot_results
from bench.engine import engine_results
from bench.guide import guide_results
from bench.hexes import hex_results
from bench.history import history_results
from bench.odds import odds_results
from bench.page import page_results
from bench.server import server_results

PARTS = (
    engine_results,
    hex_results,
    guide_results,
    odds_results,
    bot_results,
    server_results,
    history_results,
    page_results,
)


def main() -> None:
    console = Console()
    table = Table("measured", "value", "aim", "met", title="sandtable bench")
    results = []
    with console.status("measuring"):
        for result in chain(*(part() for part in PARTS)):
            results.append(result)
            met = "" if result.met is None else "yes" if result.met else "no"
            table.add_row(result.name, f"{result.value:,.2f} {result.unit}", result.aim, met)
    console.print(table)
    target = Path("build/bench.json")
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(msgspec.json.format(msgspec.json.encode(results)))
    console.print(f"written to {target}")


if __name__ == "__main__":
    main()
