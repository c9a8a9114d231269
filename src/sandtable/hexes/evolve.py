"""The next state after an event: one small function per event, total and without dice."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from sandtable.hexes import changes as ch
from sandtable.hexes import events as ev
from sandtable.hexes.part import PartEvent
from sandtable.hexes.state import Army, Combat, Fleet, Fort, HexState, Name, Place, fort_name
from sandtable.hexes.strength import NONE, Amount, Points, points_of, whole

K = TypeVar("K")
V = TypeVar("V")


def evolve(state: HexState, event: ev.HexEvent) -> HexState:
    """The state after an event."""
    return event.evolve(state) if isinstance(event, PartEvent) else _STEPS[type(event)](state, event)


# small changes


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _without(mapping: Mapping[K, V], *keys: K) -> dict[K, V]:
    return {k: v for k, v in mapping.items() if k not in keys}


def _counted(mapping: Mapping[K, int], key: K, count: int) -> dict[K, int]:
    """The mapping with ``count`` added to the key; entries that reach zero are dropped."""
    found = mapping.get(key, 0) + count
    return _with(mapping, key, found) if found else _without(mapping, key)


def _joined(names: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Sorted, without duplicates, so that equal positions are equal states."""
    return tuple(sorted({*names, *more}))


def _left(names: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)


def _fight(state: HexState) -> Combat:
    assert state.combat is not None, "there is no combat now"
    return state.combat


def _fought(state: HexState, **changes: Any) -> HexState:
    return replace(state, combat=replace(_fight(state), **changes))


def with_points(state: HexState, name: Name, side: str, at: Place, points: Points, nation: str = "") -> HexState:
    """Add points to an army, placing it if it isn't in play."""
    old = state.armies.get(name)
    army = Army(side, at, points, nation) if old is None else replace(old, points=old.points + points)
    return replace(state, armies=_with(state.armies, name, army))


def with_fleet(state: HexState, name: Name, fleet: Fleet) -> HexState:
    """Set a fleet; one without ships is removed."""
    fleets = state.fleets
    return replace(state, fleets=_with(fleets, name, fleet) if fleet.ships else _without(fleets, name))


def without_points(state: HexState, name: Name, points: Points) -> HexState:
    """Remove points from an army; without any left it is removed."""
    army = state.armies[name]
    rest = army.points - points
    if rest.total:
        return replace(state, armies=_with(state.armies, name, replace(army, points=rest)))
    return without_army(state, name)


def without_army(state: HexState, name: Name) -> HexState:
    """Remove an army from the board, with everything it was about to do."""
    army = state.armies[name]
    state = replace(state, armies=_without(state.armies, name))
    fight = state.combat
    if fight is not None:
        state = _fought(
            state,
            attacks=tuple(attack for attack in fight.attacks if attack.army != name),
            firing=_left(fight.firing, name),
            displaced=_left(fight.displaced, name),
            assaulted=_left(fight.assaulted, name),
            advanced=_without(fight.advanced, name),
            eligible=_left(fight.eligible, name),
            failed=_left(fight.failed, name),
            tried=_left(fight.tried, name),
            landed=_left(fight.landed, name),
            sailed=_left(fight.sailed, name),
            spearhead="" if fight.spearhead == name else fight.spearhead,
        )
    state = replace(state, fired=_left(state.fired, name))
    return _vacated(state, army.at)


def _vacated(state: HexState, place: Place) -> HexState:
    """A place left empty in combat has no garrison until the phase is over."""
    if state.phase != "combat" or state.points_at(place).ground or state.fort_at(place):
        return state
    return replace(state, ungarrisoned=_joined(state.ungarrisoned, place))


# the turn


def _turn_began(state: HexState, event: ev.TurnBegan) -> HexState:
    return replace(
        state,
        turn=event.turn,
        side=event.side,
        phase=event.phase,
        cut_off=event.cut_off,
        hungry=event.hungry,
        fired=(),
        cover={},
        expended=event.expended,
        shipped={},
        budget=0,
        purses={},
        repaired={},
        lending={},
        beachheads={place: last for place, last in state.beachheads.items() if last >= event.turn},
        combat=None,
    )


