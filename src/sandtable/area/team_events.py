"""What happens where whole teams act: aid and research, missions, and what the team that is not on turn does."""

from collections.abc import Mapping
from typing import Literal

from sandtable.area.event import Event
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.state import Passing, Reinforcement, Release, Strike


class AidSent(Event, frozen=True):
    power: Power
    to: Power
    amount: int


class Programmed(Event, frozen=True):
    """Research dice of this purchase phase, which replace those before; ``cost`` is their whole price."""

    power: Power
    dice: Mapping[str, int]
    cost: int


class ResearchRolled(Event, frozen=True):
    """The dice for one development: ``gained`` if they bring it; ``boxes`` are the steps that were made."""

    power: Power
    tech: str
    dice: tuple[int, ...]
    gained: bool = False
    boxes: int = 0


class ResearchOver(Event, frozen=True):
    """Nothing is left of the dice of this turn."""

    power: Power


class Repaired(Event, frozen=True):
    """A ship is whole again for what the die shows."""

    power: Power
    zone: str
    ship: Piece
    die: int


class ScorchChosen(Event, frozen=True):
    power: Power
    territories: tuple[str, ...]


class Scorched(Event, frozen=True):
    """A power has destroyed its own factory."""

    power: Power
    space: str
    units: Stack


class StrikeOrdered(Event, frozen=True):
    """A rocket will be fired."""

    strike: Strike


class Interdicted(Event, frozen=True):
    """Submarines have rolled to stop ships on their way; where some may sail on, ``passing`` says who is asked."""

    power: Power
    zone: str
    values: tuple[int, ...]
    dice: tuple[int, ...]
    stopped: int
    passing: Passing | None = None


class Halted(Event, frozen=True):
    """Whoever was stopped has been named."""

    zone: str
    units: Stack


class Supported(Event, frozen=True):
    """An air unit flies to the next space in the enemy's turn."""

    piece: Piece
    start: str
    to: str
    carrier: Piece | None = None
    """The ship that it takes off from."""


class ReinforcementOrdered(Event, frozen=True):
    order: Reinforcement


class Recalled(Event, frozen=True):
    """A power takes back its orders in the enemy's turn."""

    power: Power


class OrdersClosed(Event, frozen=True):
    """A power gives no more orders in the enemy's turn."""

    power: Power


class BombersThrough(Event, frozen=True):
    """Bombers have to be told what to bomb."""

    release: Release


class BombsFell(Event, frozen=True):
    """Bombs on the income or the factory of a territory, or on its roads; each bomber counts its best die."""

    space: str
    power: Power
    at: Literal["income", "factory", "roads"]
    dice: tuple[int, ...]
    amount: int
    bombers: int = 0


class StrikesOver(Event, frozen=True):
    """All missions of this territory have been carried out: their air units wait to land."""

    space: str


class CombatsOver(Event, frozen=True):
    """No combat is left: the other team's reinforcements come."""


class HeldBack(Event, frozen=True):
    """Reinforcements that stay where they are: the roads are bombed, or the order has become void."""

    space: str
    orders: tuple[Reinforcement, ...]


class Reinforced(Event, frozen=True):
    order: Reinforcement
    units: Stack


class Returned(Event, frozen=True):
    """An air unit that flew to support others stays, or flies back."""

    piece: Piece
    space: str
    to: str
    carrier: Piece | None = None


class Airlifted(Event, frozen=True):
    """A land unit was carried through the air."""

    flyer: Piece
    passenger: Piece
    path: tuple[str, ...]
    drop: str
