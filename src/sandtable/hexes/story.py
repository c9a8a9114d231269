"""The story of a hex game: events in sentences, actions in words."""

from collections.abc import Mapping

from sandtable.hexes import actions as act
from sandtable.hexes import events as ev
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.strength import Points
from sandtable.hexes.world import World

_STEPS = {
    "announce": "Attacks are announced.",
    "invasion": "The invasions are carried out.",
    "defence": "The defenders may fire.",
    "assault": "The attackers may fire.",
    "advance": "The attackers may advance.",
    "exploitation": "Armies that have advanced may attack on.",
}


def tell(world: World, before: HexState, event: ev.HexEvent) -> tuple[str, ...]:
    """An event in sentences."""
    match event:
        case ev.TurnBegan() | ev.PhaseBegan() | ev.SetUp() | ev.WinterFelt() | ev.Conceded() | ev.Won():
            return _course(world, event)
        case (
            ev.Budgeted() | ev.Built() | ev.Repaired() | ev.Fortified() | ev.FortsReady() | ev.Lent() | ev.Ruined()
        ):
            return _economy(world, event)
        case ev.Deployed() | ev.Withdrawn() | ev.Based() | ev.Moved() | ev.Converted() | ev.Disbanded():
            return _movement(world, before, event)
        case ev.NavalFire():
            rolled = _die(event.die, event.modifier)
            return (f"{event.fleet} fires with {event.strength}: {rolled}, {event.hits} lost.",)
        case ev.AirStruck():
            who = f"Coastal air of {world.title(event.at)}"
            return (f"{who} fires at {event.army} with {event.strength}: rolls {event.die}, {event.hits} lost.",)
        case ev.Unmarked() | ev.LandingBegan() | ev.LossesDue() | ev.DefenceAsked():
            return ()
        case _:
            return _combat(world, before, event)


def _course(
    world: World,
    event: ev.TurnBegan | ev.PhaseBegan | ev.SetUp | ev.WinterFelt | ev.Conceded | ev.Won,
) -> tuple[str, ...]:
    match event:
        case ev.TurnBegan():
            bound = f"No full supply in {_places(world, event.cut_off)}." if event.cut_off else ""
            return tuple(filter(None, (f"{world.date(event.turn)}: {world.name(event.side)}.", bound)))
        case ev.PhaseBegan():
            return (f"{event.phase.capitalize()} Phase.",)
        case ev.SetUp():
            return (f"{world.name(event.side)} sets up.",)
        case ev.WinterFelt():
            return (f"Hard winter number {event.number}.",)
        case ev.Conceded():
            return (f"{' and '.join(world.name(side) for side in event.sides)} gives up.",)
        case ev.Won():
            return (f"{_victor(world, event.side)} has won.",)


def _victor(world: World, side: str) -> str:
    return " and ".join(world.name(s) for s in world.facts.partners) if side == "partners" else world.name(side)


def _economy(
    world: World,
    event: ev.Budgeted | ev.Built | ev.Repaired | ev.Fortified | ev.FortsReady | ev.Lent | ev.Ruined,
) -> tuple[str, ...]:
    match event:
        case ev.Budgeted():
            return (
                f"{world.name(event.side)} counts {event.counted} production points and may spend {event.budget}.",
            )
        case ev.Built():
            return (f"{event.count} {event.kind} built in {world.title(event.at)} for {event.into}.",)
        case ev.Repaired():
            return (f"{event.count} production repaired in {world.title(event.at)}.",)
        case ev.Fortified():
            return (f"{event.count} fort points begun in {world.title(event.at)}.",)
        case ev.FortsReady():
            return (f"Fort points ready in {_places(world, event.at)}.",)
        case ev.Lent():
            return (f"{event.count} production points go to {world.name(event.to)} by {world.title(event.at)}.",)
        case ev.Ruined():
            return (f"Production lost beyond repair in {_places(world, tuple(event.points))}.",)


def _movement(
    world: World,
    before: HexState,
    event: ev.Deployed | ev.Withdrawn | ev.Based | ev.Moved | ev.Converted | ev.Disbanded,
) -> tuple[str, ...]:
    match event:
        case ev.Deployed():
            return (f"{event.army} takes {event.points} in {world.title(event.at)}.",)
        case ev.Withdrawn():
            return (f"{event.army} is taken back.",)
        case ev.Based():
            return (f"{event.fleet} with {event.points} points is based in {world.title(event.at)}.",)
        case ev.Moved():
            by_sea = f" by {', '.join(event.seas)}" if event.seas else ""
            if event.into == event.army:
                return (f"{event.army} moves to {world.title(event.to)}{by_sea}.",)
            return (f"{event.army} hands {event.points} to {event.into} in {world.title(event.to)}{by_sea}.",)
        case ev.Converted():
            return (f"{event.count} amphibious points of {event.army} become infantry.",)
        case ev.Disbanded():
            return (f"{event.army} gives up {event.points}.",)


