"""``--rules``: which rules have a test, from the same collection that runs them.

The run fails if a rule of a finished game has no test, or a test cites an unknown rule. Only for complete runs: a
partial one leaves rules untested.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rule_report import Report, rules_shown

KEY = "sandtable_rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", action="store_true", help="report which rules have a test; an untested one fails")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--rules"):
        config.pluginmanager.register(RuleReport(config))


class RuleReport:
    """Records which test covers which rule. A worker sends it to the controller, which reports at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._tests: Mapping[str, list[str]] = {}
        self._report: Report | None = None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:
            self._tests = rules_shown(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A pytest-xdist worker has finished; each one collects everything."""
        self._tests = self._tests or getattr(node, "workeroutput", {}).get(KEY, {})

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output[KEY] = self._tests
        elif not self._config.option.collectonly:
            self._report = Report.of(self._tests)
            self._report.write()
            if not self._report.good and session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self._report is not None:
            terminalreporter.section("rules")
            for line in self._report.lines():
                terminalreporter.write_line(line)
