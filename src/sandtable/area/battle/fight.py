"""Fighting a battle: it runs by itself from question to question.

``begin`` and ``answer`` let a battle run on until somebody owes a decision or the battle has ended (then the state
holds none any more). ``pending`` says who owes what, ``check`` judges an answer, ``legal`` lists the answers.
"""

from sandtable.area.actions import AreaAction, Casualties, Press, Retreat, Side, Submerge, Withdraw
from sandtable.area.battle import judging, retreats, returning
from sandtable.area.battle.casualties import Broken, Losses, Toll, resolve
from sandtable.area.battle.placing import place
from sandtable.area.battle.raids import bomb
from sandtable.area.battle.sequence import Bombing, Choice, Removal, RoundEnd, Volley, Withdrawal, other
from sandtable.area.battle.volleys import (
    columns,
    in_round,
    roll,
    sequence_of,
    step_of,
    strip_of,
    takes_place,
)
from sandtable.area.citations import Citation
from sandtable.area.events import (
    BattleBegan,
    BattleEnded,
    CasualtiesRemoved,
    Defenseless,
    LossesTaken,
    Proposed,
    Retreated,
    RetreatOffered,
    RoundBegan,
    StepReached,
    Submerged,
    WereStranded,
    Withdrew,
)
from sandtable.area.forces import EMPTY, Power, Stack, size, stack, where
from sandtable.area.state import AreaState, Battle, Proposal
from sandtable.area.status import player_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import force
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal

LOW_LUCK = "low-luck"
"""The option under which values add up and one die decides over the remainder."""


# running a battle


def begin(run: Unfolding, power: Power, space: str, amphibious: bool, support: Stack = EMPTY) -> None:
    """Place the units along the strip and fight on until somebody is asked or the battle has ended."""
    run.emit(BattleBegan(place(run.world, run.state, power, space, amphibious, support=support)))
    battle = _battle(run.state)
    match judging.verdict(run.world, battle):
        case "exposed":  # attackers that can neither fire nor leave before the first round are lost
            _destroy(run, "attack")
            _end(run)
        case "unarmed":
            _end(run)
        case _:
            if not _over_already(run):
                run.emit(RoundBegan(space, 1))
                _run_on(run, 0)


def begin_raid(run: Unfolding, power: Power, space: str) -> None:
    """Send the bombers over the factory in a territory."""
    run.emit(BattleBegan(place(run.world, run.state, power, space, raid=True)))
    run.emit(RoundBegan(space, 1))
    _run_on(run, 0)


def answer(run: Unfolding, seat: Seat, action: AreaAction) -> None:
    """Let an answer that passed :func:`check` take effect, and fight on."""
    world, battle = run.world, _battle(run.state)
    match action:
        case Submerge():
            step = step_of(world, battle)
            assert isinstance(step, Choice)
            below = _first(may_submerge(world, battle, step, seat), action.count)
            run.emit(Submerged(battle.space, step.side, seat, below))
            if not _choosers(world, _battle(run.state), step):
                _run_on(run, battle.step + 1)
        case Withdraw():
            step = step_of(world, battle)
            assert isinstance(step, Withdrawal)
            leaving = _first(may_withdraw(world, battle, step, seat), action.count)
            run.emit(Withdrew(battle.space, step.side, seat, action.to if leaving else "", leaving))
            if not _withdrawers(world, run.state, step):
                _run_on(run, battle.step + 1)
        case Casualties():
            toll = toll_now(world, battle)
            losses = _meant(toll, action)
            assert isinstance(losses, Losses)
            if len(_victims(world, run.state, battle)) > 1 and seat != battle.attacker:
                run.emit(Proposed(battle.space, Proposal(seat, *losses)))
                if not _agreed(world, run.state):
                    return
            _take(run, losses)
            if not (battle.column and _volley(run, battle.step)):
                _run_on(run, battle.step + 1)
        case Retreat():
            _retreat(run, action.to)
        case Press():
            if judging.verdict(world, battle) == "on":
                _run_on(run, battle.step + 1)
            else:  # unarmed on both sides: the attacker's ships stay where they are
                _end(run)
        case _:
            raise ValueError(f"{type(action).__name__} is no answer in a battle")


def _battle(state: AreaState) -> Battle:
    battle = state.battle
    assert battle is not None
    return battle


