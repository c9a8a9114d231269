"""A new variant: a folder with an example of every kind of change, most of them commented out."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.core.datafile import DataFileError
from sandtable.core.game import AnyGame
from sandtable.games.finding import ID, user_folder
from sandtable.hexes.family import HexGame

SCENARIOS = {"area": "scenarios", "hexes": "checks"}
"""The folder of the author's scenario files. In a hex game ``scenarios`` are those that the game is played in."""


class NoStart(msgspec.Struct, frozen=True):
    """Why no folder was made."""

    why: str


def start(name: str, like: str, where: Path | None = None, title: str = "") -> Path | NoStart:
    """Create the folder of a variant of the game ``like``; ``where``: by default the user's games folder."""
    if not ID.fullmatch(name):
        return NoStart(f"{name!r} can't be a game's id: use small letters, digits and hyphens, at most 40.")
    known = games.find(like)
    if known is None:
        return NoStart(f"there is no game {like!r}. The games are: {', '.join(games.ids())}.")
    if name in games.ids() or games.is_built_in(name):
        return NoStart(f"there is already a game {name!r}. Choose another name.")
    folder = (where if where is not None else user_folder()) / name
    if folder.exists():
        return NoStart(f"{folder} already exists. Choose another name, or delete it.")
    texts = files(name, known, title or name.replace("-", " ").title())
    try:
        for file, text in texts.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        return NoStart(f"{folder} can't be written: {error.strerror}.")
    games.forget()
    return folder


def files(name: str, like: AnyGame, title: str) -> Mapping[str, str]:
    """The files of a new variant, by path in its folder."""
    facts = _facts(name, like, title)
    texts = _AREA if isinstance(like, AreaGame) else _HEXES
    return {file.format_map(facts): text.format_map(facts) for file, text in texts.items()}


def _facts(name: str, like: AnyGame, title: str) -> Mapping[str, Any]:
    common = {
        "name": name,
        "title": msgspec.json.encode(title).decode(),
        "like": like.id,
        "parent": like.title,
        "prefix": like.rulebook.prefix,
        "rule": next(iter(like.rulebook)).id,
        **_lined_up(name),
        "tests": SCENARIOS["area" if isinstance(like, AreaGame) else "hexes"],
    }
    if isinstance(like, HexGame):
        scenario = like.facts.scenarios[0]
        theatre = like.worlds[scenario]
        side, setup = next(iter(theatre.scenario.facts.sides.items()))
        army, posted = next((name, one) for name, one in setup.armies.items() if one.points.infantry)
        return {
            **common,
            "scenario": scenario,
            "side": side,
            "production": setup.production,
            "more": setup.production + 2,
            "army": msgspec.json.encode(army).decode(),
            "points": posted.points.infantry,
            "points_more": posted.points.infantry + 1,
            "limit": theatre.tables.fort_limit,
            "limit_more": theatre.tables.fort_limit + 1,
            "cost": theatre.tables.cost["infantry"],
            "cost_more": theatre.tables.cost["infantry"] + 1,
        }
    if not isinstance(like, AreaGame):
        raise DataFileError(f"{like.id} is of no family that variants can be made of")
    world = like.world
    power, info = next(iter(world.powers.items()))
    scenario, placed = next(iter(world.setup.scenarios.items()))
    space = info.capital if info.capital in placed[power] else next(iter(placed[power]))
    unit, count = next(iter(placed[power][space].items()))
    bought = next((one for one, kind in world.units.items() if kind.kind == "land" and kind.move > 1), unit)
    land = next(name for name, one in world.board.territories.items() if one.value)
    return {
        **common,
        "scenario": msgspec.json.encode(scenario).decode(),
        "power": power,
        "side": next(iter(world.game.sides)),
        "treasury": info.treasury,
        "more": info.treasury + 3,
        "space": msgspec.json.encode(space).decode(),
        "placed": unit,
        "placed_more": count + 1,
        "unit": bought,
        "cost": max(world.units[bought].cost - 1, 1),
        "now": world.units[bought].cost,
        "land_plain": land,
        "land": msgspec.json.encode(land).decode(),
        "value": world.board.territories[land].value + 1,
        "share_zones": str(not world.game.conduct.fleets.share_zones).lower(),
        "option": next(iter(world.game.options), ""),
        "sequence": next(iter(world.sequences.sequences)),
        "step": msgspec.json.encode(next(iter(world.sequences.sequences.values())).steps[0].name).decode(),
    }


def _lined_up(name: str) -> Mapping[str, str]:
    """The commands of the README, all as long as the longest."""
    commands = {
        "edit": f"sandtable edit {name}",
        "rules": f"sandtable rules {name} --changes",
        "check": f"sandtable check {name}",
        "play": "sandtable play",
        "print": f"sandtable print {name}",
        "weigh": f"sandtable lab fairness {name}",
        "pack": f"sandtable pack {name}",
    }
    width = max(map(len, commands.values()))
    return {word: command.ljust(width) for word, command in commands.items()}


