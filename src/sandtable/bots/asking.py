"""Asking a bot: the one way that games, arenas and servers do it, so that they all judge its answers alike."""

from time import perf_counter, thread_time
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

OVER = 1.1
"""A bot may work a tenth longer than its time. Only its own work counts: a busy machine is not its fault."""
LOADING = 0.25
"""Extra seconds, for loading and for the rules themselves."""
PATIENCE = 3.0
GRACE = 2.0
"""By the clock it may take ``PATIENCE`` times its seconds, plus ``GRACE`` seconds."""


class Answer(msgspec.Struct, Generic[A], frozen=True):
    """What a bot chose, and how long it took."""

    action: A
    seconds: float
    """By the clock."""
    work: float = 0.0
    """Of processor time, in the bot's own thread; 0 for a bot in another process."""


class Fault(msgspec.Struct, frozen=True):
    """A bot that did not answer properly."""

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
    """The bot's answer to a decision, if it is legal and in time. The bot sees only its seat's view."""
    seat = decision.seat
    view = game.view(state, seat)
    start, began = perf_counter(), thread_time()
    try:
        action = bot.choose(view, decision, think)
    except BotFailed as error:
        return Fault("failed", bot.name, seat, str(error))
    except Exception as error:  # bots are third-party code
        return Fault("crashed", bot.name, seat, f"{type(error).__name__}: {error}", format_exc())
    seconds, work = perf_counter() - start, thread_time() - began
    refusal = game.check(state, seat, action)
    if refusal is not None:
        return Fault("illegal", bot.name, seat, _refused(action, refusal))
    late = overtime(seconds, work, bot.think if think is None else think)
    return Fault("overtime", bot.name, seat, late) if late else Answer(action, seconds, work)


def overtime(seconds: float, work: float, think: float) -> str:
    """Why an answer came too late; empty if it didn't.

    >>> overtime(3.0, 2.1, think=2)
    ''
    >>> overtime(3.0, 2.6, think=2)
    '2.6 s of work for an answer; 2.5 s are allowed'
    """
    if work > think * OVER + LOADING:
        return f"{work:.1f} s of work for an answer; {think * OVER + LOADING:.1f} s are allowed"
    limit = allowed(think)
    return f"{seconds:.1f} s for an answer; {limit:.1f} s are allowed" if seconds > limit else ""


def allowed(think: float) -> float:
    """How many seconds to wait for an answer.

    >>> allowed(2)
    8.0
    """
    return think * PATIENCE + GRACE


def _refused(action: A, refusal: Refusal) -> str:
    return f"{refusal.why} ({refusal.rule}); the answer was {msgspec.json.encode(action).decode()}"
