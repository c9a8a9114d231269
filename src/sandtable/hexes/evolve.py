"""The next state after an event: one small function an event, total and without dice."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from sandtable.hexes import changes as ch
from sandtable.hexes import events as ev
from sandtable.hexes.state import Army, Combat, Fleet, Fort, HexState, Name, Place, fort_name
from sandtable.hexes.strength import NONE, Points, points_of

K = TypeVar("K")
V = TypeVar("V")


def evolve(state: HexState, event: ev.HexEvent) -> HexState:
    """The state after an event."""
    return _STEPS[type(event)](state, event)


# small changes


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _without(mapping: Mapping[K, V], *keys: K) -> dict[K, V]:
    return {k: v for k, v in mapping.items() if k not in keys}


def _counted(mapping: Mapping[K, int], key: K, count: int) -> dict[K, int]:
    """With so many more; what comes to nothing is left out."""
    found = mapping.get(key, 0) + count
    return _with(mapping, key, found) if found else _without(mapping, key)


def _joined(names: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Sorted, each once, so that equal positions are equal states."""
    return tuple(sorted({*names, *more}))


def _left(names: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)


def _fight(state: HexState) -> Combat:
    assert state.combat is not None, "there is no combat now"
    return state.combat


def _fought(state: HexState, **changes: Any) -> HexState:
    return replace(state, combat=replace(_fight(state), **changes))


def _given(state: HexState, name: Name, side: str, at: Place, points: Points) -> HexState:
    """Points go to an army, which is placed if it is not in play."""
    old = state.armies.get(name)
    army = Army(side, at, points) if old is None else Army(old.side, old.at, old.points + points)
    return replace(state, armies=_with(state.armies, name, army))


def _taken(state: HexState, name: Name, points: Points) -> HexState:
    """Points leave an army; with its last one it is gone."""
    army = state.armies[name]
    rest = army.points - points
    if rest.total:
        return replace(state, armies=_with(state.armies, name, replace(army, points=rest)))
    return _gone(state, name)


def _gone(state: HexState, name: Name) -> HexState:
    """An army leaves the board, and all that it was about to do is forgotten."""
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
            spearhead="" if fight.spearhead == name else fight.spearhead,
        )
    state = replace(state, fired=_left(state.fired, name))
    return _vacated(state, army.at)


def _vacated(state: HexState, place: Place) -> HexState:
    """A place that is left empty in combat has no garrison until the phase is over."""
    if state.phase != "combat" or any(True for _ in state.armies_at(place)) or state.fort_at(place):
        return state
    return replace(state, bare=_joined(state.bare, place))


# the turn


def _turn_began(state: HexState, event: ev.TurnBegan) -> HexState:
    return replace(
        state,
        turn=event.turn,
        side=event.side,
        phase="movement",
        cut_off=event.cut_off,
        fired=(),
        cover={},
        expended=(),
        shipped={},
        budget=0,
        purses={},
        repaired={},
        lending={},
        beachheads={place: last for place, last in state.beachheads.items() if last >= event.turn},
        combat=None,
    )


def _phase_began(state: HexState, event: ev.PhaseBegan) -> HexState:
    combat = Combat() if event.phase == "combat" else None
    return replace(state, phase=event.phase, combat=combat, bare=())


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
    return _given(state, event.army, event.side, event.at, event.points)


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
    side = state.armies[event.army].side
    if event.into == event.army:
        army = replace(state.armies[event.army], at=event.to)
        state = replace(state, armies=_with(state.armies, event.army, army))
    else:
        state = _given(_taken(state, event.army, event.points), event.into, side, event.to, event.points)
    shipped = state.shipped
    for sea in event.seas:
        shipped = _counted(shipped, sea, event.points.total)
    return replace(state, shipped=shipped)


def _converted(state: HexState, event: ev.Converted) -> HexState:
    army = state.armies[event.army]
    change = points_of("infantry", event.count) - points_of("amphibious", event.count)
    return replace(state, armies=_with(state.armies, event.army, replace(army, points=army.points + change)))


def _disbanded(state: HexState, event: ev.Disbanded) -> HexState:
    return _taken(state, event.army, event.points)


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
    )


def _announced(state: HexState, event: ev.Announced) -> HexState:
    fight = _fight(state)
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
        spent=_counted(fight.spent, lane, event.strength),
    )


def _losses_due(state: HexState, event: ev.LossesDue) -> HexState:
    return _fought(state, toll=event.toll)


def _lost(state: HexState, event: ev.Lost) -> HexState:
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
        fleet = state.fleets[event.fleet]
        left = fleet.points - event.fleet_points
        fleets = state.fleets
        state = replace(
            state,
            fleets=_with(fleets, event.fleet, replace(fleet, points=left))
            if left
            else _without(fleets, event.fleet),
        )
    for name, points in event.armies.items():
        state = _taken(state, name, points)
    return _vacated(state, event.fort) if event.fort else state


