"""The actions a seat can take. Tagged unions: the same values in a save file, a scenario and on the wire."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from sandtable.area.forces import Power, Stack
from sandtable.area.state import Party, Shots
from sandtable.core.vocabulary import PowerName, SpaceName, UnitName


class Pick(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Some units in a space, as a player names them: ``2 infantry``, ``transport[tank]``."""

    unit: str
    count: int = 1
    cargo: tuple[str, ...] | None = None
    """Only pieces with exactly this cargo; by default any."""
    used: int | None = None
    """Only pieces that have used this much movement; by default those with the most left."""
    aboard: Power = ""
    """For air units: take off from a carrier of this partner."""


class Action(
    msgspec.Struct, frozen=True, tag=str.lower, tag_field="do", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all actions.

    ``phrase``: how it is written (see :mod:`sandtable.core.vocabulary`); ``example``: a line a player might type;
    ``aliases``: other verbs for it; ``lines``: other ways to type what follows the verb, as patterns whose groups
    are the keywords of the phrase.
    """

    phrase: ClassVar[str] = ""
    example: ClassVar[str] = ""
    aliases: ClassVar[tuple[str, ...]] = ()
    lines: ClassVar[tuple[str, ...]] = ()


class Order(Action, frozen=True):
    """Purchase: this turn's whole order; a new order replaces the previous one."""

    units: Mapping[str, int]


class Move(Action, frozen=True):
    """Move units along a path of adjacent spaces (the first is where they are).

    A path of one space is an attack in place. ``attack`` declares an attack on submarines and transports that
    could be ignored; ``assault`` names the territory of the amphibious assault that ships take part in.
    """

    units: tuple[Pick, ...]
    path: tuple[str, ...]
    attack: bool = False
    assault: str = ""


Mission = Literal["", "counter-air", "bombing", "night-bombing", "interdiction", "sweep", "atomic"]


class Raid(Action, frozen=True):
    """Air units fly along a path to bomb the factory at its end, without fighting the units there.

    In games with several missions, the mission has to be named.
    """

    units: tuple[Pick, ...]
    path: tuple[str, ...]
    mission: Mission = ""


class Load(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Land units that board on the way: the transport's zone at that point, and the coast they come from."""

    zone: str
    territory: str
    unit: str
    count: int = 1


class Landing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second coast, and the units that land there."""

    land: str
    units: tuple[str, ...]


class Voyage(Action, frozen=True):
    """One transport's whole voyage: the zones it sails through, the units it loads on the way, and where they
    land.

    In the combat move, ``land`` is the territory of the announced assault, otherwise a friendly one. ``ashore``
    names the units that land; by default all that may. A path of one zone is bridging. ``more`` are further
    coasts, in games that let one transport land troops in several.
    """

    transport: Pick
    path: tuple[str, ...]
    loads: tuple[Load, ...] = ()
    land: str = ""
    ashore: tuple[str, ...] | None = None
    attack: bool = False
    more: tuple[Landing, ...] = ()


class Board(Action, frozen=True):
    """Land units board a partner's transport in a sea zone."""

    phrase: ClassVar[str] = "board {unit} from {territory} in {zone} owner {owner}"

    unit: UnitName
    """The units."""
    territory: SpaceName
    """The territory they leave."""
    zone: SpaceName
    """The transport's zone."""
    owner: PowerName
    """The transport's owner."""
    count: int = 1


class Disembark(Action, frozen=True):
    """Land units go ashore from a partner's transport; in a hostile territory, this is an announced assault."""

    phrase: ClassVar[str] = "disembark {units} from {zone} to {territory} owner {owner}"

    units: tuple[UnitName, ...]
    """The units."""
    zone: SpaceName
    """The transport's zone."""
    owner: PowerName
    """The transport's owner."""
    territory: SpaceName
    """The territory they land in."""


class Done(Action, frozen=True):
    """This seat has finished its phase."""

    phrase: ClassVar[str] = "done"


class Fight(Action, frozen=True):
    """Choose the combat to resolve next."""

    phrase: ClassVar[str] = "fight {space}"

    space: SpaceName
    """The space."""


class Engage(Action, frozen=True):
    """Before a landing: fight the submarines and transports in the zone, or leave them alone."""

    phrase: ClassVar[str] = "engage {fight}"

    fight: bool
    """``true`` to fight them."""


class Assault(Action, frozen=True):
    """After a sea battle: put the troops ashore as announced, or keep them aboard."""

    phrase: ClassVar[str] = "assault {go}"

    go: bool
    """``true`` to go ashore."""


class Submerge(Action, frozen=True):
    """How many of the submarines that may submerge do so; the rest fight."""

    phrase: ClassVar[str] = "submerge {count}"

    count: int
    """How many."""


class Withdraw(Action, frozen=True):
    """How many of the units that may withdraw leave the battle, all to one space; the rest fight on."""

    phrase: ClassVar[str] = "withdraw {count} to {to}"

    count: int
    """How many."""
    to: SpaceName = ""
    """The zone they go to."""


class Casualties(Action, frozen=True):
    """Which units take the hits, in a battle or from guns on the way: those only damaged, and those lost.

    If none are given, the default choice.
    """

    damaged: Stack | None = None
    destroyed: Stack | None = None


class Aim(Action, frozen=True):
    """The targets of aimed shots: one entry per enemy fired at.

    If none are given, a sensible choice.
    """

    shots: tuple[Shots, ...] | None = None


class PullBack(Action, frozen=True):
    """Take units out of the battle: none, some or all of one's own, each group to a place; some may submerge."""

    parties: tuple[Party, ...] = ()
    below: Stack = ()


class Retreat(Action, frozen=True):
    """Break off the attack; land and sea units go to ``to`` (empty if only air units leave)."""

    to: str = ""


class Press(Action, frozen=True):
    """Fight another round."""

    phrase: ClassVar[str] = "press"


class Reland(Action, frozen=True):
    """Where a stranded defending air unit goes: a territory, or a sea zone with a carrier that has room."""

    phrase: ClassVar[str] = "reland {unit} from {space} to {to} owner {owner}"

    unit: UnitName
    """The air unit."""
    space: SpaceName
    """Where it is stranded."""
    to: SpaceName
    """Where it lands."""
    owner: PowerName = ""
    """The carrier's owner, if several powers' carriers could take it; by default one's own first."""


class Land(Action, frozen=True):
    """Choose the carrier for an air unit that ends its turn at sea: its owner, and what is already aboard."""

    unit: str
    zone: str
    owner: Power
    cargo: tuple[str, ...] | None = None


class Mobilize(Action, frozen=True):
    """Place bought units. ``complex`` names the factory to use if several could serve."""

    phrase: ClassVar[str] = "mobilize {unit} in {space} factory {complex} aboard {aboard} onto {onto}"

    unit: UnitName
    """The units."""
    space: SpaceName
    """The space where they appear."""
    count: int = 1
    complex: SpaceName = ""
    """The factory to use, if several could serve."""
    aboard: PowerName = ""
    """For fighters at sea: the owner of the carrier, if it is not one's own."""
    onto: UnitName = ""
    """The type of ship to put them aboard."""


class Room(Action, frozen=True):
    """Let a partner use the room on one's carriers and transports, or not."""

    phrase: ClassVar[str] = "room {partner} allowed {allowed}"

    partner: PowerName
    """The partner."""
    allowed: bool
    """``true`` to allow it."""


class Concede(Action, frozen=True):
    """Concede the game; it ends when every player of the side has conceded."""

    phrase: ClassVar[str] = "concede"


class Special(Action, frozen=True):
    """An action that only some games have, by name. Games without it refuse it with their own rule."""

    name: str
    space: str = ""
    power: Power = ""
    amount: int = 0
    units: tuple[str, ...] = ()


AreaAction = Action
"""An action of any game of the family, whether the family's own or a part's."""

FAMILY: tuple[type[Action], ...] = (
    Order,
    Move,
    Raid,
    Voyage,
    Board,
    Disembark,
    Done,
    Fight,
    Engage,
    Assault,
    Submerge,
    Withdraw,
    Casualties,
    Aim,
    PullBack,
    Retreat,
    Press,
    Reland,
    Land,
    Mobilize,
    Room,
    Concede,
    Special,
)
"""The actions that all games of the family have."""

Side = Literal["attack", "defend"]
