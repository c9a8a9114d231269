"""From a step of a scenario to the actions that it stands for, and who takes them."""

import re
from collections.abc import Mapping, Sequence
from functools import singledispatch

import msgspec

from sandtable.area import actions as act
from sandtable.area import aftermath
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
from sandtable.area.state import Party, Reinforcement, Shots
from sandtable.scenarios import words
from sandtable.scenarios.table import StepError, Table

ANSWERS = (
    words.CasualtiesStep,
    words.SubmergeStep,
    words.WithdrawStep,
    words.AimStep,
    words.PullBackStep,
    words.RelandStep,
    words.LandStep,
    words.EngageStep,
    words.AssaultStep,
    words.HaltStep,
    words.BombStep,
    words.PinStep,
)
"""Steps that answer a question: whoever is asked takes them."""


def actor(table: Table, step: words.Step) -> str:
    """Who takes a step: the one that it names, else who is asked, else the power on turn."""
    if step.by:
        return table.power(step.by)
    asked = table.asked()
    if isinstance(step, ANSWERS):
        if len(asked) == 1:
            return asked[0]
        if asked:
            raise StepError(f"{' and '.join(asked)} are all asked now: say who answers with 'by'")
    return table.on_turn()


@singledispatch
def actions_of(step: words.Step, table: Table, seat: str) -> Sequence[AreaAction]:
    """The actions that a step stands for; most often one."""
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
def _(step: words.BoardStep, table: Table, seat: str) -> Sequence[AreaAction]:
    territory, zone, owner = table.space(step.start), table.space(step.place), table.power(step.owner)
    counts = _counts(table, step.board)
    return [act.Board(unit, territory, zone, owner, count) for unit, count in counts.items()]


@actions_of.register
def _(step: words.DisembarkStep, table: Table, seat: str) -> Sequence[AreaAction]:
    units = _unit_list(table, step.disembark)
    return [act.Disembark(units, table.space(step.start), table.power(step.owner), table.space(step.to))]


@actions_of.register
def _(step: words.OrderStep, table: Table, seat: str) -> Sequence[AreaAction]:
    if isinstance(step.order, str):
        return [act.Order(_counts(table, step.order, absent=True))]
    return [act.Order({_unit(table, unit, absent=True): count for unit, count in step.order.items()})]


@actions_of.register
def _(step: words.ResearchStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Research(step.research)]


@actions_of.register
def _(step: words.AidStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Aid(table.power(step.to), step.aid)]


@actions_of.register
def _(step: words.ProgramStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Program({"": step.program} if isinstance(step.program, int) else step.program)]


@actions_of.register
def _(step: words.RepairStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Repair(_unit(table, step.repair), table.space(step.place))]


@actions_of.register
def _(step: words.ScorchStep, table: Table, seat: str) -> Sequence[AreaAction]:
    names = step.scorch.split(",") if isinstance(step.scorch, str) else step.scorch
    return [act.Scorch(tuple(table.space(name) for name in names))]


@actions_of.register
def _(step: words.SupportStep, table: Table, seat: str) -> Sequence[AreaAction]:
    start, to = table.space(step.start), table.space(step.to)
    return [act.Support(unit, start, to, count) for unit, count in _counts(table, step.support).items()]


@actions_of.register
def _(step: words.ReinforceStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Reinforce(_pick(table, step.reinforce), table.space(step.start), table.space(step.to))]


@actions_of.register
def _(step: words.RecallStep, table: Table, seat: str) -> Sequence[AreaAction]:
    _only_true(step.recall, "recall")
    return [act.Recall()]


@actions_of.register
def _(step: words.HaltStep, table: Table, seat: str) -> Sequence[AreaAction]:
    stopped = next((passing.units for passing in table.state.turn.passing if passing.power == seat), EMPTY)
    return [act.Halt(_named_in(table, stopped, seat, step.halt))]


@actions_of.register
def _(step: words.BombStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Bomb(step.bomb)]


