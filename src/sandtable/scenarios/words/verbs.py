"""The verbs, by which a step is recognised."""

from collections.abc import Mapping
from typing import Any

from sandtable.scenarios.words.fighting import (
    AimStep,
    AssaultStep,
    BombStep,
    CasualtiesStep,
    EngageStep,
    FightStep,
    PressStep,
    PullBackStep,
    ResolveStep,
    RetreatStep,
    RocketStep,
    SubmergeStep,
    WithdrawStep,
)
from sandtable.scenarios.words.moving import (
    AirliftStep,
    BoardStep,
    DisembarkStep,
    HaltStep,
    LandStep,
    MoveStep,
    PinStep,
    RaidStep,
    RecallStep,
    ReinforceStep,
    RelandStep,
    RoomStep,
    SupportStep,
    VoyageStep,
)
from sandtable.scenarios.words.playing import (
    ActionStep,
    ConcedeStep,
    DoneStep,
    ExpectStep,
    PassStep,
    SpecialStep,
    StartStep,
)
from sandtable.scenarios.words.producing import (
    AidStep,
    MobilizeStep,
    OrderStep,
    ProgramStep,
    RepairStep,
    ResearchStep,
    ScorchStep,
)

AnyStep = (
    MoveStep
    | RaidStep
    | VoyageStep
    | BoardStep
    | DisembarkStep
    | OrderStep
    | ResearchStep
    | AidStep
    | ProgramStep
    | RepairStep
    | ScorchStep
    | SupportStep
    | ReinforceStep
    | RecallStep
    | HaltStep
    | BombStep
    | PinStep
    | AirliftStep
    | MobilizeStep
    | DoneStep
    | FightStep
    | EngageStep
    | AssaultStep
    | RocketStep
    | WithdrawStep
    | SubmergeStep
    | CasualtiesStep
    | AimStep
    | PullBackStep
    | RetreatStep
    | PressStep
    | RelandStep
    | LandStep
    | RoomStep
    | ConcedeStep
    | SpecialStep
    | ActionStep
    | StartStep
    | PassStep
    | ResolveStep
    | ExpectStep
)

VERBS: Mapping[str, type[Any]] = {
    "move": MoveStep,
    "raid": RaidStep,
    "voyage": VoyageStep,
    "board": BoardStep,
    "disembark": DisembarkStep,
    "order": OrderStep,
    "research": ResearchStep,
    "aid": AidStep,
    "program": ProgramStep,
    "repair": RepairStep,
    "scorch": ScorchStep,
    "support": SupportStep,
    "reinforce": ReinforceStep,
    "recall": RecallStep,
    "halt": HaltStep,
    "bomb": BombStep,
    "pin": PinStep,
    "airlift": AirliftStep,
    "mobilize": MobilizeStep,
    "done": DoneStep,
    "fight": FightStep,
    "engage": EngageStep,
    "rocket": RocketStep,
    "withdraw": WithdrawStep,
    "submerge": SubmergeStep,
    "casualties": CasualtiesStep,
    "aim": AimStep,
    "pull_back": PullBackStep,
    "retreat": RetreatStep,
    "press": PressStep,
    "reland": RelandStep,
    "land": LandStep,
    "room": RoomStep,
    "concede": ConcedeStep,
    "special": SpecialStep,
    "action": ActionStep,
    "start": StartStep,
    "pass_to": PassStep,
    "resolve": ResolveStep,
    "assault": AssaultStep,
}
"""Verbs, in the order in which a step is searched for them; a step with none of them only looks."""