def _phase_began(state: HexState, event: ev.PhaseBegan) -> HexState:
    # Invasions that sailed in naval movement wait until the Combat Phase.
    waiting = state.combat if event.phase in ("movement", "combat") else None
    combat = waiting or (Combat() if event.phase == "combat" else None)
    return replace(state, phase=event.phase, combat=combat, ungarrisoned=())


def _set_up(state: HexState, event: ev.SetUp) -> HexState:
    return replace(state, side=event.side, phase="setup")


def _winter_felt(state: HexState, event: ev.WinterFelt) -> HexState:
    return replace(state, winters=event.number, wintered=state.turn)


def _conceded(state: HexState, event: ev.Conceded) -> HexState:
    return replace(state, conceded=_joined(state.conceded, *event.sides))


def _won(state: HexState, event: ev.Won) -> HexState:
    return replace(state, winner=event.side)


# set-up and movement


def _deployed(state: HexState, event: ev.Deployed) -> HexState:
    rest = state.reserve[event.side] - event.points
    state = replace(state, reserve=_with(state.reserve, event.side, rest))
    return with_points(state, event.army, event.side, event.at, event.points)


def _withdrawn(state: HexState, event: ev.Withdrawn) -> HexState:
    army = state.armies[event.army]
    reserve = _with(state.reserve, army.side, state.reserve.get(army.side, NONE) + army.points)
    return replace(state, armies=_without(state.armies, event.army), reserve=reserve)


def _based(state: HexState, event: ev.Based) -> HexState:
    return replace(state, fleets=_with(state.fleets, event.fleet, Fleet(event.side, event.at, event.points)))


def _ruined(state: HexState, event: ev.Ruined) -> HexState:
    devastated = state.devastated
    for place, points in event.points.items():
        devastated = _counted(devastated, place, points - state.ruined.get(place, 0))
    for place, points in state.ruined.items():
        if place not in event.points:
            devastated = _counted(devastated, place, -points)
    return replace(state, devastated=devastated, ruined=event.points)


def _moved(state: HexState, event: ev.Moved) -> HexState:
    side, nation = state.armies[event.army].side, state.armies[event.army].nation
    if event.into == event.army:
        army = replace(state.armies[event.army], at=event.to)
        state = replace(state, armies=_with(state.armies, event.army, army))
    else:
        left = without_points(state, event.army, event.points)
        state = with_points(left, event.into, side, event.to, event.points, nation)
    shipped = state.shipped
    for sea in event.seas:
        shipped = _counted(shipped, sea, event.points.total)
    return replace(state, shipped=shipped)


def _converted(state: HexState, event: ev.Converted) -> HexState:
    army = state.armies[event.army]
    change = points_of("infantry", event.count) - points_of("amphibious", event.count)
    return replace(state, armies=_with(state.armies, event.army, replace(army, points=army.points + change)))


def _disbanded(state: HexState, event: ev.Disbanded) -> HexState:
    return without_points(state, event.army, event.points)


def _unmarked(state: HexState, event: ev.Unmarked) -> HexState:
    return replace(state, marked=_left(state.marked, event.at))


# combat


def _step_began(state: HexState, event: ev.StepBegan) -> HexState:
    fight = _fight(state)
    exploiting = event.step == "exploitation"
    return _fought(
        state,
        step=event.step,
        unasked=event.asked,
        attacks=() if exploiting else fight.attacks,
        spent={} if exploiting else fight.spent,
        tried=() if exploiting else fight.tried,
        sailed=() if exploiting else fight.sailed,
    )


def _announced(state: HexState, event: ev.Announced) -> HexState:
    fight = state.combat or Combat()  # invasions are announced in naval movement already
    state = replace(state, combat=fight)
    if not event.attack.army:
        return _fought(state, supports=tuple(sorted((*fight.supports, event.attack), key=lambda a: a.fleet)))
    return _fought(state, attacks=tuple(sorted((*fight.attacks, event.attack), key=lambda a: a.army)))


