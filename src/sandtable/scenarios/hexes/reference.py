"""The reference of scenario files of hex games in ``docs/hex-scenarios.md``, generated from the code and the data.

``python -m sandtable.scenarios.hexes.reference FILE`` writes it.
"""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sandtable.area.reference import about, first_line, in_words, structs_in
from sandtable.core.sentences import sentences
from sandtable.games import load_hexes
from sandtable.hexes.actions import FAMILY as ACTIONS
from sandtable.hexes.events import FAMILY as EVENTS
from sandtable.hexes.parts import AnyPart, known
from sandtable.hexes.strength import Points

GAME = "hgw"
OWN = ("do", "event")
"""Keys that name the kind of an action or event."""

HEAD = """# Reference for scenario files of hex games

This page lists what a scenario file of a hex game can say beyond [scenarios.md](scenarios.md): the names of
armies and fleets, every action with its keys, what the parts of a scenario remember, and every event. It is
written by `python -m sandtable.scenarios.hexes.reference docs/hex-scenarios.md`, from the code that reads these
files.

## What parts remember

Whatever is neither an army, a fleet, a fort nor a hex belongs to a part of the scenario, and is written under
`parts`, in a position and in an expectation: research, aircraft that bomb, missiles, shipping, patrols at sea,
leaders. In a position only the keys that differ from the start are written; a key replaces the whole of what
stood there. In an expectation only what is written is compared, `0` matches what is not there, and `{}` means
that nothing is there.

```yaml
game: hgw
title: The bombers of London raid the Ruhr
rules: [bombing.damage]
position:
  scenario: campaign-2
  turn: Summer 1943
  side: allied
  phase: strategic
  armies: {OKW: {at: '1237', infantry: 1}, Britain: {at: '1333', infantry: 1}}
  fleets: {}
  parts:
    research: {risen: {allied: {bomber: 1}}}
    strategic: {wings: {'1333': {side: allied, bomber: 7}, '1335': {side: axis, air_defense: 3}}}
steps:
  - {do: declare-raid, target: '1335', frm: '1333', bombers: 7}
  - do: fly-raids
    dice: [2, 1]
    expect: {devastated: {'1335': 2}, parts: {strategic: {wings: {'1333': {bomber: 6}}}}}
```

`seen_by: {allied: {leaders: {hidden: {OKW: 1}}}}` in an expectation says the same of what a side sees, or a
`spectator`.

## How a position is read

- It stands as written. What lies before its turn has happened: countries whose date has passed have joined,
  unless `joined` says otherwise, with nothing left to place; a country whose capital somebody holds has
  surrendered; morale is 0 or as written.
- At the beginning of a turn (its first phase) the events of that turn happen, and points that countries bring
  are yet to be placed.
- Armies of a country that is still unaligned (the Italian Army, the U.S. Army) wait in its hexes. Elsewhere the
  hex of an army is friendly to it.
- Supply is traced as in the game: an army without full supply neither moves nor attacks, and across the sea it
  needs a route, from Campaign II on with shipping. Without `parts` the shipping routes are those of the start.
- `budget` replaces what is counted for the common budget. A country that keeps its production apart, such as
  France, has its own beside it.
- A phase in which its side has nothing to decide is passed over.

## Names of routes

What enemies can attack at sea has a name: `Atlantic route` (the British lifeline), `New Orleans route`, `Bombay
route`, `Australian route`, `Mainland route`, `lend-lease to 0646`; `1332-2656 supply route` and `1332-2656
production route` along the shipping route `1332-2656`. A route that an order names wrongly is refused with the
names there are. Troops that sail are met with `meet`, not by name; their escort is named beforehand with `{do:
escort-route, fleet: Home Fleet, route: troops from 1131}`.

## What is asked, and who answers

`pending` lists the open decisions. Those of the side on turn are the phases (`setup`, `strategic`, `naval`,
`movement`, `production`, `research`) and the steps of combat; the others wait for an answer before anything
else happens. `done` ends a phase or a step, or waives what is left of it.

| decision | answers |
|---|---|
| `announce` | `attack`, `invade`, `support`, `call-off`, `use-reports`; `done` when all attacks are announced |
| `defence` | `defend`: with the armies and forts that fire, or with none |
| `assault` | `assault`, `commit`; `done` to save the assaults |
| `advance` | `drop`, `advance`; `done` |
| `exploitation` | `exploit`, `invade`; `done` |
| `attack` | the exploitation under way: `assault`, `drop`, `advance` |
| `losses`, `retreat` | `lose`, `retreat` |
| `search`, `meet` | `search`, `meet`, `let-pass` |
| `intercept`, `strike` | the same in an invasion without search: `intercept`, `strike` |
| `ships`, `sink`, `troops` | `lose-ships`, `sink-ships`, `lose-troops` |
| `air-strike`, `aircraft-hits` | `strike-fleet` or `let-pass`, `sink-ship` |
| `haven` | `seek-haven` |
| `bombers`, `blast` | `lose-bombers`, `bear-blast` |
| `home-forces`, `leader` | `place-home-forces`, `post-leader` |
| `reinforcements`, `forfeit`, `offer` | `reinforce`, `forfeit`, `answer-offer` |

## Dice

Dice fall in this order, and each group of ten points of strength has a die of its own:

- An assault: first the aircraft that fight aircraft, then the fire. An attack: its leader's marker when it is
  turned over, defensive fire, assaults, advances, each with its step.
- A leader's marker that is turned over: two dice, which name one of the markers left in the pool (36 outcomes;
  those left over are rolled again). A leader whose army took casualties: one die when the losses are taken.
- A raid: escorts at air defense and air defense at escorts, air defense at the bombers, the bombs. Missiles:
  one roll a counter.
- Research: a die for the item, and one more after a C.
- A meeting at sea: the interception's die; then carrier aircraft (for each side: enemy carriers at them, the
  ships' fire at them, their strike), the interceptor's guns, the other fleet's guns. A submarine's or raider's
  attack on a route: the escort's fight first, then the cargo.
- A search: one die for each hex that is searched."""


