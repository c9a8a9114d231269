"""The long look at the odds, for ``make soak``: many played and sampled battles, many random ones in full."""

import random

from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy
from tests.odds.battles import LARGER, SMALL
from tests.odds.classic_battles import BATTLES
from tests.odds.classic_battles import LARGER as FLEETS
from tests.odds.global_battles import BATTLES as STEPWISE_BATTLES
from tests.odds.global_battles import LARGER as CAMPAIGNS
from tests.odds.historical_battles import BATTLES as SIMULTANEOUS_BATTLES
from tests.odds.historical_battles import LARGER as OFFENSIVES
from tests.odds.table import WORLD, question
from tests.odds.test_against_table import LAND_UNITS, SEA_UNITS, agree, played
from tests.odds.test_sampled import astonishment

ALARM = 4.5
"""Standard deviations beyond which chance is no excuse, with some hundred looks in a run."""


def run(battles: int = 3000, seeds: int = 3, in_full: int = 600) -> list[str]:
    """What disagrees, in words; nothing, if all is well.

    ``battles``: how many of each are played at the table, with each of ``seeds``; ``in_full``: how many random
    small battles are followed along every way that the dice can fall.
    """
    failures = []
    for name, asked in (SMALL | LARGER).items():
        for seed in range(seeds):
            far = played(asked, battles, seed + 100)
            if far > ALARM:
                failures.append(f"{name}, seed {seed}: {far:.1f} standard deviations between table and odds")
            far = astonishment(asked, 50 * battles, seed + 100)
            if far > ALARM:
                failures.append(f"{name}, seed {seed}: {far:.1f} standard deviations between sampler and odds")
    others = {f"classic: {name}": one for name, one in (BATTLES | FLEETS).items()}
    others |= {f"simultaneous: {name}": one for name, one in (SIMULTANEOUS_BATTLES | OFFENSIVES).items()}
    others |= {f"step by step: {name}": one for name, one in (STEPWISE_BATTLES | CAMPAIGNS).items()}
    for name, one in others.items():
        for seed in range(seeds):
            far = played(one.question, battles, seed + 100, one.ground)
            if far > ALARM:
                failures.append(f"{name}, seed {seed}: {far:.1f} standard deviations from the odds")
            far = astonishment(one.question, 50 * battles, seed + 100, one.ground.world)
            if far > ALARM:
                failures.append(f"{name}, seed {seed}: sampler {far:.1f} standard deviations off")
    chooser = random.Random(1941)
    for number in range(in_full):
        words, asked = _any_battle(chooser)
        try:
            agree(asked)
        except AssertionError as error:
            failures.append(f"random battle {number}, {words}: {error}")
    return failures


def _any_battle(chooser: random.Random) -> tuple[str, Question]:
    at_sea = chooser.random() < 0.7
    names = SEA_UNITS if at_sea else LAND_UNITS
    mine, theirs = (", ".join(chooser.choices(names, k=chooser.randint(1, 4))) for _ in range(2))
    attacker, defender = (
        Policy(
            tuple(chooser.sample(sorted(WORLD.units), 4)) if chooser.random() < 0.5 else "cheapest",
            keep_land=not at_sea and chooser.random() < 0.3,
            submerge=chooser.random() < 0.3,
        )
        for _ in range(2)
    )
    low_luck = chooser.random() < 0.3
    return f"{mine} against {theirs}", question(mine, theirs, at_sea, attacker, defender, low_luck)


if __name__ == "__main__":
    print("\n".join(run()) or "the odds agree with the table")
