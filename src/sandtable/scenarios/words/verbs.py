"""The verbs, by which a step is recognised."""

from collections.abc import Mapping
from typing import Any

from sandtable.scenarios.words import fighting, moving, playing, producing

AnyStep = (
    moving.MoveStep
    | moving.RaidStep
    | moving.VoyageStep
    | moving.BoardStep
    | moving.DisembarkStep
    | producing.OrderStep
    | producing.ResearchStep
    | producing.AidStep
    | producing.ProgramStep
    | producing.RepairStep
    | producing.ScorchStep
    | moving.SupportStep
    | moving.ReinforceStep
    | moving.RecallStep
    | moving.HaltStep
    | fighting.BombStep
    | moving.PinStep
    | moving.AirliftStep
    | producing.MobilizeStep
    | playing.DoneStep
    | fighting.FightStep
    | fighting.EngageStep
    | fighting.AssaultStep
    | fighting.RocketStep
    | fighting.WithdrawStep
    | fighting.SubmergeStep
    | fighting.CasualtiesStep
    | fighting.AimStep
    | fighting.PullBackStep
    | fighting.RetreatStep
    | fighting.PressStep
    | moving.RelandStep
    | moving.LandStep
    | moving.RoomStep
    | playing.ConcedeStep
    | playing.SpecialStep
    | playing.ActionStep
    | playing.StartStep
    | playing.PassStep
    | fighting.ResolveStep
    | playing.ExpectStep
)

VERBS: Mapping[str, type[Any]] = {
    "move": moving.MoveStep,
    "raid": moving.RaidStep,
    "voyage": moving.VoyageStep,
    "board": moving.BoardStep,
    "disembark": moving.DisembarkStep,
    "order": producing.OrderStep,
    "research": producing.ResearchStep,
    "aid": producing.AidStep,
    "program": producing.ProgramStep,
    "repair": producing.RepairStep,
    "scorch": producing.ScorchStep,
    "support": moving.SupportStep,
    "reinforce": moving.ReinforceStep,
    "recall": moving.RecallStep,
    "halt": moving.HaltStep,
    "bomb": fighting.BombStep,
    "pin": moving.PinStep,
    "airlift": moving.AirliftStep,
    "mobilize": producing.MobilizeStep,
    "done": playing.DoneStep,
    "fight": fighting.FightStep,
    "engage": fighting.EngageStep,
    "rocket": fighting.RocketStep,
    "withdraw": fighting.WithdrawStep,
    "submerge": fighting.SubmergeStep,
    "casualties": fighting.CasualtiesStep,
    "aim": fighting.AimStep,
    "pull_back": fighting.PullBackStep,
    "retreat": fighting.RetreatStep,
    "press": fighting.PressStep,
    "reland": moving.RelandStep,
    "land": moving.LandStep,
    "room": moving.RoomStep,
    "concede": playing.ConcedeStep,
    "special": playing.SpecialStep,
    "action": playing.ActionStep,
    "start": playing.StartStep,
    "pass_to": playing.PassStep,
    "resolve": fighting.ResolveStep,
    "assault": fighting.AssaultStep,
}
"""Verbs, in the order in which a step is searched for them; a step with none of them only looks."""
