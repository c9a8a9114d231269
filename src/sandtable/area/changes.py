"""Changes that can be made to a position by hand, for study. Tagged unions, like actions."""

from typing import Annotated

import msgspec

from sandtable.area.forces import Power

MOST_UNITS = 99
"""Per unit type and power in a space: more is a typing error."""
MOST_MONEY = 9999
MOST_ROUNDS = 999


class Change(msgspec.Struct, frozen=True, tag_field="set", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all changes by hand."""


class SetUnits(Change, frozen=True, tag="units"):
    """How many units of a type a power has here, including those aboard ships."""

    space: str
    power: Power
    unit: str
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]


class SetOwner(Change, frozen=True, tag="owner"):
    """Who holds a territory; empty for nobody, if it was neutral at the start."""

    space: str
    power: Power = ""


class SetTurn(Change, frozen=True, tag="turn"):
    """Whose turn and phase it is; the turn starts over, and purchases are refunded."""

    power: Power
    phase: str
    round: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    """0 for no change."""


class SetTreasury(Change, frozen=True, tag="treasury"):
    """How much money a power has."""

    power: Power
    amount: Annotated[int, msgspec.Meta(ge=0, le=MOST_MONEY)]


class SetTechs(Change, frozen=True, tag="techs"):
    """A power's developments: these, and no others."""

    power: Power
    techs: tuple[str, ...]


AreaChange = SetUnits | SetOwner | SetTurn | SetTreasury | SetTechs
