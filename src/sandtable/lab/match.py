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
    """A participant: a bot by name, and the numbers of its level that are changed."""

    bot: str
    values: Mapping[str, float] = {}
    label: str = ""
    """The name in tables; empty: the bot's name."""

    @property
    def name(self) -> str:
        return self.label or self.bot


class Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game to play. An entrant plays all seats of a side, each with its own bot."""

    game: str
    sides: Mapping[str, Entrant]
    seed: int
    """Of the dice and the bots: ``sandtable sim`` with this seed and these bots plays the same game."""
    rounds: int
    think: float | None = None
    options: Mapping[str, bool] = {}
    bid: Mapping[Seat, int] = {}
    """Money that powers get before the game, if it has money."""
    scenario: str = ""
    """Empty: the game's first."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended. Deterministic, wherever it is played."""

    winner: str
    """The side; empty for a draw."""
    how: How
    """By the rules, adjudicated by strength, neither, or because the other side's bot failed."""
    rounds: int
    decisions: int
    digest: str
    shares: Mapping[str, float]
    """Each side's share of total strength at the end."""
    fault: Fault | None = None


class Clock(msgspec.Struct, omit_defaults=True):
    """An entrant's thinking time in a match."""

    answers: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class Played(msgspec.Struct, frozen=True):
    """A match, its result, and the time it took (which varies by machine)."""

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

    dated = bool(guide.box.length_of(match.scenario))

    def over(state: object) -> bool:
        if guide.moment(state).round > match.rounds:
            return True
        # The side that is behind may still hold out until the scenario's last date.
        return not dated and course.follow(state)

    fault = play_out(record, seat_bots(game, match), over, match.think, watch)
    return Played(match, judge(game, record, yardstick, fault, match.scenario), dict(clocks))


def begin(game: AnyGame, match: Match) -> AnyRecord:
    """The record of a match, with bids paid."""
    state = opening(game, match)
    if match.bid:
        if not isinstance(state, AreaState):
            raise ValueError(f"{game.id} has no money to bid")
        money = {power: amount + match.bid.get(power, 0) for power, amount in state.treasury.items()}
        state = msgspec.structs.replace(state, treasury=money)
    return Record(game, _setup(game, match), SeededDice.from_seed(match.seed), state)


def opening(game: AnyGame, match: Match) -> Any:
    """The position to judge a match against: without bids, so that a bid can help."""
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
    """The result if a record ends here. Adjudicated by the scenario's conditions or, without any, by the gain
    since ``yardstick``."""
    guide, state = game.guide, record.state
    how: How
    if fault is not None:
        failed = sides_of(game, scenario)[fault.seat]
        winner, how = next(side for side in guide.box.parties(scenario) if side != failed), "fault"
    elif won := game.winner(state):
        winner, how = won, "victory"
    else:
        winner = guide.leader(state) or adjudged(guide, yardstick, state)
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
    """How many rounds were started. One without any decision doesn't count."""
    guide, entries = record.game.guide, record.entries
    now = guide.moment(record.state).round
    if not entries:
        return now
    return min(now, max(guide.moment(record.at(len(entries) - 1)).round, 1))
