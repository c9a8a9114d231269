"""Asking a bot: the one way in which games, arenas and servers do it, so that all judge its answers alike."""

from time import perf_counter
from traceback import format_exc
from typing import Generic, Literal, TypeVar

import msgspec

from sandtable.bots.bot import Bot, BotFailed
from sandtable.core.decision import Decision
from sandtable.core.game import Game
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

PATIENCE = 3.0
"""A bot may take so many times the seconds it was given: a busy machine is not its fault."""
GRACE = 2.0
"""And so many seconds more, for what it must load first."""


class Answer(msgspec.Struct, Generic[A], frozen=True):
    """What a bot chose, and how long it took."""

    action: A
    seconds: float


class Fault(msgspec.Struct, frozen=True):
    """A bot that did not answer as it must."""

    kind: Literal["illegal", "overtime", "failed", "crashed"]
    bot: str
    seat: str
    why: str
    details: str = ""
    """Where a crash came from."""

    def __str__(self) -> str:
        """In one line.

        >>> print(Fault("overtime", "hard", "japan", "12.0 s for an answer; 8.0 s are allowed"))
        hard (japan): overtime: 12.0 s for an answer; 8.0 s are allowed
        """
        return f"{self.bot} ({self.seat}): {self.kind}: {self.why}"


def ask(
    bot: Bot[S, A], game: Game[S, A, E], state: S, decision: Decision, think: float | None = None
) -> Answer[A] | Fault:
    """The bot's answer to a decision, if it is legal and came in time. The bot sees only its seat's view."""
    seat = decision.seat
    view = game.view(state, seat)
    start = perf_counter()
    try:
        action = bot.choose(view, decision, think)
    except BotFailed as error:
        return Fault("failed", bot.name, seat, str(error))
    except Exception as error:  # a bot is anybody's program
        return Fault("crashed", bot.name, seat, f"{type(error).__name__}: {error}", format_exc())
    seconds, limit = perf_counter() - start, allowed(bot.think if think is None else think)
    refusal = game.check(state, seat, action)
    if refusal is not None:
        return Fault("illegal", bot.name, seat, _refused(action, refusal))
    if seconds > limit:
        return Fault("overtime", bot.name, seat, f"{seconds:.1f} s for an answer; {limit:.1f} s are allowed")
    return Answer(action, seconds)


def allowed(think: float) -> float:
    """How long an answer may take, in seconds, before it is overtime.

    >>> allowed(2)
    8.0
    """
    return think * PATIENCE + GRACE


def _refused(action: A, refusal: Refusal) -> str:
    return f"{refusal.why} ({refusal.rule}); the answer was {msgspec.json.encode(action).decode()}"
