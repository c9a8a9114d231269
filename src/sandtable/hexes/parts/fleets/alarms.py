"""Orders to submarines that are given up to attack a country's morale off its coasts."""

from collections.abc import Iterator
from math import ceil
from typing import ClassVar

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.part import PartAction
from sandtable.hexes.parts.fleets.course import set_out
from sandtable.hexes.parts.fleets.lookouts import at_war
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.navies import check_kin
from sandtable.hexes.parts.fleets.sailing import check_homecoming, own_fleet, way_to
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.parts.fleets.ships import Regrouped
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

RULE = "morale.submarine-attack"
OFFERED = 3
"""How many coasts are offered to a fleet; players can name others."""


class AlarmCoast(PartAction, frozen=True):
    """Send a submarine against a country's morale: both lose a point."""

    phrase: ClassVar[str] = "alarm {at} with {fleet}"
    example: ClassVar[str] = "alarm 1810 with Western U-boat Fleet"

    fleet: str
    at: SpaceName
    into: str = ""
    """The fleet that the submarine forms, if it is not alone."""
    route: tuple[str, ...] = ()
    """The hexes it enters. Empty: the shortest route."""


def check(world: World, state: HexState, terms: Settings, side: Side, action: AlarmCoast) -> Refusal | None:
    """Validate an attack on a coast's morale."""
    known = NAVY.of(state)
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    refusal = check_homecoming(world, state, side) or _check_coast(world, state, terms, side, action.at)
    if refusal is not None:
        return refusal
    if not fleet.submarines:
        return world.refuse_by(RULE, f"{action.fleet} has no submarines.")
    if action.fleet in {*known.sent, *known.raids, *known.escorts.values()}:
        return world.refuse_by("fleet.own-turn-missions", f"{action.fleet} has another mission this turn.")
    if action.fleet in state.expended:
        return world.refuse("supply.fleets", f"{action.fleet} is not supplied: it can only change base.")
    free = action.into in world.who(side).fleets and action.into not in state.fleets
    if fleet.submarines > 1 and not free:
        return world.refuse_by(RULE, "The submarine forms a fleet of its own: name one that isn't in play.")
    if fleet.submarines == 1 and action.into:
        return world.refuse_by(RULE, f"{action.fleet} has a single submarine, which sails as it is.")
    kin = check_kin(world, terms.naval, action.fleet, action.into) if action.into else None
    way = way_to(world, state, fleet, action.at, action.route)
    if kin is not None or isinstance(way, Refusal):
        return kin or (way if isinstance(way, Refusal) else None)
    length, longest = ceil(world.waters.length(way)), terms.submarines.patrol
    if length > longest:
        why = f"The way to {world.title(action.at)} is {length} long, but a patrol hex is at most {longest} away."
        return world.refuse_by("uboat.patrol", why)
    return None


def _check_coast(world: World, state: HexState, terms: Settings, side: Side, at: Place) -> Refusal | None:
    terror = terms.naval.terror if terms.naval is not None else None
    if terror is None or terror.side != side:
        return world.refuse_by(RULE, "Your submarines don't attack morale in this game.")
    coast = at in world.waters.harbours and world.board.area_of(at) in terror.areas
    if not coast and at not in terror.places:
        return world.refuse_by(RULE, f"{world.title(at)} isn't a coast of the {terror.country}.")
    holder = state.control.get(at, "")
    if not holder or not at_war(world, state, side, holder):
        return world.refuse_by(RULE, f"There is no war between {world.the(side)} and the {terror.country}.")
    return None


def sail(run: Unfolding, terms: Settings, action: AlarmCoast) -> None:
    """A submarine sails for a coast, as a fleet of its own."""
    way = way_to(run.world, run.state, run.state.fleets[action.fleet], action.at, action.route)
    assert not isinstance(way, Refusal), "it was not checked"
    if action.into:
        run.emit(Regrouped(ship="u_boat", frm=action.fleet, into=action.into, count=1))
    set_out(run, terms, action.into or action.fleet, "terror", way)


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[AlarmCoast]:
    """A few coasts for each fleet of submarines."""
    terror = terms.naval.terror if terms.naval is not None else None
    if terror is None or terror.side != side:
        return
    coasts = (place for place in world.places_in(terror.areas) if place in world.waters.harbours)
    near = sorted((*terror.places, *coasts))
    step = max(1, len(near) // OFFERED)
    for name, fleet in state.fleets.items():
        if fleet.side == side and fleet.submarines:
            names = (one for one in world.who(side).fleets if one not in state.fleets)
            kin = (one for one in names if check_kin(world, terms.naval, name, one) is None)
            into = next(kin, "") if fleet.submarines > 1 else ""
            yield from (AlarmCoast(name, at, into) for at in near[::step])
