"""Where units can't go: the borders of neutral powers, and limits that last until a war begins."""

from collections.abc import Iterable, Iterator

from sandtable.area.forces import Piece, Power
from sandtable.area.parts.politics.settings import Anchorage, Closure, Settings
from sandtable.area.parts.politics.standing import at_war, quiet_spaces
from sandtable.area.requirements.judging import Case, holds
from sandtable.area.state import AreaState, Route
from sandtable.area.status import neutral
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def bars(world: World, state: AreaState, settings: Settings, power: Power, space: str) -> Refusal | None:
    """The rule that closes a territory and its airspace to a power, or None."""
    if world.board.is_sea(space):
        return None
    return _of_borders(world, state, settings, power, space) or _of_closures(world, state, settings, power, space)


def barred_lands(world: World, state: AreaState, settings: Settings, power: Power) -> frozenset[str]:
    """The territories that :func:`bars` closes."""
    closed = {land for one in _closures(world, state, settings, power) for land in world.board.named(one.within)}
    return frozenset(
        land
        for land in world.board.territories
        if land in closed or _of_borders(world, state, settings, power, land) is not None
    )


def _of_borders(world: World, state: AreaState, settings: Settings, power: Power, space: str) -> Refusal | None:
    holder = state.control.get(space, "")
    return _of_neutral_powers(world, state, power, holder, space) or _of_quiet_fronts(
        world, state, settings, power, holder, space
    )


def _of_neutral_powers(world: World, state: AreaState, power: Power, holder: str, space: str) -> Refusal | None:
    if holder == power:
        return None
    if not at_war(world, power):
        if neutral(world, state, space):
            why = f"{world.the(power)} is neutral and can't enter neutral {space}."
            return world.refuse("war.neutral-no-neutral-territory", why)
        if world.side(power) == (world.side(holder) if holder else ""):
            why = f"{world.the(power)} is neutral and can't enter {space}."
            return world.refuse("war.neutral-no-foreign-territory", why)
    if holder in world.powers and not at_war(world, holder) and world.side(holder) == world.side(power):
        why = f"{world.the(holder)} is neutral: you can't enter {space}."
        return world.refuse("war.neutral-others-stay-out", why)
    return None


def _of_quiet_fronts(
    world: World, state: AreaState, settings: Settings, power: Power, holder: str, space: str
) -> Refusal | None:
    """A power at war on only one front is neutral on the other."""
    if holder == power or not settings.fronts:
        return None
    partner = bool(holder) and world.friends(holder, power)
    foreign = partner or neutral(world, state, space)
    if foreign and space in quiet_spaces(world, settings.fronts, power):
        why = f"{world.the(power)} isn't at war on this map and can't enter {space}."
        return world.refuse("war.one-front-borders", why)
    if partner and holder in settings.fronts and space in quiet_spaces(world, settings.fronts, holder):
        why = f"{world.the(holder)} isn't at war on this map: you can't enter {space}."
        return world.refuse("war.one-front-borders", why)
    return None


def _of_closures(world: World, state: AreaState, settings: Settings, power: Power, space: str) -> Refusal | None:
    for one in _closures(world, state, settings, power):
        if space in world.board.named(one.within):
            return world.refuse_by(one.rule, f"{world.the(power)} can't enter {space} for now.")
    return None


def _closures(world: World, state: AreaState, settings: Settings, power: Power) -> Iterator[Closure]:
    """The closures that apply to a power now."""
    case = Case(world, state, power)
    return (one for one in settings.closed if power in case.powers(one.powers) and holds(case, one.when))


def ends_at(
    world: World,
    state: AreaState,
    anchorages: Iterable[Anchorage],
    piece: Piece,
    path: Route,
    combat: bool,
    purpose: str,
) -> Refusal | None:
    """The rule against ending a move here: ships near foreign coasts, or attacks without a declaration of war."""
    there = path[-1]
    if combat and not at_war(world, piece.power):
        return no_attack(world, piece.power)
    if world.board.is_sea(there):
        refusal = _anchorage(world, state, anchorages, piece, there) if len(path) > 1 else None
        return refusal or (check_bystanders(world, state, piece.power, purpose) if purpose else None)
    return check_bystanders(world, state, piece.power, there) if combat else None


def no_attack(world: World, power: Power) -> Refusal:
    """A neutral power can't make combat moves."""
    return world.refuse("war.neutral-no-combat", f"{world.the(power)} is neutral and can't attack.")


def check_bystanders(world: World, state: AreaState, power: Power, territory: str) -> Refusal | None:
    """The rule against attacking a territory that holds units of a power not at war with the attacker, or None."""
    if territory not in world.board.territories or not world.relations:
        return None
    for piece, _ in state.at(territory):
        if world.side(piece.power) != world.side(power) and world.relation(piece.power, power) == "peace":
            why = f"{world.the(piece.power)} has units in {territory}: declare war on it first."
            return world.refuse("war.no-attack-on-non-enemy", why)
    return None


def anchorages(world: World, state: AreaState, settings: Settings, power: Power) -> tuple[Anchorage, ...]:
    """The limits on where a power's ships can stop that apply now."""
    case = Case(world, state, power)
    return tuple(one for one in settings.anchorages if power in case.powers(one.powers) and holds(case, one.when))


def _anchorage(
    world: World, state: AreaState, anchorages: Iterable[Anchorage], piece: Piece, zone: str
) -> Refusal | None:
    if world.type(piece).kind != "sea":
        return None
    for one in anchorages:
        if _covers(world, state, one, piece, zone):
            rule = one.open_rule if one.open_rule and zone in one.open_to else one.rule
            return world.refuse_by(rule, f"Ships of {world.the(piece.power)} can't stop in {zone} for now.")
    return None


def _covers(world: World, state: AreaState, one: Anchorage, piece: Piece, zone: str) -> bool:
    if one.within and zone not in world.board.named(one.within):
        return False
    if any(ability in world.type(piece).abilities for ability in one.open_to.get(zone, ())):
        return False
    holders = {state.control.get(land, "") for land in world.board.coasts[zone]}
    if one.beside and not holders.intersection(one.beside):
        return False
    return not holders.intersection(one.unless_beside)
