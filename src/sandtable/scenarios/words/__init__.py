"""The keys of scenario files: scenarios, steps and expectations.

A step is recognised by its *verb*, the key that says what is done: ``move``, ``order``, ``fight`` and so on. Each
verb has a class here. Its fields are the keys of the file, and their docstrings go into the JSON Schema. What the
keys do is in ``orders`` and ``expectations``.
"""

from sandtable.scenarios.words.base import Lines, Names, Path, Words
from sandtable.scenarios.words.expect import BattleSeen, Expect, Facts
from sandtable.scenarios.words.fighting import (
    AimStep,
    CasualtiesStep,
    PullBackStep,
    ResolveStep,
    RetreatStep,
    ShotWords,
)
from sandtable.scenarios.words.file import Scenario, ScenarioFile, WrittenScenario
from sandtable.scenarios.words.moving import (
    LandStep,
    MoveStep,
    RaidStep,
    VoyageStep,
)
from sandtable.scenarios.words.odds import HexOddsSeen, OddsSeen
from sandtable.scenarios.words.phrases import PhraseStep
from sandtable.scenarios.words.playing import (
    ActionStep,
    ExpectStep,
    PassStep,
    SpecialStep,
    StartStep,
    When,
)
from sandtable.scenarios.words.producing import (
    OrderStep,
)
from sandtable.scenarios.words.step import Step
from sandtable.scenarios.words.verbs import AnyStep, verbs

__all__ = [
    "ActionStep",
    "AimStep",
    "AnyStep",
    "BattleSeen",
    "CasualtiesStep",
    "Expect",
    "ExpectStep",
    "Facts",
    "HexOddsSeen",
    "LandStep",
    "Lines",
    "MoveStep",
    "Names",
    "OddsSeen",
    "OrderStep",
    "PassStep",
    "Path",
    "PhraseStep",
    "PullBackStep",
    "RaidStep",
    "ResolveStep",
    "RetreatStep",
    "Scenario",
    "ScenarioFile",
    "ShotWords",
    "SpecialStep",
    "StartStep",
    "Step",
    "VoyageStep",
    "When",
    "Words",
    "WrittenScenario",
    "verbs",
]
