"""Actions and positions in words, for buttons and lists of orders."""

from collections.abc import Iterable, Mapping

from sandtable.core.wording import listed, sentence, times
from sandtable.guides.hexes.kit import PHASES
from sandtable.hexes import actions as act
from sandtable.hexes.production import price
from sandtable.hexes.state import HexState, Name, Place, Step
from sandtable.hexes.story import armies, army_name, fleet_name
from sandtable.hexes.strength import spoken, whole
from sandtable.hexes.world import World

STEPS: Mapping[Step, str] = {
    "announce": "announcing attacks",
    "opening": "before the first shot",
    "invasion": "invasions",
    "defence": "defensive assaults",
    "assault": "assaults",
    "advance": "advances",
    "exploitation": "exploitation",
    "over": "what follows",
}
DONE = {
    "setup": "finish setting up",
    "movement": "end the Movement Phase",
    "strategic": "end strategic warfare",
    "naval": "end naval movement",
    "production": "end the Production Phase",
    "research": "end the turn",
    "announce": "done announcing attacks",
    "assault": "no more assaults: continue to the advances",
    "advance": "no more advances: continue",
    "exploitation": "end the Combat Phase",
}
"""The text of the done button, by phase or by step of the Combat Phase."""


def headline(world: World, state: HexState) -> str:
    """``Summer 1941, Axis, Combat: assaults``."""
    phase = PHASES[state.phase]
    if state.combat is not None and state.phase == "combat":
        phase = f"{phase}: {STEPS[state.combat.step]}"
    return f"{world.date(state.turn)}, {world.name(state.side)}, {phase}"


def word(world: World, state: HexState, action: act.HexAction) -> str:
    """An action in words."""
    part = world.parts.by_action.get(type(action))
    if part is not None:
        return sentence(part.words(world, action)).removesuffix(".")
    return sentence(
        _of_set_up(world, action)
        or _of_movement(world, state, action)
        or _of_attacks(world, state, action)
        or _of_invasions(world, action)
        or _of_production(world, state, action)
        or _of_ends(world, state, action)
    ).removesuffix(".")


def _of_ends(world: World, state: HexState, action: act.HexAction) -> str:
    match action:
        case act.Done():
            if state.phase == world.facts.phases[-1]:
                return "end the turn"
            fighting = state.combat is not None and state.phase == "combat"
            return DONE.get(state.combat.step if fighting and state.combat is not None else state.phase, "done")
        case act.Concede():
            return "concede the game"
        case _:
            return type(action).__name__.lower()


def _of_set_up(world: World, action: act.HexAction) -> str:
    match action:
        case act.Deploy():
            return f"deploy {action.points} as {army_name(action.army)} in {world.title(action.at)}"
        case act.Withdraw():
            return f"return {army_name(action.army)} to the reserve"
        case act.Base():
            return (
                f"base {fleet_name(action.fleet)} with {times(action.points, 'point')} in {world.title(action.at)}"
            )
        case act.Devastate():
            lost = listed(f"{points} in {world.title(place)}" for place, points in action.points.items())
            return f"lose production: {lost}"
        case act.DeployAll():
            return "use the suggested setup"
        case _:
            return ""


def _of_movement(world: World, state: HexState, action: act.HexAction) -> str:
    match action:
        case act.Move():
            return _move(world, state, action)
        case act.Convert():
            return f"{army_name(action.army)}: convert {times(action.count, 'amphibious point')} to infantry"
        case act.Disband():
            return f"{army_name(action.army)}: disband {action.points}"
        case act.Unmark():
            return f"remove the marker in {world.title(action.at)}"
        case _:
            return ""