def _run_on(run: Unfolding, index: int) -> None:
    """Go through the steps from ``index`` on, round after round, until there is a question or an end."""
    world = run.world
    steps = sequence_of(world, _battle(run.state)).steps
    while True:
        battle = _battle(run.state)
        if index == len(steps):
            run.emit(RoundBegan(battle.space, battle.round + 1))
            index = 0
            continue
        step = steps[index]
        if in_round(battle, step):
            match step:
                case Choice():
                    if _over_already(run):
                        return
                    if _choosers(world, battle, step):
                        run.emit(StepReached(battle.space, index))
                        return
                case Withdrawal():
                    if _over_already(run):
                        return
                    if _withdrawers(world, run.state, step):
                        run.emit(StepReached(battle.space, index))
                        return
                case Volley():
                    if _over_already(run):
                        return
                    if columns(world, battle, index, _low_luck(run)):
                        run.emit(StepReached(battle.space, index))
                        if _volley(run, index):
                            return
                case Removal():
                    gone = strip_of(battle, step.side).casualties
                    if gone or not step.if_any:
                        run.emit(StepReached(battle.space, index))
                    if gone:
                        run.emit(CasualtiesRemoved(battle.space, step.side, gone))
                case Bombing():
                    run.emit(StepReached(battle.space, index))
                    bomb(run, battle)
                    _end(run, "none")
                    return
                case RoundEnd():
                    run.emit(StepReached(battle.space, index))
                    if _round_over(run, step):
                        return
        index += 1


def _low_luck(run: Unfolding) -> bool:
    return run.state.options.get(LOW_LUCK, False)


def _volley(run: Unfolding, index: int) -> bool:
    """Fire what has yet to fire in the volley at ``index``; true if the losses are somebody's to choose."""
    while True:
        battle = _battle(run.state)
        column = next(
            (n for n in columns(run.world, battle, index, _low_luck(run)) if not n or n > battle.column), None
        )
        if column is None:
            return False
        run.emit(roll(run.world, battle, index, run.dice, _low_luck(run), column))
        battle = _battle(run.state)
        if battle.victim:
            losses = toll_now(run.world, battle).only()
            if losses is None:
                return True
            _take(run, losses)
        if not column:
            return False


def _take(run: Unfolding, losses: Losses) -> None:
    battle = _battle(run.state)
    step = step_of(run.world, battle)
    assert isinstance(step, Volley)
    run.emit(LossesTaken(battle.space, other(step.side), *losses, step.losses == "behind"))


def _over_already(run: Unfolding) -> bool:
    """End a battle in which there is nothing left to roll for: a side is gone, or cannot defend itself."""
    battle = _battle(run.state)
    if sequence_of(run.world, battle).raid:
        if battle.attack.units:
            return False
        _end(run, "defender")
        return True
    if battle.attack.casualties or battle.defend.casualties:
        # Somebody behind the strip may still fire; only without anybody to fire at it is over.
        if not _nobody_left(battle):
            return False
    else:
        match judging.verdict(run.world, battle):
            case "gone":
                pass
            case "defenseless":
                _destroy(run, "defend")
            case _:
                return False
    _end(run)
    return True


def _nobody_left(battle: Battle) -> bool:
    """Whether a side has neither units in the battle nor any behind the strip."""
    attack, defend = battle.attack, battle.defend
    return not (attack.units or attack.casualties) or not (defend.units or defend.casualties)


def _round_over(run: Unfolding, step: RoundEnd) -> bool:
    """Step 6: true if the battle has ended or the attacker is asked; otherwise another round begins."""
    world, battle = run.world, _battle(run.state)
    stand = judging.verdict(world, battle)
    if stand == "gone":
        _end(run)
        return True
    if stand in ("defenseless", "stalemate"):
        _destroy(run, "defend")
        if stand == "defenseless" or not judging.defenseless(world, battle, "attack"):
            _end(run)
            return True
    places = retreats.places(world, run.state, battle) if step.retreat else ()
    if stand in ("exposed", "stalemate"):
        # Ships that can only be shot at have to leave, or they are lost.
        if len(places) == 1:
            _retreat(run, places[0])
            return True
        if not places:
            _destroy(run, "attack")
    if stand == "hopeless" and len(places) == 1:
        _retreat(run, places[0])
        return True
    if places:
        run.emit(RetreatOffered(battle.space, places))
        return True
    if stand in ("on", "hopeless"):
        return False
    _end(run)
    return True


