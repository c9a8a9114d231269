"""Fighting a battle: it runs by itself from decision to decision.

``begin`` and ``answer`` run a battle until somebody has to decide or it ends (then the state has no battle).
``pending`` returns the open decisions, ``check`` judges an answer, ``legal`` lists the answers. Each kind of
decision has its own module.
"""

from msgspec.structs import replace

from sandtable.area.actions import Aim, AreaAction, Casualties, Press, PullBack, Retreat, Side, Submerge, Withdraw
from sandtable.area.battle import (
    aiming,
    breaking_off,
    casualty_choice,
    judging,
    partial_retreat,
    retreats,
    returning,
    searching,
    submerging,
    withdrawing,
)
from sandtable.area.battle.placing import place
from sandtable.area.battle.sequence import (
    Aiming,
    Arrival,
    Bombing,
    Choice,
    DrivenBack,
    PullingBack,
    Removal,
    RoundEnd,
    Search,
    TakeLosses,
    Volley,
    Withdrawal,
)
from sandtable.area.battle.values import strip_of
from sandtable.area.battle.volleys import columns, in_round, roll, sequence_of, step_of
from sandtable.area.events import (
    BattleBegan,
    BattleEnded,
    CasualtiesRemoved,
    Defenseless,
    Retreated,
    RetreatOffered,
    RoundBegan,
    StepReached,
    WereStranded,
)
from sandtable.area.forces import EMPTY, Power, Stack
from sandtable.area.state import AreaState, Battle
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal

LOW_LUCK = "low-luck"
"""The option under which values are added up and one die is rolled for the remainder."""


# running a battle


def begin(run: Unfolding, power: Power, space: str, amphibious: bool, support: Stack = EMPTY) -> None:
    """Place the units on the strip and fight until somebody has to decide or the battle ends."""
    named = (part.sequence(run.world, run.state, space) for part in run.world.parts.sequence)
    sequence = next((name for name in named if name), "")
    run.emit(
        BattleBegan(place(run.world, run.state, power, space, amphibious, sequence=sequence, support=support))
    )
    battle = _battle(run.state)
    match judging.verdict(run.world, battle):
        case "exposed" if not judging.round_end(
            run.world, battle
        ).spared:  # attackers that can neither fire nor leave before the first round are lost
            _destroy(run, "attack")
            _end(run)
        case "unarmed":
            _end(run)
        case _:
            if not _over_already(run):
                run.emit(RoundBegan(space, 1))
                _advance_steps(run, 0)


def begin_over(run: Unfolding, power: Power, space: str, sequence: str) -> None:
    """Fight a special sequence over a territory: an air raid or mission, or an undefended territory."""
    run.emit(BattleBegan(place(run.world, run.state, power, space, sequence=sequence)))
    run.emit(RoundBegan(space, 1))
    _advance_steps(run, 0)


def answer(run: Unfolding, seat: Seat, action: AreaAction) -> None:
    """Carry out an answer that passed :func:`check`, and continue."""
    world, battle = run.world, _battle(run.state)
    step = step_of(world, battle)
    match action:
        case Submerge():
            submerging.answer(run, battle, seat, action)
            asked = isinstance(step, Choice) and bool(submerging.choosers(world, _battle(run.state), step))
        case Withdraw():
            withdrawing.answer(run, battle, seat, action)
            asked = isinstance(step, Withdrawal) and bool(
                withdrawing.withdrawers(world, run.state, _battle(run.state), step)
            )
        case Casualties():
            asked = casualty_choice.answer(run, seat, action) or (
                bool(battle.column) and _volley(run, battle.step)
            )
        case Aim() if isinstance(step, Search):
            asked = searching.answer(run, battle, step, action)
        case Aim() if isinstance(step, Aiming):
            aiming.answer(run, battle, step, action)
            asked = False
        case PullBack():
            asked = partial_retreat.answer(run, battle, seat, action)
        case Retreat():
            _retreat(run, action.to)
            return
        case Press():
            if judging.verdict(world, battle) != "on":  # neither side can hit the other: the attacker stays
                _end(run)
                return
            asked = False
        case _:
            raise ValueError(f"{type(action).__name__} is no answer in a battle")
    if not asked:
        _advance_steps(run, battle.step + 1)


def _battle(state: AreaState) -> Battle:
    battle = state.battle
    assert battle is not None
    return battle


