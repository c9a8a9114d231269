"""The expected value of a battle from every joint state: :mod:`.exact` run backwards.

While ``exact`` asks how likely each ending is, this asks for the expected value: given the value of every ending,
each state's value is the mean over where the next round leads. If the attacker may retreat, it is the larger of
that and the value of leaving: optimal stopping.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import RoundEnd
from sandtable.odds.exact import MAX_ROUNDS, RetreatRule
from sandtable.odds.model import LATER, SIDES, Model
from sandtable.odds.policy import Retreat, retreat_rule
from sandtable.odds.rounds import Exchange, choices, withdrawals
from sandtable.odds.sides import Counts, Flags, Floats

CLOSE = 1e-14
"""A change of values, relative to the largest, that is negligible."""


class Stakes(NamedTuple):
    """What the endings of a model are worth, by joint state: fought to the end, or retreated from there."""

    ended: Floats
    left: Floats


class Table(NamedTuple):
    """The value of each joint state to the attacker before a round, and where it is better to leave."""

    worth: Floats
    leave: Flags


def may_break_off(model: Model) -> bool:
    """Whether the declared sequence lets the attacker retreat at all."""
    end = model.sequence.steps[-1]
    return isinstance(end, RoundEnd) and end.retreat == "attack"


def fought_out(model: Model, ended: Floats) -> Floats:
    """The expected value of each joint state at the start of a later round, if nobody retreats.

    ``ended``: the value of an ending in each joint state.
    """
    return _settled_values(model, ended, None, np.zeros(model.shape, dtype=bool)).worth


def best_stops(model: Model, stakes: Stakes, forced: Flags, rounds: int | None = None) -> dict[int, Table]:
    """Optimal stopping, by the next round's number; the last entry stands for all later rounds.

    ``forced``: where the attacker leaves in any case; ``rounds``: the most rounds that are fought.
    """
    if rounds is None or rounds >= MAX_ROUNDS:
        return {LATER: _settled_values(model, stakes.ended, stakes.left, forced)}
    nobody = np.ones(model.shape, dtype=bool)
    over, _ = model.over[False]
    worth = np.where(over, _as_it_ends(model, stakes.ended, False), stakes.left)
    tables = {rounds + 1: Table(worth, nobody)}
    for number in range(rounds, 1, -1):
        on = _one_round(model, LATER, tables[number + 1].worth, stakes.ended)
        leave = (forced | (stakes.left > on + _noise(stakes))) & ~over
        tables[number] = Table(np.where(leave, stakes.left, on), leave)
    return tables


def at_start(model: Model, ended: Floats, later: Floats) -> float:
    """The value of the whole battle, given the value of each joint state after the first round."""
    if model.at_once is not None:
        return float(ended[model.at_once])
    return float(_one_round(model, 1, later, ended)[model.start])


def break_off_rule(model: Model, retreat: Retreat, won: Flags, stakes: Stakes) -> RetreatRule:
    """When the attacker retreats: for any of the given reasons and, if requested, wherever leaving is worth more.

    The chance to win by fighting on assumes fighting to the end. The value of fighting on, however, takes into
    account that the attacker may retreat later.
    """
    index = model.index
    chance: Callable[[Counts, Counts], float] | None = None
    if retreat.below_chance is not None:
        chances = fought_out(model, won.astype(np.float64))

        def chance(mine: Counts, theirs: Counts) -> float:
            return float(chances[index["attack"][mine], index["defend"][theirs]])

    reasons = retreat_rule(retreat, model.forces["attack"], chance)
    if not retreat.best:
        return reasons
    mine, theirs = model.states["attack"], model.states["defend"]
    forced = np.array([[reasons(0, a, d) for d in theirs] for a in mine])
    tables = best_stops(model, stakes, forced, retreat.after_rounds)
    last = max(tables)

    def leaves(number: int, mine: Counts, theirs: Counts) -> bool:
        table = tables[min(number + 1, last)]
        return bool(table.leave[index["attack"][mine], index["defend"][theirs]])

    return leaves


def _noise(stakes: Stakes) -> float:
    """The margin by which leaving must be better, so that rounding errors don't decide between equals."""
    return 1e-11 * max(1.0, float(np.abs(stakes.ended).max()), float(np.abs(stakes.left).max()))


def _settled_values(model: Model, ended: Floats, left: Floats | None, forced: Flags) -> Table:
    """The values that a later round reproduces.

    Rounds that change nothing are divided out, and all others lead to weaker states, so the values are final after
    as many passes as there are states on the longest path.
    """
    over, _ = model.over[False]
    final = _as_it_ends(model, ended, False)
    stays = _stays(model)
    moving = ~over & (1 - stays > CLOSE)
    noise = _noise(Stakes(ended, ended if left is None else left))
    worth = np.where(over, final, ended if left is None else left)
    leave = forced & ~over
    for _ in range(sum(model.shape) + 1):
        on = _one_round(model, LATER, worth, ended)
        on = np.where(moving, (on - stays * worth) / np.where(moving, 1 - stays, 1), worth)
        leave = forced & ~over if left is None else (forced | (left > on + noise)) & ~over
        after = np.where(over, final, on if left is None else np.where(leave, left, on))
        change = float(np.abs(after - worth).max())
        worth = after
        if change <= CLOSE * max(1.0, float(np.abs(worth).max())):
            break
    return Table(worth, leave)


