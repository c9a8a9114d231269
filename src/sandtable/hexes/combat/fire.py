"""Fire: its strength, and the effect of one roll."""

from collections.abc import Iterable

from sandtable.hexes.events import Fired
from sandtable.hexes.part import Firing, Flight
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.strength import Points, total
from sandtable.hexes.tables import Counted
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World

GROUNDED = Flight(0, 0)


def counted(number: int, how: Counted) -> int:
    """How many of these points count in the terrain.

    >>> counted(5, "full"), counted(5, "half"), counted(5, "none")
    (5, 2, 0)
    """
    match how:
        case "full":
            return number
        case "half":
            return number // 2
        case "none":
            return 0


def assault_strength(world: World, points: Points, target: Place, by_sea: bool = False) -> int:
    """The firing strength of points in one hex against a target, before the cap; from the sea only amphibious
    points fire."""
    if by_sea:
        return points.amphibious
    return points.infantry + points.paratroop + counted(points.mechanized, world.effect(target).assault)


def defence_strength(points: Points, fort: int) -> int:
    """The firing strength of points in defence, before the cap; terrain doesn't reduce it."""
    return points.infantry + points.mechanized + points.paratroop + fort


def held_by(state: HexState, armies: Iterable[Name]) -> Points:
    """The combined points of the given armies."""
    return total(state.armies[name].points for name in armies)


def room_to_fire(world: World, state: HexState, frm: Place, at: Place) -> int:
    """How much more strength may be fired from one hex at another in this sub-phase."""
    spent = state.combat.spent.get(f"{frm}>{at}", 0) if state.combat is not None else 0
    return max(0, world.tables.most - spent)


def aimed(world: World, state: HexState, side: Side, how: Firing, whose: str = "") -> int:
    """The parts' modifier to a side's dice. ``whose``: the nation, the navy's country or the area they are of."""
    return sum(part.steadies(world, state, side, how, whose) for part in world.parts.steadies)


def navy_of(world: World, state: HexState, fleet: Name) -> str:
    """The country whose navy a fleet belongs to. Empty: none in particular."""
    return next(filter(None, (part.navy(world, state, fleet) for part in world.parts.navy)), "")


def led(world: World, state: HexState, armies: tuple[Name, ...], target: Place, how: Firing) -> int:
    """The parts' modifier to the dice of armies that attack a place together."""
    return sum(part.leads(world, state, armies, target, how) for part in world.parts.leads)


def barrage(run: Unfolding, strength: int, modifier: int = 0) -> tuple[tuple[int, ...], int]:
    """Roll for a strength in groups of the table's last column. Returns the dice and the total losses."""
    groups = run.world.tables.groups(strength)
    dice = tuple(run.roll() for _ in groups)
    hits = sum(run.world.tables.losses(group, die + modifier) for group, die in zip(groups, dice, strict=True))
    return dice, hits


def flight(
    world: World, state: HexState, frm: Place, at: Place, armies: tuple[Name, ...], defensive: bool
) -> Flight:
    """The aircraft that take part in an assault."""
    found = (part.flies(world, state, frm, at, armies, defensive) for part in world.parts.flies)
    return next((one for one in found if one is not None), GROUNDED)


def dogfight(
    run: Unfolding, frm: Place, at: Place, armies: tuple[Name, ...], air: Flight, defensive: bool
) -> None:
    """The aircraft of an assault fight enemy aircraft."""
    for part in run.world.parts.dogfights if air.fights else ():
        part.dogfights(run, frm, at, armies, air.fights, defensive)


def roll_fire(
    run: Unfolding,
    shooter: Army | None,
    frm: Place,
    at: Place,
    armies: tuple[Name, ...],
    forts: tuple[Place, ...],
    strength: int,
    defensive: bool,
    air: int = 0,
) -> int:
    """Roll on the Firepower Table, once or, beyond its range, in groups. Returns how many points the other side
    loses."""
    # A fort that fires alone may stand in a neutral hex; aircraft alone fire only in a friendly one.
    side = shooter.side if shooter is not None else run.state.control.get(frm) or run.state.forts[frm].side
    modifier = 0 if shooter is None else winter_modifier(run.world, run.state, shooter)
    how: Firing = "defence" if defensive else "assault"
    whose = shooter.nation if shooter is not None else ""
    modifier += aimed(run.world, run.state, side, how, whose) + led(run.world, run.state, armies, at, how)
    dice, hits = barrage(run, strength, modifier)
    run.emit(
        Fired(
            side=side,
            at=at,
            frm=frm,
            armies=armies,
            forts=forts,
            defensive=defensive,
            strength=strength,
            die=dice[0],
            modifier=modifier,
            hits=hits,
            more=dice[1:],
            air=air,
        )
    )
    return hits
