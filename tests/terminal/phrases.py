"""How a player would type an order: from an action back to a line."""

from sandtable.area import actions as act
from sandtable.area.forces import Stack, size, stack
from sandtable.area.notation import show_stack
from sandtable.area.parts.airlift import Airlift
from sandtable.area.parts.directed_research import Program
from sandtable.area.parts.interdiction import Halt
from sandtable.area.parts.reaction.actions import Pin, Reinforce, Support
from sandtable.area.parts.research import Research
from sandtable.area.parts.rockets import Rocket
from sandtable.area.world import World
from sandtable.core.vocabulary import phrase_of


def phrase(world: World, action: act.AreaAction) -> str:
    """A line that means this action."""
    match action:
        case act.Order():
            return f"buy {_counts(dict(action.units))}"
        case Research():
            return f"research {action.dice}"
        case act.Raid() if action.mission:
            via = f" via {', '.join(action.path[1:-1])}" if len(action.path) > 2 else ""
            ends = f"from {action.path[0]} to {action.path[-1]}{via}"
            return f"mission {action.mission} {_picks(action.units)} {ends}"
        case act.Raid():
            via = f" via {', '.join(action.path[1:-1])}" if len(action.path) > 2 else ""
            return f"raid {_picks(action.units)} from {action.path[0]} to {action.path[-1]}{via}"
        case act.Assault():
            return "go ashore" if action.go else "stay aboard"
        case Rocket():
            return f"rocket from {action.gun} at {action.target}"
        case act.Withdraw():
            return f"withdraw {action.count} to {action.to}" if action.to else "withdraw none"
        case act.Move():
            if len(action.path) == 1 and action.assault:
                return f"support with {_picks(action.units)} in {action.path[0]} for {action.assault}"
            if len(action.path) == 1:
                return f"attack with {_picks(action.units)} in {action.path[0]}"
            via = f" via {', '.join(action.path[1:-1])}" if len(action.path) > 2 else ""
            purpose = " attack" if action.attack else f" assault {action.assault}" if action.assault else ""
            return f"move {_picks(action.units)} from {action.path[0]} to {action.path[-1]}{via}{purpose}"
        case act.Voyage():
            return _voyage(action)
        case act.Board():
            return f"board {action.count} {action.unit} from {action.territory} in {action.zone} on {action.owner}"
        case act.Disembark():
            return (
                f"disembark {', '.join(action.units)} from {action.zone} on {action.owner} to {action.territory}"
            )
        case act.Fight():
            return f"fight {action.space}"
        case act.Engage():
            return "fight" if action.fight else "ignore"
        case act.Submerge():
            return f"submerge {action.count}"
        case act.Casualties():
            return _casualties(world, action)
        case act.Retreat():
            return f"retreat to {action.to}" if action.to else "retreat"
        case act.Press():
            return "press"
        case act.Reland():
            aboard = f" on {action.owner}" if action.owner else ""
            return f"land {action.unit} from {action.space} to {action.to}{aboard}"
        case act.Land():
            aboard = "" if action.cargo is None else f" carrier[{', '.join(action.cargo)}]"
            return f"land {action.unit} in {action.zone} on {action.owner}{aboard}"
        case act.Mobilize():
            factory = f" from {action.complex}" if action.complex else ""
            return f"place {action.count} {action.unit} in {action.space}{factory}"
        case act.Done():
            return "done"
        case _:
            return _of_teams(world, action)


def _of_teams(world: World, action: act.AreaAction) -> str:
    match action:
        case Program():
            dice = [f"{n} {world.tech_table[tech].name if tech else 'dice'}" for tech, n in action.dice.items()]
            return f"research {', '.join(dice) or 'nothing'}"
        case Support():
            aboard = f" from {action.aboard} carrier" if action.aboard else ""
            return f"support with {action.count} {action.unit}{aboard} from {action.space} to {action.to}"
        case Reinforce():
            return f"reinforce with {_picks(action.units)} from {action.space} to {action.to}"
        case Halt():
            return f"halt {show_stack(world, action.ships)}"
        case Pin():
            return f"keep {', '.join(f'{one.count} {one.unit}' for one in action.orders)}"
        case Airlift():
            on = "" if action.drop == action.path[-1] else f" and on to {action.path[-1]}"
            return f"airlift {action.passenger} by {action.unit} from {action.path[0]} to {action.drop}{on}"
        case act.Aim():
            shots = [f"{size(one.by)} at {show_stack(world, ((one.at, 1),))}" for one in action.shots or ()]
            return f"aim {', '.join(shots) or 'default'}"
        case act.PullBack():
            parts = [
                f"{show_stack(world, one.units)}{f' to {one.to}' if one.to else ''}" for one in action.parties
            ]
            parts += [f"submerge {show_stack(world, action.below)}"] if action.below else []
            return f"pull {'; '.join(parts) or 'none'}"
        case _ if action.phrase:
            return phrase_of(type(action)).line(action)
        case _:
            raise AssertionError(f"no words for {action}")


def _counts(units: dict[str, int]) -> str:
    return ", ".join(f"{count} {unit}" for unit, count in units.items()) or "nothing"


def _picks(picks: tuple[act.Pick, ...]) -> str:
    return ", ".join(_pick(pick) for pick in picks)


def _pick(pick: act.Pick) -> str:
    cargo = "" if pick.cargo is None else f"[{', '.join(pick.cargo)}]"
    used = "" if pick.used is None else f"@{pick.used}"
    host = f" from {pick.aboard} carrier" if pick.aboard else ""
    return f"{pick.count} {pick.unit}{cargo}{used}{host}"


def _voyage(action: act.Voyage) -> str:
    parts = [f"ship {_pick(action.transport)} from {action.path[0]}"]
    parts += [f"load {one.count} {one.unit} from {one.territory} at {one.zone}" for one in action.loads]
    if len(action.path) > 1:
        parts.append(f"to {action.path[-1]}")
    if len(action.path) > 2:
        parts.append(f"via {', '.join(action.path[1:-1])}")
    if action.land:
        parts.append(f"land {action.land}")
    if action.ashore is not None:
        parts.append(f"ashore {', '.join(action.ashore)}")
    parts += [f"land {one.land} ashore {', '.join(one.units)}" for one in action.more]
    return " ".join(parts) + (" attack" if action.attack else "")


def _casualties(world: World, action: act.Casualties) -> str:
    if action.damaged is None and action.destroyed is None:
        return "lose default"
    parts = [
        f"{verb} {show_stack(world, _plain(units))}"
        for verb, units in (("lose", action.destroyed), ("damage", action.damaged))
        if units
    ]
    return ", ".join(parts)


def _plain(units: Stack) -> Stack:
    return stack((act_piece, count) for act_piece, count in units)
