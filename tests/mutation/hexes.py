"""Ways to break a game of hexes: data of its worlds changed, functions replaced, or a rule that never refuses."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from functools import partial
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from sandtable.core.decision import Seat
from sandtable.core.refusal import Refusal
from sandtable.hexes import events as ev
from sandtable.hexes import evolve
from sandtable.hexes.actions import HexAction
from sandtable.hexes.atlas import Terrain
from sandtable.hexes.citations import CITATIONS
from sandtable.hexes.family import HexGame
from sandtable.hexes.part import Part, PartEvent, Parts
from sandtable.hexes.state import HexState
from sandtable.hexes.world import PLAIN, World
from sandtable.scenarios import AnyScenario, Result, run
from sandtable.scenarios.hexes.words import HexScenario

WorldMaker = Callable[[World], World]
Doing = Callable[[], AbstractContextManager[object]]


class HexBreak(msgspec.Struct, frozen=True):
    """One broken rule: what it is, who must notice, and how to break it."""

    name: str
    rules: tuple[str, ...]
    """Each of these must have a scenario that fails."""
    remake: WorldMaker | None = None
    """Data changed: another world in place of each scenario's."""
    during: Callable[[], AbstractContextManager[object]] | None = None
    """Behaviour changed while the scenarios run."""


def playing(game: HexGame, broken: HexBreak) -> Callable[[AnyScenario], Result]:
    """How a scenario is played in the broken game."""
    other = copy(game)
    if broken.remake is not None:
        other.worlds = {name: broken.remake(world) for name, world in game.worlds.items()}

    def play(scenario: AnyScenario) -> Result:
        assert isinstance(scenario, HexScenario), "a scenario of another family"
        return run(scenario, lambda game_id: other)

    return play


def tables(**changes: Any) -> WorldMaker:
    """A world with other tables."""
    return lambda world: replace(world, tables=replace(world.tables, **changes))


def terrain(name: Terrain, **changes: Any) -> WorldMaker:
    """A world in which one kind of terrain has another effect."""

    def remake(world: World) -> World:
        effects = {**world.tables.terrain, name: replace(world.tables.terrain.get(name, PLAIN), **changes)}
        return replace(world, tables=replace(world.tables, terrain=effects))

    return remake


def board(**changes: Callable[[World], Any]) -> WorldMaker:
    """A world on another board."""
    return lambda world: replace(
        world, board=replace(world.board, **{key: change(world) for key, change in changes.items()})
    )


def facts(change: Callable[[World], Mapping[str, Any]]) -> WorldMaker:
    """A world whose scenario's file says something else."""
    return lambda world: replace(
        world, scenario=replace(world.scenario, facts=replace(world.facts, **change(world)))
    )


def control(changed: Mapping[str, str]) -> WorldMaker:
    """A world in which places belong to other sides at the start; nobody: to none."""

    def remake(world: World) -> World:
        held = {**world.scenario.control, **{at: side for at, side in changed.items() if side in world.order}}
        held = {at: side for at, side in held.items() if changed.get(at) != "nobody"}
        return replace(world, scenario=replace(world.scenario, control=held))

    return remake


def after(kind: type[ev.Event], change: Callable[[HexState, HexState, Any], HexState]) -> Doing:
    """What follows from an event, changed: the state before it, the state after it, and the event."""
    step = evolve._STEPS[kind]

    def instead(state: HexState, event: Any) -> HexState:
        return change(state, step(state, event), event)

    return lambda: patch.dict(evolve._STEPS, {kind: instead})


def after_part(kind: type[PartEvent], change: Callable[[HexState, HexState, Any], HexState]) -> Doing:
    """What follows from an event of a part, changed."""
    step = kind.evolve

    def instead(event: Any, state: HexState) -> HexState:
        return change(state, step(event, state), event)

    return lambda: patch.object(kind, "evolve", instead)


def setting(part: type[Part[Any]], change: Callable[[Any], Any]) -> WorldMaker:
    """A world in which a part is set otherwise."""

    def changed(parts: Iterable[Part[Any]]) -> tuple[Part[Any], ...]:
        return tuple(type(one)(change(one.settings)) if isinstance(one, part) else one for one in parts)

    def remake(world: World) -> World:
        extras = {option: changed(parts) for option, parts in world.extras.items()}
        return replace(world, parts=Parts(changed(world.parts.all)), extras=extras)

    return remake


@contextmanager
def never_refused(rule: str) -> Iterator[None]:
    """Nothing is refused for this rule of the book."""
    check = HexGame.check

    def lenient(game: HexGame, state: HexState, seat: Seat, action: HexAction) -> Refusal | None:
        found = check(game, state, seat, action)
        return None if found is not None and found.rule == rule else found

    with patch.object(HexGame, "check", lenient):
        yield


def refusals(game: HexGame, topics: Iterable[str], but: Iterable[str] = ()) -> Iterator[HexBreak]:
    """For every rule of some topics that is cited: a game that never refuses for it."""
    worlds = game.worlds.values()
    cited = [*CITATIONS, *(rule for world in worlds for rule in world.scenario.cited())]
    cited += [rule for world in worlds for part in world.parts.all for rule in part.citations]
    wanted, left_out = set(topics), set(but)
    for rule in dict.fromkeys(cited):
        if rule.split(".")[0] in wanted and rule not in left_out:
            full = f"{game.facts.prefix}.{rule}"
            yield HexBreak(f"never refused: {full}", (rule,), during=partial(never_refused, full))
