"""The log of a hex game: every event as a sentence, or None if players wouldn't mention it."""

from collections.abc import Iterable, Mapping

from sandtable.core.guide import SHARED
from sandtable.core.wording import listed, sentence, the, times
from sandtable.hexes import events as ev
from sandtable.hexes.changes import (
    HexChange,
    SetArmy,
    SetDevastation,
    SetFleet,
    SetFort,
    SetOwner,
    SetTurn,
)
from sandtable.hexes.part import PartEvent
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.strength import NONE, Points
from sandtable.hexes.supplying import any_supply
from sandtable.hexes.victory import NOBODY
from sandtable.hexes.world import World


def tell(world: World, state: HexState, event: ev.HexEvent) -> str | None:
    """One event as a sentence; ``state`` is the state before it."""
    if isinstance(event, PartEvent):
        told = event.tell(world, state)
        return sentence(told) if told else None
    text = (
        _of_the_turn(world, event)
        or _of_set_up(world, state, event)
        or _of_movement(world, state, event)
        or _of_fire(world, state, event)
        or _of_advances(world, state, event)
        or _of_the_sea(world, state, event)
        or _of_supply(world, state, event)
        or _of_production(world, event)
        or _by_hand(world, event)
    )
    return sentence(text) if text else None


def army_name(name: Name) -> str:
    """An army's name in a sentence.

    >>> army_name("Army Group South"), army_name("Moscow"), army_name("OKW")
    ('Army Group South', 'the army Moscow', 'OKW')
    """
    known = any(word in name for word in ("Army", "Front", "District")) or name.isupper()
    if not known:
        return f"the army {name}"
    return name if name.startswith("Army Group") or name.isupper() else f"the {name}"


def fleet_name(name: Name) -> str:
    """A fleet's name in a sentence.

    >>> fleet_name("Home Fleet"), fleet_name("Force H")
    ('the Home Fleet', 'Force H')
    """
    return f"the {name}" if name.endswith("Fleet") else name


def armies(names: Iterable[Name]) -> str:
    """A list of armies."""
    return listed(army_name(name) for name in names)


def side_name(world: World, side: Side) -> str:
    """A side's name in a sentence: ``the Axis``."""
    return the(world.name(side)) if side in world.order else listed(the(world.name(s)) for s in world.order[1:])


def points_lost(lost: Mapping[Name, Points]) -> str:
    """Losses army by army: ``Army Group South 2 infantry``."""
    return listed(f"{army_name(name)} {points}" for name, points in lost.items())


def places(world: World, named: Iterable[Place], most: int = 8) -> str:
    """Places by name, or only their number if there are many."""
    found = list(named)
    return listed(world.title(place) for place in found) if len(found) <= most else f"{len(found)} hexes"


def _of_the_turn(world: World, event: ev.HexEvent) -> str | None:
    match event:
        case ev.TurnBegan():
            bound = f"; no full supply in {places(world, event.cut_off)}" if event.cut_off else ""
            return f"{world.date(event.turn)}: {side_name(world, event.side)} to play{bound}"
        case ev.WinterFelt():
            return f"hard winter {event.number} of the war in the east"
        case ev.Conceded():
            return f"{listed(side_name(world, side) for side in event.sides)} gave up"
        case ev.Won():
            why = f" ({event.why})" if event.why else ""
            if event.side == NOBODY:
                return f"the game is over: nobody won{why}"
            winners = listed(side_name(world, side) for side in event.side.split(SHARED))
            return f"the game is over: {winners} won{why}"
        case _:
            return None


def _of_set_up(world: World, state: HexState, event: ev.HexEvent) -> str | None:
    match event:
        case ev.SetUp():
            return f"{side_name(world, event.side)} set up"
        case ev.Deployed():
            fed = event.at in any_supply(world, state, event.side)
            doom = "" if fed else ", where it has no supply and will be lost after the first Combat Phase"
            return f"{army_name(event.army)} deployed with {event.points} in {world.title(event.at)}{doom}"
        case ev.Withdrawn():
            return f"{army_name(event.army)} returned to the reserve"
        case ev.Based():
            return f"{fleet_name(event.fleet)} with {times(event.points, 'point')} came to {world.title(event.at)}"
        case ev.Ruined():
            lost = listed(f"{points} in {world.title(place)}" for place, points in event.points.items())
            return f"lost production: {lost}"
        case _:
            return None


def _of_movement(world: World, state: HexState, event: ev.HexEvent) -> str | None:
    match event:
        case ev.Moved():
            return _moved(world, state, event)
        case ev.Converted():
            many = times(event.count, "amphibious point")
            return f"{many} of {army_name(event.army)} became infantry"
        case ev.Disbanded():
            return f"{army_name(event.army)} disbanded {event.points}"
        case ev.Unmarked():
            return f"the marker in {world.title(event.at)} was removed"
        case _:
            return None


