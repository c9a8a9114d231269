"""Air combat: who fights, the result from the chart, and which air units are destroyed or abort."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.claims import seats
from sandtable.area.forces import EMPTY, MET, RISEN, Piece, Power, Stack, size, stack, where
from sandtable.area.parts.air_war.actions import Dogfight, Patrol, TakeLosses
from sandtable.area.parts.air_war.events import (
    AirFought,
    FlightNamed,
    FlightSettled,
    PatrolFlies,
    PatrolsCalled,
    SkyCleared,
)
from sandtable.area.parts.air_war.memory import SKY, Flight, Mission, Named
from sandtable.area.parts.air_war.settings import Settings
from sandtable.area.parts.air_war.training import level
from sandtable.area.state import AreaState
from sandtable.area.status import active, own_at
from sandtable.area.techs import techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

Names = tuple[tuple[Power, str], ...]


def flies(world: World, piece: Piece) -> bool:
    """Whether a piece is an air unit."""
    return world.type(piece).kind == "air"


def factors(world: World, flight: Stack) -> int:
    """The air factors of a flight."""
    return sum(count * world.type(piece).air_factor for piece, count in flight or EMPTY)


def members(world: World, state: AreaState, space: str, side: Side, mission: Mission = "") -> Stack:
    """One side's air units in an air combat over a space, during the attacker's turn."""
    attacker = active(state)[0]
    if side == "attack":
        mine = where(own_at(state, attacker, space), lambda p: flies(world, p) and not p.submerged)
        if mission == "overflight":
            return where(mine, lambda p: p.mission == MET)
        return where(mine, lambda p: p.raiding == (mission == "raid"))
    foes = world.enemies[attacker]
    if mission:
        return where(state.at(space), lambda p: p.power in foes and p.mission == RISEN)
    return flight_of(world, where(state.at(space), lambda p: p.power in foes), world.board.is_sea(space))


def flight_of(world: World, units: Stack, decks: bool) -> Stack:
    """The air units among these units, including those on open ``decks``."""
    found = []
    for piece, count in units:
        if flies(world, piece) and not piece.submerged:
            found.append((piece, count))
        if decks and not world.deck_closed(piece):
            found += [(one, count) for one in piece.cargo if flies(world, one) and not one.submerged]
    return stack(found)


def leader(world: World, flight: Stack) -> Power:
    """The power whose pilots' level applies in a mixed flight: the one with the most factors."""
    found: dict[Power, int] = {}
    for piece, count in flight:
        found[piece.power] = found.get(piece.power, 0) + count * world.type(piece).air_factor
    return max(sorted(found, key=world.order.index), key=lambda power: found[power])


def result(settings: Settings, number: int, roll: int) -> tuple[int, int]:
    """How many enemies are destroyed, and how many abort."""
    row = settings.chart[min(number, len(settings.chart)) - 1].split()
    column = min(max(roll - settings.lowest_roll, 0), len(row) - 1)
    destroyed, aborted = row[column].split("/")
    return int(destroyed), int(aborted)


# all air combats of a turn


def due(world: World, state: AreaState) -> list[tuple[str, Mission]]:
    """The air combats still to be fought before all other combat."""
    sky = SKY.of(state)
    found: list[tuple[str, Mission]] = []
    for site in state.turn.sites:
        one: tuple[str, Mission] = (site.space, "raid" if site.raid else "")
        if one in sky.fought or one in found or site.space in state.turn.ignored:
            continue
        if not site.raid and world.parts.surprised(world, state, site.space):
            continue
        if all(members(world, state, site.space, side, one[1]) for side in ("attack", "defend")):
            found.append(one)
    return found


def open_sky(settings: Settings, run: Unfolding, power: Power) -> None:
    """Start the turn's air combats once its combats are known: ask who intercepts raids, then fight."""
    world, state = run.world, run.state
    at = world.order.index(power)
    later = (*world.order[at + 1 :], *world.order[:at])
    calls = tuple(p for p in later if able_to_rise(settings, world, state, p))
    if calls or due(world, state):
        run.emit(PatrolsCalled(calls))
        advance(settings, run, power)


def able_to_rise(settings: Settings, world: World, state: AreaState, power: Power) -> dict[str, Stack]:
    """A power's fighters that can intercept, by raided territory."""
    if not world.enemies[power].intersection(active(state)):
        return {}
    found = {}
    for space in dict.fromkeys(site.space for site in state.turn.sites if site.raid):
        ready = where(own_at(state, power, space), lambda p: p.unit in settings.raids.fighters and not p.submerged)
        if ready:
            found[space] = ready
    return found


