"""Actions in words: what stands on a button that takes them."""

from collections.abc import Iterable

from sandtable.area import actions as act
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.wording import counts, force, listed, sentence, the, times, unit_name
from sandtable.area.world import World


def headline(world: World, state: AreaState) -> str:
    """Where the game is: ``Round 3, Japan, Combat Move``."""
    if state.winner:
        return f"{world.game.sides[state.winner]} won in round {state.round}"
    powers = listed(world.name(power) for power in state.turn.phases)
    phases = dict.fromkeys(world.game.phases[phase].name for phase in state.turn.phases.values() if phase)
    return f"{f'Round {state.round}' if state.round else 'Opening'}, {powers}, {listed(phases)}"


def word(world: World, seat: Power, action: act.AreaAction) -> str:
    """One action, as its button says it."""
    said = _of_moves(world, action) or _of_supply(world, action) or _of_battles(world, seat, action)
    return sentence(said).removesuffix(".")


def picked(world: World, picks: Iterable[act.Pick]) -> str:
    """Units as an order names them: ``2 infantry, 1 transport with 1 tank``."""
    return ", ".join(_pick(world, pick) for pick in picks)


def _pick(world: World, pick: act.Pick) -> str:
    text = f"{pick.count} {unit_name(world, pick.unit, pick.count)}"
    if pick.cargo:
        aboard = {unit: pick.cargo.count(unit) for unit in pick.cargo}
        text += f" with {counts(world, aboard)}"
    return f"{text} from the {adjective(world, pick.aboard)} carrier" if pick.aboard else text


def adjective(world: World, power: Power) -> str:
    """``British``."""
    return world.powers[power].adjective if power in world.powers else power


def with_article(word: str) -> str:
    """A word with its indefinite article.

    >>> with_article("British"), with_article("American")
    ('a British', 'an American')
    """
    return f"{'an' if word[:1] in 'AEIOaeio' else 'a'} {word}"


def _of_moves(world: World, action: act.AreaAction) -> str:
    match action:
        case act.Move():
            return _move(world, action)
        case act.Voyage():
            return _voyage(world, action)
        case act.Board():
            who = f"{action.count} {unit_name(world, action.unit, action.count)}"
            return f"{who}: board {with_article(adjective(world, action.owner))} transport in {action.zone}"
        case act.Disembark():
            who = counts(world, {unit: action.units.count(unit) for unit in action.units})
            ship = f"{adjective(world, action.owner)} transport in {action.zone}"
            return f"{who}: go ashore in {action.territory} from the {ship}"
        case act.Land():
            ship = f"{adjective(world, action.owner)} carrier in {action.zone}"
            return f"land a {unit_name(world, action.unit)} on the {ship}"
        case act.Reland():
            where = action.to
            if world.board.is_sea(where):
                where = (
                    f"{where}, on {with_article(adjective(world, action.owner)) if action.owner else 'a'} carrier"
                )
            return f"land the {unit_name(world, action.unit)} in {where}"
        case act.Raid() if action.mission:
            target = listed(action.path[-1:])
            return f"{picked(world, action.units)}: {action.mission.replace('-', ' ')} over {target}"
        case act.Support():
            who = f"{action.count} {unit_name(world, action.unit, action.count)}"
            return f"{who}: fly from {action.space} to support {action.to}"
        case act.Reinforce():
            return f"{picked(world, action.units)}: go from {action.space} to {action.to} after the combats"
        case act.Recall():
            return "take back all orders"
        case act.Halt():
            return f"stop {force(world, action.ships)}"
        case act.Airlift():
            who = f"carry {unit_name(world, action.passenger, 1)} by {unit_name(world, action.unit, 1)}"
            return f"{who} to {action.drop}" + (
                f" and fly on to {action.path[-1]}" if action.drop != action.path[-1] else ""
            )
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
            return f"order {counts(world, action.units)}"
        case act.Research():
            return f"roll {times(action.dice, 'die', 'dice')} for research"
        case act.Aid():
            return f"send {action.amount} to {the(world.name(action.to))}"
        case act.Program():
            parts = [
                f"{times(n, 'die', 'dice')}"
                + (f" for {world.tech_table[tech].name}" if tech in world.tech_table else "")
                for tech, n in action.dice.items()
            ]
            return f"research: {listed(parts) or 'nothing'}"
        case act.Repair():
            return f"repair the {unit_name(world, action.unit, 1)} in {action.zone}"
        case act.Scorch():
            return (
                f"destroy the factory in {listed(action.territories)}"
                if action.territories
                else "destroy no factory"
            )
        case act.Bomb():
            return f"{times(action.factory, 'bomber')} at the factory, the others at the income"
        case act.Pin():
            stay = listed(f"{o.count} {unit_name(world, o.unit, o.count)}" for o in action.orders)
            return f"{stay or 'nobody'} stay behind"
        case act.Rocket():
            return f"fire a rocket from {action.gun} at {action.target}"
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
    return f"{_pick(world, voyage.transport)} in {start}: {listed(parts) or 'stay'}"


def _aim(world: World, action: act.Aim) -> str:
    if action.shots is None:
        return "aim as usual"
    return "aim " + listed(f"{force(world, one.by)} at {force(world, ((one.at, 1),))}" for one in action.shots)


def _pull_back(world: World, seat: Power, action: act.PullBack) -> str:
    parts = [
        f"pull back {force(world, party.units, seat)}{f' to {party.to}' if party.to else ''}"
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
            return "fight the ships in the zone" if action.fight else "leave the ships in the zone alone"
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
            return f"retreat to {action.to}" if action.to else "break off the attack"
        case act.Press():
            return "press the attack"
        case act.Room():
            verb = "lend room to" if action.allowed else "close the ships to"
            return f"{verb} {the(world.name(action.partner))}"
        case act.Concede():
            return "concede the game"
        case act.Special():
            return action.name.replace("-", " ")
        case _:
            return type(action).__name__.lower()


def _losses(world: World, seat: Power, choice: act.Casualties) -> str:
    if choice.damaged is None and choice.destroyed is None:
        return "take the default losses"
    parts = []
    if choice.destroyed:
        parts.append(f"lose {force(world, choice.destroyed, seat)}")
    if choice.damaged:
        parts.append(f"damage {force(world, choice.damaged, seat)}")
    return listed(parts) or "lose nothing"
