"""War and peace, objectives and victory in the terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.requirements.judging import Finding, lacking
from sandtable.area.state import AreaState
from sandtable.core.wording import listed
from sandtable.guides.area.aims import aims as ask
from sandtable.guides.area.questions import Goal


def aims(game: AreaGame, state: AreaState, power: Power) -> RenderableType:
    """A power's aims, and what is missing for each."""
    return Group(*_lines(game, state, power))


def _lines(game: AreaGame, state: AreaState, power: Power) -> Iterator[Text]:
    world, found = game.world.as_of(state), ask(game, state, power)
    yield Text(world.name(power), style="bold")
    for relation, words in (("war", "at war with"), ("partners", "partner of"), ("peace", "at peace with")):
        others = [
            a if b == power else b
            for a, b in (s.powers for s in found.relations if s.are == relation)
            if power in (a, b)
        ]
        if others:
            yield Text(f"  {words} {listed([world.name(other) for other in others])}")
    for war in found.wars:
        yield Text(f"  war on {world.name(war.on)}: {war.why_not or 'may be declared now'}")
    for one in found.objectives:
        if one.whose == power:
            yield _aim(one, f"{one.name}: {one.due} IPCs")
    for one in found.victory:
        yield _aim(one, f"Victory of the {one.name}")


def _aim(one: Goal, title: str) -> Text:
    return Text(f"  {title}; {_state(one.finding)}", style="green" if one.finding.holds else "")


def _state(finding: Finding) -> str:
    missing = list(lacking(finding))
    return "holds" if finding.holds else f"missing: {listed(missing)}" if missing else "does not hold"