@actions_of.register
def _(step: words.PinStep, table: Table, seat: str) -> Sequence[AreaAction]:
    question = aftermath.pinned(table.world, table.state)
    orders: list[Reinforcement] = []
    for entry in _entries(table, step.pin):
        left = entry.count
        for order in question[2] if question else ():
            if order.unit == entry.unit and entry.power in ("", order.power):
                orders.append(msgspec.structs.replace(order, count=min(order.count, left)))
                left -= orders[-1].count
        if left:  # more than have orders: that is for the game to refuse
            orders.append(Reinforcement(entry.power or seat, "", "", entry.unit, left))
    return [act.Pin(tuple(order for order in orders if order.count))]


@actions_of.register
def _(step: words.AirliftStep, table: Table, seat: str) -> Sequence[AreaAction]:
    path = _path(table, step)
    drop = table.space(step.drop) if step.drop else path[-1]
    return [act.Airlift(_unit(table, step.using), _unit(table, step.airlift), path, drop)]


@actions_of.register
def _(step: words.MobilizeStep, table: Table, seat: str) -> Sequence[AreaAction]:
    space = table.space(step.place)
    factory = table.space(step.factory) if step.factory else ""
    aboard = table.power(step.aboard) if step.aboard else ""
    onto = _unit(table, step.onto) if step.onto else ""
    counts = _counts(table, step.mobilize)
    return [act.Mobilize(unit, space, count, factory, aboard, onto) for unit, count in counts.items()]


@actions_of.register
def _(step: words.DoneStep, table: Table, seat: str) -> Sequence[AreaAction]:
    _only_true(step.done, "done")
    return [act.Done()]


@actions_of.register
def _(step: words.FightStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Fight(table.space(step.fight))]


@actions_of.register
def _(step: words.EngageStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Engage(step.engage)]


@actions_of.register
def _(step: words.AssaultStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Assault(step.assault)]


@actions_of.register
def _(step: words.RocketStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Rocket(table.space(step.start), table.space(step.rocket))]


@actions_of.register
def _(step: words.WithdrawStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Withdraw(step.withdraw, table.space(step.to) if step.to else "")]


@actions_of.register
def _(step: words.SubmergeStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Submerge(step.submerge)]


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
def _(step: words.PressStep, table: Table, seat: str) -> Sequence[AreaAction]:
    _only_true(step.press, "press")
    return [act.Press()]


@actions_of.register
def _(step: words.RelandStep, table: Table, seat: str) -> Sequence[AreaAction]:
    start, to = table.space(step.start), table.space(step.to)
    owner = table.power(step.owner) if step.owner else ""
    return [act.Reland(unit, start, to, owner) for unit in _unit_list(table, step.reland)]


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
def _(step: words.RoomStep, table: Table, seat: str) -> Sequence[AreaAction]:
    return [act.Room(table.power(step.room), step.allowed)]


@actions_of.register
def _(step: words.ConcedeStep, table: Table, seat: str) -> Sequence[AreaAction]:
    _only_true(step.concede, "concede")
    return [act.Concede()]


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


def _path(
    table: Table, step: words.MoveStep | words.RaidStep | words.VoyageStep | words.AirliftStep
) -> tuple[str, ...]:
    if step.place:
        spaces: Sequence[str | int] = [step.place]
    elif step.start and step.to:
        spaces = [step.start, step.to]
    elif isinstance(step.path, str):
        spaces = [part for part in re.split(r"\s*(?:->|>|→)\s*", step.path.strip()) if part]
    else:
        spaces = step.path
    if not spaces:
        raise StepError("where? Write 'path', or 'from' and 'to', or 'in'")
    if bool(step.path) + bool(step.start or step.to) + bool(step.place) > 1:
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
    """The side of the battle that a seat takes losses from."""
    battle, flight = table.state.battle, table.state.turn.overflight
    if battle is None:
        return flight.planes if flight is not None else EMPTY
    if battle.victim:
        return battle.attack.units if battle.victim == "attack" else battle.defend.units
    friends = seat in table.world.powers and table.world.friends(seat, battle.attacker)
    return battle.attack.units if friends else battle.defend.units


def _named_in(table: Table, strip: Stack, seat: str, text: str) -> Stack:
    """The pieces that a text names among those on the strip; as it is written where they are not there."""
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
