"""Lend-lease: some powers may send money to partners after collecting income."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from sandtable.area.actions import Action
from sandtable.area.forces import Power
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid
from sandtable.area.wording import money, the
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import PowerName


class Donor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power that may send money."""

    to: tuple[Power, ...]
    """The partners that may receive it."""
    most: int
    """The most it may send per turn, to all partners together."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The powers that may send money."""

    donors: Mapping[Power, Donor]
    """The powers that may send money."""


class Sent(Slice, frozen=True, tag="lend-lease"):
    """State kept for one turn."""

    sent: Mapping[Power, int] = {}
    """Money each power has sent this turn."""


SENT = TurnMemory("lend-lease", Sent())
ASKS = "aid"
"""Decision kind: how much to send."""


class Aid(Action, frozen=True):
    """Send money to a partner."""

    phrase: ClassVar[str] = "aid {amount} to {to}"
    example: ClassVar[str] = "aid 5 to ussr"
    aliases: ClassVar[tuple[str, ...]] = ("send",)

    to: PowerName
    """The partner."""
    amount: int
    """How much."""


class AidSent(PartEvent, frozen=True):
    """A power has sent money."""

    power: Power
    to: Power
    amount: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = paid(paid(state, self.power, self.amount), self.to, -self.amount)
        sent = SENT.of(state).sent
        return SENT.put(state, Sent({**sent, self.power: sent.get(self.power, 0) + self.amount}))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} sends {money(self.amount)} to {the(world.name(self.to))}"


class LendLease(Part[Settings]):
    """Money sent to partners."""

    name = "lend-lease"
    Settings = Settings
    turn_memory = SENT
    actions = (Aid,)
    events = (AidSent,)
    citations = ("aid.amount", "aid.treasury", "aid.receiver", "aid.over")

    def receivers(self, power: Power) -> tuple[Power, ...]:
        """The partners a power may send money to."""
        donor = self.settings.donors.get(power)
        return donor.to if donor else ()

    def left_to_send(self, state: AreaState, power: Power) -> int:
        """How much a power may still send to its partners this turn."""
        donor = self.settings.donors.get(power)
        if donor is None:
            return 0
        return min(donor.most - SENT.of(state).sent.get(power, 0), state.treasury[power])

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("income",)

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        assert isinstance(action, Aid)
        if action.to not in self.receivers(seat):
            return world.refuse("aid.receiver", f"{world.the(seat)} can't send IPCs to {world.the(action.to)}.")
        return world.refuse("aid.over", f"{world.the(seat)} has collected its income: it's too late to send IPCs.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Aid)
        donor = self.settings.donors.get(power)
        if donor is None or action.to not in donor.to:
            return world.refuse("aid.receiver", f"{world.the(power)} can't send IPCs to {world.the(action.to)}.")
        if action.amount < 1 or action.amount > donor.most - SENT.of(state).sent.get(power, 0):
            return world.refuse("aid.amount", f"{world.the(power)} can send at most {donor.most} per turn.")
        if action.amount > state.treasury[power]:
            return world.refuse("aid.treasury", f"{world.the(power)} has only {state.treasury[power]}.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        for to in self.receivers(power):
            for amount in range(1, self.left_to_send(state, power) + 1):
                yield Aid(to, amount)

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Aid)
        run.emit(AidSent(power=power, to=action.to, amount=action.amount))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Aid)
        return f"send {action.amount} to {the(world.name(action.to))}"

    def invites(self, world: World, state: AreaState, power: Power) -> Decision | None:
        most = self.left_to_send(state, power)
        if phase_of(state, power) != "income" or not most:
            return None
        return Decision(power, ASKS, prompt=f"Send up to {most} IPCs to your partners.")


PART = LendLease
