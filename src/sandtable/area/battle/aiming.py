"""Aiming: shots at enemies that are named before the dice are rolled.

Enemies that are alike are told apart by giving each that is fired at an entry of its own.
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
from sandtable.area.wording import times
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice
from sandtable.core.refusal import Refusal


class Sights(NamedTuple):
    """Who can fire at whom, and how many of them do."""

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


# what is meant


def meant(sights: Sights, aim: Aim) -> tuple[Shots, ...] | str:
    """The shots that a player means, or what is wrong with them."""
    assert aim.shots is not None
    guns, marks = sights.guns, sights.marks
    found = []
    for one in aim.shots:
        at = resolve(marks, None, ((one.at, 1),))
        if isinstance(at, Broken):
            return f"no {one.at.unit} (more) that can be aimed at"
        by = resolve(guns, None, one.by)
        if isinstance(by, Broken) or not by.destroyed:
            return "not that many can fire"
        marks, guns = minus(marks, at.destroyed), minus(guns, by.destroyed)
        found.append(Shots(at.destroyed[0][0], by.destroyed))
    fired = size(sights.guns) - size(guns)
    if fired != sights.shots:
        return f"{times(sights.shots, 'shot')} can be aimed and must be, not {fired}"
    return tuple(found)


def default(world: World, sights: Sights) -> tuple[Shots, ...]:
    """Shots spread over the enemies: those first that a single hit destroys, the most valuable among them."""

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
    """The default, and everybody at one enemy."""
    usual = default(world, sights)
    yield Aim(usual)
    guns = first(sights.guns, sights.shots)
    for piece, _ in sights.marks:
        massed = (Shots(piece, guns),)
        if massed != usual:
            yield Aim(massed)


# aiming in a battle


def _volley(world: World, battle: Battle, step: Aiming) -> Volley:
    """The volley that fires what is aimed in a step."""
    steps = sequence_of(world, battle).steps
    return next(
        later
        for later in steps[steps.index(step) + 1 :]
        if isinstance(later, Volley) and later.aimed and later.side == step.side and takes_place(battle, later)
    )


def sights_of(world: World, battle: Battle, step: Aiming) -> Sights:
    """Who aims in a step, and at whom."""
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
    """Aim, if there is but one way; true if the leader has to choose."""
    sights = sights_of(run.world, battle, step)
    if sights.open:
        return True
    if sights.shots:
        run.emit(Aimed(battle.space, step.side, default(run.world, sights)))
    return False


def pending(world: World, battle: Battle, step: Aiming) -> tuple[Decision, ...]:
    """Who is asked."""
    seat, shots = strip_of(battle, step.side).leader, sights_of(world, battle, step).shots
    prompt = f"{world.name(seat)}: at whom {'is the shot' if shots == 1 else f'are {shots} shots'} aimed?"
    return (Decision(seat, "aim", battle.space, prompt),)


def check(world: World, battle: Battle, step: Aiming, seat: Seat, aim: Aim) -> Refusal | None:
    """Nothing if a seat may aim so, otherwise the rule against it."""
    rule = f"{world.game.prefix}.{step.rule}"
    leader = strip_of(battle, step.side).leader
    if seat != leader:
        return Refusal(rule, f"Now {world.name(leader)} aims.")
    if aim.shots is None:
        return None
    sights = sights_of(world, battle, step)
    shots = meant(sights, aim)
    if isinstance(shots, str):
        return Refusal(rule, f"Not these shots: {shots}.")
    volley, own = _volley(world, battle, step), strip_of(battle, step.side).abilities
    for one in shots:
        for gun, _ in one.by:
            if not world.sequences.may_hit(volley.hits or world.type(gun).volley, world.type(one.at), own):
                return Refusal(rule, f"A {gun.unit} cannot hit a {one.at.unit}.")
    return None


def legal(world: World, battle: Battle, step: Aiming, seat: Seat) -> tuple[AreaAction, ...]:
    """Some answers of a seat."""
    if seat != strip_of(battle, step.side).leader:
        return ()
    aims = offers(world, sights_of(world, battle, step))
    return tuple(aim for aim in aims if check(world, battle, step, seat, aim) is None)


def answer(run: Unfolding, battle: Battle, step: Aiming, aim: Aim) -> None:
    """Let an answer take effect."""
    sights = sights_of(run.world, battle, step)
    shots = default(run.world, sights) if aim.shots is None else meant(sights, aim)
    assert not isinstance(shots, str)
    run.emit(Aimed(battle.space, step.side, shots))


# firing


class Battery(NamedTuple):
    """Like guns that fire at one target."""

    gun: Piece
    guns: int
    need: int


def aimed_at(world: World, battle: Battle, volley: Volley) -> list[tuple[Piece, list[Battery]]]:
    """The targets of the aimed shots of a side, and who fires at each of them with which number."""
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
    """Fire the aimed shots of a side."""
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
