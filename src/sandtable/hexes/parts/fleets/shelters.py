"""Neutral ports in which raiders shelter."""

from sandtable.core.refusal import Refusal
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.navies import waiting
from sandtable.hexes.parts.fleets.settings import NavalAction
from sandtable.hexes.shipping import is_port
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.world import World


def sheltered(world: World, state: HexState, action: NavalAction | None, name: Name, fleet: Fleet) -> bool:
    """Whether a fleet is in a neutral port that no treaty opens to it."""
    if action is None or fleet.at in state.control or waiting(world, state, action, name) is not None:
        return False
    lent = (part.harbours(world, state, fleet.side) for part in world.parts.harbours if part.name != "fleets")
    return not any(fleet.at in places for places in lent)


def havens(world: World, state: HexState, action: NavalAction | None, side: Side) -> frozenset[Place]:
    """The neutral ports where a side's raiders are."""
    own = ((name, fleet) for name, fleet in state.fleets.items() if fleet.side == side)
    return frozenset(fleet.at for name, fleet in own if sheltered(world, state, action, name, fleet))


def check_haven(world: World, state: HexState, side: Side, name: Name, at: Place) -> Refusal | None:
    """Whether a raider can be based in a neutral port."""
    absent = world.out_of_play(at)
    if absent is not None:
        return absent
    known = NAVY.of(state)
    if name not in known.raiders:
        rule = "raider.redeclare" if name in known.lapsed else "raider.neutral-ports"
        return world.refuse_by(rule, f"{name} isn't a raider: neutral ports are closed to it.")
    if not is_port(world, at):
        return world.refuse_by("raider.neutral-ports", f"{world.title(at)} has no port.")
    return next(filter(None, (part.berths(world, state, side, name, at) for part in world.parts.berths)), None)
