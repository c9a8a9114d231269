"""A bot with more or less time than its default: ``hard+10s``."""

import re
from typing import Generic, TypeVar

from sandtable.bots.bot import Bot, Reason
from sandtable.core.decision import Decision

S = TypeVar("S")
A = TypeVar("A")

NAMED = re.compile(r"(?P<name>.+)\+(?P<seconds>\d+(\.\d+)?)s")


def with_time(name: str) -> tuple[str, float | None]:
    """A bot's name, and the seconds requested with it.

    >>> with_time("hard+10s"), with_time("hard")
    (('hard', 10.0), ('hard', None))
    """
    found = NAMED.fullmatch(name)
    return (found["name"], float(found["seconds"])) if found else (name, None)


class Unhurried(Generic[S, A]):
    """Another bot, with a different default time per answer."""

    def __init__(self, bot: Bot[S, A], seconds: float) -> None:
        self._bot = bot
        self.think = seconds
        self.name = f"{bot.name}+{seconds:g}s"

    def choose(self, view: S, decision: Decision, think: float | None = None) -> A:
        return self._bot.choose(view, decision, self.think if think is None else think)

    def why(self) -> Reason | None:
        return self._bot.why()
