"""The verbs that steps are recognised by."""

from collections.abc import Mapping
from typing import Any

from sandtable.scenarios.words import fighting, moving, playing, producing
from sandtable.scenarios.words.phrases import PhraseStep, phrase_verbs

AnyStep = (
    moving.MoveStep
    | moving.RaidStep
    | moving.VoyageStep
    | producing.OrderStep
    | fighting.CasualtiesStep
    | fighting.AimStep
    | fighting.PullBackStep
    | fighting.RetreatStep
    | moving.LandStep
    | playing.SpecialStep
    | playing.ActionStep
    | playing.StartStep
    | playing.PassStep
    | fighting.ResolveStep
    | playing.ExpectStep
    | PhraseStep
)

WRITTEN_OUT: Mapping[str, type[Any]] = {
    "move": moving.MoveStep,
    "raid": moving.RaidStep,
    "voyage": moving.VoyageStep,
    "order": producing.OrderStep,
    "casualties": fighting.CasualtiesStep,
    "aim": fighting.AimStep,
    "pull_back": fighting.PullBackStep,
    "retreat": fighting.RetreatStep,
    "land": moving.LandStep,
    "special": playing.SpecialStep,
    "action": playing.ActionStep,
    "start": playing.StartStep,
    "pass_to": playing.PassStep,
    "resolve": fighting.ResolveStep,
}
"""Handwritten steps, in the order in which they are matched: before those made from phrases."""


def verbs() -> Mapping[str, type[Any]]:
    """All verbs. A step with none of them only checks."""
    return {**WRITTEN_OUT, **phrase_verbs()}
