"""Compares the table with what a scenario expects."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec

from sandtable.area import status
from sandtable.area.events import AreaEvent, BattleBegan, Rolled, StepReached
from sandtable.area.factories import room_at
from sandtable.area.forces import Piece, Stack, merge, stack, where
from sandtable.area.leanings import leaning
from sandtable.area.notation import (
    Entry,
    NotationError,
    find_power,
    find_space,
    find_unit,
    matches,
    parse_counts,
    parse_entries,
    same_force,
    show_piece,
    show_stack,
)
from sandtable.area.parts.objectives import Objectives
from sandtable.area.requirements.judging import lacking as lacking_in
from sandtable.area.state import AreaState, Battle, Damage
from sandtable.area.status import city_points
from sandtable.area.techs import techs_of
from sandtable.area.victory import conditions, finding, growth, individual_winners, percent_cut
from sandtable.area.world import World
from sandtable.core.nearest import nearest
from sandtable.core.refusal import Refusal
from sandtable.scenarios import words
from sandtable.scenarios.facts import look_up
from sandtable.scenarios.mismatch import Mismatch, compare, compare_sets, written
from sandtable.scenarios.orders import actions_of, actor, lacking
from sandtable.scenarios.play import look_at_choices, show_keys
from sandtable.scenarios.reading import ScenarioError, read_step
from sandtable.scenarios.table import StepError, Table, as_names
from sandtable.scenarios.words import BattleSeen, Expect

NOBODY = ("nobody", "none", "nothing", "")


def look(table: Table, expect: Expect, events: Sequence[AreaEvent]) -> Iterator[Mismatch]:
    """Everything that isn't as expected; ``events``: the events that the expectation is about."""
    yield from _forces(table, expect)
    yield from _accounts(table, expect)
    yield from _moment(table, expect)
    yield from _spaces(table, expect)
    yield from _politics(table, expect)
    yield from _battle(table, expect)
    yield from _happened(table, expect, events)
    yield from _choices(table, expect)
    yield from _memory(table, expect)
    if expect.facts is not None:
        yield from look_up(table, expect.facts)


# memory of parts

SPECTATOR = "spectator"


def _memory(table: Table, expect: Expect) -> Iterator[Mismatch]:
    for name, wanted in expect.parts.items():
        found = _remembered(table, table.state, name)
        if not _covers(found, wanted):
            yield Mismatch(f"memory of {name}", str(wanted), str(found))
    for who, parts in expect.seen_by.items():
        seat = None if who == SPECTATOR else table.power(who)
        seen = table.game.view(table.state, seat)
        for name, wanted in parts.items():
            found = _remembered(table, seen, name)
            if found != wanted:
                yield Mismatch(f"what {who} sees of {name}", str(wanted), str(found))


def _remembered(table: Table, state: AreaState, name: str) -> Any:
    """A part's memory of the game and the turn, as plain data."""
    if name not in table.world.parts.by_name:
        raise StepError(f"There is no part {name!r}{nearest(name, table.world.parts.by_name)}")
    found: dict[str, Any] = {}
    for memory in (state.turn.parts.get(name), state.parts.get(name)):
        found |= msgspec.json.decode(msgspec.json.encode(memory)) if memory is not None else {}
    return {key: value for key, value in found.items() if key != "part"}


