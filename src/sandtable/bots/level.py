"""A level: the numbers a bot plays by, with their bounds. Data, so that ``sandtable lab tune`` can tune them.

about: plans two turns ahead
think: 1.0
numbers:
  caution: {value: 1.2, low: 0.5, high: 3.0, about: how much a lost unit hurts}
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandtable.core.datafile import DataFileError, read_yaml

FOLDER = Path(__file__).parent / "levels"
"""Where the built-in levels are."""


class Number(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One number of a level, and its bounds for tuning."""

    value: float
    low: float
    high: float
    about: str = ""
    fixed: bool = False
    """Whether tuning leaves it alone, because it defines the level or costs time."""

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"{self.value} is not between {self.low} and {self.high}")


class Level(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How strong a bot plays, and in what style."""

    about: str
    """One line for lists and the page."""
    think: float
    """Default seconds per answer."""
    numbers: Mapping[str, Number] = {}
    name: str = ""
    """The name the bot was requested by: ``hard``, or ``hard@FILE``. Filled in when the level is read."""

    def __getitem__(self, name: str) -> float:
        """The value of a number.

        >>> Level("for show", 1.0, {"caution": Number(1.2, 0.5, 3.0)})["caution"]
        1.2
        """
        return self.numbers[name].value

    def turned(self, values: Mapping[str, float]) -> "Level":
        """The level with other values, kept within their bounds."""
        numbers = dict(self.numbers)
        for name, value in values.items():
            old = numbers[name]
            numbers[name] = msgspec.structs.replace(old, value=min(max(value, old.low), old.high))
        return msgspec.structs.replace(self, numbers=numbers)


class BadLevel(msgspec.Struct, frozen=True):
    """Why a level can't be read."""

    why: str


def read_level(name: str, path: Path | None = None, family: str = "") -> Level | BadLevel:
    """A built-in level for a family of games; with ``path``, using the numbers in that file.

    The file must have the same numbers: a missing or unknown one belongs to another bot.
    """
    own = msgspec.structs.replace(read_yaml(FOLDER / family / f"{name}.yaml", Level), name=name)
    if path is None:
        return own
    try:
        other = read_yaml(path, Level)
    except DataFileError as error:
        return BadLevel(str(error))
    strange, missing = other.numbers.keys() - own.numbers.keys(), own.numbers.keys() - other.numbers.keys()
    if strange or missing:
        what = f"{sorted(strange)[0]!r} is no number of" if strange else f"{sorted(missing)[0]!r} is missing for"
        return BadLevel(f"{path.name}: {what} the bot {name!r}.")
    return msgspec.structs.replace(other, name=name)
