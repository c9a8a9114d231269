"""Orders to attack naval bases: with carriers that sail there, and with aircraft of a coast."""

from collections.abc import Iterator
from math import ceil
from typing import ClassVar

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.combat.fire import navy_of
from sandtable.hexes.invasion.sailing import can_sail
from sandtable.hexes.part import PartAction
from sandtable.hexes.parts.fleets import search, uncovered
from sandtable.hexes.parts.fleets.airfields import BEYOND, air_range, bought, coastal_air
from sandtable.hexes.parts.fleets.bases import (
    AircraftFought,
    BaseRaided,
    SortieFlown,
    SortieOver,
    breakable,
    moored,
    shake,
)
from sandtable.hexes.parts.fleets.carriers import volley
from sandtable.hexes.parts.fleets.course import set_out
from sandtable.hexes.parts.fleets.lookouts import Target, at_war
from sandtable.hexes.parts.fleets.memory import NAVY, Damage, Sortie
from sandtable.hexes.parts.fleets.sailing import check_homecoming, own_fleet, way_to
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.parts.fleets.strikes import DamageDue
from sandtable.hexes.shipping import is_port
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class AttackBase(PartAction, frozen=True):
    """Send a fleet with carriers against the ships in an enemy naval base."""

    phrase: ClassVar[str] = "attack the base in {at} with {fleet}"
    example: ClassVar[str] = "attack the base in 1236 with Home Fleet"

    fleet: str
    at: SpaceName
    route: tuple[str, ...] = ()
    """The hexes it enters. Empty: the shortest route."""
    morale: bool = False
    """Aimed at the morale of the country instead."""


class RaidBase(PartAction, frozen=True):
    """Attack an enemy naval base with bought coastal aircraft."""

    phrase: ClassVar[str] = "raid {at} with {count} aircraft from {frm}"
    example: ClassVar[str] = "raid 1236 with 6 aircraft from 1333"

    frm: SpaceName
    at: SpaceName
    count: int
    morale: bool = False
    """Aimed at the morale of the country instead."""


# carriers


def check_attack(world: World, state: HexState, terms: Settings, side: Side, action: AttackBase) -> Refusal | None:
    """Validate an attack of carriers on a base."""
    rule, known = "carrier.naval-base-attack", NAVY.of(state)
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    late = check_homecoming(world, state, side)
    if late is not None:
        return late
    if terms.search is None or not fleet.carriers:
        return world.refuse_by(rule, f"{action.fleet} has no carriers.")
    wrong = _check_aim(world, state, terms, side, action, navy_of(world, state, action.fleet), "")
    if wrong is not None:
        return wrong
    if (
        not action.morale
        and not moored(world, state, side, action.at)
        and not _breakable(world, state, side, action)
    ):
        return world.refuse_by(rule, f"There are no enemy ships in port in {world.title(action.at)}.")
    if action.route and action.route[-1] != action.at:
        why = f"Carrier aircraft have no range: the fleet must sail to {world.title(action.at)}."
        return world.refuse_by("chart.ranges", why)
    if action.fleet in {*known.sent, *known.raids, *known.escorts.values()}:
        return world.refuse_by("fleet.own-turn-missions", f"{action.fleet} has another mission this turn.")
    way = way_to(world, state, fleet, action.at, action.route)
    if isinstance(way, Refusal):
        return way
    if action.fleet in state.expended or not can_sail(world, state, fleet, way):
        return world.refuse("supply.fleets", f"{action.fleet} is not supplied.")
    length, longest = ceil(world.waters.length(way)), terms.surface.longest
    if length > longest:
        why = f"The way to {world.title(action.at)} is {length} long, but carriers sail at most {longest}."
        return world.refuse_by("chart.ranges", why)
    return None


def sail(run: Unfolding, terms: Settings, action: AttackBase) -> None:
    """A fleet sails against a base."""
    way = way_to(run.world, run.state, run.state.fleets[action.fleet], action.at, action.route)
    assert not isinstance(way, Refusal), "it was not checked"
    set_out(run, terms, action.fleet, "port", way, morale=action.morale)


def _breakable(world: World, state: HexState, side: Side, action: AttackBase | RaidBase) -> bool:
    holder = state.control.get(action.at, "")
    return breakable(world, action.at) and bool(holder) and at_war(world, state, side, holder)


