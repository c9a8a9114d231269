"""A game for table tests: the sealed bids of ``tests.core.toy``, with a guide, sides, and resignation.

Red and gold play against blue. A seat that quits leaves the bidding; a side whose seats have all quit has lost.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable import games
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.guide import Box, Chair, Measure, Moment, Option, Tally, Throw
from sandtable.core.refusal import Refusal
from tests.core import toy
from tests.core.toy import TOY, Action, Bid, Event, Roll, Stake

NOTHING = -5
"""The bid of seats that have quit: less than any other."""
SIDES: dict[Seat, str] = {"red": "warm", "blue": "cold", "gold": "warm"}


class Quit(Action, frozen=True):
    """Resign."""


class Quitted(Event, frozen=True):
    seat: Seat


AuctionAction = Bid | Stake | Roll | Quit
AuctionEvent = toy.Bade | toy.Opened | toy.Staked | toy.Rolled | toy.RoundEnded | Quitted


class Hall(toy.Table, frozen=True):
    gone: tuple[Seat, ...] = ()


class Purse(msgspec.Struct, frozen=True, tag="purse", tag_field="ask", forbid_unknown_fields=True):
    """How many coins does a seat have, and what did it bid, as far as the viewer can see?"""

    seat: Seat


class Wrong(msgspec.Struct, frozen=True, tag="wrong", tag_field="ask", forbid_unknown_fields=True):
    """A question that a rule refuses."""


class PurseAnswer(msgspec.Struct, frozen=True):
    coins: int
    bid: int | None


class Agent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders: bid this much in every round, and roll if that was the best bid."""

    bid: int
    until: Literal["round", "cancelled"] = "round"


class AuctionGuide:
    kit_type = dict[str, int]
    question_type = Purse | Wrong
    answer_type = PurseAnswer
    standing_type = Agent
    query_type = None
    reply_type = None
    tutorials = ()
    ground = ""

    @property
    def box(self) -> Box:
        chairs = tuple(Chair(seat, seat.title(), SIDES[seat]) for seat in TOY.seats)
        sides = {"warm": "Warm", "cold": "Cold"}
        option = Option("fast", "Fast", "Nothing is different.")
        return Box("auction", "Auction", "Bids.", "auction", chairs, sides, ("", "rich"), (option,))

    @property
    def kit(self) -> dict[str, int]:
        return {"sides": toy.SIDES}

    @property
    def names(self) -> dict[str, dict[str, str]]:
        return {}

    @property
    def boards(self) -> tuple[str, ...]:
        return ()

    def ground_of(self, board: str) -> str:
        return ""

    def sheet(self, dark: bool) -> str:
        return self.ground

    def headline(self, view: Hall) -> str:
        return f"Round {view.round}"

    def turn(self, view: Hall) -> str:
        return f"{view.round}"

    def picture(self, view: Hall, dark: bool) -> str:
        return self.ground

    def answer(self, view: Hall, seat: Seat | None, question: Purse | Wrong) -> PurseAnswer | Refusal:
        if isinstance(question, Wrong) or question.seat not in view.coins:
            return Refusal("toy.turn", "This is not to be asked.")
        return PurseAnswer(view.coins[question.seat], view.bids.get(question.seat))

    def reply(self, query: None) -> None:
        return None

    def standing(self, view: Hall, seat: Seat, orders: Agent) -> AuctionAction | None:
        if view.best:
            return Roll()
        return Bid(orders.bid) if orders.bid <= view.coins[seat] else None

    def lapsed(self, given: Hall, now: Hall, seat: Seat, orders: Agent) -> bool:
        return orders.until == "round" and given.round != now.round

    def tell(self, before: Hall, event: AuctionEvent) -> tuple[str, ...]:
        match event:
            case toy.Bade(seat, amount):
                return (f"{seat} bids {amount}.",)
            case toy.Rolled(seat, dice):
                return (f"{seat} rolls {', '.join(map(str, dice))}.",)
            case Quitted(seat):
                return (f"{seat} quits.",)
            case _:
                return ()

    def tell_all(self, happened: Sequence[tuple[Hall, AuctionEvent]]) -> tuple[str, ...]:
        return tuple(line for before, event in happened for line in self.tell(before, event))

    def moment(self, view: Hall) -> Moment:
        return Moment(view.round)

    @property
    def measures(self) -> tuple[Measure, ...]:
        points = Measure("points", "Points", "What the dice of a seat brought.", "seat", "stand")
        return (points, Measure("bids", "Bids", "What a seat was seen to bid.", "seat", "running"))

    def measure(self, view: Hall) -> dict[str, dict[Seat, float]]:
        return {"points": dict(view.points)}

    def leader(self, view: Hall) -> str:
        return ""

    def strength(self, view: Hall) -> dict[Seat, float]:
        return dict(view.points)

    def tally(self, before: Hall, event: AuctionEvent) -> tuple[Tally, ...]:
        return (Tally("bids", event.seat, event.amount),) if isinstance(event, toy.Bade) else ()

    def throws(self, before: Hall, event: AuctionEvent) -> tuple[Throw, ...]:
        scores = tuple(range(1, toy.SIDES + 1))
        return (Throw(event.seat, "points", "", event.dice, scores),) if isinstance(event, toy.Rolled) else ()

    def word(self, view: Hall, seat: Seat, action: AuctionAction) -> str:
        return type(action).__name__ + "".join(f" {value}" for value in msgspec.structs.astuple(action))


