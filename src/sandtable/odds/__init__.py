"""Battle odds: the exact distribution of a battle's outcomes, from the sequence the game declares.

What lives here: the arithmetic of a declared battle (``sides``, ``rounds``, ``model``, ``exact``), sampling for
battles too large for that (``sampled``), many battles at once (``batch``), quick estimates (``quick``), policies
and best play, results, pictures.

What does not: any rule of combat. Who fires, at whom, with which number and when casualties are removed is read
from a game's ``battle.yaml`` and unit table, as the engine reads it.

>>> from sandtable.area.notation import parse_force
>>> from sandtable.games import load
>>> world = load("1941").world
>>> mine, theirs = parse_force(world, "ussr", "3 infantry, tank"), parse_force(world, "germany", "2 infantry")
>>> f"{odds(world, Question(mine, theirs)).win:.5f}"
'0.94433'
"""

from sandtable.area.world import World
from sandtable.odds.answer import BadBattle, Question, bad_battle, chances_by_round, exact_odds, is_stepwise
from sandtable.odds.estimate import estimate
from sandtable.odds.policy import Policy, Retreat
from sandtable.odds.result import Ending, Odds, RoundChance
from sandtable.odds.sampled import bad_sample, sampled_odds

__all__ = [
    "BadBattle",
    "Ending",
    "Odds",
    "Policy",
    "Question",
    "Retreat",
    "RoundChance",
    "chances_by_round",
    "odds",
]


SAMPLES = 100_000
"""How many battles to sample when an exact answer is out of reach."""
SAMPLES_STEPWISE = 20_000
"""The same for stepwise battles, which take longer."""


def odds(world: World, question: Question, samples: int = 0, seed: int = 0) -> Odds | BadBattle:
    """The odds of a battle: exact if within reach, otherwise sampled (the result says which).

    If ``samples`` is given, that many battles are always sampled.
    """
    wrong = bad_battle(world, question)
    if wrong is not None:
        return wrong
    if estimate(world, question).within_reach:
        return sampled_odds(world, question, samples, seed) if samples else exact_odds(world, question)
    usual = SAMPLES_STEPWISE if is_stepwise(world, question) else SAMPLES
    return bad_sample(question) or sampled_odds(world, question, samples or usual, seed)
