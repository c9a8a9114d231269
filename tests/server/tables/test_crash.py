"""Nothing acknowledged is lost when the server is killed. ``make soak`` kills it a thousand times."""

from pathlib import Path

from tests.server.tables.crash import Host, Report, _judge_log, crash, in_words, settings_for

KILLS = 3


def test_a_killed_server_loses_nothing(empty_database: str, tmp_path: Path) -> None:
    report = crash(Host(settings_for(tmp_path, empty_database)), empty_database, KILLS, seed=1)
    assert report.faults == []
    assert report.kills == KILLS
    assert report.acknowledged > KILLS, in_words(report)
    assert report.finished


def test_the_checks_find_lost_duplicated_and_unacknowledged_actions() -> None:
    class Player:
        def __init__(self) -> None:
            self.sent = {"a", "b", "c", "d"}
            self.done = {"a": ("t", 1, 1), "b": ("t", 2, 1), "d": ("t", 9, 1)}

    log = [("t", 1, "act", "a"), ("t", 2, "act", "b"), ("t", 3, "act", "b"), ("t", 5, "act", "c")]
    report = Report()
    _judge_log(log, [Player()], report)
    assert len(report.faults) == 4
    for word in ("missing", "d was acknowledged", "b is in the log 2 times", "c is in the log, and"):
        assert any(word in fault for fault in report.faults)