def advance(settings: Settings, run: Unfolding, power: Power) -> None:
    """Fight air combats until somebody has a decision to make."""
    while SKY.of(run.state).open and not SKY.of(run.state).flights:
        calls = SKY.of(run.state).calls
        if calls:
            if able_to_rise(settings, run.world, run.state, calls[0]):
                return
            run.emit(PatrolsCalled(calls[1:]))
            continue
        left = due(run.world, run.state)
        if len(left) > 1:
            return
        if not left:
            run.emit(SkyCleared())
            return
        fight(settings, run, power, *left[0])


def check_patrol(
    settings: Settings, world: World, state: AreaState, seat: Power, action: Patrol
) -> Refusal | None:
    """Whether these fighters can intercept."""
    ready = able_to_rise(settings, world, state, seat).get(action.territory, ())
    left = [p.unit for p, n in ready for _ in range(n)]
    if not action.units:
        return world.refuse("aircombat.commit-interceptors", "Name the fighters that rise, or say you're done.")
    for unit in action.units:
        if unit not in left:
            why = f"You have no such fighter in {action.territory} that can rise against a raid."
            return world.refuse("aircombat.raid-defenders", why)
        left.remove(unit)
    return None


def patrols(settings: Settings, world: World, state: AreaState, power: Power) -> Iterator[Patrol]:
    """Possible interceptions: all fighters in a territory, or one."""
    for space, ready in able_to_rise(settings, world, state, power).items():
        names = tuple(p.unit for p, n in ready for _ in range(n))
        yield Patrol(names, space)
        yield from (Patrol((unit,), space) for unit in dict.fromkeys(names) if len(names) > 1)


def patrol(run: Unfolding, seat: Power, action: Patrol) -> None:
    """Send fighters up."""
    left = list(own_at(run.state, seat, action.territory))
    ready = [p for p, n in left for _ in range(n) if not p.submerged]
    rising = []
    for unit in action.units:
        piece = next(p for p in ready if p.unit == unit)
        ready.remove(piece)
        rising.append((piece, 1))
    run.emit(PatrolFlies(power=seat, space=action.territory, units=stack(rising)))


def check_dogfight(world: World, state: AreaState, action: Dogfight) -> Refusal | None:
    """Whether this air combat is due."""
    if (action.space, "raid" if action.raid else "") in due(world, state):
        return None
    return world.refuse("aircombat.commit-interceptors", f"There's no such air combat over {action.space}.")


# one air combat


def fight(settings: Settings, run: Unfolding, power: Power, space: str, mission: Mission = "") -> None:
    """Roll for both sides, and apply losses that leave no choice."""
    world, state = run.world, run.state
    mine = members(world, state, space, "attack", mission)
    theirs = members(world, state, space, "defend", mission)
    if not mine or not theirs:
        return
    number = 1 if settings.one_die and state.options.get(settings.one_die) else settings.dice
    attack, defend = run.dice.roll(number), run.dice.roll(number)
    rows = factors(world, mine), factors(world, theirs)
    lead = leader(world, theirs)
    scored = result(settings, rows[0], sum(attack) + level(settings.training, state, power))
    owned = techs_of(state.techs, lead) if mission else ()
    bonus = sum(settings.interception.get(tech, 0) for tech in owned)
    suffered = result(settings, rows[1], sum(defend) + level(settings.training, state, lead) + bonus)
    flights = []
    found: tuple[tuple[Side, Power, tuple[int, int], Stack], ...] = (
        ("attack", power, suffered, mine),
        ("defend", lead, scored, theirs),
    )
    for side, owner, lost, units in found:
        if lost != (0, 0):
            gone = min(lost[0], size(units))
            flight = Flight(space, side, owner, gone, min(lost[1], size(units) - gone), mission)
            players = seats(world, state, units)
            if len(players) > 1:
                flight = replace(flight, seats=players, referee=power)
            flights.append(flight)
    run.emit(
        AirFought(space=space, factors=rows, attack=attack, defend=defend, flights=tuple(flights), mission=mission)
    )
    for flight in flights:
        answers = list(ways(run.world, run.state, flight))
        if len(answers) == 1:
            settle(run, flight, *_named(flight, answers[0]))


