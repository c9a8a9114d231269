"""Scrambling: air units at a coastal base defend an adjacent sea zone under attack."""

from collections.abc import Iterator

from sandtable.area.events import WereStranded
from sandtable.area.forces import Power, Stack, where
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.parts.countermoves.actions import Scramble
from sandtable.area.parts.countermoves.events import CameHome, Scrambled
from sandtable.area.parts.countermoves.memory import MOVES, Sortie
from sandtable.area.parts.countermoves.reacting import bases, chosen, mover, reach_of_base, ready, subsets
from sandtable.area.parts.countermoves.settings import Settings
from sandtable.area.phases.combat import find_sites
from sandtable.area.state import AreaState
from sandtable.area.status import barred, friendly_land
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import unit_name
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def calling(world: World, state: AreaState, power: Power) -> frozenset[str]:
    """Sea zones a power may scramble into: friendly units are attacked there, or an assault comes from there."""
    attacker = mover(state)
    zones = {z for z, land in state.turn.assaults if troops_waiting(state, attacker, z, land)}
    for site in find_sites(world, state, attacker):
        if world.board.is_sea(site.space) and any(world.friends(p.power, power) for p, _ in state.at(site.space)):
            zones.add(site.space)
    return frozenset(zone for zone in zones if not world.parts.surprised(world, state, zone))


def left_at(settings: Settings, state: AreaState, base: str) -> int:
    """How many air units a base can still scramble."""
    return settings.scramble - MOVES.of(state).scrambled.get(base, 0)


def options(settings: Settings, world: World, state: AreaState, power: Power) -> dict[tuple[str, str], Stack]:
    """Bases with adjacent zones, and the air units that can scramble."""
    zones = calling(world, state, power)
    found = {}
    for base, units, _ in bases(world, state, power, settings.base, settings.strikers) if zones else ():
        for zone in world.board.coasts[base]:
            open_to = zone in zones and not barred(world, state, power, zone, flying=True)
            if open_to and left_at(settings, state, base) > 0:
                found[base, zone] = units
    return found


def check(settings: Settings, world: World, state: AreaState, seat: Power, action: Scramble) -> Refusal | None:
    base, zone = action.base, action.zone
    if base not in world.board.territories or zone not in world.board.coasts[base]:
        return world.refuse("scramble.who", f"{zone} isn't beside {base}.")
    if world.parts.surprised(world, state, zone):
        return world.refuse("scramble.surprised", f"The attack in {zone} is a surprise: nobody scrambles.")
    if zone not in calling(world, state, seat):
        why = f"Nobody friendly is attacked in {zone}, and no assault comes from there."
        return world.refuse("scramble.purpose", why)
    shut = barred(world, state, seat, zone, flying=True)
    if shut:
        return shut
    units = ready(state, seat, base, settings.strikers)
    served = reach_of_base(world, state, seat, base, settings.base) is not None
    if not served and any(piece.unit == settings.base and not piece.chips for piece, _ in state.at(base)):
        what = unit_name(world, settings.base)
        return world.refuse(
            "airbase.inoperative", f"The {what} in {base} isn't operative: nobody scrambles there."
        )
    if not action.units or not served or chosen(units, action.units) is None:
        why = f"You have no such air units at an operative air base in {base} that can still scramble this turn."
        return world.refuse("scramble.who", why)
    if len(action.units) > left_at(settings, state, base):
        sorties = [one for one in MOVES.of(state).sorties if one.base == base]
        rule = "scramble.who"
        if any(one.to != zone for one in sorties):
            rule = "scramble.several-bases"
        elif any(one.power != seat for one in sorties):
            rule = "scramble.allies"
        why = f"{base} can scramble only {left_at(settings, state, base)} more air units this turn."
        return world.refuse(rule, why)
    return None


def offers(settings: Settings, world: World, state: AreaState, power: Power) -> Iterator[Scramble]:
    for (base, zone), units in options(settings, world, state, power).items():
        yield from (Scramble(some, base, zone) for some in subsets(units, left_at(settings, state, base)))


def order(run: Unfolding, settings: Settings, seat: Power, action: Scramble) -> None:
    units = chosen(ready(run.state, seat, action.base, settings.strikers), action.units)
    assert units is not None
    run.emit(Scrambled(Sortie(seat, action.base, action.zone, units)))


def may_come(settings: Settings, world: World, state: AreaState, zone: str) -> bool:
    """Whether enemies could scramble into a zone from which the active power makes an assault."""
    if not any(z == zone for z, _ in state.turn.assaults):
        return False
    return any(
        zone in world.board.coasts[base]
        for power in world.enemies[mover(state)]
        if power in world.powers and not barred(world, state, power, zone, flying=True)
        for base, _, _ in bases(world, state, power, settings.base, settings.strikers)
    )


def go_home(run: Unfolding, power: Power) -> None:
    """Return scrambled air units after all combats; those whose base is lost are stranded."""
    world = run.world
    foes = world.enemies[power]
    for zone in tuple(run.state.stacks):
        if not world.board.is_sea(zone):
            continue
        out = where(run.state.at(zone), lambda p: p.power in foes and bool(p.came) and world.type(p).kind == "air")
        for piece, count in out:
            home = friendly_land(world, run.state.control, piece.power, piece.came)
            run.emit(CameHome(zone, piece.came, ((piece, count),), home))
            if not home:
                run.emit(WereStranded(zone, piece.power, piece.unit, count))
