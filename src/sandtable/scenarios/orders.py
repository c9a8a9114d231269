"""Turns the steps of a scenario into actions, and finds who takes them."""

import re
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

import msgspec

from sandtable.area import actions as act
from sandtable.area.actions import AreaAction, Load, Pick
from sandtable.area.forces import EMPTY, Stack, merge, minus
from sandtable.area.notation import (
    Entry,
    NotationError,
    cargo_units,
    find_unit,
    parse_counts,
    parse_entries,
    parse_force,
    parse_pick,
    select,
)
from sandtable.area.state import Party, Route, Shots
from sandtable.core.refusal import Refusal
from sandtable.scenarios import words
from sandtable.scenarios.table import StepError, Table

ANSWERS = (
    words.CasualtiesStep,
    words.AimStep,
    words.PullBackStep,
    words.LandStep,
)
"""Steps that answer a decision: the seat with the decision takes them."""

ANSWERING = (act.Submerge, act.Withdraw, act.Reland, act.Engage, act.Assault)
"""The same for actions of the family that have a phrase."""

NEEDS: Mapping[str, str] = {"withdraw": "withdrawal", "aim": "pull-backs", "pull_back": "pull-backs"}
"""Verbs that only some battles have, and the feature they need."""


def actor(table: Table, step: words.Step) -> str:
    """Who takes a step: the seat it names, else the seat with the decision, else the power on turn."""
    if step.by:
        return table.power(step.by)
    asked = table.asked()
    if isinstance(step, ANSWERS) or _answers(table, step):
        if len(asked) == 1:
            return asked[0]
        if asked:
            raise StepError(f"{' and '.join(asked)} are all asked now: say who answers with 'by'")
    return table.on_turn()


def _answers(table: Table, step: words.Step) -> bool:
    """Whether a step made from a phrase answers a decision."""
    if not isinstance(step, words.PhraseStep):
        return False
    if step.said.action in ANSWERING:
        return True
    part = table.world.parts.by_action.get(step.said.action)
    return part is not None and step.said.action in part.answers


def lacking(table: Table, step: words.Step) -> Refusal | None:
    """A refusal if the game lacks what a step does, citing the game's rule for that if it has one."""
    verb = _lacks(table, step)
    if not verb:
        return None
    absent, why = table.world.game.absent.get(verb), f"{table.game.id} has no {verb!r}."
    return table.world.refuse_by(absent, why) if absent else Refusal("", why)


def _lacks(table: Table, step: words.Step) -> str:
    """The verb of a step if the game doesn't know it, otherwise empty."""
    world = table.world
    if isinstance(step, words.PhraseStep) and step.said.action not in act.FAMILY:
        return "" if step.said.action in world.parts.by_action else step.said.verb
    for verb, feature in NEEDS.items():
        if getattr(step, verb, None) is not None and feature not in world.features:
            return verb
    return ""


@singledispatch
def actions_of(step: words.Step, table: Table, seat: str) -> Sequence[AreaAction]:
    """The actions of a step, usually one."""
    raise StepError(f"{type(step).__name__} is not something that a seat does")


@actions_of.register
def _(step: words.MoveStep, table: Table, seat: str) -> Sequence[AreaAction]:
    assault = table.space(step.assault) if step.assault else ""
    return [act.Move(_pick(table, step.move), _path(table, step), step.attack, assault)]


@actions_of.register
def _(step: words.RaidStep, table: Table, seat: str) -> Sequence[AreaAction]:
    try:
        mission = msgspec.convert(step.mission, act.Mission)
    except msgspec.ValidationError:
        raise StepError(f"there is no mission {step.mission!r}") from None
    return [act.Raid(_pick(table, step.raid), _path(table, step), mission)]


@actions_of.register
def _(step: words.VoyageStep, table: Table, seat: str) -> Sequence[AreaAction]:
    picks = _pick(table, step.voyage)
    if len(picks) != 1:
        raise StepError("a voyage is that of one transport")
    path = _path(table, step)
    lines = [step.load] if isinstance(step.load, str) else step.load
    loads = tuple(load for line in lines if line for load in _loads(table, line, path))
    ashore = None if step.ashore is None else _unit_list(table, step.ashore)
    land = table.space(step.land) if step.land else ""
    more = tuple(act.Landing(table.space(name), _unit_list(table, units)) for name, units in step.more.items())
    return [act.Voyage(picks[0], path, loads, land, ashore, step.attack, more)]


