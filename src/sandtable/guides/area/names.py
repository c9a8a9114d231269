"""A game's translated names: ``names.LANGUAGE.yaml`` in its folder, on top of those of the family.

Only fixed texts are translated: powers, units, phases, options, and the decisions that a seat is asked for.
Texts without an entry, the rules and the event log stay in the game's own language.
"""

from collections.abc import Mapping
from pathlib import Path

from sandtable.core.datafile import AnyFolder
from sandtable.guides.names import names_in

OWN = Path(__file__).parent


def names_of(folder: AnyFolder) -> Mapping[str, Mapping[str, str]]:
    """Translations of names by language. The game's own entries take precedence.

    >>> from sandtable.games import folder
    >>> names_of(folder("1941"))["de"]["battleships"]
    'Schlachtschiffe'
    """
    return names_in(OWN, folder)
