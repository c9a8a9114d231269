"""Conduct combat: which battles there are, in which order they are resolved, and what follows from them."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from sandtable.area.actions import (
    AreaAction,
    Board,
    Casualties,
    Disembark,
    Done,
    Engage,
    Fight,
    Move,
    Press,
    Retreat,
    Submerge,
    Voyage,
)
from sandtable.area.battle import fight
from sandtable.area.capture import take
from sandtable.area.events import BattleEnded, Changed, Engaged, SiteChosen, SiteClosed, SitesSet
from sandtable.area.forces import Power
from sandtable.area.movement.voyage import land_assault
from sandtable.area.state import AreaState, Site
from sandtable.area.status import enemies_at, hostile_land, hostile_zone, ignorable, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

BATTLE_ANSWERS = (Casualties, Press, Retreat, Submerge)
MOVE_ORDERS = (Move, Voyage, Board, Disembark)


def begin(run: Unfolding, power: Power) -> None:
    """Find the combats of this turn and resolve what needs no choice."""
    run.emit(SitesSet(power=power, sites=find_sites(run.world, run.state, power)))
    carry_on(run, power)


def find_sites(world: World, state: AreaState, power: Power) -> tuple[Site, ...]:
    """Every space where the power on turn has combat to resolve."""
    zones = {z for z, _ in state.turn.assaults}
    lands = {t for _, t in state.turn.assaults}
    sites = [
        Site(space, amphibious=space in zones) for space in state.stacks if _sea_battle(world, state, power, space)
    ]
    sites += [Site(zone, amphibious=True) for zone in zones if _may_ignore(world, state, power, zone)]
    for space in state.control:
        attacked = hostile_land(world, state.control, power, space) and own_at(state, power, space)
        if space in lands or attacked:  # a landing takes place even where tanks came first
            sites.append(Site(space, amphibious=space in lands))
    return tuple(sorted(set(sites)))


def _sea_battle(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Own ships beside enemy warships, air units sent to attack, or a declared attack."""
    if not world.board.is_sea(zone):
        return False
    if zone in state.turn.engaged:
        return bool(enemies_at(world, state, power, zone))
    if not hostile_zone(world, state, power, zone):
        return False
    return any(world.type(p).kind == "sea" or p.moved for p, _ in own_at(state, power, zone))


