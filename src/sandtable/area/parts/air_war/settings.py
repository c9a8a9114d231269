"""Settings of the air war: the chart, pilot training and raids."""

from collections.abc import Mapping

import msgspec

from sandtable.area.forces import Power


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a level of training costs."""

    keep: int
    """To keep it for another turn."""
    rise: int = 0
    """To rise to the next level, in addition."""


class Training(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pilot training and its levels."""

    lowest: int
    """The lowest level."""
    levels: tuple[Level, ...]
    """From lowest to highest."""
    never: tuple[Power, ...] = ()
    """Powers that can't train; their pilots are average."""
    without: str = ""
    """The option that turns training off."""

    @property
    def highest(self) -> int:
        return self.lowest + len(self.levels) - 1

    def costs(self, level: int) -> Level:
        """What a level costs."""
        return self.levels[level - self.lowest]


class Bomber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of bomber in a raid."""

    at: tuple[str, ...]
    """The facilities it can attack."""
    bonus: int = 0
    """Added to what its die shows."""
    picks_on: int = 0
    """A die of this or less lets it destroy an air unit on the ground instead."""
    refused: str = ""
    """The rule against any other target, without the book's prefix."""


class Raids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Raids and sweeps over enemy territories."""

    bombers: Mapping[str, Bomber]
    """By unit type."""
    fighters: tuple[str, ...]
    """Unit types that escort raids, sweep air bases, and intercept both."""
    sweeps: str
    """The facility a territory needs for a sweep."""
    strafe: int
    """Fighters hit air units on the ground with this or less."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The air war."""

    chart: tuple[str, ...]
    """One row per number of air factors, the last for all higher numbers: results from the lowest to the highest
    roll, each as destroyed/aborted.
    """
    lowest_roll: int
    """The roll of the first column."""
    dice: int
    """How many dice each side rolls."""
    training: Training
    """Pilot training and its costs."""
    raids: Raids
    """Raids and sweeps."""
    one_die: str = ""
    """The option that makes each side roll a single die."""
    interception: Mapping[str, int] = {}
    """Developments that add to the roll of interceptors against raids, sweeps and overflights, and by how much."""
