"""Conduct combat: which battles there are, the order they are resolved in, and what follows from them.

A team of one or more powers plays this phase. If powers attack together, any power that takes part in a combat can
start it; otherwise only the power whose phase it is.
"""

from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

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
    Submerge,
    Voyage,
    Withdraw,
)
from sandtable.area.battle import fight
from sandtable.area.battle.sequence import Volley
from sandtable.area.capture import take
from sandtable.area.events import BattleEnded, CalledOff, Changed, Engaged, SiteChosen, SiteClosed, SitesSet
from sandtable.area.forces import EMPTY, Piece, Power, Stack, add, first, merge, where
from sandtable.area.movement.voyage import land_assault, troops_waiting
from sandtable.area.state import AreaState, Site
from sandtable.area.status import active, enemies_at, hostile_land, hostile_zone, ignorable, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

FIGHTS = "fight"
"""The kind of decision: which combat is next."""

LANDS = "landing"
"""The kind of decision: whether troops go ashore after a sea battle."""

ENGAGES = "engage"
"""The kind of decision: whether submarines and transports are fought."""

BATTLE_ANSWERS = (Aim, Casualties, Press, PullBack, Retreat, Submerge, Withdraw)
MOVE_ORDERS = (Move, Raid, Voyage, Board, Disembark)
UNDEFENDED = "undefended"
"""The sequence of a combat without defenders, in games that declare one."""


# who fights where


def team_of(world: World, state: AreaState, power: Power) -> tuple[Power, ...]:
    """The powers that fight together: the whole team on turn if attacks are joint, otherwise just this one."""
    return active(state) if world.sequences.joint else (power,)


def sent(world: World, state: AreaState, power: Power, space: str) -> Stack:
    """The units that ``power``'s team fights with in a space; if attacks are joint, only those sent there."""
    team, joint = team_of(world, state, power), world.sequences.joint
    return where(
        state.at(space),
        lambda p: (
            p.power in team and not p.raiding and not p.landed and not p.submerged and (p.moved or not joint)
        ),
    )


def landing(world: World, state: AreaState, power: Power, territory: str) -> tuple[Power, ...]:
    """The powers of the team whose troops are waiting to land in a territory, and still can."""
    shut = _shut(world, state, power)
    return tuple(
        mate
        for mate in team_of(world, state, power)
        if any(
            land == territory and zone not in shut and troops_waiting(state, mate, zone, land)
            for zone, land in state.turn.assaults
        )
    )


def _shut(world: World, state: AreaState, power: Power) -> frozenset[str]:
    """Zones from which nobody can land: the fleet was beaten, or enemies have come to share the zone."""
    if not world.game.conduct.fleets.share_zones:
        return frozenset(state.turn.blocked)
    waiting = {site.space for site in state.turn.sites}
    return frozenset(state.turn.blocked).union(
        zone for zone, _ in state.turn.assaults if zone not in waiting and hostile_zone(world, state, power, zone)
    )


def takers(world: World, state: AreaState, power: Power, site: Site) -> tuple[Power, ...]:
    """The powers of the team that take part in a combat."""
    team = team_of(world, state, power)
    if not world.sequences.joint:
        return team
    if site.raid:
        there = {p.power for p, _ in state.at(site.space) if p.raiding}
    else:
        there = {p.power for p, _ in sent(world, state, power, site.space)}
        there |= {*landing(world, state, power, site.space)}
    return tuple(mate for mate in team if mate in there)


def find_sites(world: World, state: AreaState, power: Power) -> tuple[Site, ...]:
    """Every space where the team on turn has combat to resolve."""
    zones = {zone for zone, _ in state.turn.assaults}
    lands = {
        land
        for zone, land in state.turn.assaults
        if any(troops_waiting(state, mate, zone, land) for mate in team_of(world, state, power))
    }
    found = [Site(land, amphibious=True) for land in lands]  # even if tanks came first
    for space in state.stacks:
        if world.board.is_sea(space):
            if _sea_battle(world, state, power, space) or (
                space in zones and _may_ignore(world, state, power, space)
            ):
                found.append(Site(space, amphibious=space in zones))
        elif space not in lands and _attacked(world, state, power, space):
            found.append(Site(space))
    for part in world.parts.sites:
        found += part.sites(world, state, team_of(world, state, power))
    return tuple(sorted(found))


