"""What can be changed by hand in a position, for study. Tagged unions, as actions are."""

from typing import Annotated

import msgspec

from sandtable.area.forces import Power

MOST_UNITS = 99
"""Of one kind and one power in a space: more is a slip of the finger."""
MOST_MONEY = 9999
MOST_ROUNDS = 999


class Change(msgspec.Struct, frozen=True, tag_field="set", omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything that can be changed by hand."""


class SetUnits(Change, frozen=True, tag="units"):
    """So many units of a kind has this power here, those aboard ships included."""

    space: str
    power: Power
    unit: str
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]


class SetOwner(Change, frozen=True, tag="owner"):
    """Who holds a territory; empty: nobody, where it is neutral by nature."""

    space: str
    power: Power = ""


class SetTurn(Change, frozen=True, tag="turn"):
    """Whose turn it is, and where in it; the turn begins afresh, and what was bought is paid back."""

    power: Power
    phase: str
    round: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    """0: as it is."""


class SetTreasury(Change, frozen=True, tag="treasury"):
    """How much money a power has."""

    power: Power
    amount: Annotated[int, msgspec.Meta(ge=0, le=MOST_MONEY)]


class SetTechs(Change, frozen=True, tag="techs"):
    """What a power has developed: these, and nothing else."""

    power: Power
    techs: tuple[str, ...]


AreaChange = SetUnits | SetOwner | SetTurn | SetTreasury | SetTechs