def _move(world: World, state: HexState, action: act.Move) -> str:
    army = state.armies.get(action.army)
    end = world.title(action.to)
    way = f" by sea from {world.title(action.ports[0])} to {world.title(action.ports[1])}" if action.ports else ""
    if action.into in ("", action.army):
        return f"{army_name(action.army)}: move to {end}{way}"
    what = str(action.points) if action.points.total else "everything"
    there = action.into in state.armies
    whom = f"to {army_name(action.into)}" if there else f"to form {army_name(action.into)}"
    where = "" if army is not None and army.at == action.to else f" in {end}{way}"
    return f"{army_name(action.army)}: {what} {whom}{where}"


def _of_attacks(world: World, state: HexState, action: act.HexAction) -> str:
    match action:
        case act.Target() if state.control.get(action.target) == state.side:
            return f"{army_name(action.army)}: advance into {world.title(action.target)}, a friendly hex"
        case act.Target():
            return f"{army_name(action.army)}: attack {world.title(action.target)}"
        case act.CallOff():
            who = army_name(action.army) if action.army in state.armies else fleet_name(action.army)
            return f"{who}: cancel the attack"
        case act.Defend():
            return _defend(world, action.armies, action.forts)
        case act.Assault():
            return f"assault {world.title(action.target)} with {armies(action.armies)}"
        case act.Lose():
            return _lose(action)
        case act.Advance():
            return _advance(world, state, action)
        case act.Retreat():
            return f"{army_name(action.army)}: retreat to {world.title(action.to)}"
        case act.Exploit():
            return f"{army_name(action.army)}: exploit into {world.title(action.target)}"
        case _:
            return ""


def _advance(world: World, state: HexState, action: act.Advance) -> str:
    attacks = state.combat.attacks if state.combat is not None else ()
    target = next((world.title(attack.target) for attack in attacks if attack.army == action.army), "its target")
    return f"{army_name(action.army)}: advance into {target}"


def _defend(world: World, names: Iterable[Name], forts: Iterable[Place]) -> str:
    who = [*(army_name(name) for name in names), *(f"the fort in {world.title(place)}" for place in forts)]
    return f"fire in defence: {listed(who)}" if who else "hold fire"


def _lose(action: act.Lose) -> str:
    parts = [f"{points} of {army_name(name)}" for name, points in action.armies.items() if points.total]
    if action.fort:
        parts.append(times(action.fort, "fort point"))
    if action.fleet:
        parts.append(times(action.fleet, "fleet point"))
    return f"lose {listed(parts)}" if parts else "lose nothing"


def _of_invasions(world: World, action: act.HexAction) -> str:
    match action:
        case act.Invade():
            fleet = f" with {fleet_name(action.fleet)}" if action.fleet else ""
            spent = f", spending {times(action.spend, 'amphibious point')}" if action.spend else ""
            way = f", {times(len(action.route), 'hex', 'hexes')}" if action.route else ""
            return f"{army_name(action.army)}: invade {world.title(action.target)} by sea{way}{fleet}{spent}"
        case act.Support():
            return f"{fleet_name(action.fleet)}: support the invasion of {world.title(action.target)}"
        case act.Intercept():
            return f"intercept with {fleet_name(action.fleet)}" if action.fleet else "let them pass"
        case act.Strike():
            return f"coastal air: strike {army_name(action.army)}"
        case act.Sail():
            return f"carry out the invasion of {world.title(action.target)}"
        case _:
            return ""


def _of_production(world: World, state: HexState, action: act.HexAction) -> str:
    match action:
        case act.Build():
            cost = whole(price(world, state, state.side, action.kind, action.at) * action.count)
            what = f"build {action.count} {spoken(action.kind)}"
            return f"{what} for {army_name(action.into)} in {world.title(action.at)} (cost {cost})"
        case act.Repair():
            cost = world.tables.repair_cost * action.count
            return f"repair {times(action.count, 'production point')} in {world.title(action.at)} (cost {cost})"
        case act.Fortify():
            cost = whole(price(world, state, state.side, "fort", action.at) * action.count)
            return f"build {times(action.count, 'fort point')} in {world.title(action.at)} (cost {cost})"
        case act.Dismantle():
            return f"dismantle the fort in {world.title(action.at)}"
        case _:
            return ""
