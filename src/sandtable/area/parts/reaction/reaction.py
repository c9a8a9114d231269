"""The reaction part: its phase before combat, and what follows after all combats."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action, Reland
from sandtable.area.event import Event
from sandtable.area.events import BattleBegan
from sandtable.area.forces import Power, Stack
from sandtable.area.part import NoSettings, Part
from sandtable.area.parts.reaction import aftermath, orders, phase
from sandtable.area.parts.reaction.actions import Pin, Recall, Reinforce, Support
from sandtable.area.parts.reaction.events import (
    CombatsOver,
    HeldBack,
    OrdersClosed,
    Recalled,
    Reinforced,
    ReinforcementOrdered,
    Returned,
    Supported,
)
from sandtable.area.parts.reaction.memory import ORDERS
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import listed, picked, unit_name
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


class Reaction(Part[NoSettings]):
    """Support and reinforcement by the passive team."""

    name = "reaction"
    turn_memory = ORDERS
    reacts_to = (BattleBegan,)
    phases: ClassVar = {"window": phase}
    actions = (Support, Reinforce, Recall, Pin)
    answers = (Pin, Reland)
    typed: ClassVar = {phase.ASKS: "done", aftermath.PINS: "keep 2 infantry"}
    events = (
        Supported,
        ReinforcementOrdered,
        Recalled,
        OrdersClosed,
        CombatsOver,
        HeldBack,
        Reinforced,
        Returned,
    )
    citations = (
        "window.opening",
        "window.closed",
        "support.who",
        "support.where",
        "support.held",
        "reinforce.who",
        "reinforce.distance",
        "interdiction.pinned",
    )

    # orders

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat",) if action is Pin else ("window",)

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        if seat in state.turn.phases:
            return world.refuse(
                "players.one-power-at-a-time", "You can give these orders only in the enemy's turn."
            )
        return self.out_of_turn(world, state, seat, action) or super().misplaced(world, state, seat, action)

    def out_of_turn(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal | None:
        """The refusal of passive orders given too early or too late."""
        if isinstance(action, Pin):
            return None
        if state.round < 1:
            return world.refuse("window.opening", "You can't give these orders in the opening round.")
        return world.refuse("window.closed", "You can give these orders after all combat moves.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        match action:
            case Pin() | Reland():
                return aftermath.check(world, state, seat, action)
            case _ if seat in state.turn.phases:
                return self.misplaced(world, state, seat, action)
            case Support():
                return orders.check_support(world, state, seat, action)
            case Reinforce():
                return orders.check_reinforce(world, state, seat, action)
        return None

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        match action:
            case Pin() | Reland():
                aftermath.answer(run, seat, action)
                aftermath.advance_until_decision(run)
            case Support():
                orders.support(run, seat, action)
            case Reinforce():
                orders.reinforce(run, seat, action)
            case Recall():
                run.emit(Recalled(power=seat))

    def words(self, world: World, action: Action) -> str:
        match action:
            case Support():
                who = f"{action.count} {unit_name(world, action.unit, action.count)}"
                return f"{who}: fly from {action.space} to support {action.to}"
            case Reinforce():
                return f"{picked(world, action.units)}: go from {action.space} to {action.to} after combat"
            case Pin():
                stay = listed(f"{o.count} {unit_name(world, o.unit, o.count)}" for o in action.orders)
                return f"{stay or 'no units'} stay behind"
        return "cancel all orders"

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        if action is Pin:
            return [Pin(aftermath.named(reader, words["pin"]))]
        if action is Recall:
            return [Recall()]
        start, to = reader.space(words["from"]), reader.space(words["to"])
        if action is Reinforce:
            return [Reinforce(reader.picks(words["reinforce"]), start, to)]
        picks = reader.picks(words["support"])
        return [Support(pick.unit, start, to, pick.count, pick.aboard) for pick in picks]

    # after all combats

    def combats_over(self, run: Unfolding, power: Power) -> None:
        if not ORDERS.of(run.state).settled:
            run.emit(CombatsOver())
        aftermath.advance_until_decision(run)

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        if phase_of(state, power) != "combat" or not ORDERS.of(state).settled:
            return ()
        return aftermath.pending(world, state)

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        why = "First choose which reinforcements stay behind, and where air units land."
        return world.refuse("combat.mandatory", why)

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        return aftermath.legal(world, state, seat) if ORDERS.of(state).settled else iter(())

    # hooks

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        """Record where a battle was fought."""
        if not isinstance(event, BattleBegan) or event.battle.sequence not in ("land", "sea"):
            return state
        memory = ORDERS.of(state)
        return ORDERS.put(state, replace(memory, embattled=tuple(sorted({*memory.embattled, event.battle.space}))))

    def decks_coming(self, world: World, state: AreaState, zone: str) -> Stack:
        return orders.decks_under_orders(world, state, zone)
