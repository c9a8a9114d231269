"""Positions of the game of whole teams for tests of the planner."""

from sandtable.area.forces import Stack
from sandtable.area.notation import parse_force
from tests.bots.planner.positions import Table, Units

TABLE = Table("revised-historical")

GARRISONS: Units = {
    "Russia": {"ussr": "9 infantry, industrial complex"},
    "Germany": {"germany": "9 infantry, industrial complex"},
    "Japan": {"japan": "6 infantry, industrial complex"},
    "United Kingdom": {"uk": "8 infantry, industrial complex"},
    "Eastern United States": {"usa": "6 infantry, industrial complex"},
}
"""Somebody in every capital."""


def units(power: str, words: str) -> Stack:
    """A power's units, as players write them."""
    found = parse_force(TABLE.world, power, words)
    assert isinstance(found, tuple)
    return found
