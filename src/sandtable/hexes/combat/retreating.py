"""Retreats: armies that have lost their hex go to a friendly one beside it, or are gone."""

from collections.abc import Iterator

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Retreat
from sandtable.hexes.events import Eliminated, Retreated
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def refuges(world: World, state: HexState, army: Army) -> list[Place]:
    """Where a displaced army may go."""
    if not world.retreat_from(army.at):
        return []
    return [
        near for near, way in world.near(army.at).items() if way != "strait" and friendly(state, army.side, near)
    ]


def settle_retreats(run: Unfolding) -> bool:
    """Let those retreat who have no choice; whether nobody has one."""
    for name in run.combat.displaced:
        army = run.state.armies[name]
        places = refuges(run.world, run.state, army)
        if not places:
            boxed = not run.world.retreat_from(army.at)
            why = run.world.cite("offmap.retreat" if boxed else "advance.retreat-impossible")
            run.emit(Eliminated(army=name, why=why))
        elif len(places) == 1:
            run.emit(Retreated(army=name, to=places[0]))
    return not run.combat.displaced


def check_retreat(world: World, state: HexState, side: Side, action: Retreat) -> Refusal | None:
    """Judge a retreat."""
    combat = state.combat
    if combat is None or action.army not in combat.displaced or state.armies[action.army].side != side:
        return world.refuse("advance.displace", f"{action.army} has no hex to leave.")
    army = state.armies[action.army]
    if action.to in refuges(world, state, army):
        return None
    way = world.near(army.at).get(action.to)
    if way is None and not world.touches(army.at, action.to):
        return world.refuse("advance.displace", f"{action.to} is not beside {world.title(army.at)}.")
    if way is None or way == "strait":
        return world.refuse("advance.retreat-not-over-water", f"Water lies between {army.at} and {action.to}.")
    if state.control.get(action.to) in world.partners(side):
        return world.refuse("coop.no-entry", f"{world.title(action.to)} is a partner's hex.")
    return world.refuse("advance.displace", f"{world.title(action.to)} is not friendly.")


def legal_retreats(world: World, state: HexState, displaced: tuple[Name, ...]) -> Iterator[Retreat]:
    """Every retreat that an army could make."""
    for name in displaced:
        yield from (Retreat(name, place) for place in refuges(world, state, state.armies[name]))
