"""Compares the table with what a hex scenario expects."""

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
from sandtable.scenarios.hexes.words import FleetSeen, HexExpect
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
    """Every difference between the expected and the actual position."""
    yield from _armies(state, expect)
    yield from _places(world, state, expect)
    yield from _course(world, state, pending, expect)
    yield from _memories(world, state, expect.parts)
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
    for name, seen in expect.fleets.items():
        fleet = state.fleets.get(name)
        if isinstance(seen, int):
            yield from compare(f"fleet {name}", seen, fleet.ships if fleet is not None else 0)
        elif fleet is None:
            yield Mismatch(f"fleet {name}", "in play", GONE)
        else:
            for key in msgspec.structs.fields(FleetSeen):
                known = getattr(seen, key.name)
                yield from (
                    compare(f"{name}: {key.name}", known, getattr(fleet, key.name))
                    if known not in ("", None)
                    else ()
                )


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
    for place, port in expect.ports.items():
        yield from compare(f"port of {place}", port, world.board.port_of(place))
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


def look_as(world: World, seen: HexState, who: str, wanted: Mapping[str, Mapping[str, Any]]) -> Iterator[Mismatch]:
    """Every difference between the memory of parts and what a seat should see of it."""
    for found in _memories(world, seen, wanted):
        yield Mismatch(f"what {who} sees of {found.what}", found.expected, found.found)


def _memories(world: World, state: HexState, parts: Mapping[str, Mapping[str, Any]]) -> Iterator[Mismatch]:
    """The memory of parts."""
    for name, wanted in parts.items():
        part = world.parts.by_name.get(name)
        if part is None or part.memory is None:
            yield Mismatch(f"part {name}", "one that remembers something", "none")
            continue
        memory = part.memory.of(state)
        for key, value in wanted.items():
            yield from _differs(f"{name}: {key}", value, _plain(getattr(memory, key, None)))


def _differs(what: str, wanted: Any, found: Any) -> Iterator[Mismatch]:
    """Differences from an expected value. Of a mapping only the named keys are compared, and 0 may be left out.

    An empty mapping means that nothing is in it.
    """
    if wanted and isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for key, value in wanted.items():
            yield from _differs(f"{what}: {key}", value, found.get(str(key), 0 if value == 0 else None))
    elif wanted != found:
        yield Mismatch(what, str(wanted), str(found))


def _events(expect: HexExpect, events: Sequence[HexEvent]) -> Iterator[Mismatch]:
    told = [_plain(event) for event in events]
    at = 0
    for wanted in map(_pattern, expect.events):
        found = next((i for i in range(at, len(told)) if _matches(wanted, told[i], events[i])), None)
        if found is None:
            alike = [_short(one) for one in told if one["event"] == wanted.get("event")]
            yield Mismatch("event", str(dict(wanted)), "; ".join(alike) or "none of that kind")
            return
        at = found + 1
    for unwanted in map(_pattern, expect.no_events):
        seen = [_short(one) for one, event in zip(told, events, strict=True) if _matches(unwanted, one, event)]
        if seen:
            yield Mismatch("event", f"no {dict(unwanted)}", seen[0])


def _pattern(event: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """The pattern of an expected event; its name alone is enough."""
    return {"event": event} if isinstance(event, str) else event


def _matches(wanted: Mapping[str, Any], told: Mapping[str, Any], event: HexEvent) -> bool:
    """Whether an event has everything expected. Keys missing in ``told`` have the defaults of its kind."""
    for key, value in wanted.items():
        found = told.get(key, getattr(event, key, None))
        if _plain(found) != value:
            return False
    return True


def _plain(value: object) -> Any:
    """A value as in a file: lists, mappings, strings and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _short(told: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in told.items())
