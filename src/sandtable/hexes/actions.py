"""What players can do in a hex game. Each action is one decision; ``Game.check`` validates it."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.state import Name, Place
from sandtable.hexes.strength import NONE, Kind, Points


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """Something a player does."""


class Done(Action, frozen=True, tag="done"):
    """Finish this phase, or this step of it."""


class Concede(Action, frozen=True, tag="concede"):
    """Give up."""


# set-up


class Deploy(Action, frozen=True, tag="deploy"):
    """Add points from the reserve to an army. An army not yet in play is placed with its first points."""

    army: Name
    at: Place
    points: Points


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Return a deployed army to the reserve."""

    army: Name


class Base(Action, frozen=True, tag="base"):
    """Base a fleet, or some of its points: during set-up, or by sea in the Movement Phase."""

    fleet: Name
    at: Place
    points: int


class Devastate(Action, frozen=True, tag="devastate"):
    """Choose which production is lost before the first turn."""

    points: Mapping[Place, int]


class DeployAll(Action, frozen=True, tag="deploy-all"):
    """Deploy as the scenario proposes."""


# movement


class Move(Action, frozen=True, tag="move"):
    """Move points to a place and add them to an army there. An army not yet in play is placed with them."""

    army: Name
    to: Place
    points: Points = NONE
    """Empty: all its points."""
    into: Name = ""
    """The army that receives them. Empty: the army itself moves, as a whole."""
    ports: tuple[Place, Place] | None = None
    """By land to the first port, by sea to the second, and on by land."""
    route: tuple[Place, ...] = ()
    """The hexes they enter at sea, if that matters. Empty: the shortest route."""


class Convert(Action, frozen=True, tag="convert"):
    """Convert amphibious points to infantry."""

    army: Name
    count: int


class Disband(Action, frozen=True, tag="disband"):
    """Remove points from an overstacked hex."""

    army: Name
    points: Points


class Unmark(Action, frozen=True, tag="unmark"):
    """Remove one of your occupation markers."""

    at: Place


# combat


class Target(Action, frozen=True, tag="attack"):
    """Announce an army's initial attack on an adjacent hex."""

    army: Name
    target: Place


class Invade(Action, frozen=True, tag="invade"):
    """Announce an invasion by sea or, in exploitation, an amphibious advance."""

    army: Name
    target: Place
    route: tuple[Place, ...] = ()
    """The hexes it enters, ending with the target. Empty: the shortest route."""
    fleet: Name = ""
    """The fleet that escorts it."""
    spend: int = 0
    """Amphibious points spent to sail further."""
    spent_by: Name = ""
    """The army they come from. Empty: the invading army itself."""


class Support(Action, frozen=True, tag="support"):
    """Announce that a fleet sails on its own to support an invasion."""

    fleet: Name
    target: Place
    route: tuple[Place, ...] = ()
    """The hexes it enters, ending with the target. Empty: the shortest route."""


class CallOff(Action, frozen=True, tag="call-off"):
    """Cancel an announced attack, or a fleet's support."""

    army: Name


class Defend(Action, frozen=True, tag="defend"):
    """Choose which armies and forts make their defensive assault now. The others save theirs."""

    armies: tuple[Name, ...] = ()
    forts: tuple[Place, ...] = ()


class Assault(Action, frozen=True, tag="assault"):
    """Fire at a target with armies from one hex."""

    target: Place
    armies: tuple[Name, ...]


class Lose(Action, frozen=True, tag="lose"):
    """Choose losses."""

    armies: Mapping[Name, Points] = {}
    fort: int = 0
    fleet: int = 0


class Advance(Action, frozen=True, tag="advance"):
    """Try to advance into the army's target hex."""

    army: Name


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreat an army that has lost its hex."""

    army: Name
    to: Place


class Exploit(Action, frozen=True, tag="exploit"):
    """Attack again with an army that has advanced."""

    army: Name
    target: Place


class Sail(Action, frozen=True, tag="sail"):
    """Carry out the invasion of this hex next."""

    target: Place


class Intercept(Action, frozen=True, tag="intercept"):
    """Intercept an invasion with a fleet, or let it pass if none is given."""

    fleet: Name = ""


class Strike(Action, frozen=True, tag="strike"):
    """Fire coastal air at one of the invading armies."""

    army: Name


# production


class Build(Action, frozen=True, tag="build"):
    """Build points and add them to an army in a production hex. An army not yet in play is placed."""

    kind: Kind
    count: int
    at: Place
    into: Name


class Repair(Action, frozen=True, tag="repair"):
    """Repair devastated production."""

    at: Place
    count: int = 1


class Fortify(Action, frozen=True, tag="fortify"):
    """Build fort points."""

    at: Place
    count: int = 1


class Dismantle(Action, frozen=True, tag="dismantle"):
    """Remove a fort and all its points."""

    at: Place


FAMILY: tuple[type[Action], ...] = (
    Done,
    Concede,
    Deploy,
    Withdraw,
    Base,
    Devastate,
    DeployAll,
    Move,
    Convert,
    Disband,
    Unmark,
    Target,
    Invade,
    Support,
    CallOff,
    Defend,
    Assault,
    Lose,
    Advance,
    Retreat,
    Exploit,
    Sail,
    Intercept,
    Strike,
    Build,
    Repair,
    Fortify,
    Dismantle,
)
"""Every action that any scenario can have; parts add more."""
HexAction = Action
