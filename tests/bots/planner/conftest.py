"""No plan of these tests depends on how busy the machine is."""

import pytest

from tests.patience import with_bots


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    with_bots(monkeypatch)
