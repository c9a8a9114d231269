"""A transport's voyage: loading on the way, sailing, and landing troops."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from sandtable.area.actions import Landing, Load, Pick, Voyage
from sandtable.area.citations import Citation
from sandtable.area.events import Announced, Changed, Engaged, Landed, Loaded, Moved
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Power, Stack, aboard, ashore, stack
from sandtable.area.movement.course import Reached, judge, reach
from sandtable.area.movement.duties import check_escort, check_landings
from sandtable.area.movement.land import LandCourse
from sandtable.area.movement.limits import check_limit
from sandtable.area.movement.neutrals import admitted, check_violation, refuse_entry, violable, violate
from sandtable.area.movement.orders import check_rested, pick_of, walk_in
from sandtable.area.movement.sea import SeaCourse, check_assault
from sandtable.area.movement.selection import select_pieces
from sandtable.area.state import AreaState
from sandtable.area.status import barred, enemies_at, friendly_land, hostile_land, hostile_zone, neutral, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.core.wording import an


def check_voyage(world: World, state: AreaState, power: Power, voyage: Voyage, combat: bool) -> Refusal | None:
    """None if the voyage is legal, otherwise the refusal."""
    if not voyage.path:
        return world.refuse("cmove.path-matters", "A voyage needs at least the zone the transport is in.")
    for space in (*voyage.path, *(x for load in voyage.loads for x in (load.zone, load.territory))):
        if space not in world.board.spaces:
            return world.refuse("board.spaces", f"There's no space called {space}.")
    ship = _ship(world, state, power, voyage)
    if isinstance(ship, Refusal):
        return ship
    return (
        _check_way(world, state, power, voyage, ship, combat)
        or _check_loads(world, state, power, voyage, ship, combat)
        or _check_ashore(world, state, power, voyage, ship, combat)
        or _check_more(world, state, power, voyage, ship, combat)
    )


def _ship(world: World, state: AreaState, power: Power, voyage: Voyage) -> Piece | Refusal:
    if voyage.transport.count != 1:
        return world.refuse("transport.cargo-assigned", "Only one transport can make a voyage at a time.")
    group = select_pieces(world, state, power, voyage.path[0], voyage.transport)
    if isinstance(group, Refusal):
        return group
    ship = group[0][0]
    if ship.unit not in world.transports:
        return world.refuse(_no_troops_rule(world, ship), f"The {world.type(ship).name} can't carry land units.")
    return ship


def _no_troops_rule(world: World, ship: Piece) -> Citation:
    """The rule by which a warship can't carry troops."""
    if world.type(ship).berths:
        return "units.carries-planes-only"
    return "units.carries-nobody" if world.can(ship, "surface-warship") else "sub.carries-nobody"


def _check_way(
    world: World, state: AreaState, power: Power, voyage: Voyage, ship: Piece, combat: bool
) -> Refusal | None:
    refusal = _check_bound(world, voyage, ship, combat) or check_rested(world, state, ship, combat, voyage.path[0])
    if refusal:
        return refusal
    if combat and not voyage.land:
        if voyage.loads:
            return world.refuse(
                "transport.combat-load-must-assault",
                "Units loaded in the combat move must land in an assault.",
            )
        return world.refuse("cmove.must-end-hostile", "Name the territory to assault, or order a plain move.")
    quiet = combat and friendly_coast(world, state, power, voyage.land)
    assault = "" if voyage.attack or quiet else voyage.land
    course = SeaCourse(world, state, ship, combat, voyage.attack, assault, quiet)
    if len(voyage.path) > 1 or combat:
        return judge(course, voyage.path)
    return None


def friendly_coast(world: World, state: AreaState, power: Power, land: str) -> bool:
    """Whether a transport may land troops on a coast in the combat move without a fight."""
    return world.game.conduct.landings.among_friends and friendly_land(world, state.control, power, land)


def _check_bound(world: World, voyage: Voyage, ship: Piece, combat: bool) -> Refusal | None:
    """What a transport may not do because of a coast it was sent to or driven from this turn."""
    if ship.retreated and voyage.land:
        return world.refuse(
            "transport.retreat-blocks-offload",
            "This transport retreated from battle and can't land units this turn.",
        )
    coast = ship.offloaded or next((p.landing for p in ship.cargo if p.landing), "")
    one_coast = combat or world.game.conduct.landings.coasts == 1
    if coast and voyage.land and voyage.land != coast and one_coast:
        return world.refuse(
            "transport.one-offload-territory", f"This transport is already landing its troops in {coast}."
        )
    if coast and combat:
        return world.refuse(
            "transport.offload-at-end",
            f"This transport is landing troops in {coast} and can do nothing else this turn.",
        )
    return None


