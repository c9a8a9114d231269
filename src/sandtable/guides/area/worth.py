"""What a power's combat moves are worth: battles by their odds, landings only if the sea is won, and prizes.

A captured territory counts its income twice: its taker collects it once, and its owner doesn't. A capital counts
what its owner would lose besides: the treasury and the rest of the income.
"""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, size, where
from sandtable.area.phases.combat import find_sites
from sandtable.area.state import AreaState, Site
from sandtable.area.status import capital_lost, production
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.chances import quick_odds
from sandtable.guides.area.contests import matched
from sandtable.guides.area.questions import Prospect, WorthAnswer
from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy

TAKER = Policy(keep_land=True)
"""Nobody retreats, the cheapest units are lost first, and the last land unit is kept to take the territory."""
TIMES = 2
"""How often the income of a captured territory counts."""


def worth(game: AreaGame, state: AreaState, seat: Power | None) -> WorthAnswer | Refusal:
    """What a power's combat moves so far are worth."""
    world = game.world.as_of(state)
    if seat is None:
        return world.refuse("players.all-powers-assigned", "A power has to ask.")
    sites = tuple(site for site in find_sites(world, state, seat) if not site.raid)
    at_sea = [site for site in sites if world.board.is_sea(site.space)]
    seas = {site.space: _fought(world, state, seat, site) for site in at_sea}
    lands = [_landed(world, state, seat, site, seas) for site in sites if site not in at_sea]
    taken = {
        space: prize(world, state, seat, space)
        for space, holder in state.control.items()
        if holder == seat and state.turn.control.get(space, seat) != seat
    }
    combats = (*seas.values(), *lands)
    total = sum(one.swing + one.capture * one.prize for one in combats) + sum(taken.values())
    return WorthAnswer(combats, taken, total)


def prize(world: World, state: AreaState, power: Power, space: str) -> float:
    """What taking a territory is worth besides the units."""
    owner = state.turn.control.get(space, "")
    value = world.board.territories[space].value
    if owner not in world.powers or owner not in world.enemies[power]:
        return 0.0 if owner in world.powers else float(value)
    found = float(TIMES * value)
    info = world.powers[owner]
    if info.capital == space and not capital_lost(world, state, owner):
        found += state.treasury[owner] + max(0, production(world, state, owner) - value)
    return found


def _landed(world: World, state: AreaState, seat: Power, site: Site, seas: dict[str, Prospect]) -> Prospect:
    """A battle on land: with every landing whose sea battles are won, weighed by the chance of that."""
    zones = [zone for zone, land in state.turn.assaults if land == site.space and zone in seas]
    parts = []
    for chance, lost in _outcomes({zone: seas[zone].win for zone in zones}):
        turn = replace(state.turn, blocked=(*state.turn.blocked, *lost))
        parts.append((chance, _fought(world, replace(state, turn=turn), seat, site)))
    return Prospect(
        space=site.space,
        reached=parts[0][0],
        win=sum(chance * one.win for chance, one in parts),
        capture=sum(chance * one.capture for chance, one in parts),
        swing=sum(chance * one.swing for chance, one in parts),
        prize=parts[0][1].prize,
        exact=all(one.exact for _, one in parts),
    )


def _outcomes(wins: dict[str, float]) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Which of the sea battles may be lost, with the chance of each case; none of them first."""
    for count in range(len(wins) + 1):
        for lost in combinations(wins, count):
            chance = 1.0
            for zone, win in wins.items():
                chance *= 1 - win if zone in lost else win
            yield chance, lost


def _fought(world: World, state: AreaState, seat: Power, site: Site) -> Prospect:
    """One combat by itself."""
    space, at_sea = site.space, world.board.is_sea(site.space)
    won = 0.0 if at_sea else prize(world, state, seat, space)
    found = matched(world, state, seat, site)
    if found is None or not found[0]:
        return Prospect(space, 1.0, 0.0, 0.0, 0.0, won, True)
    attack, _, question = found
    if question is None:
        troops = size(where(attack, lambda piece: world.units[piece.unit].kind == "land"))
        return Prospect(space, 1.0, 1.0, float(bool(troops) and not at_sea), 0.0, won, True)
    odds = quick_odds(world, _kept(question, at_sea))
    if odds is None:
        return Prospect(space, 1.0, 0.0, 0.0, 0.0, won, False)
    capture = 0.0 if at_sea else odds.capture
    return Prospect(space, 1.0, odds.win, capture, odds.value_swing, won, odds.method == "exact")


def _kept(question: Question, at_sea: bool) -> Question:
    if at_sea:
        return question
    return replace(question, attacker=replace(TAKER, pilots=question.attacker.pilots))
