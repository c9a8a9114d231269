"""Roles: units that fight as a different type during a turn's combats.

Some fight better when they land in an assault. Some guns can be turned from air units to tanks, as their owner
decides before the combats. After all combats every unit has its own type again.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.events import Changed
from sandtable.area.forces import Piece, Power
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Site, Slice
from sandtable.area.status import own_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


class Guns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Guns that can be turned on other targets."""

    power: Power
    """The guns' owner."""
    unit: str
    """Their unit type."""
    become: str
    """The unit type they fight as."""
    against: tuple[str, ...]
    """The attacking unit types they can be turned on."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The units that change their role."""

    ashore: Mapping[str, str] = {}
    """Units that land in an assault, and the types they fight as."""
    guns: Guns | None = None
    """Guns that can be turned."""


class Open(Slice, frozen=True, tag="roles"):
    """State kept for one turn."""

    spaces: tuple[str, ...] = ()
    """Territories where the owner must still decide about the guns."""


OPEN = TurnMemory("roles", Open())
ASKS = "guns"
"""Decision kind: how many guns are turned."""


class TurnGuns(Action, frozen=True):
    """Turn guns on tanks for the coming combat."""

    phrase: ClassVar[str] = "turn {count}"
    example: ClassVar[str] = "turn 2"

    count: int
    """How many guns; 0 for none."""


class GunsAsked(PartEvent, frozen=True):
    """Guns are attacked by units they could be turned on."""

    spaces: tuple[str, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return OPEN.put(state, Open(self.spaces))


class GunsTurned(PartEvent, frozen=True):
    """Guns are turned, or left as they are."""

    power: Power
    space: str
    unit: str
    become: str
    count: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        left = tuple(space for space in OPEN.of(state).spaces if space != self.space)
        state = OPEN.put(state, Open(left))
        if not self.count:
            return state
        gone, come = Piece(self.power, self.unit), Piece(self.power, self.become)
        return swap(state, self.space, ((gone, self.count),), ((come, self.count),))

    def tell(self, world: World, state: AreaState) -> str | None:
        if not self.count:
            return None
        what = f"{self.count} {unit_name(world, self.unit, self.count)} in {self.space}"
        return f"{the(world.name(self.power))} uses {what} as {unit_name(world, self.become, self.count)}"


class Roles(Part[Settings]):
    """Units that change their role in combat."""

    name = "roles"
    Settings = Settings
    turn_memory = OPEN
    actions = (TurnGuns,)
    answers = (TurnGuns,)
    events = (GunsAsked, GunsTurned)
    citations = ("guns.turned",)

    def problems(self, world: World) -> Iterable[str | Misfit]:
        guns = self.settings.guns
        named = [*self.settings.ashore, *self.settings.ashore.values()]
        named += [guns.unit, guns.become, *guns.against] if guns else []
        for unit in named:
            if unit not in world.units:
                yield Misfit(self.file, f"unknown unit {unit!r}", unit, world.units, ("parts", "roles"))

    # landing troops

    def follows(self, run: Unfolding, power: Power, action: Action) -> None:
        """Change the role of troops that are about to land."""
        if phase_of(run.state, power) != "combat-move" or not self.settings.ashore:
            return
        for zone in {zone for zone, _ in run.state.turn.assaults}:
            for ship, count in own_at(run.state, power, zone):
                after = replace(ship, cargo=tuple(sorted(self._storming(one) for one in ship.cargo)))
                if after != ship:
                    run.emit(Changed(space=zone, piece=ship, count=count, after=after))

    def _storming(self, piece: Piece) -> Piece:
        role = self.settings.ashore.get(piece.unit)
        return replace(piece, unit=role) if role and piece.landing else piece

    # turned guns

    def before_combat(self, run: Unfolding, power: Power) -> None:
        guns = self.settings.guns
        if guns is None or guns.power not in run.world.enemies[power]:
            return
        lands = sorted({site.space for site in run.state.turn.sites if not site.raid})
        asked = tuple(land for land in lands if self._worth_asking(run.world, run.state, power, land, guns))
        if asked:
            run.emit(GunsAsked(spaces=asked))

    def _worth_asking(self, world: World, state: AreaState, power: Power, land: str, guns: Guns) -> bool:
        if world.board.is_sea(land) or not self._ready(state, land, guns):
            return False
        coming = [
            one.unit
            for zone, there in state.turn.assaults
            if there == land
            for p, _ in own_at(state, power, zone)
            for one in p.cargo
            if one.landing == land
        ]
        here = [p.unit for p, _ in own_at(state, power, land)]
        return any(unit in guns.against for unit in (*here, *coming))

    def _ready(self, state: AreaState, land: str, guns: Guns) -> int:
        return sum(n for p, n in state.at(land) if p == Piece(guns.power, guns.unit))

    def postpones(self, world: World, state: AreaState, site: Site) -> Refusal | None:
        if site.space not in OPEN.of(state).spaces:
            return None
        return world.refuse("guns.turned", f"First choose what the guns in {site.space} fire at.")

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        guns, spaces = self.settings.guns, OPEN.of(state).spaces
        if guns is None or not spaces:
            return ()
        number = self._ready(state, spaces[0], guns)
        what = unit_name(world, guns.become, 2)
        prompt = f"How many of {number} {unit_name(world, guns.unit, number)} in {spaces[0]} fight as {what}?"
        return (Decision(guns.power, ASKS, spaces[0], prompt),)

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("guns.turned", "First choose what the guns fire at.")

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, TurnGuns)
        guns, spaces = self.settings.guns, OPEN.of(state).spaces
        if guns is None or not spaces or seat != guns.power:
            return world.refuse("guns.turned", "No guns are waiting for a target.")
        number = self._ready(state, spaces[0], guns)
        if 0 <= action.count <= number:
            return None
        return world.refuse("guns.turned", f"There are only {number} in {spaces[0]}.")

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        guns, spaces = self.settings.guns, OPEN.of(state).spaces
        if guns is not None and spaces and seat == guns.power:
            yield from (TurnGuns(count) for count in range(self._ready(state, spaces[0], guns) + 1))

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        guns = self.settings.guns
        assert isinstance(action, TurnGuns)
        assert guns is not None
        space = OPEN.of(run.state).spaces[0]
        run.emit(GunsTurned(power=seat, space=space, unit=guns.unit, become=guns.become, count=action.count))

    # afterwards

    def combats_over(self, run: Unfolding, power: Power) -> None:
        back = {role: unit for unit, role in self.settings.ashore.items()}
        if self.settings.guns is not None:
            back[self.settings.guns.become] = self.settings.guns.unit

        def as_before(piece: Piece) -> Piece:
            cargo = tuple(sorted(as_before(one) for one in piece.cargo))
            return replace(piece, unit=back.get(piece.unit, piece.unit), cargo=cargo)

        for space, pieces in tuple(run.state.stacks.items()):
            for piece, count in pieces:
                after = as_before(piece)
                if after != piece:
                    run.emit(Changed(space=space, piece=piece, count=count, after=after))


PART = Roles
