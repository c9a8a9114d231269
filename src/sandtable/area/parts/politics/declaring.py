"""Declarations of war: who may declare, when, and the consequences."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.event import Event
from sandtable.area.events import Changed, RelationChanged
from sandtable.area.evolve import evolve
from sandtable.area.forces import Power
from sandtable.area.part import PartEvent
from sandtable.area.parts.politics.memory import DIPLOMACY
from sandtable.area.parts.politics.settings import Declaration, Settings
from sandtable.area.parts.politics.standing import at_war, drawn_in
from sandtable.area.requirements.judging import Case, Finding, holds, judge
from sandtable.area.state import AreaState
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import the
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import PowerName

USUAL = "combat-move"
"""The phase for declaring war, unless a game says otherwise."""


class Declare(Action, frozen=True):
    """Declare war on a power."""

    phrase: ClassVar[str] = "declare {on}"
    example: ClassVar[str] = "declare ussr"
    aliases: ClassVar[tuple[str, ...]] = ("war",)

    on: PowerName
    """The power to declare war on."""


class EntryPassed(PartEvent, frozen=True):
    """A power doesn't enter the war before collecting its income, or declares no further wars."""

    power: Power

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return DIPLOMACY.put(state, replace(DIPLOMACY.of(state), passed=True))


def entries(world: World, state: AreaState, settings: Settings, power: Power, on: Power) -> Iterator[Declaration]:
    """The game's entries about one power declaring war on another."""
    case = Case(world, state, power)
    for one in settings.declarations:
        if power in case.powers(one.by) and on in case.powers(one.against):
            yield one


def check(world: World, state: AreaState, settings: Settings, power: Power, on: Power) -> Refusal | None:
    """The rule against declaring war on a power now, or None."""
    if on not in world.powers:
        return world.refuse("war.restrictions-first", f"There's no power called {on!r}.")
    if world.side(on) == world.side(power):
        return world.refuse("sides.no-attack-on-friends", f"{world.the(on)} is on the same side.")
    if world.relation(power, on) == "war":
        return world.refuse("war.state", f"{world.the(power)} is already at war with {the(world.name(on))}.")
    known = tuple(entries(world, state, settings, power, on))
    if not known:
        why = f"{world.the(power)} can't declare war on {the(world.name(on))}."
        return world.refuse("war.restrictions-first", why)
    phase = phase_of(state, power)
    if DIPLOMACY.of(state).moved and phase == "combat-move":
        return world.refuse("war.timing", "Declare war before your first combat move of the turn.")
    if not world.parts.adjusted(world, state, power, "unprovoked-declarations", 1) and not provoked(
        world, state, settings, power, on
    ):
        return world.refuse("war.restrictions-first", "Nobody can declare war unprovoked this round.")
    neutral = DIPLOMACY.of(state).neutral
    now = [one for one in known if one.phase == phase and (neutral or not one.neutral)]
    case = Case(world, state, power)
    if any(holds(case, one.when) for one in now):
        return None
    if not now:
        return world.refuse("war.timing", f"Declare war in the {world.game.phases['combat-move'].name} phase.")
    return world.refuse_by(now[0].rule, _why_not(world, power, on, judge(case, now[0].when)))


def _why_not(world: World, power: Power, on: Power, found: Finding) -> str:
    return f"{world.the(power)} can't declare war on {the(world.name(on))} yet: {found.line}."


def permission(world: World, state: AreaState, settings: Settings, power: Power, on: Power) -> Finding | None:
    """What must hold to declare war, in anybody's turn. None if it is possible in any of the power's own turns."""
    known = tuple(entries(world, state, settings, power, on))
    if not known or not all(one.when for one in known):
        return None
    case = Case(world, state, power)
    found = [_in_phase(world, one, judge(case, one.when)) for one in known]
    if len(found) == 1:
        return found[0]
    ways = tuple(way for one in found for way in one.choices or (one,))
    return Finding(" or ".join(one.says for one in ways), any(one.holds for one in ways), choices=ways)


def _in_phase(world: World, entry: Declaration, found: Finding) -> Finding:
    """What must hold, plus the phase if it isn't the usual one."""
    if entry.phase == USUAL:
        return found
    return replace(found, says=f"{found.says}, before {world.game.phases[entry.phase].name}")


def foreseen(
    world: World, state: AreaState, settings: Settings, power: Power, on: Power
) -> tuple[tuple[Event, ...], AreaState]:
    """The events a declaration would cause, and the state after it."""
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    declare(run, settings, power, on)
    return tuple(run.events), run.state


def possible(world: World, state: AreaState, settings: Settings, power: Power) -> tuple[Power, ...]:
    """The powers a power may declare war on now."""
    return tuple(on for on in world.order if on != power and check(world, state, settings, power, on) is None)


def provoked(world: World, state: AreaState, settings: Settings, power: Power, on: Power) -> bool:
    """Whether a declaration is provoked."""
    case = Case(world, state, power)
    return any(one.provoked and holds(case, one.provoked) for one in entries(world, state, settings, power, on))


def declare(run: Unfolding, settings: Settings, power: Power, on: Power) -> None:
    """Declare war. Linked powers follow, and powers that were neutral become partners of their side."""
    before = {p for p in run.world.order if not at_war(run.world, p)}
    answer = provoked(run.world, run.state, settings, power, on)
    _war(run, power, on, answer)
    for a, b in linked(run.world, settings, power, on):
        if run.world.relation(a, b) != "war":
            _war(run, a, b, answer)
    for newcomer in sorted(before):
        if at_war(run.world, newcomer):
            for one, other, relation in tuple(drawn_in(run.world, newcomer)):
                run.emit(RelationChanged(powers=(one, other), now=relation))
            _awaken(run, settings, newcomer)


def _war(run: Unfolding, power: Power, on: Power, answer: bool) -> None:
    run.emit(RelationChanged(powers=(power, on), now="war", by=power, provoked=answer))


def linked(world: World, settings: Settings, power: Power, on: Power) -> Iterator[tuple[Power, Power]]:
    """The other wars that a declaration causes, as pairs with the declaring side first."""
    for link in settings.links:
        if on in link.powers and power in link.against:
            yield from ((power, other) for other in link.powers)
        if power in link.powers and on in link.against:
            yield from ((other, on) for other in link.powers)


def _awaken(run: Unfolding, settings: Settings, power: Power) -> None:
    awakening = settings.awakenings.get(power)
    if awakening is None:
        return
    for space in awakening.at:
        for piece, count in run.state.at(space):
            if piece.power == power and piece.unit in awakening.become:
                after = type(piece)(power, awakening.become[piece.unit], damage=piece.damage)
                run.emit(Changed(space=space, piece=piece, count=count, after=after))