def _fort_held(state: HexState, event: ev.FortHeld) -> HexState:
    return replace(state, cover=_with(state.cover, event.at, event.left))


def _garrison_lost(state: HexState, event: ev.GarrisonLost) -> HexState:
    return replace(state, bare=_joined(state.bare, event.at))


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
    state = replace(state, bare=_left(state.bare, event.to))
    return _vacated(state, origin)


def _retreated(state: HexState, event: ev.Retreated) -> HexState:
    state = _fought(state, displaced=_left(_fight(state).displaced, event.army))
    army = replace(state.armies[event.army], at=event.to)
    state = replace(state, armies=_with(state.armies, event.army, army))
    return replace(state, bare=_left(state.bare, event.to))


def _eliminated(state: HexState, event: ev.Eliminated) -> HexState:
    return _gone(state, event.army)


def _fort_fell(state: HexState, event: ev.FortFell) -> HexState:
    return replace(state, forts=_without(state.forts, event.at))


def _exploited(state: HexState, event: ev.Exploited) -> HexState:
    fight = _fight(state)
    name = event.attack.army
    # Whoever turns to another army cannot come back to the one before.
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


def _defence_asked(state: HexState, event: ev.DefenceAsked) -> HexState:
    return _fought(state, unasked=event.sides)


def _as_it_was(state: HexState, event: ev.HexEvent) -> HexState:
    """A die has fallen; what follows from it comes in other events."""
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
        state = _gone(state, name)
    return replace(
        state,
        forts=_without(state.forts, *event.forts),
        control={**state.control, **event.captured},
        marked=_left(state.marked, *event.captured),
        beachheads=_without(state.beachheads, *event.captured),
    )


def _budgeted(state: HexState, event: ev.Budgeted) -> HexState:
    return replace(state, budget=event.budget, purses=event.purses, lent=_without(state.lent, event.side))


def _paid(state: HexState, place: Place, cost: int) -> HexState:
    """What is built in a place that produces on its own is paid there."""
    if place in state.purses:
        return replace(state, purses=_with(state.purses, place, state.purses[place] - cost))
    return replace(state, budget=state.budget - cost)


def _forts_ready(state: HexState, event: ev.FortsReady) -> HexState:
    forts = dict(state.forts)
    for place in event.at:
        fort = forts[place]
        forts[place] = Fort(fort.side, fort.points + fort.building)
    return replace(state, forts=forts)


def _built(state: HexState, event: ev.Built) -> HexState:
    state = _paid(state, event.at, event.cost)
    return _given(state, event.into, event.side, event.at, points_of(event.kind, event.count))


def _repaired(state: HexState, event: ev.Repaired) -> HexState:
    return replace(
        _paid(state, event.at, event.cost),
        devastated=_counted(state.devastated, event.at, -event.count),
        repaired=_counted(state.repaired, event.at, event.count),
    )


def _fortified(state: HexState, event: ev.Fortified) -> HexState:
    fort = state.forts.get(event.at, Fort(event.side))
    forts = _with(state.forts, event.at, replace(fort, building=fort.building + event.count))
    return replace(_paid(state, event.at, event.cost), forts=forts)


def _lent(state: HexState, event: ev.Lent) -> HexState:
    return replace(
        state,
        budget=state.budget - event.count,
        lent=_counted(state.lent, event.to, event.count),
        lending=_counted(state.lending, event.at, event.count),
    )


# study


def _amended(state: HexState, event: ev.Amended) -> HexState:
    state = replace(state, cut_off=event.cut_off)
    match event.change:
        case ch.SetArmy(side, name, at, points):
            army = Army(side, at, points)
            armies = _with(state.armies, name, army) if points.total else _without(state.armies, name)
            return replace(state, armies=armies)
        case ch.SetFleet(side, name, at, count):
            fleet = Fleet(side, at, count)
            fleets = _with(state.fleets, name, fleet) if count else _without(state.fleets, name)
            return replace(state, fleets=fleets, expended=_left(state.expended, name))
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
            return replace(state, winters=winters, wintered=wintered, reserve={}, bare=())


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
    ev.Expelled: _expelled,
    ev.Expended: _expended,
    ev.SupplyFailed: _supply_failed,
    ev.Budgeted: _budgeted,
    ev.FortsReady: _forts_ready,
    ev.Built: _built,
    ev.Repaired: _repaired,
    ev.Fortified: _fortified,
    ev.Lent: _lent,
    ev.Amended: _amended,
}
