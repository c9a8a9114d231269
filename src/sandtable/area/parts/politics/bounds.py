"""Restrictions on a neutral power in its own turn: limited spending and moves, and no attacks."""

from typing import ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action, Done, Mobilize, Order, Reland
from sandtable.area.event import Event
from sandtable.area.events import Landed, Loaded, Mobilized, Moved
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Power
from sandtable.area.part import PartEvent
from sandtable.area.parts.politics.limits import no_attack
from sandtable.area.parts.politics.memory import DIPLOMACY
from sandtable.area.parts.politics.settings import Settings
from sandtable.area.parts.politics.standing import at_war, quiet_spaces
from sandtable.area.phases import noncombat_move, purchase
from sandtable.area.state import AreaState
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import the
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal


class MovesRolled(PartEvent, frozen=True):
    """A neutral power has rolled for how many units it may move."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    dice: tuple[int, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return DIPLOMACY.put(state, replace(DIPLOMACY.of(state), rolled=sum(self.dice)))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} rolls {sum(self.dice)} and may move that many units"


def bound(world: World, settings: Settings, power: Power) -> frozenset[str]:
    """The spaces where a power is restricted as a neutral: everywhere, or on one front."""
    if not at_war(world, power):
        return frozenset(world.board.spaces)
    return quiet_spaces(world, settings.fronts, power)


def purse(world: World, state: AreaState, power: Power) -> int:
    """A power's money at the start of its purchase phase."""
    known = DIPLOMACY.of(state).purse
    return known if known >= 0 else purchase.budget(world, state, power)


def forbids(world: World, state: AreaState, settings: Settings, power: Power, action: Action) -> Refusal | None:
    """The rule against a neutral power's order, or None."""
    if isinstance(action, Done | Reland) or type(action) in world.parts.by_action:
        return None  # stranded air units land in anybody's turn
    where = bound(world, settings, power)
    if not where:
        return None
    match phase_of(state, power):
        case "purchase" if isinstance(action, Order) and not at_war(world, power):
            return _check_order(world, state, settings, power, action)
        case "combat-move" if not at_war(world, power):
            return no_attack(world, power)
        case "noncombat-move":
            return _check_moves(world, state, power, action, where)
        case "mobilize" if isinstance(action, Mobilize) and at_war(world, power):
            return _check_front(world, state, settings, power, action, where)
    return None


def fights(world: World, unit: str) -> bool:
    """Whether a unit counts against a neutral power's spending limit."""
    return world.units[unit].kind != "facility"


def _check_order(
    world: World, state: AreaState, settings: Settings, power: Power, action: Order
) -> Refusal | None:
    most = purse(world, state, power) // settings.spending
    cost = sum(world.unit(power, unit).cost * count for unit, count in action.units.items() if fights(world, unit))
    if cost <= most:
        return None
    why = f"{world.the(power)} is neutral and can spend at most {most} on combat units, not {cost}."
    return world.refuse("war.neutral-half-spending", why)


def _check_front(
    world: World, state: AreaState, settings: Settings, power: Power, action: Mobilize, where: frozenset[str]
) -> Refusal | None:
    if action.space not in where or not fights(world, action.unit):
        return None
    most = purse(world, state, power) // settings.spending
    cost = DIPLOMACY.of(state).spent + world.unit(power, action.unit).cost * action.count
    if cost <= most:
        return None
    why = f"{world.the(power)} isn't at war on this map: units worth at most {most} can enter it per turn."
    return world.refuse("war.one-front-limits", why)


def _check_moves(
    world: World, state: AreaState, power: Power, action: Action, where: frozenset[str]
) -> Refusal | None:
    memory = DIPLOMACY.of(state)
    if not memory.rolled or isinstance(action, Reland):  # other powers' stranded air units land in this phase too
        return None
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    noncombat_move.do(run, power, power, action)
    used = DIPLOMACY.of(run.state).used
    if used <= memory.rolled:
        return None
    if at_war(world, power):
        why = f"{world.the(power)} can move only {memory.rolled} units that started on this map, not {used}."
        return world.refuse("war.one-front-limits", why)
    rule = "war.neutral-d6-cargo-counts" if _carries(world, run.events) else "war.neutral-d6-moves"
    why = f"{world.the(power)} is neutral and can move only {memory.rolled} units, not {used}."
    return world.refuse(rule, why)


def _carries(world: World, events: list[Event]) -> bool:
    """Whether an order moves units aboard ships, or air units that follow their carrier from zone to zone."""
    return any(
        isinstance(e, Loaded) or (isinstance(e, Moved) and (bool(e.piece.cargo) or _from_deck(world, e)))
        for e in events
    )


def _from_deck(world: World, event: Moved) -> bool:
    board, ends = world.board, (event.path[0], event.path[-1])
    return world.type(event.piece).kind == "air" and all(board.is_sea(end) for end in ends)


def counted(world: World, state: AreaState, settings: Settings, event: Event) -> AreaState:
    """The state with an event's moves and spending counted against a neutral power's limits."""
    memory = DIPLOMACY.of(state)
    match event:
        case Moved() if memory.rolled and event.path[0] in bound(world, settings, event.piece.power):
            if not event.piece.used and not event.piece.boarded:
                return DIPLOMACY.put(state, replace(memory, used=memory.used + _units(event.piece) * event.count))
        case Loaded() if memory.rolled and event.territory in bound(world, settings, event.piece.power):
            # Units that board before the ship sails are counted here, and not again with the ship.
            return DIPLOMACY.put(state, replace(memory, used=memory.used + 1))
        case Mobilized() if event.space in quiet_spaces(world, settings.fronts, event.power):
            if fights(world, event.unit):
                cost = world.unit(event.power, event.unit).cost * event.count
                return DIPLOMACY.put(state, replace(memory, spent=memory.spent + cost))
        case Landed():
            pass
    return state


def _units(piece: Piece) -> int:
    """The number of units: this one and its cargo, except units counted when they boarded this turn."""
    return 1 + sum(not one.boarded for one in piece.cargo)