def _moved(world: World, state: HexState, event: ev.Moved) -> str:
    before = state.armies[event.army]
    start, end = world.title(before.at), world.title(event.to)
    by_sea = f" by sea ({listed(event.seas)})" if event.seas else ""
    if event.into == event.army:
        return f"{army_name(event.army)} moved from {start} to {end}{by_sea}"
    whole = event.points == before.points
    who = f"all of {army_name(event.army)}" if whole else f"{event.points} of {army_name(event.army)}"
    where = f"in {end}" if before.at == event.to else f"from {start} to {end}{by_sea}"
    verb = "joined" if event.into in state.armies else "formed"
    return f"{who} {verb} {army_name(event.into)} {where}"


def _of_fire(world: World, state: HexState, event: ev.HexEvent) -> str | None:
    match event:
        case ev.Announced() if not event.attack.army:
            where = world.title(event.attack.target)
            return f"{fleet_name(event.attack.fleet)} sails to support the invasion of {where}"
        case ev.Announced():
            way = f" by sea over {times(len(event.attack.route), 'hex', 'hexes')}" if event.attack.route else ""
            fleet = f", with {fleet_name(event.attack.fleet)}" if event.attack.fleet else ""
            return f"{army_name(event.attack.army)} attacks {world.title(event.attack.target)}{way}{fleet}"
        case ev.CalledOff():
            who = army_name(event.army) if event.army in state.armies else fleet_name(event.army)
            return f"{who} cancels its attack"
        case ev.DefenceAnnounced():
            forts = (f"the fort in {world.title(place)}" for place in event.forts)
            who = listed([*(army_name(name) for name in event.armies), *forts])
            return f"{who} will fire in defence" if who else f"{side_name(world, event.side)} hold their fire"
        case ev.Fired():
            return _fired(world, event)
        case ev.LossesDue() | ev.HeldFire():
            return None
        case ev.Lost():
            return _lost(world, event)
        case ev.FortHeld():
            left = f", and can take {event.left} more" if event.left else ""
            return f"the fort in {world.title(event.at)} took {times(event.count, 'loss', 'losses')}{left}"
        case ev.GarrisonLost():
            return f"the garrison of {world.title(event.at)} was destroyed"
        case _:
            return None


def _fired(world: World, event: ev.Fired) -> str:
    forts = (f"the fort in {world.title(place)}" for place in event.forts)
    who = listed([*(army_name(name) for name in event.armies), *forts]) or side_name(world, event.side)
    aim = "in defence" if event.defensive else f"at {world.title(event.at)}"
    return (
        f"{who} fired {aim} with strength {event.strength}: "
        f"{listed([rolled(die, event.modifier) for die in (event.die, *event.more)])}, "
        f"{times(event.hits, 'loss', 'losses')}"
    )


def rolled(die: int, modifier: int) -> str:
    """A die and its modifier.

    >>> rolled(3, 0), rolled(3, 2), rolled(2, -1)
    ('die 3', 'die 3+2', 'die 2-1')
    """
    return f"die {die}{modifier:+d}" if modifier else f"die {die}"


def _lost(world: World, event: ev.Lost) -> str:
    parts = [points_lost(event.armies)] if event.armies else []
    if event.fort_points:
        parts.append(f"the fort in {world.title(event.fort)} {times(event.fort_points, 'point')}")
    if event.fleet_points:
        parts.append(f"{fleet_name(event.fleet)} {times(event.fleet_points, 'point')}")
    return f"losses: {listed(parts)}"


def _of_advances(world: World, state: HexState, event: ev.HexEvent) -> str | None:
    match event:
        case ev.AdvanceRolled():
            against = "a friendly hex" if event.defence is None else f"strength {event.defence}"
            result = "it succeeded" if event.success else "it failed"
            return (
                f"{army_name(event.army)} tried to advance into {world.title(event.target)}, {event.strength} "
                f"mechanized against {against}: {rolled(event.die, event.modifier)}, {event.need} needed, {result}"
            )
        case ev.Advanced():
            return _advanced(world, state, event)
        case ev.Retreated():
            return f"{army_name(event.army)} retreated to {world.title(event.to)}"
        case ev.Eliminated():
            held = state.armies[event.army].points if event.army in state.armies else NONE
            return f"{army_name(event.army)} was eliminated with {held} ({event.why})"
        case ev.FortFell():
            return f"the fort in {world.title(event.at)} is gone"
        case ev.Exploited():
            return f"{army_name(event.attack.army)} exploits into {world.title(event.attack.target)}"
        case _:
            return None


