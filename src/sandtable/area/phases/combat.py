"""Conduct combat: which battles there are, in which order they are resolved, and what follows from them."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from sandtable.area import rockets
from sandtable.area.actions import (
    Aim,
    AreaAction,
    Assault,
    Board,
    Casualties,
    Disembark,
    Done,
    Engage,
    Fight,
    Move,
    Press,
    PullBack,
    Raid,
    Retreat,
    Rocket,
    Submerge,
    Voyage,
    Withdraw,
)
from sandtable.area.battle import fight
from sandtable.area.capture import take
from sandtable.area.events import BattleEnded, CalledOff, Changed, Engaged, SiteChosen, SiteClosed, SitesSet
from sandtable.area.forces import EMPTY, Power, Stack, add
from sandtable.area.movement.voyage import land_assault, troops_waiting
from sandtable.area.state import AreaState, Site
from sandtable.area.status import enemies_at, hostile_land, hostile_zone, ignorable, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

BATTLE_ANSWERS = (Aim, Casualties, Press, PullBack, Retreat, Submerge, Withdraw)
MOVE_ORDERS = (Move, Raid, Voyage, Board, Disembark)


def begin(run: Unfolding, power: Power) -> None:
    """Find the combats of this turn and resolve what needs no choice."""
    run.emit(SitesSet(power=power, sites=find_sites(run.world, run.state, power)))
    carry_on(run, power)


def find_sites(world: World, state: AreaState, power: Power) -> tuple[Site, ...]:
    """Every space where the power on turn has combat to resolve."""
    zones = {z for z, _ in state.turn.assaults}
    lands = {t for z, t in state.turn.assaults if troops_waiting(state, power, z, t)}
    sites = [
        Site(space, amphibious=space in zones) for space in state.stacks if _sea_battle(world, state, power, space)
    ]
    sites += [Site(zone, amphibious=True) for zone in zones if _may_ignore(world, state, power, zone)]
    for space in state.control:
        attacked = hostile_land(world, state.control, power, space) and own_at(state, power, space)
        if space in lands or attacked:  # a landing takes place even where tanks came first
            sites.append(Site(space, amphibious=space in lands))
    sites += [Site(land, amphibious=True) for land in lands if land not in state.control]  # neutrals
    return tuple(sorted({*(s for s in sites if not _only_raiders(state, power, s)), *_raids(state, power)}))


def _raids(state: AreaState, power: Power) -> list[Site]:
    """Every territory with bombers over its factory."""
    return [
        Site(space, raid=True) for space in state.stacks if any(p.raiding for p, _ in own_at(state, power, space))
    ]


def _only_raiders(state: AreaState, power: Power, site: Site) -> bool:
    """Whether nobody but bombers on a raid is there: then there is no other combat."""
    own = own_at(state, power, site.space)
    return bool(own) and not site.amphibious and all(p.raiding for p, _ in own)


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
    """The combats that may be resolved next: raids before the battle below, sea battles before landings.

    In some games assaults come before everything else.
    """
    sites = state.turn.sites
    waiting = {s.space for s in sites}
    raided = {s.space for s in sites if s.raid}
    sites = tuple(s for s in sites if s.raid or s.space not in raided)
    amphibious = [s for s in sites if s.amphibious]
    if not amphibious:
        return sites
    return tuple(
        s
        for s in (amphibious if world.game.conduct.assaults_first else sites)
        if world.board.is_sea(s.space)
        or s.raid
        or not any(z in waiting for z, t in state.turn.assaults if t == s.space)
    )


def needs_no_dice(world: World, state: AreaState, power: Power, site: Site) -> bool:
    """A combat that is over as soon as it is looked at: no defenders stand in the territory."""
    return (
        not site.raid
        and not wavering(state, power, site)
        and not world.board.is_sea(site.space)
        and not enemies_at(world, state, power, site.space)
    )


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


def wavering(state: AreaState, power: Power, site: Site) -> tuple[str, ...]:
    """The zones from which a landing may still be called off: those that saw a sea battle."""
    if not site.amphibious or site.raid:
        return ()
    return tuple(
        zone
        for zone, land in state.turn.assaults
        if land == site.space
        and zone in state.turn.fought
        and zone not in state.turn.blocked
        and troops_waiting(state, power, zone, land)
    )


def landing_question(world: World, state: AreaState, power: Power) -> Site | None:
    """The landing that the attacker may call off now."""
    if not world.game.conduct.landing_optional or not state.turn.chosen:
        return None
    return next(
        (s for s in open_sites(world, state) if s.space == state.turn.chosen and wavering(state, power, s)), None
    )


def question(world: World, state: AreaState, power: Power) -> Site | None:
    """The landing zone that the attacker is asked about now."""
    sites = open_sites(world, state)
    if len(sites) == 1 and undecided(world, state, power, sites[0]):
        return sites[0]
    chosen = next((s for s in sites if s.space == state.turn.chosen), None)
    return chosen if chosen and undecided(world, state, power, chosen) else None


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Every combat has been resolved, and no rocket is left to fire."""
    return state.battle is None and not state.turn.sites and not rockets.can_fire(world, state, power)


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
    landing = landing_question(world, state, power)
    if landing is not None:
        return (Decision(power, "landing", landing.space, f"Land in {landing.space}, or keep the troops aboard?"),)
    if not state.turn.sites:
        return (Decision(power, "rocket", prompt="Fire a rocket, or end the combat phase."),)
    also = " Or fire a rocket first." if rockets.can_fire(world, state, power) else ""
    return (Decision(power, "fight", prompt=f"Which combat is resolved next?{also}"),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    """Judge the choices of the power on turn between battles; those within one are the battle's own."""
    if isinstance(action, MOVE_ORDERS):
        return too_late_to_move(world, state, action)
    if state.battle is not None:
        if isinstance(action, Fight):
            return world.refuse("combat.order-of-battles", "The battle in progress is fought to its end first.")
        return fight.check(world, state, seat, action)
    if isinstance(action, Rocket) and "rockets" in world.features:
        return rockets.check_rocket(world, state, power, action)
    site = question(world, state, power)
    if isinstance(action, Engage):
        if site is None:
            return world.refuse("amphib.sea-combat-when", "There is no such choice to make now.")
        return None
    landing = landing_question(world, state, power)
    if isinstance(action, Assault) and world.game.conduct.landing_optional:
        if landing is None:
            return world.refuse("amphibious.landing-optional", "There is no landing to decide on now.")
        return None
    if site is None and landing is None and isinstance(action, Fight):
        return _check_fight(world, state, action)
    if isinstance(action, Done):
        if not state.turn.sites:
            return None
        return world.refuse("combat.mandatory", "Every combat that was brought about has to be resolved.")
    if isinstance(action, Retreat):
        return world.refuse(
            "combat.fight-a-round", "No battle is in progress: at least one round is fought first."
        )
    return world.refuse("turn.phases", "Now combat is conducted.")


def too_late_to_move(world: World, state: AreaState, action: Move | Raid | Voyage | Board | Disembark) -> Refusal:
    """Nobody moves while combat is conducted, neither into a battle nor past one that has been won."""
    if (
        state.battle is not None
        and isinstance(action, Move | Raid | Voyage)
        and state.battle.space in action.path[-1:]
    ):
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
        site = next(s for s in open_sites(run.world, run.state) if s.space == action.space)
        if _asks(run, power, site):
            run.emit(SiteChosen(space=site.space))
            return
        resolve(run, power, site)
    elif isinstance(action, Assault):
        _decide_landing(run, power, action)
    elif isinstance(action, Rocket):
        rockets.fire(run, power, action)
    carry_on(run, power)


def _asks(run: Unfolding, power: Power, site: Site) -> bool:
    """Whether the attacker has something to say before a combat is resolved."""
    if undecided(run.world, run.state, power, site):
        return True
    return run.world.game.conduct.landing_optional and bool(wavering(run.state, power, site))


def _decide_landing(run: Unfolding, power: Power, action: Assault) -> None:
    site = landing_question(run.world, run.state, power)
    if site is None:
        raise ValueError("the landing was not checked")
    if not action.go:
        for zone in wavering(run.state, power, site):
            run.emit(CalledOff(zone=zone, territory=site.space))
    resolve(run, power, site)


def carry_on(run: Unfolding, power: Power) -> None:
    """Resolve combats for as long as there is nothing to choose."""
    while run.state.battle is None and run.state.turn.sites:
        sites = open_sites(run.world, run.state)
        quiet = [s for s in sites if needs_no_dice(run.world, run.state, power, s)]
        if not quiet and (len(sites) > 1 or rockets.can_fire(run.world, run.state, power)):
            return
        site = quiet[0] if quiet else sites[0]
        if _asks(run, power, site):
            if not undecided(run.world, run.state, power, site):
                run.emit(SiteChosen(space=site.space))
            return
        resolve(run, power, site)


def resolve(run: Unfolding, power: Power, site: Site) -> None:
    """Begin one combat; it may be over at once."""
    world, space = run.world, site.space
    if site.raid:
        fight.begin_over(run, power, space, "raid")
    elif world.board.is_sea(space):
        if space in run.state.turn.ignored:
            run.emit(SiteClosed(space=space, landing="open"))
            return
        fight.begin(run, power, space, False)
    else:
        support: Stack = EMPTY
        for zone, territory in run.state.turn.assaults:
            if territory == space and zone not in run.state.turn.blocked:
                if troops_waiting(run.state, power, zone, territory):
                    support = bombarding(run, power, zone, territory, support)
                land_assault(run, power, zone, territory)
        if all(piece.raiding for piece, _ in own_at(run.state, power, space)):
            run.emit(SiteClosed(space=space))
            return
        if not enemies_at(world, run.state, power, space):
            _walk_in(run, power, space)
            return
        fight.begin(run, power, space, site.amphibious, support)
    if run.state.battle is None:
        conclude(run, power)


def bombarding(run: Unfolding, power: Power, zone: str, territory: str, others: Stack) -> Stack:
    """Own ships that fire one shot ahead of a landing from their zone, if no battle was fought there."""
    world = run.world
    if "support" not in world.features or zone in run.state.turn.fought:
        return others
    if not enemies_at(world, run.state, power, territory):
        return others
    for ship, count in own_at(run.state, power, zone):
        if world.sequences.supports("land", "attack", world.type(ship)) and ship.landing in ("", territory):
            after = replace(ship, moved=True, landing=territory)
            if after != ship:
                run.emit(Changed(space=zone, piece=ship, count=count, after=after))
            others = add(others, after, count)
    return others


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
    if any(site.raid and site.space == space for site in run.state.turn.sites):
        run.emit(SiteClosed(space=space, raid=True))
        return
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
    elif landing_question(world, state, power) is not None:
        yield from (Assault(go=True), Assault(go=False))
    else:
        yield from rockets.offers(world, state, power)
        if not state.turn.sites:
            yield Done()
        yield from (Fight(space=s.space) for s in open_sites(world, state))
