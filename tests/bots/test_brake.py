"""The emergency brake: own work pulls it, and a busy machine only much later."""

import pytest

from sandtable.bots import brake as braking
from sandtable.bots.brake import PATIENCE, Brake


@pytest.mark.parametrize(
    ("work", "clock", "pulled"),
    [(0.9, 0.9, False), (1.1, 1.1, True), (0.2, 1.5, False), (0.2, PATIENCE + 0.1, True)],
)
def test_when_it_is_pulled(monkeypatch: pytest.MonkeyPatch, work: float, clock: float, pulled: bool) -> None:
    spent, passed = iter((0.0, work)), iter((0.0, clock))
    monkeypatch.setattr(braking, "thread_time", lambda: next(spent))
    monkeypatch.setattr(braking, "perf_counter", lambda: next(passed))
    assert Brake(1.0).pulled is pulled