def _destroy(run: Unfolding, side: Side) -> None:
    """Units that nobody protects fall without dice."""
    battle = _battle(run.state)
    lost = judging.defenseless(run.world, battle, side)
    if lost:
        run.emit(Defenseless(battle.space, side, lost))


def _retreat(run: Unfolding, to: str) -> None:
    battle = _battle(run.state)
    ground, air = retreats.leaving(run.world, battle)
    run.emit(Retreated(battle.space, to, ground, air))
    if _battle(run.state).attack.units:  # seaborne units fight on alone
        _run_on(run, battle.step + 1)
    else:
        _end(run, "broken-off")


def _end(run: Unfolding, how: judging.Outcome | None = None) -> None:
    """Units behind the strip leave play, the survivors return to the board, and the homeless are counted."""
    world, battle = run.world, _battle(run.state)
    sides: tuple[Side, Side] = ("attack", "defend")
    for side in sides:
        gone = strip_of(battle, side).casualties
        if gone:
            run.emit(CasualtiesRemoved(battle.space, side, gone))
    battle = _battle(run.state)
    defenders, stranded = returning.defenders(world, battle)
    attackers = returning.attackers(world, battle)
    run.emit(BattleEnded(battle.space, how or judging.outcome(world, battle), attackers, defenders))
    for piece, count in stranded:
        run.emit(WereStranded(battle.space, piece.power, piece.unit, count))


# who is asked


def may_submerge(world: World, battle: Battle, step: Choice, power: Power) -> Stack:
    """A power's units that may submerge in this step."""
    if not takes_place(battle, step):
        return EMPTY
    units = strip_of(battle, step.side).units
    return where(units, lambda p: p.power == power and step.who.takes(world.type(p)))


def _choosers(world: World, battle: Battle, step: Choice) -> tuple[Power, ...]:
    """The powers that have yet to say who submerges."""
    return tuple(
        power for power in world.order if power not in battle.answered and may_submerge(world, battle, step, power)
    )


def may_withdraw(world: World, battle: Battle, step: Withdrawal, power: Power) -> Stack:
    """A power's units that may withdraw in this step, if there is a place for them."""
    units = strip_of(battle, step.side).units
    return where(units, lambda p: p.power == power and step.who.takes(world.type(p)))


def _withdrawers(world: World, state: AreaState, step: Withdrawal) -> tuple[Power, ...]:
    """The powers that have yet to say who withdraws."""
    battle = _battle(state)
    return tuple(
        power
        for power in world.order
        if power not in battle.answered
        and may_withdraw(world, battle, step, power)
        and retreats.withdrawals(world, state, battle, step.side, power)
    )


def _first(units: Stack, count: int) -> Stack:
    """``count`` pieces out of a stack."""
    some = []
    for piece, n in units:
        some.append((piece, min(n, count)))
        count -= some[-1][1]
    return stack(some)


def toll_now(world: World, battle: Battle) -> Toll:
    """The hits that are to be taken now."""
    side: Side = "attack" if battle.victim == "attack" else "defend"
    shooter = strip_of(battle, other(side)).abilities
    return Toll(world, strip_of(battle, side).units, battle.hits, shooter)


def _victims(world: World, state: AreaState, battle: Battle) -> tuple[Seat, ...]:
    """One seat for each player whose units were fired at: the player's first power with units in the battle."""
    if battle.victim == "attack":
        return (battle.attacker,)
    present = {piece.power for piece, _ in battle.defend.units}
    seats: dict[str, Seat] = {}
    for power in world.order:
        if power in present:
            seats.setdefault(player_of(state, power), power)
    return tuple(seats.values())


def _choosing(world: World, state: AreaState, battle: Battle) -> tuple[Seat, ...]:
    """The seats that owe a choice of losses now; the attacker's, if the defenders do not agree."""
    if not battle.victim:
        return ()
    victims = _victims(world, state, battle)
    spoken = {proposal.seat for proposal in battle.proposals}
    return tuple(seat for seat in victims if seat not in spoken) or (battle.attacker,)


def _agreed(world: World, state: AreaState) -> bool:
    """Whether all players of a multinational defence have named the same losses."""
    battle = _battle(state)
    named = {(proposal.damaged, proposal.destroyed) for proposal in battle.proposals}
    return len(named) == 1 and len(battle.proposals) == len(_victims(world, state, battle))


