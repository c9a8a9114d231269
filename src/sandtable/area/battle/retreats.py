"""Retreats: whether the attacker may break off, who leaves, and where to."""

from sandtable.area.actions import Side
from sandtable.area.battle.judging import round_end
from sandtable.area.citations import Citation
from sandtable.area.forces import Piece, Power, Stack, where
from sandtable.area.state import AreaState, Battle
from sandtable.area.status import enemies_at, friendly_land, hostile_zone
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

AIR_ONLY = ""
"""The destination if only air units retreat: they stay over the contested space."""


def _is_air(world: World, piece: Piece) -> bool:
    return world.type(piece).kind == "air"


def _seaborne(battle: Battle, piece: Piece) -> bool:
    return battle.amphibious and piece.landing == battle.space


def leaving(world: World, battle: Battle) -> tuple[Stack, Stack]:
    """The units that retreat: those that need a destination, and air units. Seaborne units fight on."""
    units = battle.attack.units
    return (
        where(units, lambda p: not _is_air(world, p) and not _seaborne(battle, p)),
        where(units, lambda p: _is_air(world, p)),
    )


def origins(world: World, state: AreaState, battle: Battle) -> tuple[str, ...]:
    """The spaces next to the battle from or through which land or sea units came to it.

    In an amphibious assault, only those from which overland units entered.
    """
    space, board, end = battle.space, world.board, round_end(world, battle)
    found: dict[str, None] = {}
    routes = state.turn.routes.get(space, ())
    if end.unmoved and not routes and board.is_sea(space):
        return board.sea_lanes[space]
    last = end.origin == "last" or (battle.amphibious and not battle.at_sea)
    for route in routes:
        path = [s for s in route if s != space]
        for before in path[-1:] if last else path:
            if board.is_sea(before) == board.is_sea(space) and board.adjacent(before, space):
                found[before] = None
    return tuple(found)


def _bound(world: World, battle: Battle) -> bool:
    """Whether seaborne units keep all attackers in the battle."""
    if round_end(world, battle).seaborne != "bind":
        return False
    return any(_seaborne(battle, piece) for piece, _ in battle.attack.units)


def _refused(world: World, state: AreaState, battle: Battle, to: str) -> Refusal | None:
    """The refusal that blocks one of the origins, if any."""
    power = battle.attacker
    if not world.board.is_sea(battle.space):
        if friendly_land(world, state.control, power, to):
            return None
        return world.refuse("retreat.where", f"{to} is not friendly.")
    if to in state.turn.hostile:
        return world.refuse("retreat.sea-friendly-at-start", f"{to} was hostile when the turn began.")
    if hostile_zone(world, state, power, to):
        return world.refuse("retreat.where-at-sea", f"{to} is hostile.")
    passage = world.board.passage(battle.space, to)
    if passage is not None and passage.closed:
        return world.refuse("board.straits-closed", f"The {passage.name} are closed to ships.")
    if passage is not None and not world.passage_open(passage, power, state.turn.control):
        return world.refuse("canal.all-sea-units-and-retreats", f"{passage.name} is not open.")
    return None


def places(world: World, state: AreaState, battle: Battle) -> tuple[str, ...]:
    """Where the attacker may retreat now; :data:`AIR_ONLY` if only air units would leave."""
    if _bound(world, battle):
        return ()
    ground, air = leaving(world, battle)
    if not ground:
        return (AIR_ONLY,) if air else ()
    return tuple(s for s in origins(world, state, battle) if _refused(world, state, battle, s) is None)


def withdrawals(world: World, state: AreaState, battle: Battle, side: Side, power: Power) -> tuple[str, ...]:
    """Where units of ``power`` that leave the battle on their own may go."""
    lanes = world.board.sea_lanes.get(battle.space, ())
    spaces = origins(world, state, battle) if side == "attack" else lanes
    return tuple(to for to in spaces if not_withdrawing(world, state, battle, side, power, to) is None)


def not_withdrawing(
    world: World, state: AreaState, battle: Battle, side: Side, power: Power, to: str
) -> Refusal | None:
    """The rule against leaving a battle for ``to``, if any."""
    rule: Citation = "submarine.attacker-destination" if side == "attack" else "submarine.defender-destination"
    if not world.board.is_sea(to) or not world.board.adjacent(battle.space, to):
        return world.refuse(rule, f"{to or 'That'} isn't a sea zone next to {battle.space}.")
    if side == "attack" and to not in origins(world, state, battle):
        return world.refuse(rule, f"No attacking ship entered the battle from {to}.")
    if to in state.turn.fought or any(site.space == to for site in state.turn.sites):
        return world.refuse("submarine.not-to-embattled-zone", f"There is a battle in {to} this turn.")
    if enemies_at(world, state, power, to):
        return world.refuse(rule, f"There are enemies in {to}.")
    passage = world.board.passage(battle.space, to)
    if passage is not None and not world.passage_open(passage, power, state.turn.control):
        return world.refuse("canal.all-sea-units-and-retreats", f"{passage.name} is not open.")
    return None


def why_not(world: World, state: AreaState, battle: Battle, to: str) -> Refusal:
    """The rule against a retreat to ``to``, which is not one of :func:`places`."""
    ground, air = leaving(world, battle)
    amphibious = battle.amphibious and not battle.at_sea
    if _bound(world, battle) and (ground or air):
        return world.refuse(
            "amphibious.no-partial-retreat", "You can't retreat while units that came by sea are fighting."
        )
    if not ground and not air:
        return world.refuse("amphib.seaborne-cannot-retreat", "Units that came by sea can't retreat.")
    if not ground:
        if amphibious:
            return world.refuse("amphib.seaborne-cannot-retreat", "Only air units can retreat.")
        return world.refuse("retreat.air", "Air units stay over the battle until they land.")
    came_from = origins(world, state, battle)
    where_to: Citation = "retreat.where-at-sea" if battle.at_sea else "retreat.where"
    if to in came_from:
        return _refused(world, state, battle, to) or world.refuse(where_to, f"{to} is not open.")
    if to != AIR_ONLY and battle.at_sea and not came_from:
        return world.refuse("retreat.no-origin-no-retreat", "No ship entered this battle from another zone.")
    if not places(world, state, battle):
        return world.refuse("retreat.none-possible", "There's no space to retreat to.")
    if to == AIR_ONLY:
        if amphibious:
            return world.refuse("amphib.air-retreat-with-overland", "Air and overland units retreat together.")
        return world.refuse("retreat.no-partial-general", "All units retreat together, or none do.")
    if amphibious:
        return world.refuse("amphib.overland-retreat", f"No overland unit entered from {to}.")
    return world.refuse(where_to, f"No attacker came from or through {to}, or it isn't adjacent.")
