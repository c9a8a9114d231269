"""Best play: the best casualties, the best time to retreat, and what a player's own policy costs in comparison.

In a plain battle (see :mod:`.batch`) the best casualties are found by backward induction over every *composition*
that a side can be left with, against the other side's given order. The side that is shot at first chooses without
knowing the result of its return fire; the side that is shot at last has seen everything. Where not every hit can
go to every unit, or where the attacker may retreat, the orders of losses themselves are tried, each one exactly;
the result says which method was used.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from math import factorial, prod
from typing import Literal

import msgspec
import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Volley, other
from sandtable.area.forces import size
from sandtable.area.world import World
from sandtable.odds.answer import BadBattle, Question, Reading, bad_battle, is_stepwise, model_of
from sandtable.odds.batch import Chain, batch_odds, plain
from sandtable.odds.estimate import rough_estimate
from sandtable.odds.model import Model, chances_of_hits
from sandtable.odds.policy import Policy, Retreat
from sandtable.odds.result import Brief
from sandtable.odds.sides import Counts, Floats, Force, Ints, LossOrder, after_hits
from sandtable.odds.values import fought_out

Aim = Literal["win", "capture", "money"]
"""What a side plays for. The defender plays against the attacker's win or capture, or for money."""
Way = Literal["any losses", "every order", "some orders"]
"""What was searched: every choice in every state, or fixed orders of losses, either all of them or only some."""

MAX_WORK = 6e9
"""The most multiplications best play may take."""
MAX_COMPOSITIONS = 20_000
MAX_ORDERS = 120
STATES_IN_ORDERS = 60_000
"""The most joint states to visit when trying orders of losses one by one, for all orders together."""
MAX_STATES = 6_000
"""The most joint states of one order for which other orders are tried."""
MAX_UNITS = 20
"""The most units on a side for which joint states are counted where not every hit can go to every unit."""
STEEP = 8
"""How many plain joint states one state of a stepwise battle costs, since each is visited separately."""
TIE = 1e-12
"""The weight of one unit of money, which breaks ties between choices equally good for a win or a capture."""


class Play(msgspec.Struct, frozen=True):
    """A way to fight, and its odds."""

    way: Way
    odds: Brief
    order: tuple[str, ...] = ()
    """The order of losses, if a fixed one: unit types, first to last."""


class Gain(msgspec.Struct, frozen=True):
    """What better casualties gain a side: in the chance to win, and in money."""

    to_win: Play
    for_money: Play
    win_cost: float
    """What the player's own order costs in the chance to win (for a defender: what it adds to the attacker's)."""
    money_cost: float


class Best(msgspec.Struct, frozen=True):
    """A battle as the players intend to fight it, and with best play by each of them."""

    own: Brief
    attacker: Gain
    defender: Gain
    retreat: Brief
    """With the attacker retreating whenever that is worth more money than fighting on; own orders of losses."""
    retreat_cost: float
    """What the attacker's own retreat policy costs in money."""


def win_chances(model: Model) -> Floats:
    """The attacker's chance to win by fighting to the end, from each joint state at the start of a later round."""
    return fought_out(model, Reading(model).won.astype(np.float64))


def best(world: World, question: Question, territory: float = 0) -> Best | BadBattle:
    """What best play would change. ``territory``: what capturing it is worth besides the units, in money.

    >>> from sandtable.area.notation import parse_force
    >>> from sandtable.games import world as world_of
    >>> world = world_of("1941")
    >>> mine, theirs = (parse_force(world, "ussr", f"{n} infantry, tank, fighter") for n in (2, 3))
    >>> found = best(world, Question(mine, theirs, attacker=Policy(("fighter", "tank", "infantry"))))
    >>> f"{found.own.win:.3f} {found.attacker.to_win.odds.win:.3f} {found.attacker.win_cost:.3f}"
    '0.033 0.084 0.051'
    """
    wrong = bad_battle(world, question) or _too_much(world, question)
    if wrong is not None:
        return wrong
    own = batch_odds(world, [question])[0]
    gains = []
    sides: tuple[Side, Side] = ("attack", "defend")
    for side in sides:
        to_win = _best_losses(world, question, side, "win", territory)
        for_money = _best_losses(world, question, side, "money", territory)
        sign = 1 if side == "attack" else -1
        money = _money(for_money.odds, territory) - _money(own, territory)
        gains.append(Gain(to_win, for_money, sign * (to_win.odds.win - own.win), sign * money))
    retreat = _best_retreat(world, question, territory)
    return Best(own, gains[0], gains[1], retreat, _money(retreat, territory) - _money(own, territory))


