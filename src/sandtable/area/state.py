"""The state of an area game: plain data with value equality.

Nothing here is ever changed in place: evolving builds a new state that shares unchanged data, so a fork is just
the state itself.
"""

from collections.abc import Mapping

import msgspec

from sandtable.area.forces import EMPTY, Piece, Power, Stack
from sandtable.area.relations import Relations
from sandtable.area.techs import Techs
from sandtable.core.parts import AnySlice

Route = tuple[str, ...]


class Slice(AnySlice, frozen=True):
    """What one part of the game remembers; its tag is the part's name."""


class Site(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A space where this turn's combat is still to be resolved."""

    space: str
    amphibious: bool = False
    """Part of an announced amphibious assault."""
    raid: bool = False
    """Bombers over a factory; the battle for the territory is a separate combat."""


class Stranded(msgspec.Struct, frozen=True, order=True):
    """Defending air units whose carrier was lost; their owner lands them before the next moves."""

    space: str
    power: Power
    unit: str
    count: int


class Damage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Damage to a territory from bombs and rockets; it affects its holder in the next turn."""

    income: int = 0
    production: int = 0


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is remembered for the duration of a turn. With team turns, several powers may be active."""

    phases: Mapping[Power, str]
    """The active powers, and each one's phase; empty if it has finished and waits for its team."""
    control: Mapping[str, Power] = {}
    """Who held which territory when the turn began."""
    hostile: tuple[str, ...] = ()
    """Sea zones that were hostile to the active side when the turn began."""
    engaged: tuple[str, ...] = ()
    """Sea zones where the active power attacks submarines and transports that it could have ignored."""
    ignored: tuple[str, ...] = ()
    """Sea zones of an assault where the attacker decided to ignore submarines and transports."""
    assaults: tuple[tuple[str, str], ...] = ()
    """Announced amphibious assaults: sea zone and territory."""
    routes: Mapping[str, tuple[Route, ...]] = {}
    """For each attacked space, the paths by which land and sea units came (for retreats)."""
    sites: tuple[Site, ...] = ()
    """Combats still to be resolved."""
    chosen: str = ""
    """The combat the attacker has chosen, while something about it is still to be decided."""
    blocked: tuple[str, ...] = ()
    """Landing zones where the fleet retreated or was beaten."""
    stranded: tuple[Stranded, ...] = ()
    charged: Mapping[str, int] = {}
    """Units that each factory has mobilized this turn."""
    fought: tuple[str, ...] = ()
    """Sea zones that have seen a battle, if the game needs that."""
    parts: Mapping[str, Slice] = {}
    """What the parts of the game remember until the turn ends."""


class Hits(msgspec.Struct, frozen=True, order=True):
    """Hits of one kind, by the kind of unit that scored them."""

    volley: str
    count: int


class Shots(msgspec.Struct, frozen=True):
    """The units that fire at one enemy. Each entry is one enemy, even if several are identical."""

    at: Piece
    by: Stack


class Marked(msgspec.Struct, frozen=True):
    """Aimed hits on one unit."""

    piece: Piece
    hits: int


class Strip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of the battle strip."""

    units: Stack = EMPTY
    """In the battle: firing units and those beside the strip."""
    casualties: Stack = EMPTY
    """Behind the strip: hit, but may still return fire before they are removed."""
    submerged: Stack = EMPTY
    """Out of this battle, still in the sea zone."""
    abilities: tuple[str, ...] = ()
    """Abilities present when the round began; a loss takes effect in the next round."""
    support: Stack = EMPTY
    """Not on the strip: guns and ships that fire into this battle from where they are."""
    leader: Power = ""
    """Who chooses losses and targets for the side in this round, if there is a leader."""
    aims: tuple[Shots, ...] = ()
    """Shots of this side that are aimed and not yet fired."""
    fired: Stack = EMPTY
    """Units that fired aimed shots in this round."""
    hits: tuple[Hits, ...] = ()
    """Pending hits on this side."""
    marked: tuple[Marked, ...] = ()
    """Pending aimed hits on this side."""


class Proposal(msgspec.Struct, frozen=True):
    """Losses chosen by one player of a multinational defense."""

    seat: Power
    damaged: Stack
    destroyed: Stack


class Party(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Units that leave a battle for one place; without one, air units that wait to land."""

    units: Stack
    to: str = ""


class Leave(msgspec.Struct, frozen=True, omit_defaults=True):
    """The units a power pulls back."""

    power: Power
    parties: tuple[Party, ...] = ()
    below: Stack = EMPTY
    """The units that submerge."""


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle in progress: its position in its declared sequence, and both strips."""

    space: str
    sequence: str
    """The declared sequence: ``land``, ``sea`` or ``raid``; a special one ends with that word."""
    attacker: Power
    """The power that leads the attack."""
    attack: Strip
    defend: Strip
    amphibious: bool = False
    round: int = 0
    step: int = 0
    hits: tuple[Hits, ...] = ()
    """Hits that ``victim`` still has to assign."""
    picked: tuple[Hits, ...] = ()
    """Hits on ``victim`` that the other side assigns, before the others."""
    victim: str = ""
    """``attack`` or ``defend`` while losses are to be chosen."""
    proposals: tuple[Proposal, ...] = ()
    answered: tuple[Power, ...] = ()
    """Seats that have answered the open question of this step."""
    retreats: tuple[str, ...] = ()
    """Where the attacker may retreat now; set when that decision is due."""
    column: int = 0
    """The number needed by the units that fired last in the current volley, if it is fired column by column."""
    found: tuple[Piece, ...] = ()
    """Air units that guns have found but not fired at yet."""
    deadlock: bool = False
    """Units have left in this round because neither side could hit the other."""
    leaving: tuple[Leave, ...] = ()
    """The units that pull back once everybody has answered."""

    @property
    def at_sea(self) -> bool:
        """Whether it is fought between fleets."""
        return self.sequence.rpartition("-")[2] == "sea"


class AreaState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything on and beside the board."""

    round: int
    turn: Turn
    control: Mapping[str, Power]
    treasury: Mapping[Power, int]
    stacks: Mapping[str, Stack]
    bought: Mapping[Power, Mapping[str, int]] = {}
    """The mobilization zone: units paid for but not yet placed."""
    techs: Techs = ()
    """The powers' developments."""
    relations: Relations = ()
    """Relations between powers that differ from those of their sides."""
    damage: Mapping[str, Damage] = {}
    """Bombed territories, and the damage."""
    battle: Battle | None = None
    no_room: tuple[tuple[Power, Power], ...] = ()
    """Pairs (owner, partner): the owner doesn't share its carriers and transports with the partner."""
    players: Mapping[str, tuple[Power, ...]] = {}
    conceded: tuple[str, ...] = ()
    options: Mapping[str, bool] = {}
    call_battles: bool = False
    """Whether the last battle left waits until it is called."""
    winner: str = ""
    parts: Mapping[str, Slice] = {}
    """What the parts of the game remember."""

    def at(self, space: str) -> Stack:
        """The stack in a space."""
        return self.stacks.get(space, EMPTY)
