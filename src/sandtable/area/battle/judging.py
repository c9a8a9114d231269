"""Whether a battle is over, and who has won it.

A unit is *armed* on a side of the strip if it has a value there. Units without one (transports) are part of the
battle but do not keep it going.
"""

from typing import Literal

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import RoundEnd, other
from sandtable.area.battle.values import abilities, strip_of, value
from sandtable.area.battle.volleys import sequence_of
from sandtable.area.forces import Stack, where
from sandtable.area.state import Battle
from sandtable.area.world import World

Verdict = Literal[
    "on",  # the fight goes on
    "gone",  # one side or both have nobody left
    "defenseless",  # the defender has only defenseless units left, the attacker can fire
    "unarmed",  # nobody on either side can fire
    "exposed",  # the attacker has only defenseless units left, the defender can fire
    "stalemate",  # those who can fire cannot hit each other
    "hopeless",  # the attacker can hit nobody and has to leave, if there is a way
]

Outcome = Literal["attacker", "defender", "none", "broken-off", "stalemate"]


def round_end(world: World, battle: Battle) -> RoundEnd:
    """The step of this battle's sequence that closes a round."""
    step = sequence_of(world, battle).steps[-1]
    assert isinstance(step, RoundEnd)
    return step


def armed(world: World, battle: Battle, side: Side) -> bool:
    """Whether a side has a unit in the battle that can fire."""
    return any(value(world.type(piece), side) > 0 for piece, _ in strip_of(battle, side).units)


def defenseless(world: World, battle: Battle, side: Side) -> Stack:
    """The units of a side that fall without dice once nobody protects them."""
    who = round_end(world, battle).defenseless
    if who is None:
        return ()
    return where(
        strip_of(battle, side).units, lambda p: who.takes(world.type(p)) and value(world.type(p), side) == 0
    )


def verdict(world: World, battle: Battle) -> Verdict:
    """How a battle stands between rounds, with nobody behind the strip."""
    mine, theirs = battle.attack.units, battle.defend.units
    if not mine or not theirs:
        return "gone"
    end = round_end(world, battle)
    if end.defenseless is not None:
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


def _can_hit(world: World, battle: Battle, side: Side, armed_only: bool = True) -> bool:
    """Whether an armed unit of this side can hit an enemy (an armed one), by what is present now."""
    units = strip_of(battle, side).units
    own = abilities(world, units)
    kinds = {world.type(piece).volley for piece, _ in units if value(world.type(piece), side) > 0}
    return any(
        (not armed_only or value(world.type(enemy), other(side)) > 0)
        and world.sequences.may_hit(kind, world.type(enemy), own)
        for kind in kinds
        for enemy, _ in strip_of(battle, other(side)).units
    )


def outcome(world: World, battle: Battle) -> Outcome:
    """Who has won, if the battle ends as it stands: the side with armed units left, if only one has.

    Where units can be pulled back it is the side that is still there.
    """
    if sequence_of(world, battle).cycles:
        here = bool(battle.attack.units), bool(battle.defend.units)
        if all(here):
            return "stalemate"
        return "attacker" if here[0] else "defender" if here[1] else "none"
    attack, defend = armed(world, battle, "attack"), armed(world, battle, "defend")
    if attack and defend:
        return "stalemate"
    return "attacker" if attack else "defender" if defend else "none"