def _meant(toll: Toll, action: Casualties) -> Losses | Broken:
    if action.damaged is None and action.destroyed is None:
        return toll.default()
    return resolve(toll.units, action.damaged, action.destroyed)


def pending(world: World, state: AreaState) -> tuple[Decision, ...]:
    """Who owes which decision in the battle that is being fought."""
    battle = state.battle
    if battle is None:
        return ()
    space = battle.space
    if battle.victim:
        hits = toll_now(world, battle).total
        whose = "the attacker's" if battle.victim == "attack" else "the defender's"
        losses = f"{whose} losses in {space}: {hits} hit{'s' if hits > 1 else ''}"
        return tuple(
            Decision(seat, "casualties", space, f"{world.name(seat)} chooses {losses}.")
            for seat in _choosing(world, state, battle)
        )
    step = step_of(world, battle)
    if isinstance(step, Choice):
        return tuple(
            Decision(seat, "submerge", space, f"{world.name(seat)}: how many units submerge in {space}?")
            for seat in _choosers(world, battle, step)
        )
    if isinstance(step, Withdrawal):
        return tuple(
            Decision(seat, "withdraw", space, _withdraw_prompt(world, battle, step, seat))
            for seat in _withdrawers(world, state, step)
        )
    if isinstance(step, RoundEnd) and battle.retreats:
        name = world.name(battle.attacker)
        places = " or ".join(to for to in battle.retreats if to)
        where_to = f" to {places}" if places else ""
        if _must_retreat(world, battle):
            prompt = f"{name} has to retreat from {space}{where_to}."
        elif judging.verdict(world, battle) == "unarmed":
            prompt = f"{name}: stay in {space}, or retreat{where_to}?"
        else:
            prompt = f"{name}: press the attack on {space}, or retreat{where_to}?"
        return (Decision(battle.attacker, "retreat", space, prompt),)
    return ()


def _withdraw_prompt(world: World, battle: Battle, step: Withdrawal, seat: Seat) -> str:
    able = may_withdraw(world, battle, step, seat)
    who = force(world, able, seat)
    asked = f"does {who} withdraw" if size(able) == 1 else f"how many of {who} withdraw"
    return f"{world.name(seat)}: {asked} from {battle.space}?"


def _must_retreat(world: World, battle: Battle) -> bool:
    return judging.verdict(world, battle) in ("exposed", "stalemate", "hopeless")


# judging answers


def check(world: World, state: AreaState, seat: Seat, action: AreaAction) -> Refusal | None:
    """Nothing if a seat may give this answer now, otherwise the rule against it."""
    battle = state.battle
    if battle is None:
        return world.refuse("combat.order-of-battles", "No battle is being fought.")
    match action:
        case Submerge():
            return _check_submerge(world, battle, seat, action)
        case Withdraw():
            return _check_withdraw(world, state, battle, seat, action)
        case Casualties():
            return _check_casualties(world, state, battle, seat, action)
        case Retreat() | Press():
            return _check_retreat(world, state, battle, seat, action)
        case _:
            return world.refuse("combat.order-of-battles", f"The battle in {battle.space} is fought first.")


def _check_submerge(world: World, battle: Battle, seat: Seat, action: Submerge) -> Refusal | None:
    steps = [s for s in sequence_of(world, battle).steps if isinstance(s, Choice)]
    step = step_of(world, battle)
    asked = _choosers(world, battle, step) if isinstance(step, Choice) and not battle.victim else ()
    if seat in asked:
        assert isinstance(step, Choice)
        able = size(may_submerge(world, battle, step, seat))
        if 0 <= action.count <= able:
            return None
        return world.refuse("sub.submerge-any-number", f"From none to {able} may submerge, not {action.count}.")
    for one in steps:
        mine = where(strip_of(battle, one.side).units, lambda p: p.power == seat)
        if any(one.who.takes(world.type(piece)) for piece, _ in mine) and not takes_place(battle, one):
            return world.refuse("sub.no-submerge-with-destroyer", "An enemy in the battle prevents it.")
    if asked and seat not in battle.answered:
        return world.refuse("sub.decision-order", f"Now it is {world.name(asked[0])} that decides.")
    return world.refuse("sub.submerge-any-number", f"{world.name(seat)} has nobody to submerge now.")