def _covers(found: Any, wanted: Any) -> bool:
    """Whether everything in ``wanted`` is there. Other values don't matter."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(_covers(found.get(key), value) for key, value in wanted.items())
    return bool(found == wanted)


# forces


def standing(state: AreaState, space: str) -> Stack:
    """The units in a space, including those on the battle strip and submerged."""
    battle = state.battle
    if battle is None or battle.space != space:
        return state.at(space)
    sides = (battle.attack, battle.defend)
    return merge(state.at(space), *(side.units for side in sides), *(side.submerged for side in sides))


def unloaded(world: World, units: Stack, air_only: bool) -> Stack:
    """The stack with cargo listed beside its ships: all of it, or only air units."""

    def off(piece: Piece) -> bool:
        return not air_only or world.units[piece.unit].kind == "air"

    groups: list[tuple[Piece, int]] = []
    for piece, count in units:
        leaving = [c for c in piece.cargo if off(c)]
        staying = tuple(c for c in piece.cargo if not off(c))
        groups.append((msgspec.structs.replace(piece, cargo=staying), count))
        groups.extend((one, count) for one in leaving)
    return stack(groups)


def _forces(table: Table, expect: Expect) -> Iterator[Mismatch]:
    world, state = table.world, table.state
    for name, forces in expect.units.items():
        space = table.space(name)
        if isinstance(forces, str):
            entries = _entries(table, forces)
            here = _as_written(world, entries, standing(state, space))
            yield from _same(table, f"units in {space}", forces, here)
            continue
        for who, text in forces.items():
            power = table.power(who)
            entries = _entries(table, text)
            here = _as_written(world, entries, standing(state, space))
            yield from _same(table, f"units of {power} in {space}", text, _of(here, power), power)
    for who, text in expect.total.items():
        power = table.power(who)
        spaces = {*state.stacks, *([state.battle.space] if state.battle else [])}
        everywhere = unloaded(world, merge(*(standing(state, space) for space in spaces)), air_only=False)
        yield from _same(table, f"all units of {power}", text, _of(everywhere, power), power)
    if expect.stranded is not None:
        yield from _stranded(table, expect.stranded)


def _of(units: Stack, power: str) -> Stack:
    return where(units, lambda piece: piece.power == power)


def _stranded(table: Table, expected: Mapping[str | int, Mapping[str, str]]) -> Iterator[Mismatch]:
    wanted = {
        (table.space(name), table.power(who), unit): count
        for name, forces in expected.items()
        for who, text in forces.items()
        for unit, count in _counts(table, text).items()
    }
    found = {(s.space, s.power, s.unit): s.count for s in table.state.turn.stranded}

    def show(lines: Mapping[tuple[str, str, str], int]) -> str:
        return ", ".join(f"{n} {p} {u} in {space}" for (space, p, u), n in sorted(lines.items())) or "nobody"

    if wanted != found:
        yield Mismatch("stranded", show(wanted), show(found))


def _as_written(world: World, entries: tuple[Entry, ...], units: Stack) -> Stack:
    """Air units are listed beside their carriers, unless the text has any in a carrier's brackets."""

    def carries_air(unit: str) -> bool:
        return any(world.units[guest].kind == "air" for guest in world.units[unit].guests)

    in_brackets = any(entry.cargo is not None and carries_air(entry.unit) for entry in entries)
    return units if in_brackets else unloaded(world, units, air_only=True)


def _same(table: Table, what: str, text: str, found: Stack, power: str = "") -> Iterator[Mismatch]:
    """Compare a force with its text; ``power`` owns units written without a power."""
    entries = _entries(table, text)
    if not power and not any(entry.power for entry in entries) and len({piece.power for piece, _ in found}) > 1:
        raise StepError(f"{what}: several powers stand there; write the power in front of each unit")
    if not same_force(entries, found, power):
        used = any(entry.used is not None for entry in entries)
        yield Mismatch(what, text.strip(), show_stack(table.world, found, power, used))


# politics


def _politics(table: Table, expect: Expect) -> Iterator[Mismatch]:
    world, state = table.world, table.state
    for who, others in expect.relations.items():
        for other, relation in others.items():
            a, b = table.power(who), table.power(other)
            yield from compare(f"relation of {a} and {b}", relation, world.relation(a, b))
    if expect.neutral_powers is not None:
        wanted = [table.power(name) for name in as_names(expect.neutral_powers)]
        yield from compare_sets("neutral powers", wanted, world.neutral_powers)
    for name, to in expect.leans.items():
        space = table.space(name)
        yield from compare(f"leaning of {space}", to, leaning(world.board, state, space) or "no")
    for place, region in expect.map_of.items():
        if region not in world.board.regions:
            raise StepError(f"unknown region {region!r}{nearest(region, world.board.regions)}")
        yield from compare(f"{place} in {region}", True, table.space(place) in world.board.named((region,)))
    part = Objectives.of(world)
    for name, due in expect.objectives.items():
        if part is None or name not in part.settings.objectives:
            known = part.settings.objectives if part else ()
            raise StepError(f"unknown objective {name!r}{nearest(name, known)}")
        yield from compare(f"{name} pays", due, part.due(world, state, name))
    for name, names in expect.missing.items():
        yield from compare_sets(
            f"missing for {name}", list(as_names(names)), list(lacking_for(world, state, name))
        )


