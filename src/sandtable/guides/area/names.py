"""A game's names in other languages: ``names.LANGUAGE.yaml`` in its folder, upon what the family itself asks.

Only what is closed is translated: powers, units, phases, options, and the questions that are put to a seat. What
has no entry, the rules and the story stay as the game has them.
"""

from collections.abc import Mapping
from pathlib import Path

from sandtable.core.datafile import read_yaml

OWN = Path(__file__).parent


def names_of(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """By language, what stands in the game's data and what is said instead; the game's own entries come first.

    >>> from sandtable.games.war1941 import game
    >>> names_of(Path(game.__file__).parent)["de"]["battleships"]
    'Schlachtschiffe'
    """
    found: dict[str, dict[str, str]] = {}
    for path in (*sorted(OWN.glob("names.*.yaml")), *sorted(folder.glob("names.*.yaml"))):
        language = path.name.split(".")[1]
        found[language] = {**found.get(language, {}), **read_yaml(path, dict[str, str])}
    return found
