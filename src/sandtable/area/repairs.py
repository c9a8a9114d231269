"""Repairs: damaged ships are made whole beside friendly factories and cities, for what a die says."""

from collections.abc import Iterator

from sandtable.area.actions import Repair
from sandtable.area.factories import has_factory
from sandtable.area.forces import Piece, Power
from sandtable.area.state import AreaState
from sandtable.area.status import friendly_land, own_at
from sandtable.area.team_events import Repaired
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

DIE = 6
"""The highest price of a repair."""


def damaged(state: AreaState, power: Power, zone: str, unit: str) -> Piece | None:
    """A damaged ship of this type in a zone."""
    return next((p for p, _ in own_at(state, power, zone) if p.unit == unit and p.damage), None)


def yard_near(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Whether a friendly factory or city lies beside a zone."""
    return any(
        friendly_land(world, state.control, power, land)
        and (has_factory(world, state, land) or world.board.territories[land].city)
        for land in world.board.coasts[zone]
    )


def check_repair(world: World, state: AreaState, power: Power, action: Repair) -> Refusal | None:
    """Nothing if the ship may be repaired now, otherwise the rule against it."""
    if not world.board.is_sea(action.zone):
        return world.refuse("board.spaces", f"There is no sea zone {action.zone}.")
    if damaged(state, power, action.zone, action.unit) is None:
        return world.refuse("repair.where", f"No such ship of {world.name(power)} is damaged in {action.zone}.")
    if not yard_near(world, state, power, action.zone):
        return world.refuse("repair.where", f"No friendly factory or city lies beside {action.zone}.")
    if state.treasury[power] < DIE:
        return world.refuse("repair.money", f"A repair may cost {DIE}; {world.name(power)} has less.")
    return None


def repair(run: Unfolding, power: Power, action: Repair) -> None:
    """Roll for the price and pay it."""
    ship = damaged(run.state, power, action.zone, action.unit)
    if ship is None:
        raise ValueError("the repair was not checked")
    (die,) = run.dice.roll(1)
    run.emit(Repaired(power=power, zone=action.zone, ship=ship, die=die))


def offers(world: World, state: AreaState, power: Power) -> Iterator[Repair]:
    """Every repair that may be made now."""
    if not world.game.conduct.repairs:
        return
    for zone in state.stacks:
        if world.board.is_sea(zone):
            for unit in {p.unit for p, _ in own_at(state, power, zone) if p.damage}:
                order = Repair(unit, zone)
                if check_repair(world, state, power, order) is None:
                    yield order