_README = """# {name}

House rules for {parent}. Change the .yaml files in this folder with any text editor. A line that begins
with `#` is an example: take the `#` away and it counts.

    {edit}  change it in the browser
    {rules}  read what you have changed
    {check}  run the scenarios in {tests}/
    {play}  play it: it's in the lobby
    {weigh}  who wins now, and why?
    {print}  a PDF to play from without a computer
    {pack}  one file to give to friends

Everything that you don't change stays as in {parent}.
"""

_GAME = """# The game itself. Everything that is not here is as in {like}.
like: "{like}"
title: {title}
summary: "House rules for {parent}."
version: "0.1"
author: ""
licence: ""
"""

_RULES = """# Your own rules. An id that the book has changes that rule; a new id adds one.
- id: {prefix}.house.first
  section: House rules
  text: This game is played by house rules. Say here what they are.
# - id: {rule}
#   text: The same rule in other words.
# - {{id: {rule}, struck: true}}   # a rule that you play without
"""

_AREA: Mapping[str, str] = {
    "README.md": _README,
    "game.yaml": _GAME
    + """
# Money at the start:
# powers:
#   {power}: {{treasury: {more}}}       # {treasury} in {like}

# Take an optional rule out, or switch it on from the start:
# options:
#   {option}: null
#   {option}: {{default: true}}

# A part that other games have, with its settings (docs/parts.md). If your book lacks rules that it cites, the
# error names them: write them in rules.yaml. The workshop adds them itself.
# parts:
#   NAME: {{}}

# How the game does what games do differently; the workshop lists it all under Options:
# conduct: {{fleets: {{share_zones: {share_zones}}}}}

# Another name for a space, wherever the files name it:
# renamed: {{{land}: "New {land_plain}"}}

# Another way to win (a list: it replaces the old one; see docs/requirements.md for `when`):
# victory: {{add: [{{side: {side}, production: 90, rule: house.first}}]}}
""",
    "units.yaml": """# Units. Write only the numbers that change.
# {unit}: {{cost: {cost}}}        # {now} in {like}
# {unit}: {{attack: 2, defense: 2, move: 1}}
# {unit}: {{abilities: {{add: [first-shot]}}}}
# A new unit:
# militia: {{name: militia, plural: militia, kind: land, cost: 2, attack: 0, defense: 1, move: 1}}
""",
    "setup.yaml": """# Where units start. Write only what changes; null removes.
# scenarios:
#   {scenario}:
#     {power}:
#       {space}: {{{placed}: {placed_more}}}
#       {space}: null
""",
    "board.yaml": """# The board. A new connection has to be listed by both ends.
# territories:
#   {land}: {{value: {value}}}
#   {land}: {{factory: true}}
#   {land}: {{neighbours: {{add: [NAME], remove: [NAME]}}}}
""",
    "battle.yaml": """# Battles, step by step: put steps before, after or instead of others.
# sequences:
#   {sequence}:
#     steps:
#       change: {{{step}: {{number: 9}}}}
#       before: {{{step}: {{step: volley, number: 1, name: Surprise, side: attack, losses: removed}}}}
#       after: {{{step}: {{step: volley, number: 9, name: A second volley, side: attack, losses: removed}}}}
#       instead: {{{step}: {{step: volley, number: 9, name: Attackers fire, side: attack, losses: removed}}}}
""",
    "rules.yaml": _RULES,
    "scenarios/first.yaml": """# A scenario says what is done and what must follow: docs/scenarios.md.
# `sandtable check {name}` runs it.
game: {name}
title: The opening is as I want it
expect:
  treasury: {{{power}: {treasury}}}
""",
}

_HEXES: Mapping[str, str] = {
    "README.md": _README,
    "game.yaml": _GAME
    + """
# Only some of the scenarios, the first one to begin with:
# scenarios: [{scenario}]
""",
    "rules.yaml": _RULES,
    "scenarios/{scenario}.yaml": """# The scenario {scenario}: write only what changes, with the keys of {like}.
# title: My {scenario}
# sides:
#   {side}:
#     production: {more}          # {production} in {like}
#     armies: {{{army}: {{points: {{infantry: {points_more}}}}}}}   # {points} in {like}
# victory: {{add: [{{side: {side}, when: end, rule: house.first}}]}}
""",
    "tables.yaml": """# What things cost, and what dice are worth.
# cost: {{infantry: {cost_more}}}   # {cost} in {like}
# fort_limit: {limit_more}         # {limit} in {like}
""",
    "checks/first.yaml": """# A scenario says what is done and what must follow: docs/scenarios.md.
# `sandtable check {name}` runs it.
game: {name}
title: Nobody has won yet
expect: {{winner: nobody}}
""",
}
