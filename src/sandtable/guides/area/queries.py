"""What may be asked of an area game itself, without a table: the odds of a battle that somebody supposes."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.area.units import Kind
from sandtable.odds.policy import Policy
from sandtable.odds.result import RoundChance

MOST = 200
"""Units on a side that an answer is worked out for while somebody waits."""
Scene = Literal["land", "landing", "sea", "raid"]
"""Where a battle is fought; a landing comes from the sea, and nobody of it can go back."""
Count = Annotated[int, Meta(ge=0, le=MOST)]


class Query(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of everything that may be asked."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Like units."""

    unit: str
    count: Count
    damage: Annotated[int, Meta(ge=0, le=9)] = 0
    cargo: Annotated[tuple[str, ...], Meta(max_length=9)] = ()
    """What is aboard each of them."""


Groups = Annotated[tuple[Group, ...], Meta(max_length=100)]


class Drill(Query, frozen=True):
    """Who can fight where, and what else can be chosen?"""


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
    """It only fires into the battle, and cannot be hit."""


class Field(msgspec.Struct, frozen=True):
    """Who can fight in one kind of battle."""

    scene: Scene
    attack: tuple[Fighter, ...]
    defend: tuple[Fighter, ...]
    retreat: bool
    """Whether the attacker may break off."""
    leaves: Literal["", "submerge", "withdraw"]
    """What submarines may do to get away."""
    both: bool = False
    """Whether the defender may break off as well, and air units may be pulled back by themselves."""
    aimed: bool = False
    """Whether some shots are aimed."""


class Development(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str


class DrillReply(Reply, frozen=True, tag="drill"):
    fields: tuple[Field, ...]
    orders: tuple[str, ...]
    """Named orders of losses."""
    techs: tuple[Development, ...]
    low_luck: bool
    """Whether the game may be played with low luck."""
    most: int
    """Units that a side may have."""


class Bar(msgspec.Struct, frozen=True):
    """The chance of a range of values (both ends in it), by what it means for the attacker."""

    low: int
    high: int
    win: float
    draw: float
    lose: float


class Likely(msgspec.Struct, frozen=True):
    """An ending that is more likely than most."""

    chance: float
    outcome: Literal["win", "draw", "lose"]
    attack: dict[str, int]
    defend: dict[str, int]
    retreated: bool


class Outlook(Reply, frozen=True, tag="outlook"):
    """What a battle is worth."""

    win: float
    draw: float
    lose: float
    capture: float
    """A land unit of the attacker lives and no defender does."""
    rounds: float
    swing: float
    """Expected: what the defender loses less what the attacker loses, in money."""
    attack_value: int
    defend_value: int
    attack_left: dict[str, float]
    defend_left: dict[str, float]
    exact: bool
    states: int
    """Joint states (exact) or battles fought (sampled)."""
    low: float
    high: float
    """A sampled chance to win is likely between these (95%); exact ones are both the same."""
    left: tuple[Bar, ...]
    """Units that the winner has left: the attacker's upwards from nothing, the defender's downwards."""
    swings: tuple[Bar, ...]
    by_round: tuple[RoundChance, ...]
    """How the battle stands after each round; nothing where that was not worked out."""
    likely: tuple[Likely, ...]


class Raided(Reply, frozen=True, tag="raided"):
    """What bombs on a factory are worth."""

    damage: float
    """Expected, if the owner can pay so much."""
    lost: float
    """Expected: what the bombers cost that are shot down."""
    attack_value: int
    left: dict[int, float]
    """The chance of so many bombers that come through."""
    amounts: tuple[Bar, ...]
    """Damage; ``win`` has the chance."""


class Senseless(Reply, frozen=True, tag="senseless"):
    """Why there are no odds to tell."""

    why: str


ReplyGiven = DrillReply | Outlook | Raided | Senseless
