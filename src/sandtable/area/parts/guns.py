"""Antiaircraft guns: each fires once at every air unit that crosses its territory in the combat move.

They roll as they do in battle, where they are a step of the declared sequence.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action, Casualties
from sandtable.area.battle.casualties import Losses, resolve
from sandtable.area.battle.sequence import Volley
from sandtable.area.events import Moved
from sandtable.area.forces import EMPTY, Power, Stack, add, minus, size, stack
from sandtable.area.guns import guns_at
from sandtable.area.part import NoSettings, Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Route, Slice
from sandtable.area.status import enemies_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import faces, force, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.guide import Throw, at_most
from sandtable.core.refusal import Refusal


class Overflight(Slice, frozen=True, tag="guns"):
    """State kept for one turn: air units flying over enemy guns."""

    power: Power = ""
    space: str = ""
    """Their destination, where they already are on the board."""
    planes: Stack = EMPTY
    guns: tuple[str, ...] = ()
    """Territories whose guns must still fire at them."""
    hits: int = 0
    """Hits that their owner must still assign."""


OVERFLIGHT = TurnMemory("guns", Overflight())
ASKS = "overflight"
"""Decision kind: which planes are lost."""


def _under_way(state: AreaState, flight: Overflight) -> AreaState:
    """The state with this flight under fire; over once no guns or hits are left, or no planes."""
    goes_on = flight.planes and (flight.guns or flight.hits)
    return OVERFLIGHT.put(state, flight if goes_on else Overflight())


class Overflown(PartEvent, frozen=True):
    """Air units on their way to ``space`` have flown over enemy guns, which fire in turn."""

    power: Power
    space: str
    planes: Stack
    guns: tuple[str, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return _under_way(state, Overflight(self.power, self.space, self.planes, self.guns))


class GunFired(PartEvent, frozen=True):
    """A gun fires at the air units that cross its territory, one die per unit."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    space: str
    value: int
    dice: tuple[int, ...]
    hits: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        flight = OVERFLIGHT.of(state)
        return _under_way(state, replace(flight, guns=flight.guns[1:], hits=self.hits))

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return (Throw(state.control[self.space], "hits", self.space, self.dice, at_most(self.value)),)

    def tell(self, world: World, state: AreaState) -> str:
        scored = times(self.hits, "hit") if self.hits else "no hit"
        planes = times(len(self.dice), "plane")
        return f"the gun in {self.space} fires at {planes}: {faces(self.dice)}, {scored}"


class ShotDown(PartEvent, frozen=True):
    """A gun shoots down air units on their way to ``space``."""

    space: str
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        flight = OVERFLIGHT.of(state)
        state = swap(state, self.space, self.units, EMPTY)
        return _under_way(state, replace(flight, planes=minus(flight.planes, self.units), hits=0))

    def tell(self, world: World, state: AreaState) -> str:
        lost = "is shot down" if size(self.units) == 1 else "are shot down"
        return f"{force(world, self.units)} {lost} on the way to {self.space}"


