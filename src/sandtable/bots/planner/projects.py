"""Research on a track: which projects pay for their dice before the war is likely to be over."""

from math import ceil

from sandtable.area.forces import Power
from sandtable.area.parts.project_research import Advance, ProjectResearch
from sandtable.area.parts.project_research.advancing import offers, price
from sandtable.area.parts.project_research.memory import LABORATORIES, RESEARCH, marker_for, markers_of
from sandtable.area.parts.project_research.settings import Project, Settings
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.politics import spending
from sandtable.bots.planner.research import SHARE, TURNS, Laboratory

FACES = 6
"""Faces of a die."""
PROMISE = 1.6
"""How many times its price a project must gain."""
LATE = 0.93
"""What is left of its value for each turn it takes."""
DAMAGED = 0.1
"""The highest chance of losing the capital at which a power still spends money on research."""
PURCHASE = 0.12
"""The share of an income spent on units of one kind."""
IDLE = 10
"""Money beyond a turn's income above which everything that pays is researched, whatever it costs."""


def projects(laboratory: Laboratory, world: World, state: AreaState, seat: Power) -> list[tuple[Advance, Reason]]:
    """The projects to pay for now, the best first."""
    part = ProjectResearch.of(world)
    if part is None or not _safe(laboratory):
        return []
    settings, die = part.settings, price(world, state, part.settings, seat)
    found = []
    for order in offers(world, state, settings, seat):
        project = settings.techs[order.project]
        dice = dice_left(settings, project, _space(state, seat, order.project))
        worth = worth_of(laboratory, project) * LATE**dice
        if worth > PROMISE * dice * die:
            found.append((worth / (dice * die), dice * die, worth, order))
    found.sort(key=lambda one: (-one[0], one[3].project))
    purse = budget(laboratory, world, state, seat)
    fresh = settings.new - RESEARCH.of(state).started
    chosen = list[tuple[Advance, Reason]]()
    for _, cost, worth, order in found:
        new = not marker_for(state, seat, order.project)
        if len(chosen) >= purse // die or (new and not fresh):
            continue
        fresh -= new
        odds = f"about {worth:.0f} IPCs for {cost} more"
        aim = f"research {settings.techs[order.project].name}"
        chosen.append((order, Reason(aim, odds, value=worth - cost)))
    return chosen


def budget(laboratory: Laboratory, world: World, state: AreaState, seat: Power) -> int:
    """What can be spent on research: a share of the money, or everything that can't be spent on units."""
    money = state.treasury[seat]
    idle = money - laboratory.stance.field.income(laboratory.stance.power) - IDLE
    return max(int(SHARE / 2 * money), money - spending(world, state, seat, money), idle)


def dice_left(settings: Settings, project: Project, at: int) -> int:
    """How many dice a project takes on average from a space of the track.

    A die that breaks through is rolled again, so each moves a marker by 4.2 spaces.
    """
    if project.slow is not None:
        step = (project.slow.step * (FACES - 1) + project.slow.leap) / FACES
    else:
        step = sum(range(1, FACES + 1)) / (FACES - 1)
    return max(1, ceil((settings.track - at) / step - 0.25))


def worth_of(laboratory: Laboratory, project: Project) -> float:
    """What a project gains, in money."""
    found = laboratory.worth(project)
    if project.bonds is not None:
        found += TURNS * (project.bonds.dice * (FACES + 1) / 2 + project.bonds.plus)
    income = laboratory.stance.field.income(laboratory.stance.power)
    units = laboratory.world.units
    for effect in project.effects:
        if effect.units and effect.cost < 0:
            mean = sum(units[u].cost for u in effect.units) / len(effect.units)
            found += TURNS * PURCHASE * len(effect.units) / 2 * income / mean * -effect.cost
    return found


def _space(state: AreaState, seat: Power, project: str) -> int:
    """Where the marker of a project is; for one without a marker, where it starts."""
    known = marker_for(state, seat, project)
    return markers_of(state, seat)[known].at if known else LABORATORIES.of(state).starts.get(seat, 0)


def _safe(laboratory: Laboratory) -> bool:
    """Whether the capital can spare the money."""
    stance = laboratory.stance
    home = stance.terrain.capital[stance.power]
    return not stance.field.held_by(home, stance.side) or (
        stance.loss_chance(home, stance.field.of_side(home, stance.side)) <= DAMAGED
    )
