"""What a battle is worth, within the time that a page waits: exact where that is quick, sampled otherwise."""

from sandtable.area.forces import EMPTY, Stack, merge
from sandtable.area.state import Battle
from sandtable.area.wording import counts, sentence
from sandtable.area.world import World
from sandtable.guides.area.questions import Chances
from sandtable.odds.answer import Question, bad_battle, exact_odds, fought_in_cycles
from sandtable.odds.estimate import rough_estimate
from sandtable.odds.midway import odds_midway, question_of
from sandtable.odds.policy import Policy
from sandtable.odds.result import Ending, Odds
from sandtable.odds.rounds import Unreadable
from sandtable.odds.sampled import sampled_odds

QUICK = 1e9
"""Multiplications of an exact answer that a page waits for: about a tenth of a second."""
BATTLES = 2000
"""Battles that are fought where an exact answer takes longer."""
IN_CYCLES = 500
"""The same where battles are fought in cycles, each of which is more to do."""
CHEAPEST = Policy()
"""Nobody retreats, and the cheapest units are lost first."""
LIKELY = 3
"""So many endings are put into words."""


def quick_odds(world: World, question: Question, work: float = QUICK) -> Odds | None:
    """The odds of a battle, exact if that takes no more than ``work``; nothing where there are none to tell."""
    if not question.attack or not question.defend or bad_battle(world, question) is not None:
        return None
    try:
        if rough_estimate(world, question).work <= work:
            return exact_odds(world, question)
        return sampled_odds(world, question, IN_CYCLES if fought_in_cycles(world, question) else BATTLES)
    except Unreadable:
        return None


def odds_now(
    world: World, battle: Battle, low_luck: bool, attacker: Policy = CHEAPEST, defender: Policy = CHEAPEST
) -> Odds | None:
    """The odds of the rest of a battle under way; sampled ones begin with the next round."""
    question = question_of(battle, attacker, defender, low_luck)
    if battle.sequence not in ("land", "sea") or not question.attack or not question.defend:
        return None
    try:
        if rough_estimate(world, question).work <= QUICK:
            return odds_midway(world, battle, question)
    except Unreadable:
        return None
    # Guns that search do so in every round; others have fired.
    guns = battle.defend.support if fought_in_cycles(world, question) else EMPTY
    defend = merge(battle.defend.units, guns)
    return quick_odds(
        world, Question(battle.attack.units, defend, question.at_sea, attacker, defender, low_luck), 0
    )


def chances(world: World, space: str, attack: Stack, defend: Stack, odds: Odds, note: str = "") -> Chances:
    """Odds, as a page shows them."""
    return Chances(
        space=space,
        attack=attack,
        defend=defend,
        win=odds.win,
        draw=odds.draw,
        lose=odds.lose,
        swing=odds.value_swing,
        attackers_left=sum(odds.survivors["attack"].values()),
        defenders_left=sum(odds.survivors["defend"].values()),
        exact=odds.method == "exact",
        likely=tuple((_ending(world, ending), ending.chance) for ending in odds.endings[:LIKELY]),
        note=note,
    )


def _ending(world: World, ending: Ending) -> str:
    match ending.outcome:
        case "win":
            return sentence(f"the attacker wins with {counts(world, ending.attack)}")
        case "lose":
            return sentence(f"the defender holds with {counts(world, ending.defend)}")
    left = ", ".join(counts(world, units) for units in (ending.attack, ending.defend) if units)
    return sentence(f"undecided, {left} left" if left else "nobody is left")