def _check_withdraw(
    world: World, state: AreaState, battle: Battle, seat: Seat, action: Withdraw
) -> Refusal | None:
    step = step_of(world, battle)
    asked = _withdrawers(world, state, step) if isinstance(step, Withdrawal) else ()
    if seat not in asked or not isinstance(step, Withdrawal):
        if asked and seat not in battle.answered:
            return world.refuse("submarine.withdraw-order", f"Now it is {world.name(asked[0])} that decides.")
        return world.refuse("submarine.withdraw-when", f"{world.name(seat)} has nobody to withdraw now.")
    able = size(may_withdraw(world, battle, step, seat))
    if not 0 <= action.count <= able:
        return world.refuse(
            "submarine.individual-choice", f"From none to {able} may withdraw, not {action.count}."
        )
    if not action.count:
        return None
    return retreats.not_withdrawing(world, state, battle, step.side, seat, action.to)


def _check_casualties(
    world: World, state: AreaState, battle: Battle, seat: Seat, action: Casualties
) -> Refusal | None:
    asked = _choosing(world, state, battle)
    if seat not in asked:
        if any(proposal.seat == seat for proposal in battle.proposals):
            return world.refuse("casualty.multinational-defense", f"{world.name(seat)} has named losses already.")
        who = f"{world.name(asked[0])} chooses" if asked else "There are no losses to choose"
        return world.refuse("casualty.owner-chooses", f"{who} now.")
    toll = toll_now(world, battle)
    losses = _meant(toll, action)
    broken = losses if isinstance(losses, Broken) else toll.broken(losses)
    if broken and battle.sequence == "sea" and _names_land_unit(world, action):
        return world.refuse("transport.cargo-passive", "Land units at sea are cargo: only their transport is hit.")
    return world.refuse(broken.rule, f"Not these losses: {broken.why}.") if broken else None


def _names_land_unit(world: World, action: Casualties) -> bool:
    """Whether a choice of losses names units that can only be aboard a ship in a sea battle."""
    named = (*(action.damaged or ()), *(action.destroyed or ()))
    return any(piece.unit in world.units and world.type(piece).kind == "land" for piece, _ in named)


def _check_retreat(
    world: World, state: AreaState, battle: Battle, seat: Seat, action: Retreat | Press
) -> Refusal | None:
    if seat != battle.attacker:
        return world.refuse("retreat.attacker-only", f"That is for {world.name(battle.attacker)} to say.")
    asked = bool(battle.retreats) and isinstance(step_of(world, battle), RoundEnd)
    if isinstance(action, Press):
        if not asked:
            return world.refuse("combat.fight-a-round", "A round has to be fought out first.")
        if judging.verdict(world, battle) == "hopeless":
            return world.refuse("combat.hopeless-attack", "The attackers can hit nobody: they have to leave.")
        if _must_retreat(world, battle):
            return world.refuse("defenseless.attacking-transports-choice", "These units can only be shot at.")
        return None
    if not asked:
        if battle.round > 1 and action.to not in retreats.places(world, state, battle):
            return retreats.why_not(world, state, battle, action.to)
        assault = battle.amphibious and battle.sequence == "land"
        rule: Citation = "amphib.others-must-fight-one-round" if assault else "combat.fight-a-round"
        return world.refuse(rule, "A round has to be fought out before the attacker may retreat.")
    return None if action.to in battle.retreats else retreats.why_not(world, state, battle, action.to)


def legal(world: World, state: AreaState, seat: Seat) -> tuple[AreaAction, ...]:
    """Every answer that a seat may give now; of very many choices of losses the first two hundred."""
    battle = state.battle
    if battle is None:
        return ()
    if battle.victim:
        if seat not in _choosing(world, state, battle):
            return ()
        return tuple(Casualties(*losses) for losses in toll_now(world, battle).choices())
    step = step_of(world, battle)
    if isinstance(step, Choice):
        if seat not in _choosers(world, battle, step):
            return ()
        return tuple(Submerge(n) for n in range(size(may_submerge(world, battle, step, seat)) + 1))
    if isinstance(step, Withdrawal):
        if seat not in _withdrawers(world, state, step):
            return ()
        able = size(may_withdraw(world, battle, step, seat))
        spaces = retreats.withdrawals(world, state, battle, step.side, seat)
        return (Withdraw(0), *(Withdraw(n, to) for to in spaces for n in range(1, able + 1)))
    if not battle.retreats or seat != battle.attacker:
        return ()
    places: tuple[AreaAction, ...] = tuple(Retreat(to) for to in battle.retreats)
    return places if _must_retreat(world, battle) else (Press(), *places)