def best_retreat(world: World, question: Question, territory: float = 0) -> Brief | BadBattle:
    """The odds if the attacker retreats whenever that is worth more money than fighting on."""
    return bad_battle(world, question) or _too_much(world, question) or _best_retreat(world, question, territory)


def _best_retreat(world: World, question: Question, territory: float) -> Brief:
    retreat = Retreat(best=True, territory=territory)
    attacker = msgspec.structs.replace(question.attacker, retreat=retreat)
    return batch_odds(world, [msgspec.structs.replace(question, attacker=attacker)])[0]


def best_losses(
    world: World, question: Question, side: Side, aim: Aim = "win", territory: float = 0
) -> Play | BadBattle:
    """The best casualties for one side against the other's given policy."""
    wrong = bad_battle(world, question) or _too_much(world, question)
    return wrong or _best_losses(world, question, side, aim, territory)


def _best_losses(world: World, question: Question, side: Side, aim: Aim, territory: float) -> Play:
    if question.attacker.retreat.never and _plain(world, question) and _work(world, question, side) <= MAX_WORK:
        return Play("any losses", _Search(world, question, side, aim, territory).odds())
    return _best_order(world, question, side, aim, territory)


def best_order(
    world: World, question: Question, side: Side, aim: Aim = "win", territory: float = 0
) -> Play | BadBattle:
    """The best fixed order of losses for one side: of all orders of its unit types, if there aren't too many."""
    wrong = bad_battle(world, question) or _too_much(world, question)
    return wrong or _best_order(world, question, side, aim, territory)


def _best_order(world: World, question: Question, side: Side, aim: Aim, territory: float) -> Play:
    field = "attacker" if side == "attack" else "defender"
    policy: Policy = getattr(question, field)
    force = Force(world, side, question.attack if side == "attack" else question.defend)
    last = world.sequences.is_last
    columns = sorted(policy.plan(force).order.columns, key=lambda c: last(force.types[c]))
    own = tuple(dict.fromkeys(force.columns[c].unit for c in columns))
    late = sum(last(world.units[unit]) for unit in own)
    first, rest = own[: len(own) - late], own[len(own) - late :]
    known: dict[tuple[str, ...], Brief] = {}
    sign = 1 if side == "attack" else -1

    def ask(orders: Iterable[tuple[str, ...]]) -> None:
        new = [order for order in dict.fromkeys(orders) if order not in known][: limit - len(known)]
        policies = [msgspec.structs.replace(policy, losses=order) for order in new]
        asked = [msgspec.structs.replace(question, **{field: each}) for each in policies]
        known.update(zip(new, batch_odds(world, asked), strict=True))

    def merit(order: tuple[str, ...]) -> float:
        return sign * _score(known[order], aim, territory)

    limit = _orders_at_most(world, question)
    if factorial(len(first)) * factorial(late) <= limit:
        ask(a + b for a in permutations(first) for b in permutations(rest))
        at = max(known, key=merit)
        return Play("every order", known[at], at)
    ask([own])
    at = own
    while True:  # hill climbing from the player's own order, swapping two types at a time
        near = list(_swaps(at, len(first)))
        ask(near)
        top = max((order for order in near if order in known), key=merit, default=at)
        if merit(top) <= merit(at):
            return Play("some orders", known[at], at)
        at = top


def _swaps(order: tuple[str, ...], first: int) -> Iterator[tuple[str, ...]]:
    """The orders with two types swapped, both among those hit first or both among those hit last."""
    for i, j in combinations(range(len(order)), 2):
        if j < first or i >= first:
            yield (*order[:i], order[j], *order[i + 1 : j], order[i], *order[j + 1 :])


