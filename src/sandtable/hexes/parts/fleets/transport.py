"""Troops at sea: their routes and escorts, and what happens when a fleet finds them."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.actions import Move
from sandtable.hexes.evolve import without_points
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.invasion.sailing import hungry, naval_fire
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets.cargo import favour, prey_strength, spirit
from sandtable.hexes.parts.fleets.memory import NAVY, Shipment, Voyage, changed, on_top
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.sealanes import check_route
from sandtable.hexes.shipping import barred, sea_friends, voyage
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.strength import KINDS, Points, points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

TROOPS = "troops from "
"""How the name of an escort's task begins; the port follows."""


class LoseTroops(PartAction, frozen=True):
    """Choose the kind of a point that is lost at sea."""

    phrase: ClassVar[str] = "lose 1 {kind} at sea"
    example: ClassVar[str] = "lose 1 infantry at sea"

    kind: str


class TroopsHit(PartEvent, frozen=True):
    """Troops at sea must lose points."""

    count: int

    def evolve(self, state: HexState) -> HexState:
        return on_top(state, shipment=replace(_shipment(state), owed=self.count))


class TroopsSunk(PartEvent, frozen=True):
    """Points were lost at sea."""

    points: Points
    why: str

    def evolve(self, state: HexState) -> HexState:
        sailing = _shipment(state)
        moved = sailing.moved
        state = without_points(state, moved.army, self.points)
        lost = self.points.total
        # They have used the allowance of the seas like those that land.
        state = replace(
            state, shipped={**state.shipped, **{s: state.shipped.get(s, 0) + lost for s in moved.seas}}
        )
        left = replace(moved, points=moved.points - self.points)
        return on_top(state, shipment=replace(sailing, moved=left, owed=max(0, sailing.owed - lost)))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.points} of {_shipment(state).moved.army} are lost at sea ({self.why})"


