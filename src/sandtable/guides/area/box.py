"""An area game as a lobby shows it."""

from collections.abc import Iterable

from sandtable.area.family import AreaGame
from sandtable.area.world import World
from sandtable.core.guide import Box, Chair, Option
from sandtable.core.tutorial import Tutorial
from sandtable.maps.kit import colours


def box_of(game: AreaGame, tutorials: Iterable[Tutorial]) -> Box:
    """Title, seats, scenarios and options, for a lobby. The tutorials' positions are left out of the scenarios."""
    world = game.world
    lessons = {tutorial.scenario for tutorial in tutorials}
    return Box(
        id=game.id,
        title=game.title,
        summary=game.summary,
        family="area",
        chairs=tuple(
            Chair(power, info.name, info.side, colours(power).colour) for power, info in world.powers.items()
        ),
        sides=dict(world.game.sides),
        scenarios=tuple(name for name in world.setup.scenarios if name not in lessons),
        options=tuple(
            Option(name, option.name, option.text, option.default, _rules(world, name))
            for name, option in world.game.options.items()
        ),
    )


def _rules(world: World, option: str) -> tuple[str, ...]:
    """The rules that apply only with an option."""
    always = {one.rule for one in world.game.victory if not one.option}
    ways = [one.rule for one in world.game.victory if one.option == option and one.rule not in always]
    named = dict.fromkeys((world.game.options[option].rule, *ways))
    return tuple(f"{world.game.prefix}.{rule}" for rule in named if rule)
