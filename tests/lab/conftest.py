"""Results in these tests don't depend on machine load."""

import pytest

from tests.patience import with_bots


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    with_bots(monkeypatch)
