"""The odds of a battle, fast enough for a page: exact where that is quick, sampled otherwise."""

from sandtable.area.forces import EMPTY, Stack, merge
from sandtable.area.state import Battle
from sandtable.area.wording import counts, sentence
from sandtable.area.world import World
from sandtable.guides.area.questions import Chances
from sandtable.odds.answer import Question, bad_battle, exact_odds, is_stepwise
from sandtable.odds.estimate import rough_estimate
from sandtable.odds.in_progress import odds_in_progress, question_of
from sandtable.odds.policy import Policy
from sandtable.odds.result import Ending, Odds
from sandtable.odds.rounds import Unreadable
from sandtable.odds.sampled import sampled_odds

QUICK = 1e9
"""The most multiplications for exact odds: about a tenth of a second."""
BATTLES = 2000
"""Battles in a sample, where exact odds take longer."""
STEPWISE_BATTLES = 500
"""The same for battles simulated step by step, which take longer."""
SHARE = 0.6
"""CPU seconds for all samples of one answer."""
CHEAPEST = Policy()
"""Nobody retreats, and the cheapest units are lost first."""
LIKELY = 3
"""How many outcomes are described."""


def quick_odds(world: World, question: Question, work: float = QUICK, seconds: float | None = None) -> Odds | None:
    """The odds of a battle, exact if that takes no more than ``work``; None if there are none.

    ``seconds``: CPU time for a sample. Without it the same battle always gets the same odds.
    """
    if not question.attack or not question.defend or bad_battle(world, question) is not None:
        return None
    try:
        if rough_estimate(world, question).work <= work:
            return exact_odds(world, question)
        battles = STEPWISE_BATTLES if is_stepwise(world, question) else BATTLES
        return sampled_odds(world, question, battles, seconds=seconds)
    except Unreadable:
        return None


def odds_now(
    world: World,
    battle: Battle,
    low_luck: bool,
    attacker: Policy = CHEAPEST,
    defender: Policy = CHEAPEST,
    seconds: float | None = None,
) -> Odds | None:
    """The odds for the rest of a battle in progress. Sampled odds start with the next round."""
    question = question_of(battle, attacker, defender, low_luck)
    if battle.sequence not in ("land", "sea") or not question.attack or not question.defend:
        return None
    try:
        if rough_estimate(world, question).work <= QUICK:
            return odds_in_progress(world, battle, question)
    except Unreadable:
        return None
    # Searching guns fire in every round; others have already fired.
    guns = battle.defend.support if is_stepwise(world, question) else EMPTY
    defend = merge(battle.defend.units, guns)
    return quick_odds(
        world,
        Question(battle.attack.units, defend, question.at_sea, attacker, defender, low_luck, air_fought=True),
        0,
        seconds,
    )


def chances(world: World, space: str, attack: Stack, defend: Stack, odds: Odds, note: str = "") -> Chances:
    """Odds in the form a page shows."""
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
    return sentence(f"undecided, {left} left" if left else "no survivors")
