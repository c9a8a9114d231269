"""Steps that fight: which combat is next, who fires, who is lost, who leaves."""

from collections.abc import Mapping

import msgspec
from msgspec import field

from sandtable.scenarios.words.step import Step


class FightStep(Step, frozen=True, kw_only=True):
    """Choose the combat that is resolved next."""

    fight: str | int
    """The space."""


class EngageStep(Step, frozen=True, kw_only=True):
    """Before a landing: fight the submarines and transports in the zone, or leave them alone."""

    engage: bool
    """``true`` to fight them."""


class AssaultStep(Step, frozen=True, kw_only=True):
    """After a sea battle: put the troops ashore, or keep them aboard."""

    assault: bool
    """``true`` to go ashore."""


class BombStep(Step, frozen=True, kw_only=True):
    """Tell bombers that have come through what to attack."""

    bomb: int
    """How many attack the factory; the others attack the income."""


class RocketStep(Step, frozen=True, kw_only=True):
    """Fire a rocket at a factory."""

    rocket: str
    """The territory of the factory."""
    start: str = field(name="from")
    """The territory of the gun."""


class WithdrawStep(Step, frozen=True, kw_only=True):
    """Some units leave the battle on their own; the rest fight on."""

    withdraw: int
    """How many."""
    to: str | int = ""
    """The zone where they go."""


class SubmergeStep(Step, frozen=True, kw_only=True):
    """Submerge some submarines; the rest strike."""

    submerge: int
    """How many."""


class CasualtiesStep(Step, frozen=True, kw_only=True):
    """Take hits."""

    casualties: str
    """Who is lost; ``default`` leaves the choice to the game, ``nothing`` for none."""
    damaged: str = ""
    """Who is only damaged."""


class ShotWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who fires at one enemy."""

    at: str
    """The enemy, with its power: ``uk bomber``."""
    by: str
    """Who fires at it."""


class AimStep(Step, frozen=True, kw_only=True):
    """Name the targets of shots that can be aimed."""

    aim: str | tuple[ShotWords, ...]
    """One entry for each enemy that is fired at; ``default`` leaves the choice to the game."""


class PullBackStep(Step, frozen=True, kw_only=True):
    """Take some or all of one's own units out of the battle."""

    pull_back: str | Mapping[str, str]
    """Spaces, and who goes there; ``nothing`` if nobody does."""
    aloft: str = ""
    """Attacking air units that leave the battle and wait until they land."""
    below: str = ""
    """Who submerges."""


class RetreatStep(Step, frozen=True, kw_only=True):
    """Break off the attack."""

    retreat: str | int | bool
    """The space where land and sea units go; ``true`` if only air units leave."""


class PressStep(Step, frozen=True, kw_only=True):
    """Fight another round."""

    press: bool
    """Always ``true``."""


class ResolveStep(Step, frozen=True, kw_only=True):
    """Fight a combat to its end with the default choices: default losses, no submerging, press on."""

    resolve: str | int
    """The space; ``all`` for every combat that is left. A combat that is over already is no error."""
