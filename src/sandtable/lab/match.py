"""One game between bots: who plays which side, with which dice, and how it ended."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent, TurnBegan
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.bots.asking import Fault
from sandtable.bots.bot import Bot
from sandtable.bots.playing import Step, play_out
from sandtable.bots.registry import NoBot, make, seat_seed
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load
from sandtable.lab.strength import Course, adjudged, shares

AreaRecord = Record[AreaState, AreaAction, AreaEvent]
How = Literal["victory", "adjudicated", "draw", "fault"]


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays: a bot by name, and the numbers of its level that are turned."""

    bot: str
    values: Mapping[str, float] = {}
    label: str = ""
    """What tables call it; empty: the bot's name."""

    @property
    def name(self) -> str:
        return self.label or self.bot


class Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game to be played. All powers of a side are played by one entrant, each by a bot of its own."""

    game: str
    sides: Mapping[str, Entrant]
    seed: int
    """Of the dice and the bots: ``sandtable sim`` with this seed and these bots plays the same game."""
    rounds: int
    think: float | None = None
    options: Mapping[str, bool] = {}
    bid: Mapping[Power, int] = {}
    """Money that powers are given before the game begins."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended. The same match ends the same way, wherever it is played."""

    winner: str
    """The side; empty for a draw."""
    how: How
    """By the rules, adjudicated by strength, neither, or because the bot of the other side failed."""
    rounds: int
    decisions: int
    digest: str
    shares: Mapping[str, float]
    """Each side's part of all strength at the end."""
    fault: Fault | None = None


class Clock(msgspec.Struct, omit_defaults=True):
    """How long an entrant thought in a match."""

    answers: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class Played(msgspec.Struct, frozen=True):
    """A match, its result, and the time that it took (which no other machine need repeat)."""

    match: Match
    result: Result
    clocks: Mapping[str, Clock]
    """By side."""


def play_match(match: Match) -> Played:
    """Play a match to its end."""
    game = load(match.game)
    world = game.world
    record = begin(game, match)
    clocks: defaultdict[str, Clock] = defaultdict(Clock)

    def watch(step: Step[AreaState, AreaAction, AreaEvent]) -> None:
        clock = clocks[world.side(step.decision.seat)]
        clock.answers += 1
        clock.seconds += step.seconds
        clock.longest = max(clock.longest, step.seconds)

    course = Course(world, record.state)

    def over(state: AreaState) -> bool:
        return state.round > match.rounds or course.follow(state)

    fault = play_out(record, seat_bots(game, match), over, match.think, watch)
    return Played(match, judge(game, record, fault), dict(clocks))


def begin(game: AreaGame, match: Match) -> AreaRecord:
    """The record of a match, its bids paid."""
    setup = Setup(options=match.options)
    opening = game.start(setup)
    if isinstance(opening, Refusal):
        raise ValueError(f"{opening.why} ({opening.rule})")
    money = {power: amount + match.bid.get(power, 0) for power, amount in opening.treasury.items()}
    return Record(game, setup, SeededDice.from_seed(match.seed), msgspec.structs.replace(opening, treasury=money))


def seat_bots(game: AreaGame, match: Match) -> dict[Power, Bot[AreaState, AreaAction]]:
    """A bot for each seat."""
    bots = {}
    for number, seat in enumerate(game.seats):
        entrant = match.sides[game.world.side(seat)]
        bot = make(entrant.bot, game, seat_seed(match.seed, number), entrant.values)
        if isinstance(bot, NoBot):
            raise ValueError(bot.why)
        bots[seat] = bot
    return bots


def judge(game: AreaGame, record: AreaRecord, fault: Fault | None) -> Result:
    """How a record ends, if it ends here."""
    world, state = game.world, record.state
    how: How
    if fault is not None:
        failed = world.side(fault.seat)
        winner, how = next(side for side in world.game.sides if side != failed), "fault"
    elif state.winner:
        winner, how = state.winner, "victory"
    else:
        winner = adjudged(world, record.at(0), state)
        how = "adjudicated" if winner else "draw"
    return Result(
        winner=winner,
        how=how,
        rounds=rounds_played(record),
        decisions=len(record.entries),
        digest=game.digest(state),
        shares=shares(world, state),
        fault=fault,
    )


def rounds_played(record: AreaRecord) -> int:
    """How many rounds were begun."""
    state = record.state
    untouched = bool(record.entries) and state.round > 1 and _at_the_start(record)
    return state.round - 1 if untouched else state.round


def _at_the_start(record: AreaRecord) -> bool:
    """Whether a new round has begun and nobody has done anything in it yet."""
    last = [event for event in record.entries[-1].events if isinstance(event, TurnBegan)]
    return bool(last) and last[-1].power == record.game.seats[0]
