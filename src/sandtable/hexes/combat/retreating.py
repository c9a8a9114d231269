"""Retreats: armies that have lost their hex move to an adjacent friendly one, or are eliminated."""

from collections.abc import Iterator

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Retreat
from sandtable.hexes.events import Eliminated, Retreated
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def refuges(world: World, state: HexState, army: Army) -> list[Place]:
    """Where a displaced army may retreat to."""
    if not world.retreat_from(army.at):
        return []
    return [
        near
        for near, way in world.near(army.at).items()
        if way != "strait" and _sheltered(world, state, army, near)
    ]


def _sheltered(world: World, state: HexState, army: Army, place: Place) -> bool:
    answers = [part.shelters(world, state, army, place) for part in world.parts.shelters]
    said = [answer for answer in answers if answer is not None]
    return all(said) if said else friendly(state, army.side, place)


def settle_retreats(run: Unfolding) -> bool:
    """Retreat armies that have no choice. Returns whether no army has a choice left."""
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
    """Validate a retreat."""
    combat = state.combat
    if combat is None or action.army not in combat.displaced or state.armies[action.army].side != side:
        return world.refuse("advance.displace", f"{action.army} doesn't have to retreat.")
    army = state.armies[action.army]
    if action.to in refuges(world, state, army):
        return None
    way = world.near(army.at).get(action.to)
    if way is None and not world.touches(army.at, action.to):
        return world.refuse("advance.displace", f"{action.to} isn't adjacent to {world.title(army.at)}.")
    if way is None or way == "strait":
        return world.refuse("advance.retreat-not-over-water", f"There's water between {army.at} and {action.to}.")
    holder = state.control.get(action.to)
    if holder is not None and holder in world.partners(side):
        why = f"{world.title(action.to)} is a partner's hex."
        return world.at_peace(side, holder, "coop.no-entry", why)
    return world.refuse("advance.displace", f"{world.title(action.to)} is not friendly.")


def legal_retreats(world: World, state: HexState, displaced: tuple[Name, ...]) -> Iterator[Retreat]:
    """Every retreat that an army could make."""
    for name in displaced:
        yield from (Retreat(name, place) for place in refuges(world, state, state.armies[name]))