def _advance_steps(run: Unfolding, index: int) -> None:
    """Run the steps from ``index`` on, round after round, until somebody has to decide or the battle ends."""
    steps = sequence_of(run.world, _battle(run.state)).steps
    while True:
        battle = _battle(run.state)
        if index == len(steps):
            run.emit(RoundBegan(battle.space, battle.round + 1))
            index = 0
            continue
        if in_round(battle, steps[index]) and _stops(run, battle, index):
            return
        index += 1


def _stops(run: Unfolding, battle: Battle, index: int) -> bool:
    """Carry out a step. True if somebody has to decide or the battle has ended."""
    world = run.world
    step = sequence_of(world, battle).steps[index]
    match step:
        case Choice() if step.must:
            return submerging.dive(run, battle, step, index)
        case Choice():
            return _over_already(run) or _asks(run, index, bool(submerging.choosers(world, battle, step)))
        case Withdrawal():
            return _over_already(run) or _asks(
                run, index, bool(withdrawing.withdrawers(world, run.state, battle, step))
            )
        case Volley():
            if _over_already(run):
                return True
            if step.aimed:
                if strip_of(battle, step.side).aims:
                    run.emit(StepReached(battle.space, index))
                    run.emit(aiming.fire(world, battle, step, run.dice))
                return False
            return _asks(run, index, bool(columns(world, battle, index, _low_luck(run)))) and _volley(run, index)
        case Removal():
            gone = strip_of(battle, step.side).casualties
            if gone or not step.if_any:
                run.emit(StepReached(battle.space, index))
            if gone:
                run.emit(CasualtiesRemoved(battle.space, step.side, gone))
            return False
        case Aiming():
            return _asks(run, index, bool(aiming.sights_of(world, battle, step).shots)) and aiming.begin(
                run, _battle(run.state), step
            )
        case Search():
            return _asks(run, index, bool(searching.sights_of(world, battle, step).shots)) and searching.begin(
                run, _battle(run.state), step
            )
        case TakeLosses():
            return _asks(run, index, casualty_choice.waiting(battle)) and casualty_choice.settle(run)
        case DrivenBack() | PullingBack():
            there = bool(partial_retreat.askers(world, run.state, replace(battle, answered=()), step))
            return _asks(run, index, there) and partial_retreat.begin(run, _battle(run.state), step)
        case Bombing() | Arrival():
            run.emit(StepReached(battle.space, index))
            for part in world.parts.arrives:
                part.arrives(run, battle)
            _end(run, "none")
            return True
        case RoundEnd():
            run.emit(StepReached(battle.space, index))
            return _round_over(run, step)


def _asks(run: Unfolding, index: int, there: bool) -> bool:
    """Go to a step if there is something to do in it."""
    if there:
        run.emit(StepReached(_battle(run.state).space, index))
    return there


def _low_luck(run: Unfolding) -> bool:
    return run.state.options.get(LOW_LUCK, False)


def _volley(run: Unfolding, index: int) -> bool:
    """Fire the rest of the volley at ``index``. True if somebody has to choose losses."""
    while True:
        battle = _battle(run.state)
        column = next(
            (n for n in columns(run.world, battle, index, _low_luck(run)) if not n or n > battle.column), None
        )
        if column is None:
            return False
        run.emit(roll(run.world, battle, index, run.dice, _low_luck(run), column))
        battle = _battle(run.state)
        if battle.victim and casualty_choice.after_volley(run):
            return True
        if not column:
            return False


def _over_already(run: Unfolding) -> bool:
    """End a battle with nothing left to roll for: a side is gone, or can't defend itself."""
    battle = _battle(run.state)
    if sequence_of(run.world, battle).simultaneous:
        return False
    if sequence_of(run.world, battle).raid:
        if battle.attack.units:
            return False
        _end(run, "defender")
        return True
    falling = judging.finished(run.world, battle)
    if falling is None:
        return False
    for side in falling:
        _destroy(run, side)
    _end(run)
    return True


def _round_over(run: Unfolding, step: RoundEnd) -> bool:
    """The end of a round. True if the battle has ended or the attacker must decide; False for another round."""
    world, battle = run.world, _battle(run.state)
    stand = judging.verdict(world, battle)
    if stand == "gone" or (step.deadlock and (battle.deadlock or partial_retreat.deadlock(world, battle))):
        _end(run)
        return True
    if stand in ("defenseless", "stalemate"):
        _destroy(run, "defend")
    if stand == "defenseless":
        _end(run)
        return True
    places = retreats.places(world, run.state, battle) if step.retreat else ()
    if judging.must_leave(world, battle):
        if len(places) == 1:
            _retreat(run, places[0])
            return True
        if not places:
            _destroy(run, "attack")  # ships that can't fire or leave are lost
    elif stand == "stalemate" and places == (retreats.AIR_ONLY,):
        places = ()  # air units stay over the space either way
    if places:
        run.emit(RetreatOffered(battle.space, places))
        return True
    if stand in ("on", "hopeless"):
        return False
    _end(run)
    return True


