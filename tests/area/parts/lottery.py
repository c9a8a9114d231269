"""The lottery, a made-up part: buy a ticket when you buy, and collect what its die shows with your income."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from sandtable import games
from sandtable.area.actions import Action
from sandtable.area.event import Event
from sandtable.area.events import IncomeCollected
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, Part, PartEvent
from sandtable.area.parts import register
from sandtable.area.state import AreaState, Slice
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid
from sandtable.area.wording import money, the
from sandtable.area.world import World
from sandtable.core.game import AnyGame
from sandtable.core.guide import Throw
from sandtable.core.refusal import Refusal


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a ticket costs."""

    price: int


class Prizes(Slice, frozen=True, tag="lottery"):
    """What is waiting to be collected, by power."""

    won: Mapping[Power, int] = {}


PRIZES = GameMemory("lottery", Prizes())


class Draw(Action, frozen=True):
    """Buy a lottery ticket."""

    phrase: ClassVar[str] = "draw {tickets}"
    example: ClassVar[str] = "draw 1"

    tickets: int = 1
    """How many tickets."""


class Drawn(PartEvent, frozen=True):
    """A ticket was bought, and its die has fallen."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    cost: int
    dice: tuple[int, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        won = PRIZES.of(state).won
        prizes = Prizes({**won, self.power: won.get(self.power, 0) + sum(self.dice)})
        return PRIZES.put(paid(state, self.power, self.cost), prizes)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return (Throw(self.power, "damage", "", self.dice, (1, 2, 3, 4, 5, 6)),)

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} draws {' '.join(map(str, self.dice))} for {money(self.cost)}"


class Lottery(Part[Settings]):
    """A game of chance beside the war."""

    name = "lottery"
    Settings = Settings
    game_memory = PRIZES
    reacts_to = (IncomeCollected,)
    actions = (Draw,)
    events = (Drawn,)
    citations = ("purchase.affordable",)

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Draw)
        cost = self.settings.price * action.tickets
        if action.tickets < 1 or cost > state.treasury[power]:
            return world.refuse("purchase.affordable", f"Tickets for {cost} IPCs cannot be bought.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if self.check(world, state, power, seat, Draw()) is None:
            yield Draw()

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Draw)
        cost = self.settings.price * action.tickets
        run.emit(Drawn(power=power, cost=cost, dice=run.dice.roll(action.tickets)))

    def revenue(self, world: World, state: AreaState, power: Power) -> int:
        return PRIZES.of(state).won.get(power, 0)

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        assert isinstance(event, IncomeCollected)
        return PRIZES.put(state, Prizes({p: n for p, n in PRIZES.of(state).won.items() if p != event.power}))


PART = Lottery


def find(game_id: str) -> AnyGame | None:
    """For the server's other processes: a game by its id, with this part known."""
    register(Lottery)
    return games.find(game_id)
