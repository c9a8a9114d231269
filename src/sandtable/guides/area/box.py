"""What is on the lid of an area game."""

from sandtable.area.family import AreaGame
from sandtable.core.guide import Box, Chair, Option
from sandtable.maps.kit import colours


def box_of(game: AreaGame) -> Box:
    """Title, chairs, scenarios and options, for a lobby."""
    world = game.world
    return Box(
        id=game.id,
        title=game.title,
        summary=game.summary,
        family="area",
        chairs=tuple(
            Chair(power, info.name, info.side, colours(power).colour) for power, info in world.powers.items()
        ),
        sides=dict(world.game.sides),
        scenarios=tuple(world.setup.scenarios),
        options=tuple(
            Option(name, option.name, option.text, option.default) for name, option in world.game.options.items()
        ),
    )
