"""Collects every scenario below ``tests/scenarios`` as a test, with its rules."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from sandtable.scenarios import Scenario, ScenarioError, read_file, run
from sandtable.scenarios.runner import rules_of

SCENARIOS = Path(__file__).parents[1] / "scenarios"


class ScenarioFailedError(Exception):
    """A scenario didn't go as written."""


class ScenarioTest(pytest.Item):
    """One scenario."""

    def __init__(self, *, scenario: Scenario, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scenario = scenario
        for rule in rules_of(scenario):
            self.add_marker(pytest.mark.rule(rule))

    def runtest(self) -> None:
        result = run(self.scenario)
        if not result.ok:
            raise ScenarioFailedError(result.report())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailedError):
            return f"{self.scenario.source}: {self.scenario.title}\n\n{excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"scenario: {self.name}"


class UnreadableFile(pytest.Item):
    """A scenario file that can't be read: a test that fails with the reason."""

    def __init__(self, *, problem: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.problem = problem

    def runtest(self) -> None:
        raise ScenarioFailedError(self.problem)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class ScenarioFileCollector(pytest.File):
    """All scenarios of a file."""

    def collect(self) -> Iterable[pytest.Item]:
        try:
            scenarios = read_file(self.path)
        except ScenarioError as error:
            yield UnreadableFile.from_parent(self, name="readable", problem=str(error))
            return
        for scenario in scenarios:
            yield ScenarioTest.from_parent(self, name=scenario.title, scenario=scenario)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix in (".yaml", ".yml") and SCENARIOS in file_path.parents:
        return ScenarioFileCollector.from_parent(parent, path=file_path)
    return None
