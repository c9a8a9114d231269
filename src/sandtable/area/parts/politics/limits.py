"""Where units can't go: the borders of neutral powers, and limits that last until a war begins."""

from collections.abc import Iterable, Iterator, Mapping

from sandtable.area.citations import Citation
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


def closed_lands(world: World, state: AreaState, settings: Settings, power: Power) -> frozenset[str]:
    """The territories that limits close to a power for now."""
    closures = _closures(world, state, settings, power)
    return frozenset(
        land for one in closures for land in world.board.named(one.within) if land in world.board.territories
    )


def barred_lands(
    world: World,
    state: AreaState,
    settings: Settings,
    power: Power,
    before: tuple[Mapping[str, Power], frozenset[str]] | None = None,
) -> frozenset[str]:
    """The territories behind closed borders; ``before``: who held what, and the answer then."""
    borders = _Borders(world, state, settings, power)
    if before is None:
        return frozenset(land for land in world.board.territories if borders.rule(land) is not None)
    changed = {land for land, _ in before[0].items() ^ state.control.items()}
    return (before[1] - changed) | {land for land in changed if borders.rule(land) is not None}


class _Borders:
    """The borders that neutral powers keep, at home and abroad, as a power meets them."""

    def __init__(self, world: World, state: AreaState, settings: Settings, power: Power) -> None:
        self.world, self.state, self.power = world, state, power
        self.fights = at_war(world, power)
        self.quiet = {holder: quiet_spaces(world, settings.fronts, holder) for holder in {power, *settings.fronts}}
        """Where each power with fronts is neutral, though it is at war elsewhere."""

    def rule(self, space: str) -> Citation | None:
        """The rule that closes a territory to the power, or None."""
        world, power, holder = self.world, self.power, self.state.control.get(space, "")
        if holder == power:
            return None
        vacant = not holder and neutral(world, self.state, space)
        mates = holder in world.powers and world.side(holder) == world.side(power)
        if not self.fights:
            if vacant:
                return "war.neutral-no-neutral-territory"
            if holder and world.side(holder) == world.side(power):
                return "war.neutral-no-foreign-territory"
        if mates and not at_war(world, holder):
            return "war.neutral-others-stay-out"
        partner = bool(holder) and world.friends(holder, power)
        if (partner or vacant) and space in self.quiet[power]:
            return "war.one-front-borders"
        if partner and space in self.quiet.get(holder, ()):
            return "war.one-front-borders"
        return None


def _of_borders(world: World, state: AreaState, settings: Settings, power: Power, space: str) -> Refusal | None:
    borders, holder = _Borders(world, state, settings, power), state.control.get(space, "")
    rule = borders.rule(space)
    match rule:
        case None:
            return None
        case "war.neutral-no-neutral-territory":
            why = f"{world.the(power)} is neutral and can't enter neutral {space}."
        case "war.neutral-no-foreign-territory":
            why = f"{world.the(power)} is neutral and can't enter {space}."
        case "war.neutral-others-stay-out":
            why = f"{world.the(holder)} is neutral: you can't enter {space}."
        case _ if space in borders.quiet[power]:
            why = f"{world.the(power)} isn't at war on this map and can't enter {space}."
        case _:
            why = f"{world.the(holder)} isn't at war on this map: you can't enter {space}."
    return world.refuse(rule, why)


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
