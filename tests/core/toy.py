"""A toy game with everything that the core must cope with: sealed bids, hidden information, dice, several rounds.

In each round all seats bid at once, in secret. When all bids are in they are opened and paid; the highest
bidder (the first seat of those that tie) sets a stake and rolls that many dice with ten sides for points.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random

import msgspec

from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice
from sandtable.core.game import Setup
from sandtable.core.guide import Box, Chair, Measure, Moment, Tally, Throw
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rule, Rulebook

ROUNDS = 3
COINS = 10
SIDES = 10
HIDDEN = -1


class Action(msgspec.Struct, frozen=True, tag=str.lower, tag_field="do", forbid_unknown_fields=True):
    pass


class Bid(Action, frozen=True):
    amount: int


class Stake(Action, frozen=True):
    dice: int


class Roll(Action, frozen=True):
    pass


ToyAction = Bid | Stake | Roll


class Event(msgspec.Struct, frozen=True, tag=str.lower, tag_field="is", forbid_unknown_fields=True):
    pass


class Bade(Event, frozen=True):
    seat: Seat
    amount: int


class Opened(Event, frozen=True):
    bids: tuple[tuple[Seat, int], ...]
    best: Seat


class Staked(Event, frozen=True):
    dice: int


class Rolled(Event, frozen=True):
    seat: Seat
    dice: tuple[int, ...]


class RoundEnded(Event, frozen=True):
    round: int


ToyEvent = Bade | Opened | Staked | Rolled | RoundEnded


class Table(msgspec.Struct, frozen=True):
    round: int
    coins: dict[Seat, int]
    points: dict[Seat, int]
    bids: dict[Seat, int] = {}
    best: Seat = ""
    stake: int = 1


class Purse(msgspec.Struct, frozen=True, tag="purse", tag_field="ask", forbid_unknown_fields=True):
    """How many coins has a seat?"""

    seat: Seat


class Agent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders: bid this much, and roll."""

    bid: int


class ToyGuide:
    """A minimal guide."""

    kit_type = dict[str, int]
    question_type = Purse
    answer_type = int
    standing_type = Agent
    query_type = None
    reply_type = None
    tutorials = ()
    ground = ""

    @property
    def box(self) -> Box:
        chairs = tuple(Chair(seat, seat.title(), seat) for seat in TOY.seats)
        sides = {seat: seat.title() for seat in TOY.seats}
        return Box(TOY.id, TOY.title, "Three rounds of bids.", "toy", chairs, sides, ("", "rich"), ())

    @property
    def kit(self) -> dict[str, int]:
        return {"sides": SIDES}

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

    def turn(self, view: Table) -> str:
        return f"{view.round}"

    def picture(self, view: Table, dark: bool) -> str:
        return self.ground

    def headline(self, view: Table) -> str:
        return f"Round {view.round}"

    def answer(self, view: Table, seat: Seat | None, question: Purse) -> int | Refusal:
        if question.seat not in view.coins:
            return Refusal("toy.turn", f"There is no seat {question.seat}.")
        return view.coins[question.seat]

    def reply(self, query: None) -> None:
        return None

    def standing(self, view: Table, seat: Seat, orders: Agent) -> ToyAction | None:
        action = Roll() if view.best else Bid(orders.bid)
        return action if TOY.check(view, seat, action) is None else None

    def lapsed(self, given: Table, now: Table, seat: Seat, orders: Agent) -> bool:
        return given.round != now.round

    def tell(self, before: Table, event: ToyEvent) -> tuple[str, ...]:
        return (f"{event.seat} rolls {', '.join(map(str, event.dice))}.",) if isinstance(event, Rolled) else ()

    def tell_all(self, happened: Sequence[tuple[Table, ToyEvent]]) -> tuple[str, ...]:
        return tuple(line for before, event in happened for line in self.tell(before, event))

    def moment(self, view: Table) -> Moment:
        return Moment(view.round)

    @property
    def measures(self) -> tuple[Measure, ...]:
        points = Measure("points", "Points", "What the dice of a seat brought.", "seat", "stand")
        return (points, Measure("bids", "Bids", "What a seat was seen to bid.", "seat", "running"))

    def measure(self, view: Table) -> dict[str, dict[Seat, float]]:
        return {"points": dict(view.points)}

    def leader(self, view: Table) -> str:
        return ""

    def strength(self, view: Table) -> dict[Seat, float]:
        return dict(view.points)

    def tally(self, before: Table, event: ToyEvent) -> tuple[Tally, ...]:
        return (Tally("bids", event.seat, event.amount),) if isinstance(event, Bade) else ()

    def throws(self, before: Table, event: ToyEvent) -> tuple[Throw, ...]:
        scores = tuple(range(1, SIDES + 1))
        return (Throw(event.seat, "points", "", event.dice, scores),) if isinstance(event, Rolled) else ()

    def word(self, view: Table, seat: Seat, action: ToyAction) -> str:
        return type(action).__name__


