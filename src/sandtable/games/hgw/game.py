"""The composition of game ``hgw``: all of it is data."""

from pathlib import Path

from sandtable.guides import hex_guide
from sandtable.hexes.family import HexGame


def load() -> HexGame:
    """Game ``hgw``, ready to play."""
    return HexGame(Path(__file__).parent, guide=hex_guide)