def _as_it_ends(model: Model, ended: Floats, at_end: bool) -> Floats:
    """The values of joint states that are over, in their final state."""
    _, ends = model.over[at_end]
    result: Floats = np.take_along_axis(ended, ends, axis=1)
    return result


def _one_round(model: Model, number: int, later: Floats, ended: Floats) -> Floats:
    """The expected value of a round from each joint state, given the value afterwards of those that go on."""
    result = np.zeros(model.shape)
    for own, rows in model.regimes("attack"):
        for foe, columns in model.regimes("defend"):
            part = _round_back(model, number, own, foe, later, ended)
            result += part * rows[:, None] * columns
    return result


def _round_back(
    model: Model, number: int, own: frozenset[str], foe: frozenset[str], later: Floats, ended: Floats
) -> Floats:
    steps = model.exchanges(number)
    leaving = [step.side for step in withdrawals(model.sequence, number) if model.withdraws(step.side)]
    worth = later
    for k in range(len(leaving) - 1, -1, -1):
        at_end = k == len(leaving) - 1
        worth = np.where(model.over[at_end][0], _as_it_ends(model, ended, at_end), worth)
        worth = _left_by(model, leaving[k], worth)
    for k in range(len(steps) - 1, -1, -1):
        at_end = k == len(steps) - 1 and not leaving
        over, _ = model.over[at_end]
        worth = np.where(over, _as_it_ends(model, ended, at_end), worth)
        worth = _exchange_back(model, steps[k], own, foe, worth)
    over, _ = model.over[False]
    for choice in reversed(choices(model.sequence, number)):
        enemy = foe if choice.side == "attack" else own
        allowed = choice.unless_enemy is None or choice.unless_enemy not in enemy
        if allowed and model.plans[choice.side].submerge:
            worth = _left_by(model, choice.side, np.where(over, _as_it_ends(model, ended, False), worth))
    return worth


def _left_by(model: Model, side: Side, worth: Floats) -> Floats:
    """The expected value before the units of a side that may leave do so."""
    force, index = model.forces[side], model.index[side]
    to = [index[force.submerge(counts)] for counts in model.states[side]]
    result: Floats = worth[to] if side == "attack" else worth[:, to]
    return result


def _exchange_back(
    model: Model, exchange: Exchange, own: frozenset[str], foe: frozenset[str], worth: Floats
) -> Floats:
    """The expected value before an exchange, given the value of each joint state after it."""
    hits, back = _maps(model, exchange, own, foe)
    if hits is not None and back is not None:
        # over the defenders' states by a matrix product, then over the attackers' for each pair
        behind = hits @ worth.T
        result: Floats = np.einsum("ijx,jix->ij", behind, back)
        return result
    if hits is not None:
        return np.asarray(np.einsum("ijy,iy->ij", hits, worth))
    if back is not None:
        return np.asarray(np.einsum("jix,xj->ij", back, worth))
    return worth


def _stays(model: Model) -> Floats:
    """The chance that a later round changes nothing: what a state keeps if it alone has value one."""
    # An exchange can only weaken a state, so a state that is the same afterwards never changed in between.
    result = np.zeros(model.shape)
    for own, rows in model.regimes("attack"):
        for foe, columns in model.regimes("defend"):
            stay = np.ones(model.shape)
            for exchange in model.exchanges(LATER):
                stay *= _stay(model, exchange, own, foe)
            for choice in choices(model.sequence, LATER):
                enemy = foe if choice.side == "attack" else own
                allowed = choice.unless_enemy is None or choice.unless_enemy not in enemy
                if allowed and model.plans[choice.side].submerge:
                    force = model.forces[choice.side]
                    same = np.array([force.submerge(c) == c for c in model.states[choice.side]])
                    stay *= same[:, None] if choice.side == "attack" else same
            for side in SIDES:
                if model.withdraws(side):
                    same = np.array([model.forces[side].submerge(c) == c for c in model.states[side]])
                    stay *= same[:, None] if side == "attack" else same
            result += stay * rows[:, None] * columns
    return result


def _stay(model: Model, exchange: Exchange, own: frozenset[str], foe: frozenset[str]) -> Floats:
    hits, back = _maps(model, exchange, own, foe)
    stay = np.ones(model.shape)
    if hits is not None:
        stay *= np.einsum("ijj->ij", hits)
    if back is not None:
        stay *= np.einsum("jii->ij", back)
    return stay


def _maps(
    model: Model, exchange: Exchange, own: frozenset[str], foe: frozenset[str]
) -> tuple[Floats | None, Floats | None]:
    """The maps of the attackers' and the defenders' volleys in an exchange; None if they don't take place."""
    return model.fire(exchange, "attack", own, foe), model.fire(exchange, "defend", own, foe)
