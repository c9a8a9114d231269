"""Fire: how strong it is, and what one roll does."""

from collections.abc import Iterable

from sandtable.hexes.events import Fired
from sandtable.hexes.state import Army, HexState, Name, Place
from sandtable.hexes.strength import Points, total
from sandtable.hexes.tables import Counted
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World


def counted(number: int, how: Counted) -> int:
    """So many points as terrain lets count.

    >>> counted(5, "full"), counted(5, "half"), counted(5, "none")
    (5, 2, 0)
    """
    match how:
        case "full":
            return number
        case "half":
            return number // 2
        case "none":
            return 0


def assault_strength(world: World, points: Points, target: Place, by_sea: bool = False) -> int:
    """The firing strength of points of one hex in an attack on a target, before the cap; from the sea only
    amphibious points fire."""
    if by_sea:
        return points.amphibious
    return points.infantry + counted(points.mechanized, world.effect(target).assault)


def defence_strength(points: Points, fort: int) -> int:
    """The firing strength of points in defence, before the cap: no terrain reduces it."""
    return points.infantry + points.mechanized + fort


def held_by(state: HexState, armies: Iterable[Name]) -> Points:
    """What some armies hold together."""
    return total(state.armies[name].points for name in armies)


def room_to_fire(world: World, state: HexState, frm: Place, at: Place) -> int:
    """How much strength may still be fired from one hex at another in this sub-phase."""
    spent = state.combat.spent.get(f"{frm}>{at}", 0) if state.combat is not None else 0
    return max(0, world.tables.most - spent)


def roll_fire(
    run: Unfolding,
    shooter: Army | None,
    frm: Place,
    at: Place,
    armies: tuple[Name, ...],
    forts: tuple[Place, ...],
    strength: int,
    defensive: bool,
) -> int:
    """Roll once on the Firepower Table: how many points the other side loses."""
    side = run.state.control[frm] if shooter is None else shooter.side
    modifier = 0 if shooter is None else winter_modifier(run.world, run.state, shooter)
    die = run.roll()
    hits = run.world.tables.losses(strength, die + modifier)
    run.emit(
        Fired(
            side=side,
            at=at,
            frm=frm,
            armies=armies,
            forts=forts,
            defensive=defensive,
            strength=strength,
            die=die,
            modifier=modifier,
            hits=hits,
        )
    )
    return hits
