"""An area game: a world, its phases in order, and the rules that bind them together."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random

import msgspec

from sandtable.area import actions as act
from sandtable.area import amending
from sandtable.area import events as ev
from sandtable.area.battle.sequence import Aiming
from sandtable.area.changes import AreaChange, SetTurn
from sandtable.area.citations import CITATIONS, FEATURES, Feature
from sandtable.area.evolve import evolve
from sandtable.area.forces import Power
from sandtable.area.opening import opening
from sandtable.area.phases import Phase, combat
from sandtable.area.state import AreaState
from sandtable.area.status import active, capital_lost, phase_of, player_of
from sandtable.area.turns import first_phases, next_phase, next_turn, speaker, waited_for
from sandtable.area.unfold import Unfolding
from sandtable.area.victory import individual_winners, victor
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice, NoDice, ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.guide import Guide
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook

FamilyGuide = Guide[AreaState, act.AreaAction, ev.AreaEvent]


_LACKING: Mapping[type[act.Action], tuple[Feature, str]] = {
    act.Research: ("research", "research"),
    act.Raid: ("raids", "strategic-raid"),
    act.Rocket: ("rockets", "research"),
}
"""Actions that only some games have: the feature, and the name under which others say that they lack it."""


class AreaGame:
    """A game of the area family, composed of data and phases."""

    action_type = act.AreaAction
    event_type = ev.AreaEvent
    change_type = AreaChange

    def __init__(
        self,
        folder: Path,
        phases: Mapping[str, Phase],
        guide: Callable[["AreaGame"], FamilyGuide],
        finished: bool = False,
    ) -> None:
        self.folder = folder
        self.world = World.read(folder)
        self.rulebook = Rulebook.read(folder / "rules.yaml")
        self.phases = phases
        self.finished = finished
        """Whether every rule of the book is enforced and tested."""
        self.id = self.world.game.id
        self.title = self.world.game.title
        self.summary = self.world.game.summary
        self.seats: tuple[Seat, ...] = self.world.order
        self._open_guide = guide
        self._check_citations()

    def _check_citations(self) -> None:
        """Fail now, not in play, if something cites a rule that the book does not hold."""
        world = self.world
        prefix = world.game.prefix
        self.rulebook.require(world.cite(key) for key in CITATIONS)
        self.rulebook.require(world.cite(key) for feature in sorted(world.features) for key in FEATURES[feature])
        self.rulebook.require(world.game.cites.values())
        self.rulebook.require(f"{prefix}.{rule}" for rule in world.game.absent.values())
        self.rulebook.require(f"{prefix}.{v.rule}" for v in world.game.victory)
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
        """The guide stands above the rules and is opened when somebody first asks."""
        return self._open_guide(self)

    def start(self, setup: Setup) -> AreaState | Refusal:
        return opening(self.world, setup)

    def pending(self, state: AreaState) -> tuple[Decision, ...]:
        if state.winner:
            return ()
        world = self.world.developed(state.techs)
        return tuple(
            decision
            for power, phase in state.turn.phases.items()
            if speaker(world, state, power) == power
            for decision in self.phases[phase].pending(world, state, power)
        )

    def check(self, state: AreaState, seat: Seat, action: act.AreaAction) -> Refusal | None:
        world = self.world.developed(state.techs)
        if seat not in world.powers:
            return world.refuse("players.all-powers-assigned", f"There is no power {seat!r}.")
        if state.winner:
            return world.refuse("victory.game-ends-at-once", "The game is over.")
        match action:
            case act.Concede():
                if player_of(state, seat) in state.conceded:
                    return world.refuse("victory.concession", "You have conceded already.")
                return None
            case act.Room():
                return self._check_room(seat, action)
            case act.Special():
                return self._check_special(state, action)
            case act.Research() | act.Raid() | act.Rocket() if _LACKING[type(action)][0] not in world.features:
                return self._check_special(state, act.Special(_LACKING[type(action)][1]))
        power = self._turn_for(state, seat)
        if power is None:
            return self._not_now(state, seat, action)
        phase = phase_of(state, power)
        return self._misplaced(state, seat, phase, action) or self.phases[phase].check(
            world, state, power, seat, action
        )

    def legal(self, state: AreaState, seat: Seat, shuffle: Random | None = None) -> Iterator[act.AreaAction]:
        power = self._turn_for(state, seat)
        if state.winner or power is None:
            return iter(())
        phase, world = self.phases[phase_of(state, power)], self.world.developed(state.techs)
        if not any(d.seat == seat for d in phase.pending(world, state, power)):
            return iter(())
        return phase.legal(world, state, power, seat, shuffle)

    def decide(self, state: AreaState, seat: Seat, action: act.AreaAction, dice: Dice) -> tuple[ev.AreaEvent, ...]:
        run = Unfolding(self.world, state, dice, evolve)
        match action:
            case act.Concede():
                self._concede(run, seat)
            case act.Room():
                run.emit(ev.RoomSet(owner=seat, partner=action.partner, allowed=action.allowed))
            case _:
                power = self._turn_for(state, seat)
                if power is None:
                    raise ValueError(f"{seat} has nothing to decide")
                name = phase_of(state, power)
                phase = self.phases[name]
                phase.do(run, power, seat, action)
                said_so = isinstance(action, act.Done) and not self.world.together(name)
                if said_so or phase.finished(run.world, run.state, power):
                    self._go_on(run, power)
        return tuple(run.events)

    def evolve(self, state: AreaState, event: ev.AreaEvent) -> AreaState:
        return evolve(self.world.developed(state.techs), state, event)

    def view(self, state: AreaState, seat: Seat | None) -> AreaState:
        """Everything is open on this table."""
        return state

    def visible(self, event: ev.AreaEvent, seat: Seat | None) -> ev.AreaEvent | None:
        return event

    def dice_of(self, event: ev.AreaEvent) -> tuple[int, ...]:
        match event:
            case ev.Rolled() | ev.Bombed():
                return tuple(die for fire in event.fire for die in fire.dice)
            case ev.Researched():
                return event.dice + event.second
            case ev.GunFired() | ev.RocketFired():
                return event.dice
            case _:
                return ()

    def winner(self, state: AreaState) -> str | None:
        return state.winner or None

    def digest(self, state: AreaState) -> str:
        encoded = msgspec.json.encode(state, order="deterministic")
        return hashlib.sha256(encoded).hexdigest()[:32]

    # changed by hand

    def amend(self, state: AreaState, change: AreaChange) -> tuple[ev.AreaEvent, ...] | Refusal:
        """What a change by hand makes happen, or why the position would be none."""
        refusal = amending.objection(self.world.developed(state.techs), state, change)
        if refusal is not None:
            return refusal
        run = Unfolding(self.world, state, ScriptedDice(()), evolve)
        run.emit(ev.Amended(change=change))
        if isinstance(change, SetTurn):
            round_ = change.round or state.round
            team = next(team for team in self.world.teams(round_) if change.power in team)
            self._begin_turn(run, round_, dict.fromkeys(team, change.phase))
            try:
                self._run_on(run, self._starting(run))
            except NoDice:
                return Refusal("", "Dice fall as soon as that phase begins. Choose the one before it.")
        if not self.pending(run.state):
            return Refusal("", "There would be nothing left to decide.")
        return tuple(run.events)

    # who may act

    def _turn_for(self, state: AreaState, seat: Seat) -> Power | None:
        """The active power in whose phase this seat has something to say."""
        world = self.world.developed(state.techs)
        if seat in state.turn.phases:
            return speaker(world, state, seat)
        for power, phase in state.turn.phases.items():
            if speaker(world, state, power) == power and any(
                d.seat == seat for d in self.phases[phase].pending(world, state, power)
            ):
                return power
        return None

    def _not_now(self, state: AreaState, seat: Seat, action: act.AreaAction) -> Refusal:
        world = self.world.developed(state.techs)
        if seat in state.turn.phases:
            return self._waiting(state, seat)
        if state.battle is not None and isinstance(action, combat.BATTLE_ANSWERS):
            power = active(state)[0]
            refusal = self.phases[phase_of(state, power)].check(world, state, power, seat, action)
            if refusal:
                return refusal
        names = " and ".join(world.name(p) for p in active(state))
        return world.refuse("players.one-power-at-a-time", f"It is the turn of {names}.")

    def _waiting(self, state: AreaState, seat: Seat) -> Refusal:
        """A power that has done its part has to wait for its team."""
        world = self.world
        others = " and ".join(world.name(power) for power in waited_for(world, state))
        if phase_of(state, seat):
            return world.refuse(
                "turn.combat-move-is-final", f"{world.name(seat)} is ready and waits for {others}."
            )
        return world.refuse("turn.team-turn-ends", f"{world.name(seat)} has finished and waits for {others}.")

    def _misplaced(self, state: AreaState, seat: Seat, phase: str, action: act.AreaAction) -> Refusal | None:
        """Actions of another phase."""
        world = self.world
        if isinstance(action, act.Order | act.Research) and phase != "purchase":
            if capital_lost(world, state, seat):
                return world.refuse("purchase.capital-needed", "Without its capital a power buys nothing.")
            if isinstance(action, act.Research):
                return world.refuse("turn.phases", "Research is done before units are bought.")
            if any(action.units.get(unit, 0) < n for unit, n in state.bought.get(seat, {}).items()):
                return world.refuse("purchase.final-when-phase-ends", "The purchase of this turn stands.")
            return world.refuse("purchase.only-this-phase", "Units are bought in the purchase phase only.")
        if isinstance(action, act.Rocket) and phase != "combat":
            return world.refuse("tech.rockets-timing", "Rockets are fired while combat is conducted.")
        return None

    # things that can be done at any time

    def _check_room(self, seat: Seat, action: act.Room) -> Refusal | None:
        world = self.world
        if not world.game.conduct.room_can_be_denied:
            return world.refuse("sides.share-spaces", "Partners use each other's ships without asking.")
        if action.partner == seat or action.partner not in world.powers or not world.friends(seat, action.partner):
            return world.refuse("sides.share-spaces", "Room is lent to partners only.")
        return None

    def _check_special(self, state: AreaState, action: act.Special) -> Refusal:
        prefix, absent = self.world.game.prefix, self.world.game.absent
        if action.name in absent:
            return Refusal(f"{prefix}.{absent[action.name]}", f"This game has no {action.name.replace('-', ' ')}.")
        option = self.world.game.options.get(action.name)
        if option is not None and option.rule:
            return Refusal(f"{prefix}.{option.rule}", f"{option.name} is agreed on before the game begins.")
        return self.world.refuse("turn.phases", f"This game knows no {action.name.replace('-', ' ')}.")

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

    def _go_on(self, run: Unfolding, power: Power) -> None:
        """A phase is over: on to the next one, and through all that decide themselves."""
        self._run_on(run, self._through_with(run.state, power))

    def _run_on(self, run: Unfolding, ready: list[Power]) -> None:
        """Let those who are through with their phase go on, until somebody has something to decide."""
        world, turns = self.world, 0
        while ready and turns <= len(world.order):
            power = ready.pop(0)
            upcoming = next_phase(world, run.state, power, phase_of(run.state, power))
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
                ready = self._starting(run)

    def _starting(self, run: Unfolding) -> list[Power]:
        """Begin the first phases of a turn; who is through with theirs already."""
        return [mate for mate in active(run.state) if self._played_out(run, mate)]

    def _through_with(self, state: AreaState, power: Power) -> list[Power]:
        """Who goes on when ``power`` is through with its phase: the whole team, if it has played it together."""
        return list(active(state)) if self.world.together(phase_of(state, power)) else [power]

    def _played_out(self, run: Unfolding, power: Power) -> bool:
        """Begin the phase that a power has come to; whether nothing in it is left to decide."""
        voice = speaker(self.world, run.state, power)
        if voice is None:
            return False
        phase = self.phases[phase_of(run.state, power)]
        phase.begin(run, voice)
        return phase.finished(run.world, run.state, voice)

    def _end_turn(self, run: Unfolding) -> None:
        """The turn is over: victory is looked at, and the next begins."""
        world, lead = self.world, active(run.state)[0]
        run.emit(ev.TurnEnded(power=lead))
        won = victor(world, run.state, lead)
        if won:
            run.emit(
                ev.Won(side=won.side, why=won.rule, individual=individual_winners(world, run.state, won.side))
            )
            return
        round_, team = next_turn(world, run.state)
        self._begin_turn(run, round_, first_phases(world, run.state, team))

    def _begin_turn(self, run: Unfolding, round_: int, phases: Mapping[Power, str]) -> None:
        (lead, phase), *others = phases.items()
        run.emit(ev.TurnBegan(round=round_, power=lead, phase=phase, mates=dict(others)))
