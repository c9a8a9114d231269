"""The raffle, a made-up part: spend production on a ticket, and what its die shows comes with the next budget."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.state import HexState, Phase, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a ticket costs, and where a prize is paid out."""

    price: int
    at: Place


class Prizes(Slice, frozen=True, tag="raffle"):
    """What is waiting, by side."""

    won: Mapping[Side, int] = {}


PRIZES = GameMemory("raffle", Prizes())


class Gamble(PartAction, frozen=True):
    """Buy a ticket."""

    phrase: ClassVar[str] = "gamble {tickets}"

    tickets: int = 1


class Gambled(PartEvent, frozen=True):
    """A ticket was bought, and its die has fallen."""

    side: Side
    cost: int
    dice: tuple[int, ...]

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def evolve(self, state: HexState) -> HexState:
        won = PRIZES.of(state).won
        paid = replace(state, budget=state.budget - self.cost)
        return PRIZES.put(paid, Prizes({**won, self.side: won.get(self.side, 0) + sum(self.dice)}))

    def tell(self, world: World, state: HexState) -> str:
        return f"{world.name(self.side)} gambles and draws {' '.join(map(str, self.dice))}"


class Raffle(Part[Settings]):
    """A game of chance beside the war."""

    name = "raffle"
    Settings = Settings
    memory = PRIZES
    actions = (Gamble,)
    events = (Gambled,)
    citations = ("production.basic-costs",)

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("production",)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, Gamble)
        cost = self.settings.price * action.tickets
        if action.tickets < 1 or cost > state.budget:
            return world.refuse("production.basic-costs", f"Tickets for {cost} points cannot be bought.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        yield Gamble()

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, Gamble)
        cost = self.settings.price * action.tickets
        run.emit(Gambled(side=side, cost=cost, dice=run.dice.roll(action.tickets)))

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        prize = PRIZES.of(state).won.get(side, 0)
        return {**counted, self.settings.at: counted.get(self.settings.at, 0) + prize} if prize else counted


PART = Raffle
