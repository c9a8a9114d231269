"""Relocation: a power may dismantle its original factories and rebuild them elsewhere."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, Done
from sandtable.area.forces import Piece, Power
from sandtable.area.part import GameMemory, Part, PartEvent, TurnMemory
from sandtable.area.requirements.fitting import misfits
from sandtable.area.requirements.judging import Case, holds, judge
from sandtable.area.requirements.kinds import Requirements
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import own_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid, swap
from sandtable.area.wording import an, money, the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose factories can be moved, which, and what they add afterwards."""

    power: Power
    """The power that owns them."""
    factories: tuple[str, ...]
    """The territories where they start; each can be moved once."""
    value: int
    """The value it adds to its new territory."""
    when: Requirements = ()
    """What must hold."""
    larger: Mapping[str, str] = {}
    """Types of factory that can be enlarged in the turn they are rebuilt, and the types they become."""
    price: int = 0
    """What enlarging costs."""


class MovedWorks(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dismantled factory."""

    origin: str
    unit: str
    damage: int
    round: int
    to: str = ""
    """Where it is now; empty if not yet rebuilt."""


class Works(Slice, frozen=True, tag="relocation"):
    """State kept for the whole game."""

    moved: tuple[MovedWorks, ...] = ()


class Down(Slice, frozen=True, tag="relocation"):
    """State kept for one turn."""

    taken: bool = False
    """Whether a factory was dismantled this turn."""
    paid: bool = False
    """Whether the factory rebuilt this turn will be enlarged."""
    built: str = ""
    """Where one was rebuilt."""


WORKS = GameMemory("relocation", Works())
DOWN = TurnMemory("relocation", Down())


class Dismantle(Action, frozen=True):
    """Dismantle a factory."""

    phrase: ClassVar[str] = "dismantle {space}"
    example: ClassVar[str] = "dismantle Ukraine"

    space: SpaceName
    """Where it is."""


class Rebuild(Action, frozen=True):
    """Rebuild a factory that was dismantled in an earlier turn."""

    phrase: ClassVar[str] = "rebuild {space}"
    example: ClassVar[str] = "rebuild Urals"

    space: SpaceName
    """Where it will be."""


class Enlarge(Action, frozen=True):
    """Pay to enlarge the factory that is rebuilt this turn."""

    phrase: ClassVar[str] = "enlarge"
    example: ClassVar[str] = "enlarge"


class EnlargementPaid(PartEvent, frozen=True):
    """The factory rebuilt this turn will be enlarged."""

    power: Power
    cost: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return DOWN.put(paid(state, self.power, self.cost), replace(DOWN.of(state), paid=True))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} pays {money(self.cost)} for a larger factory"


class WorksEnlarged(PartEvent, frozen=True):
    """A rebuilt factory has been enlarged."""

    space: str
    piece: Piece
    become: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        after = replace(self.piece, unit=self.become)
        state = swap(state, self.space, ((self.piece, 1),), ((after, 1),))
        return DOWN.put(state, replace(DOWN.of(state), paid=False))

    def tell(self, world: World, state: AreaState) -> str:
        return f"the factory in {self.space} is now {an(unit_name(world, self.become))}"


class Dismantled(PartEvent, frozen=True):
    """A factory has been dismantled."""

    power: Power
    space: str
    piece: Piece

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = WORKS.of(state).moved
        one = MovedWorks(self.space, self.piece.unit, self.piece.damage, state.round)
        state = swap(state, self.space, ((self.piece, 1),), ())
        return DOWN.put(WORKS.put(state, Works((*known, one))), replace(DOWN.of(state), taken=True))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} dismantles the {unit_name(world, self.piece.unit)} in {self.space}"


class Rebuilt(PartEvent, frozen=True):
    """A factory has been rebuilt."""

    power: Power
    space: str
    origin: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = WORKS.of(state).moved
        one = next(m for m in known if m.origin == self.origin and not m.to)
        moved = tuple(replace(m, to=self.space) if m is one else m for m in known)
        piece = Piece(self.power, one.unit, damage=one.damage)
        state = DOWN.put(state, replace(DOWN.of(state), built=self.space))
        return WORKS.put(swap(state, self.space, (), ((piece, 1),)), Works(moved))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} rebuilds the factory from {self.origin} in {self.space}"


ASKS = "rebuild"
"""Decision kind: where a dismantled factory is rebuilt."""


class Relocation(Part[Settings]):
    """Factories that can be moved."""

    name = "relocation"
    Settings = Settings
    game_memory = WORKS
    turn_memory = DOWN
    actions = (Dismantle, Rebuild, Enlarge)
    answers = (Rebuild,)
    events = (Dismantled, Rebuilt, EnlargementPaid, WorksEnlarged)
    citations = ("relocation.right", "relocation.once", "relocation.destination", "relocation.enlarge")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        yield from misfits(world, self.file, self.settings.when)
        lands = world.board.territories
        for name in self.settings.factories:
            if name not in lands:
                yield Misfit(self.file, f"unknown territory {name!r}", name, lands)

    def waiting(self, state: AreaState) -> MovedWorks | None:
        """The factory to rebuild now, or None."""
        return next((m for m in WORKS.of(state).moved if not m.to and m.round < state.round), None)

    def when(self, action: type[Action]) -> tuple[str, ...]:
        if action is Enlarge:
            return ("purchase",)
        return ("noncombat-move",) if action is Dismantle else ("mobilize",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        if power != self.settings.power:
            return world.refuse("relocation.right", f"{world.the(power)} can't move factories.")
        if isinstance(action, Dismantle):
            return self._check_dismantle(world, state, power, action.space)
        if isinstance(action, Enlarge):
            return self._check_enlarge(world, state, power)
        assert isinstance(action, Rebuild)
        return self._check_rebuild(world, state, power, action.space)

    def _check_dismantle(self, world: World, state: AreaState, power: Power, space: str) -> Refusal | None:
        case = Case(world, state, power)
        if not holds(case, self.settings.when):
            return world.refuse("relocation.right", f"Not now: {judge(case, self.settings.when).line}.")
        if state.control.get(space) != power or self._factory(world, state, power, space) is None:
            return world.refuse("relocation.right", f"You have no factory in {space}.")
        known = WORKS.of(state).moved
        if space not in self.settings.factories or any(space in (m.origin, m.to) for m in known):
            return world.refuse("relocation.once", f"The factory in {space} can't be moved.")
        if DOWN.of(state).taken:
            return world.refuse("relocation.once", "You've already dismantled a factory this turn.")
        return None

    def enlarging_price(self, world: World, state: AreaState, power: Power) -> int:
        """What it costs to enlarge the factory that is rebuilt."""
        return world.parts.adjusted(world, state, power, "upgrade-price", self.settings.price)

    def _check_enlarge(self, world: World, state: AreaState, power: Power) -> Refusal | None:
        waiting = self.waiting(state)
        if waiting is None or waiting.unit not in self.settings.larger or DOWN.of(state).paid:
            return world.refuse("relocation.enlarge", "You aren't rebuilding a small factory this turn.")
        price = self.enlarging_price(world, state, power)
        if state.treasury[power] < price:
            return world.refuse("purchase.affordable", f"That costs {price}.")
        return None

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        """Enlarge a paid-for factory once all new units are placed."""
        memory = DOWN.of(run.state)
        if run.state.turn.phases.get(power) != "income" or not memory.paid or not memory.built:
            return
        piece = self._factory(run.world, run.state, power, memory.built)
        if piece is not None and piece.unit in self.settings.larger:
            become = self.settings.larger[piece.unit]
            run.emit(WorksEnlarged(space=memory.built, piece=piece, become=become))

    def _check_rebuild(self, world: World, state: AreaState, power: Power, space: str) -> Refusal | None:
        waiting = self.waiting(state)
        if waiting is None:
            return world.refuse("relocation.right", "There's no factory to rebuild.")
        if space == waiting.origin:
            return world.refuse("relocation.destination", f"Rebuild it elsewhere: it comes from {space}.")
        land = world.board.territories.get(space)
        if land is None or land.owner != power:
            return world.refuse("relocation.destination", f"{space} isn't one of your original territories.")
        if state.control.get(space) != power or state.turn.control.get(space) != power:
            return world.refuse("relocation.destination", f"{space} wasn't yours at the start of your turn.")
        if any(piece.unit in world.factory_units for piece, _ in state.at(space)):
            return world.refuse("relocation.destination", f"There's already a factory in {space}.")
        return None

    def _factory(self, world: World, state: AreaState, power: Power, space: str) -> Piece | None:
        here = own_at(state, power, space)
        return next((piece for piece, _ in here if piece.unit in world.factory_units), None)

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if power != self.settings.power:
            return
        orders: tuple[Action, ...] = (
            Enlarge(),
            *(Dismantle(s) for s in self.settings.factories),
            *(Rebuild(s) for s in world.board.territories),
        )
        for order in orders:
            at = self.when(type(order))
            if state.turn.phases.get(power) in at and self.check(world, state, power, seat, order) is None:
                yield order

    def invites(self, world: World, state: AreaState, power: Power) -> Decision | None:
        waiting = self.waiting(state)
        if waiting is None or phase_of(state, power) != "mobilize":
            return None
        if next(self.offers(world, state, power, power), None) is None:
            return None
        return Decision(power, ASKS, prompt=f"Choose where to rebuild the factory from {waiting.origin}.")

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        asked = self.invites(world, state, power) if isinstance(action, Done) else None
        return world.refuse("relocation.right", asked.prompt) if asked else None

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        if isinstance(action, Dismantle):
            piece = self._factory(run.world, run.state, power, action.space)
            assert piece is not None
            run.emit(Dismantled(power=power, space=action.space, piece=piece))
        elif isinstance(action, Enlarge):
            run.emit(EnlargementPaid(power=power, cost=self.enlarging_price(run.world, run.state, power)))
        elif isinstance(action, Rebuild):
            waiting = self.waiting(run.state)
            assert waiting is not None
            run.emit(Rebuilt(power=power, space=action.space, origin=waiting.origin))

    def extra_value(self, world: World, state: AreaState) -> Mapping[str, int]:
        return {
            m.to: self.settings.value
            for m in WORKS.of(state).moved
            if m.to and any(piece.unit in world.factory_units for piece, _ in state.at(m.to))
        }


PART = Relocation
