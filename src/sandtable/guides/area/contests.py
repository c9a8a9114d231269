"""The combats that the moves so far have set up, and what each is worth."""

from collections.abc import Iterator

from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.battle.placing import place
from sandtable.area.evolve import evolve
from sandtable.area.forces import EMPTY, Power, Stack, merge, size
from sandtable.area.movement.voyage import land_assault, troops_waiting
from sandtable.area.phases import team_combat
from sandtable.area.phases.combat import bombarding, find_sites
from sandtable.area.state import AreaState, Site
from sandtable.area.status import active, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.guides.area.chances import chances, quick_odds
from sandtable.guides.area.questions import Chances, ContestsAnswer
from sandtable.odds.answer import Question

BEFORE_COMBAT = ("combat-move", "window")
"""Phases in which combats are being brought about."""


def contests(world: World, state: AreaState) -> ContestsAnswer:
    """One line a combat that is still to be resolved; the battle in progress is not among them."""
    if len(active(state)) > 1:
        return ContestsAnswer(tuple(_of_team(world, state)))
    return ContestsAnswer(tuple(one for power in active(state) for one in _of_power(world, state, power)))


def _of_team(world: World, state: AreaState) -> Iterator[Chances]:
    """A team fights together: each combat once, led by one of those who take part."""
    team, fighting = active(state), state.battle.space if state.battle else ""
    coming = any(phase_of(state, power) in BEFORE_COMBAT for power in team)
    for site in team_combat.find_sites(world, state, team[0]) if coming else state.turn.sites:
        takers = team_combat.takers(world, state, site)
        found = contest(world, state, takers[0], site) if takers and site.space != fighting else None
        if found is not None:
            yield found


def _of_power(world: World, state: AreaState, power: Power) -> Iterator[Chances]:
    moving = phase_of(state, power) == "combat-move"
    fighting = state.battle.space if state.battle else ""
    for site in find_sites(world, state, power) if moving else state.turn.sites:
        if site.space != fighting:
            found = contest(world, state, power, site)
            if found is not None:
                yield found


def contest(world: World, state: AreaState, power: Power, site: Site) -> Chances | None:
    """What one combat is worth; nothing where nobody fights, as in a raid."""
    if site.raid:
        return None
    at_sea = world.board.is_sea(site.space)
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    support = EMPTY if at_sea else _land(run, power, site.space)
    battle = place(world, run.state, power, site.space, site.amphibious, support=support)
    attack, defend = battle.attack.units, battle.defend.units
    if attack and not defend:
        return Chances(site.space, attack, defend, 1, 0, 0, 0, size(attack), 0, True, note="Nobody defends it.")
    low_luck = state.options.get(LOW_LUCK, False)
    everybody = merge(attack, battle.attack.support), merge(defend, battle.defend.support)
    odds = quick_odds(world, Question(*everybody, at_sea, low_luck=low_luck))
    return None if odds is None else chances(world, site.space, attack, defend, odds)


def _land(run: Unfolding, power: Power, territory: str) -> Stack:
    """Put the troops of announced assaults ashore, as if all were well at sea; the ships that fire for them."""
    support: Stack = EMPTY
    for zone, land in run.state.turn.assaults:
        if land == territory and zone not in run.state.turn.blocked:
            if troops_waiting(run.state, power, zone, territory):
                support = bombarding(run, power, zone, territory, support)
            land_assault(run, power, zone, territory)
    return support
