"""What a scenario of the hex family expects, compared with what is there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.core.decision import Decision
from sandtable.hexes.events import HexEvent
from sandtable.hexes.position import Standing
from sandtable.hexes.production import count_production
from sandtable.hexes.state import HexState
from sandtable.hexes.status import garrison, strength_of
from sandtable.hexes.strength import total
from sandtable.hexes.supplying import any_supply, full_supply
from sandtable.hexes.world import World
from sandtable.scenarios.hexes.words import HexExpect
from sandtable.scenarios.mismatch import Mismatch, compare, compare_names

GONE = "gone"
NOBODY = "nobody"


def look(
    world: World,
    state: HexState,
    pending: Sequence[Decision],
    expect: HexExpect,
    events: Sequence[HexEvent],
) -> Iterator[Mismatch]:
    """Every difference between what is expected and what is there."""
    yield from _armies(state, expect)
    yield from _places(world, state, expect)
    yield from _course(world, state, pending, expect)
    yield from _events(expect, events)


def _armies(state: HexState, expect: HexExpect) -> Iterator[Mismatch]:
    for name, wanted in expect.armies.items():
        army = state.armies.get(name)
        if isinstance(wanted, Standing):
            if army is None:
                yield Mismatch(name, f"{wanted.points} in {wanted.at or 'play'}", GONE)
                continue
            if wanted.at:
                yield from compare(f"{name} stands in", wanted.at, army.at)
            if wanted.points.total:
                yield from compare(f"{name} holds", wanted.points, army.points)
        elif wanted == GONE:
            yield from compare(name, GONE, GONE if army is None else f"in {army.at}")
        else:
            yield Mismatch(name, f"{GONE!r}, or where it stands and what it holds", wanted)
    for side, count in expect.count.items():
        yield from compare(f"armies of {side}", count, sum(1 for _ in state.armies_of(side)))
    for side, points in expect.total.items():
        yield from compare(f"points of {side}", points, total(army.points for _, army in state.armies_of(side)))
    for name, count in expect.fleets.items():
        fleet = state.fleets.get(name)
        yield from compare(f"fleet {name}", count, fleet.points if fleet is not None else 0)


def _places(world: World, state: HexState, expect: HexExpect) -> Iterator[Mismatch]:
    for place, side in expect.control.items():
        yield from compare(f"holder of {place}", side, state.control.get(place, NOBODY))
    for place, strength in expect.defence.items():
        found = strength_of(state, place) or garrison(world, state, place)
        yield from compare(f"defence of {place}", strength, found)
    for place, points in expect.devastated.items():
        yield from compare(f"devastated in {place}", points, state.devastated.get(place, 0))
    for place, points in expect.forts.items():
        yield from compare(f"fort in {place}", points, state.fort_at(place))
    for place, marked in expect.marked.items():
        yield from compare(f"marker in {place}", marked, place in state.marked)
    for place, grade in expect.supply.items():
        yield from compare(f"supply of {place}", grade, _supply(world, state, place))
    for side, points in expect.production.items():
        yield from compare(f"production of {side}", points, count_production(world, state, side))


def _supply(world: World, state: HexState, place: str) -> str:
    holder = state.control.get(place)
    if holder is None:
        return "nobody's"
    if place in full_supply(world, state, holder):
        return "full"
    return "defence" if place in any_supply(world, state, holder) else "none"


def _course(world: World, state: HexState, pending: Sequence[Decision], expect: HexExpect) -> Iterator[Mismatch]:
    if expect.budget is not None:
        yield from compare("budget", expect.budget, state.budget)
    if expect.turn:
        yield from compare("turn", expect.turn, world.date(state.turn))
    if expect.side:
        yield from compare("side on turn", expect.side, state.side)
    if expect.phase:
        yield from compare("phase", expect.phase, state.phase)
    if expect.step:
        yield from compare("step", expect.step, state.combat.step if state.combat is not None else "none")
    if expect.pending is not None:
        found = [f"{decision.seat}: {decision.kind}" for decision in pending]
        yield from compare_names("open decisions", list(expect.pending), found)
    if expect.winner is not None:
        yield from compare("winner", expect.winner, state.winner or NOBODY)


def _events(expect: HexExpect, events: Sequence[HexEvent]) -> Iterator[Mismatch]:
    told = [_plain(event) for event in events]
    at = 0
    for wanted in expect.events:
        found = next((i for i in range(at, len(told)) if _matches(wanted, told[i], events[i])), None)
        if found is None:
            alike = [_short(one) for one in told if one["event"] == wanted.get("event")]
            yield Mismatch("event", str(dict(wanted)), "; ".join(alike) or "none of that kind")
            return
        at = found + 1
    for unwanted in expect.no_events:
        seen = [_short(one) for one, event in zip(told, events, strict=True) if _matches(unwanted, one, event)]
        if seen:
            yield Mismatch("event", f"no {dict(unwanted)}", seen[0])


def _matches(wanted: Mapping[str, Any], told: Mapping[str, Any], event: HexEvent) -> bool:
    """Whether an event has all that is wanted of it; what it leaves out is as its kind has it by default."""
    for key, value in wanted.items():
        found = told.get(key, getattr(event, key, None))
        if _plain(found) != value:
            return False
    return True


def _plain(value: object) -> Any:
    """As a file would have it: lists, mappings, words and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _short(told: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in told.items())
