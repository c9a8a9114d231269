"""Crews of processes: what an interrupted one leaves behind."""

from multiprocessing import active_children
from pathlib import Path
from threading import Event

import pytest

from sandtable.lab.jobs import crew_of
from tests import patience


def endless(started: Path) -> None:
    started.touch()
    Event().wait(patience.SECONDS)
    started.with_suffix(".ended").touch()


def test_an_interrupted_crew_stops_in_the_middle_of_its_tasks(tmp_path: Path) -> None:
    def interrupted() -> None:
        with crew_of(2) as crew:
            crew.each(endless, [tmp_path / "one", tmp_path / "two"])
            while not (tmp_path / "one").exists():
                Event().wait(0.01)
            raise KeyboardInterrupt

    others = active_children()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not list(tmp_path.glob("*.ended"))
    assert active_children() == others
