"""The voyage of an invasion: fleets that intercept it, and coastal air that fires at it."""

from collections.abc import Iterable, Iterator
from math import ceil

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Intercept, Strike
from sandtable.hexes.board import BoxFacts
from sandtable.hexes.combat.fire import aimed, navy_of
from sandtable.hexes.combat.losses import inflict
from sandtable.hexes.events import AirStruck, Expended, LandingBegan, Lost, NavalFire
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.sealanes import seas_at
from sandtable.hexes.state import Attack, Combat, Duel, Fleet, HexState, Landing, Name, Place, Side, Toll
from sandtable.hexes.status import attack_of
from sandtable.hexes.supplying import supply_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def at_sea(combat: Combat, landing: Landing) -> Attack | None:
    """The force on its way: an army with its escort, or a fleet alone. None if it was lost."""
    if landing.sailing < len(landing.armies):
        return attack_of(combat, landing.armies[landing.sailing])
    fleets = landing.supports[landing.sailing - len(landing.armies) :]
    return next((attack for attack in combat.supports if attack.fleet == fleets[0]), None) if fleets else None


def side_of(state: HexState, attack: Attack) -> Side:
    """The side of a force."""
    return state.armies[attack.army].side if attack.army else state.fleets[attack.fleet].side


def seas_of(world: World, attack: Attack) -> frozenset[str]:
    """The seas an invasion passes through."""
    waters = world.waters
    open_sea = [place for place in attack.route if place not in waters.harbours]
    found = {waters.group[sea] for p in open_sea for node in waters.shores[p] for sea in waters.seas[node]}
    coasts = [set(seas_at(waters, place)) for place in attack.route if place in waters.harbours]
    # A coast on two seas counts only if the other hexes don't settle which sea it was.
    for seas in sorted(coasts, key=len):
        if not seas & found:
            found |= seas
    return frozenset(found)


def interceptors(world: World, state: HexState, attack: Attack) -> Iterator[Name]:
    """Enemy fleets that may intercept an invasion."""
    if any(part.asks_interceptors() for part in world.parts.asks_interceptors):
        return
    side = side_of(state, attack)
    seas = seas_of(world, attack)
    for name, fleet in state.fleets.items():
        if name in state.expended or not world.hostile(fleet.side, side):
            continue
        if any(part.idles(world, state, fleet) for part in world.parts.idles):
            continue
        if not_at_war(world, state, name, attack.army or attack.fleet) is not None:
            continue
        if world.parts.spots:
            near = all(part.spots(world, state, name, attack.route) for part in world.parts.spots)
        else:
            near = _on_the_way(world, fleet, attack, seas)
        if near and can_sail(world, state, fleet, attack.route):
            yield name


def not_at_war(world: World, state: HexState, fleet: Name, force: str) -> Refusal | None:
    """The rule that keeps a fleet from attacking an enemy force although their sides are enemies."""
    found = (part.leaves_alone(world, state, fleet, force) for part in world.parts.leaves_alone)
    return next(filter(None, found), None)


def _on_the_way(world: World, fleet: Fleet, attack: Attack, seas: frozenset[str]) -> bool:
    """Whether a fleet is based where an invasion passes; fleets in distant boxes guard only certain places."""
    box = _box(world, fleet)
    near = bool(seas & set(seas_at(world.waters, fleet.at)))
    if box is None or not box.guards:
        return near
    far = bool(box.beyond) and any(int(place[:2]) >= box.beyond for place in attack.route)
    return near and (attack.target in box.guards or far)


def _box(world: World, fleet: Fleet) -> BoxFacts | None:
    """The box that a fleet is based in."""
    name = world.board.boxes.get(fleet.at)
    return world.board.theatre.boxes[name] if name is not None else None


def can_sail(world: World, state: HexState, fleet: Fleet, route: tuple[Place, ...]) -> bool:
    """Whether a fleet's supply lets it sail: in defence supply only in its own hex, without supply not at all."""
    if _guest(world, state, fleet):
        return True
    match supply_of(world, state, fleet.side).of(fleet.at):
        case "full":
            return True
        case "defence":
            return fleet.at in route
        case _:
            return False


