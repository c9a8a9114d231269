"""The research track: all powers' markers, and the projects a seat can pay for."""

from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.project_research import Advance, ProjectResearch
from sandtable.area.parts.project_research.advancing import price
from sandtable.area.parts.project_research.memory import LABORATORIES, markers_of
from sandtable.area.state import AreaState
from sandtable.area.techs import techs_of
from sandtable.guides.area.questions import Lab, No, ProjectLine, ProjectsAnswer


def projects(game: AreaGame, state: AreaState, seat: Power | None) -> ProjectsAnswer:
    """The track as the seat sees it."""
    world = game.world.as_of(state)
    part = ProjectResearch.of(world)
    if part is None:
        return ProjectsAnswer(0, 0, 0, (), ())
    labs = tuple(
        Lab(
            power,
            tuple((letter, one.project, one.at) for letter, one in sorted(markers_of(state, power).items())),
            techs_of(state.techs, power),
        )
        for power in world.order
        if power not in part.settings.never
    )
    cost = price(world, state, part.settings, seat) if seat else part.settings.die
    lines = tuple(_line(game, state, seat, part, project) for project in part.settings.techs) if seat else ()
    return ProjectsAnswer(cost, part.settings.track, part.settings.breakthrough, lines, labs)


def _line(game: AreaGame, state: AreaState, seat: Power, part: ProjectResearch, project: str) -> ProjectLine:
    info = part.settings.techs[project]
    mine = {one.project: one.at for one in markers_of(state, seat).values()}
    refusal = game.check(state, seat, Advance(project))
    return ProjectLine(
        project,
        info.name,
        info.text,
        mine.get(project, LABORATORIES.of(state).starts.get(seat, 0)),
        started=project in mine,
        developed=project in techs_of(state.techs, seat),
        no=No(refusal.rule, refusal.why) if refusal is not None else None,
    )