def _called_off(state: HexState, event: ev.CalledOff) -> HexState:
    fight = _fight(state)
    return _fought(
        state,
        attacks=tuple(a for a in fight.attacks if a.army != event.army),
        supports=tuple(a for a in fight.supports if a.fleet != event.army),
    )


def _defence_announced(state: HexState, event: ev.DefenceAnnounced) -> HexState:
    fight = _fight(state)
    return _fought(
        state,
        unasked=_left(fight.unasked, event.side),
        firing=_joined(fight.firing, *event.armies, *map(fort_name, event.forts)),
        volleys=_joined(fight.volleys, *event.volleys),
    )


def _fired(state: HexState, event: ev.Fired) -> HexState:
    fight = _fight(state)
    who = (*event.armies, *map(fort_name, event.forts))
    if event.defensive:
        state = replace(state, fired=_joined(state.fired, *who))
        return _fought(state, firing=_left(fight.firing, *who), volleys=_left(fight.volleys, event.frm))
    lane = f"{event.frm}>{event.at}"
    return _fought(
        state,
        assaulted=_joined(fight.assaulted, *event.armies),
        spent=_counted(fight.spent, lane, event.strength - event.air),
    )


def _held_fire(state: HexState, event: ev.HeldFire) -> HexState:
    fight = _fight(state)
    if not event.defensive:
        return _fought(state, assaulted=_joined(fight.assaulted, *event.armies))
    state = replace(state, fired=_joined(state.fired, *event.armies))
    return _fought(state, firing=_left(fight.firing, *event.armies), volleys=_left(fight.volleys, event.at))


def _losses_due(state: HexState, event: ev.LossesDue) -> HexState:
    return _fought(state, toll=event.toll)


def _lost(state: HexState, event: ev.Lost) -> HexState:
    if state.combat is not None:
        state = _fought(state, toll=None)
    if event.fort_points:
        fort = state.forts[event.fort]
        rest = replace(fort, points=fort.points - event.fort_points)
        forts = (
            _with(state.forts, event.fort, rest)
            if rest.points or rest.building
            else _without(state.forts, event.fort)
        )
        state = replace(state, forts=forts)
    if event.fleet_points:
        state = with_fleet(state, event.fleet, state.fleets[event.fleet].without(event.fleet_points))
    for name, points in event.armies.items():
        state = without_points(state, name, points)
    return _vacated(state, event.fort) if event.fort else state


def _fort_held(state: HexState, event: ev.FortHeld) -> HexState:
    return replace(state, cover=_with(state.cover, event.at, event.left))


def _garrison_lost(state: HexState, event: ev.GarrisonLost) -> HexState:
    return replace(state, ungarrisoned=_joined(state.ungarrisoned, event.at))


def _advance_rolled(state: HexState, event: ev.AdvanceRolled) -> HexState:
    fight = _fight(state)
    changed = _fought(
        state,
        attacks=tuple(a for a in fight.attacks if a.army != event.army),
        tried=_joined(fight.tried, event.army),
    )
    if event.success:
        return changed
    return _fought(
        changed,
        eligible=_left(fight.eligible, event.army),
        failed=_joined(fight.failed, event.army),
        spearhead="" if fight.spearhead == event.army else fight.spearhead,
    )


def _advanced(state: HexState, event: ev.Advanced) -> HexState:
    army = state.armies[event.army]
    origin = army.at
    fight = _fight(state)
    state = _fought(
        state,
        attacks=tuple(a for a in fight.attacks if a.army != event.army),
        advanced=_counted(fight.advanced, event.army, 1),
        displaced=(*fight.displaced, *event.displaced),
        eligible=_joined(fight.eligible, event.army),
    )
    state = replace(state, armies=_with(state.armies, event.army, replace(army, at=event.to)))
    if event.captured:
        state = replace(
            state,
            control=_with(state.control, event.to, army.side),
            marked=_left(state.marked, event.to),
            forts=_without(state.forts, event.to),
            beachheads=_without(state.beachheads, event.to),
        )
    if event.devastated:
        state = replace(state, devastated=_with(state.devastated, event.to, event.devastated))
    if event.marked:
        state = replace(state, marked=_joined(state.marked, event.to))
    if event.landed:
        state = replace(state, beachheads=_with(state.beachheads, event.to, state.turn + 1))
        state = _fought(state, landed=_joined(_fight(state).landed, event.army))
    state = replace(state, ungarrisoned=_left(state.ungarrisoned, event.to))
    return _vacated(state, origin)


