"""The playing style of a level: its numbers, by name."""

import msgspec

from sandtable.bots.level import Level


class Style(msgspec.Struct, frozen=True):
    """What a level's numbers mean. All values are in the game's money."""

    horizon: float
    """Turns of income that a territory counts for, if it can be held."""
    capital: float
    """What a capital is worth beyond its treasury and income."""
    factory: float
    """What a factory is worth beyond its territory."""
    victory: float
    """What a city that decides the game is worth."""
    counter: float
    """How much the enemy's counterattack on a captured space counts."""
    riposte: float
    """How much our own counterattack on an attacker counts."""
    caution: float
    """How much the danger to idle units counts."""
    nautical: float
    """The same for ships, and for what they carry."""
    guard: float
    """How much more the danger to a capital counts."""
    zeal: float
    """The value of having a unit a turn nearer to where it is needed, as a share of its cost."""
    prey: float
    """The value of being next to enemy land, in turns."""
    decay: float
    """The factor for a force a turn farther away when aims are compared."""
    loyalty: float
    """How much better another aim must be before the old one is given up."""
    advance: float
    """How much the better position of an attack's troops afterwards counts."""
    threshold: float
    """The least an attack must be worth."""
    release: float
    """The share of its cost that a unit in an attack must gain."""
    origin: float
    """How much the danger to what is left behind counts when an attack is chosen."""
    luck: float
    """The least chance to win for an attack that isn't simply worth its losses."""
    retreat: float
    """What fighting on must be worth, or the attacker retreats."""
    offense: float
    """How much of a purchase is chosen for attack rather than for defense."""
    homeward: float
    """How much more a capital in need draws than the aim."""
    together: float
    """How much better an aim is if a partner marches on it too: armies beat one capital after the other."""
    afloat: float
    """The cost in turns of being aboard a ship rather than ashore: a ship that waits full brings nobody else."""
    shipping: float
    """Troops that a power ships every turn, for each point of its income."""
    passage: float
    """The cost of bringing a land unit across the water."""
    escort: float
    """The ratio of warships and planes to what they guard beyond which more guards are no use."""
    company: float
    """How much a partner's troops count as company for new planes, which fly anywhere; twice at a front."""
    patience: float
    """What is left of a new unit's use for each turn it takes to the front."""
    noise: float
    """How far judgements are off, at random."""
    lapse: float
    """How often units and targets are simply overlooked."""
    orders: float
    """How many orders of targets are tried when attacks are chosen together."""
    passes: float
    """How many passes the redeployment makes to find better places."""
    plans: float
    """How many plans are weighed against the enemy's reply."""
    reply: float
    """How much the enemy's reply counts."""
    exact: float
    """Whether planned actions are checked against the exact odds."""

    @classmethod
    def of(cls, level: Level) -> "Style":
        """The style of a level. A level file that lacks a number is an error."""
        return cls(**{name: level[name] for name in cls.__struct_fields__})
