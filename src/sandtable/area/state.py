"""The state of an area game: plain data with value equality.

Nothing here is ever changed in place: evolving builds a new state that shares what did not change, so
a fork is the state itself.
"""

from collections.abc import Mapping

import msgspec

from sandtable.area.forces import EMPTY, Piece, Power, Stack
from sandtable.area.techs import Techs

Route = tuple[str, ...]


class Site(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A space where this turn's combat is still to be resolved."""

    space: str
    amphibious: bool = False
    """Part of an announced amphibious assault."""
    raid: bool = False
    """Bombers over a factory; the battle for the territory is another combat."""


class Stranded(msgspec.Struct, frozen=True, order=True):
    """Defending air units whose carrier was lost; their owner lands them before the next moves."""

    space: str
    power: Power
    unit: str
    count: int


class Overflight(msgspec.Struct, frozen=True):
    """Air units on their way over enemy guns."""

    space: str
    """Where they are going, and stand on the board."""
    planes: Stack
    guns: tuple[str, ...]
    """Where guns have yet to fire at them."""
    hits: int = 0
    """Hits that their owner has yet to assign."""


class Damage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What bombs and rockets have done to a territory; its holder feels it in the next turn."""

    income: int = 0
    production: int = 0


class Strike(msgspec.Struct, frozen=True, order=True):
    """A rocket that was ordered."""

    power: Power
    gun: str
    target: str


class Passing(msgspec.Struct, frozen=True):
    """Ships on their way through a zone whose submarines have stopped some of them: which, says their owner."""

    power: Power
    path: Route
    """The way that is left, beginning with the zone."""
    units: Stack
    stopped: int
    assault: str = ""
    attack: bool = False


class Reinforcement(msgspec.Struct, frozen=True, order=True):
    """Units that will go to the next space when all combats are over."""

    power: Power
    space: str
    to: str
    unit: str
    count: int
    cargo: tuple[str, ...] = ()


class Release(msgspec.Struct, frozen=True):
    """Bombers that have come through and have yet to be told what to bomb."""

    space: str
    power: Power
    bombers: Stack


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is remembered for the length of a turn. Several powers may be active in games of team turns."""

    phases: Mapping[Power, str]
    """The active powers, and the phase that each is in; none: it has finished and waits for its team."""
    control: Mapping[str, Power] = {}
    """Who held what when the turn began."""
    hostile: tuple[str, ...] = ()
    """Sea zones that were hostile to the active side when the turn began."""
    engaged: tuple[str, ...] = ()
    """Sea zones where the active power attacks submarines and transports that it could have ignored."""
    ignored: tuple[str, ...] = ()
    """Sea zones of an assault where it was decided to leave submarines and transports alone."""
    assaults: tuple[tuple[str, str], ...] = ()
    """Announced amphibious assaults: sea zone and territory."""
    routes: Mapping[str, tuple[Route, ...]] = {}
    """For each attacked space, the paths by which land and sea units came (for retreats)."""
    sites: tuple[Site, ...] = ()
    """Combats still to be resolved."""
    chosen: str = ""
    """The combat that the attacker has turned to, while a question about it is open."""
    blocked: tuple[str, ...] = ()
    """Landing zones where the fleet retreated or failed."""
    stranded: tuple[Stranded, ...] = ()
    charged: Mapping[str, int] = {}
    """Units that each factory has mobilized this turn."""
    researched: bool = False
    """Dice for research have been rolled this turn."""
    overflight: Overflight | None = None
    """Guns fire at air units that are on their way."""
    fought: tuple[str, ...] = ()
    """Sea zones that have seen a battle, where a game asks for that."""
    rocketed: bool = False
    """A rocket has been fired this turn."""
    sent: Mapping[Power, int] = {}
    """Money that powers have sent to partners this turn."""
    scorched: tuple[str, ...] = ()
    """Territories whose factory is destroyed by its owner this turn."""
    strikes: tuple[Strike, ...] = ()
    """Rockets that were ordered and have yet to be fired."""
    passing: tuple[Passing, ...] = ()
    """Ships that were stopped on their way."""
    closed: tuple[Power, ...] = ()
    """Powers of the other team that have given all their orders."""
    reinforcements: tuple[Reinforcement, ...] = ()
    pinned: Mapping[str, int] = {}
    """Territories, and how many units of a reinforcement must stay there."""
    released: tuple[Release, ...] = ()
    embattled: tuple[str, ...] = ()
    """Spaces that have seen a battle, where a game asks for that."""
    settled: bool = False
    """All combats are over, and reinforcements have been carried out."""
    developed: tuple[Power, ...] = ()
    """Powers that have rolled their research dice, where they have a phase for that."""
    raised: Mapping[str, int] = {}
    """Units that have entered play in each territory without its factory."""


class Hits(msgspec.Struct, frozen=True, order=True):
    """Hits of one kind, by the kind of unit that scored them."""

    volley: str
    count: int


class Shots(msgspec.Struct, frozen=True):
    """Who fires at one enemy. Enemies that are alike are told apart: one entry is one of them."""

    at: Piece
    by: Stack


class Marked(msgspec.Struct, frozen=True):
    """Aimed hits on one unit."""

    piece: Piece
    hits: int


class Strip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side's edge of the battle strip."""

    units: Stack = EMPTY
    """In the battle: firing units and those beside the strip."""
    casualties: Stack = EMPTY
    """Behind the strip: hit, but still to return fire before they are removed."""
    submerged: Stack = EMPTY
    """Out of this battle, still in the sea zone."""
    abilities: tuple[str, ...] = ()
    """Abilities present when the round began; a loss takes effect in the next round."""
    support: Stack = EMPTY
    """Not on the strip: guns and ships that fire into this battle from where they stand."""
    leader: Power = ""
    """Who names losses and targets for the side in this round, where somebody does."""
    aims: tuple[Shots, ...] = ()
    """Shots of this side that are aimed and not yet fired."""
    fired: Stack = EMPTY
    """Who has fired aimed shots in this round."""
    hits: tuple[Hits, ...] = ()
    """Hits on this side that wait to take effect."""
    marked: tuple[Marked, ...] = ()
    """Aimed hits on this side that wait to take effect."""


class Proposal(msgspec.Struct, frozen=True):
    """Losses that one player of a multinational defence has named."""

    seat: Power
    damaged: Stack
    destroyed: Stack


class Party(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Units that leave a battle for one place; without one: attacking air units, which wait until they land."""

    units: Stack
    to: str = ""


class Leave(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a power pulls back."""

    power: Power
    parties: tuple[Party, ...] = ()
    below: Stack = EMPTY
    """Who submerges."""


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle in progress: where it is in its declared sequence, and both strips."""

    space: str
    sequence: str
    """Which declared sequence it follows: ``land``, ``sea`` or ``raid``."""
    attacker: Power
    """The power that leads the attack."""
    attack: Strip
    defend: Strip
    amphibious: bool = False
    round: int = 0
    step: int = 0
    hits: tuple[Hits, ...] = ()
    """Hits that ``victim`` has yet to assign."""
    victim: str = ""
    """``attack`` or ``defend`` while losses are to be chosen."""
    proposals: tuple[Proposal, ...] = ()
    answered: tuple[Power, ...] = ()
    """Seats that have answered the open question of this step."""
    retreats: tuple[str, ...] = ()
    """Where the attacker may retreat to now; filled when that is asked."""
    column: int = 0
    """What those had to roll who fired last in the present volley, if it is fired column by column."""
    found: tuple[Piece, ...] = ()
    """Air units that guns have found and have yet to fire at."""
    deadlock: bool = False
    """Units have left in this round because neither side could hit the other."""
    leaving: tuple[Leave, ...] = ()
    """Who pulls back as soon as everybody has answered."""


class AreaState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything on and beside the board."""

    round: int
    turn: Turn
    control: Mapping[str, Power]
    treasury: Mapping[Power, int]
    stacks: Mapping[str, Stack]
    bought: Mapping[Power, Mapping[str, int]] = {}
    """The mobilization zone: units paid for and not yet placed."""
    techs: Techs = ()
    """What powers have developed."""
    damage: Mapping[str, Damage] = {}
    """Territories that were bombed, and what that will cost."""
    halved: tuple[Power, ...] = ()
    """Powers that have lost their capital since they last collected income."""
    opened: tuple[str, ...] = ()
    """Closed areas that are closed no more."""
    dice: Mapping[Power, Mapping[str, int]] = {}
    """Research dice that were bought and not yet rolled, by development."""
    boxes: Mapping[Power, Mapping[str, int]] = {}
    """Steps towards developments, where research is made in steps."""
    razed: tuple[str, ...] = ()
    """Territories whose first factory was destroyed by its owner."""
    battle: Battle | None = None
    no_room: tuple[tuple[Power, Power], ...] = ()
    """Pairs (owner, partner): the owner does not lend its carriers and transports to the partner."""
    players: Mapping[str, tuple[Power, ...]] = {}
    conceded: tuple[str, ...] = ()
    options: Mapping[str, bool] = {}
    winner: str = ""

    def at(self, space: str) -> Stack:
        """The stack in a space."""
        return self.stacks.get(space, EMPTY)
