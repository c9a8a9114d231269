"""Aiming: shots whose targets are chosen before the dice are rolled.

Identical enemies are told apart by giving each target its own entry.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.area.actions import Aim, AreaAction
from sandtable.area.battle.casualties import Broken, resolve, worth
from sandtable.area.battle.sequence import Aiming, Volley, other
from sandtable.area.battle.values import UNMATCHED, how_many, own_value, strip_of
from sandtable.area.battle.volleys import count_hits, sequence_of, takes_place
from sandtable.area.events import Aimed, AimedFired, AimedRoll, Fire
from sandtable.area.forces import EMPTY, Piece, Stack, first, merge, minus, size, stack, where
from sandtable.area.state import Battle, Shots
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import an, sentence, times
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital

ASKS = "aim"
"""The kind of decision: targets for aimed shots."""


class Sights(NamedTuple):
    """Units that can aim, their possible targets, and the number of shots."""

    guns: Stack
    marks: Stack
    shots: int

    @property
    def open(self) -> bool:
        """Whether there is anything to choose."""
        if not self.shots or not self.marks:
            return False
        if len(self.guns) > 1 and self.shots < size(self.guns):
            return True
        return size(self.marks) > 1 and (len(self.marks) > 1 or self.shots > 1)


# reading an order


def meant(sights: Sights, aim: Aim) -> tuple[Shots, ...] | str:
    """The shots an order describes, or what is wrong with them."""
    assert aim.shots is not None
    guns, marks = sights.guns, sights.marks
    found = []
    for one in aim.shots:
        at = resolve(marks, None, ((one.at, 1),))
        if isinstance(at, Broken):
            return f"no {one.at.unit} left to aim at"
        by = resolve(guns, None, one.by)
        if isinstance(by, Broken) or not by.destroyed:
            return "fewer units can fire"
        marks, guns = minus(marks, at.destroyed), minus(guns, by.destroyed)
        found.append(Shots(at.destroyed[0][0], by.destroyed))
    fired = size(sights.guns) - size(guns)
    if fired != sights.shots:
        return f"{times(sights.shots, 'shot')} must be aimed, not {fired}"
    return tuple(found)


def default(world: World, sights: Sights) -> tuple[Shots, ...]:
    """Shots spread over the enemies: first those that one hit destroys, the most valuable of them first."""

    def order(piece: Piece) -> tuple[int, int, Piece]:
        return (world.type(piece).hits - piece.damage, -worth(world, piece), piece)

    marks = sorted((piece for piece, count in sights.marks for _ in range(count)), key=order)
    best = sorted(sights.guns, key=lambda group: (-world.type(group[0]).attack, group[0]))
    guns = [piece for piece, count in best for _ in range(count)][: sights.shots]
    dealt: dict[int, list[tuple[Piece, int]]] = {}
    for i, gun in enumerate(guns):
        dealt.setdefault(i % len(marks), []).append((gun, 1))
    return tuple(Shots(marks[i], stack(by)) for i, by in dealt.items())


def offers(world: World, sights: Sights) -> Iterator[Aim]:
    """The default, and all shots at one enemy."""
    usual = default(world, sights)
    yield Aim(usual)
    guns = first(sights.guns, sights.shots)
    for piece, _ in sights.marks:
        massed = (Shots(piece, guns),)
        if massed != usual:
            yield Aim(massed)


# aiming in a battle


def _volley(world: World, battle: Battle, step: Aiming) -> Volley:
    """The volley that fires the shots aimed in a step."""
    steps = sequence_of(world, battle).steps
    return next(
        later
        for later in steps[steps.index(step) + 1 :]
        if isinstance(later, Volley) and later.aimed and later.side == step.side and takes_place(battle, later)
    )


def sights_of(world: World, battle: Battle, step: Aiming) -> Sights:
    """Who aims in a step, and at which targets."""
    if not takes_place(battle, step):
        return Sights(EMPTY, EMPTY, 0)
    volley = _volley(world, battle, step)
    mine, theirs = strip_of(battle, step.side), strip_of(battle, other(step.side))
    marks: Stack = EMPTY

    def fires(piece: Piece) -> bool:
        unit = world.type(piece)
        return step.who.takes(unit) and own_value(world, battle, volley, unit) > 0

    guns = where(mine.units, fires)
    kinds = {volley.hits or world.type(piece).volley for piece, _ in guns}
    marks = where(
        theirs.units,
        lambda p: any(world.sequences.may_hit(kind, world.type(p), mine.abilities) for kind in kinds),
    )
    kept = sum(how_many(world, theirs.units, who) for who in step.cancelled_by)
    shots = max(0, size(guns) - kept) if marks else 0
    return Sights(guns, marks, shots)


def begin(run: Unfolding, battle: Battle, step: Aiming) -> bool:
    """Aim, if there is only one way. True if the leader has to choose."""
    sights = sights_of(run.world, battle, step)
    if sights.open:
        return True
    if sights.shots:
        run.emit(Aimed(battle.space, step.side, default(run.world, sights)))
    return False


def pending(world: World, battle: Battle, step: Aiming) -> tuple[Decision, ...]:
    """The open decision."""
    seat, shots = strip_of(battle, step.side).leader, sights_of(world, battle, step).shots
    prompt = (
        f"{world.name(seat)}: choose {'a target for the shot' if shots == 1 else f'targets for {shots} shots'}."
    )
    return (Decision(seat, ASKS, battle.space, prompt),)


def check(world: World, battle: Battle, step: Aiming, seat: Seat, aim: Aim) -> Refusal | None:
    """None if a seat may aim this way, otherwise the refusal."""
    rule = f"{world.game.prefix}.{step.rule}"
    leader = strip_of(battle, step.side).leader
    if seat != leader:
        return Refusal(rule, sentence(f"{world.the(leader)} chooses the targets now"))
    if aim.shots is None:
        return None
    sights = sights_of(world, battle, step)
    shots = meant(sights, aim)
    if isinstance(shots, str):
        return Refusal(rule, f"These shots aren't possible: {shots}.")
    volley, own = _volley(world, battle, step), strip_of(battle, step.side).abilities
    for one in shots:
        for gun, _ in one.by:
            if not world.sequences.may_hit(volley.hits or world.type(gun).volley, world.type(one.at), own):
                return Refusal(rule, f"{capital(an(gun.unit))} can't hit {an(one.at.unit)}.")
    return None


def legal(world: World, battle: Battle, step: Aiming, seat: Seat) -> tuple[AreaAction, ...]:
    """Some legal answers for a seat."""
    if seat != strip_of(battle, step.side).leader:
        return ()
    aims = offers(world, sights_of(world, battle, step))
    return tuple(aim for aim in aims if check(world, battle, step, seat, aim) is None)


def answer(run: Unfolding, battle: Battle, step: Aiming, aim: Aim) -> None:
    """Carry out an answer."""
    sights = sights_of(run.world, battle, step)
    shots = default(run.world, sights) if aim.shots is None else meant(sights, aim)
    assert not isinstance(shots, str)
    run.emit(Aimed(battle.space, step.side, shots))


# firing


class Battery(NamedTuple):
    """Identical units that fire at one target."""

    gun: Piece
    guns: int
    need: int


def aimed_at(world: World, battle: Battle, volley: Volley) -> list[tuple[Piece, list[Battery]]]:
    """The targets of a side's aimed shots, and who fires at each, with the number needed."""
    strip = strip_of(battle, volley.side)
    pairs = how_many(world, strip.units, volley.matched) if volley.matched else 0
    found = []
    for one in strip.aims:
        firing = []
        for gun, count in one.by:
            alone = 0 if volley.matched is None else max(0, count - pairs)
            pairs = max(0, pairs - count)
            own = own_value(world, battle, volley, world.type(gun))
            firing += [Battery(gun, n, need) for n, need in ((count - alone, own), (alone, UNMATCHED)) if n]
        found.append((one.at, firing))
    return found


def fire(world: World, battle: Battle, volley: Volley, dice: Dice) -> AimedFired:
    """Fire a side's aimed shots."""
    rolls = []
    for at, firing in aimed_at(world, battle, volley):
        fires = []
        for gun, count, need in firing:
            best_of = world.type(gun).best_of
            faces = dice.roll(count * best_of)
            fires.append(Fire(gun.unit, need, faces, count_hits(faces, need, best_of), power=gun.power))
        rolls.append(AimedRoll(at, tuple(fires), sum(f.hits for f in fires)))
    by = merge(*(one.by for one in strip_of(battle, volley.side).aims))
    return AimedFired(battle.space, volley.side, volley.name, tuple(rolls), by)