class TroopsArrived(PartEvent, frozen=True):
    """A shipment is over: what is left of it lands."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, voyages=NAVY.of(state).voyages[:-1])


def _shipment(state: HexState) -> Shipment:
    found = NAVY.of(state).voyages[-1].shipment
    assert found is not None, "there are no troops at sea"
    return found


def check_course(world: World, state: HexState, side: Side, action: Move, seas: tuple[str, ...]) -> Refusal | None:
    """Validate the route that troops name."""
    assert action.ports is not None, "they go by land"
    start, end = action.ports
    blocked = check_route(world.waters, start, action.route, sea_friends(world, state, side))
    if blocked is not None:
        return barred(world, state, blocked)
    if action.route[-1] != end:
        why = f"The route doesn't end in {world.title(end)}."
        return world.refuse_by("shipping.troops-can-be-intercepted", why)
    for place in action.route:
        found = {world.waters.group[sea] for node in world.waters.shores[place] for sea in world.waters.seas[node]}
        if not found & set(seas):
            why = f"{world.title(place)} lies on another sea."
            return world.refuse_by("shipping.troops-can-be-intercepted", why)
    return None


def course_of(world: World, state: HexState, side: Side, action: Move, seas: tuple[str, ...]) -> tuple[Place, ...]:
    """The hexes that troops enter at sea."""
    assert action.ports is not None, "they go by land"
    return action.route or voyage(world, state, side, action.ports, seas)


def escort_of(state: HexState, side: Side, ports: tuple[Place, Place]) -> Name:
    """The fleet that escorts troops from port to port, if it still can. Empty: none."""
    start, end = ports
    known = NAVY.of(state).escorts
    for task in (f"{TROOPS}{start} to {end}", f"{TROOPS}{start}"):
        name = known.get(task, "")
        fleet = state.fleets.get(name)
        if fleet is not None and fleet.side == side and fleet.at == start and name not in state.expended:
            return name
    return ""


def bound(escorts: Mapping[str, Name], escort: Name, start: Place, end: Place) -> dict[str, Name]:
    """Escorts once a shipment has sailed: its own stays with this route.

    >>> bound({"troops from 1810": "Home Fleet"}, "Home Fleet", "1810", "1131")
    {'troops from 1810 to 1131': 'Home Fleet'}
    """
    others = {task: name for task, name in escorts.items() if name != escort}
    return {**others, f"{TROOPS}{start} to {end}": escort}


def guarded(state: HexState, voyage: Voyage) -> bool:
    """Whether anything is left of an escort: even a beaten one stays with its troops until they land."""
    return voyage.fleet in state.fleets


def fire(run: Unfolding, terms: Settings, name: Name, at: Place, alone: bool = False) -> None:
    """A fleet fires once at troops without an escort. ``alone``: there never was one."""
    world, state = run.world, run.state
    fleet, moved = state.fleets[name], _shipment(state).moved
    modifier = hungry(world, state, fleet) + favour(world, state, terms, fleet, at) + spirit(world, state, name)
    strength = prey_strength(state, name) * alone or sea_strength(world, state, fleet, None)
    hits = naval_fire(run, name, moved.army, min(strength, world.tables.most), modifier)
    if hits:
        run.emit(TroopsHit(count=min(hits, moved.points.total)))


def settle(run: Unfolding) -> bool:
    """Take losses that leave no choice. Returns whether none are due any more."""
    sailing = _shipment(run.state)
    points = sailing.moved.points
    kinds = [kind for kind in KINDS if points.of(kind)]
    if sailing.owed and (len(kinds) == 1 or sailing.owed == points.total):
        lost = points if sailing.owed == points.total else points_of(kinds[0], sailing.owed)
        _lose(run, lost)
    return not _shipment(run.state).owed


def _lose(run: Unfolding, points: Points) -> None:
    army = _shipment(run.state).moved.army
    run.emit(TroopsSunk(points=points, why=run.world.full_id("shipping.escort-shields-troops")))
    for part in run.world.parts.suffered:
        part.suffered(run, (army,))


def lose(run: Unfolding, action: LoseTroops) -> None:
    """Lose a point of the kind that its owner has chosen."""
    _lose(run, next(points_of(kind) for kind in KINDS if kind == action.kind))


def left(state: HexState) -> bool:
    """Whether any troops are still at sea."""
    return bool(_shipment(state).moved.points.total)


def land(run: Unfolding) -> None:
    """What is left of a shipment lands."""
    moved = _shipment(run.state).moved
    run.emit(TroopsArrived())
    if moved.points.total:
        run.emit(moved)


# the question


def asks(voyage: Voyage, shipment: Shipment) -> Decision:
    """Which points are lost, and whose decision it is."""
    prompt = f"{shipment.moved.army}: choose {times(shipment.owed, 'point')} to lose at sea."
    return Decision(shipment.side, "troops", voyage.route[-1], prompt)


def check_loss(world: World, state: HexState, action: LoseTroops) -> Refusal | None:
    """Validate the choice of a point to lose."""
    points = _shipment(state).moved.points
    if not any(kind == action.kind and points.of(kind) for kind in KINDS):
        return world.refuse_by("shipping.escort-shields-troops", f"There are only {points} at sea.")
    return None


def offers_losses(state: HexState) -> Iterator[LoseTroops]:
    """A point of each kind at sea."""
    points = _shipment(state).moved.points
    return (LoseTroops(kind) for kind in KINDS if points.of(kind))


def tasks(world: World, state: HexState, side: Side) -> Iterator[tuple[Name, str]]:
    """Surface fleets in ports with own armies, and the task of escorting troops from there."""
    ports = {army.at for _, army in state.armies_of(side)}
    known = NAVY.of(state).escorts
    for name, fleet in state.fleets.items():
        task = f"{TROOPS}{fleet.at}"
        if fleet.side == side and not fleet.submarines and fleet.at in ports and task not in known:
            yield name, task
