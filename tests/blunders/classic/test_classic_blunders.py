"""The strongest bot knows what the classic game has beyond others: money in the air, guns, neutrals, limits."""

from pathlib import Path

import pytest

from tests.blunders.classic.judge import Case, cases_in, problems
from tests.blunders.judge import SEEDS

CASES = list(cases_in(Path(__file__).parent))

BOT = "hard"


@pytest.mark.long("bots think for minutes")
@pytest.mark.parametrize("case", [pytest.param(case, id=case.title) for _, case in CASES])
def test_no_blunder(case: Case) -> None:
    found = [f"seed {seed}: {problem}" for seed in SEEDS for problem in problems(case, BOT, seed)]
    assert not found, "\n".join(found)


def test_enough_positions() -> None:
    assert len(CASES) >= 22
    assert len({case.title for _, case in CASES}) == len(CASES)
