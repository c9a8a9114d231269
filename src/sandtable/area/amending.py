"""Changing positions by hand: which changes are impossible, and what the possible ones do.

No game rules apply here. Only impossible positions are refused: ships on land, enemies side by side in a
territory, more air units at sea than carriers can hold. Spaces with something in progress (a battle, an assault)
can't be changed.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.area.changes import AreaChange, SetOwner, SetTechs, SetTreasury, SetTurn, SetUnits
from sandtable.area.forces import Piece, Power, Stack, aboard, add, ashore, rested, size, stack, take, where
from sandtable.area.movement.landing import free_places
from sandtable.area.opening import board_at_start
from sandtable.area.state import AreaState
from sandtable.area.status import active, capital_lost, hostile_zone
from sandtable.area.wording import listed, sentence, unit_name
from sandtable.area.world import World
from sandtable.core.amending import OVER
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


def objection(world: World, state: AreaState, change: AreaChange) -> Refusal | None:
    """Why the position can't be changed like this; None if it can."""
    why = _objection(world, state, change)
    return Refusal("", why) if why else None


def changed(world: World, state: AreaState, change: AreaChange) -> AreaState:
    """The position after a change without objections."""
    match change:
        case SetUnits():
            units = _counted(world, state, change)
            return _remembered(world, _put(state, change.space, units), change.space)
        case SetOwner():
            return _held(world, state, change)
        case SetTurn():
            return _at_rest(world, state)
        case SetTreasury():
            return replace(state, treasury={**state.treasury, change.power: change.amount})
        case SetTechs():
            others = {(power, tech) for power, tech in state.techs if power != change.power}
            return replace(state, techs=tuple(sorted({*others, *((change.power, tech) for tech in change.techs)})))


def standing(state: AreaState, space: str, power: Power, unit: str) -> int:
    """How many units of a type a power has in a space, including those aboard ships."""
    return sum(
        count * ((piece.power, piece.unit) == (power, unit))
        + count * sum((one.power, one.unit) == (power, unit) for one in piece.cargo)
        for piece, count in state.at(space)
    )


# objections


def _objection(world: World, state: AreaState, change: AreaChange) -> str:
    if state.winner:
        return OVER
    asked = any(part.asks(world, state, power) for part in world.parts.asks for power in state.turn.phases)
    if state.battle is not None or asked:
        return "A battle is being fought. Finish it first."
    match change:
        case SetUnits():
            return _unknown_power(world, change.power) or _to_units(world, state, change)
        case SetOwner():
            return _to_owner(world, state, change)
        case SetTurn():
            return _unknown_power(world, change.power) or _to_turn(world, state, change)
        case SetTreasury():
            return _unknown_power(world, change.power)
        case SetTechs():
            return _unknown_power(world, change.power) or _to_techs(world, change)


def _unknown_power(world: World, power: Power) -> str:
    return "" if power in world.powers else f"There is no power {power!r}."


def _to_units(world: World, state: AreaState, change: SetUnits) -> str:
    space, power = change.space, change.power
    kind = world.units.get(change.unit)
    if kind is None:
        return f"There is no unit {change.unit!r}."
    closed = _closed(world, state, space)
    if closed:
        return closed
    sea = world.board.is_sea(space)
    if kind.kind == "sea" and not sea:
        return f"{capital(kind.plural)} can't be on land."
    if kind.kind == "facility" and sea:
        return f"{capital(kind.plural)} belong on land."
    more = change.count - standing(state, space, power, change.unit)
    if change.unit in world.factory_units and more < 0 and world.board.territories[space].factory:
        return f"The {kind.name} in {space} has been there from the start and can't be removed."
    if more > 0:
        if not sea:
            return _to_more_on_land(world, state, change)
        if kind.kind != "sea" and _counted_or_none(world, state, change) is None:
            return f"No ship in {space} has room for that many {unit_name(world, change.unit, 2)}."
    return ""