def _attacked(world: World, state: AreaState, power: Power, space: str) -> bool:
    """Whether units have come overland or by air to fight for a territory."""
    return hostile_land(world, state.control, power, space) and bool(sent(world, state, power, space))


def _sea_battle(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """A declared attack, ships or air units against enemy warships, or ships that enemy air units came to meet."""
    foes = enemies_at(world, state, power, zone)
    here = [p for p, _ in sent(world, state, power, zone)]
    if zone in state.turn.engaged:
        return bool(foes) and bool(here)
    if hostile_zone(world, state, power, zone):
        return any(world.type(p).kind == "sea" or p.moved for p in here)
    return any(world.type(p).kind == "sea" for p in here) and any(p.came for p, _ in foes)


def _may_ignore(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """A landing zone with enemies that may be fought or ignored, and own ships that could fight them."""
    return (
        zone not in state.turn.engaged
        and ignorable(world, state, power, zone)
        and any(world.type(p).attack and world.type(p).kind == "sea" for p, _ in own_at(state, power, zone))
    )


# what comes next


def held_up(world: World, state: AreaState, site: Site) -> Refusal | None:
    """The rule by which a combat has to wait for another: sea battles come before landings.

    In some games assaults come before everything else; parts may have rules as well.
    """
    for part in world.parts.postpones:
        refusal = part.postpones(world, state, site)
        if refusal:
            return refusal
    sites = state.turn.sites
    first = world.game.conduct.assaults_first and not (site.amphibious or site.raid)
    if first and any(s.amphibious for s in sites):
        return world.refuse("amphib.resolve-first", "Resolve amphibious assaults before all other combat.")
    if site.raid or world.board.is_sea(site.space):
        return None
    waiting = {s.space for s in sites}
    if any(zone in waiting for zone, land in state.turn.assaults if land == site.space):
        return world.refuse("amphib.sequence", f"Fight the sea battle before the landing in {site.space}.")
    return None


def open_sites(world: World, state: AreaState) -> tuple[Site, ...]:
    """The combats that may be resolved next."""
    return tuple(site for site in state.turn.sites if held_up(world, state, site) is None)


def needs_no_dice(world: World, state: AreaState, power: Power, site: Site) -> bool:
    """A combat with nothing to decide: the territory is undefended."""
    return (
        not site.raid
        and not wavering(world, state, power, site)
        and not world.board.is_sea(site.space)
        and not enemies_at(world, state, power, site.space)
    )


def undecided(world: World, state: AreaState, power: Power, site: Site) -> bool:
    """A landing zone where it is still undecided whether submarines and transports are fought."""
    zone = site.space
    return (
        world.board.is_sea(zone)
        and site.amphibious
        and zone not in state.turn.engaged
        and zone not in state.turn.ignored
        and ignorable(world, state, power, zone)
    )


def wavering(world: World, state: AreaState, power: Power, site: Site) -> tuple[str, ...]:
    """The zones from which a landing may still be called off: those that saw a sea battle."""
    if not world.game.conduct.landings.optional or not site.amphibious or site.raid:
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
    if not state.turn.chosen:
        return None
    sites = (s for s in open_sites(world, state) if s.space == state.turn.chosen)
    return next((s for s in sites if wavering(world, state, power, s)), None)


def question(world: World, state: AreaState, power: Power) -> Site | None:
    """The landing zone that the attacker has to decide about now."""
    sites = open_sites(world, state)
    if len(sites) == 1 and undecided(world, state, power, sites[0]):
        return sites[0]
    chosen = next((s for s in sites if s.space == state.turn.chosen), None)
    return chosen if chosen and undecided(world, state, power, chosen) else None


# the phase


def begin(run: Unfolding, power: Power) -> None:
    """Find this turn's combats and resolve those without a choice."""
    run.emit(SitesSet(power=power, sites=find_sites(run.world, run.state, power)))
    for part in run.world.parts.before_combat:
        part.before_combat(run, power)
    advance_until_decision(run, power)


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Every combat has been resolved."""
    return state.battle is None and not state.turn.sites


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    if state.battle is not None:
        return fight.pending(world, state)
    site = question(world, state, power)
    if site is not None:
        prompt = f"Fight the submarines and transports in {site.space}, or ignore them?"
        return (Decision(power, ENGAGES, site.space, prompt),)
    site = landing_question(world, state, power)
    if site is not None:
        return (Decision(power, LANDS, site.space, f"Land in {site.space}, or keep the troops aboard?"),)
    sites = open_sites(world, state)
    callers = {mate for site in sites for mate in takers(world, state, power, site)}
    return tuple(
        Decision(mate, FIGHTS, prompt=_which(sites)) for mate in team_of(world, state, power) if mate in callers
    )


def _which(sites: tuple[Site, ...]) -> str:
    if len(sites) != 1:
        return "Which battle do you fight next?"
    return f"Start the raid on {sites[0].space}." if sites[0].raid else f"Start the battle in {sites[0].space}."


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    """Judge the decisions of the powers on turn between battles; those within a battle are judged there."""
    if isinstance(action, MOVE_ORDERS):
        return too_late_to_move(world, state, action)
    if state.battle is not None:
        if isinstance(action, Fight):
            return world.refuse("combat.order-of-battles", "Finish the battle in progress first.")
        return fight.check(world, state, seat, action)
    site = question(world, state, power)
    if isinstance(action, Engage):
        if site is None:
            return world.refuse("amphib.sea-combat-when", "You don't have that choice now.")
        return None
    wavers = landing_question(world, state, power)
    if isinstance(action, Assault) and world.game.conduct.landings.optional:
        if wavers is None:
            return world.refuse("amphibious.landing-optional", "There's no landing to decide on now.")
        return None
    if site is None and wavers is None and isinstance(action, Fight):
        return _check_fight(world, state, power, seat, action)
    if isinstance(action, Done):
        if not state.turn.sites:
            return None
        return world.refuse("combat.mandatory", "You must fight every battle before you end the phase.")
    if isinstance(action, Retreat):
        return world.refuse("combat.fight-a-round", "No battle is in progress. Fight at least one round first.")
    return world.refuse("turn.phases", "It's time for combat.")


def too_late_to_move(world: World, state: AreaState, action: Move | Raid | Voyage | Board | Disembark) -> Refusal:
    """The refusal for moving during combat, whether into a battle or past one that was won."""
    if (
        state.battle is not None
        and isinstance(action, Move | Raid | Voyage)
        and state.battle.space in action.path[-1:]
    ):
        return world.refuse("cmove.no-reinforcement", f"It's too late to join the battle in {state.battle.space}.")
    if isinstance(action, Disembark) or (isinstance(action, Voyage) and action.land):
        return world.refuse("amphib.announce", "You can land only where you announced it in the combat move.")
    return world.refuse("cmove.simultaneous", "Combat moves come before combat. It's too late to move.")


def _check_fight(world: World, state: AreaState, power: Power, seat: Power, action: Fight) -> Refusal | None:
    here = [site for site in state.turn.sites if site.space == action.space]
    if not here:
        if action.space in world.board.territories:
            return world.refuse("combat.not-announced", f"There's no battle in {action.space}.")
        return world.refuse("combat.where", f"There's no battle in {action.space}.")
    held = [held_up(world, state, site) for site in here]
    if all(held):
        return held[0]
    site = here[held.index(None)]
    if seat not in takers(world, state, power, site):
        return world.refuse("combat.own-battles", f"{world.the(seat)} isn't part of the battle in {action.space}.")
    return None


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    """Carry out a decision and continue until the next one."""
    if isinstance(action, BATTLE_ANSWERS):
        battle = run.state.battle
        assert battle is not None
        fight.answer(run, seat, action)
        if run.state.battle is None:
            conclude(run, power, battle.space, battle.sequence)
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
        resolve(run, seat, site)
    elif isinstance(action, Assault):
        _decide_landing(run, power, action)
    advance_until_decision(run, power)


def _asks(run: Unfolding, power: Power, site: Site) -> bool:
    """Whether the attacker has to decide something before a combat is resolved."""
    return undecided(run.world, run.state, power, site) or bool(wavering(run.world, run.state, power, site))


def _decide_landing(run: Unfolding, power: Power, action: Assault) -> None:
    site = landing_question(run.world, run.state, power)
    if site is None:
        raise ValueError("the landing was not checked")
    if not action.go:
        for zone in wavering(run.world, run.state, power, site):
            run.emit(CalledOff(zone=zone, territory=site.space))
    resolve(run, power, site)


def advance_until_decision(run: Unfolding, power: Power) -> None:
    """Resolve combats until there is something to decide; when none are left, parts do what follows."""
    while run.state.battle is None:
        world, state = run.world, run.state
        if any(part.asks(world, state, power) for part in world.parts.asks):
            return
        if not state.turn.sites:
            for part in world.parts.combats_over:
                part.combats_over(run, power)
            return
        sites = open_sites(world, state)
        quiet = [s for s in sites if not takers(world, state, power, s)]
        quiet += [s for s in sites if needs_no_dice(world, state, power, s)]
        if not quiet and (len(sites) > 1 or _invited(run, power)):
            return
        site = quiet[0] if quiet else sites[0]
        if _asks(run, power, site):
            if not undecided(world, state, power, site):
                run.emit(SiteChosen(space=site.space))
            return
        if state.call_battles and not quiet:
            return
        resolve(run, next(iter(takers(world, state, power, site)), power), site)


def _invited(run: Unfolding, power: Power) -> bool:
    """Whether a part of the game lets the power do something before the next combat."""
    return any(part.invites(run.world, run.state, power) for part in run.world.parts.invites)


def resume(run: Unfolding, power: Power) -> None:
    advance_until_decision(run, power)


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None, more: Iterable[AreaAction]
) -> Iterator[AreaAction]:
    if state.battle is not None:
        yield from fight.legal(world, state, seat)
    elif question(world, state, power) is not None:
        yield from (Engage(fight=True), Engage(fight=False))
    elif landing_question(world, state, power) is not None:
        yield from (Assault(go=True), Assault(go=False))
    else:
        yield from more
        if not state.turn.sites:
            yield Done()
        for site in open_sites(world, state):
            if seat in takers(world, state, power, site):
                yield Fight(site.space)


# one combat


def resolve(run: Unfolding, power: Power, site: Site) -> None:
    """Start one combat; it may be over at once."""
    world, space = run.world, site.space
    if any(part.resolves(run, power, site) for part in world.parts.resolves):
        return
    if not takers(world, run.state, power, site):
        run.emit(SiteClosed(space=space))
        return
    if world.board.is_sea(space):
        if space in run.state.turn.ignored:
            run.emit(SiteClosed(space=space, landing="open"))
            return
        sequence = "sea"
        fight.begin(run, power, space, False)
    else:
        support = _come_ashore(run, power, space)
        if not sent(world, run.state, power, space):
            run.emit(SiteClosed(space=space))
            return
        power = next(iter(takers(world, run.state, power, site)), power)
        if enemies_at(world, run.state, power, space):
            sequence = "land"
            fight.begin(run, power, space, site.amphibious, support)
        elif UNDEFENDED in world.sequences.sequences:
            sequence = UNDEFENDED
            fight.begin_over(run, power, space, UNDEFENDED)
        else:
            _walk_in(run, power, space)
            return
    if run.state.battle is None:
        conclude(run, power, space, sequence)


def _come_ashore(run: Unfolding, power: Power, space: str) -> Stack:
    """Land the troops of announced assaults; ships whose zone saw no battle bombard first."""
    support: Stack = EMPTY
    team, shut = team_of(run.world, run.state, power), _shut(run.world, run.state, power)
    for zone, land in run.state.turn.assaults:
        if land != space or zone in shut:
            continue
        ashore = [mate for mate in team if troops_waiting(run.state, mate, zone, land)]
        for mate in team if ashore else ():
            support = bombarding(run, mate, zone, land, support)
        for mate in ashore:
            land_assault(run, mate, zone, land)
    for part in run.world.parts.supports_landing:
        support = merge(support, part.supports_landing(run.world, run.state, power, space))
    return _for_each_landed(run, space, support)


def _for_each_landed(run: Unfolding, space: str, support: Stack) -> Stack:
    """The best of the units that support a landing, if only one may per unit that landed."""
    volleys = [step for step in run.world.sequences.sequences["land"].steps if isinstance(step, Volley)]
    if not any(step.support and step.per_landing for step in volleys):
        return support
    landed = sum(count for piece, count in run.state.at(space) if piece.landing == space)
    best = sorted(support, key=lambda group: (-run.world.type(group[0]).attack, group[0]))
    return first(tuple(best), landed)


def bombarding(run: Unfolding, power: Power, zone: str, territory: str, others: Stack) -> Stack:
    """Own ships that fire one shot before a landing from their zone, if no battle was fought there."""
    world = run.world
    if "support" not in world.features or zone in run.state.turn.fought:
        return others
    if not world.parts.adjusted(world, run.state, power, "bombardments", 1, zone):
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
    """An undefended territory: land units take it, air units alone don't."""
    _capture(run, power, space)
    for piece, count in own_at(run.state, power, space):
        if not piece.moved:
            run.emit(Changed(space=space, piece=piece, count=count, after=replace(piece, moved=True)))
    run.emit(SiteClosed(space=space))


def conclude(run: Unfolding, power: Power, space: str, sequence: str) -> None:
    """After a battle: a territory changes hands, landings become possible or not."""
    world = run.world
    if any(part.concludes(run, space, sequence) for part in world.parts.concludes):
        return
    if not world.board.is_sea(space):
        if not enemies_at(world, run.state, power, space):
            _capture(run, power, space)
        run.emit(SiteClosed(space=space))
    elif not any(zone == space for zone, _ in run.state.turn.assaults):
        run.emit(SiteClosed(space=space))
    else:
        run.emit(SiteClosed(space=space, landing="open" if _cleared(run, power, space) else "blocked"))


def _cleared(run: Unfolding, power: Power, zone: str) -> bool:
    """Whether troops can land from a zone after the battle there."""
    if run.world.game.conduct.fleets.share_zones:
        return not hostile_zone(run.world, run.state, power, zone)
    ended = next(e for e in reversed(run.events) if isinstance(e, BattleEnded))
    return ended.outcome in ("attacker", "none")


def conqueror(world: World, state: AreaState, power: Power, space: str) -> Power | None:
    """Who takes a territory: the power with the most land units there, then the costlier ones, then turn order."""
    counts: dict[Power, tuple[int, int]] = {}
    for piece, count in sent(world, state, power, space):
        if world.type(piece).kind == "land" and piece.unit not in world.unarmed:
            units, cost = counts.get(piece.power, (0, 0))
            counts[piece.power] = (units + count, cost + count * world.type(piece).cost)
    team = team_of(world, state, power)
    return max(team, key=lambda mate: counts.get(mate, (0, 0))) if counts else None


def _capture(run: Unfolding, power: Power, space: str) -> None:
    """Take a territory, if a land unit is there to do it."""
    world = run.world
    if not hostile_land(world, run.state.control, power, space):
        return
    taker = conqueror(world, run.state, power, space)
    if taker is None:
        return
    take(run, taker, space)
    if "pull-backs" in world.features:  # nobody reboards any more
        for piece, count in sent(world, run.state, power, space):
            if piece.landing:
                calm = Piece(piece.power, piece.unit, moved=True, came=piece.came)
                run.emit(Changed(space=space, piece=piece, count=count, after=calm))
