"""Rockets: once a turn a gun fires at an enemy factory from afar, which costs its owner money."""

from collections.abc import Iterator

from sandtable.area.actions import Rocket
from sandtable.area.events import RocketFired
from sandtable.area.factories import has_factory
from sandtable.area.forces import Power
from sandtable.area.state import AreaState, Strike
from sandtable.area.status import hostile_land, own_at
from sandtable.area.techs import RocketInfo, techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def rockets_of(world: World, state: AreaState, power: Power) -> RocketInfo | None:
    """What the rockets of a power can do, if it has any."""
    owned = (world.tech_table[tech].rockets for tech in techs_of(state.techs, power))
    return next((info for info in owned if info is not None), None)


def check_rocket(world: World, state: AreaState, power: Power, action: Rocket) -> Refusal | None:
    """Nothing if the rocket may be fired now, otherwise the rule against it."""
    info = rockets_of(world, state, power)
    if info is None:
        return world.refuse("tech.rockets-one-attack", f"{world.name(power)} has not developed rockets.")
    guns = _guns(world, state, power, action.gun)
    if info.declared and guns and _launched(state, power, action.gun) >= guns:
        return world.refuse("tech.rockets-one-attack", f"Every gun in {action.gun} has its target.")
    if state.turn.rocketed:
        return world.refuse("tech.rockets-one-attack", "One rocket a turn, and it has been fired.")
    for space in (action.gun, action.target):
        if space not in world.board.territories:
            return world.refuse("tech.rockets-one-attack", f"{space} is no territory.")
    if info.declared and not _has_gun(world, state, power, action.gun):
        return world.refuse("tech.rockets-real-guns", f"{world.name(power)} has no such unit in {action.gun}.")
    if not _has_gun(world, state, power, action.gun):
        return world.refuse("tech.rockets-one-attack", f"{world.name(power)} has no gun in {action.gun}.")
    if not _is_target(world, state, power, action.target):
        return world.refuse("tech.rockets-one-attack", f"There is no enemy factory in {action.target}.")
    far = _distance(world, state, info, action.gun, action.target)
    if far > info.range:
        return world.refuse(
            "tech.rockets-range", f"{action.target} is {far} spaces away; {info.range} are in range."
        )
    return None


def _distance(world: World, state: AreaState, info: RocketInfo, gun: str, target: str) -> int:
    """How far it is; where rockets are ordered beforehand, not over neutral land."""
    if info.declared:
        violated = world.board.neutrals.intersection(state.control)
        return world.board.flights_with(violated)[gun].get(target, len(world.board.spaces))
    return world.board.distance(gun, target)


def _guns(world: World, state: AreaState, power: Power, space: str) -> int:
    return sum(n for piece, n in own_at(state, power, space) if world.can(piece, "anti-air"))


def _launched(state: AreaState, power: Power, gun: str) -> int:
    return sum(strike.power == power and strike.gun == gun for strike in state.turn.strikes)


def _has_gun(world: World, state: AreaState, power: Power, space: str) -> bool:
    return any(world.can(piece, "anti-air") for piece, _ in own_at(state, power, space))


def _is_target(world: World, state: AreaState, power: Power, space: str) -> bool:
    return hostile_land(world, state.control, power, space) and has_factory(world, state, space)


def offers(world: World, state: AreaState, power: Power) -> Iterator[Rocket]:
    """Every rocket that may be fired now."""
    info = rockets_of(world, state, power)
    if info is None or state.turn.rocketed:
        return
    guns = [space for space in state.stacks if _has_gun(world, state, power, space)]
    targets = [space for space in state.control if _is_target(world, state, power, space)]
    for gun in guns:
        for target in targets:
            order = Rocket(gun, target)
            if check_rocket(world, state, power, order) is None:
                yield order


def can_fire(world: World, state: AreaState, power: Power) -> bool:
    """Whether there is a rocket to fire while combat is conducted."""
    if "declared-rockets" in world.features:
        return False
    return next(offers(world, state, power), None) is not None


def fire(run: Unfolding, power: Power, action: Rocket) -> None:
    """The rocket hits; the owner of the factory pays."""
    info = rockets_of(run.world, run.state, power)
    assert info is not None
    dice, owner = run.dice.roll(info.dice), run.state.control[action.target]
    amount = min(sum(dice), run.state.treasury[owner])
    run.emit(RocketFired(power=power, gun=action.gun, target=action.target, owner=owner, dice=dice, amount=amount))


def launch(run: Unfolding, strike: Strike) -> None:
    """A rocket that was ordered hits; the next income of the territory is lower."""
    info = rockets_of(run.world, run.state, strike.power)
    assert info is not None
    dice, owner = run.dice.roll(info.dice), run.state.control[strike.target]
    run.emit(
        RocketFired(
            power=strike.power,
            gun=strike.gun,
            target=strike.target,
            owner=owner,
            dice=dice,
            amount=sum(dice) if hostile_land(run.world, run.state.control, strike.power, strike.target) else 0,
            later=True,
        )
    )