def _check_loads(
    world: World, state: AreaState, power: Power, voyage: Voyage, ship: Piece, combat: bool
) -> Refusal | None:
    coming: list[str] = []
    taken: dict[tuple[str, str], int] = {}
    for load in voyage.loads:
        if load.zone not in voyage.path:
            return world.refuse("transport.load-from-two-territories", f"The voyage doesn't pass {load.zone}.")
        under_fire = combat and world.game.conduct.landings.load_under_fire and load.zone == voyage.path[-1]
        surprised = (
            combat
            and load.zone == voyage.path[0]
            and any(part.newly_hostile(world, state, power, load.zone) for part in world.parts.newly_hostile)
        )
        if hostile_zone(world, state, power, load.zone) and not under_fire and not surprised:
            return world.refuse(
                "transport.load-in-friendly-zone-only", f"You can't load in {load.zone}: it is hostile."
            )
        if world.board.is_sea(load.territory):
            return world.refuse("transport.no-transfer", "Land units board from a coast, not from another ship.")
        if load.territory not in world.board.coasts[load.zone]:
            return world.refuse("board.adjacency", f"{load.territory} isn't on the coast of {load.zone}.")
        key = (load.territory, load.unit)
        taken[key] = taken.get(key, 0) + load.count
        group = select_pieces(world, state, power, load.territory, Pick(load.unit, taken[key]))
        if isinstance(group, Refusal):
            return group
        if world.units[load.unit].kind != "land":
            return world.refuse("units.carry", "Transports carry only land units.")
        for piece, _ in group:
            if piece.used or piece.moved:
                return world.refuse(
                    "transport.load-after-moving",
                    f"The {world.type(piece).name} in {load.territory} has already moved this turn.",
                )
        coming.extend([load.unit] * load.count)
    kind = world.type(ship)
    if not kind.takes((*(p.unit for p in ship.cargo), *coming)):
        return world.refuse("transport.capacity", f"That doesn't fit aboard: {_room(world, kind)}.")
    return None


def _room(world: World, kind: UnitType) -> str:
    """A ship's capacity in words."""
    places = " and ".join("/".join(world.units[unit].name for unit in place) for place in kind.berths)
    alone = "".join(f", or 1 {world.units[unit].name}" for unit in kind.fills)
    return f"{an(kind.name)} holds {places}{alone}"


def _check_ashore(
    world: World, state: AreaState, power: Power, voyage: Voyage, ship: Piece, combat: bool
) -> Refusal | None:
    if not voyage.land:
        if voyage.ashore:
            return world.refuse("transport.one-offload-territory", "Name the territory where they land.")
        return None
    zone = voyage.path[-1]
    if voyage.land not in world.board.spaces:
        return world.refuse("board.spaces", f"There's no space called {voyage.land}.")
    if voyage.land not in world.board.coasts[zone]:
        return world.refuse("transport.no-coast", f"{voyage.land} isn't on the coast of {zone}.")
    old, new = _cargo(ship, voyage, power)
    landing = _going(old, new, voyage)
    if not landing and _names_guest(ship, voyage, power):
        return world.refuse(
            "transport.partner-three-steps", "A partner's troops can land only on their own power's turn."
        )
    if landing is None:
        return world.refuse("transport.cargo-assigned", "Those units are not aboard.")
    if combat and friendly_coast(world, state, power, voyage.land):
        if any(unit not in landing for unit in new):
            return world.refuse("amphib.offload-obligation", "All units loaded in this combat move must land.")
        if any(world.can(p, "never-attacks") for p in landing):
            return world.refuse("aa.sea-transport", "AA guns can't be shipped in the combat move.")
    elif combat:
        refusal = check_assault(world, state, power, zone, voyage.land)
        if refusal:
            return refusal
        if any(world.can(p, "never-attacks") for p in new):
            return world.refuse("aa.move", "AA guns can't board in the combat move.")
        left = list(new)
        for unit in (p for p in landing if p in left):
            left.remove(unit)
        if left:
            return world.refuse("amphib.offload-obligation", "All units loaded in this combat move must land.")
        if not landing:
            return world.refuse("amphib.definition", "There are no units aboard to land.")
        if any(world.can(p, "never-attacks") for p in landing):
            return world.refuse("aa.sea-transport", "AA guns can't land in an assault.")
        after = _preview(world, state, power, voyage)
        return check_escort(world, after, power, zone) or check_landings(
            world, state, after, power, [ship], voyage.path, combat
        )
    if hostile_zone(world, state, power, zone):
        return world.refuse("transport.load-in-friendly-zone-only", f"You can't offload in {zone}: it is hostile.")
    refusal = check_quiet_coast(world, state, power, voyage.land, [p.unit for p in landing])
    if refusal:
        return refusal
    if not landing:
        return world.refuse("transport.noncombat-offload", "None of your units are aboard.")
    return None