@actions_of.register
def _(step: words.OrderStep, table: Table, seat: str) -> Sequence[AreaAction]:
    if isinstance(step.order, str):
        return [act.Order(_counts(table, step.order, absent=True))]
    return [act.Order({_unit(table, unit, absent=True): count for unit, count in step.order.items()})]


@actions_of.register
def _(step: words.PhraseStep, table: Table, seat: str) -> Sequence[AreaAction]:
    action, reader = step.said.action, StepReader(table, seat)
    if not step.said.slots:
        _only_true(getattr(step, step.said.verb), step.said.verb)
    part = table.world.parts.by_action.get(action)
    if part is not None:
        return part.reads(reader, action, step.words())
    if action in act.FAMILY:
        return step.said.from_words(step.words(), reader)
    return [act.Special(step.said.verb)]  # the game will refuse it


class StepReader:
    """Reads the words of a phrase, for a scenario's table."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table = table
        self.world = table.world
        self.state = table.state
        self.seat = seat

    def unit(self, text: str) -> str:
        return _unit(self.table, text)

    def space(self, text: str) -> str:
        return self.table.space(text)

    def power(self, text: str) -> str:
        return self.table.power(text)

    def counts(self, text: str) -> Mapping[str, int]:
        return _counts(self.table, text)

    def picks(self, text: str) -> tuple[Pick, ...]:
        return _pick(self.table, text)

    def entries(self, text: str) -> tuple[Entry, ...]:
        return _entries(self.table, text)

    def among(self, units: Stack, text: str) -> Stack:
        return units if text.strip().casefold() == "all" else _named_in(self.table, units, self.seat, text)

    def route(self, words: Mapping[str, Any], unit: str, via: Route = ()) -> Route:
        return _route(
            self.table, words.get("path", ()), words.get("from", ""), words.get("to", ""), words.get("in", "")
        )

    def error(self, why: str) -> StepError:
        return StepError(why)


@actions_of.register
def _(step: words.CasualtiesStep, table: Table, seat: str) -> Sequence[AreaAction]:
    if step.casualties.strip().casefold() == "default":
        return [act.Casualties()]
    strip = _strip(table, seat)
    damaged = _named_in(table, strip, seat, step.damaged)
    try:
        left = minus(strip, damaged)
    except ValueError:
        left = strip
    return [act.Casualties(damaged, _named_in(table, left, seat, step.casualties))]


@actions_of.register
def _(step: words.AimStep, table: Table, seat: str) -> Sequence[AreaAction]:
    if isinstance(step.aim, str):
        if step.aim.strip().casefold() != "default":
            raise StepError("'aim' is a list of targets, each with 'at' and 'by', or 'default'")
        return [act.Aim()]
    battle = table.state.battle
    sides = (battle.attack, battle.defend) if battle else ()
    here = merge(*(strip.units for strip in sides), *(strip.support for strip in sides))
    shots = []
    for one in step.aim:
        for target, count in _named_in(table, here, seat, one.at):
            shots += [Shots(target, _named_in(table, here, seat, one.by))] * count
    return [act.Aim(tuple(shots))]


@actions_of.register
def _(step: words.PullBackStep, table: Table, seat: str) -> Sequence[AreaAction]:
    strip = _strip(table, seat)
    places = {} if isinstance(step.pull_back, str) else step.pull_back
    if isinstance(step.pull_back, str) and step.pull_back.strip().casefold() != "nothing":
        raise StepError("'pull_back' says who goes where: a space and units, or 'nothing'")
    parties = [Party(_named_in(table, strip, seat, text), table.space(to)) for to, text in places.items()]
    if step.aloft:
        parties.append(Party(_named_in(table, strip, seat, step.aloft)))
    return [act.PullBack(tuple(parties), _named_in(table, strip, seat, step.below) if step.below else EMPTY)]


@actions_of.register
def _(step: words.RetreatStep, table: Table, seat: str) -> Sequence[AreaAction]:
    if step.retreat is False:
        raise StepError("'retreat: false' says nothing: write 'press: true'")
    return [act.Retreat("" if step.retreat is True else table.space(step.retreat))]


@actions_of.register
def _(step: words.LandStep, table: Table, seat: str) -> Sequence[AreaAction]:
    zone = table.space(step.place)
    owner, cargo = seat, None
    if step.aboard:
        ships = _entries(table, step.aboard)
        if len(ships) != 1 or ships[0].count != 1:
            raise StepError("'aboard' names one carrier, as in 'uk carrier[fighter]'")
        owner = ships[0].power or seat
        cargo = None if ships[0].cargo is None else cargo_units(ships[0].cargo)
    return [act.Land(unit, zone, owner, cargo) for unit in _unit_list(table, step.land)]


@actions_of.register
def _(step: words.SpecialStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [
        act.Special(
            step.special,
            table.space(step.space) if step.space else "",
            table.power(step.power) if step.power else "",
            step.amount,
            _unit_list(table, step.units, absent=True),
        )
    ]


@actions_of.register
def _(step: words.ActionStep, table: Table, seat: str) -> Sequence[AreaAction]:
    try:
        action: AreaAction = msgspec.convert(step.action, table.game.action_type)
    except msgspec.ValidationError as error:
        raise StepError(f"not an action: {error}") from None
    return [action]


# parts of steps


def _only_true(value: bool, verb: str) -> None:
    if not value:
        raise StepError(f"'{verb}: false' says nothing: leave the step out")


def _path(table: Table, step: words.MoveStep | words.RaidStep | words.VoyageStep) -> Route:
    return _route(table, step.path, step.start, step.to, step.place)


def _route(table: Table, path: words.Path, start: str | int, to: str | int, place: str | int) -> Route:
    if place:
        spaces: Sequence[str | int] = [place]
    elif start and to:
        spaces = [start, to]
    elif isinstance(path, str):
        spaces = [part for part in re.split(r"\s*(?:->|>|→)\s*", path.strip()) if part]
    else:
        spaces = path
    if not spaces:
        raise StepError("where? Write 'path', or 'from' and 'to', or 'in'")
    if bool(path) + bool(start or to) + bool(place) > 1:
        raise StepError("write only one of 'path', 'from' with 'to', and 'in'")
    return tuple(table.space(space) for space in spaces)


_LOAD = re.compile(r"(?P<units>.+?)\s+from\s+(?P<land>.+?)(?:\s+(?:at|in)\s+(?P<zone>.+))?")


def _loads(table: Table, line: str, path: tuple[str, ...]) -> Sequence[Load]:
    parts = _LOAD.fullmatch(line.strip())
    if parts is None:
        raise StepError(f"load: {line!r} should read like '2 infantry from United Kingdom at Sea Zone 6'")
    land = table.space(parts["land"])
    if parts["zone"]:
        zone = table.space(parts["zone"])
    else:
        zone = next((z for z in path if table.world.board.adjacent(z, land)), path[0])
    return [Load(zone, land, unit, count) for unit, count in _counts(table, parts["units"]).items()]


def _strip(table: Table, seat: str) -> Stack:
    """The units that a seat takes casualties from."""
    battle = table.state.battle
    if battle is None:
        return merge(*(part.at_risk(table.state) for part in table.world.parts.at_risk))
    if battle.victim:
        return battle.attack.units if battle.victim == "attack" else battle.defend.units
    friends = seat in table.world.powers and table.world.friends(seat, battle.attacker)
    return battle.attack.units if friends else battle.defend.units


def _named_in(table: Table, strip: Stack, seat: str, text: str) -> Stack:
    """The pieces on the strip that a text names; if they aren't there, the pieces as written."""
    chosen = select(_entries(table, text), strip, seat)
    if not isinstance(chosen, Entry):
        return chosen
    written = parse_force(table.world, seat, text)
    if isinstance(written, NotationError):
        raise StepError(written.message)
    return written


def _pick(table: Table, text: str) -> tuple[Pick, ...]:
    picks = parse_pick(table.world, text)
    if isinstance(picks, NotationError):
        raise StepError(picks.message)
    return picks


def _entries(table: Table, text: str, absent: bool = False) -> tuple[Entry, ...]:
    entries = parse_entries(table.world, text, absent)
    if isinstance(entries, NotationError):
        raise StepError(entries.message)
    return entries


def _counts(table: Table, text: str, absent: bool = False) -> Mapping[str, int]:
    counts = parse_counts(table.world, text, absent)
    if isinstance(counts, NotationError):
        raise StepError(counts.message)
    return counts


def _unit(table: Table, text: str, absent: bool = False) -> str:
    return table.named(find_unit(table.world, text, absent))


def _unit_list(table: Table, text: str, absent: bool = False) -> tuple[str, ...]:
    return tuple(entry.unit for entry in _entries(table, text, absent) for _ in range(entry.count))
