"""Judges what the classic game adds to a turn: raids, guns, research, placement and factories."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from sandtable.area.events import Forfeited, Mobilized, Ordered
from sandtable.area.parts.guns import GunFired
from sandtable.area.parts.raids import Bombed
from sandtable.area.parts.research import Researched
from sandtable.area.position import Position, PositionError, build
from sandtable.bots.registry import NoBot, make
from sandtable.core.datafile import read_yaml
from sandtable.games import area
from tests.blunders.judge import Demand, Trial, over


class Also(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a good player does beside; only what is mentioned is looked at."""

    raids: tuple[str, ...] = ()
    """The factories here are bombed."""
    no_raid: bool = False
    """No bomber flies a raid."""
    guns: tuple[str, ...] = ()
    """At the end a gun of the power stands in each of these territories."""
    no_gun: tuple[str, ...] = ()
    """At the end no gun of the power stands here."""
    quiet: bool = False
    """No gun on the way fires at the power's planes."""
    research: bool | None = None
    """Whether dice for research are bought."""
    buys: str = ""
    """A unit of this type is bought."""
    spends: int = 0
    """At least this much is spent on units."""
    nothing_lost: bool = False
    """Everything that was bought finds a place."""
    builds: tuple[str, ...] = ()
    """A factory is placed in one of these territories."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One position."""

    title: str
    position: Position
    must: Demand = Demand()
    also: Also = Also()


class ClassicFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Cases of one kind of blunder."""

    kind: str
    position: Position = Position()
    cases: tuple[Case, ...]


def cases_in(folder: Path) -> Iterator[tuple[str, Case]]:
    """Kind and case of everything in a folder's files."""
    for path in sorted(folder.glob("*.yaml")):
        file = read_yaml(path, ClassicFile)
        for case in file.cases:
            yield file.kind, msgspec.structs.replace(case, position=over(file.position, case.position))


def problems(case: Case, bot_name: str, seed: int) -> list[str]:
    """What was wrong with the turn that a bot played."""
    game = area("classic")
    state = build(game.world, case.position)
    assert not isinstance(state, PositionError), f"{case.title}: {state}"
    bot = make(bot_name, game, seed)
    assert not isinstance(bot, NoBot), bot
    trial = Trial(game, bot, state, seed)
    return [*trial.judged(case.must), *_air(trial, case.also), *_money(trial, case.also)]


def _air(trial: Trial, also: Also) -> Iterator[str]:
    bombed = {e.space for e in trial.events if isinstance(e, Bombed)}
    over_factories = {
        space for space, pieces in trial.ordered.stacks.items() if any(p.raiding for p, _ in pieces)
    } | bombed
    for space in also.raids:
        if space not in over_factories:
            yield f"{space} was not raided"
    if also.no_raid and over_factories:
        yield f"{sorted(over_factories)[0]} was raided"
    if also.quiet and (shots := [e.space for e in trial.events if isinstance(e, GunFired)]):
        yield f"the gun in {shots[0]} fired at planes on their way"
    guns = {
        space
        for space, pieces in trial.end.stacks.items()
        if any(p.power == trial.power and trial.world.can(p, "anti-air") for p, _ in pieces)
    }
    for space in also.guns:
        if space not in guns:
            yield f"no gun stands in {space}"
    for space in also.no_gun:
        if space in guns:
            yield f"a gun was left in {space}"


def _money(trial: Trial, also: Also) -> Iterator[str]:
    events, own = trial.events, trial.power
    dice = any(isinstance(e, Researched) for e in events)
    if also.research is not None and dice != also.research:
        yield "money was spent on research" if dice else "nothing was spent on research"
    orders: list[Mapping[str, int]] = [e.units for e in events if isinstance(e, Ordered)]
    if also.buys and not any(order.get(also.buys) for order in orders):
        yield f"no {also.buys} was bought"
    spent = sum(e.cost for e in events if isinstance(e, Ordered))
    if spent < also.spends:
        yield f"only {spent} were spent"
    if also.nothing_lost and any(isinstance(e, Forfeited) and e.power == own for e in events):
        yield "units that were bought found no place"
    built = {e.space for e in events if isinstance(e, Mobilized) and e.unit in trial.world.factory_units}
    if also.builds and not built & set(also.builds):
        yield f"no factory was built in {' or '.join(also.builds)}"