class Auction:
    """The toy game, extended."""

    id = "auction"
    title = "Auction"
    finished = True
    rulebook = TOY.rulebook
    seats = TOY.seats
    action_type = AuctionAction
    event_type = AuctionEvent
    guide = AuctionGuide()

    @property
    def ending(self) -> AuctionAction | None:
        return None

    @property
    def resignation(self) -> AuctionAction | None:
        return Quit()

    def start(self, setup: Setup) -> Hall | Refusal:
        if any(name != "fast" for name in setup.options):
            return Refusal("toy.scenario", "There is no such option.")
        table = TOY.start(setup)
        return table if isinstance(table, Refusal) else Hall(**msgspec.structs.asdict(table))

    def pending(self, state: Hall) -> tuple[Decision, ...]:
        if self._lost(state):
            return ()
        return tuple(one for one in TOY.pending(state) if one.seat not in state.gone)

    def check(self, state: Hall, seat: Seat, action: AuctionAction) -> Refusal | None:
        if isinstance(action, Quit):
            free = seat in self.seats and seat not in state.gone and self.pending(state) and not state.best
            return None if free else Refusal("toy.turn", f"{seat} cannot quit.")
        return TOY.check(state, seat, action)

    def legal(self, state: Hall, seat: Seat, shuffle: Random | None = None) -> Iterator[AuctionAction]:
        return TOY.legal(state, seat, shuffle)

    def decide(self, state: Hall, seat: Seat, action: AuctionAction, dice: Dice) -> tuple[AuctionEvent, ...]:
        if not isinstance(action, Quit):
            return TOY.decide(state, seat, action, dice)
        after = self.evolve(state, Quitted(seat))
        if self._lost(after) or any(one not in after.bids for one in self.seats):
            return (Quitted(seat),)
        best = max(self.seats, key=lambda one: after.bids[one])
        return (Quitted(seat), toy.Opened(tuple(sorted(after.bids.items())), best))

    def evolve(self, state: Hall, event: AuctionEvent) -> Hall:
        if isinstance(event, Quitted):
            gone = (*state.gone, event.seat)
            return replace(state, gone=gone, bids={**state.bids, event.seat: NOTHING})
        after = TOY.evolve(state, event)
        assert isinstance(after, Hall)
        return (
            replace(after, bids=dict.fromkeys(after.gone, NOTHING)) if isinstance(event, toy.RoundEnded) else after
        )

    def view(self, state: Hall, seat: Seat | None) -> Hall:
        seen = TOY.view(state, seat)
        assert isinstance(seen, Hall)
        return seen

    def visible(self, event: AuctionEvent, seat: Seat | None) -> AuctionEvent | None:
        return event if isinstance(event, Quitted) else TOY.visible(event, seat)

    def dice_of(self, event: AuctionEvent) -> tuple[int, ...]:
        return () if isinstance(event, Quitted) else TOY.dice_of(event)

    def winner(self, state: Hall) -> str | None:
        lost = self._lost(state)
        if lost:
            return next(side for side in SIDES.values() if side != lost)
        return SIDES[TOY.winner(state) or ""] if not self.pending(state) else None

    def read_state(self, data: bytes | msgspec.Raw) -> Hall:
        return msgspec.json.decode(data, type=Hall)

    def digest(self, state: Hall) -> str:
        return TOY.digest(state)

    def _lost(self, state: Hall) -> str:
        """The side whose seats have all quit."""
        for side in ("warm", "cold"):
            if all(seat in state.gone for seat in self.seats if SIDES[seat] == side):
                return side
        return ""


class Treasure(Auction):
    """The same with large sums, so that a bid can be recognized wherever it appears."""

    id = "treasure"

    def start(self, setup: Setup) -> Hall | Refusal:
        hall = super().start(setup)
        return hall if isinstance(hall, Refusal) else replace(hall, coins=dict.fromkeys(self.seats, 100_000_000))

    def legal(self, state: Hall, seat: Seat, shuffle: Random | None = None) -> Iterator[AuctionAction]:
        few: tuple[AuctionAction, ...] = (Roll(), Bid(0), Bid(1))
        return (action for action in few if self.check(state, seat, action) is None)


AUCTION = Auction()
TREASURE = Treasure()


def find(game_id: str) -> AnyGame | None:
    """How other processes find the games: these, and the installed ones."""
    return {game.id: game for game in (AUCTION, TREASURE)}.get(game_id) or games.find(game_id)


def nothing(game_id: str) -> None:
    """Finds no games."""