def flight_for(state: AreaState, seat: Power) -> Flight | None:
    """The first flight whose losses this seat must choose."""
    return next((f for f in SKY.of(state).flights if seat in f.asked), None)


def _roll_call(world: World, state: AreaState, flight: Flight) -> list[tuple[Power, str]]:
    """Every unit of a flight, cheapest first."""
    units = members(world, state, flight.space, flight.side, flight.mission)
    names = [(p.power, p.unit) for p, n in units for _ in range(n)]
    return sorted(names, key=lambda one: (world.units[one[1]].cost, one))


def ways(world: World, state: AreaState, flight: Flight) -> Iterator[TakeLosses]:
    """Ways to take a flight's losses, cheapest first; at most 40."""
    names = _roll_call(world, state, flight)
    mixed = len({power for power, _ in names}) > 1
    seen: set[tuple[Names, Names]] = set()
    for gone in combinations(range(len(names)), flight.destroyed):
        rest = [i for i in range(len(names)) if i not in gone]
        for back in combinations(rest, flight.aborted):
            down, out = tuple(names[i] for i in gone), tuple(names[i] for i in back)
            if (down, out) not in seen:
                seen.add((down, out))
                whose = tuple(power for power, _ in (*down, *out)) if mixed else ()
                yield TakeLosses(tuple(u for _, u in down), tuple(u for _, u in out), whose)
            if len(seen) >= 40:
                return


def _named(flight: Flight, action: TakeLosses, seat: Power = "") -> tuple[Names, Names]:
    """The owner and type of each unit in an answer; the owner defaults to the answering seat."""
    units = (*action.destroyed, *action.aborted)
    whose = action.whose or (seat or flight.owner,) * len(units)
    pairs = tuple(zip(whose, units, strict=True))
    return pairs[: len(action.destroyed)], pairs[len(action.destroyed) :]


def check_losses(world: World, state: AreaState, seat: Power, action: TakeLosses) -> Refusal | None:
    """Whether these air units can be destroyed and abort."""
    flight = flight_for(state, seat)
    if flight is None:
        return world.refuse("air-war.losses", f"{world.the(seat)} has no losses to take in the air.")
    if (len(action.destroyed), len(action.aborted)) != (flight.destroyed, flight.aborted):
        return world.refuse("air-war.numbers", f"{flight.destroyed} are destroyed and {flight.aborted} abort.")
    if action.whose and len(action.whose) != len(action.destroyed) + len(action.aborted):
        return world.refuse("air-war.losses", "Say whose each of the air units is, in the same order.")
    here = _roll_call(world, state, flight)
    owner = seat if any(power == seat for power, _ in here) else flight.owner
    for group in _named(flight, action, owner):
        for one in group:
            if one not in here:
                return world.refuse("air-war.losses", f"There aren't that many of them over {flight.space}.")
            here.remove(one)
    return None


def take_losses(run: Unfolding, seat: Power, action: TakeLosses) -> None:
    """Record a player's choice of losses. With several players it applies once all agree or an enemy decides."""
    flight = flight_for(run.state, seat)
    assert flight is not None
    here = _roll_call(run.world, run.state, flight)
    owner = seat if any(power == seat for power, _ in here) else flight.owner
    down, out = _named(flight, action, owner)
    if seat in flight.seats:
        said = Named(seat, tuple(sorted(down)), tuple(sorted(out)))
        flight = replace(flight, named=(*flight.named, said))
        ways_named = {(one.destroyed, one.aborted) for one in flight.named}
        if len(flight.named) < len(flight.seats) or len(ways_named) > 1:
            run.emit(FlightNamed(flight=flight))
            return
    settle(run, flight, down, out)


def settle(run: Unfolding, flight: Flight, down: Names, out: Names) -> None:
    """Apply losses, taking units with the least movement left first."""
    units = members(run.world, run.state, flight.space, flight.side, flight.mission)
    left = sorted(
        (p for p, n in units for _ in range(n)),
        key=lambda p: (p.power != flight.owner, run.world.points_left(p)),
    )
    taken: list[list[tuple[Piece, int]]] = []
    for names in (down, out):
        taken.append([])
        for name in names:
            one = next(p for p in left if (p.power, p.unit) == name)
            left.remove(one)
            taken[-1].append((one, 1))
    run.emit(
        FlightSettled(
            space=flight.space,
            side=flight.side,
            power=flight.owner,
            destroyed=stack(taken[0]),
            aborted=stack(taken[1]),
            mission=flight.mission,
        )
    )
