"""One game between bots: who plays which side, with which dice, and how it ended."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from sandtable.area.state import AreaState
from sandtable.bots.asking import Fault
from sandtable.bots.bot import Bot
from sandtable.bots.playing import Step, play_out
from sandtable.bots.registry import NoBot, make, seat_seed
from sandtable.core.decision import Seat
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load
from sandtable.lab.strength import Course, adjudged, shares

AnyRecord = Record[Any, Any, Any]
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
    """A game to be played. All seats of a side are played by one entrant, each by a bot of its own."""

    game: str
    sides: Mapping[str, Entrant]
    seed: int
    """Of the dice and the bots: ``sandtable sim`` with this seed and these bots plays the same game."""
    rounds: int
    think: float | None = None
    options: Mapping[str, bool] = {}
    bid: Mapping[Seat, int] = {}
    """Money that powers are given before the game begins, in a game that has money."""
    scenario: str = ""
    """Empty: the game's first."""


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
    guide, sides = game.guide, sides_of(game, match.scenario)
    record = begin(game, match)
    clocks: defaultdict[str, Clock] = defaultdict(Clock)

    def watch(step: Step[Any, Any, Any]) -> None:
        clock = clocks[sides[step.decision.seat]]
        clock.answers += 1
        clock.seconds += step.seconds
        clock.longest = max(clock.longest, step.seconds)

    yardstick = opening(game, match)
    course = Course(guide, yardstick)

    def over(state: object) -> bool:
        return guide.moment(state).round > match.rounds or course.follow(state)

    fault = play_out(record, seat_bots(game, match), over, match.think, watch)
    return Played(match, judge(game, record, yardstick, fault, match.scenario), dict(clocks))


def begin(game: AnyGame, match: Match) -> AnyRecord:
    """The record of a match, its bids paid."""
    state = opening(game, match)
    if match.bid:
        if not isinstance(state, AreaState):
            raise ValueError(f"{game.id} has no money to bid")
        money = {power: amount + match.bid.get(power, 0) for power, amount in state.treasury.items()}
        state = msgspec.structs.replace(state, treasury=money)
    return Record(game, _setup(game, match), SeededDice.from_seed(match.seed), state)


def opening(game: AnyGame, match: Match) -> Any:
    """The position that a match is judged against: as the box has it, without bids, so that a bid can help."""
    state = game.start(_setup(game, match))
    if isinstance(state, Refusal):
        raise ValueError(f"{state.why} ({state.rule})")
    return state


def _setup(game: AnyGame, match: Match) -> Setup:
    return Setup(match.scenario, match.options, game.guide.box.players_in(match.scenario))


def sides_of(game: AnyGame, scenario: str = "") -> dict[Seat, str]:
    """The side of each seat that a scenario has."""
    return {seat: side for side, seats in game.guide.box.parties(scenario).items() for seat in seats}


def seat_bots(game: AnyGame, match: Match) -> dict[Seat, Bot[Any, Any]]:
    """A bot for each seat."""
    bots, sides = {}, sides_of(game, match.scenario)
    for number, seat in enumerate(game.guide.box.seats_in(match.scenario)):
        entrant = match.sides[sides[seat]]
        bot = make(entrant.bot, game, seat_seed(match.seed, number), entrant.values)
        if isinstance(bot, NoBot):
            raise ValueError(bot.why)
        bots[seat] = bot
    return bots


def judge(game: AnyGame, record: AnyRecord, yardstick: object, fault: Fault | None, scenario: str = "") -> Result:
    """How a record ends, if it ends here; adjudicated by what was gained since ``yardstick``."""
    guide, state = game.guide, record.state
    how: How
    if fault is not None:
        failed = sides_of(game, scenario)[fault.seat]
        winner, how = next(side for side in guide.box.parties(scenario) if side != failed), "fault"
    elif won := game.winner(state):
        winner, how = won, "victory"
    else:
        winner = adjudged(guide, yardstick, state)
        how = "adjudicated" if winner else "draw"
    return Result(
        winner=winner,
        how=how,
        rounds=rounds_played(record),
        decisions=len(record.entries),
        digest=game.digest(state),
        shares=shares(guide, state),
        fault=fault,
    )


def rounds_played(record: AnyRecord) -> int:
    """How many rounds were begun; one in which nobody has done anything yet does not count."""
    guide, entries = record.game.guide, record.entries
    now = guide.moment(record.state).round
    if not entries:
        return now
    return min(now, max(guide.moment(record.at(len(entries) - 1)).round, 1))
