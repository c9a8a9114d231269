"""When each side retreats from a battle with simultaneous losses, by its policy."""

from collections.abc import Callable

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import PullingBack, RoundEnd
from sandtable.odds.policy import Retreat, retreat_rule
from sandtable.odds.sides import Counts
from sandtable.odds.stepwise.chain import Chain
from sandtable.odds.stepwise.fighting import Fight, Rules
from sandtable.odds.stepwise.leaving import RetreatRule
from sandtable.odds.stepwise.matchup import SIDES, Matchup
from sandtable.odds.stepwise.prospects import Prospects

NOISE = 1e-9
"""The margin by which leaving must beat fighting on; anything less is rounding."""


def may_leave(matchup: Matchup, side: Side) -> bool:
    """Whether a side may retreat at all."""
    steps = matchup.sequence.steps
    end = steps[-1]
    if isinstance(end, RoundEnd) and end.retreat == side and not matchup.simultaneous:
        return True
    return any(isinstance(step, PullingBack) and step.side == side for step in steps)


def by_policy(chain: Chain) -> Fight:
    """The fight by both sides' policies."""
    matchup = chain.matchup
    rules: Rules = {side: _rule(chain, side) for side in SIDES}
    rounds = [matchup.policies[side].retreat.after_rounds or 1 for side in SIDES]
    return Fight(chain, rules, max(rounds))


def _rule(chain: Chain, side: Side) -> RetreatRule | None:
    matchup = chain.matchup
    retreat = matchup.policies[side].retreat
    if retreat.never or not may_leave(matchup, side):
        return None
    chance = _hope(chain, side) if retreat.below_chance is not None else None
    plain = retreat_rule(retreat, matchup.forces[side], chance)
    better = _better(chain, retreat) if retreat.best and side == "attack" else None

    def leaves(number: int, attack: Counts, defend: Counts) -> bool:
        mine, theirs = (attack, defend) if side == "attack" else (defend, attack)
        return plain(number, mine, theirs) or (better is not None and better(number, attack, defend))

    return leaves


def _hope(chain: Chain, side: Side) -> Callable[[Counts, Counts], float]:
    """A side's chance of being the one left, if both fight on."""
    matchup = chain.matchup

    def won(attack: int, defend: int) -> float:
        here = matchup.holds("attack", attack), matchup.holds("defend", defend)
        return float(here == ((True, False) if side == "attack" else (False, True)))

    prospects = Prospects(chain, won)

    def hope(mine: Counts, theirs: Counts) -> float:
        attack, defend = (mine, theirs) if side == "attack" else (theirs, mine)
        return prospects.on(matchup.number("attack", attack), matchup.number("defend", defend))

    return hope


def _better(chain: Chain, retreat: Retreat) -> RetreatRule:
    """Whether leaving is worth more to the attacker, in money, than fighting on."""
    matchup = chain.matchup
    mine, theirs = matchup.forces["attack"], matchup.forces["defend"]

    def left(attack: int, defend: int) -> float:
        return float(mine.worth(matchup.states["attack"][attack]) - theirs.worth(matchup.states["defend"][defend]))

    def ended(attack: int, defend: int) -> float:
        taken = not matchup.holds("defend", defend) and mine.has_land(matchup.states["attack"][attack])
        return left(attack, defend) + retreat.territory * taken

    prospects = Prospects(chain, ended, left)

    def better(_: int, attack: Counts, defend: Counts) -> bool:
        a, d = matchup.number("attack", attack), matchup.number("defend", defend)
        return left(a, d) > prospects.on(a, d) + NOISE

    return better
