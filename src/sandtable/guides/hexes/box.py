"""What is on the lid of a hex game."""

from collections.abc import Mapping

from sandtable.core.guide import Box, Chair
from sandtable.core.tutorial import Tutorial
from sandtable.core.wording import listed
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import Side
from sandtable.hexes.victory import PARTNERS
from sandtable.hexes.world import World


def box_of(game: HexGame, tutorial: Tutorial | None) -> Box:
    """Title, chairs and scenarios, for a lobby; the position of the lesson is not for a whole game.

    Not every side has a part in every scenario.
    """
    lesson = tutorial.scenario if tutorial else ""
    worlds = {name: world for name, world in game.worlds.items() if name != lesson}
    chairs = tuple(_chair(worlds, side) for side in game.seats)
    together = [chair.name for chair in chairs if chair.together]
    sides = {chair.side: chair.name for chair in chairs}
    return Box(
        id=game.id,
        title=game.title,
        summary=game.summary,
        family="hexes",
        chairs=chairs,
        sides={**sides, PARTNERS: listed(together)} if together else sides,
        scenarios=tuple(worlds),
        options=(),
        titles={name: world.facts.title for name, world in worlds.items()},
    )


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