class Toy:
    id = "toy"
    title = "Sealed bids"
    finished = True
    rulebook = Rulebook([Rule(f"toy.{name}", "", name) for name in ("turn", "coins", "stake", "scenario")])
    seats: tuple[Seat, ...] = ("red", "blue", "gold")
    action_type = ToyAction
    event_type = ToyEvent
    guide = ToyGuide()

    def start(self, setup: Setup) -> Table | Refusal:
        if setup.scenario not in ("", "rich"):
            return Refusal("toy.scenario", f"There is no scenario {setup.scenario}.")
        coins = COINS * (10 if setup.scenario else 1)
        return Table(1, dict.fromkeys(self.seats, coins), dict.fromkeys(self.seats, 0))

    def pending(self, state: Table) -> tuple[Decision, ...]:
        if state.round > ROUNDS:
            return ()
        if state.best:
            return (Decision(state.best, "roll"),)
        return tuple(Decision(seat, "bid") for seat in self.seats if seat not in state.bids)

    def check(self, state: Table, seat: Seat, action: ToyAction) -> Refusal | None:
        owed = {decision.seat: decision.kind for decision in self.pending(state)}.get(seat)
        if owed != ("bid" if isinstance(action, Bid) else "roll"):
            return Refusal("toy.turn", f"{seat} is not asked for this now.")
        if isinstance(action, Bid) and not 0 <= action.amount <= state.coins[seat]:
            return Refusal("toy.coins", f"{seat} has {state.coins[seat]} coins.")
        if isinstance(action, Stake) and not 1 <= action.dice <= 3:
            return Refusal("toy.stake", "A stake is one to three dice.")
        return None

    @property
    def ending(self) -> ToyAction | None:
        return None

    @property
    def resignation(self) -> ToyAction | None:
        return None

    def legal(self, state: Table, seat: Seat, shuffle: Random | None = None) -> Iterator[ToyAction]:
        actions: list[ToyAction] = [Roll(), *(Stake(n) for n in (1, 2, 3))]
        actions += [Bid(n) for n in range(state.coins[seat] + 1)]
        if shuffle:
            shuffle.shuffle(actions)
        return (action for action in actions if self.check(state, seat, action) is None)

    def decide(self, state: Table, seat: Seat, action: ToyAction, dice: Dice) -> tuple[ToyEvent, ...]:
        match action:
            case Bid(amount):
                bids = {**state.bids, seat: amount}
                if len(bids) < len(self.seats):
                    return (Bade(seat, amount),)
                best = max(self.seats, key=lambda one: bids[one])
                return (Bade(seat, amount), Opened(tuple(sorted(bids.items())), best))
            case Stake(count):
                return (Staked(count),)
            case Roll():
                return (Rolled(seat, dice.roll(state.stake, SIDES)), RoundEnded(state.round))

    def evolve(self, state: Table, event: ToyEvent) -> Table:
        change = msgspec.structs.replace
        match event:
            case Bade(seat, amount):
                return change(state, bids={**state.bids, seat: amount})
            case Opened(bids, best):
                return change(state, coins={seat: state.coins[seat] - bid for seat, bid in bids}, best=best)
            case Staked(count):
                return change(state, stake=count)
            case Rolled(seat, dice):
                return change(state, points={**state.points, seat: state.points[seat] + sum(dice)})
            case RoundEnded(number):
                return change(state, round=number + 1, bids={}, best="", stake=1)

    def view(self, state: Table, seat: Seat | None) -> Table:
        if state.best:
            return state
        shown = {one: bid if one == seat else HIDDEN for one, bid in state.bids.items()}
        return msgspec.structs.replace(state, bids=shown)

    def visible(self, event: ToyEvent, seat: Seat | None) -> ToyEvent | None:
        return None if isinstance(event, Bade) and event.seat != seat else event

    def dice_of(self, event: ToyEvent) -> tuple[int, ...]:
        return event.dice if isinstance(event, Rolled) else ()

    def winner(self, state: Table) -> str | None:
        if self.pending(state):
            return None
        return max(self.seats, key=lambda seat: state.points[seat])

    def read_state(self, data: bytes | msgspec.Raw) -> Table:
        return msgspec.json.decode(data, type=Table)

    def digest(self, state: Table) -> str:
        return sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


TOY = Toy()


def find_game(game_id: str) -> Toy | None:
    return TOY if game_id == TOY.id else None
