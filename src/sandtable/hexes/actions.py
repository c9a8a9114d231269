"""What players can do in a hex game. Each action is one decision; ``Game.check`` judges it."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.state import Name, Place
from sandtable.hexes.strength import NONE, Kind, Points


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """Something that a player does."""


class Done(Action, frozen=True, tag="done"):
    """Finish this phase, or this step of it."""


class Concede(Action, frozen=True, tag="concede"):
    """Give up."""


# set-up


class Deploy(Action, frozen=True, tag="deploy"):
    """Put points of the reserve into an army; a counter that is not in play is placed with its first ones."""

    army: Name
    at: Place
    points: Points


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Take a deployed army back into the reserve."""

    army: Name


class Base(Action, frozen=True, tag="base"):
    """Bring a fleet, or some of its points, to a base: at set-up, or by sea in the Movement Phase."""

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
    """Move points to a place and hand them to an army there; a counter that is not in play is placed with them."""

    army: Name
    to: Place
    points: Points = NONE
    """None: all that it has."""
    into: Name = ""
    """The army that takes them; none: the army itself, as a whole."""
    ports: tuple[Place, Place] | None = None
    """By sea from one port to the other, and by land to the first and from the second."""


class Convert(Action, frozen=True, tag="convert"):
    """Turn amphibious points into infantry."""

    army: Name
    count: int


class Disband(Action, frozen=True, tag="disband"):
    """Give up points in an overstacked hex."""

    army: Name
    points: Points


class Unmark(Action, frozen=True, tag="unmark"):
    """Take away an occupation marker of one's own."""

    at: Place


# combat


class Target(Action, frozen=True, tag="attack"):
    """Announce an initial attack of an army on an adjacent hex."""

    army: Name
    target: Place


class Invade(Action, frozen=True, tag="invade"):
    """Announce an invasion by sea; in exploitation, an amphibious advance."""

    army: Name
    target: Place
    route: tuple[Place, ...] = ()
    """The hexes that it enters, the target last; none: the shortest way."""
    fleet: Name = ""
    """The fleet that sails with it."""
    spend: int = 0
    """Amphibious points that are spent to sail further."""
    spent_by: Name = ""
    """The army that they come from; none: the invading army itself."""


class Support(Action, frozen=True, tag="support"):
    """Announce that a fleet sails by itself to support an invasion."""

    fleet: Name
    target: Place
    route: tuple[Place, ...] = ()
    """The hexes that it enters, the target last; none: the shortest way."""


class CallOff(Action, frozen=True, tag="call-off"):
    """Take an announced attack back, or the support of a fleet."""

    army: Name


class Defend(Action, frozen=True, tag="defend"):
    """Say which armies, and which forts, make their defensive assault now; the others keep it."""

    armies: tuple[Name, ...] = ()
    forts: tuple[Place, ...] = ()


class Assault(Action, frozen=True, tag="assault"):
    """Fire at a target with armies of one hex."""

    target: Place
    armies: tuple[Name, ...]


class Lose(Action, frozen=True, tag="lose"):
    """Name losses."""

    armies: Mapping[Name, Points] = {}
    fort: int = 0
    fleet: int = 0


class Advance(Action, frozen=True, tag="advance"):
    """Try to advance into the hex that the army was named against."""

    army: Name


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreat an army that has lost its hex."""

    army: Name
    to: Place


class Exploit(Action, frozen=True, tag="exploit"):
    """Attack on with an army that has advanced."""

    army: Name
    target: Place


class Sail(Action, frozen=True, tag="sail"):
    """Carry out the invasion of a hex next."""

    target: Place


class Intercept(Action, frozen=True, tag="intercept"):
    """Meet an invasion at sea with a fleet; with none, let it pass."""

    fleet: Name = ""


class Strike(Action, frozen=True, tag="strike"):
    """Send coastal air against one of the armies that invade."""

    army: Name


# production


class Build(Action, frozen=True, tag="build"):
    """Build points and hand them to an army in a production hex; a counter that is not in play is placed."""

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
    """Give up a fort with all its points."""

    at: Place


class Lend(Action, frozen=True, tag="lend"):
    """Give production points to a partner through a depot."""

    at: Place
    count: int


HexAction = (
    Done
    | Concede
    | Deploy
    | Withdraw
    | Base
    | Devastate
    | DeployAll
    | Move
    | Convert
    | Disband
    | Unmark
    | Target
    | Invade
    | Support
    | CallOff
    | Defend
    | Assault
    | Lose
    | Advance
    | Retreat
    | Exploit
    | Sail
    | Intercept
    | Strike
    | Build
    | Repair
    | Fortify
    | Dismantle
    | Lend
)