def _to_more_on_land(world: World, state: AreaState, change: SetUnits) -> str:
    space, kind = change.space, world.units[change.unit]
    holder = state.control.get(space, "")
    if not holder:
        return f"Nobody holds {space}. Give it an owner first."
    if not world.friends(holder, change.power):
        return f"{space} belongs to {world.the(holder)}. Change its owner first."
    if change.unit in world.factory_units and holder != change.power:
        return f"The {kind.name} belongs to the owner of {space}: {world.the(holder)}."
    enemies = _strangers(world, state, change.power, space)
    if enemies:
        return f"{_powers(world, enemies)} has units in {space}. Remove them first."
    most = 1 if change.unit in world.factory_units else kind.limit
    here = sum(standing(state, space, power, change.unit) for power in world.order)
    if most and here - standing(state, space, change.power, change.unit) + change.count > most:
        return f"{space} can hold at most {most} {unit_name(world, change.unit, most)}."
    return ""


def _to_owner(world: World, state: AreaState, change: SetOwner) -> str:
    space = change.space
    closed = _closed(world, state, space)
    if closed:
        return closed
    if world.board.is_sea(space):
        return f"{space} is a sea zone and has no owner."
    land = world.board.territories[space]
    if not change.power:
        if land.owner:
            return f"{space} must have an owner."
        return f"There are units in {space}. Remove them first." if state.at(space) else ""
    unknown = _unknown_power(world, change.power)
    if unknown:
        return unknown
    if land.neutral and not world.parts.check_violation:
        return f"{space} is neutral and closed to all."
    strangers = _strangers(world, state, change.power, space)
    return f"{_powers(world, strangers)} has units in {space}. Remove them first." if strangers else ""


def _to_turn(world: World, state: AreaState, change: SetTurn) -> str:
    phase = world.game.phases.get(change.phase)
    if phase is None:
        return f"There is no phase {change.phase!r}; there are {listed(world.game.phases)}."
    if not any(change.power in team for team in world.teams(change.round or state.round)):
        return sentence(f"{world.the(change.power)} has no turn in that round")
    if phase.needs_capital and capital_lost(world, state, change.power):
        return sentence(f"{world.the(change.power)} has lost its capital and has no such phase")
    for space in state.stacks:
        holder = state.control.get(space, "")
        if holder and _strangers(world, state, holder, space):
            return f"There are enemies together in {space}. Fight it out, or remove one side."
        if world.board.is_sea(space) and _aloft(world, board_at_start(world, state.at(space))):
            return f"Planes over {space} have no carrier. Land them, or remove them."
    return ""


def _to_techs(world: World, change: SetTechs) -> str:
    if not world.tech_table:
        return "This game has no developments."
    strange = [tech for tech in change.techs if tech not in world.tech_table]
    return f"There is no development {strange[0]!r}; there are {listed(world.tech_table)}." if strange else ""


def _closed(world: World, state: AreaState, space: str) -> str:
    """Why a space can't be changed now."""
    if space not in world.board.spaces:
        return f"There is no space {space!r}."
    turn = state.turn
    busy = {
        *(site.space for site in turn.sites),
        *(one for assault in turn.assaults for one in assault),
        *(one.space for one in turn.stranded),
        *turn.engaged,
        turn.chosen,
    }
    return f"There is a battle in {space}. Finish it first, or undo it." if space in busy else ""


def _strangers(world: World, state: AreaState, power: Power, space: str) -> Stack:
    """Units in a space that are not on a power's side; units that go with the territory are nobody's enemy."""
    return where(
        state.at(space),
        lambda piece: (
            world.units[piece.unit].kind != "facility"
            and piece.unit not in world.prizes
            and not world.friends(power, piece.power)
        ),
    )


def _powers(world: World, units: Stack) -> str:
    return world.name(units[0][0].power)


# making the change


def _put(state: AreaState, space: str, units: Stack) -> AreaState:
    rest = {name: pieces for name, pieces in state.stacks.items() if name != space}
    return replace(state, stacks={**rest, space: units} if units else rest)


