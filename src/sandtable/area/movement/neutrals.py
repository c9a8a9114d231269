"""Neutral territories: nobody may enter them, unless a part of the game sets the terms."""

from sandtable.area.forces import Power
from sandtable.area.leanings import leaning
from sandtable.area.state import AreaState, Route
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def violable(world: World) -> bool:
    """Whether neutral territories can be entered at all."""
    return bool(world.parts.check_violation)


def admitted(world: World, state: AreaState, power: Power, space: str) -> bool:
    """Whether land units of a power may enter a neutral territory without a fight."""
    return any(part.admits(world, state, power, space) for part in world.parts.admits)


def refuse_entry(world: World, state: AreaState, space: str) -> Refusal:
    """Why land units can't enter a neutral territory without a fight."""
    if leaning(world.board, state, space) in world.game.sides:
        why = f"{space} leans to the other side: you can enter it only in a combat move."
        return world.refuse("cmove.no-neutral", why)
    return world.refuse("board.neutral-impassable", f"{space} is neutral: you can't enter it now.")


def assailable(world: World, state: AreaState, power: Power, space: str) -> bool:
    """Whether a neutral territory is attacked like a hostile one."""
    asked = world.parts.assailable
    return bool(asked) and any(part.assailable(world, state, power, space) for part in asked)


def check_violation(world: World, state: AreaState, power: Power, path: Route) -> Refusal | None:
    """Whether a power may enter the neutral territories on a path."""
    for part in world.parts.check_violation:
        refusal = part.check_violation(world, state, power, path)
        if refusal:
            return refusal
    return None


def violate(run: Unfolding, power: Power, path: Route) -> None:
    """Units enter the neutral territories on a path."""
    for part in run.world.parts.check_violation:
        part.violate(run, power, path)
