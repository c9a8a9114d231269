"""The CPU seconds of tests by folder, against the ceilings in ``tests/budget.toml``.

CPU time, because wall time depends on other load; child processes included. Exceeded ceilings are reported at the
end of a run, and fail nothing. ``--cpu`` shows all folders and the most expensive tests, and writes each test's
cost to ``build/cpu.tsv``.
"""

import os
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

CEILINGS = Path(__file__).parents[1] / "budget.toml"
EACH = Path(__file__).parents[2] / "build" / "cpu.tsv"
"""Each test's cost, most expensive first."""
KEY = "sandtable_cpu"
SHOWN = 30
"""How many of the most expensive tests are listed."""
COLLECTING = "(collecting)"
TICKS = os.sysconf("SC_CLK_TCK")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu", action="store_true", help="show what the tests of each folder cost in CPU seconds")


def pytest_configure(config: pytest.Config) -> None:
    if Path("/proc/self/task").is_dir():
        config.pluginmanager.register(Meter(config))


def spent() -> float:
    """CPU seconds of this process and all its children, finished or not."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system + _running("self")


def _running(process: str) -> float:
    """CPU seconds of running children, recursively."""
    total = 0.0
    for task in _listed(Path(f"/proc/{process}/task")):
        for child in _read(task / "children").split():
            fields = _read(Path(f"/proc/{child}/stat")).rpartition(")")[2].split()
            if fields:
                total += sum(map(int, fields[11:15])) / TICKS + _running(child)
    return total


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # the process has exited
        return []


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # the process has exited
        return ""


def folder_of(nodeid: str) -> str:
    """The folder a test counts for.

    >>> folder_of("tests/server/tables/test_play.py::test_a_bid")
    'tests/server'
    >>> folder_of("src/sandtable/core/dice.py::sandtable.core.dice")
    'src'
    """
    parts = Path(nodeid.partition("::")[0]).parts[:-1]
    return "/".join(parts[: 2 if parts[:1] == ("tests",) else 1])


class Meter:
    """Measures each test. A worker reports to the controller, which prints the summary."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._cost: defaultdict[str, float] = defaultdict(float)

    def pytest_collection_finish(self) -> None:
        self._cost[COLLECTING] += spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before = spent()
        try:
            return (yield)
        finally:
            # It can shrink when processes exit that nobody waited for, as a browser's do.
            self._cost[item.nodeid] += max(spent() - before, 0.0)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for name, cost in getattr(node, "workeroutput", {}).get(KEY, {}).items():
            self._cost[name] += cost

    def pytest_sessionfinish(self) -> None:
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output[KEY] = {name: round(cost, 3) for name, cost in self._cost.items()}

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        folders: defaultdict[str, float] = defaultdict(float)
        for nodeid, cost in self._cost.items():
            folders[nodeid if nodeid == COLLECTING else folder_of(nodeid)] += cost
        lines = list(exceeded(folders, tomllib.loads(CEILINGS.read_text(encoding="utf-8"))["ceilings"]))
        if self._config.getoption("--cpu"):
            EACH.parent.mkdir(exist_ok=True)
            EACH.write_text(
                "".join(f"{cost:.2f}\t{name}\n" for name, cost in most_expensive(self._cost)), encoding="utf-8"
            )
            lines += [f"{cost:8.1f} s  {name}" for name, cost in most_expensive(folders)]
            lines += [f"{sum(folders.values()):8.1f} s  in total; the most expensive tests:"]
            lines += [f"{cost:8.1f} s  {name}" for name, cost in most_expensive(self._cost)[:SHOWN]]
        if lines:
            terminalreporter.section("CPU seconds")
            for line in lines:
                terminalreporter.write_line(line)


def most_expensive(costs: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(costs.items(), key=lambda one: -one[1])


def exceeded(costs: Mapping[str, float], ceilings: Mapping[str, float]) -> Iterator[str]:
    """Exceeded ceilings, in words.

    >>> list(exceeded({"tests/odds": 70.4, "tests/new": 1.0}, {"tests/odds": 60}))
    ['tests/odds took 70 CPU seconds; its ceiling is 60', 'tests/new has no ceiling in tests/budget.toml']
    """
    for name, cost in costs.items():
        ceiling = ceilings.get(name)
        if ceiling is None:
            yield f"{name} has no ceiling in tests/budget.toml"
        elif cost > ceiling:
            yield f"{name} took {cost:.0f} CPU seconds; its ceiling is {ceiling:g}"
