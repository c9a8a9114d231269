"""Conduct combat for a whole team: rockets, missions, empty territories, battles, then the other team's moves.

A battle is called by any power of the team that takes part in it. When none is left, reinforcements of the other
team come, and its air units that flew in support stay or go home.
"""

from collections.abc import Iterator
from random import Random

from sandtable.area import aftermath, missions, rockets
from sandtable.area.actions import AreaAction, Bomb, Done, Fight, Pin, Reland, Retreat
from sandtable.area.battle import fight
from sandtable.area.capture import take
from sandtable.area.events import BattleEnded, Changed, SiteClosed, SitesSet
from sandtable.area.forces import EMPTY, Power, Stack, size, where
from sandtable.area.movement.voyage import land_assault, troops_waiting
from sandtable.area.phases.combat import BATTLE_ANSWERS, MOVE_ORDERS, bombarding, too_late_to_move
from sandtable.area.state import AreaState, Site
from sandtable.area.status import active, enemies_at, hostile_land, hostile_zone
from sandtable.area.team_events import CombatsOver, StrikesOver
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def sent(world: World, state: AreaState, space: str) -> Stack:
    """Units of the team on turn that were sent to fight in a space."""
    team = active(state)
    return where(state.at(space), lambda p: p.power in team and p.moved and not p.raiding and not p.landed)


def landing(state: AreaState, space: str, barred: tuple[str, ...] = ()) -> tuple[Power, ...]:
    """The powers of the team whose troops wait to land in a territory."""
    shut = (*state.turn.blocked, *barred)
    return tuple(
        power
        for power in active(state)
        if any(
            land == space and zone not in shut and troops_waiting(state, power, zone, land)
            for zone, land in state.turn.assaults
        )
    )


def _shared(world: World, state: AreaState) -> tuple[str, ...]:
    """Landing zones to which enemies have retreated from another battle: nobody lands from there."""
    waiting = {site.space for site in state.turn.sites}
    return tuple(
        zone
        for zone, _ in state.turn.assaults
        if zone not in waiting and hostile_zone(world, state, active(state)[0], zone)
    )


def takers(world: World, state: AreaState, site: Site) -> tuple[Power, ...]:
    """The powers of the team that take part in a combat."""
    if site.raid:
        flying = {p.power for p, _ in missions.on_mission(state, site.space)}
    else:
        ashore = landing(state, site.space, _shared(world, state))
        flying = {p.power for p, _ in sent(world, state, site.space)} | {*ashore}
    return tuple(power for power in active(state) if power in flying)


def begin(run: Unfolding, power: Power) -> None:
    """Find the combats of this turn; rockets come first."""
    run.emit(SitesSet(power=power, sites=find_sites(run.world, run.state, power)))
    for strike in run.state.turn.strikes:
        rockets.launch(run, strike)
    carry_on(run, power)


def find_sites(world: World, state: AreaState, power: Power) -> tuple[Site, ...]:
    """Every space where the team has a mission or a combat to resolve."""
    zones = {zone for zone, land in state.turn.assaults}
    found: list[Site] = []
    for space in state.stacks:
        if world.board.is_sea(space):
            if _fought_over(world, state, power, space):
                found.append(Site(space, amphibious=space in zones))
            continue
        if not hostile_land(world, state.control, power, space):
            continue
        if missions.on_mission(state, space):
            found.append(Site(space, raid=True))
        if sent(world, state, space) and not landing(state, space):
            found.append(Site(space))
    lands = {land for _, land in state.turn.assaults if landing(state, land)}
    found += [Site(land, amphibious=True) for land in lands if hostile_land(world, state.control, power, land)]
    return tuple(sorted(set(found)))