def check_quiet_coast(world: World, state: AreaState, power: Power, land: str, units: list[str]) -> Refusal | None:
    """Whether units may land in a territory without a fight."""
    shut = barred(world, state, power, land)
    if shut:
        return shut
    if neutral(world, state, land) and not admitted(world, state, power, land):
        return refuse_entry(world, state, land)
    if hostile_land(world, state.control, power, land):
        return world.refuse("amphib.only-way-into-hostile", f"{land} is hostile: you need an amphibious assault.")
    refused = [check_limit(world, state, unit, land, units.count(unit)) for unit in units]
    return next((refusal for refusal in refused if refusal), None) or _check_welcome(
        world, state, power, land, units
    )


def _check_welcome(world: World, state: AreaState, power: Power, land: str, units: list[str]) -> Refusal | None:
    """Whether any of the units that land together in a neutral territory may be there."""
    if not units or not neutral(world, state, land):
        return None
    refused = []
    for unit in units:
        course = LandCourse(world, state, Piece(power, unit), combat=False)
        refused.append(course.ruled_out((world.board.coasts[land][0], land)))
    return refused[0] if all(refused) else None


def _check_more(
    world: World, state: AreaState, power: Power, voyage: Voyage, ship: Piece, combat: bool
) -> Refusal | None:
    """Whether one transport may land troops on further coasts."""
    if not voyage.more:
        return None
    coasts = [voyage.land, *(landing.land for landing in voyage.more)]
    if combat or len(set(coasts)) > world.game.conduct.landings.coasts:
        return world.refuse(
            "transport.one-offload-territory", "A transport can land its troops in only one territory."
        )
    if not voyage.land or voyage.ashore is None:
        return world.refuse("transport.cargo-assigned", "Say which units land on which coast.")
    for landing in voyage.more:
        if landing.land not in world.board.territories or landing.land not in world.board.coasts[voyage.path[-1]]:
            return world.refuse("transport.no-coast", f"{landing.land} isn't on the coast of {voyage.path[-1]}.")
        refusal = check_quiet_coast(world, state, power, landing.land, list(landing.units))
        if refusal:
            return refusal
    old, new = _cargo(ship, voyage, power)
    everybody = [*voyage.ashore, *(unit for landing in voyage.more for unit in landing.units)]
    if _going(old, new, replace(voyage, ashore=tuple(everybody))) is None:
        return world.refuse("transport.cargo-assigned", "Those units are not aboard.")
    return None


def _names_guest(ship: Piece, voyage: Voyage, power: Power) -> bool:
    """Whether the voyage would land a partner's passenger."""
    guests = [p.unit for p in ship.cargo if p.power != power]
    return bool(guests) and (voyage.ashore is None or any(unit in guests for unit in voyage.ashore))


def _cargo(ship: Piece, voyage: Voyage, power: Power) -> tuple[list[Piece], list[Piece]]:
    """The power's cargo that was already aboard, and that which boards on this voyage (as it will be marked)."""
    old = [p for p in ship.cargo if p.power == power]
    new = [Piece(power, load.unit, boarded="now") for load in voyage.loads for _ in range(load.count)]
    return old, new


def _going(old: list[Piece], new: list[Piece], voyage: Voyage) -> list[Piece] | None:
    """The units that land: those named (new ones first), or all; None if a named unit is not aboard."""
    if voyage.ashore is None:
        return [*new, *old]
    here, going = [*new, *old], []
    for name in voyage.ashore:
        match = next((p for p in here if p.unit == name), None)
        if match is None:
            return None
        here.remove(match)
        going.append(match)
    return going