def hungry(world: World, state: HexState, fleet: Fleet) -> int:
    """The modifier to the dice of a fleet in defence supply."""
    return int(not _guest(world, state, fleet) and supply_of(world, state, fleet.side).of(fleet.at) != "full")


def _guest(world: World, state: HexState, fleet: Fleet) -> bool:
    """Whether a fleet is in a port that supplies it although it isn't friendly."""
    return any(fleet.at in part.harbours(world, state, fleet.side) for part in world.parts.harbours)


def check_intercept(
    world: World, state: HexState, combat: Combat, side: Side, action: Intercept
) -> Refusal | None:
    """Validate an interception."""
    landing = combat.landing
    attack = at_sea(combat, landing) if landing is not None and landing.stage == "sail" else None
    if landing is None or attack is None:
        return world.refuse("fleet-basic.intercept-atlantic", "There's nothing at sea to intercept.")
    if not action.fleet:
        return None
    fleet = state.fleets.get(action.fleet)
    if fleet is None or fleet.side != side:
        return world.refuse("fleet-basic.allotment", f"{world.having(side)} no fleet {action.fleet}.")
    if action.fleet in state.expended:
        return world.refuse("fleet-basic.loser-returns", f"{action.fleet} can't act again this turn.")
    if action.fleet in landing.met:
        return world.refuse("fleet-basic.separate-interceptions", f"{action.fleet} has already met this invasion.")
    if action.fleet not in interceptors(world, state, attack):
        box = _box(world, fleet)
        rule = box.rule if box is not None and box.rule else "fleet-basic.mediterranean"
        return Refusal(world.full_id(rule), f"{action.fleet} isn't based where it can meet this invasion.")
    return None


def intercept(run: Unfolding, side: Side, action: Intercept) -> None:
    """A fleet intercepts the invasion, or its side lets it pass."""
    landing = run.combat.landing
    assert landing is not None, "the interception was not checked"
    if not action.fleet:
        passed = [name for name, fleet in run.state.fleets.items() if fleet.side == side]
        run.emit(LandingBegan(landing=replace(landing, met=tuple(sorted({*landing.met, *passed})))))
        return
    attack = at_sea(run.combat, landing)
    assert attack is not None, "the interception was not checked"
    world, state = run.world, run.state
    own = state.fleets[action.fleet]
    # A beaten escort has returned home: another fleet doesn't meet it again.
    escort = state.fleets.get(attack.fleet) if attack.fleet not in state.expended else None
    met = tuple(sorted({*landing.met, action.fleet}))
    if not all(part.finds(run, action.fleet, attack.route) for part in world.parts.finds):
        run.emit(LandingBegan(landing=replace(landing, met=met)))
        return
    strength = sea_strength(world, state, own, escort)
    spirit = aimed(world, state, side, "assault", navy_of(world, state, action.fleet))
    dealt = naval_fire(
        run, action.fleet, attack.army or attack.fleet, strength, hungry(world, state, own) + spirit
    )
    taken = 0
    if escort is not None and (answer := sea_strength(world, state, escort, own)):
        taken = naval_fire(run, attack.fleet, action.fleet, answer, hungry(world, state, escort))
    run.emit(
        LandingBegan(
            landing=replace(
                landing, met=met, duel=Duel(action.fleet, attack.fleet if escort is not None else "", dealt, taken)
            )
        )
    )
    if taken:
        lost = min(taken, own.ships)
        run.emit(Lost(side=side, fleet=action.fleet, fleet_points=lost))
    if dealt:
        inflict(run, sea_toll(run.state, attack, dealt))


def sea_toll(state: HexState, attack: Attack, hits: int) -> Toll:
    """Losses at sea: at least half amphibious, the rest from the points of the force and its fleet."""
    fleet = attack.fleet if attack.fleet in state.fleets and attack.fleet not in state.expended else ""
    armies = (attack.army,) if attack.army else ()
    return Toll(side_of(state, attack), hits, armies, fleet=fleet, amphibious=ceil(hits / 2))


