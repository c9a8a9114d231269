"""A hex game as a lobby shows it."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from sandtable.core.guide import SHARED, Box, Chair, Option
from sandtable.core.tutorial import Tutorial
from sandtable.core.wording import listed
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import Side
from sandtable.hexes.victory import NOBODY, PARTNERS
from sandtable.hexes.world import World


def box_of(game: HexGame, tutorials: Iterable[Tutorial]) -> Box:
    """Title, seats and scenarios, for a lobby. The tutorials' positions are left out of the scenarios.

    Not every side takes part in every scenario.
    """
    lessons = {tutorial.scenario for tutorial in tutorials}
    worlds = {name: world for name, world in game.worlds.items() if name not in lessons}
    chairs = tuple(_chair(worlds, side) for side in game.seats)
    together = [chair.name for chair in chairs if chair.together]
    sides = {chair.side: chair.name for chair in chairs}
    if any(world.parts.verdict for world in worlds.values()):
        sides |= _shared(sides)
    return Box(
        id=game.id,
        title=game.title,
        summary=game.summary,
        family="hexes",
        chairs=chairs,
        sides={**sides, PARTNERS: listed(together)} if together else sides,
        scenarios=tuple(worlds),
        options=_options(worlds),
        titles={name: world.facts.title for name, world in worlds.items()},
        lengths={name: world.last_turn for name, world in worlds.items()},
    )


def _options(worlds: Mapping[str, World]) -> tuple[Option, ...]:
    """The options, and the scenarios that have them."""
    found: dict[str, Option] = {}
    for name, world in worlds.items():
        for key, info in world.facts.options.items():
            rules = [rule for part in world.extras[key] for rule in (*part.citations, *part.rules())]
            full = tuple(dict.fromkeys(world.full_id(rule) for rule in rules))
            before = found[key].scenarios if key in found else ()
            found[key] = Option(key, info.name, info.text, rules=full, scenarios=(*before, name))
    return tuple(found.values())


def _shared(sides: Mapping[str, str]) -> dict[str, str]:
    """Names of victories that several sides share, or that are nobody's."""
    found = {NOBODY: "Nobody"}
    for number in range(2, len(sides) + 1):
        for some in combinations(sides, number):
            found[SHARED.join(some)] = listed(sides[side] for side in some)
    return found


def _chair(worlds: Mapping[str, World], side: Side) -> Chair:
    own = {name: world for name, world in worlds.items() if side in world.order}
    who = next(iter(own.values())).who(side)
    joined = any(side in world.facts.partners for world in own.values())
    return Chair(
        seat=side,
        name=who.name,
        side=side,
        colour=who.colour,
        scenarios=tuple(own) if len(own) < len(worlds) else (),
        together=PARTNERS if joined else "",
    )