def _combat(world: World, before: HexState, event: ev.HexEvent) -> tuple[str, ...]:
    match event:
        case ev.StepBegan():
            return (_STEPS[event.step],)
        case ev.Announced() if not event.attack.army:
            return (f"{event.attack.fleet} sails to support the invasion of {world.title(event.attack.target)}.",)
        case ev.Announced():
            return (f"{event.attack.army} attacks {world.title(event.attack.target)}.",)
        case ev.CalledOff():
            return (f"{event.army} does not attack.",)
        case ev.DefenceAnnounced():
            who = ", ".join((*event.armies, *(f"the fort of {world.title(at)}" for at in event.forts)))
            return (f"{who} will fire." if who else f"{world.name(event.side)} holds its fire.",)
        case ev.Fired():
            return (_fire(world, event),)
        case ev.Lost():
            return tuple(_losses(world, event))
        case ev.FortHeld():
            return (f"The fort of {world.title(event.at)} swallows {event.count}.",)
        case ev.GarrisonLost():
            return (f"The garrison of {world.title(event.at)} is gone.",)
        case ev.AdvanceRolled():
            return (_advance(world, event),)
        case ev.Advanced():
            taken = f" and takes {world.title(event.to)}" if event.captured else f" into {world.title(event.to)}"
            return (f"{event.army} advances{taken}.",)
        case ev.Retreated():
            return (f"{event.army} retreats to {world.title(event.to)}.",)
        case ev.Eliminated():
            return (f"{event.army} is lost with {before.armies[event.army].points}.",)
        case ev.FortFell():
            return (f"The fort of {world.title(event.at)} is given up.",)
        case ev.Exploited():
            return (f"{event.attack.army} goes on against {world.title(event.attack.target)}.",)
        case ev.SupplyFailed():
            return tuple(_unsupplied(world, event))
        case ev.Expelled():
            where = f"goes to {world.title(event.to)}" if event.to else "is lost"
            return (f"{event.fleet} {where}.",)
        case ev.Expended():
            return (f"{event.fleet} is out for the rest of the turn.",)
    return ()


def _fire(world: World, event: ev.Fired) -> str:
    who = ", ".join(event.armies) or f"The fort of {world.title(event.frm)}"
    kind = "in defence" if event.defensive else f"at {world.title(event.at)}"
    return f"{who} fires {kind} with {event.strength}: {_die(event.die, event.modifier)}, {event.hits} lost."


def _advance(world: World, event: ev.AdvanceRolled) -> str:
    against = "a friendly hex" if event.defence is None else str(event.defence)
    odds = f"{event.strength} against {against}, {event.need} or less"
    end = "it succeeds" if event.success else "it fails"
    into = world.title(event.target)
    return f"{event.army} tries to advance into {into} ({odds}): {_die(event.die, event.modifier)}, {end}."


def _die(die: int, modifier: int) -> str:
    return f"rolls {die}" if not modifier else f"rolls {die} {'+' if modifier > 0 else '-'} {abs(modifier)}"


def _losses(world: World, event: ev.Lost) -> list[str]:
    told = [f"{name} loses {points}." for name, points in event.armies.items()]
    if event.fort_points:
        told.append(f"The fort of {world.title(event.fort)} loses {event.fort_points}.")
    if event.fleet_points:
        told.append(f"{event.fleet} loses {event.fleet_points}.")
    return told


def _unsupplied(world: World, event: ev.SupplyFailed) -> list[str]:
    told = [f"{name} is out of supply and lost." for name in event.armies]
    told += [f"The fort of {world.title(at)} is out of supply and lost." for at in event.forts]
    fallen: dict[Side, list[Place]] = {}
    for place, side in event.captured.items():
        fallen.setdefault(side, []).append(place)
    told += [f"{_places(world, tuple(places))} falls to {world.name(side)}." for side, places in fallen.items()]
    return told


def _places(world: World, places: tuple[Place, ...]) -> str:
    return ", ".join(world.title(place) for place in places)


def word(world: World, state: HexState, action: act.HexAction) -> str:
    """An action in words: what a button says that takes it."""
    match action:
        case act.Move():
            points = action.points if action.points.total else state.armies[action.army].points
            taker = f", to {action.into}" if action.into not in ("", action.army) else ""
            return f"Move {points} of {action.army} to {world.title(action.to)}{taker}"
        case act.Target():
            return f"Attack {world.title(action.target)} with {action.army}"
        case act.Exploit():
            return f"Go on against {world.title(action.target)} with {action.army}"
        case act.Assault():
            return f"Fire at {world.title(action.target)} with {', '.join(action.armies)}"
        case act.Advance():
            return f"Advance with {action.army}"
        case act.Retreat():
            return f"Retreat {action.army} to {world.title(action.to)}"
        case act.Defend():
            who = ", ".join((*action.armies, *(f"fort {at}" for at in action.forts)))
            return f"Fire with {who}" if who else "Hold fire"
        case act.Lose():
            return f"Lose {_lost_words(action.armies, action.fort, action.fleet)}"
        case act.Build():
            return f"Build {action.count} {action.kind} in {world.title(action.at)} for {action.into}"
        case act.Repair():
            return f"Repair {action.count} in {world.title(action.at)}"
        case act.Fortify():
            return f"Build {action.count} fort points in {world.title(action.at)}"
        case act.Deploy():
            return f"Put {action.points} into {action.army} in {world.title(action.at)}"
        case act.Lend():
            return f"Give {action.count} points by {world.title(action.at)}"
        case act.Base():
            return f"Base {action.points} points of {action.fleet} in {world.title(action.at)}"
        case act.DeployAll():
            return "Set up as proposed"
    return type(action).__name__


def _lost_words(armies: Mapping[str, Points], fort: int, fleet: int) -> str:
    words = [f"{points} of {name}" for name, points in armies.items()]
    words += [f"{fort} fort points"] if fort else []
    words += [f"{fleet} fleet points"] if fleet else []
    return ", ".join(words) or "nothing"
