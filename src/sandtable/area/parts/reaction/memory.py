"""State of a reaction, kept until the turn ends."""

import msgspec

from sandtable.area.forces import Power
from sandtable.area.part import TurnMemory
from sandtable.area.state import Slice


class Reinforcement(msgspec.Struct, frozen=True, order=True):
    """Units that will move to an adjacent space after all combats."""

    power: Power
    space: str
    to: str
    unit: str
    count: int
    cargo: tuple[str, ...] = ()


class Orders(Slice, frozen=True, tag="reaction"):
    """Orders of the passive team, and their progress."""

    closed: tuple[Power, ...] = ()
    """Powers that have finished their orders."""
    reinforcements: tuple[Reinforcement, ...] = ()
    """Orders still to be carried out."""
    embattled: tuple[str, ...] = ()
    """Spaces where a battle was fought: reinforcements can't leave them."""
    settled: bool = False
    """Whether all combats are over."""
    held: tuple[str, ...] = ()
    """Territories with bombed roads where the units that stay have been chosen."""


ORDERS = TurnMemory("reaction", Orders())
