"""The colours of powers, for dark and light backgrounds."""

from rich.text import Text

from sandtable.area.forces import Power
from sandtable.area.world import World

_COLOURS = {
    "maroon": "red",
    "gray": "grey62",
    "grey": "grey62",
    "tan": "yellow",
    "orange": "dark_orange",
    "green": "green",
    "brown": "dark_goldenrod",
    "blue": "blue",
    "teal": "cyan",
    "purple": "magenta",
}


def colour(world: World, power: Power) -> str:
    """A power's colour, as a terminal can show it."""
    info = world.powers.get(power)
    return _COLOURS.get(info.colour, "default") if info else "default"


def power_text(world: World, power: Power) -> Text:
    """A power's name in its colour."""
    return Text(world.name(power), style=f"bold {colour(world, power)}")
