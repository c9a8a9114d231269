"""The opening position of a scenario."""

from collections.abc import Mapping

from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.hexes.scenario import Placed
from sandtable.hexes.state import Army, Fleet, Fort, HexState, Place, Side
from sandtable.hexes.world import World


def opening(world: World, setup: Setup) -> HexState | Refusal:
    """The position before the first action, or why this set-up isn't allowed."""
    players = _players(world, setup.players)
    if isinstance(players, Refusal):
        return players
    facts = world.facts
    ruined = {place: points for place, points in facts.devastated.items() if place in world.ruins}
    chosen = facts.choice.default if facts.choice is not None else {}
    devastated: dict[Place, int] = dict(facts.devastated)
    for place, points in chosen.items():
        devastated[place] = devastated.get(place, 0) + points
    sides = facts.sides.items()
    return HexState(
        scenario=world.scenario.id,
        turn=1,
        side=world.order[0],
        phase="setup",
        control=world.scenario.control,
        armies={
            name: Army(side, army.at, army.points, world.nation_of(name))
            for side, _ in sides
            for name, army in armies_at_start(world, side).items()
        },
        fleets={
            name: Fleet(side, fleet.at, fleet.points)
            for side, own in sides
            if own.fleets is None
            for name, fleet in own.default_fleets.items()
        }
        | {
            name: Fleet(side, fleet.at, 0, submarines=fleet.points)
            for side, own in sides
            for name, fleet in own.submarines.items()
        }
        | {
            name: Fleet(side, fleet.at, fleet.points, fleet.asw, carriers=fleet.carriers)
            for side, own in sides
            for name, fleet in own.squadrons.items()
        },
        forts={place: Fort(side, points) for side, own in sides for place, points in own.forts.items()},
        devastated=devastated,
        ruined={**ruined, **chosen},
        reserve={side: own.forces for side, own in sides if own.forces is not None},
        winters=facts.winter.past,
        players=players,
        options={name: on for name, on in setup.options.items() if on},
    )


def armies_at_start(world: World, side: Side) -> Mapping[str, Placed]:
    """A side's armies on the board before it sets up, including those of its options."""
    found = dict(world.setup(side).armies)
    for name in world.options:
        found |= world.facts.options[name].armies.get(side, {})
    return found


def _players(world: World, wanted: Mapping[str, tuple[Side, ...]]) -> Mapping[str, tuple[Side, ...]] | Refusal:
    """Who decides for which sides. Sides that this scenario lacks are left out.

    If several players share a side, the first confirms its decisions.
    """
    own = {player: tuple(side for side in sides if side in world.order) for player, sides in wanted.items()}
    players = {player: sides for player, sides in own.items() if sides} or {side: (side,) for side in world.order}
    for sides in players.values():
        if any(world.hostile(side, other) for side in sides for other in sides):
            names = " and ".join(world.name(side) for side in sides)
            return world.refuse("setup.sides", f"One player can't play both {names}: they are enemies.")
    chiefs: dict[Side, str] = {}
    for player, sides in players.items():
        chiefs |= {side: player for side in sides if side not in chiefs}
    if len(chiefs) < len(world.order):
        return world.refuse("setup.sides", f"Every side has a player: {', '.join(world.order)}.")
    led = {player: tuple(side for side in sides if chiefs[side] == player) for player, sides in players.items()}
    return {player: sides for player, sides in led.items() if sides}


def setting_up(world: World, side: Side) -> bool:
    """Whether a side has anything to decide before the first turn."""
    own, choice = world.setup(side), world.facts.choice
    free = own.forces is not None or own.fleets is not None
    ours = any(part.sets_up(world, side) for part in world.parts.sets_up)
    return free or ours or (choice is not None and choice.side == side)