def _advanced(world: World, state: HexState, event: ev.Advanced) -> str:
    verb = "landed in" if event.landed else "entered"
    text = f"{army_name(event.army)} {verb} {world.title(event.to)}"
    if event.captured:
        text += " and captured it"
    lost = event.devastated - state.devastated.get(event.to, 0)
    if lost > 0:
        text += f"; {times(lost, 'production point')} devastated"
    if event.displaced:
        text += f"; {armies(event.displaced)} had to retreat"
    return text


def _of_the_sea(world: World, state: HexState, event: ev.HexEvent) -> str | None:
    match event:
        case ev.NavalFire():
            fire = f"{fleet_name(event.fleet)} fired at {_mark(world, event.at)} with strength {event.strength}"
            return f"{fire}: {rolled(event.die, event.modifier)}, {times(event.hits, 'loss', 'losses')}"
        case ev.AirStruck():
            fire = f"coastal air of {world.title(event.at)} struck {army_name(event.army)}"
            return f"{fire} with strength {event.strength}: die {event.die}, {times(event.hits, 'loss', 'losses')}"
        case ev.LandingBegan() if event.landing is not None and event.landing.target != _invaded(state):
            who = armies(event.landing.armies) or listed([fleet_name(name) for name in event.landing.supports])
            verb = "put to sea" if state.phase == "naval" else "began"
            return f"the invasion of {world.title(event.landing.target)} by {who} {verb}"
        case ev.ForcesSailed():
            return f"the landing force is off {world.title(event.target)}"
        case ev.Expelled():
            where = f"went to {world.title(event.to)}" if event.to else "was lost with its base"
            return f"{fleet_name(event.fleet)} {where}"
        case ev.Expended():
            return f"{fleet_name(event.fleet)} is done for this turn"
        case _:
            return None


def _invaded(state: HexState) -> Place:
    """The hex being invaded."""
    return state.combat.landing.target if state.combat is not None and state.combat.landing is not None else ""


def _mark(world: World, at: str) -> str:
    """What a fleet fires at: a hex, an army at sea or another fleet."""
    if world.in_play(at):
        return world.title(at)
    return army_name(at) if any(at in world.counters(side) for side in world.order) else fleet_name(at)


def _of_supply(world: World, state: HexState, event: ev.HexEvent) -> str | None:
    match event:
        case ev.SupplyFailed():
            parts = [f"no supply in {places(world, event.places)}"]
            if event.armies:
                parts.append(f"{armies(event.armies)} eliminated")
            if event.forts:
                parts.append(f"forts lost in {places(world, event.forts)}")
            for side in dict.fromkeys(event.captured.values()):
                taken = (place for place, who in event.captured.items() if who == side)
                parts.append(f"{places(world, taken)} fell to {side_name(world, side)}")
            return "; ".join(parts)
        case _:
            return None


def _of_production(world: World, event: ev.HexEvent) -> str | None:
    match event:
        case ev.Budgeted():
            counted = f"{side_name(world, event.side)} counted {times(event.counted, 'production point')}"
            return counted if event.budget == event.counted else f"{counted}: {event.budget} to spend"
        case ev.FortsReady():
            return f"fort points are ready in {places(world, event.at)}"
        case ev.Built():
            what = f"{event.count} {event.kind}"
            where = f"{army_name(event.into)} in {world.title(event.at)}"
            return f"{side_name(world, event.side)} built {what} for {where}"
        case ev.Repaired():
            return f"{times(event.count, 'production point')} repaired in {world.title(event.at)}"
        case ev.Fortified():
            return f"{times(event.count, 'fort point')} begun in {world.title(event.at)}"
        case _:
            return None


def _by_hand(world: World, event: ev.HexEvent) -> str | None:
    """Changes by hand, which nobody made in the game."""
    return f"changed by hand: {_change(world, event.change)}" if isinstance(event, ev.Amended) else None


def _change(world: World, change: HexChange) -> str:
    match change:
        case SetArmy():
            where = f"is in {world.title(change.at)} with {change.points}"
            return f"{army_name(change.army)} {where if change.points.total else 'is not on the board'}"
        case SetFleet():
            where = f"is in {world.title(change.at)} with {times(change.points, 'point')}"
            return f"{fleet_name(change.fleet)} {where if change.points else 'is not on the board'}"
        case SetFort():
            fort = f"a fort of {times(change.points, 'point')}" if change.points else "no fort"
            return f"there is {fort} in {world.title(change.at)}"
        case SetOwner():
            who = side_name(world, change.side) if change.side else "nobody"
            return f"{world.title(change.at)} belongs to {who}"
        case SetDevastation():
            return f"{times(change.points, 'production point')} devastated in {world.title(change.at)}"
        case SetTurn():
            return f"it is the turn of {side_name(world, change.side)}, {change.phase}"
