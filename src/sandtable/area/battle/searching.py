"""Searching: guns look for air units over a territory, and fire at those they find."""

from collections.abc import Iterable

from sandtable.area.actions import Aim, AreaAction
from sandtable.area.battle import aiming
from sandtable.area.battle.aiming import Sights, default, meant, offers
from sandtable.area.battle.sequence import Search, other
from sandtable.area.battle.values import strip_of
from sandtable.area.citations import Citation
from sandtable.area.events import AimedRoll, Fire, GunsFired, Searched
from sandtable.area.forces import Piece, size, stack, where
from sandtable.area.state import AreaState, Battle, Shots
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice
from sandtable.core.refusal import Refusal


def sights_of(world: World, battle: Battle, step: Search) -> Sights:
    """The guns and their current targets: every air unit in reach, or those that were found."""
    guns = where(strip_of(battle, step.side).support, lambda p: step.who.takes(world.type(p)))
    marks = stack((piece, 1) for piece in battle.found) or where(
        strip_of(battle, other(step.side)).units, lambda p: step.at.takes(world.type(p))
    )
    return Sights(guns, marks, size(guns) if marks else 0)


def _seat(state: AreaState, battle: Battle) -> Seat:
    """The holder of the territory, who decides for its guns."""
    return state.control[battle.space]


def begin(run: Unfolding, battle: Battle, step: Search) -> bool:
    """Search and fire, until there is something to choose. True if there is."""
    sights = sights_of(run.world, battle, step)
    if sights.open:
        return True
    if sights.shots:
        return _roll(run, battle, step, default(run.world, sights))
    return False


def _roll(run: Unfolding, battle: Battle, step: Search, shots: tuple[Shots, ...]) -> bool:
    """Roll the aimed dice. True if somebody has to choose among the air units found."""
    if battle.found:
        run.emit(_fired(battle, step, _dice(run.dice, shots, step.drives_off)))
        return False
    rolls = _dice(run.dice, shots, step.finds)
    found = tuple(roll.at for roll in rolls if roll.hits)
    run.emit(Searched(battle.space, step.side, rolls, found))
    after = run.state.battle
    return bool(found) and after is not None and begin(run, after, step)


def _dice(dice: Dice, shots: Iterable[Shots], need: int) -> tuple[AimedRoll, ...]:
    rolls = []
    for one in shots:
        faces = dice.roll(size(one.by))
        hits = sum(face <= need for face in faces)
        gun = one.by[0][0]
        rolls.append(AimedRoll(one.at, (Fire(gun.unit, need, faces, hits),), hits))
    return tuple(rolls)


def _fired(battle: Battle, step: Search, rolls: tuple[AimedRoll, ...]) -> GunsFired:
    destroyed: list[tuple[Piece, int]] = []
    driven_off: list[tuple[Piece, int]] = []
    for roll in rolls:
        lowest = min(face for one in roll.fire for face in one.dice)
        if lowest <= step.destroys:
            destroyed.append((roll.at, 1))
        elif lowest <= step.drives_off:
            driven_off.append((roll.at, 1))
    return GunsFired(battle.space, step.side, rolls, stack(destroyed), stack(driven_off))


def pending(world: World, state: AreaState, battle: Battle, step: Search) -> tuple[Decision, ...]:
    """The open decision."""
    seat, guns = _seat(state, battle), sights_of(world, battle, step).shots
    what = "which of the planes found" if battle.found else "which air units"
    number = "the gun" if guns == 1 else f"the {guns} guns"
    prompt = f"{world.name(seat)}: {what} over {battle.space} {'does' if guns == 1 else 'do'} {number} aim at?"
    return (Decision(seat, aiming.ASKS, battle.space, prompt),)


def check(world: World, state: AreaState, battle: Battle, step: Search, seat: Seat, aim: Aim) -> Refusal | None:
    """None if a seat may aim this way, otherwise the refusal."""
    rule: Citation = "aa.select-detected" if battle.found else "aa.select-search-targets"
    if seat != _seat(state, battle):
        return world.refuse(rule, f"{world.the(_seat(state, battle))} aims the guns in {battle.space}.")
    shots = None if aim.shots is None else meant(sights_of(world, battle, step), aim)
    return world.refuse(rule, f"These shots aren't possible: {shots}.") if isinstance(shots, str) else None


def legal(world: World, state: AreaState, battle: Battle, step: Search, seat: Seat) -> tuple[AreaAction, ...]:
    """Some legal answers for a seat."""
    return tuple(offers(world, sights_of(world, battle, step))) if seat == _seat(state, battle) else ()


def answer(run: Unfolding, battle: Battle, step: Search, aim: Aim) -> bool:
    """Carry out an answer. True if another one is needed."""
    sights = sights_of(run.world, battle, step)
    shots = default(run.world, sights) if aim.shots is None else meant(sights, aim)
    assert not isinstance(shots, str)
    return _roll(run, battle, step, shots)