def _check_aim(
    world: World,
    state: HexState,
    terms: Settings,
    side: Side,
    action: AttackBase | RaidBase,
    navy: str,
    nation: str,
) -> Refusal | None:
    """Whether a base is known, or a coast can be attacked for its country's morale."""
    if not action.morale:
        return uncovered.check(world, state, terms, action.at)
    holder = state.control.get(action.at, "")
    found = (part.shakes(world, state, side, navy, nation, action.at) for part in world.parts.shakes)
    if holder and at_war(world, state, side, holder) and any(country is not None for country in found):
        return None
    why = f"{world.title(action.at)} isn't a coast of a country whose morale they could attack."
    return world.refuse_by("morale.coastal-attacks", why)


# coastal aircraft


def check_raid(world: World, state: HexState, terms: Settings, side: Side, action: RaidBase) -> Refusal | None:
    """Validate an attack of coastal aircraft on a base."""
    rule = "coastalair.naval-base-attack"
    late = check_homecoming(world, state, side)
    if late is not None:
        return late
    if terms.search is None:
        return world.refuse_by(rule, "There are no coastal aircraft to attack with in this scenario.")
    ready = bought(world, state, side, action.frm) - NAVY.of(state).flown.get(action.frm, 0)
    if not 1 <= action.count <= ready:
        why = f"{max(0, ready)} bought aircraft in {world.title(action.frm)} can still attack this turn."
        return world.refuse_by(rule, why)
    wrong = _check_aim(world, state, terms, side, action, "", _nation(state, side, action.frm))
    if wrong is not None:
        return wrong
    holder = state.control.get(action.at, "")
    if not (action.morale or is_port(world, action.at)) or not holder or not at_war(world, state, side, holder):
        return world.refuse_by(rule, f"{world.title(action.at)} isn't an enemy naval base.")
    if world.board.distance(action.frm, action.at) > air_range(world, state, terms, side) + BEYOND:
        why = f"The aircraft in {world.title(action.frm)} don't reach {world.title(action.at)}."
        return world.refuse_by("coastalair.strike-range", why)
    return None


def _nation(state: HexState, side: Side, frm: Place) -> str:
    """The nation of the army whose aircraft fly from a coast."""
    held = NAVY.of(state).squadrons
    own = (army.nation for name, army in state.armies_at(frm) if army.side == side and name in held)
    return next(own, "")


def raid(run: Unfolding, terms: Settings, side: Side, action: RaidBase) -> None:
    """Coastal aircraft attack a base; if they are spotted, those of the base fight them first."""
    world, state = run.world, run.state
    holder = state.control[action.at]
    near = world.board.distance(action.frm, action.at) <= air_range(world, state, terms, side)
    flying = action.count if near else action.count // 2
    run.emit(SortieFlown(sortie=Sortie(action.frm, action.at, action.count, flying)))
    target = Target(side, flying, air=True)
    spotted = search.glimpse(run, terms, holder, target, action.at, f"aircraft from {action.frm}")
    if spotted:
        ours, theirs = flying, coastal_air(world, state, holder, action.at)
        hits, dice = volley(run, ours)
        back, answer = volley(run, theirs)
        if theirs:
            run.emit(
                AircraftFought(
                    at=action.frm, foe=action.at, strength=ours, hits=hits, lost=min(hits, theirs), dice=dice
                )
            )
            run.emit(
                AircraftFought(
                    at=action.at, foe=action.frm, strength=theirs, hits=back, lost=min(back, ours), dice=answer
                )
            )
    sortie = NAVY.of(run.state).sortie
    assert sortie is not None, "nobody flies"
    hits, dice = volley(run, sortie.flying)
    run.emit(BaseRaided(frm=action.frm, at=action.at, strength=sortie.flying, hits=hits, dice=dice))
    names = moored(world, run.state, side, action.at)
    if action.morale:
        shake(run, side, "", _nation(run.state, side, action.frm), action.at, hits)
    elif hits and (names or not spotted or breakable(world, action.at)):
        run.emit(DamageDue(damage=Damage(action.at, side, hits, names, air=not spotted, base=True)))
    if spotted:
        run.emit(SortieOver())


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[AttackBase | RaidBase]:
    """Bases that carriers and bought aircraft could attack."""
    if terms.search is None:
        return
    targets = {fleet.at for fleet in state.fleets.values() if world.hostile(side, fleet.side)}
    for name, fleet in state.fleets.items():
        if fleet.side == side and fleet.carriers:
            yield from (AttackBase(name, at) for at in sorted(targets))
            yield from (AttackBase(name, at, morale=True) for at in sorted(targets))
    held = NAVY.of(state).squadrons
    fields = {army.at for name, army in state.armies_of(side) if name in held}
    for frm in sorted(fields):
        ready = bought(world, state, side, frm) - NAVY.of(state).flown.get(frm, 0)
        yield from (RaidBase(frm, at, ready) for at in sorted(targets) if ready > 0)
