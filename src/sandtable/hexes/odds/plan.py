"""A planned attack: all that its chances depend on."""

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.strength import Kind, Points

CHEAPEST: tuple[Kind, ...] = ("infantry", "amphibious", "mechanized")


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Armies that attack from one hex: they fire together."""

    armies: tuple[Points, ...]
    terrain: Terrain = "clear"
    """Where they stand."""
    winter: int = 0
    """What winter adds to their dice."""


class Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hex that is attacked."""

    points: Points = Points()
    """Of all armies in it."""
    fort: int = 0
    cover: int | None = None
    """Losses that the fort still swallows in this turn, if that is not all its points."""
    garrison: bool = True
    """Its own, which defends it where neither armies nor a fort stand."""
    friendly: bool = False
    """The attacker holds it: nobody fires, and only the advance is rolled."""
    fires: bool = True
    """Whether its defenders make their defensive assault."""
    fire: int | None = None
    """The strength of that, if not all that is there may fire."""
    terrain: Terrain = "clear"
    defence_winter: int = 0
    """What winter adds to the defenders' dice."""
    winter: int = 0
    """What winter adds to the dice of attackers who stand here."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An attack on the first hex of a path, and the exploitation of one army along the others."""

    groups: tuple[Group, ...]
    """The first army of the first group is the spearhead."""
    path: tuple[Hex, ...]
    fire_at: int = 0
    """At which hex of the path the spearhead makes its one assault of the turn."""
    after: bool = False
    """Whether the spearhead tries to advance after all the others, and not before them."""
    losses: tuple[Kind, ...] = CHEAPEST
    """The order in which the attacker gives points up; the spearhead's go last of each kind."""
    advanced: int = 0
    """How many hexes the spearhead has advanced already in this turn."""
    assaulted: bool = False
    """Whether it has made its assault already."""