def lacking_for(world: World, state: AreaState, name: str) -> Iterator[str]:
    """What is missing for an objective, or for a victory by its rule."""
    part = Objectives.of(world)
    if part is not None and name in part.settings.objectives:
        power = part.settings.objectives[name].power
        yield from lacking_in(next(one.finding for one in part.standings(world, state, power) if one.id == name))
        return
    found = [one for one in conditions(world, state) if one.rule == name]
    if not found:
        raise StepError(f"there is neither an objective nor a victory called {name!r}")
    yield from lacking_in(finding(world, state, found[0]))


# money and production


def _accounts(table: Table, expect: Expect) -> Iterator[Mismatch]:
    world, state = table.world, table.state
    for who, amount in expect.treasury.items():
        power = table.power(who)
        yield from compare(f"treasury of {power}", amount, state.treasury.get(power, 0))
    for side, amount in expect.points.items():
        yield from compare(f"points of {side}", amount, city_points(world, state, side))
    for name, wanted in expect.damage.items():
        done = state.damage.get(table.space(name), Damage())
        found = {"income": done.income, "production": done.production}
        for kind, amount in found.items():
            yield from compare(f"damage to the {kind} of {name}", wanted.get(kind, 0), amount)
    for who, amount in expect.production.items():
        power = table.power(who)
        yield from compare(f"production of {power}", amount, status.production(world, state, power))
    for name, amount in expect.capacity.items():
        territory = table.space(name)
        room = room_at(world, state, state.control.get(territory, ""), territory)
        yield from compare(f"capacity left in {territory}", amount, room)
    if expect.bought is not None:
        lines = {table.on_turn(): expect.bought} if isinstance(expect.bought, str) else expect.bought
        for who, text in lines.items():
            power = table.power(who)
            found = {unit: n for unit, n in state.bought.get(power, {}).items() if n}
            if found != dict(_counts(table, text)):
                shown = ", ".join(f"{n} {unit}" for unit, n in found.items()) or "nothing"
                yield Mismatch(f"bought by {power}", text, shown)


# turn, phase, decisions


def _moment(table: Table, expect: Expect) -> Iterator[Mismatch]:
    world, state = table.world, table.state
    if expect.round is not None:
        yield from compare("round", expect.round, state.round)
    if expect.turn:
        yield from compare("turn", table.power(expect.turn), " and ".join(status.active(state)))
    if expect.phase:
        if expect.phase not in world.game.phases:
            raise StepError(f"unknown phase {expect.phase!r}{nearest(expect.phase, world.game.phases)}")
        power = table.power(expect.turn) if expect.turn else table.on_turn()
        yield from compare("phase", expect.phase, status.phase_of(state, power))
    if expect.winner is not None:
        wanted = "" if expect.winner in NOBODY else expect.winner.casefold()
        if wanted and wanted not in world.game.sides:
            raise StepError(f"unknown side {wanted!r}{nearest(wanted, world.game.sides)}")
        yield from compare("winner", wanted or "nobody", table.game.winner(state) or "nobody")
    if expect.individual is not None:
        best = [table.power(name) for name in as_names(expect.individual)]
        won = table.game.winner(state)
        yield from compare_sets("individual winners", best, individual_winners(world, state, won) if won else ())
    for who, percent in expect.growth.items():
        power = table.power(who)
        yield from compare(f"growth of {power}", str(float(percent)), percent_cut(growth(world, state, power)))
    for who, names in expect.developments.items():
        power = table.power(who)
        yield from compare_sets(f"developments of {power}", as_names(names), techs_of(state.techs, power))
    if expect.prompt:
        prompts = " / ".join(decision.prompt for decision in table.game.pending(state))
        if expect.prompt.casefold() not in prompts.casefold():
            yield Mismatch("question", expect.prompt, prompts or "nothing is asked")
    if expect.pending is not None:
        yield from _pending(table, expect.pending)


