"""The countermoves part: its decisions and hooks."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.area import claims
from sandtable.area.actions import Action, Casualties, Done
from sandtable.area.event import Event
from sandtable.area.events import BattleBegan, PhaseBegan, Relanded
from sandtable.area.forces import Piece, Power, Stack, first, stack, where
from sandtable.area.part import Part
from sandtable.area.parts.countermoves import ambush, interdiction, overflight, scramble, steps, tracks
from sandtable.area.parts.countermoves.actions import Ambush, Intercept, Interdict, Scramble
from sandtable.area.parts.countermoves.events import (
    Ambushed,
    AmbushOrdered,
    CameHome,
    FightersRose,
    FleetStruck,
    FleetTargeted,
    FlightMet,
    FlightWentOn,
    OverflightFired,
    ReactionCalled,
    ReactionLosses,
    ReactionNamed,
    ReactionOver,
    ReactionRolled,
    ReactionsDue,
    Scrambled,
    Wearied,
)
from sandtable.area.parts.countermoves.memory import MOVES, TIRED, Kind, Moves, Step, Tired
from sandtable.area.parts.countermoves.reacting import mover
from sandtable.area.parts.countermoves.settings import Settings
from sandtable.area.state import AreaState
from sandtable.area.status import own_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import counts, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

LOSES = "reaction-losses"
"""Decision kind: which moving ships or air units are lost."""

PROMPTS: dict[Kind, str] = {
    "ambush": "Which submarines attack ships on their way?",
    "intercept": "Which fighters intercept planes over {space}?",
    "interdict": "Which planes strike at ships that have moved?",
    "scramble": "Which planes scramble?",
}
ORDERS: dict[type[Action], Kind] = {
    Ambush: "ambush",
    Intercept: "intercept",
    Interdict: "interdict",
    Scramble: "scramble",
}
MOMENTS: dict[Kind, str] = {
    "ambush": "sub.opportunity-moment",
    "intercept": "intercept.moment",
    "interdict": "interdict.once-per-ship-group",
    "scramble": "scramble.when",
}
LOSS_RULES: dict[Kind, str] = {
    "ambush": "sub.opportunity-attack",
    "flak": "aaa.owner-chooses-loss",
    "interdict": "interdict.procedure",
}


class Countermoves(Part[Settings]):
    """The enemies' reactions to moves."""

    name = steps.NAME
    Settings = Settings
    game_memory = TIRED
    turn_memory = MOVES
    reacts_to = (*tracks.FOLLOWED, PhaseBegan, BattleBegan, Relanded)
    actions = (Ambush, Intercept, Interdict, Scramble)
    answers = (Ambush, Intercept, Interdict, Scramble, Casualties, Done)
    typed: ClassVar = {
        "ambush": "ambush 2 in sz 108 · done",
        "intercept": "intercept 2 fighter over France · done",
        "interdict": "interdict 2 fighter from Caroline Islands in sz 33 · done",
        "scramble": "scramble 2 fighter from Scotland to sz 111 · done",
        LOSES: "lose transport · lose default",
    }
    events = (
        ReactionsDue,
        ReactionCalled,
        ReactionRolled,
        ReactionOver,
        AmbushOrdered,
        Ambushed,
        OverflightFired,
        FightersRose,
        FlightMet,
        FlightWentOn,
        FleetTargeted,
        FleetStruck,
        Wearied,
        Scrambled,
        CameHome,
        ReactionNamed,
        ReactionLosses,
    )
    citations = (
        *MOMENTS.values(),
        *LOSS_RULES.values(),
        "sub.opportunity-limits",
        "intercept.overflight",
        "intercept.one-flight",
        "interdict.who",
        "interdict.range",
        "scramble.who",
        "scramble.purpose",
        "scramble.surprised",
        "scramble.several-bases",
        "scramble.allies",
        "airbase.inoperative",
        "combat-move.end-of-phase-order",
        "combat-move.reaction-deciders",
    )

    def problems(self, world: World) -> Iterator[str]:
        named = {self.settings.base, *self.settings.interceptors, *self.settings.strikers}
        yield from (f"unknown unit {unit!r}" for unit in sorted(named) if unit not in world.units)

    # decisions

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move",) if action is Scramble else steps.MOVEMENT

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        kind = ORDERS[type(action)]
        if kind == "scramble" and phase_of(state, mover(state)) == "noncombat-move":
            why = "Planes scramble at the end of the combat move, not of the noncombat move."
            return world.refuse("combat-move.end-of-phase-order", why)
        return world.refuse(MOMENTS[kind], "The other side reacts when all moves of a phase have been made.")

    def out_of_turn(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal | None:
        kind = ORDERS[type(action)]
        if kind == "scramble" and mover(state) not in world.enemies[seat]:
            why = f"{world.the(seat)} isn't at war with {world.the(mover(state))}."
            return world.refuse("scramble.allies", why)
        if MOVES.of(state).steps:
            why = f"{world.the(seat)} has nothing to decide in this step, or has decided already."
            return world.refuse("combat-move.reaction-deciders", why)
        return self.misplaced(world, state, seat, action)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        moves = MOVES.of(state)
        if not moves.steps:
            return self.misplaced(world, state, seat, action)
        step = moves.steps[0]
        if moves.claims:
            if not isinstance(action, Casualties):
                return self.unanswered(world, state, power)
            return claims.check(world, moves.claims[0], seat, action, LOSS_RULES[step.kind])
        if isinstance(action, Casualties) or not moves.calls:
            return self.unanswered(world, state, power)
        if seat != moves.calls[0]:
            why = f"{world.the(moves.calls[0])} decides now."
            return world.refuse("combat-move.reaction-deciders", why)
        if isinstance(action, Done):
            return None
        if ORDERS[type(action)] != step.kind:
            why = f"It isn't time for that. {PROMPTS[step.kind].format(space=step.space)}"
            return world.refuse("combat-move.end-of-phase-order", why)
        return self._check_order(world, state, seat, action, step)

    def _check_order(
        self, world: World, state: AreaState, seat: Power, action: Action, step: Step
    ) -> Refusal | None:
        match action:
            case Ambush():
                return ambush.check(world, state, seat, action)
            case Intercept():
                return overflight.check(self.settings, world, state, seat, action, step.space)
            case Interdict():
                return interdiction.check(self.settings, world, state, seat, action)
            case Scramble():
                return scramble.check(self.settings, world, state, seat, action)
            case _:
                return self.unanswered(world, state, mover(state))

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        moves = MOVES.of(state)
        if moves.claims:
            if seat in moves.claims[0].asked:
                yield from claims.offers(world, moves.claims[0])
            return
        if not moves.calls or seat != moves.calls[0]:
            return
        step = moves.steps[0]
        match step.kind:
            case "ambush":
                yield from ambush.offers(world, state, seat)
            case "intercept":
                yield from overflight.offers(self.settings, world, state, seat, step.space)
            case "interdict":
                yield from interdiction.offers(self.settings, world, state, seat)
            case "scramble":
                yield from scramble.offers(self.settings, world, state, seat)
            case "flak":
                return
        yield Done()

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        match action:
            case Ambush():
                ambush.order(run, seat, action)
            case Intercept():
                overflight.order(self.settings, run, seat, action)
            case Interdict():
                interdiction.order(self.settings, run, seat, action)
            case Scramble():
                scramble.order(run, self.settings, seat, action)
            case Done():
                run.emit(ReactionCalled(MOVES.of(run.state).calls[1:]))
            case Casualties():
                claim = MOVES.of(run.state).claims[0]
                settled = claims.answered(run.world, claim, seat, action)
                if settled.losses is None:
                    run.emit(ReactionNamed(settled.claim))
                else:
                    steps.lose(run, claims.spread(settled.claim, settled.losses))
        steps.advance(self.settings, run, power)

    def words(self, world: World, action: Action) -> str:
        def planes(units: tuple[str, ...]) -> str:
            return counts(world, {unit: units.count(unit) for unit in units})

        match action:
            case Ambush():
                return f"attack with {times(action.submarines, 'submarine')} in {action.zone}"
            case Intercept():
                return f"intercept over {action.territory} with {planes(action.units)}"
            case Interdict():
                return f"strike at the ships in {action.zone} with {planes(action.units)} from {action.base}"
            case Scramble():
                return f"scramble {planes(action.units)} from {action.base} to {action.zone}"
            case _:
                return super().words(world, action)

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        moves = MOVES.of(state)
        if not moves.steps or moves.closing != phase_of(state, power):
            return ()
        if moves.claims:
            claim = moves.claims[0]
            prompt = f"{times(claim.hits, 'hit')} on units on their way. Which are lost?"
            return tuple(Decision(seat, LOSES, claim.groups[0][0], prompt) for seat in claim.asked)
        if not moves.calls:
            return ()
        step = moves.steps[0]
        prompt = PROMPTS[step.kind].format(space=step.space)
        return (Decision(moves.calls[0], step.kind, step.space, prompt),)

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        moves = MOVES.of(state)
        if moves.claims:
            rule = LOSS_RULES[moves.steps[0].kind]
            return world.refuse(rule, "First choose which units are lost on their way.")
        kind = moves.steps[0].kind if moves.steps else "scramble"
        rule = MOMENTS.get(kind, "combat-move.end-of-phase-order")
        return world.refuse(rule, "All moves of this phase have been made. Now the other side reacts.")

    def at_risk(self, state: AreaState) -> Stack:
        return next((claim.units for claim in MOVES.of(state).claims), ())

    # hooks

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        moves = MOVES.of(state)
        match event:
            case PhaseBegan():
                kept = tracks.phase_began(moves.tracks)
                fresh = Moves(
                    kept,
                    ambushed=moves.ambushed,
                    struck=moves.struck,
                    scrambled=moves.scrambled,
                    embattled=moves.embattled,
                )
                return MOVES.put(state, fresh)
            case BattleBegan():
                spaces = tuple(sorted({*moves.embattled, event.battle.space}))
                return MOVES.put(state, replace(moves, embattled=spaces))
            case Relanded():
                return _tired_elsewhere(state, event)
            case _:
                if not any(phase in steps.MOVEMENT for phase in state.turn.phases.values()):
                    return state
                return MOVES.put(state, replace(moves, tracks=tracks.followed(world, moves.tracks, event)))

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        """Air units that struck at ships since their owner's last turn must rest."""
        if phase_of(run.state, power) != "combat-move":
            return
        weary: dict[str, Stack] = {}
        for space, here in TIRED.of(run.state).spent.items():
            for unit, count in here.get(power, {}).items():
                mine = where(own_at(run.state, power, space), lambda p, u=unit: p.unit == u)  # type: ignore[misc]
                some = first(mine, count)
                if some:
                    weary[space] = stack((*weary.get(space, ()), *some))
        if any(power in here for here in TIRED.of(run.state).spent.values()):
            run.emit(Wearied(power, weary))

    def closing(self, run: Unfolding, power: Power) -> None:
        steps.close(self.settings, run, power)

    def closed_by(self, world: World, state: AreaState, power: Power) -> bool:
        moves = MOVES.of(state)
        return bool(moves.closing) and moves.closing == phase_of(state, power) and not moves.steps

    def follows(self, run: Unfolding, power: Power, action: Action) -> None:
        """Continue after an answer to another part."""
        if MOVES.of(run.state).steps:
            steps.advance(self.settings, run, power)

    def combats_over(self, run: Unfolding, power: Power) -> None:
        scramble.go_home(run, power)

    def covers(self, world: World, state: AreaState, piece: Piece, zone: str) -> bool:
        return scramble.may_come(self.settings, world, state, zone)

    def danger(self, world: World, state: AreaState, power: Power, space: str) -> int:
        foes = world.enemies[power]
        return int(any(p.power in foes and world.can(p, "anti-air") for p, _ in state.at(space)))


def _tired_elsewhere(state: AreaState, event: Relanded) -> AreaState:
    """Move the duty to rest along with air units that landed elsewhere."""
    spent = {space: {p: dict(kept) for p, kept in here.items()} for space, here in TIRED.of(state).spent.items()}
    here = spent.get(event.space, {}).get(event.power, {})
    if not here.get(event.unit):
        return state
    here[event.unit] -= 1
    there = spent.setdefault(event.to, {}).setdefault(event.power, {})
    there[event.unit] = there.get(event.unit, 0) + 1
    return TIRED.put(state, Tired(spent))
