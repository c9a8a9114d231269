"""A planned attack, played out at the table with every die that could fall."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from sandtable.core.decision import Seat
from sandtable.core.dice import DiceExhausted, ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes import actions as act
from sandtable.hexes.state import HexState, Name, Place
from sandtable.hexes.strength import NONE, Points, points_of

GAME = load_hexes("hgw")


class Course(msgspec.Struct, frozen=True):
    """What is planned: the first army is the spearhead."""

    armies: tuple[Name, ...]
    path: tuple[Place, ...]


class End(msgspec.Struct, frozen=True):
    """How it ended: hexes of the path that the spearhead entered, and the points that are left of both sides."""

    entered: int
    own: int
    enemy: int


def after(state: HexState, seat: Seat, action: act.HexAction) -> Iterator[tuple[HexState, float]]:
    """All states that may follow from an action, and their chances."""
    assert GAME.check(state, seat, action) is None, (action, GAME.check(state, seat, action))
    edge: list[tuple[int, ...]] = [()]
    while edge:
        faces = edge.pop()
        dice = ScriptedDice(faces)
        try:
            events = GAME.decide(state, seat, action, dice)
        except DiceExhausted:
            edge.extend((*faces, face) for face in range(1, 7))
            continue
        found = state
        for event in events:
            found = GAME.evolve(found, event)
        yield found, 6.0 ** -len(faces)


def play(start: HexState, course: Course) -> dict[End, float]:
    """The chance of every end of a plan."""
    side = start.armies[course.armies[0]].side
    ends: defaultdict[End, float] = defaultdict(float)
    states: dict[str, tuple[HexState, float]] = {GAME.digest(start): (start, 1.0)}
    while states:
        reached: dict[str, tuple[HexState, float]] = {}
        for state, chance in states.values():
            decision = GAME.pending(state)[0]
            action = _action(state, decision.seat, decision.kind, course)
            if action is None:
                ends[_end(state, side, course)] += chance
                continue
            for found, part in after(state, decision.seat, action):
                key = GAME.digest(found)
                before = reached.get(key, (found, 0.0))[1]
                reached[key] = (found, before + chance * part)
        states = reached
    return dict(ends)


def _end(state: HexState, side: Seat, course: Course) -> End:
    spearhead = state.armies.get(course.armies[0])
    entered = course.path.index(spearhead.at) + 1 if spearhead is not None and spearhead.at in course.path else 0
    points = {True: 0, False: 0}
    for army in state.armies.values():
        points[army.side == side] += army.points.total
    return End(entered, points[True], points[False])


def _action(state: HexState, seat: Seat, kind: str, course: Course) -> act.HexAction | None:
    """What everybody does; nothing: the plan has come to its end."""
    combat = state.combat
    if combat is None:
        return None
    match kind:
        case "announce":
            named = {attack.army for attack in combat.attacks}
            left = [name for name in course.armies if name not in named]
            return act.Target(left[0], course.path[0]) if left else act.Done()
        case "defence":
            return next(iter(GAME.legal(state, seat)))
        case "losses":
            return _losses(state, seat, course)
        case "assault":
            return next(iter(GAME.legal(state, seat)))
        case "advance":
            left = [attack.army for attack in combat.attacks]
            return act.Advance(next(name for name in course.armies if name in left))
        case "retreat":
            places = [one for one in GAME.legal(state, seat) if isinstance(one, act.Retreat)]
            return next(one for one in places if one.to not in course.path)
        case "exploitation":
            entered = combat.advanced.get(course.armies[0], 0)
            if course.armies[0] in combat.eligible and entered < len(course.path):
                return act.Exploit(course.armies[0], course.path[entered])
    return None


def _losses(state: HexState, seat: Seat, course: Course) -> act.HexAction:
    """The defender loses anything; the attacker infantry first, and the spearhead's last."""
    due = state.combat.toll if state.combat is not None else None
    assert due is not None
    if seat != state.side:
        return next(iter(GAME.legal(state, seat)))
    return act.Lose(_given_up(state, [name for name in reversed(course.armies) if name in due.armies], due.count))


def _given_up(state: HexState, names: Sequence[Name], count: int) -> dict[Name, Points]:
    lost: dict[Name, Points] = {}
    for infantry in (True, False):
        for name in names:
            held = state.armies[name].points
            taken = min(count, held.infantry if infantry else held.mechanized)
            count -= taken
            if taken:
                lost[name] = lost.get(name, NONE) + points_of("infantry" if infantry else "mechanized", taken)
    return lost


def attacking(state: HexState) -> HexState:
    """The same position in the Combat Phase of the side on turn."""
    while state.phase != "combat":
        ((state, _),) = after(state, state.side, act.Done())
    return state


def opening() -> HexState:
    """Barbarossa, ready to attack."""
    state = GAME.start(Setup())
    assert not isinstance(state, Refusal)
    return attacking(state)
