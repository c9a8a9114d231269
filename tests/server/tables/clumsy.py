"""Misbehaving bots, as another package would provide them (``brought``)."""

import os
import time
from typing import Any

from sandtable.bots.bot import BotFailed, Reason
from sandtable.core.decision import Decision
from sandtable.core.game import Game
from tests.core.toy import Bid, Roll


class Clumsy:
    """Breaks the rules, then crashes."""

    name = "clumsy"
    think = 0.1

    def __init__(self, game: Game[Any, Any, Any], seed: int) -> None:
        self._asked = 0

    @staticmethod
    def serves(game: Game[Any, Any, Any]) -> bool:
        return True

    def choose(self, view: Any, decision: Decision, think: float | None = None) -> Any:
        self._asked += 1
        print("what a bot prints is no answer")
        if self._asked % 3 == 1:
            return Bid(99)
        if self._asked % 3 == 2:
            raise BotFailed("I give up")
        raise ValueError("oh dear")

    def why(self) -> Reason | None:
        return None


class Deadly(Clumsy):
    """Kills its process."""

    name = "deadly"

    def choose(self, view: Any, decision: Decision, think: float | None = None) -> Any:
        os._exit(1)


class Silent(Clumsy):
    """Never answers."""

    name = "silent"

    def choose(self, view: Any, decision: Decision, think: float | None = None) -> Any:
        time.sleep(600)


class Wordy(Clumsy):
    """Plays and gives reasons that reveal its secrets."""

    name = "wordy"

    def choose(self, view: Any, decision: Decision, think: float | None = None) -> Any:
        return Roll() if decision.kind == "roll" else Bid(1)

    def why(self) -> Reason | None:
        return Reason("Bid one", odds="a sure thing", alternatives=("bid two: 0.5",))
