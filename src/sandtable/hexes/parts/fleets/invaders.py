"""Invasions at sea in the naval game: who finds them, and the fleets that must be beaten before the army."""

from math import ceil

from msgspec.structs import replace

from sandtable.hexes.combat.losses import inflict
from sandtable.hexes.events import LandingBegan
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.invasion.sailing import hungry, naval_fire
from sandtable.hexes.parts.fleets import battle, search
from sandtable.hexes.parts.fleets.cargo import favour, spirit
from sandtable.hexes.parts.fleets.lookouts import companions
from sandtable.hexes.parts.fleets.memory import NAVY, Chase, Voyage
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.state import Attack, Duel, HexState, Name, Toll
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def voyage_of(world: World, state: HexState, force: Attack) -> Voyage | None:
    """The voyage of a force that puts to sea. None: it is over, or it sails with an army."""
    landing = state.combat.landing if state.combat is not None else None
    army = state.armies.get(force.army)
    base = army.at if army is not None else state.fleets[force.fleet].at
    side = army.side if army is not None else state.fleets[force.fleet].side
    ports = (
        [state.armies[name].at for name in landing.armies if name in state.armies] if landing is not None else []
    )
    foes = search.watchers(world, state, side)
    voyage = Voyage(
        "" if army is not None else force.fleet,
        "invasion",
        force.route,
        force=force,
        foes=foes,
        watch=foes,
        start="" if force.route[0] == base else base,
    )
    if search.force_key(voyage) in NAVY.of(state).sightings or (army is None and base in ports):
        return None
    return voyage


def engage(run: Unfolding, terms: Settings, one: Chase, voyage: Voyage) -> None:
    """A fleet has found an invasion: it fights a fleet that protects the army, or fires at the army."""
    world, state, force = run.world, run.state, voyage.force
    assert force is not None, "no invasion is at sea"
    guards = companions(state, voyage)
    if guards:
        foe = one.foe if one.foe in guards else guards[0]
        battle.fight(run, terms, one.fleet, foe, one.at)
        return
    fleet = state.fleets[one.fleet]
    modifier = (
        hungry(world, state, fleet) + favour(world, state, terms, fleet, one.at) + spirit(world, state, one.fleet)
    )
    hits = naval_fire(run, one.fleet, force.army, sea_strength(world, state, fleet, None), modifier)
    landing = run.combat.landing
    assert landing is not None, "nobody lands"
    run.emit(LandingBegan(landing=replace(landing, duel=Duel(one.fleet, "", hits, 0))))
    if hits:
        inflict(run, Toll(state.armies[force.army].side, hits, (force.army,), amphibious=ceil(hits / 2)))


def check_foe(state: HexState, voyage: Voyage, foe: Name) -> bool:
    """Whether a fleet that an interceptor chooses is there."""
    return not foe or (voyage.force is not None and foe in companions(state, voyage))