def _retreated(state: HexState, event: ev.Retreated) -> HexState:
    state = _fought(state, displaced=_left(_fight(state).displaced, event.army))
    army = replace(state.armies[event.army], at=event.to)
    state = replace(state, armies=_with(state.armies, event.army, army))
    return replace(state, ungarrisoned=_left(state.ungarrisoned, event.to))


def _eliminated(state: HexState, event: ev.Eliminated) -> HexState:
    return without_army(state, event.army)


def _fort_fell(state: HexState, event: ev.FortFell) -> HexState:
    return replace(state, forts=_without(state.forts, event.at))


def _exploited(state: HexState, event: ev.Exploited) -> HexState:
    fight = _fight(state)
    name = event.attack.army
    # After switching to another army, the attacker can't return to the previous one.
    dropped = (fight.spearhead,) if fight.spearhead not in ("", name) else ()
    return _fought(
        state,
        spearhead=name,
        attacks=(event.attack,),
        eligible=_left(fight.eligible, *dropped),
        unasked=event.asked,
    )


def _landing_began(state: HexState, event: ev.LandingBegan) -> HexState:
    return _fought(state, landing=event.landing)


def _forces_sailed(state: HexState, event: ev.ForcesSailed) -> HexState:
    return _fought(state, landing=None, sailed=_joined(_fight(state).sailed, *event.forces))


def _defence_asked(state: HexState, event: ev.DefenceAsked) -> HexState:
    return _fought(state, unasked=event.sides)


def _as_it_was(state: HexState, event: ev.HexEvent) -> HexState:
    """For a die roll whose consequences come in other events."""
    return state


def _expelled(state: HexState, event: ev.Expelled) -> HexState:
    fleets = state.fleets
    if not event.to:
        return replace(state, fleets=_without(fleets, event.fleet))
    return replace(state, fleets=_with(fleets, event.fleet, replace(fleets[event.fleet], at=event.to)))


def _expended(state: HexState, event: ev.Expended) -> HexState:
    return replace(state, expended=_joined(state.expended, event.fleet))


# supply and production


def _supply_failed(state: HexState, event: ev.SupplyFailed) -> HexState:
    for name in event.armies:
        state = without_army(state, name)
    return replace(
        state,
        forts=_without(state.forts, *event.forts),
        control={**state.control, **event.captured},
        marked=_left(state.marked, *event.captured),
        beachheads=_without(state.beachheads, *event.captured),
    )


def _budgeted(state: HexState, event: ev.Budgeted) -> HexState:
    return replace(state, budget=event.budget, purses=event.purses, lent=_without(state.lent, event.side))


def paid(state: HexState, purse: str, cost: Amount) -> HexState:
    """Deduct a cost from the purse, or from the common budget if there is none."""
    if purse in state.purses:
        return replace(state, purses=_with(state.purses, purse, whole(state.purses[purse] - cost)))
    return replace(state, budget=whole(state.budget - cost))


def _forts_ready(state: HexState, event: ev.FortsReady) -> HexState:
    forts = dict(state.forts)
    for place in event.at:
        fort = forts[place]
        forts[place] = Fort(fort.side, fort.points + fort.building)
    return replace(state, forts=forts)


def _built(state: HexState, event: ev.Built) -> HexState:
    state = paid(state, event.purse or event.at, event.cost)
    return with_points(state, event.into, event.side, event.at, points_of(event.kind, event.count), event.nation)


def _repaired(state: HexState, event: ev.Repaired) -> HexState:
    return replace(
        paid(state, event.purse or event.at, event.cost),
        devastated=_counted(state.devastated, event.at, -event.count),
        repaired=_counted(state.repaired, event.at, event.count),
    )


