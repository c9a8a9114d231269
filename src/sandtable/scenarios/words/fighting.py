"""Battle steps: the next combat, aimed fire, casualties, retreats."""

from collections.abc import Mapping

import msgspec

from sandtable.scenarios.words.step import Step


class CasualtiesStep(Step, frozen=True, kw_only=True):
    """Choose casualties."""

    casualties: str
    """The units lost; ``default`` lets the game choose, ``nothing`` for none."""
    damaged: str = ""
    """The units that are only damaged."""


class ShotWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The units that fire at one enemy."""

    at: str
    """The enemy, with its power: ``uk bomber``."""
    by: str
    """The units that fire at it."""


class AimStep(Step, frozen=True, kw_only=True):
    """Choose the targets of aimed shots."""

    aim: str | tuple[ShotWords, ...]
    """One entry for each targeted enemy; ``default`` lets the game choose."""


class PullBackStep(Step, frozen=True, kw_only=True):
    """Take some or all of your units out of the battle."""

    pull_back: str | Mapping[str, str]
    """Spaces, with the units that go there; ``nothing`` for none."""
    aloft: str = ""
    """Attacking air units that leave the battle and land later."""
    below: str = ""
    """The units that submerge."""


class RetreatStep(Step, frozen=True, kw_only=True):
    """Retreat from the attack."""

    retreat: str | int | bool
    """The space that land and sea units retreat to; ``true`` if only air units leave."""


class ResolveStep(Step, frozen=True, kw_only=True):
    """Fight a combat to its end with the default choices: default losses, no submerging, press on."""

    resolve: str | int
    """The space; ``all`` for all remaining combats. A combat that is already over is not an error."""
