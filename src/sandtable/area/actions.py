"""What a seat can do. Tagged unions: the same values in a save file, a scenario and on the wire."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.forces import Power, Stack
from sandtable.area.state import Party, Reinforcement, Shots


class Pick(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Some units out of a space, as a player names them: ``2 infantry``, ``transport[tank]``."""

    unit: str
    count: int = 1
    cargo: tuple[str, ...] | None = None
    """Only pieces with exactly this aboard; not given: any."""
    used: int | None = None
    """Only pieces that have spent this much movement; not given: those with most left."""
    aboard: Power = ""
    """For air units: take off from a carrier of this partner."""


class Action(
    msgspec.Struct, frozen=True, tag=str.lower, tag_field="do", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of everything a seat can do."""


class Order(Action, frozen=True):
    """Purchase: the whole order of this turn; a new order replaces the one before."""

    units: Mapping[str, int]


class Research(Action, frozen=True):
    """Buy so many dice for the development of weapons, and roll them."""

    dice: int


class Move(Action, frozen=True):
    """Move units along a path of adjacent spaces (the first is where they are).

    A path of one space is an attack in place. ``attack`` declares an attack on submarines and transports that
    could be ignored; ``assault`` names the territory of the amphibious assault that ships take part in.
    """

    units: tuple[Pick, ...]
    path: tuple[str, ...]
    attack: bool = False
    assault: str = ""


Mission = Literal["", "counter-air", "bombing", "night-bombing", "interdiction"]


class Raid(Action, frozen=True):
    """Air units fly along a path to bomb the factory at its end, and fight nobody there.

    In some games there are several missions to fly; then it has to be named.
    """

    units: tuple[Pick, ...]
    path: tuple[str, ...]
    mission: Mission = ""


class Aid(Action, frozen=True):
    """Send money to a partner."""

    to: Power
    amount: int


class Program(Action, frozen=True):
    """Research dice by development: bought with the purchase, or given out when they are rolled.

    A new program replaces the one before. Where dice are given out only later, they are bought for nothing in
    particular (an empty name).
    """

    dice: Mapping[str, int]


class Repair(Action, frozen=True):
    """Repair one damaged ship for what a die says."""

    unit: str
    zone: str


class Scorch(Action, frozen=True):
    """The factories that their owner destroys this turn; a new choice replaces the one before."""

    territories: tuple[str, ...]


class Support(Action, frozen=True):
    """In the enemy's turn: air units fly to the next space to defend it."""

    unit: str
    space: str
    to: str
    count: int = 1
    aboard: Power = ""
    """Whose carrier they take off from, where that is a partner's."""


class Reinforce(Action, frozen=True):
    """In the enemy's turn: units will go to the next space when all combats are over."""

    units: tuple[Pick, ...]
    space: str
    to: str


class Recall(Action, frozen=True):
    """Take back all orders that one has given in the enemy's turn."""


class Halt(Action, frozen=True):
    """Which ships end their move where submarines have stopped some of them; the others sail on."""

    ships: Stack


class Bomb(Action, frozen=True):
    """How many bombers that have come through attack the factory; the others attack the income."""

    factory: int = 0


class Pin(Action, frozen=True):
    """Which reinforcements stay where they are, because the enemy has bombed the roads."""

    orders: tuple[Reinforcement, ...]


class Airlift(Action, frozen=True):
    """An air unit takes a land unit along its path, sets it down in ``drop``, and flies on."""

    unit: str
    passenger: str
    path: tuple[str, ...]
    drop: str


class Load(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Land units that board on the way: where the transport is then, and the coast they come from."""

    zone: str
    territory: str
    unit: str
    count: int = 1


class Landing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second coast, and who goes ashore there."""

    land: str
    units: tuple[str, ...]


class Voyage(Action, frozen=True):
    """One transport's whole voyage: the zones it sails, whom it loads on the way, and where they go ashore.

    In the combat move ``land`` is the territory of the announced assault, otherwise a friendly one. ``ashore``
    names who goes ashore; not given: all that may. A path of one zone is bridging. ``more`` are further coasts,
    where a game lets one transport serve several.
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

    unit: str
    territory: str
    zone: str
    owner: Power
    count: int = 1


class Disembark(Action, frozen=True):
    """Land units go ashore from a partner's transport; into a hostile territory it is an announced assault."""

    units: tuple[str, ...]
    zone: str
    owner: Power
    territory: str


class Done(Action, frozen=True):
    """This seat has finished its phase."""


class Fight(Action, frozen=True):
    """Choose the combat to resolve next."""

    space: str


class Engage(Action, frozen=True):
    """Before a landing: fight the submarines and transports in the zone, or leave them alone."""

    fight: bool


class Assault(Action, frozen=True):
    """After a sea battle: put the troops ashore as announced, or keep them aboard."""

    go: bool


class Rocket(Action, frozen=True):
    """Fire a rocket from a gun at the factory in a territory."""

    gun: str
    target: str


class Submerge(Action, frozen=True):
    """How many of the submarines that may do so submerge; the rest strike."""

    count: int


class Withdraw(Action, frozen=True):
    """How many of the units that may do so leave the battle, all to one space; the rest fight on."""

    count: int
    to: str = ""


class Casualties(Action, frozen=True):
    """Which units take the hits, in a battle or from guns on the way: those merely damaged, and those lost.

    Not given: the default choice.
    """

    damaged: Stack | None = None
    destroyed: Stack | None = None


class Aim(Action, frozen=True):
    """At whom each shot is fired that can be aimed: one entry for each enemy that is fired at.

    Not given: a sensible choice.
    """

    shots: tuple[Shots, ...] | None = None


class PullBack(Action, frozen=True):
    """Take units out of the battle: none, some or all of one's own, each party to a place; some may submerge."""

    parties: tuple[Party, ...] = ()
    below: Stack = ()


class Retreat(Action, frozen=True):
    """Break off the attack; land and sea units go to ``to`` (empty if only air units leave)."""

    to: str = ""


class Press(Action, frozen=True):
    """Fight another round."""


class Reland(Action, frozen=True):
    """Where a stranded defending air unit goes: a territory, or a sea zone with a carrier that has room."""

    unit: str
    space: str
    to: str
    owner: Power = ""
    """Whose carrier, where several could take it; empty: an own one first."""


class Land(Action, frozen=True):
    """Name the carrier for an air unit that ends its turn at sea: whose, and what is aboard already."""

    unit: str
    zone: str
    owner: Power
    cargo: tuple[str, ...] | None = None


class Mobilize(Action, frozen=True):
    """Place bought units. ``complex`` names the factory to charge when several could serve."""

    unit: str
    space: str
    count: int = 1
    complex: str = ""
    aboard: Power = ""
    """For fighters at sea: the owner of the carrier; empty means one's own."""
    onto: str = ""
    """The unit type of a ship that they are to be put aboard, if any."""


class Room(Action, frozen=True):
    """Lend or deny the room on one's carriers and transports to a partner."""

    partner: Power
    allowed: bool


class Concede(Action, frozen=True):
    """Give the game up; it ends when every player of the side has."""


class Special(Action, frozen=True):
    """An action that only some games have, by name. A game that lacks it refuses with its own rule."""

    name: str
    space: str = ""
    power: Power = ""
    amount: int = 0
    units: tuple[str, ...] = ()


AreaAction = (
    Order
    | Research
    | Move
    | Raid
    | Aid
    | Program
    | Repair
    | Scorch
    | Support
    | Reinforce
    | Recall
    | Halt
    | Bomb
    | Pin
    | Airlift
    | Voyage
    | Board
    | Disembark
    | Done
    | Fight
    | Engage
    | Assault
    | Rocket
    | Submerge
    | Withdraw
    | Casualties
    | Aim
    | PullBack
    | Retreat
    | Press
    | Reland
    | Land
    | Mobilize
    | Room
    | Concede
    | Special
)

Side = Literal["attack", "defend"]
