"""Flying over enemy guns: each fires once at every air unit that crosses its territory in the combat move."""

from sandtable.area.actions import Casualties, Raid
from sandtable.area.battle.casualties import Losses, resolve
from sandtable.area.events import GunFired, Moved, Overflown, ShotDown
from sandtable.area.forces import Power, Stack, add, size, stack
from sandtable.area.guns import gun_value, guns_on_the_way
from sandtable.area.state import AreaState, Overflight
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def fly_over(run: Unfolding, power: Power, order: object) -> None:
    """Let guns fire at the air units that have just moved."""
    planes: dict[tuple[str, ...], Stack] = {}
    for event in tuple(run.events):
        if isinstance(event, Moved) and run.world.type(event.piece).kind == "air":
            planes[event.path] = add(planes.get(event.path, ()), event.after, event.count)
    for path, flight in planes.items():
        guns = guns_on_the_way(run.world, run.state, power, path, isinstance(order, Raid))
        if guns:
            run.emit(Overflown(power=power, space=path[-1], planes=flight, guns=guns))
            fire_on(run)


def fire_on(run: Unfolding) -> None:
    """Let the guns fire that have yet to, until the owner of the planes has a choice to make."""
    while run.state.turn.overflight is not None:
        flight = run.state.turn.overflight
        if flight.hits:
            losses = _only(flight)
            if losses is None:
                return
            run.emit(ShotDown(space=flight.space, units=losses))
            continue
        need, dice = gun_value(run.world), run.dice.roll(size(flight.planes))
        hits = sum(face <= need for face in dice)
        run.emit(GunFired(space=flight.guns[0], value=need, dice=dice, hits=hits))


def _only(flight: Overflight) -> Stack | None:
    """The planes that are lost, if there is nothing to choose."""
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


def meant(world: World, flight: Overflight, action: Casualties) -> Stack | None:
    """The planes that an answer means; nothing if it is no answer."""
    if action.destroyed is None:
        return _default(world, flight)
    found = resolve(flight.planes, None, action.destroyed)
    return found.destroyed if isinstance(found, Losses) and size(found.destroyed) == flight.hits else None


def check_losses(world: World, state: AreaState, action: object) -> Refusal | None:
    """Whether an action names the planes that are lost to guns."""
    flight = state.turn.overflight
    assert flight is not None
    if not isinstance(action, Casualties):
        return world.refuse("aa.moment-of-over-flight-fire", "First say which planes the guns have shot down.")
    if action.damaged or meant(world, flight, action) is None:
        return world.refuse("aa.owner-picks-plane", f"Name {flight.hits} of the planes that were fired at.")
    return None


def take_losses(run: Unfolding, action: Casualties) -> None:
    """The owner has said which planes are lost; the other guns fire."""
    flight = run.state.turn.overflight
    assert flight is not None
    lost = meant(run.world, flight, action)
    assert lost is not None
    run.emit(ShotDown(space=flight.space, units=lost))
    fire_on(run)


def choices(flight: Overflight) -> tuple[Casualties, ...]:
    """Every way to lose as many planes as were hit."""
    found: list[Stack] = []

    def walk(at: int, left: int, lost: Stack) -> None:
        if not left:
            found.append(lost)
        elif at < len(flight.planes):
            piece, count = flight.planes[at]
            for some in range(min(count, left), -1, -1):
                walk(at + 1, left - some, stack((*lost, (piece, some))))

    walk(0, flight.hits, ())
    return tuple(Casualties((), lost) for lost in found)