def _may_ignore(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """A landing zone with enemies that may be fought or left alone, and something to fight them with."""
    return (
        zone not in state.turn.engaged
        and ignorable(world, state, power, zone)
        and any(world.type(p).attack and world.type(p).kind == "sea" for p, _ in own_at(state, power, zone))
    )


def open_sites(world: World, state: AreaState) -> tuple[Site, ...]:
    """The combats that may be resolved next: assaults first, and their sea battles before their landings."""
    sites = state.turn.sites
    waiting = {s.space for s in sites}
    amphibious = [s for s in sites if s.amphibious]
    if not amphibious:
        return sites
    return tuple(
        s
        for s in amphibious
        if world.board.is_sea(s.space) or not any(z in waiting for z, t in state.turn.assaults if t == s.space)
    )


def needs_no_dice(world: World, state: AreaState, power: Power, site: Site) -> bool:
    """A combat that is over as soon as it is looked at: no defenders stand in the territory."""
    return not world.board.is_sea(site.space) and not enemies_at(world, state, power, site.space)


def undecided(world: World, state: AreaState, power: Power, site: Site) -> bool:
    """A landing zone where it is still open whether submarines and transports are fought."""
    zone = site.space
    return (
        world.board.is_sea(zone)
        and site.amphibious
        and zone not in state.turn.engaged
        and zone not in state.turn.ignored
        and ignorable(world, state, power, zone)
    )


def question(world: World, state: AreaState, power: Power) -> Site | None:
    """The landing zone that the attacker is asked about now."""
    sites = open_sites(world, state)
    if len(sites) == 1 and undecided(world, state, power, sites[0]):
        return sites[0]
    chosen = next((s for s in sites if s.space == state.turn.chosen), None)
    return chosen if chosen and undecided(world, state, power, chosen) else None


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Every combat has been resolved."""
    return state.battle is None and not state.turn.sites


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    if state.battle is not None:
        return fight.pending(world, state)
    site = question(world, state, power)
    if site is not None:
        return (
            Decision(
                power,
                "engage",
                site.space,
                f"Fight the submarines and transports in {site.space}, or ignore them?",
            ),
        )
    return (Decision(power, "fight", prompt="Which combat is resolved next?"),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    """Judge the choices of the power on turn between battles; those within one are the battle's own."""
    if isinstance(action, MOVE_ORDERS):
        return _too_late_to_move(world, state, action)
    if state.battle is not None:
        if isinstance(action, Fight):
            return world.refuse("combat.order-of-battles", "The battle in progress is fought to its end first.")
        return fight.check(world, state, seat, action)
    site = question(world, state, power)
    if isinstance(action, Engage):
        if site is None:
            return world.refuse("amphib.sea-combat-when", "There is no such choice to make now.")
        return None
    if site is None and isinstance(action, Fight):
        return _check_fight(world, state, action)
    if isinstance(action, Done):
        return world.refuse("combat.mandatory", "Every combat that was brought about has to be resolved.")
    if isinstance(action, Retreat):
        return world.refuse("combat.mandatory", "No battle is in progress: at least one round is fought first.")
    return world.refuse("turn.phases", "Now combat is conducted.")


def _too_late_to_move(world: World, state: AreaState, action: Move | Voyage | Board | Disembark) -> Refusal:
    """Nobody moves while combat is conducted, neither into a battle nor past one that has been won."""
    if state.battle is not None and isinstance(action, Move | Voyage) and state.battle.space in action.path[-1:]:
        return world.refuse("cmove.no-reinforcement", f"Nobody joins the battle in {state.battle.space} any more.")
    if isinstance(action, Disembark) or (isinstance(action, Voyage) and action.land):
        return world.refuse("amphib.announce", "Only landings that were announced in the combat move take place.")
    return world.refuse("cmove.simultaneous", "All combat moves were made together, before any combat.")


def _check_fight(world: World, state: AreaState, action: Fight) -> Refusal | None:
    if action.space in [s.space for s in open_sites(world, state)]:
        return None
    site = next((s for s in state.turn.sites if s.space == action.space), None)
    if site is None:
        if action.space in world.board.territories:
            return world.refuse("amphib.announce", f"No combat was brought about in {action.space}.")
        return world.refuse("combat.where", f"There is no combat to resolve in {action.space}.")
    if site.amphibious:
        return world.refuse("amphib.sequence", f"The sea battle comes before the landing in {action.space}.")
    return world.refuse("amphib.resolve-first", "Amphibious assaults are resolved before all other combats.")


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    """Carry out a choice and go on until the next one."""
    if isinstance(action, BATTLE_ANSWERS):
        fight.answer(run, seat, action)
        if run.state.battle is None:
            conclude(run, power)
    elif isinstance(action, Engage):
        site = question(run.world, run.state, power)
        if site is None:
            raise ValueError("engaging was not checked")
        run.emit(Engaged(power=power, space=site.space, fight=action.fight))
        resolve(run, power, site)
    elif isinstance(action, Fight):
        site = next(s for s in run.state.turn.sites if s.space == action.space)
        if undecided(run.world, run.state, power, site):
            run.emit(SiteChosen(space=site.space))
            return
        resolve(run, power, site)
    carry_on(run, power)


def carry_on(run: Unfolding, power: Power) -> None:
    """Resolve combats for as long as there is nothing to choose."""
    while run.state.battle is None and run.state.turn.sites:
        sites = open_sites(run.world, run.state)
        quiet = [s for s in sites if needs_no_dice(run.world, run.state, power, s)]
        if not quiet and len(sites) > 1:
            return
        site = quiet[0] if quiet else sites[0]
        if undecided(run.world, run.state, power, site):
            return
        resolve(run, power, site)


def resolve(run: Unfolding, power: Power, site: Site) -> None:
    """Begin one combat; it may be over at once."""
    world, space = run.world, site.space
    if world.board.is_sea(space):
        if space in run.state.turn.ignored:
            run.emit(SiteClosed(space=space, landing="open"))
            return
        fight.begin(run, power, space, False)
    else:
        for zone, territory in run.state.turn.assaults:
            if territory == space and zone not in run.state.turn.blocked:
                land_assault(run, power, zone, territory)
        if not own_at(run.state, power, space):
            run.emit(SiteClosed(space=space))
            return
        if not enemies_at(world, run.state, power, space):
            _walk_in(run, power, space)
            return
        fight.begin(run, power, space, site.amphibious)
    if run.state.battle is None:
        conclude(run, power)


def _walk_in(run: Unfolding, power: Power, space: str) -> None:
    """A territory without defenders: land units take it, air units alone do not."""
    _capture_if_held(run, power, space)
    for piece, count in own_at(run.state, power, space):
        if not piece.moved:
            run.emit(Changed(space=space, piece=piece, count=count, after=replace(piece, moved=True)))
    run.emit(SiteClosed(space=space))


def _capture_if_held(run: Unfolding, power: Power, space: str) -> None:
    if not hostile_land(run.world, run.state.control, power, space):
        return
    if any(run.world.type(p).kind == "land" for p, _ in own_at(run.state, power, space)):
        take(run, power, space)


def conclude(run: Unfolding, power: Power) -> None:
    """A battle has just ended: capture, open or bar the way ashore."""
    ended = next(e for e in reversed(run.events) if isinstance(e, BattleEnded))
    space, world = ended.space, run.world
    if not world.board.is_sea(space):
        if ended.outcome == "attacker" and not enemies_at(world, run.state, power, space):
            _capture_if_held(run, power, space)
        run.emit(SiteClosed(space=space))
        return
    if not any(z == space for z, _ in run.state.turn.assaults):
        run.emit(SiteClosed(space=space))
        return
    run.emit(SiteClosed(space=space, landing="open" if ended.outcome in ("attacker", "none") else "blocked"))


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    if state.battle is not None:
        yield from fight.legal(world, state, seat)
    elif question(world, state, power) is not None:
        yield from (Engage(fight=True), Engage(fight=False))
    else:
        yield from (Fight(space=s.space) for s in open_sites(world, state))