def _pending(table: Table, expected: words.Lines) -> Iterator[Mismatch]:
    open_now = [(decision.seat, decision.kind) for decision in table.game.pending(table.state)]
    left = list(open_now)
    lines = [(table.power(seat), str(kind)) for seat, kind in as_lines(expected)]
    missing = False
    for seat, kind in lines:
        found = next((one for one in left if one[0] == seat and kind in ("", one[1])), None)
        if found is None:
            missing = True
        else:
            left.remove(found)
    if missing or left:
        yield Mismatch("open decisions", _show_lines(lines), _show_lines(open_now))


def as_lines(lines: words.Lines) -> list[tuple[str, Any]]:
    """Lines of the form ``key: value``, however YAML parsed them.

    >>> as_lines(["attack: 1, 1", {"defend": 2}, "uk"])
    [('attack', '1, 1'), ('defend', 2), ('uk', '')]
    """
    if isinstance(lines, str):
        lines = [] if lines.strip().casefold() in NOBODY else [lines]
    if isinstance(lines, Mapping):
        lines = [lines]
    found: list[tuple[str, Any]] = []
    for line in lines:
        if isinstance(line, str):
            key, _, value = line.partition(":")
            found.append((key.strip(), value.strip()))
        else:
            found.extend((str(key), value) for key, value in line.items())
    return found