def _preview(world: World, state: AreaState, power: Power, voyage: Voyage) -> AreaState:
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    make_voyage(run, power, voyage, combat=True)
    return run.state


def make_voyage(run: Unfolding, power: Power, voyage: Voyage, combat: bool) -> None:
    """Carry out a legal voyage."""
    world = run.world
    ship = _ship(world, run.state, power, voyage)
    if isinstance(ship, Refusal):
        raise ValueError(ship.why)
    phase = "combat" if combat else "noncombat"
    old, new = _cargo(ship, voyage, power)
    going = _going(old, new, voyage) or []
    came = 0
    for i, zone in enumerate(voyage.path):
        loads = [load for load in voyage.loads if load.zone == zone and voyage.path.index(zone) == i]
        if i and (loads or i == len(voyage.path) - 1):
            last = i == len(voyage.path) - 1
            after = replace(ship, used=ship.used + i - came, moved=ship.moved or (combat and last))
            run.emit(Moved(piece=ship, count=1, path=voyage.path[came : i + 1], after=after))
            ship, came = after, i
        for load in loads:
            ship = _board(run, power, ship, zone, load, phase)
    zone = voyage.path[-1]
    if combat and not voyage.land:
        return  # it was stopped on the way
    if combat and friendly_coast(world, run.state, power, voyage.land):
        _put_ashore(run, ship, zone, voyage.land, going, power)
    elif combat:
        ship = _mark(run, ship, zone, voyage.land, going, power)
        if voyage.attack and zone not in run.state.turn.engaged:
            run.emit(Engaged(power=power, space=zone))
        run.emit(Announced(power=power, zone=zone, territory=voyage.land))
        land_unopposed(run, power, zone, voyage.land)
    elif voyage.land:
        ship = _put_ashore(run, ship, zone, voyage.land, going, power)
        for landing in voyage.more:
            _put_ashore(run, ship, zone, landing.land, _aboard_still(ship, landing, power), power)


def _aboard_still(ship: Piece, landing: Landing, power: Power) -> list[Piece]:
    """The cargo that lands on a further coast."""
    cargo, going = [p for p in ship.cargo if p.power == power], []
    for name in landing.units:
        match = next(p for p in cargo if p.unit == name)
        cargo.remove(match)
        going.append(match)
    return going


def _board(run: Unfolding, power: Power, ship: Piece, zone: str, load: Load, phase: str) -> Piece:
    for _ in range(load.count):
        group = select_pieces(run.world, run.state, power, load.territory, Pick(load.unit))
        if isinstance(group, Refusal):
            raise ValueError(group.why)
        piece = group[0][0]
        after = aboard(ship, Piece(power, load.unit, boarded=phase))
        run.emit(Loaded(zone=zone, territory=load.territory, piece=piece, transport=ship, after=after))
        ship = after
    return ship


def _mark(run: Unfolding, ship: Piece, zone: str, territory: str, going: list[Piece], power: Power) -> Piece:
    """Mark the cargo that will land in an assault."""
    cargo = list(ship.cargo)
    for one in going:
        i = next(
            i
            for i, p in enumerate(cargo)
            if p.power == power and p.unit == one.unit and not p.landing and bool(p.boarded) == bool(one.boarded)
        )
        cargo[i] = replace(cargo[i], landing=territory)
    after = replace(ship, cargo=tuple(sorted(cargo)), moved=True)
    run.emit(Changed(space=zone, piece=ship, count=1, after=after))
    return after


def _put_ashore(run: Unfolding, ship: Piece, zone: str, territory: str, going: list[Piece], power: Power) -> Piece:
    leaving: list[Piece] = []
    cargo = list(ship.cargo)
    for one in going:
        match = next(
            p for p in cargo if p.power == power and p.unit == one.unit and bool(p.boarded) == bool(one.boarded)
        )
        cargo.remove(match)
        leaving.append(match)
    after = replace(ashore(ship, *leaving), moved=True, offloaded=territory)
    units = stack((Piece(power, p.unit, moved=True, landed=True), 1) for p in leaving)
    run.emit(Landed(zone=zone, territory=territory, transport=ship, after=after, units=units))
    return after


def land_unopposed(run: Unfolding, power: Power, zone: str, territory: str) -> None:
    """If the sea and the coast are undefended and the game allows it, troops land in the combat move."""
    world, state = run.world, run.state
    if world.game.conduct.undefended != "at-once" or enemies_at(world, state, power, zone):
        return
    if not enemies_at(world, state, power, territory):
        land_assault(run, power, zone, territory)
        walk_in(run, power, territory)


