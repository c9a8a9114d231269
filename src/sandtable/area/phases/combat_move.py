"""Combat move: everything that attacks this turn is sent on its way before anything is fought."""

from collections.abc import Iterator
from random import Random

from sandtable.area import rockets
from sandtable.area.actions import AreaAction, Casualties, Done, Halt, Move, Rocket, Voyage
from sandtable.area.conduct import OptionInfo
from sandtable.area.forces import Piece, Power
from sandtable.area.guns import fire_on_the_way
from sandtable.area.movement import interdiction
from sandtable.area.movement.course import Reached
from sandtable.area.movement.duties import check_escort
from sandtable.area.movement.orders import reach_of
from sandtable.area.movement.overflight import check_losses, choices, fly_over, take_losses
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.phases.moves import check_order, do_order, legal_orders
from sandtable.area.state import AreaState, Strike
from sandtable.area.status import can_act, has_units, hostile_zone, own_at
from sandtable.area.team_events import StrikeOrdered
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def begin(run: Unfolding, power: Power) -> None:
    """Nothing happens by itself."""


def finished(world: World, state: AreaState, power: Power) -> bool:
    """A power without units has nothing to move; where a team would wait for it, only units that can act count."""
    if "teams" in world.features:
        return not can_act(world, state, power) and rockets.rockets_of(world, state, power) is None
    return state.turn.overflight is None and not has_units(state, power)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    flight = state.turn.overflight
    if flight is not None:
        lost = f"{flight.hits} plane{'s' if flight.hits > 1 else ''}"
        prompt = f"{world.name(power)} loses {lost} on the way to {flight.space}: which?"
        return (Decision(power, "overflight", flight.space, prompt),)
    halted = interdiction.asked(state, power)
    if halted is not None:
        ships = "ship was" if halted.stopped == 1 else "ships were"
        prompt = f"{halted.stopped} {ships} stopped in {halted.path[0]}: which, and who joins?"
        return (Decision(power, "interdiction", halted.path[0], prompt),)
    return (Decision(power, "combat-move", prompt="Send your attacks on their way."),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if state.turn.overflight is not None:
        return check_losses(world, state, action)
    halted = interdiction.asked(state, power)
    if isinstance(action, Halt) and halted is not None:
        return interdiction.check_halt(world, halted, action)
    if halted is not None:
        return world.refuse("interdiction.stopped", f"Say first which ships stop in {halted.path[0]}.")
    if isinstance(action, Done):
        return _check_done(world, state, power)
    if isinstance(action, Rocket) and "declared-rockets" in world.features:
        return rockets.check_rocket(world, state, power, action)
    option = peaceful(world, state, power)
    if option is not None:
        return Refusal(f"{world.game.prefix}.{option.rule}", f"{option.name}: {option.text}")
    return check_order(world, state, power, action, combat=True)


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, Casualties):
        take_losses(run, action)
    elif isinstance(action, Halt):
        halted = interdiction.asked(run.state, power)
        assert halted is not None
        interdiction.halt(run, halted, action)
    elif isinstance(action, Rocket):
        run.emit(StrikeOrdered(Strike(power, action.gun, action.target)))
    elif isinstance(action, Move) and run.world.game.conduct.interdiction:
        interdiction.sail(run, power, action)
    elif isinstance(action, Voyage) and run.world.game.conduct.interdiction:
        interdiction.sail_voyage(run, power, action)
    elif not isinstance(action, Done):
        do_order(run, power, action, combat=True)
        if fire_on_the_way(run.world):
            fly_over(run, power, action)


def peaceful(world: World, state: AreaState, power: Power) -> OptionInfo | None:
    """The option that keeps a power from attacking in this round, if one does."""
    on = (option for name, option in world.game.options.items() if state.options.get(name))
    return next((option for option in on if state.round <= option.peaceful_rounds.get(power, 0)), None)


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    if state.turn.overflight is not None:
        yield from choices(state.turn.overflight)
        return
    halted = interdiction.asked(state, power)
    if halted is not None:
        yield from interdiction.choices(world, halted)
        return
    if "declared-rockets" in world.features:
        yield from rockets.offers(world, state, power)
    if peaceful(world, state, power) is None:
        yield from legal_orders(world, state, power, True, shuffle)
    if _check_done(world, state, power) is None:
        yield Done()


def _check_done(world: World, state: AreaState, power: Power) -> Refusal | None:
    for zone, land in state.turn.assaults:
        if not troops_waiting(state, power, zone, land) and world.game.conduct.shared_zones:
            continue
        refusal = check_escort(world, state, power, zone)
        if refusal:
            return refusal
    for zone in state.stacks:
        if world.board.is_sea(zone):
            refusal = _check_purpose(world, state, power, zone) or _check_lone_transports(
                world, state, power, zone
            )
            if refusal:
                return refusal
    return None


def _check_purpose(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Ships that moved into a friendly zone must attack there, take part in a landing, or have fled."""
    if world.game.conduct.shared_zones:
        return _check_landing_parties(world, state, power, zone)
    routes = state.turn.routes.get(zone, ())
    if not any(p.moved and world.type(p).kind == "sea" for p, _ in own_at(state, power, zone)):
        return None
    if hostile_zone(world, state, power, zone) or zone in state.turn.engaged:
        return None
    if any(z == zone for z, _ in state.turn.assaults) or all(r[0] in state.turn.hostile for r in routes):
        return None
    return _in_vain(world, zone)


def _check_landing_parties(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Each ship had a purpose of its own when it was sent; if that was a landing, it must have been announced."""
    vain = any(
        p.landing and world.type(p).kind == "sea" and (zone, p.landing) not in state.turn.assaults
        for p, _ in own_at(state, power, zone)
    )
    return _in_vain(world, zone) if vain else None


def _in_vain(world: World, zone: str) -> Refusal:
    return world.refuse(
        "cmove.must-end-hostile", f"Ships moved to {zone} for an assault, but none is announced from there."
    )


def _check_lone_transports(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Transports beside enemy warships must leave if nothing fights for them and a way out exists."""
    if world.game.conduct.lone_transports or not hostile_zone(world, state, power, zone):
        return None
    ships = [p for p, _ in own_at(state, power, zone) if world.type(p).kind == "sea"]
    if not ships or any(world.type(p).attack for p, _ in own_at(state, power, zone)):
        return None
    if not any(_can_leave(world, state, power, zone, ship) for ship in ships):
        return None
    return world.refuse(
        "shared-zone.lone-transports-cannot-fight", f"Transports cannot stay in {zone} alone against warships."
    )


def _can_leave(world: World, state: AreaState, power: Power, zone: str, ship: Piece) -> bool:
    found = reach_of(world, state, power, zone, ship, combat=True)
    return any(isinstance(r, Reached) for z, r in found.items() if z != zone)
