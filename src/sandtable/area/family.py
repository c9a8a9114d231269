"""An area game: a world, its phases in order, and the rules that connect them."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from sandtable.area import actions as act
from sandtable.area import amending
from sandtable.area import events as ev
from sandtable.area.battle.sequence import Aiming
from sandtable.area.changes import AreaChange, SetTurn
from sandtable.area.citations import CITATIONS, FEATURES
from sandtable.area.evolve import evolve
from sandtable.area.forces import Power
from sandtable.area.opening import opening
from sandtable.area.part import PartEvent
from sandtable.area.phases import combat, purchase
from sandtable.area.phases.registry import phases_of
from sandtable.area.state import AreaState
from sandtable.area.status import active, capital_lost, phase_of, player_of
from sandtable.area.turns import first_phases, next_phase, next_turn, speaker, waited_for
from sandtable.area.unfold import Unfolding
from sandtable.area.victory import individual_winners, victor, victor_at_start, victor_by_time
from sandtable.area.world import World
from sandtable.core.datafile import AnyFolder
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice, NoDice, ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.guide import Guide
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook

FamilyGuide = Guide[AreaState, act.AreaAction, ev.AreaEvent]


class AreaGame:
    """A game of the area family, made up of data and phases."""

    change_type = AreaChange

    def __init__(
        self,
        folder: AnyFolder,
        guide: Callable[["AreaGame"], FamilyGuide],
    ) -> None:
        self.folder = folder
        self.rulebook = Rulebook.read(folder / "rules.yaml")
        self.world = replace(World.read(folder), citations=self.rulebook.settling)
        self.phases = phases_of(self.world)
        self.finished = self.world.game.finished
        """Whether every rule of the book is enforced and tested."""
        self.id = self.world.game.id
        self.title = self.world.game.title
        self.summary = self.world.game.summary
        self.seats: tuple[Seat, ...] = self.world.order
        self.action_type: Any = Union[(*act.FAMILY, *self.world.parts.by_action)]
        self.event_type: Any = Union[(*ev.FAMILY, *self.world.parts.by_event)]
        self._open_guide = guide
        self._check_citations()

    def _check_citations(self) -> None:
        """Fail on loading, rather than in play, if something cites a rule that the book doesn't have."""
        world = self.world
        prefix = world.game.prefix
        self.rulebook.require(world.cite(key) for key in CITATIONS)
        self.rulebook.require(world.cite(key) for feature in sorted(world.features) for key in FEATURES[feature])
        self.rulebook.require(world.cite(key) for part in world.parts.all for key in part.citations)
        self.rulebook.require(f"{prefix}.{rule}" for part in world.parts.all for rule in part.rules())
        self.rulebook.require(f"{prefix}.{rule}" for rule in world.game.absent.values())
        self.rulebook.require(f"{prefix}.{v.rule}" for v in world.game.victory)
        canals = [rule for one in world.board.passages for rule in (one.held, one.won, one.joined) if rule]
        self.rulebook.require(f"{prefix}.{rule}" for rule in canals)
        aiming = (step for step in world.sequences.all_steps if isinstance(step, Aiming))
        self.rulebook.require(f"{prefix}.{step.rule}" for step in aiming)
        self.rulebook.require(f"{prefix}.{o.rule}" for o in world.game.options.values() if o.rule)

    # the protocol

    @property
    def ending(self) -> act.AreaAction | None:
        return act.Done()

    @property
    def resignation(self) -> act.AreaAction | None:
        return act.Concede()

    @cached_property
    def guide(self) -> FamilyGuide:
        """The guide is a layer above the rules, loaded on first use."""
        return self._open_guide(self)

    def start(self, setup: Setup) -> AreaState | Refusal:
        state = opening(self.world, setup)
        if isinstance(state, Refusal):
            return state
        run = Unfolding(self.world, state, ScriptedDice(()), evolve)
        self._advance_phases(run, self._starting(run))  # skip first phases that have nothing to decide
        return run.state

    def pending(self, state: AreaState) -> tuple[Decision, ...]:
        if state.winner:
            return ()
        world = self.world.as_of(state)
        return tuple(
            decision
            for power in state.turn.phases
            if speaker(world, state, power) == power
            for decision in self._asked(world, state, power)
        )

    def check(self, state: AreaState, seat: Seat, action: act.AreaAction) -> Refusal | None:
        world = self.world.as_of(state)
        if seat not in world.powers:
            return world.refuse("players.all-powers-assigned", f"There is no power {seat!r}.")
        if state.winner:
            return world.refuse("victory.game-ends-at-once", "The game is over.")
        match action:
            case act.Concede():
                if player_of(state, seat) in state.conceded:
                    return world.refuse("victory.concession", "You've already conceded.")
                return None
            case act.Room():
                return self._check_room(seat, action)
            case act.Special():
                return self._check_special(state, action)
            case act.Raid() if not world.parts.missions:
                return self._check_special(state, act.Special("strategic-raid"))
        power = self._turn_for(world, state, seat)
        if power is None:
            return self._not_now(state, seat, action)
        phase = phase_of(state, power)
        part = world.parts.by_action.get(type(action))
        if part is not None and phase not in part.when(type(action)):
            return part.misplaced(world, state, seat, action)
        for asking in world.parts.asks:
            if asking.asks(world, state, power):
                if isinstance(action, asking.answers):
                    return asking.check(world, state, power, seat, action)
                return asking.unanswered(world, state, power)
        if part is not None:
            return part.check(world, state, power, seat, action) or self._forbidden(world, state, power, action)
        if isinstance(action, act.Order) and phase != purchase.ASKS:
            return purchase.misplaced(world, state, seat, action)
        return self.phases[phase].check(world, state, power, seat, action) or self._forbidden(
            world, state, power, action
        )

    def _forbidden(self, world: World, state: AreaState, power: Power, action: act.AreaAction) -> Refusal | None:
        """A part's rule against one of the family's orders."""
        refusals = (part.forbids(world, state, power, action) for part in world.parts.forbids)
        return next((refusal for refusal in refusals if refusal is not None), None)

    def legal(self, state: AreaState, seat: Seat, shuffle: Random | None = None) -> Iterator[act.AreaAction]:
        world = self.world.as_of(state)
        power = self._turn_for(world, state, seat)
        if state.winner or power is None:
            return iter(())
        name = phase_of(state, power)
        if not any(d.seat == seat for d in self._asked(world, state, power)):
            return iter(())
        for asking in world.parts.asks:
            if asking.asks(world, state, power):
                return asking.offers(world, state, power, seat)
        of_parts = (
            offer
            for part in world.parts.offers
            if any(name in part.when(action) for action in part.actions)
            for offer in part.offers(world, state, power, seat)
        )
        found = self.phases[name].legal(world, state, power, seat, shuffle, of_parts)
        if not world.parts.forbids:
            return found
        return (one for one in found if self._forbidden(world, state, power, one) is None)

    def decide(self, state: AreaState, seat: Seat, action: act.AreaAction, dice: Dice) -> tuple[ev.AreaEvent, ...]:
        run = Unfolding(self.world, state, dice, evolve)
        match action:
            case act.Concede():
                self._concede(run, seat)
            case act.Room():
                run.emit(ev.RoomSet(owner=seat, partner=action.partner, allowed=action.allowed))
            case _:
                power = self._turn_for(run.world, state, seat)
                if power is None:
                    raise ValueError(f"{seat} has nothing to decide")
                answer = any(part.asks(run.world, state, power) for part in run.world.parts.asks)
                self._do(run, power, seat, action)
                together = self.world.together(phase_of(state, power))
                said_so = isinstance(action, act.Done) and not answer and not together
                if said_so or self._finished(run.world, run.state, power):
                    self._end_phase(run, power)
        return tuple(run.events)

    def evolve(self, state: AreaState, event: ev.AreaEvent) -> AreaState:
        return evolve(self.world.as_of(state), state, event)

    def view(self, state: AreaState, seat: Seat | None) -> AreaState:
        """Everything is public, except what a part hides."""
        for part in self.world.parts.view:
            state = part.view(state, seat)
        return state

    def visible(self, event: ev.AreaEvent, seat: Seat | None) -> ev.AreaEvent | None:
        part = self.world.parts.by_event.get(type(event))
        return part.visible(event, seat) if part is not None and isinstance(event, PartEvent) else event

    def dice_of(self, event: ev.AreaEvent) -> tuple[int, ...]:
        return event.rolled()

    def winner(self, state: AreaState) -> str | None:
        return state.winner or None

    def read_state(self, data: bytes | msgspec.Raw) -> AreaState:
        """A state from JSON; each part reads its own memory."""
        raw = msgspec.json.decode(data, type=dict[str, Any])
        of_game, of_turn = raw.pop("parts", {}), raw.get("turn", {}).pop("parts", {})
        state = msgspec.convert(raw, AreaState)
        for part in self.world.parts.all:
            for memory, kept in ((part.game_memory, of_game), (part.turn_memory, of_turn)):
                if memory is not None and part.name in kept:
                    state = memory.put(state, msgspec.convert(kept[part.name], type(memory.empty)))
        return state

    def digest(self, state: AreaState) -> str:
        encoded = msgspec.json.encode(state, order="deterministic")
        return hashlib.sha256(encoded).hexdigest()[:32]

    # changed by hand

    def amend(self, state: AreaState, change: AreaChange) -> tuple[ev.AreaEvent, ...] | Refusal:
        """The events of a change by hand, or why it is impossible."""
        refusal = amending.objection(self.world.as_of(state), state, change)
        if refusal is not None:
            return refusal
        run = Unfolding(self.world, state, ScriptedDice(()), evolve)
        run.emit(ev.Amended(change=change))
        if isinstance(change, SetTurn):
            round_ = change.round or state.round
            team = next(team for team in self.world.teams(round_) if change.power in team)
            self._begin_turn(run, round_, dict.fromkeys(team, change.phase))
            try:
                self._advance_phases(run, self._starting(run))
            except NoDice:
                return Refusal("", "Dice are rolled as soon as that phase begins. Choose the phase before it.")
        if not self.pending(run.state):
            return Refusal("", "Nobody would have anything to decide.")
        return tuple(run.events)

    def begin_phase(self, state: AreaState, phase: str, dice: Dice) -> tuple[ev.AreaEvent, ...]:
        """The events that follow when every power in its phase of a position begins it now, if it can play it."""
        run = Unfolding(self.world, state, dice, evolve)
        standing = [power for power, at in state.turn.phases.items() if at == phase]
        barred = self.world.game.phases[phase].needs_capital if phase in self.world.game.phases else False
        over = [p for p in standing if (barred and capital_lost(run.world, state, p)) or self._played_out(run, p)]
        self._advance_phases(run, over)
        return tuple(run.events)

    # who may act

    def _turn_for(self, world: World, state: AreaState, seat: Seat) -> Power | None:
        """The active power in whose phase this seat can act."""
        if seat in state.turn.phases:
            return speaker(world, state, seat)
        for power in state.turn.phases:
            if speaker(world, state, power) == power and any(
                d.seat == seat for d in self._asked(world, state, power)
            ):
                return power
        return None

    def _not_now(self, state: AreaState, seat: Seat, action: act.AreaAction) -> Refusal:
        world = self.world.as_of(state)
        if seat in state.turn.phases:
            return self._waiting(state, seat)
        part = world.parts.by_action.get(type(action))
        refusal = part.out_of_turn(world, state, seat, action) if part is not None else None
        if refusal:
            return refusal
        if state.battle is not None and isinstance(action, combat.BATTLE_ANSWERS):
            power = active(state)[0]
            refusal = self.phases[phase_of(state, power)].check(world, state, power, seat, action)
            if refusal:
                return refusal
        names = " and ".join(world.name(p) for p in active(state))
        return world.refuse(
            "players.one-power-at-a-time",
            f"It isn't your turn: {names} {'is' if len(active(state)) == 1 else 'are'} playing.",
        )

    def _waiting(self, state: AreaState, seat: Seat) -> Refusal:
        """The refusal for a power that has finished and has to wait for its team."""
        world = self.world
        others = " and ".join(world.name(power) for power in waited_for(world, state))
        if phase_of(state, seat):
            return world.refuse(
                "turn.combat-move-is-final", f"{world.the(seat)} is ready and is waiting for {others}."
            )
        return world.refuse("turn.team-turn-ends", f"{world.the(seat)} is done and is waiting for {others}.")

    # a phase, including what the parts of the game add to it

    def _asked(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        """The decisions in a power's phase: parts' questions first, then its own, then what may still be done."""
        for part in world.parts.asks:
            questions = part.asks(world, state, power)
            if questions:
                return questions
        phase = self.phases[phase_of(state, power)]
        own = phase.pending(world, state, power)
        if world.parts.prompts and own:
            more = " ".join(filter(None, (part.prompts(world, state, power) for part in world.parts.prompts)))
            own = tuple(
                replace(d, prompt=f"{d.prompt} {more}" if more and d.seat == power else d.prompt) for d in own
            )
        if own and not phase.finished(world, state, power):
            return own
        invitations = (part.invites(world, state, power) for part in world.parts.invites)
        return next(((one,) for one in invitations if one is not None), own)

    def _finished(self, world: World, state: AreaState, power: Power) -> bool:
        """Whether nothing is left to decide in a power's phase."""
        parts = world.parts
        over = (
            self.phases[phase_of(state, power)].finished(world, state, power)
            or any(part.idles(world, state, power) for part in parts.idles)
            or any(part.closed_by(world, state, power) for part in parts.closed_by)
        )
        return (
            over
            and not any(part.asks(world, state, power) for part in parts.asks)
            and not any(part.invites(world, state, power) for part in parts.invites)
        )

    def _do(self, run: Unfolding, power: Power, seat: Seat, action: act.AreaAction) -> None:
        """Carry out an action that passed the check."""
        parts = run.world.parts
        part = next(
            (p for p in parts.asks if isinstance(action, p.answers) and p.asks(run.world, run.state, power)),
            parts.by_action.get(type(action)),
        )
        phase, waiting = self.phases[phase_of(run.state, power)], self._held_up(run, power)
        if part is None:
            phase.do(run, power, seat, action)
        else:
            part.do(run, power, seat, action)
            if not waiting:
                phase.resume(run, power)
            elif not self._held_up(run, power):
                phase.begin(run, power)
        for one in parts.follows:
            one.follows(run, power, action)

    # actions that are possible at any time

    def _check_room(self, seat: Seat, action: act.Room) -> Refusal | None:
        world = self.world
        if not world.game.conduct.ships.deny_room:
            return world.refuse("sides.share-spaces", "Partners use each other's ships without asking.")
        if action.partner == seat or action.partner not in world.powers or not world.friends(seat, action.partner):
            return world.refuse("sides.share-spaces", "You can lend room to partners only.")
        return None

    def _check_special(self, state: AreaState, action: act.Special) -> Refusal:
        absent = self.world.game.absent
        if action.name in absent:
            return self.world.refuse_by(absent[action.name], f"This game has no {action.name.replace('-', ' ')}.")
        option = self.world.game.options.get(action.name)
        if option is not None and option.rule:
            return self.world.refuse_by(option.rule, f"{option.name} must be agreed on before the game starts.")
        return self.world.refuse("turn.phases", f"This game has no {action.name.replace('-', ' ')}.")

    def _concede(self, run: Unfolding, seat: Seat) -> None:
        world = self.world
        run.emit(ev.Conceded(player=player_of(run.state, seat)))
        side = world.side(seat)
        everybody = {player_of(run.state, p) for p in world.order if world.side(p) == side}
        if everybody <= set(run.state.conceded):
            other = next(s for s in world.game.sides if s != side)
            first = individual_winners(world, run.state, other)
            run.emit(ev.Won(side=other, why="victory.concession", individual=first))

    # the turn

    def _end_phase(self, run: Unfolding, power: Power) -> None:
        """End a power's phase, and advance through every phase without a decision.

        Parts come first, and keep the phase open as long as they have questions.
        """
        for part in run.world.parts.closing:
            part.closing(run, power)
        if any(part.asks(run.world, run.state, power) for part in run.world.parts.asks):
            return
        for part in run.world.parts.phase_ends:
            part.phase_ends(run, power)
        self._advance_phases(run, self._through_with(run.state, power))

    def _advance_phases(self, run: Unfolding, ready: list[Power]) -> None:
        """Advance the powers that have finished their phase, until somebody has a decision."""
        world, turns = self.world, 0
        while ready and turns <= len(world.order):
            power = ready.pop(0)
            upcoming = next_phase(run.world, run.state, power, phase_of(run.state, power))
            if upcoming:
                run.emit(ev.PhaseBegan(power=power, phase=upcoming))
                if self._played_out(run, power):
                    ready = [*self._through_with(run.state, power), *ready]
            elif any(phase for mate, phase in run.state.turn.phases.items() if mate != power):
                run.emit(ev.PhaseBegan(power=power, phase=""))
            else:
                self._end_turn(run)
                if run.state.winner:
                    return
                turns += 1
                ready = [] if run.state.winner else self._starting(run)

    def _starting(self, run: Unfolding) -> list[Power]:
        """Begin the first phases of a turn; returns the powers that have already finished theirs."""
        return [mate for mate in active(run.state) if self._played_out(run, mate)]

    def _through_with(self, state: AreaState, power: Power) -> list[Power]:
        """Who advances when ``power`` has finished its phase: the whole team, if it is played together."""
        return list(active(state)) if self.world.together(phase_of(state, power)) else [power]

    def _played_out(self, run: Unfolding, power: Power) -> bool:
        """Begin a power's new phase; returns whether nothing in it is left to decide."""
        voice = speaker(self.world, run.state, power)
        if voice is None:
            return False
        for part in run.world.parts.phase_begins:
            part.phase_begins(run, voice)
        if self._held_up(run, voice):
            return False
        self.phases[phase_of(run.state, power)].begin(run, voice)
        return self._finished(run.world, run.state, voice)

    def _held_up(self, run: Unfolding, power: Power) -> bool:
        """Whether a part's question comes before a power's new phase."""
        return any(part.holds_up(run.world, run.state, power) for part in run.world.parts.holds_up)

    def _end_turn(self, run: Unfolding) -> None:
        """End the turn: check for victory, and begin the next one."""
        world, lead = self.world, active(run.state)[0]
        run.emit(ev.TurnEnded(power=lead))
        won = victor(world, run.state, lead)
        if won:
            run.emit(
                ev.Won(side=won.side, why=won.rule, individual=individual_winners(world, run.state, won.side))
            )
            return
        round_, team = next_turn(world, run.state)
        won = victor_at_start(world, run.state, team)
        if won:
            first = individual_winners(world, run.state, won.side)
            run.emit(ev.Won(side=won.side, why=won.rule, individual=first))
            return
        self._begin_turn(run, round_, first_phases(run.world, run.state, team))

    def _begin_turn(self, run: Unfolding, round_: int, phases: Mapping[Power, str]) -> None:
        (lead, phase), *others = phases.items()
        run.emit(ev.TurnBegan(round=round_, power=lead, phase=phase, mates=dict(others)))
        won = victor_by_time(run.world, run.state)
        if won:
            first = individual_winners(run.world, run.state, won.side)
            run.emit(ev.Won(side=won.side, why=won.rule, individual=first))