def _orders_at_most(world: World, question: Question) -> int:
    """How many orders of losses to try: fewer for larger battles."""
    if _plain(world, question) and question.attacker.retreat.never:
        return MAX_ORDERS
    return max(12, min(MAX_ORDERS, STATES_IN_ORDERS // max(1, _states(world, question))))


def _money(odds: Brief, territory: float) -> float:
    return odds.value_swing + territory * odds.capture


def _score(odds: Brief, aim: Aim, territory: float) -> float:
    money = _money(odds, territory)
    if aim == "money":
        return money
    return (odds.win if aim == "win" else odds.capture) + TIE * money


def _plain(world: World, question: Question) -> bool:
    mine, theirs = ({piece.unit for piece, _ in units} for units in (question.attack, question.defend))
    return plain(world, "sea" if question.at_sea else "land", mine, theirs)


def _too_much(world: World, question: Question) -> BadBattle | None:
    """Why a battle is too large for best play; None if it isn't."""
    sizes = [sum(n * world.type(p).hits for p, n in units) + 1 for units in (question.attack, question.defend)]
    if prod(sizes) ** 2 > MAX_WORK:
        return BadBattle(f"best play in a battle of {sizes[0] - 1} against {sizes[1] - 1} hits is out of reach")
    if _plain(world, question):
        return None
    if max(size(question.attack), size(question.defend)) > MAX_UNITS:
        return BadBattle(
            f"best play in a battle like this is out of reach with more than {MAX_UNITS} units on a side"
        )
    states = _states(world, question)
    if states > MAX_STATES:
        return BadBattle(
            f"best play in a battle with {states} joint states is out of reach; {MAX_STATES} can be done"
        )
    return None


def _states(world: World, question: Question) -> int:
    """The number of joint states of a battle that isn't plain."""
    if is_stepwise(world, question):
        return STEEP * rough_estimate(world, question).states
    return prod(model_of(world, question).shape)


def _work(world: World, question: Question, side: Side) -> float:
    """Multiplications needed for a side's best casualties; infinite if there are too many compositions."""
    mine, theirs = (question.attack, question.defend) if side == "attack" else (question.defend, question.attack)
    force = Force(world, side, mine)
    many = 1
    for start, lives in zip(force.start, force.lives, strict=True):
        many *= (start + 1) * (start + 2) // 2 if lives > 1 else start + 1
    if many > MAX_COMPOSITIONS:
        return float("inf")
    facing = 1.0 + sum(n * world.type(p).hits for p, n in theirs)
    if _sees_all(world, question, side):
        return many * facing * facing * min(size(theirs), force.left(force.start))
    return many * many * facing * facing / (1 << sum(n > 0 for n in force.start))


def _sees_all(world: World, question: Question, side: Side) -> bool:
    """Whether a side chooses its casualties after both volleys, because it is shot at in the last one."""
    steps = world.sequences.sequences["sea" if question.at_sea else "land"].steps
    units = {"attack": question.attack, "defend": question.defend}
    firing = [
        step.side
        for step in steps
        if isinstance(step, Volley) and any(step.who.takes(world.type(piece)) for piece, _ in units[step.side])
    ]
    return firing[-1:] == [other(side)]


class _Compositions:
    """Everything that a side can be left with, by the hits it can still take, starting with no units."""

    def __init__(self, force: Force, low_luck: bool) -> None:
        self.force = force
        columns = range(len(force.columns))
        masks = [1] * len(force.columns)
        leads: dict[Counts, tuple[Counts, ...]] = {}
        todo = [force.start]
        while todo:
            counts = todo.pop()
            if counts in leads:
                continue
            # the engine's own arithmetic, with each unit first in turn
            first = (LossOrder((c, *(d for d in columns if d != c))) for c in columns if counts[c])
            leads[counts] = tuple(dict.fromkeys(after_hits(force, o, counts, masks, (0, 1)) for o in first))
            todo.extend(leads[counts])
        self.states = sorted(leads, key=lambda c: (force.left(c), c))
        index = {counts: n for n, counts in enumerate(self.states)}
        lives = np.array([force.left(c) for c in self.states])
        self.lives: Ints = lives
        self.levels = [0, *(np.flatnonzero(np.diff(lives)) + 1).tolist(), len(lives)]
        """Where the compositions of each number of lives start."""
        most = max(len(after) for after in leads.values())
        self.next: Ints = np.zeros((len(lives), most), dtype=np.int64)
        for n, counts in enumerate(self.states):
            to = [index[after] for after in leads[counts]]
            self.next[n] = to + to[:1] * (most - len(to)) if to else 0
        self.pmfs = [chances_of_hits(force, c, columns, low_luck) for c in self.states]
        self.worth = np.array([force.worth(c) for c in self.states], dtype=np.float64)

    def on_the_way(self, lives: int) -> Floats:
        """``M[n, i, i']``: the chance that composition ``n`` takes an enemy from ``i`` hits left to ``i'``."""
        return np.stack([_steps(pmf, lives) for pmf in self.pmfs])


def _steps(pmf: Floats, lives: int) -> Floats:
    """``M[i, i']``: the chance that hits with this distribution take a side from ``i`` remaining hits to ``i'``.

    >>> _steps(np.array([0.5, 0.25, 0.25]), 2)
    array([[1.  , 0.  , 0.  ],
           [0.5 , 0.5 , 0.  ],
           [0.25, 0.25, 0.5 ]])
    """
    result = np.zeros((lives + 1, lives + 1))
    result[0, 0] = 1
    exactly = np.zeros(lives + 1)
    exactly[: len(pmf)] = pmf[: lives + 1]
    for i in range(1, lives + 1):
        result[i, 1 : i + 1] = exactly[:i][::-1]
        result[i, 0] = pmf[i:].sum()
    return result


class _Search:
    """Finds the best casualties of one side, state by state, against a chain, then the odds with them."""

    def __init__(self, world: World, question: Question, side: Side, aim: Aim, territory: float) -> None:
        self.side = side
        enemy = other(side)
        units = {"attack": question.attack, "defend": question.defend}
        policy = question.defender if side == "attack" else question.attacker
        self.mine = _Compositions(Force(world, side, units[side]), question.low_luck)
        self.chain = Chain(world, enemy, units[enemy], policy, question.low_luck)
        self.sees_all = _sees_all(world, question, side)
        self.rounds = 0.0
        shape = (len(self.mine.states), self.chain.lives + 1)
        alone, unharmed = self.mine.lives[:, None] > 0, np.arange(shape[1]) > 0
        gone, beaten = ~alone, ~np.broadcast_to(unharmed, shape)
        self.over = gone | beaten
        attacks = side == "attack"
        self.won = (alone & beaten) if attacks else (gone & unharmed)
        self.lost = (gone & unharmed) if attacks else (alone & beaten)
        land = [
            any(n and t.kind == "land" for n, t in zip(counts, self.mine.force.types, strict=True))
            for counts in self.mine.states
        ]
        holds = np.array(land)[:, None] if attacks else self.chain.land > 0
        self.captured = self.won & holds
        gain = (self.mine.worth - self.mine.worth[-1])[:, None] - (self.chain.worth - self.chain.worth[-1])
        self.swing = gain if attacks else -gain
        money = self.swing + territory * self.captured
        score = {"money": money, "win": self.won + TIE * money, "capture": self.captured + TIE * money}[aim]
        self.score = np.where(self.over, score if attacks else -score, 0)

    def odds(self) -> Brief:
        """The odds with the best casualties."""
        ended = self._informed() if self.sees_all else self._uninformed()
        win, lose = float(ended[self.won].sum()), float(ended[self.lost].sum())
        mine, theirs = ended.sum(axis=1), ended.sum(axis=0)
        left = {self.side: float(mine @ self.mine.worth), other(self.side): float(theirs @ self.chain.worth)}
        force = self.mine.force
        alive = [force.units(c) for c in self.mine.states]
        survivors = {
            self.side: {
                unit: float(mine @ np.array([a.get(unit, 0) for a in alive])) for unit in force.units(force.start)
            },
            other(self.side): dict(zip(self.chain.units, (theirs @ self.chain.counts).tolist(), strict=True)),
        }
        return Brief(
            win=win,
            draw=max(0.0, float(ended.sum()) - win - lose),
            lose=lose,
            capture=float(ended[self.captured].sum()),
            rounds=self.rounds,
            value_swing=float((ended * self.swing).sum()),
            left=left,
            survivors=survivors,
        )

    def _informed(self) -> Floats:
        """For the side that sees both rolls and the enemy's casualties.

        The best result for a number of hits is found by taking one unit at a time.
        """
        mine, chain, score = self.mine, self.chain, self.score
        lives, facing = int(mine.lives[-1]), chain.lives
        levels = list(pairwise(mine.levels))
        most = max(1, max(len(pmf) for pmf in chain.pmfs) - 1)
        ahead = mine.on_the_way(facing)
        taken: list[Ints] = [np.zeros((1, facing + 1, 1), dtype=np.int64)]
        after = score[:1, :, None]  # [composition, enemy, hits yet to be taken]
        for level in range(1, lives + 1):
            low, high = levels[level]
            hits = min(level, most)
            chances = self._chances_on(hits)
            below = levels[level - 1][0]
            options = [after[to - below][..., :hits] for to in mine.next[low:high].T]
            choice = np.zeros(options[0].shape, dtype=np.int64)
            found = options[0].copy()
            for n, option in enumerate(options[1:], 1):
                better = option > found
                found[better] = option[better]
                choice[better] = n
            taken.append(choice)
            steps = ahead[low:high]
            hit = np.einsum("jm,njm->nj", chances[:, 1:], steps @ found)
            worth = score[low:high]
            for j in range(1, facing + 1):
                on = chances[j, 0] * np.einsum("nk,nk->n", steps[:, j, :j], worth[:, :j])
                worth[:, j] = (hit[:, j] + on) / (1 - chances[j, 0] * steps[:, j, j])
            after = np.concatenate([worth[:, :, None], found], axis=2)
        return self._flow_informed(levels, ahead, taken)

    def _flow_informed(self, levels: Sequence[tuple[int, int]], ahead: Floats, taken: list[Ints]) -> Floats:
        mine, chain = self.mine, self.chain
        facing = chain.lives
        ended = np.zeros(self.over.shape)
        waiting = np.zeros((1, facing + 1, 1))
        waiting[0, facing, 0] = 1
        for level in range(len(levels) - 1, 0, -1):
            low, high = levels[level]
            hits = taken[level].shape[2]
            chances = self._chances_on(hits)
            steps = ahead[low:high]
            mass = waiting[:, :, 0].copy()
            visits = np.zeros(mass.shape)
            for j in range(facing, 0, -1):
                visits[:, j] = mass[:, j] / (1 - chances[j, 0] * steps[:, j, j])
                mass[:, :j] += (visits[:, j] * chances[j, 0])[:, None] * steps[:, j, :j]
            self.rounds += float(visits.sum())
            ended[low:high, 0] += mass[:, 0]
            pending = np.einsum("njm,njk->nkm", visits[:, :, None] * chances[:, 1:], steps, optimize=True)
            pending[:, :, : waiting.shape[2] - 1] += waiting[:, :, 1:]
            below, end = levels[level - 1]
            to = (
                np.take_along_axis(mine.next[low:high, None, None, :], taken[level][..., None], axis=3)[..., 0]
                - below
            )
            waiting = np.zeros((end - below, facing + 1, hits))
            k, m = np.indices(pending.shape[1:])
            np.add.at(waiting, (to, np.broadcast_to(k, to.shape), np.broadcast_to(m, to.shape)), pending)
        ended[0] += waiting.sum(axis=(0, 2))
        return ended

    def _uninformed(self) -> Floats:
        """For the side that chooses before it knows its own fire, in which its casualties still take part."""
        mine, chain, score = self.mine, self.chain, self.score
        facing = chain.lives
        reach = np.eye(len(mine.states), dtype=bool)
        columns = np.arange(facing + 1)
        chosen: list[tuple[Ints, Ints]] = [(np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.int64))]
        for n in range(1, len(mine.states)):
            for to in mine.next[n]:
                reach[n] |= reach[to]
            level = int(mine.lives[n])
            options = np.flatnonzero(reach[n, :n])
            steps = _steps(mine.pmfs[n], facing)
            chances = self._chances_on(level)
            behind = score[options] @ steps.T
            bounds = np.searchsorted(mine.lives[options], np.arange(level + 1))
            picks = np.stack([lo + behind[lo:hi].argmax(axis=0) for lo, hi in pairwise(bounds)])[::-1]
            hit = np.einsum("jk,kj->j", chances[:, 1:], behind[picks, columns])
            worth = score[n]
            for j in range(1, facing + 1):
                on = chances[j, 0] * (steps[j, :j] @ worth[:j])
                worth[j] = (hit[j] + on) / (1 - chances[j, 0] * steps[j, j])
            chosen.append((options, picks))
        mass = np.zeros(score.shape)
        mass[-1, -1] = 1
        for n in range(len(mine.states) - 1, 0, -1):
            if not mass[n].any():
                continue
            options, picks = chosen[n]
            steps = _steps(mine.pmfs[n], facing)
            chances = self._chances_on(int(mine.lives[n]))
            visits = np.zeros(facing + 1)
            for j in range(facing, 0, -1):
                visits[j] = mass[n, j] / (1 - chances[j, 0] * steps[j, j])
                mass[n, :j] += visits[j] * chances[j, 0] * steps[j, :j]
            self.rounds += float(visits.sum())
            weights = np.zeros((len(options), facing + 1))
            weights[picks, columns] = (visits[:, None] * chances[:, 1:]).T
            mass[options] += weights @ steps
        return np.where(self.over, mass, 0)

    def _chances_on(self, level: int) -> Floats:
        """For each state of the enemy, the chance of 0, 1, ... hits on this many lives."""
        exactly, or_more = self.chain.hits(self.chain.lives, level)
        return np.concatenate([exactly[:, :level], or_more[:, level:]], axis=1)
