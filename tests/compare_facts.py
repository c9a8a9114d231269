"""Compare a game's data files with a folder of facts: ``python -m tests.compare_facts FOLDER``.

The folder has ``facts/ID.yaml`` (board, units, set-up) and ``rules/ID.yaml`` (the rule texts) for each game. Lists
every difference, and exits with 1 if there are any.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from sandtable import games
from sandtable.area.world import World
from sandtable.core.rulebook import Rulebook
from sandtable.games import area

Facts = dict[str, Any]
BOOKS = {"1941": "1941", "classic": "classic", "hgw-1": "hgw"}
"""Each rule catalogue with its game's folder."""


def differences(world: World, facts: Facts) -> Iterator[str]:
    """How the board, the units, the powers or the set-up differ from the facts."""
    board = world.board
    pairs = {frozenset(pair) for pair in facts["adjacency"]}
    ours = {frozenset((a, b)) for a in board.spaces for b in board.neighbours(a)}
    yield from (f"adjacency: {sorted(pair)}" for pair in pairs ^ ours)
    for name, land in facts["territories"].items():
        mine = board.territories[name]
        theirs = (land["value"], land["control"] or "", land["factory"], land["neutral"], land["island"])
        if (mine.value, mine.owner, mine.factory, mine.neutral, mine.island) != theirs:
            yield f"territory: {name}"
    if set(facts["territories"]) != set(board.territories) or set(facts["sea_zones"]) != set(board.sea_zones):
        yield "spaces: different"
    for name, unit in facts["units"].items():
        mine_unit = world.units[name]
        for key, default in (("cost", 0), ("attack", 0), ("defense", 0), ("move", 0), ("kind", ""), ("hits", 1)):
            if getattr(mine_unit, key) != (unit.get(key) or default):  # null: the unit never rolls in that role
                yield f"unit: {name}.{key}"
    for power in facts["powers"]:
        mine_power = world.powers[power["id"]]
        for key in ("name", "side", "capital", "treasury"):
            if getattr(mine_power, key) != power[key]:
                yield f"power: {power['id']}.{key}"
    if next(iter(world.setup.scenarios.values())) != facts["setup"]:
        yield "set-up: different"
    passages = {(p.name, p.between, p.banks, p.closed) for p in board.passages}
    canals = {
        (c["name"], tuple(c["between"]), tuple(c["controlled_by"]), c.get("closed", False))
        for c in facts["canals"]
    }
    yield from (f"passage: {name}" for name, *_ in passages ^ canals)


def rules(book: Rulebook, catalogue: Path) -> list[str]:
    """The ids of rules that differ."""
    listed = yaml.safe_load(catalogue.read_text(encoding="utf-8"))["rules"]
    theirs = {(r["id"], r["text"], r.get("ruling", ""), r.get("optional", False)) for r in listed}
    ours = {(r.id, r.text, r.ruling, r.optional) for r in book}
    return sorted({rule for rule, *_ in theirs ^ ours})


def main() -> int:
    folder = Path(sys.argv[1])
    found = []
    for game_id in ("1941", "classic"):
        game = area(game_id)
        facts = yaml.safe_load((folder / "facts" / f"{game_id}.yaml").read_text(encoding="utf-8"))
        found += [f"{game_id}: {line}" for line in differences(game.world, facts)]
    for catalogue, game_folder in BOOKS.items():
        book = Rulebook.read(games.BUILT_IN / game_folder / "rules.yaml")
        found += [f"{catalogue}: rule {rule}" for rule in rules(book, folder / "rules" / f"{catalogue}.yaml")]
    print("\n".join(found) or "no differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
