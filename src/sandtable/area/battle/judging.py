"""Whether a battle is over, and who has won it.

A unit is *armed* on a side of the strip if it has a combat value there. Units without one (transports) are part of
the battle but don't keep it going.
"""

from typing import Literal

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import RoundEnd, other
from sandtable.area.battle.values import abilities, strip_of, value
from sandtable.area.battle.volleys import sequence_of
from sandtable.area.forces import Piece, Stack, where
from sandtable.area.state import Battle
from sandtable.area.units import UnitType
from sandtable.area.world import World

Verdict = Literal[
    "on",  # the fight goes on
    "gone",  # one or both sides have no units left
    "defenseless",  # the defender has only defenseless units left, the attacker can fire
    "unarmed",  # nobody on either side can fire
    "exposed",  # the attacker has only defenseless units left, the defender can fire
    "stalemate",  # the units that can fire can't hit each other
    "hopeless",  # the attacker can't hit anything and must leave, if possible
]

Outcome = Literal["attacker", "defender", "none", "broken-off", "stalemate"]


def round_end(world: World, battle: Battle) -> RoundEnd:
    """The step that ends a round in this battle's sequence."""
    step = sequence_of(world, battle).steps[-1]
    assert isinstance(step, RoundEnd)
    return step


def armed(world: World, battle: Battle, side: Side) -> bool:
    """Whether a side has a unit in the battle that can fire."""
    return any(
        value(world.type(piece), side) > 0 and not _helpless(world, battle, side, piece)
        for piece, _ in strip_of(battle, side).units
    )


def _helpless(world: World, battle: Battle, side: Side, piece: Piece) -> bool:
    """Whether a unit is destroyed without dice because it can't hit anything."""
    who, unit = round_end(world, battle).helpless, world.type(piece)
    if who is None or not who.takes(unit):
        return False
    own = abilities(world, strip_of(battle, side).units)
    enemies = strip_of(battle, other(side)).units
    return not any(world.sequences.may_hit(unit.volley, world.type(enemy), own) for enemy, _ in enemies)


def defenseless(world: World, battle: Battle, side: Side) -> Stack:
    """The units of a side that are destroyed without dice once nothing protects them."""
    who = round_end(world, battle).defenseless
    if who is None:
        return ()
    return where(
        strip_of(battle, side).units,
        lambda p: (
            (who.takes(world.type(p)) and value(world.type(p), side) == 0) or _helpless(world, battle, side, p)
        ),
    )


def verdict(world: World, battle: Battle) -> Verdict:
    """The state of a battle between rounds, with no units behind the strip."""
    mine, theirs = battle.attack.units, battle.defend.units
    end = round_end(world, battle)
    if not mine or not theirs:
        return "exposed" if mine and _held_off(world, battle, end) else "gone"
    if end.defenseless is not None and not _under_fire(world, battle):
        can_attack, can_defend = armed(world, battle, "attack"), armed(world, battle, "defend")
        if not can_attack and not can_defend:
            return "unarmed"
        if not can_defend and len(defenseless(world, battle, "defend")) == len(theirs):
            return "defenseless"
        if not can_attack and len(defenseless(world, battle, "attack")) == len(mine):
            return "exposed"
    if end.stalemate and not _can_hit(world, battle, "attack") and not _can_hit(world, battle, "defend"):
        return "stalemate"
    if end.hopeless and not _can_hit(world, battle, "attack", armed_only=False):
        return "hopeless"
    return "on"


def _held_off(world: World, battle: Battle, end: RoundEnd) -> bool:
    """Whether enemies that broke off undamaged drive away the remaining attackers."""
    who = end.held_off
    if who is None or len(defenseless(world, battle, "attack")) < len(battle.attack.units):
        return False
    if any(value(world.type(piece), "attack") > 0 for piece, _ in battle.attack.submerged):
        return False
    return any(who.takes(world.type(piece)) for piece, _ in battle.defend.submerged)


def _under_fire(world: World, battle: Battle) -> bool:
    """Whether otherwise defenseless guns still have to fire at attackers that are all air units."""
    return (
        battle.round <= 1
        and battle.step == 0
        and "anti-air" in battle.defend.abilities
        and all(world.type(piece).kind == "air" for piece, _ in battle.attack.units)
    )


def guns_only(world: World, battle: Battle) -> bool:
    """Whether only antiaircraft guns defend."""
    end = sequence_of(world, battle).steps[-1]
    if not isinstance(end, RoundEnd) or end.defenseless is None or "anti-air" not in battle.defend.abilities:
        return False
    return len(defenseless(world, battle, "defend")) == len(battle.defend.units)


def finished(world: World, battle: Battle) -> tuple[Side, ...] | None:
    """None if there is something left to roll for in a round; otherwise the sides whose unprotected units are
    destroyed because the battle is over."""
    attack, defend = battle.attack, battle.defend
    if attack.casualties and not defend.casualties and guns_only(world, battle):
        return ("defend",) if attack.units else ()  # the guns have fired; attackers got through, or none did
    if attack.casualties or defend.casualties:
        # Units behind the strip may still fire; the battle is over only if there is nothing to fire at.
        return () if _nobody_left(battle) else None
    match verdict(world, battle):
        case "gone":
            return ()
        case "defenseless":
            return ("defend",)
        case _:
            return None


def _nobody_left(battle: Battle) -> bool:
    """Whether a side has no units left, neither in the battle nor behind the strip."""
    attack, defend = battle.attack, battle.defend
    return not (attack.units or attack.casualties) or not (defend.units or defend.casualties)


def must_leave(world: World, battle: Battle) -> bool:
    """Whether the attacker must retreat at the end of a round, if possible."""
    match verdict(world, battle):
        case "exposed" | "stalemate":
            return bool(defenseless(world, battle, "attack"))
        case "hopeless":
            return True
        case _:
            return False


def _can_hit(world: World, battle: Battle, side: Side, armed_only: bool = True) -> bool:
    """Whether an armed unit of this side can hit an enemy that isn't defenseless, given the units present now."""
    units, end = strip_of(battle, side).units, round_end(world, battle)
    own = abilities(world, units)
    kinds = {world.type(piece).volley for piece, _ in units if value(world.type(piece), side) > 0}
    return any(
        (not armed_only or value(world.type(enemy), other(side)) > 0 or not _spares(end, world.type(enemy)))
        and world.sequences.may_hit(kind, world.type(enemy), own)
        for kind in kinds
        for enemy, _ in strip_of(battle, other(side)).units
    )


def _spares(end: RoundEnd, unit: UnitType) -> bool:
    """Whether units of this type, unarmed, are no reason to go on with a battle."""
    return end.defenseless is None or end.defenseless.takes(unit)


def outcome(world: World, battle: Battle) -> Outcome:
    """The winner if the battle ends now: the side with armed units left, if only one has any.

    If units can be pulled back, it is the side with units left.
    """
    if sequence_of(world, battle).simultaneous:
        here = bool(battle.attack.units), bool(battle.defend.units)
        if all(here):
            return "stalemate"
        return "attacker" if here[0] else "defender" if here[1] else "none"
    attack, defend = armed(world, battle, "attack"), armed(world, battle, "defend")
    if attack and defend:
        return "stalemate"
    return "attacker" if attack else "defender" if defend else "none"