def _show_lines(lines: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{key}: {value}" if value else key for key, value in lines) or "nothing"


# spaces


def _spaces(table: Table, expect: Expect) -> Iterator[Mismatch]:
    world, state = table.world, table.state
    for name, holder in expect.control.items():
        space = table.space(name)
        wanted = "nobody" if holder.casefold() in NOBODY or holder == "neutral" else holder
        if wanted != "nobody" and wanted not in world.game.sides:
            wanted = table.power(holder)
        yield from compare(f"control of {space}", wanted, state.control.get(space) or "nobody")
    for who, count in expect.territories.items():
        if who == "neutral":
            found = sum(1 for land in world.board.territories if status.neutral(world, state, land))
            yield from compare("neutral territories", count, found)
        else:
            power = table.power(who)
            held = sum(1 for holder in state.control.values() if holder == power)
            yield from compare(f"territories of {power}", count, held)
    for who, names in expect.hostile.items():
        for name in as_names(names):
            yield from _status(table, table.power(who), table.space(name), "hostile")
    for who, names in expect.friendly.items():
        for name in as_names(names):
            yield from _status(table, table.power(who), table.space(name), "friendly")


def _status(table: Table, power: str, space: str, wanted: str) -> Iterator[Mismatch]:
    holder = table.state.control.get(space, power)
    if status.neutral(table.world, table.state, space) or table.world.relation(holder, power) == "peace":
        found = "neutral"
    else:
        found = "hostile" if status.hostile(table.world, table.state, power, space) else "friendly"
    yield from compare(f"{space}, to {power},", wanted, found)


# battles


def _battle(table: Table, expect: Expect) -> Iterator[Mismatch]:
    state = table.state
    if expect.battle is not None:
        yield from _strips(table, expect.battle, state.battle)
    if expect.sites is not None:
        wanted = [table.space(name) for name in as_names(expect.sites)]
        yield from compare_sets("combats still to be resolved", wanted, [site.space for site in state.turn.sites])
    if expect.retreats is not None:
        wanted = ["air" if name == "air" else table.space(name) for name in as_names(expect.retreats)]
        open_now = [space or "air" for space in state.battle.retreats] if state.battle else []
        yield from compare_sets("open retreats", wanted, open_now)


def _strips(table: Table, expected: BattleSeen | str, battle: Battle | None) -> Iterator[Mismatch]:
    if isinstance(expected, str):
        if expected.casefold() not in NOBODY:
            expected = BattleSeen(space=expected)
        else:
            yield from compare("battle", "none", "none" if battle is None else battle.space)
            return
    if battle is None:
        yield Mismatch("battle", str(expected.space) or "one in progress", "none")
        return
    if expected.space:
        yield from compare("battle in", table.space(expected.space), battle.space)
    if expected.round is not None:
        yield from compare("round of battle", expected.round, battle.round)
    sides = {"attack": battle.attack, "defend": battle.defend}
    lines: list[tuple[str, str, Stack]] = []
    if expected.attack is not None:
        lines.append(("attackers", expected.attack, battle.attack.units))
    if expected.defend is not None:
        lines.append(("defenders", expected.defend, battle.defend.units))
    for side, text in expected.support.items():
        lines.append((f"support ({side})", text, sides[_side(side)].support))
    for side, text in expected.behind.items():
        lines.append((f"casualties behind the strip ({side})", text, sides[_side(side)].casualties))
    for side, text in expected.submerged.items():
        lines.append((f"submerged ({side})", text, sides[_side(side)].submerged))
    for what, text, found in lines:
        powers = {piece.power for piece, _ in found}
        entries = _entries(table, text)
        only = next(iter(powers)) if len(powers) == 1 and not any(entry.power for entry in entries) else ""
        yield from _same(table, what, text, _as_written(table.world, entries, found), only)


def _side(name: str) -> str:
    if name not in ("attack", "defend"):
        raise StepError(f"unknown side of a battle {name!r}: 'attack' or 'defend'")
    return name


# events


def _happened(table: Table, expect: Expect, events: Sequence[AreaEvent]) -> Iterator[Mismatch]:
    volleys = [event for event in events if isinstance(event, Rolled)]
    if expect.rolled is not None:
        yield from _rolled(table, as_lines(expect.rolled), volleys)
    if expect.battle_steps is not None:
        yield from compare("steps of the battle", list(expect.battle_steps), _steps(table, events))
    for side, count in expect.hits.items():
        _side(side)
        fired = [event for event in volleys if event.side == side]
        if isinstance(count, int):
            found = sum(fire.hits for event in fired for fire in event.fire)
            yield from compare(f"hits ({side})", count, found)
        else:
            kinds: dict[str, int] = {}
            for event in fired:
                for hit in event.hits:
                    kinds[hit.volley] = kinds.get(hit.volley, 0) + hit.count
            for kind, n in count.items():
                yield from compare(f"{kind} hits ({side})", n, kinds.get(kind, 0))
    left = list(events)
    for pattern in expect.events:
        wanted = _pattern(table, pattern)
        index = next((i for i, event in enumerate(left) if _fits(table, wanted, event)), None)
        if index is None:
            shown = "".join(f"\n      {_show_event(table, event)}" for event in events)
            yield Mismatch("events, in this order", show_keys(pattern), shown or "none")
            break
        left = left[index + 1 :]
    for pattern in expect.no_events:
        wanted = _pattern(table, pattern)
        happened = next((event for event in events if _fits(table, wanted, event)), None)
        if happened is not None:
            yield Mismatch("events", f"no {show_keys(pattern)}", _show_event(table, happened))


def _rolled(table: Table, expected: Sequence[tuple[str, Any]], volleys: Sequence[Rolled]) -> Iterator[Mismatch]:
    ok = len(expected) == len(volleys)
    lines: list[str] = []
    for i, (who, what) in enumerate(expected):
        *name, side = who.split() or [""]
        wanted = _needs(table, what)
        lines.append(f"{who}: {_show_needs(wanted)}")
        if i < len(volleys):
            volley = volleys[i]
            same = _values(volley) == wanted if isinstance(wanted, list) else _shooters(volley) == wanted
            named = all(word.casefold() in volley.step.casefold() for word in name)
            ok = ok and volley.side == _side(side) and same and named
    if not ok:
        found = [
            f"{v.step} {v.side}: {_show_needs(_values(v))} ({_show_needs(_shooters(v))}; "
            f"rolled {' '.join(str(d) for f in v.fire for d in f.dice)})"
            for v in volleys
        ]
        yield Mismatch("volleys", "; ".join(lines) or "no dice", "; ".join(found) or "no dice")


def _steps(table: Table, events: Sequence[AreaEvent]) -> list[int]:
    """The numbers of the battle steps, without immediate repetitions."""
    numbers: list[int] = []
    raided = table.state.battle is not None and table.state.battle.sequence == "raid"
    for event in events:
        if isinstance(event, BattleBegan):
            raided = event.battle.sequence == "raid"
        if isinstance(event, StepReached):
            sequence = "sea" if table.world.board.is_sea(event.space) else "raid" if raided else "land"
            number = table.world.sequences.sequences[sequence].steps[event.step].number
            if numbers[-1:] != [number]:
                numbers.append(number)
    return numbers


def _needs(table: Table, what: Any) -> list[int] | dict[str, int]:
    """The numbers that dice need, or the units that fire."""
    if isinstance(what, int):
        return [what]
    if isinstance(what, list):
        return sorted(int(n) for n in what)
    numbers = re.split(r"[\s,]+", str(what).strip())
    if all(re.fullmatch(r"\d+", n) for n in numbers):
        return sorted(int(n) for n in numbers)
    return dict(_counts(table, str(what)))


def _values(volley: Rolled) -> list[int]:
    return sorted(fire.value for fire in volley.fire for _ in fire.dice)


def _shooters(volley: Rolled) -> dict[str, int]:
    shooters: dict[str, int] = {}
    for fire in volley.fire:
        shooters[fire.unit] = shooters.get(fire.unit, 0) + (fire.units or len(fire.dice))
    return {unit: count for unit, count in shooters.items() if count}


def _show_needs(needs: list[int] | dict[str, int]) -> str:
    if isinstance(needs, list):
        return ", ".join(map(str, needs))
    return ", ".join(unit if n == 1 else f"{n} {unit}" for unit, n in needs.items())


def event_names(game: Any) -> Mapping[str, type[msgspec.Struct]]:
    """A game's kinds of event, by their name in save files."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(game.event_type)}


def _pattern(table: Table, pattern: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """The pattern of an expected event, with its kind and keys checked."""
    wanted = {"is": pattern} if isinstance(pattern, str) else dict(pattern)
    kinds = event_names(table.game)
    if "is" not in wanted:
        raise StepError("an event is named by 'is', as in {is: rolled, side: attack}")
    name = re.sub(r"[\s_]+", "-", str(wanted["is"]).strip().casefold())
    if name not in kinds:
        raise StepError(f"unknown event {wanted['is']!r}{nearest(name, kinds)}")
    fields = {field.encode_name for field in msgspec.structs.fields(kinds[name])}
    for key in wanted:
        if key != "is" and key not in fields:
            raise StepError(
                f"the event {name!r} has no {key!r}{nearest(key, fields)} (it has: {', '.join(sorted(fields))})"
            )
    return {**wanted, "is": name}


def _fits(table: Table, wanted: Any, found: Any) -> bool:
    """Whether a value in an event matches a pattern."""
    if isinstance(wanted, str):
        return _fits_text(table, wanted, found)
    if isinstance(found, msgspec.Struct):
        if not isinstance(wanted, Mapping):
            return False
        for key, value in wanted.items():
            if key == "is":
                if value != found.__struct_config__.tag:
                    return False
            elif not hasattr(found, key) or not _fits(table, value, getattr(found, key)):
                return False
        return True
    if isinstance(found, Mapping):
        return isinstance(wanted, Mapping) and all(
            k in found and _fits(table, v, found[k]) for k, v in wanted.items()
        )
    if isinstance(found, tuple):
        return (
            isinstance(wanted, list | tuple)
            and len(wanted) == len(found)
            and all(_fits(table, w, f) for w, f in zip(wanted, found, strict=True))
        )
    return bool(wanted == found)


def _fits_text(table: Table, wanted: str, found: Any) -> bool:
    world = table.world
    if isinstance(found, str):
        if wanted == found or (not found and wanted in NOBODY):
            return True
        return found in (find_space(world, wanted), find_power(world, wanted), find_unit(world, wanted))
    if isinstance(found, Piece):
        entries = parse_entries(world, wanted)
        return not isinstance(entries, NotationError) and len(entries) == 1 and matches(entries[0], found, "")
    if isinstance(found, Mapping):
        counts = parse_counts(world, wanted)
        return not isinstance(counts, NotationError) and dict(counts) == dict(found)
    if isinstance(found, tuple):
        if found and not isinstance(found[0], tuple):
            return [table.space(name) for name in as_names(wanted)] == list(found)
        entries = parse_entries(world, wanted)
        return not isinstance(entries, NotationError) and same_force(entries, found)
    return False


def _show_event(table: Table, event: AreaEvent) -> str:
    parts = [str(event.__struct_config__.tag)]
    for key in event.__struct_fields__:
        value = getattr(event, key)
        if value or value is False or value == 0:
            shown = _show_value(table, value)
            parts.append(f"{key} {shown}" if len(shown) < 200 else f"{key} ...")
    return ", ".join(parts)


def _show_value(table: Table, value: Any) -> str:
    if isinstance(value, Piece):
        return show_piece(table.world, value)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple) and len(value[0]) == 2:
        return f"[{show_stack(table.world, value)}]" if isinstance(value[0][0], Piece) else str(value)
    if isinstance(value, tuple):
        return " > ".join(_show_value(table, one) for one in value)
    if isinstance(value, msgspec.Struct):
        return written(msgspec.to_builtins(value))
    return str(value)


# choices


def _choices(table: Table, expect: Expect) -> Iterator[Mismatch]:
    yield from look_at_choices(table, expect.can, expect.cannot, lambda raw: _verdict(table, raw))
    if expect.offers or expect.offers_no:
        yield from _offers(table, expect)


def _verdict(table: Table, raw: Mapping[str, Any]) -> Refusal | None:
    step = _step(raw)
    missing = lacking(table, step)
    if missing is not None:
        return missing
    seat = actor(table, step)
    for action in actions_of(step, table, seat):
        refusal = table.game.check(table.state, seat, action)
        if refusal is not None:
            return refusal
    return None


def _offers(table: Table, expect: Expect) -> Iterator[Mismatch]:
    def offered(item: str | Mapping[str, Any]) -> bool:
        if isinstance(item, str):
            kinds = {str(kind.__struct_config__.tag) for kind in get_args(table.game.action_type)}
            if item not in kinds:
                raise StepError(f"unknown kind of action {item!r}{nearest(item, kinds)}")
            return item in offered_kinds
        step = _step(item)
        seat = actor(table, step)
        choices = list(table.game.legal(table.state, seat))
        return all(action in choices for action in actions_of(step, table, seat))

    asked = table.asked()
    seat = asked[0] if len(asked) == 1 else table.on_turn()
    offered_kinds = {str(action.__struct_config__.tag) for action in table.game.legal(table.state, seat)}
    shown = ", ".join(sorted(offered_kinds)) or "nothing"
    for item in expect.offers:
        if not offered(item):
            yield Mismatch(f"choices offered to {seat}", show_keys(item), shown)
    for item in expect.offers_no:
        if offered(item):
            yield Mismatch(f"choices offered to {seat}", f"no {show_keys(item)}", shown)


def _step(raw: Mapping[str, Any]) -> words.Step:
    try:
        step = read_step(raw, "can")
    except ScenarioError as error:
        raise StepError(str(error)) from None
    if not isinstance(step, words.Step):
        raise StepError("only something that a seat does can be allowed or refused")
    return step


def _entries(table: Table, text: str) -> tuple[Entry, ...]:
    entries = parse_entries(table.world, text)
    if isinstance(entries, NotationError):
        raise StepError(entries.message)
    return entries


def _counts(table: Table, text: str) -> Mapping[str, int]:
    counts = parse_counts(table.world, text)
    if isinstance(counts, NotationError):
        raise StepError(counts.message)
    return counts
