"""The combats set up by the moves so far, with the odds of each."""

from collections.abc import Iterator

from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.battle.placing import place, takes_part
from sandtable.area.evolve import evolve
from sandtable.area.family import AreaGame
from sandtable.area.forces import EMPTY, Power, Stack, merge, size, where
from sandtable.area.movement.voyage import land_assault, troops_waiting
from sandtable.area.phases.combat import bombarding, find_sites, takers, team_of
from sandtable.area.state import AreaState, Site
from sandtable.area.status import active, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.guides.area.chances import SHARE, chances, quick_odds
from sandtable.guides.area.questions import Chances, Contests, ContestsAnswer
from sandtable.guides.area.trial import after, tried
from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy
from sandtable.odds.stepwise.air import pilots

BEFORE_COMBAT = ("combat-move", "window")
"""Phases in which combats are set up."""


def contests(game: AreaGame, state: AreaState, seat: Power | None, question: Contests) -> ContestsAnswer | Refusal:
    """One line per combat still to be resolved, without the battle in progress.

    Powers that attack together share their combats, each led by one of the participants.
    """
    if question.orders:
        refusal = tried(game, state, seat or "", question.orders)
        if refusal is not None:
            return refusal
        for order in question.orders:
            state = after(game, state, seat or "", order)
    world = game.world.as_of(state)
    leads = active(state)[:1] if world.sequences.joint else active(state)
    return ContestsAnswer(tuple(one for power in leads for one in _led_by(world, state, power, question.space)))


def _led_by(world: World, state: AreaState, power: Power, only: str) -> Iterator[Chances]:
    fighting = state.battle.space if state.battle else ""
    coming = any(phase_of(state, mate) in BEFORE_COMBAT for mate in team_of(world, state, power))
    sites = tuple(find_sites(world, state, power) if coming else state.turn.sites)
    sites = tuple(site for site in sites if only in ("", site.space))
    for site in sites:
        leaders = takers(world, state, power, site)
        fought = leaders and site.space != fighting
        found = contest(world, state, leaders[0], site, len(sites)) if fought else None
        if found is not None:
            yield found


def contest(world: World, state: AreaState, power: Power, site: Site, among: int = 1) -> Chances | None:
    """The odds of one combat; None if nobody fights, as in a raid. ``among``: how many combats share the time."""
    found = matched(world, state, power, site)
    if found is None:
        return None
    attack, defend, question = found
    if question is None:
        return Chances(site.space, attack, defend, 1, 0, 0, 0, size(attack), 0, True, note="It's undefended.")
    odds = quick_odds(world, question, seconds=SHARE / among)
    return None if odds is None else chances(world, site.space, attack, defend, odds)


def matched(
    world: World, state: AreaState, power: Power, site: Site
) -> tuple[Stack, Stack, Question | None] | None:
    """Who meets whom in a combat, and its odds as a question: none if nobody defends. None if nobody fights."""
    if site.raid:
        return None
    at_sea = world.board.is_sea(site.space)
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    support = EMPTY if at_sea else _land(run, power, site.space)
    battle = place(world, run.state, power, site.space, site.amphibious, support=support)
    attack, defend = battle.attack.units, battle.defend.units
    if attack and not defend:
        return attack, defend, None
    low_luck = state.options.get(LOW_LUCK, False)
    foes = world.enemies[power]
    here = where(
        run.state.at(site.space), lambda p: p.power in foes and takes_part(world, power, battle.sequence, p)
    )
    return (
        attack,
        defend,
        Question(
            merge(attack, battle.attack.support),
            merge(here, battle.defend.support),
            at_sea,
            Policy(pilots=pilots(world, state, attack, False)),
            Policy(pilots=pilots(world, state, here, at_sea)),
            low_luck,
            air_fought=phase_of(state, power) not in BEFORE_COMBAT,
        ),
    )


def _land(run: Unfolding, power: Power, territory: str) -> Stack:
    """Land the troops of announced assaults, as if the sea battle were won. Returns the bombarding ships."""
    support: Stack = EMPTY
    for zone, land in run.state.turn.assaults:
        if land == territory and zone not in run.state.turn.blocked:
            if troops_waiting(run.state, power, zone, territory):
                support = bombarding(run, power, zone, territory, support)
            land_assault(run, power, zone, territory)
    return support
