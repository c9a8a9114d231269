"""The manner of a player: the numbers of its level, by name."""

import msgspec

from sandtable.bots.level import Level


class Manner(msgspec.Struct, frozen=True):
    """What a level's numbers mean. All worths are in the game's money."""

    horizon: float
    """Turns of income that a territory counts for, if it can be held."""
    capital: float
    """What a capital is worth beyond its treasury and income."""
    factory: float
    """What a factory is worth beyond its territory."""
    victory: float
    """What a city is worth that decides the game."""
    counter: float
    """How much the enemy's answer in a captured space counts."""
    riposte: float
    """How much our own strike back at an attacker counts."""
    caution: float
    """How much the danger to units that stand about counts."""
    nautical: float
    """The same for ships, and for what they carry."""
    guard: float
    """How much more the danger to a capital counts."""
    zeal: float
    """Which part of its cost it is worth to have a unit a turn nearer to where it is wanted."""
    prey: float
    """What it is worth to stand beside enemy land, in turns."""
    decay: float
    """What a force counts for a turn farther away when aims are compared."""
    loyalty: float
    """How much better another aim must be before the old one is given up."""
    advance: float
    """How much it counts in an attack that its troops then stand better."""
    threshold: float
    """What an attack must be worth to be made."""
    release: float
    """Which part of its cost a unit in an attack must bring."""
    origin: float
    """How much the danger to what is left behind counts when an attack is chosen."""
    luck: float
    """Least chance to win with which an attack is made that is not simply worth its losses."""
    retreat: float
    """What fighting on must be worth, or the attack is broken off."""
    offense: float
    """How much of a purchase is chosen for attack rather than for defense."""
    homeward: float
    """How much more a capital in need draws than the aim."""
    together: float
    """How much better an aim is that a partner marches on too: armies beat one capital after the other."""
    afloat: float
    """Turns that it costs to be aboard a ship rather than ashore: a ship that waits full brings nobody else."""
    shipping: float
    """Troops that a power puts to sea every turn, for each point of its income."""
    passage: float
    """What it costs to bring a land unit across the water."""
    escort: float
    """Warships and planes, against what they guard, beyond which more guards are no use."""
    company: float
    """How much a partner's troops count as company for new planes, which fly anywhere; twice at a front."""
    patience: float
    """What is left of a new unit's use for each turn that it takes to the front."""
    noise: float
    """How far judgements are off, at random."""
    lapse: float
    """How often units and targets are simply overlooked."""
    orders: float
    """How many orders of targets are tried when attacks are chosen together."""
    passes: float
    """How often the redeployment is gone through for a better place."""
    plans: float
    """How many plans are weighed against the enemy's reply."""
    reply: float
    """How much the enemy's reply counts."""
    exact: float
    """Whether what is going to be done is asked of the exact odds again."""

    @classmethod
    def of(cls, level: Level) -> "Manner":
        """The manner that a level describes; a level that lacks a number is a mistake in its file."""
        return cls(**{name: level[name] for name in cls.__struct_fields__})