def text() -> str:
    """The page."""
    return "\n".join([HEAD, *names(), *family(), *parts()]) + "\n"


def names() -> Iterator[str]:
    """The scenarios with their phases, and the names of armies and fleets by side."""
    worlds = load_hexes(GAME).worlds
    yield f"## Names of {GAME}\n"
    yield "| scenario | phases of a turn |"
    yield "|---|---|"
    yield from (f"| `{name}` | {_ticked(world.facts.phases)} |" for name, world in worlds.items())
    yield ""
    widest, last = max(worlds.items(), key=lambda one: len(one[1].facts.parts))
    for side in last.order:
        yield f"- **{last.who(side).name}** armies: {', '.join(last.counters(side))}."
        yield f"  Fleets: {', '.join(last.who(side).fleets) or 'none'}."
    yield ""
    items = _ticked(last.facts.parts["research"]["items"])
    yield f"Those of Japan, China and the Pacific are in `{widest}` only. Sides are {_ticked(last.order)}."
    yield f"Strength points: {_ticked(field.name for field in msgspec.structs.fields(Points))}."
    yield f"Items with a price by level, for research, ships, aircraft and works: {items}."
    yield ""


def family() -> Iterator[str]:
    """The actions and events of every scenario."""
    yield "## Actions of every scenario\n"
    for action in ACTIONS:
        yield from _entry(action)
    yield "\n## Events of every scenario\n"
    for event in EVENTS:
        yield from _entry(event)
    yield ""


def parts() -> Iterator[str]:
    """The parts, with actions, memory and events."""
    yield "# Parts\n"
    for part in known():
        if part.__module__.startswith("sandtable.") and _users(part):
            yield from section(part)


def section(part: AnyPart) -> Iterator[str]:
    """What a scenario file can say of one part."""
    if not (part.actions or part.memory or part.events):
        return
    yield f"## {part.name}\n"
    yield f"{about(part).partition(chr(10) * 2)[0]} In {_ticked(_users(part))}.\n"
    if part.actions:
        yield "Actions:\n"
        for action in part.actions:
            yield from _entry(action)
        yield ""
    if part.memory is not None:
        yield f"Memory, under `parts: {{{part.name}: ...}}`:\n"
        yield from _fields(type(part.memory.empty), ("part",))
        yield ""
    if part.events:
        yield "Events:\n"
        for event in part.events:
            yield from _entry(event)
        yield ""


def _users(part: AnyPart) -> list[str]:
    """The scenarios that have a part, by themselves or as an option."""
    found = load_hexes(GAME).worlds.items()
    optional = {name: [key for one in world.facts.options.values() for key in one.parts] for name, world in found}
    return [name for name, world in found if part.name in (*world.facts.parts, *optional[name])]


def _entry(kind: type[msgspec.Struct]) -> Iterator[str]:
    """An action or event with its keys on one line, and sentences about the keys below it."""
    name = str(kind.__struct_config__.tag)
    keys = [field.encode_name for field in msgspec.structs.fields(kind)]
    written = f" ({_ticked(keys)})" if keys else ""
    yield f"- `{name}`{written}: {first_line(kind)}"
    said = sentences(kind)
    for field in msgspec.structs.fields(kind):
        if field.name in said:
            yield f"  - `{field.encode_name}`: {' '.join(said[field.name].split()).replace('``', '`')}"


def _fields(kind: type[msgspec.Struct], skipped: tuple[str, ...] = (), indent: str = "") -> Iterator[str]:
    """The keys of a group, and those of the groups inside it."""
    said = sentences(kind)
    for field in msgspec.structs.fields(kind):
        if field.name in skipped:
            continue
        sentence = " ".join(said.get(field.name, "").split()).replace("``", "`")
        yield f"{indent}- `{field.encode_name}` ({in_words(field.type)}){f': {sentence}' if sentence else ''}"
        for nested in structs_in(field.type):
            if nested is not Points and len(indent) < 4:
                yield from _fields(nested, (), indent + "  ")


def _ticked(words: Any) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    assert inspect.getdoc(sys.modules[__name__])
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
