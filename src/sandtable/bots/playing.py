"""Bots play out a game: each pending decision goes to its bot, until the game ends or a stop condition holds."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from sandtable.bots.asking import Fault, ask
from sandtable.bots.bot import Bot, Reason
from sandtable.core.decision import Decision, Seat
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Step(msgspec.Struct, Generic[S, A, E], frozen=True):
    """One decision of a bot, for watchers."""

    before: S
    decision: Decision
    action: A
    events: tuple[E, ...]
    seconds: float
    reason: Reason | None


def play_out(
    record: Record[S, A, E],
    bots: Mapping[Seat, Bot[S, A]],
    stop: Callable[[S], bool],
    think: float | None = None,
    watch: Callable[[Step[S, A, E]], None] | None = None,
) -> Fault | None:
    """Play until the game is over or ``stop`` holds for the state; a bot's failure ends it at once."""
    game = record.game
    while (pending := record.pending) and not stop(record.state):
        decision, before = pending[0], record.state
        bot = bots[decision.seat]
        answer = ask(bot, game, before, decision, think)
        if isinstance(answer, Fault):
            return answer
        events = record.act(decision.seat, answer.action)
        assert not isinstance(events, Refusal), "ask has checked it"
        if watch is not None:
            watch(Step(before, decision, answer.action, events, answer.seconds, bot.why()))
    return None