def land_assault(run: Unfolding, power: Power, zone: str, territory: str) -> None:
    """Land the troops of an announced assault, from own and partners' transports."""
    if troops_waiting(run.state, power, zone, territory):
        violate(run, power, (territory,))
    for ship, count in tuple(run.state.at(zone)):
        going = tuple(p for p in ship.cargo if p.power == power and p.landing == territory)
        if not going or ship.retreated:
            continue
        for _ in range(count):
            after = replace(ashore(ship, *going), offloaded=territory)
            came = zone if "pull-backs" in run.world.features else ""
            units: Stack = stack(
                (Piece(power, p.unit, moved=True, landing=territory, came=came), 1) for p in going
            )
            run.emit(Landed(zone=zone, territory=territory, transport=ship, after=after, units=units))


def troops_waiting(state: AreaState, power: Power, zone: str, territory: str) -> bool:
    """Whether troops of an announced assault are still aboard."""
    return any(
        p.power == power and p.landing == territory and not ship.retreated
        for ship, _ in state.at(zone)
        for p in ship.cargo
    )


def voyages(
    world: World, state: AreaState, power: Power, zone: str, ship: Piece, combat: bool
) -> Iterator[Voyage]:
    """Voyages that one transport could make: sensible loads, every reachable zone and coast. Not checked yet."""
    if check_rested(world, state, ship, combat) or ship.offloaded:
        return
    ways: list[tuple[str, ...]] = [(zone,)]
    purpose = SeaCourse(world, state, ship, combat=False)
    ways += [r.path for r in reach(purpose, zone).values() if isinstance(r, Reached)]
    if combat:
        ways += _ways_to_battle(world, state, power, zone, ship)
    pick = pick_of(ship)
    own = any(p.power == power for p in ship.cargo)
    for path in ways:
        for loads in _possible_loads(world, state, power, path, ship):
            if not loads and not own and (combat or len(path) == 1):
                continue
            coasts = [t for t in world.board.coasts[path[-1]] if worth_landing(world, state, power, t, combat)]
            for coast in coasts if loads or own else []:
                yield Voyage(transport=pick, path=path, loads=loads, land=coast)
            if not combat and loads:
                yield Voyage(transport=pick, path=path, loads=loads)


def worth_landing(world: World, state: AreaState, power: Power, coast: str, combat: bool) -> bool:
    """Whether to land on a coast in this phase."""
    if combat and violable(world) and neutral(world, state, coast):
        return check_violation(world, state, power, (coast,)) is None
    if combat and friendly_coast(world, state, power, coast):
        return True
    if not combat and neutral(world, state, coast):
        return admitted(world, state, power, coast)
    return (hostile_land if combat else friendly_land)(world, state.control, power, coast)


def _ways_to_battle(world: World, state: AreaState, power: Power, zone: str, ship: Piece) -> list[tuple[str, ...]]:
    """Paths that end in a hostile zone where own units already fight, or where transports may go alone."""
    course = SeaCourse(world, state, ship, combat=True)
    found = reach(course, zone)
    return [
        r.path
        for z, r in found.items()
        if isinstance(r, Reached)
        and hostile_zone(world, state, power, z)
        and (world.game.conduct.fleets.lone_transports or own_at(state, power, z))
    ]


def _possible_loads(
    world: World, state: AreaState, power: Power, path: tuple[str, ...], ship: Piece
) -> Iterator[tuple[Load, ...]]:
    """Ways to fill the transport: from one coast of one zone of the path, or not at all."""
    yield ()
    kind = world.type(ship)
    aboard_now = tuple(p.unit for p in ship.cargo)
    for zone in dict.fromkeys(path):
        if hostile_zone(world, state, power, zone):
            continue
        for coast in world.board.coasts[zone]:
            ready = {
                p.unit: n
                for p, n in own_at(state, power, coast)
                if world.type(p).kind == "land" and not p.moved and not p.used
            }
            for size in (1, 2):
                for units in combinations_with_replacement(sorted(ready), size):
                    counts = {u: units.count(u) for u in units}
                    if all(ready[u] >= n for u, n in counts.items()) and kind.takes((*aboard_now, *units)):
                        yield tuple(Load(zone, coast, u, n) for u, n in counts.items())
