"""Queries about an area game that need no table: the odds of a hypothetical battle."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.area.units import Kind
from sandtable.odds.policy import Policy
from sandtable.odds.result import RoundChance

MOST = 200
"""The most units per side in a query."""
Scene = Literal["land", "landing", "sea", "raid"]
"""Where a battle is fought. A landing comes from the sea and can't retreat."""
Count = Annotated[int, Meta(ge=0, le=MOST)]


class Query(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of all queries."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Identical units."""

    unit: str
    count: Count
    damage: Annotated[int, Meta(ge=0, le=9)] = 0
    cargo: Annotated[tuple[str, ...], Meta(max_length=9)] = ()
    """The cargo of each of them."""


Groups = Annotated[tuple[Group, ...], Meta(max_length=100)]


class Drill(Query, frozen=True):
    """Which units can fight where, and which options are there?"""


class Suppose(Query, frozen=True):
    """The odds of this battle."""

    scene: Scene
    attack: Groups
    defend: Groups
    attacker: Policy = Policy()
    defender: Policy = Policy()
    attacker_techs: tuple[str, ...] = ()
    defender_techs: tuple[str, ...] = ()
    low_luck: bool = False


QueryAsked = Drill | Suppose


class Reply(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class Fighter(msgspec.Struct, frozen=True):
    """A unit type that can take part."""

    unit: str
    kind: Kind
    hits: int
    supports: bool = False
    """It only fires support, and can't be hit."""


class Field(msgspec.Struct, frozen=True):
    """The units that can fight in one kind of battle."""

    scene: Scene
    attack: tuple[Fighter, ...]
    defend: tuple[Fighter, ...]
    retreat: bool
    """Whether the attacker may retreat."""
    leaves: Literal["", "submerge", "withdraw"]
    """How submarines may leave."""
    both: bool = False
    """Whether the defender may also retreat, and air units may retreat on their own."""
    aimed: bool = False
    """Whether some shots are aimed."""


class Development(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str


class DrillReply(Reply, frozen=True, tag="drill"):
    fields: tuple[Field, ...]
    orders: tuple[str, ...]
    """Named orders of loss."""
    techs: tuple[Development, ...]
    low_luck: bool
    """Whether the game may be played with low luck."""
    most: int
    """The most units per side."""


class Bar(msgspec.Struct, frozen=True):
    """The chance of a range of values (both ends inclusive), by what it means for the attacker."""

    low: int
    high: int
    win: float
    draw: float
    lose: float


class Likely(msgspec.Struct, frozen=True):
    """One of the most likely outcomes."""

    chance: float
    outcome: Literal["win", "draw", "lose"]
    attack: dict[str, int]
    defend: dict[str, int]
    retreated: bool


class Outlook(Reply, frozen=True, tag="outlook"):
    """The odds of a battle."""

    win: float
    draw: float
    lose: float
    capture: float
    """The chance that an attacking land unit survives and no defender does."""
    rounds: float
    swing: float
    """Expected losses of the defender minus those of the attacker, in money."""
    attack_value: int
    defend_value: int
    attack_left: dict[str, float]
    defend_left: dict[str, float]
    exact: bool
    states: int
    """Joint states (exact) or battles fought (sampled)."""
    low: float
    high: float
    """The 95% confidence interval of a sampled chance to win; both are the same if it is exact."""
    left: tuple[Bar, ...]
    """The winner's surviving units: the attacker's count up from zero, the defender's down."""
    swings: tuple[Bar, ...]
    by_round: tuple[RoundChance, ...]
    """The state of the battle after each round; empty if not computed."""
    likely: tuple[Likely, ...]


class Raided(Reply, frozen=True, tag="raided"):
    """The expected result of a bombing raid."""

    damage: float
    """Expected damage, if the owner can pay that much."""
    lost: float
    """The expected cost of the bombers shot down."""
    attack_value: int
    left: dict[int, float]
    """The chance of each number of surviving bombers."""
    amounts: tuple[Bar, ...]
    """Damage; ``win`` is the chance."""


class Senseless(Reply, frozen=True, tag="senseless"):
    """Why there are no odds."""

    why: str


ReplyGiven = DrillReply | Outlook | Raided | Senseless