def naval_fire(run: Unfolding, fleet: Name, at: str, strength: int, modifier: int) -> int:
    """A fleet fires once."""
    die = run.roll()
    hits = run.world.tables.losses(strength, die + modifier)
    side = run.state.fleets[fleet].side
    run.emit(NavalFire(side=side, fleet=fleet, at=at, strength=strength, die=die, modifier=modifier, hits=hits))
    return hits


def settle_duel(run: Unfolding) -> None:
    """End a sea battle: the loser returns home and is out for the turn."""
    landing = run.combat.landing
    if landing is None or landing.duel is None:
        return
    duel = landing.duel
    fleets = run.state.fleets
    ours = fleets[duel.fleet].ships if duel.fleet in fleets else 0
    theirs = fleets[duel.escort].ships if duel.escort in fleets else 0
    run.emit(LandingBegan(landing=replace(landing, duel=None)))
    if duel.escort:
        # More points win; if tied, the side that inflicted more; then the intercepted fleet.
        loser = duel.escort if (ours, duel.dealt) > (theirs, duel.taken) else duel.fleet
        if loser in fleets:
            run.emit(Expended(fleet=loser))
            for part in run.world.parts.beaten:
                part.beaten(run, loser)


def passing(world: World, state: HexState, attack: Attack) -> tuple[Place, ...]:
    """Enemy coasts that an invasion enters on its way."""
    coasts = armed(world, state, side_of(state, attack), attack.route[:-1])
    return tuple(place for place in attack.route[:-1] if place in coasts)


def noticed(world: World, state: HexState, place: Place, attack: Attack) -> bool:
    """Whether a coast's air can fire at a force that passes it."""
    owner = state.control[place]
    return all(part.notices(world, state, owner, place, attack) for part in world.parts.notices)


def armed(world: World, state: HexState, side: Side, places: Iterable[Place]) -> frozenset[Place]:
    """Those of some places whose coastal air could fire at a side's ships."""
    holders = ((place, state.control.get(place)) for place in places)
    hostile = frozenset(place for place, holder in holders if holder is not None and world.hostile(holder, side))
    return hostile.difference(*(part.quiet(world, state, side, hostile) for part in world.parts.quiet))


def armed_coasts(world: World, state: HexState, side: Side) -> frozenset[Place]:
    """All coasts that a side's ships should avoid."""
    return armed(world, state, side, world.waters.harbours)


def air_at_target(world: World, state: HexState, side: Side, target: Place) -> bool:
    """Whether coastal air meets an invasion: only if no hex adjacent to the target is friendly to the invader."""
    if target not in armed(world, state, side, (target,)):
        return False
    return not any(state.control.get(near) == side for near in world.board.touching(target))


def air_fire(run: Unfolding, place: Place, attack: Attack) -> None:
    """A hex's coastal air fires at a force; the force's fleet fires first."""
    world, state = run.world, run.state
    side = side_of(state, attack)
    strength = world.tables.coastal_air
    if place in world.board.boxes:
        strength = world.tables.box_air.get(side, strength)
    fleet = state.fleets.get(attack.fleet) if attack.fleet not in state.expended else None
    if fleet is not None and fleet.points:
        strength -= naval_fire(run, attack.fleet, place, fleet.points, hungry(world, state, fleet))
    die = run.roll() if strength > 0 else 0
    hits = world.tables.losses(strength, die) if die else 0
    if die:
        run.emit(
            AirStruck(
                side=state.control[place],
                at=place,
                army=attack.army or attack.fleet,
                strength=strength,
                die=die,
                hits=hits,
            )
        )
    if hits:
        inflict(run, sea_toll(run.state, attack, hits))


def check_strike(world: World, state: HexState, combat: Combat, side: Side, action: Strike) -> Refusal | None:
    """Validate the choice of the army that coastal air fires at."""
    landing = combat.landing
    if landing is None or landing.stage != "strike" or landing.struck:
        return world.refuse("coastal-air.when", "Coastal air has nothing to fire at.")
    if action.army not in landing.armies or attack_of(combat, action.army) is None:
        return world.refuse("coastal-air.one-army", "Name one of the armies that invade this hex.")
    return None
