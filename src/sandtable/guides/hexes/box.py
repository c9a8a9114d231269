"""What is on the lid of a hex game."""

from sandtable.core.guide import Box, Chair
from sandtable.core.wording import listed
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import Side
from sandtable.hexes.victory import PARTNERS


def box_of(game: HexGame) -> Box:
    """Title, chairs and scenarios, for a lobby. Not every side has a part in every scenario."""
    chairs = tuple(_chair(game, side) for side in game.seats)
    together = [chair.name for chair in chairs if chair.together]
    sides = {chair.side: chair.name for chair in chairs}
    return Box(
        id=game.id,
        title=game.title,
        summary=game.summary,
        family="hexes",
        chairs=chairs,
        sides={**sides, PARTNERS: listed(together)} if together else sides,
        scenarios=tuple(game.worlds),
        options=(),
        titles={name: world.facts.title for name, world in game.worlds.items()},
    )


def _chair(game: HexGame, side: Side) -> Chair:
    own = {name: world for name, world in game.worlds.items() if side in world.order}
    who = next(iter(own.values())).who(side)
    joined = any(side in world.facts.partners for world in own.values())
    return Chair(
        seat=side,
        name=who.name,
        side=side,
        colour=who.colour,
        scenarios=tuple(own) if len(own) < len(game.worlds) else (),
        together=PARTNERS if joined else "",
    )
