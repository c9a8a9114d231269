"""The strongest bot where there is more to do than to move and fight: raids, research, bases, convoys."""

from pathlib import Path

import pytest

from tests.blunders.judge import SEEDS, Case, cases_in, problems

CASES = list(cases_in(Path(__file__).parent))


@pytest.mark.long("bots think for minutes")
@pytest.mark.parametrize(("game", "case"), [pytest.param(game, case, id=case.title) for _, game, case in CASES])
def test_no_blunder(game: str, case: Case) -> None:
    found = [f"seed {seed}: {problem}" for seed in SEEDS for problem in problems(game, case, "hard", seed)]
    assert not found, "\n".join(found)