def _fought_over(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Whether the team attacks in a zone, or enemy air units have come to meet ships that moved there."""
    here = sent(world, state, zone)
    if not here:
        return False
    if hostile_zone(world, state, power, zone):
        return True
    ships = any(world.type(p).kind == "sea" for p, _ in here)
    return ships and any(p.came for p, _ in enemies_at(world, state, power, zone))


def open_sites(world: World, state: AreaState) -> tuple[Site, ...]:
    """What may be resolved next: missions before all else, sea battles before landings."""
    raids = tuple(s for s in state.turn.sites if s.raid)
    if raids:
        return raids
    waiting = {s.space for s in state.turn.sites}
    return tuple(
        s
        for s in state.turn.sites
        if world.board.is_sea(s.space)
        or not any(zone in waiting for zone, land in state.turn.assaults if land == s.space)
    )


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Every combat has been resolved, and what follows from them."""
    return state.battle is None and state.turn.settled and not aftermath.open_questions(world, state)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    if state.battle is not None:
        return fight.pending(world, state)
    if state.turn.released:
        return tuple(
            Decision(r.power, "bomb", r.space, f"How many bombers attack the factory in {r.space}?")
            for r in state.turn.released[:1]
        )
    if state.turn.settled:
        return aftermath.pending(world, state)
    sites = open_sites(world, state)
    return tuple(
        Decision(seat, "fight", prompt="Which combat is resolved next?")
        for seat in active(state)
        if any(seat in takers(world, state, site) for site in sites)
    )


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, MOVE_ORDERS):
        return too_late_to_move(world, state, action)
    if state.battle is not None:
        if isinstance(action, Fight):
            return world.refuse("combat.order-of-battles", "The battle in progress is fought to its end first.")
        return fight.check(world, state, seat, action)
    if isinstance(action, Bomb):
        release = missions.asked(state, seat)
        return missions.check_bomb(world, release if release in state.turn.released[:1] else None, action)
    if state.turn.settled and isinstance(action, Pin | Reland):
        return aftermath.check(world, state, seat, action)
    if isinstance(action, Fight):
        return _check_fight(world, state, seat, action)
    if isinstance(action, Done):
        return world.refuse("combat.mandatory", "Every combat that was brought about has to be resolved.")
    if isinstance(action, Retreat):
        return world.refuse("combat.fight-a-round", "No battle is in progress.")
    return world.refuse("turn.phases", "Now combat is conducted.")


def _check_fight(world: World, state: AreaState, seat: Power, action: Fight) -> Refusal | None:
    if state.turn.released:
        return world.refuse("mission.choice", "Bombers that have come through drop their bombs first.")
    site = next((s for s in open_sites(world, state) if s.space == action.space), None)
    if site is not None:
        if seat in takers(world, state, site):
            return None
        return world.refuse("combat.own-battles", f"{world.name(seat)} takes no part in {action.space}.")
    if not any(s.space == action.space for s in state.turn.sites):
        return world.refuse("combat.where", f"There is no combat to resolve in {action.space}.")
    if any(s.raid for s in state.turn.sites):
        return world.refuse("combat.missions-first", "All missions are carried out before any battle.")
    return world.refuse("amphib.sequence", f"The sea battle comes before the landing in {action.space}.")


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, BATTLE_ANSWERS):
        battle = run.state.battle
        assert battle is not None
        fight.answer(run, seat, action)
        if run.state.battle is None:
            conclude(run, power, battle.space, battle.sequence)
    elif isinstance(action, Fight):
        resolve(run, next(s for s in open_sites(run.world, run.state) if s.space == action.space), seat)
    elif isinstance(action, Bomb):
        release = missions.asked(run.state, seat)
        assert release is not None
        missions.bomb(run, release, action)
        _close_mission(run, release.space)
    elif isinstance(action, Pin | Reland):
        aftermath.answer(run, seat, action)
    carry_on(run, power)


def carry_on(run: Unfolding, power: Power) -> None:
    """Resolve what leaves nothing to choose, until somebody is asked or all is over."""
    while run.state.battle is None and not run.state.turn.released:
        world, state = run.world, run.state
        if not state.turn.sites:
            if not state.turn.settled:
                run.emit(CombatsOver())
            aftermath.carry_on(run)
            return
        sites = open_sites(world, state)
        empty = [s for s in sites if not takers(world, state, s)]
        quiet = [s for s in sites if _undefended(world, state, power, s)]
        if empty:
            run.emit(StrikesOver(empty[0].space) if empty[0].raid else SiteClosed(space=empty[0].space))
        elif quiet:
            resolve(run, quiet[0], takers(world, state, quiet[0])[0])
        elif len(sites) == 1:
            resolve(run, sites[0], takers(world, state, sites[0])[0])
        else:
            return