def _destroy(run: Unfolding, side: Side) -> None:
    """Unprotected units are destroyed without dice."""
    battle = _battle(run.state)
    lost = judging.defenseless(run.world, battle, side)
    if lost:
        run.emit(Defenseless(battle.space, side, lost))


def _retreat(run: Unfolding, to: str) -> None:
    battle = _battle(run.state)
    ground, air = retreats.leaving(run.world, battle)
    run.emit(Retreated(battle.space, to, ground, air))
    if _battle(run.state).attack.units:  # seaborne units fight on alone
        _advance_steps(run, battle.step + 1)
    else:
        _end(run, "broken-off")


def _end(run: Unfolding, how: judging.Outcome | None = None) -> None:
    """Units behind the strip leave play, survivors return to the board, and stranded air units are recorded."""
    world, battle = run.world, _battle(run.state)
    sides: tuple[Side, Side] = ("attack", "defend")
    for side in sides:
        gone = strip_of(battle, side).casualties
        if gone:
            run.emit(CasualtiesRemoved(battle.space, side, gone))
    battle = _battle(run.state)
    outcome = how or judging.outcome(world, battle)
    defenders, stranded = returning.defenders(world, battle, outcome == "attacker")
    attackers = returning.attackers(world, battle)
    run.emit(BattleEnded(battle.space, outcome, attackers, defenders))
    for piece, count in stranded:
        run.emit(WereStranded(battle.space, piece.power, piece.unit, count))


# decisions and answers


def pending(world: World, state: AreaState) -> tuple[Decision, ...]:
    """The open decisions of the current battle."""
    battle = state.battle
    if battle is None:
        return ()
    if battle.victim:
        return casualty_choice.pending(world, state, battle)
    step = step_of(world, battle)
    match step:
        case Choice():
            return submerging.pending(world, battle, step)
        case Withdrawal():
            return withdrawing.pending(world, state, battle, step)
        case Aiming():
            return aiming.pending(world, battle, step)
        case Search():
            return searching.pending(world, state, battle, step)
        case DrivenBack() | PullingBack():
            return partial_retreat.pending(world, state, battle, step)
        case RoundEnd():
            return breaking_off.pending(world, battle)
        case _:
            return ()


def check(world: World, state: AreaState, seat: Seat, action: AreaAction) -> Refusal | None:
    """None if a seat may give this answer now, otherwise the refusal."""
    battle = state.battle
    if battle is None:
        return world.refuse("combat.order-of-battles", "No battle is being fought.")
    step = step_of(world, battle)
    match action:
        case Submerge():
            return submerging.check(world, battle, seat, action)
        case Withdraw():
            return withdrawing.check(world, state, battle, seat, action)
        case Casualties():
            return casualty_choice.check(world, state, battle, seat, action)
        case Aim() if isinstance(step, Search) and not battle.victim:
            return searching.check(world, state, battle, step, seat, action)
        case Aim() if isinstance(step, Aiming) and not battle.victim:
            return aiming.check(world, battle, step, seat, action)
        case PullBack() if "pull-backs" in world.features:
            return partial_retreat.check(world, state, battle, seat, action)
        case Retreat() | Press():
            return breaking_off.check(world, state, battle, seat, action)
        case _:
            return world.refuse("combat.order-of-battles", f"Finish the battle in {battle.space} first.")


def legal(world: World, state: AreaState, seat: Seat) -> tuple[AreaAction, ...]:
    """Every legal answer for a seat; only some if there are very many."""
    battle = state.battle
    if battle is None:
        return ()
    if battle.victim:
        return casualty_choice.legal(world, state, battle, seat)
    step = step_of(world, battle)
    match step:
        case Choice():
            return submerging.legal(world, battle, step, seat)
        case Withdrawal():
            return withdrawing.legal(world, state, battle, step, seat)
        case Aiming():
            return aiming.legal(world, battle, step, seat)
        case Search():
            return searching.legal(world, state, battle, step, seat)
        case DrivenBack() | PullingBack():
            return partial_retreat.legal(world, state, battle, step, seat)
        case _:
            return breaking_off.legal(world, battle, seat)
