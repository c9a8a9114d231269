"""Actions in words, for buttons."""

from sandtable.area import actions as act
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.wording import an, counts, force, listed, picked, sentence, the, unit_name
from sandtable.area.world import World


def headline(world: World, state: AreaState) -> str:
    """Where the game is: ``Round 3, Japan, Combat Move``."""
    if state.winner:
        return f"{world.game.sides[state.winner]} won in round {state.round}"
    powers = listed(world.name(power) for power in state.turn.phases)
    phases = dict.fromkeys(world.game.phases[phase].name for phase in state.turn.phases.values() if phase)
    return f"{f'Round {state.round}' if state.round else 'Opening'}, {powers}, {listed(phases)}"


def word(world: World, seat: Power, action: act.AreaAction) -> str:
    """One action, as its button shows it."""
    part = world.parts.by_action.get(type(action))
    if part is not None:
        return sentence(part.words(world, action)).removesuffix(".")
    said = _of_moves(world, action) or _of_supply(world, action) or _of_battles(world, seat, action)
    return sentence(said).removesuffix(".")


def adjective(world: World, power: Power) -> str:
    """``British``."""
    return world.powers[power].adjective if power in world.powers else power


def _of_moves(world: World, action: act.AreaAction) -> str:
    match action:
        case act.Move():
            return _move(world, action)
        case act.Voyage():
            return _voyage(world, action)
        case act.Board():
            who = f"{action.count} {unit_name(world, action.unit, action.count)}"
            return f"{who}: board {an(adjective(world, action.owner))} transport in {action.zone}"
        case act.Disembark():
            who = counts(world, {unit: action.units.count(unit) for unit in action.units})
            ship = f"{adjective(world, action.owner)} transport in {action.zone}"
            return f"{who}: land in {action.territory} from the {ship}"
        case act.Land():
            ship = f"{adjective(world, action.owner)} carrier in {action.zone}"
            return f"land {an(unit_name(world, action.unit))} on the {ship}"
        case act.Reland():
            where = action.to
            if world.board.is_sea(where):
                where = f"{where}, on {an(adjective(world, action.owner)) if action.owner else 'a'} carrier"
            return f"land the {unit_name(world, action.unit)} in {where}"
        case act.Raid() if action.mission:
            target = listed(action.path[-1:])
            return f"{picked(world, action.units)}: {action.mission.replace('-', ' ')} over {target}"
        case act.Raid():
            return f"{picked(world, action.units)}: raid the factory in {listed(action.path[-1:])}"
        case _:
            return ""


def _of_supply(world: World, action: act.AreaAction) -> str:
    match action:
        case act.Mobilize():
            place = f"{action.count} {unit_name(world, action.unit, action.count)} in {action.space}"
            return f"place {place}" + (f", from {action.complex}" if action.complex else "")
        case act.Order():
            return f"buy {counts(world, action.units)}"
        case _:
            return ""


def _move(world: World, order: act.Move) -> str:
    who = picked(world, order.units)
    if len(order.path) < 2:
        return f"{who}: attack in {order.path[0] if order.path else 'place'}"
    flying = all(pick.unit in world.units and world.units[pick.unit].kind == "air" for pick in order.units)
    between = order.path[1:-1]
    via = f" through {listed(between)}" if between and not flying else ""
    purpose = ", to attack" if order.attack else f", for the assault on {order.assault}" if order.assault else ""
    return f"{who}: {order.path[0]}{via} to {order.path[-1]}{purpose}"


def _voyage(world: World, voyage: act.Voyage) -> str:
    parts = []
    for load in voyage.loads:
        parts.append(f"load {load.count} {unit_name(world, load.unit, load.count)} from {load.territory}")
    if len(voyage.path) > 1:
        parts.append(f"sail to {voyage.path[-1]}")
    if voyage.land:
        who = (
            ""
            if voyage.ashore is None
            else counts(world, {u: voyage.ashore.count(u) for u in voyage.ashore}) + " "
        )
        parts.append(f"land {who}in {voyage.land}")
    for landing in voyage.more:
        parts.append(f"land {counts(world, {u: landing.units.count(u) for u in landing.units})} in {landing.land}")
    if voyage.attack:
        parts.append("attack at sea")
    start = voyage.path[0] if voyage.path else "nowhere"
    return f"{picked(world, [voyage.transport])} in {start}: {listed(parts) or 'stay'}"


def _aim(world: World, action: act.Aim) -> str:
    if action.shots is None:
        return "aim with the default"
    return "aim " + listed(f"{force(world, one.by)} at {force(world, ((one.at, 1),))}" for one in action.shots)


def _pull_back(world: World, seat: Power, action: act.PullBack) -> str:
    parts = [
        f"retreat {force(world, party.units, seat)}{f' to {party.to}' if party.to else ''}"
        for party in action.parties
    ]
    if action.below:
        parts.append(f"submerge {force(world, action.below, seat)}")
    return listed(parts) or "stay and fight"


def _of_battles(world: World, seat: Power, action: act.AreaAction) -> str:
    match action:
        case act.Done():
            return "done"
        case act.Fight():
            return f"fight in {action.space}"
        case act.Engage():
            return "fight the ships in the zone" if action.fight else "ignore the ships in the zone"
        case act.Submerge():
            return f"submerge {action.count}" if action.count else "stay and fight"
        case act.Withdraw():
            return f"withdraw {action.count} to {action.to}" if action.count else "stay and fight"
        case act.Assault():
            return "land the troops" if action.go else "keep the troops aboard"
        case act.Casualties():
            return _losses(world, seat, action)
        case act.Aim():
            return _aim(world, action)
        case act.PullBack():
            return _pull_back(world, seat, action)
        case act.Retreat():
            return f"retreat to {action.to}" if action.to else "retreat"
        case act.Press():
            return "press the attack"
        case act.Room():
            verb = "lend ships to" if action.allowed else "stop lending ships to"
            return f"{verb} {the(world.name(action.partner))}"
        case act.Concede():
            return "concede the game"
        case act.Special():
            return action.name.replace("-", " ")
        case _:
            return type(action).__name__.lower()


def _losses(world: World, seat: Power, choice: act.Casualties) -> str:
    if choice.damaged is None and choice.destroyed is None:
        return "take the default casualties"
    parts = []
    if choice.destroyed:
        parts.append(f"lose {force(world, choice.destroyed, seat)}")
    if choice.damaged:
        parts.append(f"damage {force(world, choice.damaged, seat)}")
    return listed(parts) or "lose nothing"
