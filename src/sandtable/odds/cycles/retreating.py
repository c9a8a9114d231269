"""When each side breaks off a battle in cycles, by its policy."""

from collections.abc import Callable

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import PullingBack
from sandtable.odds.cycles.chain import Chain
from sandtable.odds.cycles.fighting import Fight, Rules
from sandtable.odds.cycles.leaving import RetreatRule
from sandtable.odds.cycles.muster import SIDES, Muster
from sandtable.odds.cycles.prospects import Prospects
from sandtable.odds.policy import Retreat, retreat_rule
from sandtable.odds.sides import Counts

NOISE = 1e-9
"""What leaving has to bring beyond fighting on: less than this is rounding."""


def may_leave(muster: Muster, side: Side) -> bool:
    """Whether a side may pull back at all."""
    return any(isinstance(step, PullingBack) and step.side == side for step in muster.sequence.steps)


def by_policy(chain: Chain) -> Fight:
    """The fight by the policies of both sides."""
    muster = chain.muster
    rules: Rules = {side: _rule(chain, side) for side in SIDES}
    rounds = [muster.policies[side].retreat.after_rounds or 1 for side in SIDES]
    return Fight(chain, rules, max(rounds))


def _rule(chain: Chain, side: Side) -> RetreatRule | None:
    muster = chain.muster
    retreat = muster.policies[side].retreat
    if retreat.never or not may_leave(muster, side):
        return None
    chance = _hope(chain, side) if retreat.below_chance is not None else None
    plain = retreat_rule(retreat, muster.forces[side], chance)
    better = _better(chain, retreat) if retreat.best and side == "attack" else None

    def leaves(number: int, attack: Counts, defend: Counts) -> bool:
        mine, theirs = (attack, defend) if side == "attack" else (defend, attack)
        return plain(number, mine, theirs) or (better is not None and better(number, attack, defend))

    return leaves


def _hope(chain: Chain, side: Side) -> Callable[[Counts, Counts], float]:
    """The chance of a side to be the one that is left, if both fight on."""
    muster = chain.muster

    def won(attack: int, defend: int) -> float:
        here = muster.there("attack", attack), muster.there("defend", defend)
        return float(here == ((True, False) if side == "attack" else (False, True)))

    prospects = Prospects(chain, won)

    def hope(mine: Counts, theirs: Counts) -> float:
        attack, defend = (mine, theirs) if side == "attack" else (theirs, mine)
        return prospects.on(muster.number("attack", attack), muster.number("defend", defend))

    return hope


def _better(chain: Chain, retreat: Retreat) -> RetreatRule:
    """Whether leaving is worth more to the attacker, in money, than fighting on."""
    muster = chain.muster
    mine, theirs = muster.forces["attack"], muster.forces["defend"]

    def left(attack: int, defend: int) -> float:
        return float(mine.worth(muster.states["attack"][attack]) - theirs.worth(muster.states["defend"][defend]))

    def ended(attack: int, defend: int) -> float:
        taken = not muster.there("defend", defend) and mine.has_land(muster.states["attack"][attack])
        return left(attack, defend) + retreat.territory * taken

    prospects = Prospects(chain, ended, left)

    def better(_: int, attack: Counts, defend: Counts) -> bool:
        a, d = muster.number("attack", attack), muster.number("defend", defend)
        return left(a, d) > prospects.on(a, d) + NOISE

    return better
