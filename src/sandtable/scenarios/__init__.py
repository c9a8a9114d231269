"""Scenario files: a position, scripted dice, steps, and the expected result or the rule that must refuse a step.

They demonstrate rules and settle disputes; ``docs/scenarios.md`` is their manual.

>>> from sandtable.scenarios import parse
>>> parse('''
... game: "1941"
... title: Money is counted
... expect: {treasury: {ussr: 7}}
... ''')[0].title
'Money is counted'
"""

from sandtable.scenarios.reading import AnyScenario, ScenarioError, parse, read, read_file
from sandtable.scenarios.results import Failure, Result
from sandtable.scenarios.runner import check_paths, run
from sandtable.scenarios.words import Scenario

__all__ = [
    "AnyScenario",
    "Failure",
    "Result",
    "Scenario",
    "ScenarioError",
    "check_paths",
    "parse",
    "read",
    "read_file",
    "run",
]