def _counted(world: World, state: AreaState, change: SetUnits) -> Stack:
    found = _counted_or_none(world, state, change)
    assert found is not None, "there was no objection"
    return found


def _counted_or_none(world: World, state: AreaState, change: SetUnits) -> Stack | None:
    """The units in the space afterwards; None if there is no room for them."""
    units = state.at(change.space)
    more = change.count - standing(state, change.space, change.power, change.unit)
    for _ in range(-more):
        units = _without(units, change.power, change.unit)
    piece = Piece(change.power, change.unit)
    if more <= 0:
        return units
    if not world.board.is_sea(change.space) or world.units[change.unit].kind == "sea":
        return add(units, piece, more)
    if world.units[change.unit].kind == "air" and change.power in active(state):
        units = add(units, piece, more)  # in their own turn, air units are in the air
        return None if _aloft(world, board_at_start(world, units)) else units
    for _ in range(more):
        ship = next((s for s, _ in units if s.power == piece.power and free_places(world, s, piece.unit)), None)
        if ship is None:
            return None
        units = add(take(units, ship), aboard(ship, piece))
    return units


def _without(units: Stack, power: Power, unit: str) -> Stack:
    """One unit fewer: preferably undamaged and without cargo, or else one of a ship's cargo."""
    loose = [piece for piece, _ in units if (piece.power, piece.unit) == (power, unit)]
    if loose:
        return take(units, min(loose, key=lambda piece: (bool(piece.cargo), piece.damage, piece)))
    for ship, _ in units:
        for one in ship.cargo:
            if (one.power, one.unit) == (power, unit):
                return add(take(units, ship), ashore(ship, one))
    raise ValueError(f"no {unit} of {power} here")


def _held(world: World, state: AreaState, change: SetOwner) -> AreaState:
    """Everything that goes with the territory changes hands too, and counts as held since the turn began."""

    def owned(control: Iterable[tuple[str, Power]]) -> dict[str, Power]:
        rest = {space: power for space, power in control if space != change.space}
        return {**rest, change.space: change.power} if change.power else rest

    units = stack(
        (replace(piece, power=change.power) if _goes_along(world, change.power, piece) else piece, count)
        for piece, count in state.at(change.space)
    )
    turn = replace(state.turn, control=owned(state.turn.control.items()))
    state = replace(state, control=owned(state.control.items()), turn=turn)
    return _put(state, change.space, units)


def _goes_along(world: World, power: Power, piece: Piece) -> bool:
    fixed = world.units[piece.unit].kind == "facility" or piece.unit in world.factory_units
    return bool(power) and (fixed or (piece.unit in world.prizes and not world.friends(power, piece.power)))


def _remembered(world: World, state: AreaState, space: str) -> AreaState:
    """The turn's record of a sea zone: whether enemies were there when it began."""
    if not world.board.is_sea(space):
        return state
    hostile = set(state.turn.hostile) - {space}
    if any(hostile_zone(world, state, power, space) for power in active(state)):
        hostile.add(space)
    return replace(state, turn=replace(state.turn, hostile=tuple(sorted(hostile))))


def _at_rest(world: World, state: AreaState) -> AreaState:
    """Between two turns: air units aboard, nothing spent, purchases refunded."""
    money = dict(state.treasury)
    for power, bought in state.bought.items():
        money[power] += sum(world.unit(power, unit).cost * count for unit, count in bought.items())
    stacks = {}
    for space, units in state.stacks.items():
        fresh = stack((rested(piece), count) for piece, count in units)
        stacks[space] = board_at_start(world, fresh) if world.board.is_sea(space) else fresh
    return replace(state, stacks=stacks, treasury=money, bought={})


def _aloft(world: World, units: Stack) -> int:
    """Air units that are not aboard a ship."""
    return size(where(units, lambda piece: world.units[piece.unit].kind == "air"))
