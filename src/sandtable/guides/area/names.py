"""A game's names in other languages: ``names.LANGUAGE.yaml`` in its folder, upon what the family itself asks.

Only what is closed is translated: powers, units, phases, options, and the questions that are put to a seat. What
has no entry, the rules and the story stay as the game has them.
"""

from collections.abc import Mapping
from pathlib import Path

from sandtable.guides.names import names_in

OWN = Path(__file__).parent


def names_of(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """By language, what stands in the game's data and what is said instead; the game's own entries come first.

    >>> from sandtable.games.war1941 import game
    >>> names_of(Path(game.__file__).parent)["de"]["battleships"]
    'Schlachtschiffe'
    """
    return names_in(OWN, folder)
