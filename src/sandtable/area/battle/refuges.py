"""Refuges: where a unit that is pulled back from a battle may go."""

from sandtable.area.actions import Side
from sandtable.area.battle.decks import embarked, is_seaborne, room
from sandtable.area.battle.sequence import DrivenBack, PullingBack
from sandtable.area.citations import Citation
from sandtable.area.forces import EMPTY, Piece, Power, Stack, merge, size, where
from sandtable.area.movement.airfields import flights_now
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.state import AreaState, Battle
from sandtable.area.status import active, barred, friendly_land, hostile_zone
from sandtable.area.world import World

ALOFT = ""
"""The destination of attacking air units that are pulled back: they wait over the space until they land."""

Leaving = DrivenBack | PullingBack

AIR_REACH = 2
"""How many spaces defending air units may fly."""


def refuges(
    world: World, state: AreaState, battle: Battle, step: DrivenBack | PullingBack, piece: Piece
) -> tuple[str, ...]:
    """Every place a piece may be pulled back to."""
    kind = world.type(piece).kind
    if step.side == "attack":
        if kind == "air":
            return (ALOFT,)
        if kind == "sea":
            return _to_sea_lanes(world, state, battle, piece.power)
        return _overland(world, state, battle, step, piece)
    if kind == "air":
        return _within_reach(world, state, battle, piece)
    if kind == "sea":
        return tuple(
            zone
            for zone in world.board.sea_lanes.get(battle.space, ())
            if _free(world, state, piece.power, zone, step)
            and not embattled(world, state, piece.power, zone)
            and _open(world, state, battle, piece.power, zone)
        )
    return tuple(
        land
        for land in world.board.neighbours(battle.space)
        if friendly_land(world, state.control, piece.power, land)
        and barred(world, state, piece.power, land) is None
        and not embattled(world, state, piece.power, land)
    )


def _last_steps(world: World, state: AreaState, battle: Battle) -> tuple[str, ...]:
    """The spaces from which land or sea units entered the battle."""
    board, found = world.board, dict[str, None]()
    for route in state.turn.routes.get(battle.space, ()):
        for before in [s for s in route if s != battle.space][-1:]:
            if board.is_sea(before) == board.is_sea(battle.space) and board.adjacent(before, battle.space):
                found[before] = None
    return tuple(found)


def _to_sea_lanes(world: World, state: AreaState, battle: Battle, power: Power) -> tuple[str, ...]:
    return tuple(
        zone
        for zone in _last_steps(world, state, battle)
        if not hostile_zone(world, state, power, zone) and _open(world, state, battle, power, zone)
    )


def _overland(
    world: World, state: AreaState, battle: Battle, step: DrivenBack | PullingBack, piece: Piece
) -> tuple[str, ...]:
    """Back to where it came from: a territory, or the transport that brought it."""
    if is_seaborne(battle, piece):
        if not isinstance(step, PullingBack) or not step.aboard_as:
            return ()
        passenger = Piece(piece.power, step.aboard_as)
        return tuple(
            zone
            for zone in ((piece.came,) if piece.came else world.board.neighbours(battle.space))
            if world.board.is_sea(zone) and not embarked(world, state.at(zone), [passenger], battle.space)[1]
        )
    origins = (piece.came,) if piece.came else _last_steps(world, state, battle)
    return tuple(to for to in origins if friendly_land(world, state.control, piece.power, to))


def _free(world: World, state: AreaState, power: Power, zone: str, step: Leaving) -> bool:
    """Whether a zone holds no enemy that blocks it; some are ignored."""
    foes = world.enemies[power]
    return all(
        piece.power not in foes
        or piece.submerged
        or piece.unit not in world.barring
        or (step.past is not None and step.past.takes(world.type(piece)))
        for piece, _ in state.at(zone)
    )


def _open(world: World, state: AreaState, battle: Battle, power: Power, zone: str) -> bool:
    passage = world.board.passage(battle.space, zone)
    return passage is None or world.passage_open(passage, power, state.turn.control)


def embattled(world: World, state: AreaState, power: Power, space: str) -> bool:
    """Whether a battle against more than air units is still to be fought in a space."""
    if not any(site.space == space and not site.raid for site in state.turn.sites):
        return False
    foes = world.enemies[power]
    if any(
        p.power in foes and world.type(p).kind in ("land", "sea") and p.unit not in world.unarmed
        for p, _ in state.at(space)
    ):
        return True
    return any(
        land == space
        and zone not in state.turn.blocked
        and (troops_waiting(state, foe, zone, land) or _troops_in_battle(state, zone, land))
        for zone, land in state.turn.assaults
        for foe in active(state)
    )


def _troops_in_battle(state: AreaState, zone: str, land: str) -> bool:
    """Whether transports fighting in a zone have troops aboard for a landing."""
    battle = state.battle
    return (
        battle is not None
        and battle.space == zone
        and any(one.landing == land for ship, _ in battle.attack.units for one in ship.cargo)
    )


def _within_reach(world: World, state: AreaState, battle: Battle, piece: Piece) -> tuple[str, ...]:
    """Where a defending air unit can land: friendly territories, and zones with room on a ship of its side."""
    board, power = world.board, piece.power
    flights = flights_now(world, state, power)[battle.space]
    return tuple(
        to
        for to, distance in flights.items()
        if 0 < distance <= AIR_REACH
        and not embattled(world, state, power, to)
        and (
            (board.is_sea(to) and (room_at(world, state, to, piece) > 0 or _deck_comes(world, battle, to, piece)))
            or (not board.is_sea(to) and friendly_land(world, state.control, power, to))
        )
    )


def room_at(world: World, state: AreaState, zone: str, piece: Piece, coming: Stack = EMPTY) -> int:
    """How many such air units fit in a zone: on ships that are there, are arriving, or are ordered there."""
    ordered = (part.decks_coming(world, state, zone) for part in world.parts.decks_coming)
    ships = merge(state.at(zone), *ordered, coming)
    waiting = where(state.at(zone), lambda p: world.type(p).kind == "air" and world.friends(p.power, piece.power))
    return room(world, ships, piece.power, piece.unit) - size(waiting)


def _deck_comes(world: World, battle: Battle, zone: str, piece: Piece) -> bool:
    """Whether a carrier could be pulled back to a zone from the same battle."""
    if not world.board.is_sea(battle.space) or not world.board.adjacent(battle.space, zone):
        return False
    return any(
        ship.unit in world.carriers and world.friends(ship.power, piece.power) for ship, _ in battle.defend.units
    )


def rule_for(world: World, battle: Battle, side: Side, piece: Piece) -> Citation:
    """The rule about where a piece may go."""
    sea, kind = world.board.is_sea(battle.space), world.type(piece).kind
    if side == "attack":
        if kind == "air":
            return "searetreat.attacker-air" if sea else "landretreat.attacker-air"
        if sea:
            return "searetreat.attacker-naval"
        return "amphib.retreat-needs-transport" if is_seaborne(battle, piece) else "landretreat.attacker-land"
    if kind == "air":
        return "searetreat.defender-air" if sea else "landretreat.defender-air"
    return "searetreat.defender-naval" if sea else "landretreat.defender-land"
