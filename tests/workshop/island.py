"""A variant whose board is the small island of docs/maps.md: its map is built without the coasts of the world."""

import yaml

from tests.maps.example import BOARD_TEXT, PLACES_TEXT

_board, _places = yaml.safe_load(BOARD_TEXT), yaml.safe_load(PLACES_TEXT)


def _instead(tree: dict[str, object], others: tuple[str, ...]) -> str:
    """Every key in place of the parent's, and nothing of the other keys that the parent has."""
    return yaml.safe_dump({**dict.fromkeys(others), **{key: {"replace": one} for key, one in tree.items()}})


GAME = 'like: "1941"\ntitle: Island\n'
BOARD = _instead(_board, ("passages", "edges"))
PLACES = _instead(_places, ("void", "water", "theatres"))