def _undefended(world: World, state: AreaState, power: Power, site: Site) -> bool:
    """A territory in which nobody fights for the enemy."""
    return not site.raid and not world.board.is_sea(site.space) and not enemies_at(world, state, power, site.space)


def resolve(run: Unfolding, site: Site, power: Power) -> None:
    """Begin one mission or combat; it may be over at once."""
    world, space = run.world, site.space
    if site.raid:
        missions.by_night(run, space)
        if not where(missions.on_mission(run.state, space), lambda p: p.mission != "night-bombing"):
            run.emit(StrikesOver(space))
            return
        fight.begin_over(run, power, space, "mission")
        sequence = "mission"
    elif world.board.is_sea(space):
        fight.begin(run, power, space, False)
        sequence = "sea"
    else:
        support = _come_ashore(run, space)
        power = next(iter(takers(world, run.state, site)), power)
        if enemies_at(world, run.state, power, space):
            fight.begin(run, power, space, site.amphibious, support)
            sequence = "land"
        else:
            fight.begin_over(run, power, space, "undefended")
            sequence = "undefended"
    if run.state.battle is None:
        conclude(run, power, space, sequence)


def _come_ashore(run: Unfolding, space: str) -> Stack:
    """Put the troops of announced assaults ashore; ships whose zone saw no battle fire ahead of them."""
    support: Stack = EMPTY
    shut = (*run.state.turn.blocked, *_shared(run.world, run.state))
    for zone, land in run.state.turn.assaults:
        if land != space or zone in shut:
            continue
        powers = [power for power in active(run.state) if troops_waiting(run.state, power, zone, land)]
        for power in active(run.state) if powers else ():
            support = bombarding(run, power, zone, land, support)
        for power in powers:
            land_assault(run, power, zone, land)
    return support


def conclude(run: Unfolding, power: Power, space: str, sequence: str) -> None:
    """A battle or mission has just ended: bombs fall, a territory changes hands, the way ashore is open or not."""
    world = run.world
    if sequence == "mission":
        missions.carry_out(run, space)
        _close_mission(run, space)
        return
    if not world.board.is_sea(space):
        if not enemies_at(world, run.state, power, space):
            _capture(run, power, space)
        run.emit(SiteClosed(space=space))
        return
    ended = next(e for e in reversed(run.events) if isinstance(e, BattleEnded))
    clear = not hostile_zone(world, run.state, power, ended.space)
    announced = any(zone == space for zone, _ in run.state.turn.assaults)
    run.emit(SiteClosed(space=space, landing=("open" if clear else "blocked") if announced else ""))


def _close_mission(run: Unfolding, space: str) -> None:
    """Once every bomber has been told what to do, a mission is over."""
    if not any(release.space == space for release in run.state.turn.released):
        run.emit(StrikesOver(space))


def conqueror(world: World, state: AreaState, space: str) -> Power | None:
    """Who takes a territory: the power with most land units there, then with the dearer ones, then by order."""
    counts: dict[Power, tuple[int, int]] = {}
    for piece, count in sent(world, state, space):
        if world.type(piece).kind == "land" and piece.unit not in world.prizes:
            units, cost = counts.get(piece.power, (0, 0))
            counts[piece.power] = (units + count, cost + count * world.type(piece).cost)
    return max(active(state), key=lambda p: counts.get(p, (0, 0)), default=None) if counts else None


def _capture(run: Unfolding, power: Power, space: str) -> None:
    world = run.world
    if not hostile_land(world, run.state.control, power, space):
        return
    taker = conqueror(world, run.state, space)
    if taker is None:
        return
    take(run, taker, space)
    for piece, count in sent(world, run.state, space):
        if piece.landing:
            calm = piece.__class__(piece.power, piece.unit, moved=True, came=piece.came)
            run.emit(Changed(space=space, piece=piece, count=count, after=calm))


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    if state.battle is not None:
        yield from fight.legal(world, state, seat)
    elif state.turn.released:
        release = state.turn.released[0]
        if release.power == seat:
            yield from (Bomb(n) for n in range(size(release.bombers) + 1))
    elif state.turn.settled:
        yield from aftermath.legal(world, state, seat)
    else:
        yield from (Fight(s.space) for s in open_sites(world, state) if seat in takers(world, state, s))