def _fortified(state: HexState, event: ev.Fortified) -> HexState:
    fort = state.forts.get(event.at, Fort(event.side))
    forts = _with(state.forts, event.at, replace(fort, building=fort.building + event.count))
    return replace(paid(state, event.purse or event.at, event.cost), forts=forts)


# study


def _amended(state: HexState, event: ev.Amended) -> HexState:
    state = replace(state, cut_off=event.cut_off)
    match event.change:
        case ch.SetArmy(side, name, at, points):
            old = state.armies.get(name)
            army = Army(side, at, points, old.nation if old is not None else event.nation)
            armies = _with(state.armies, name, army) if points.total else _without(state.armies, name)
            return replace(state, armies=armies)
        case ch.SetFleet(side, name, at, count):
            boats = name in state.fleets and state.fleets[name].submarines
            fleet = Fleet(side, at, 0, submarines=count) if boats else Fleet(side, at, count)
            return replace(with_fleet(state, name, fleet), expended=_left(state.expended, name))
        case ch.SetFort(at, count):
            fort = Fort(state.control[at], count)
            forts = _with(state.forts, at, fort) if count else _without(state.forts, at)
            return replace(state, forts=forts, cover=_without(state.cover, at))
        case ch.SetDevastation(at, count):
            change = count - state.devastated.get(at, 0)
            less = min(0, count - state.ruined.get(at, 0))
            ruined = _counted(state.ruined, at, less)
            return replace(state, devastated=_counted(state.devastated, at, change), ruined=ruined)
        case ch.SetOwner():
            return _given_to(state, event.change.at, event.change.side)
        case ch.SetTurn():
            winters = state.winters if event.winters is None else event.winters
            wintered = state.wintered if event.winters is None else 0
            return replace(state, winters=winters, wintered=wintered, reserve={}, ungarrisoned=())


def _given_to(state: HexState, place: Place, side: str) -> HexState:
    fort = state.forts.get(place)
    return replace(
        state,
        control=_with(state.control, place, side) if side else _without(state.control, place),
        forts=_with(state.forts, place, replace(fort, side=side)) if fort is not None else state.forts,
        marked=_left(state.marked, place),
        beachheads=_without(state.beachheads, place),
    )


_STEPS: Mapping[type[ev.Event], Callable[[HexState, Any], HexState]] = {
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.SetUp: _set_up,
    ev.WinterFelt: _winter_felt,
    ev.Conceded: _conceded,
    ev.Won: _won,
    ev.Deployed: _deployed,
    ev.Withdrawn: _withdrawn,
    ev.Based: _based,
    ev.Ruined: _ruined,
    ev.Moved: _moved,
    ev.Converted: _converted,
    ev.Disbanded: _disbanded,
    ev.Unmarked: _unmarked,
    ev.StepBegan: _step_began,
    ev.Announced: _announced,
    ev.CalledOff: _called_off,
    ev.DefenceAnnounced: _defence_announced,
    ev.Fired: _fired,
    ev.HeldFire: _held_fire,
    ev.LossesDue: _losses_due,
    ev.Lost: _lost,
    ev.FortHeld: _fort_held,
    ev.GarrisonLost: _garrison_lost,
    ev.AdvanceRolled: _advance_rolled,
    ev.Advanced: _advanced,
    ev.Retreated: _retreated,
    ev.Eliminated: _eliminated,
    ev.FortFell: _fort_fell,
    ev.Exploited: _exploited,
    ev.DefenceAsked: _defence_asked,
    ev.NavalFire: _as_it_was,
    ev.AirStruck: _as_it_was,
    ev.LandingBegan: _landing_began,
    ev.ForcesSailed: _forces_sailed,
    ev.Expelled: _expelled,
    ev.Expended: _expended,
    ev.SupplyFailed: _supply_failed,
    ev.Budgeted: _budgeted,
    ev.FortsReady: _forts_ready,
    ev.Built: _built,
    ev.Repaired: _repaired,
    ev.Fortified: _fortified,
    ev.Amended: _amended,
}
