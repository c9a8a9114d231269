"""Nothing that was acknowledged is lost when the server dies. ``make soak`` kills it a hundred times."""

from pathlib import Path

from tests.server.tables.crash import Report, _judge_log, crash, in_words

KILLS = 3


def test_a_killed_server_loses_nothing(empty_database: str, tmp_path: Path) -> None:
    report = crash(empty_database, tmp_path, KILLS, seed=1)
    assert report.faults == []
    assert report.kills == KILLS
    assert report.acknowledged > KILLS, in_words(report)
    assert report.finished


def test_the_judge_sees_what_is_lost_doubled_or_never_told() -> None:
    class Gambler:
        sent = {"a", "b", "c", "d"}  # noqa: RUF012
        done = {"a": ("t", 1, 1), "b": ("t", 2, 1), "d": ("t", 9, 1)}  # noqa: RUF012

    log = [("t", 1, "act", "a"), ("t", 2, "act", "b"), ("t", 3, "act", "b"), ("t", 5, "act", "c")]
    report = Report()
    _judge_log(log, [Gambler()], report)  # type: ignore[list-item]
    assert len(report.faults) == 4
    for word in ("missing", "d was acknowledged", "b is in the log 2 times", "c is in the log, and"):
        assert any(word in fault for fault in report.faults)
