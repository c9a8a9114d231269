"""A capital in exile: a power that loses its capital names another and fights on from there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, Part, PartEvent
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import active, hostile_land
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import listed, the
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The powers that can go into exile, and where."""

    seats: Mapping[Power, tuple[str, ...]]
    """The territories that each power can choose as its new capital."""


class Exiles(Slice, frozen=True, tag="capital-in-exile"):
    """State kept for the whole game."""

    seats: Mapping[Power, str] = {}
    """Capitals in exile."""
    homeless: tuple[Power, ...] = ()
    """Powers that must still name one."""


EXILES = GameMemory("capital-in-exile", Exiles())
ASKS = "exile"
"""Decision kind: where the new capital is."""


class Exile(Action, frozen=True):
    """Name a capital in exile."""

    phrase: ClassVar[str] = "exile {space}"
    example: ClassVar[str] = "exile Quebec"

    space: SpaceName
    """The new capital."""


class CapitalFell(PartEvent, frozen=True):
    """A power that may go into exile has lost its capital."""

    power: Power

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = EXILES.of(state)
        seats = {p: seat for p, seat in known.seats.items() if p != self.power}
        return EXILES.put(state, replace(known, seats=seats, homeless=(*known.homeless, self.power)))


class SeatNamed(PartEvent, frozen=True):
    """A power has a capital in exile."""

    power: Power
    space: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = EXILES.of(state)
        homeless = tuple(p for p in known.homeless if p != self.power)
        return EXILES.put(state, Exiles({**known.seats, self.power: self.space}, homeless))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} goes into exile: its capital is {self.space}"


class ExileEnded(PartEvent, frozen=True):
    """A power has its capital back, or has nowhere to go."""

    power: Power

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = EXILES.of(state)
        seats = {p: seat for p, seat in known.seats.items() if p != self.power}
        return EXILES.put(state, Exiles(seats, tuple(p for p in known.homeless if p != self.power)))


class CapitalInExile(Part[Settings]):
    """Governments in exile."""

    name = "capital-in-exile"
    Settings = Settings
    game_memory = EXILES
    actions = (Exile,)
    answers = (Exile,)
    events = (CapitalFell, SeatNamed, ExileEnded)
    citations = ("exile.choice", "exile.named")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        for power, seats in self.settings.seats.items():
            if power not in world.powers:
                yield Misfit(self.file, f"unknown power {power!r}", power, world.powers)
            for seat in seats:
                if seat not in world.board.territories:
                    yield Misfit(self.file, f"unknown territory {seat!r}", seat, world.board.territories)

    def candidates(self, state: AreaState, power: Power) -> tuple[str, ...]:
        """The territories a power can choose now."""
        return tuple(s for s in self.settings.seats.get(power, ()) if state.control.get(s) == power)

    def capital(self, state: AreaState, power: Power) -> str | None:
        return EXILES.of(state).seats.get(power)

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        world = run.world
        for exile in self.settings.seats:
            home, seat = world.powers[exile].capital, EXILES.of(run.state).seats.get(exile, "")
            lost = hostile_land(world, run.state.control, exile, space)
            if space == home and not lost and seat:
                run.emit(ExileEnded(power=exile))
            elif lost and space == (seat or home):
                run.emit(CapitalFell(power=exile))
                choices = self.candidates(run.state, exile)
                if not choices:
                    run.emit(ExileEnded(power=exile))
                elif len(choices) == 1:
                    run.emit(SeatNamed(power=exile, space=choices[0]))

    # the decision

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move", "combat", "noncombat-move")

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        return tuple(
            Decision(exile, ASKS, prompt=f"Name your new capital: {listed(self.candidates(state, exile))}.")
            for exile in EXILES.of(state).homeless
            if power == active(state)[0]
        )

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("exile.named", "A new capital must be named first.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Exile)
        if seat not in EXILES.of(state).homeless:
            return world.refuse("exile.choice", f"{world.the(seat)} can't name a new capital now.")
        choices = self.candidates(state, seat)
        if action.space in choices:
            return None
        return world.refuse("exile.choice", f"The new capital must be one of {listed(choices, 'or')}.")

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if seat in EXILES.of(state).homeless:
            yield from (Exile(space) for space in self.candidates(state, seat))

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Exile)
        run.emit(SeatNamed(power=seat, space=action.space))


PART = CapitalInExile
