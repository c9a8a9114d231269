"""War and peace, objectives and victory: where powers and sides stand, and what is missing."""

from collections.abc import Iterator

from sandtable.area.events import Changed, RelationChanged
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.objectives import Objectives
from sandtable.area.parts.politics import Politics, declaring
from sandtable.area.state import AreaState
from sandtable.area.story import tell
from sandtable.area.victory import conditions, finding
from sandtable.area.wording import an, listed, money, sentence, the, unit_name
from sandtable.area.world import World
from sandtable.guides.area.questions import AimsAnswer, Goal, PossibleWar, Stance


def aims(game: AreaGame, state: AreaState, power: Power | None) -> AimsAnswer:
    """All objectives and victory conditions, and the wars that ``power`` may declare."""
    world = game.world.as_of(state)
    pairs = [(a, b) for i, a in enumerate(world.order) for b in world.order[i + 1 :]]
    stances = tuple(Stance((a, b), world.relation(a, b)) for a, b in pairs)
    objectives = [goal for one in world.order for goal in _objectives(world, state, one)]
    goals = tuple(
        Goal(
            world.game.sides[one.side],
            one.side,
            f"{world.game.prefix}.{one.rule}",
            finding(world, state, one),
            title=one.name,
        )
        for one in conditions(world, state)
    )
    return AimsAnswer(
        stances, tuple(sorted(world.neutral_powers)), _wars(game, state, power), tuple(objectives), goals
    )


def _objectives(world: World, state: AreaState, power: Power) -> Iterator[Goal]:
    part = Objectives.of(world)
    if part is None:
        return
    for one in part.standings(world, state, power):
        info = part.settings.objectives[one.id]
        yield Goal(
            one.name,
            power,
            f"{world.game.prefix}.{info.rule}",
            one.finding,
            one.due,
            pays=info.pays,
            each=info.each is not None,
            paid=part.spent(state, one.id),
        )


def _wars(game: AreaGame, state: AreaState, power: Power | None) -> tuple[PossibleWar, ...]:
    """The wars that a power could declare, or why it can't yet."""
    world = game.world.as_of(state)
    politics = Politics.of(world)
    if politics is None or power is None:
        return ()
    found = []
    for on in world.order:
        if world.side(on) == world.side(power) or world.relation(power, on) == "war":
            continue
        refusal = game.check(state, power, declaring.Declare(on))
        known = tuple(declaring.entries(world, state, politics.settings, power, on))
        found.append(
            PossibleWar(
                on,
                "" if refusal is None else refusal.why,
                "" if refusal is None else refusal.rule,
                declaring.permission(world, state, politics.settings, power, on),
                never=not known,
                follows=tuple(_consequences(world, state, politics, power, on)) if known else (),
            )
        )
    return tuple(found)


def _consequences(world: World, state: AreaState, politics: Politics, power: Power, on: Power) -> Iterator[str]:
    """What else a declaration of war causes: other wars, partners, and changes to what objectives pay."""
    events, after = declaring.foreseen(world, state, politics.settings, power, on)
    mates: dict[Power, list[str]] = {}
    for event in events[1:]:
        if isinstance(event, RelationChanged) and event.now == "partners":
            mates.setdefault(event.powers[0], []).append(the(world.name(event.powers[1])))
        elif isinstance(event, Changed):
            was, now = (unit_name(world, unit) for unit in (event.piece.unit, event.after.unit))
            yield f"The {was} in {event.space} becomes {an(now)}."
        elif told := tell(world, state, event):
            yield told
    for one, others in mates.items():
        yield sentence(f"{the(world.name(one))} becomes a partner of {listed(others)}")
    yield from _payments(world, state, after)


def _payments(world: World, state: AreaState, after: AreaState) -> Iterator[str]:
    part, then = Objectives.of(world), world.as_of(after)
    for name, one in part.settings.objectives.items() if part is not None else ():
        assert part is not None
        was, now = part.due(world, state, name), part.due(then, after, name)
        if was != now:
            verb = "gets" if now > was else "no longer gets"
            yield sentence(f"{the(world.name(one.power))} {verb} {money(abs(now - was))} for {one.name}")