class Guns(Part[NoSettings]):
    """Guns that fire at air units flying over them."""

    name = "guns"
    turn_memory = OVERFLIGHT
    answers = (Casualties,)
    typed: ClassVar = {ASKS: "lose fighter · lose default"}
    events = (Overflown, GunFired, ShotDown)
    citations = ("aa.moment-of-over-flight-fire", "aa.owner-picks-plane")

    def problems(self, world: World) -> Iterable[str]:
        if not any(_flak(world)):
            yield "guns do not fire in a battle on land: battle.yaml does not say what they have to roll"

    def value(self, world: World) -> int:
        """Guns hit with this or less."""
        return next(_flak(world)).value

    def on_the_way(self, world: World, state: AreaState, power: Power, path: Route, raid: bool) -> tuple[str, ...]:
        """Where guns fire at air units on this path; at its end only if no battle or raid follows."""
        crossed = [space for space in dict.fromkeys(path[1:]) if space != path[-1]]
        if not raid and not enemies_at(world, state, power, path[-1]):
            crossed.append(path[-1])
        return tuple(space for space in crossed if guns_at(world, state, power, space))

    def danger(self, world: World, state: AreaState, power: Power, space: str) -> int:
        return int(bool(guns_at(world, state, power, space)))

    def follows(self, run: Unfolding, power: Power, action: Action) -> None:
        """Fire at the air units that have just moved."""
        if phase_of(run.state, power) != "combat-move" or isinstance(action, Casualties):
            return
        planes: dict[tuple[Route, bool], Stack] = {}
        for event in tuple(run.events):
            if isinstance(event, Moved) and run.world.type(event.piece).kind == "air":
                way = event.path, event.after.raiding
                planes[way] = add(planes.get(way, ()), event.after, event.count)
        for (path, raid), flight in planes.items():
            guns = self.on_the_way(run.world, run.state, power, path, raid)
            if guns:
                run.emit(Overflown(power=power, space=path[-1], planes=flight, guns=guns))
                self._fire(run)

    def _fire(self, run: Unfolding) -> None:
        """Fire the remaining guns, until the planes' owner has a choice to make."""
        while flight := _flight(run.state):
            if flight.hits:
                losses = _only(flight)
                if losses is None:
                    return
                run.emit(ShotDown(space=flight.space, units=losses))
                continue
            need, dice = self.value(run.world), run.dice.roll(size(flight.planes))
            hits = sum(face <= need for face in dice)
            run.emit(GunFired(space=flight.guns[0], value=need, dice=dice, hits=hits))

    # the decision which planes are lost

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        flight = _flight(state)
        if flight is None or flight.power != power:
            return ()
        prompt = f"{world.name(power)} loses {times(flight.hits, 'plane')} on the way to {flight.space}: which?"
        return (Decision(power, ASKS, flight.space, prompt),)

    def at_risk(self, state: AreaState) -> Stack:
        return OVERFLIGHT.of(state).planes

    def facts(self, world: World, state: AreaState, decision: Decision) -> Iterable[str]:
        if decision.kind == ASKS:
            yield f"fired at: {force(world, OVERFLIGHT.of(state).planes, decision.seat)}"

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("aa.moment-of-over-flight-fire", "First choose which planes the guns shot down.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Casualties)
        flight = OVERFLIGHT.of(state)
        if action.damaged or _meant(world, flight, action) is None:
            return world.refuse("aa.owner-picks-plane", f"Choose {flight.hits} of the planes that were fired at.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        """Every way to assign the hits to planes."""
        flight = _flight(state)
        if flight is not None:
            yield from (Casualties((), lost) for lost in _choices(flight.planes, flight.hits))

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        """Remove the planes the owner chose, then fire the remaining guns."""
        assert isinstance(action, Casualties)
        flight = OVERFLIGHT.of(run.state)
        lost = _meant(run.world, flight, action)
        assert lost is not None
        run.emit(ShotDown(space=flight.space, units=lost))
        self._fire(run)


def _flak(world: World) -> Iterator[Volley]:
    """The steps of a land battle in which guns fire at air units."""
    steps = world.sequences.sequences["land"].steps
    return (step for step in steps if isinstance(step, Volley) and step.support and step.per_target)


def _flight(state: AreaState) -> Overflight | None:
    """The air units under fire, or None."""
    flight = OVERFLIGHT.of(state)
    return flight if flight.planes else None


def _only(flight: Overflight) -> Stack | None:
    """The planes that are lost, or None if there is a choice."""
    if flight.hits >= size(flight.planes):
        return flight.planes
    return ((flight.planes[0][0], flight.hits),) if len(flight.planes) == 1 else None


def _default(world: World, flight: Overflight) -> Stack:
    """The cheapest planes, those that have flown farthest first."""
    lost: Stack = ()
    for piece, count in sorted(flight.planes, key=lambda g: (world.type(g[0]).cost, -g[0].used, g[0])):
        some = min(count, flight.hits - size(lost))
        lost = add(lost, piece, some) if some else lost
    return lost


def _meant(world: World, flight: Overflight, action: Casualties) -> Stack | None:
    """The planes an answer means, or None if it isn't valid."""
    if action.destroyed is None:
        return _default(world, flight)
    found = resolve(flight.planes, None, action.destroyed)
    return found.destroyed if isinstance(found, Losses) and size(found.destroyed) == flight.hits else None


def _choices(planes: Stack, hits: int) -> Iterator[Stack]:
    """Every way to choose this many of the planes."""
    if not hits:
        yield ()
    elif planes:
        (piece, count), *others = planes
        for some in range(min(count, hits), -1, -1):
            for rest in _choices(tuple(others), hits - some):
                yield stack(((piece, some), *rest)) if some else rest


PART = Guns
