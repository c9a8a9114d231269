"""From two forces and their policies to the odds."""

from collections.abc import Mapping
from time import perf_counter
from typing import Literal

import msgspec
import numpy as np

from sandtable.area.actions import Side
from sandtable.area.forces import Stack, size
from sandtable.area.world import World
from sandtable.odds.cycles.chain import Chain
from sandtable.odds.cycles.fighting import Fight
from sandtable.odds.cycles.muster import SIDES, Muster
from sandtable.odds.cycles.retreating import by_policy
from sandtable.odds.cycles.steps import in_cycles
from sandtable.odds.exact import RetreatRule, Solution, by_round, solve
from sandtable.odds.model import Model, Plan
from sandtable.odds.policy import ORDERS, Policy, retreat_rule
from sandtable.odds.result import Ending, Odds, Outcome, RoundChance
from sandtable.odds.sides import Flags, Floats, Force, Ints
from sandtable.odds.values import Stakes, break_off_rule, may_break_off

MAX_UNITS = 2000
"""More units than this on a side are taken for a slip of the pen."""
MAX_WORK = 3e9
"""Multiplications that are still worth an exact answer."""


class BadBattle(msgspec.Struct, frozen=True):
    """Why a battle cannot be worked out; a value that says what to do."""

    why: str


class Question(msgspec.Struct, frozen=True):
    """A battle to be worked out."""

    attack: Stack
    defend: Stack
    at_sea: bool = False
    attacker: Policy = Policy()
    defender: Policy = Policy()
    low_luck: bool = False


def bad_battle(world: World, question: Question) -> BadBattle | None:
    """What is wrong with a question, if anything."""
    for name, units in (("attacker", question.attack), ("defender", question.defend)):
        if size(units) > MAX_UNITS:
            return BadBattle(f"the {name} has {size(units)} units; {MAX_UNITS} are the most that make sense")
        for piece, _ in units:
            stranger = next((one.unit for one in (piece, *piece.cargo) if one.unit not in world.units), None)
            if stranger is not None:
                return BadBattle(f"unknown unit {stranger!r}")
            unit = world.type(piece)
            if piece.damage >= unit.hits:
                return BadBattle(f"a {unit.name} does not survive {piece.damage} hits, so it cannot fight")
            if question.at_sea and unit.kind == "land":
                return BadBattle(
                    f"{unit.plural} cannot fight at sea; put them aboard a transport: transport[{piece.unit}]"
                )
            if unit.kind == "facility" or (name == "attacker" and piece.unit in world.prizes):
                return BadBattle(f"{unit.plural} do not fight for the {name}; leave them out")
            supports = name == "attacker" and world.sequences.supports("land", "attack", unit)
            if not question.at_sea and unit.kind == "sea" and not supports:
                return BadBattle(f"{unit.plural} cannot fight on land; is this a battle at sea?")
    if not Force(world, "attack", question.attack, "sea" if question.at_sea else "land").columns:
        return BadBattle("the attacker needs at least one unit")
    for policy in (question.attacker, question.defender):
        if isinstance(policy.losses, str) and policy.losses not in ORDERS:
            return BadBattle(
                f"unknown order of losses {policy.losses!r}; there are {', '.join(ORDERS)}, or a list of units"
            )
        unknown = [u for u in policy.losses if u not in world.units] if isinstance(policy.losses, tuple) else []
        if unknown:
            return BadBattle(f"unknown unit in the order of losses: {unknown[0]!r}")
    if question.defender.retreat.best:
        return BadBattle("the best retreat is worked out for the attacker only; say when the defender leaves")
    return None


def model_of(world: World, question: Question) -> Model:
    """The model of a question that has been looked at."""
    name = "sea" if question.at_sea else "land"
    forces: dict[Side, Force] = {
        "attack": Force(world, "attack", question.attack, name),
        "defend": Force(world, "defend", question.defend, name),
    }
    plans: dict[Side, Plan] = {
        "attack": question.attacker.plan(forces["attack"]),
        "defend": question.defender.plan(forces["defend"]),
    }
    return Model(world, name, forces, plans, question.low_luck)


def exact_odds(world: World, question: Question) -> Odds:
    """The exact odds of a question that has been looked at."""
    began = perf_counter()
    if fought_in_cycles(world, question):
        fight = fight_of(world, question)
        found, muster = fight.solve(), fight.chain.muster
        return odds_of(muster, found, "exact", muster.shape[0] * muster.shape[1], began)
    model = model_of(world, question)
    solution = solve(model, rule_for(model, question.attacker))
    return odds_of(model, solution, "exact", model.shape[0] * model.shape[1], began)


def rule_for(model: Model, policy: Policy) -> RetreatRule | None:
    """The attacker's retreat rule, if it has one."""
    retreat = policy.retreat
    if retreat.never or not may_break_off(model):
        return None
    if retreat.below_chance is None and not retreat.best:
        return retreat_rule(retreat, model.forces["attack"], None)
    reading = Reading(model)
    return break_off_rule(model, retreat, reading.won, reading.stakes(retreat.territory))


def odds_of(
    model: Model | Muster, solution: Solution, method: Literal["exact", "sampled"], states: int, began: float
) -> Odds:
    """What a solution of a model says, in players' terms."""
    reading = Reading(model)
    ended, left = solution.ended, solution.retreated
    win = float(ended[reading.won].sum())
    lose = float(ended[reading.lost].sum() + left.sum())
    both = ended + left
    endings = tuple(_endings(reading, ended, left))
    return Odds(
        win=win,
        draw=max(0.0, float(both.sum()) - win - lose),
        lose=lose,
        capture=float(ended[reading.won & reading.has_land[:, None]].sum()),
        rounds=solution.rounds,
        survivors={
            "attack": reading.expected("attack", both.sum(axis=1)),
            "defend": reading.expected("defend", both.sum(axis=0)),
        },
        value_swing=float((both * reading.swing).sum()),
        method=method,
        states=states,
        ms=(perf_counter() - began) * 1000,
        endings=endings,
    )


def fought_in_cycles(world: World, question: Question) -> bool:
    """Whether a battle is one of cycles, in which hits wait and both sides may pull back."""
    return in_cycles(world.sequences.sequences["sea" if question.at_sea else "land"])


def muster_of(world: World, question: Question, sequence: str = "") -> Muster:
    """Both sides of a question about a battle in cycles; ``sequence``: the one that it follows, if known."""
    name = "sea" if question.at_sea else "land"
    forces: dict[Side, Force] = {
        "attack": Force(world, "attack", question.attack, name),
        "defend": Force(world, "defend", question.defend, name),
    }
    policies: dict[Side, Policy] = {"attack": question.attacker, "defend": question.defender}
    empty = not question.at_sea and not forces["defend"].columns
    if not sequence:
        sequence = "undefended" if empty and "undefended" in world.sequences.sequences else name
    return Muster(world, sequence, forces, policies, question.low_luck)


def fight_of(world: World, question: Question) -> Fight:
    """A battle in cycles, ready to be fought out."""
    return by_policy(Chain(muster_of(world, question)))


class Reading:
    """What the joint states of a model mean."""

    def __init__(self, model: Model | Muster) -> None:
        self.model = model
        attack, defend = model.forces["attack"], model.forces["defend"]
        mine, theirs = model.states["attack"], model.states["defend"]
        fit = {side: model.fit(side) for side in SIDES}
        self.won: Flags = fit["attack"][:, None] & ~fit["defend"]
        self.lost: Flags = ~fit["attack"][:, None] & fit["defend"] | model.hopeless
        self.has_land: Flags = np.array([attack.has_land(counts) for counts in mine])
        lost_by_attacker = attack.worth(attack.start) - np.array([attack.worth(c) for c in mine])
        lost_by_defender = defend.worth(defend.start) - np.array([defend.worth(c) for c in theirs])
        self.swing: Ints = lost_by_defender[None, :] - lost_by_attacker[:, None]

    def stakes(self, territory: float = 0) -> Stakes:
        """What each ending is worth to the attacker in money, with so much for the territory if it is captured."""
        captured = self.won & self.has_land[:, None]
        return Stakes(self.swing + territory * captured, self.swing.astype(np.float64))

    def outcome(self, mine: int, theirs: int, retreated: bool) -> Outcome:
        """What it means for the attacker that a battle ends in this joint state."""
        if retreated or self.lost[mine, theirs]:
            return "lose"
        return "win" if self.won[mine, theirs] else "draw"

    def expected(self, side: Side, chances: Floats) -> Mapping[str, float]:
        """Expected survivors by unit type."""
        force, found = self.model.forces[side], dict[str, float]()
        for chance, counts in zip(chances.tolist(), self.model.states[side], strict=True):
            if chance:
                for unit, n in force.units(counts).items():
                    found[unit] = found.get(unit, 0.0) + chance * n
        return {unit: found.get(unit, 0.0) for unit in force.units(force.start)}


def _endings(reading: Reading, ended: Floats, left: Floats) -> list[Ending]:
    model = reading.model
    forces, states = model.forces, model.states
    attack = [forces["attack"].units(c) for c in states["attack"]]
    defend = [forces["defend"].units(c) for c in states["defend"]]
    found = []
    for mass, retreated in ((ended, False), (left, True)):
        i, j = np.nonzero(mass)
        for a, d, chance in zip(i.tolist(), j.tolist(), mass[i, j].tolist(), strict=True):
            swing, outcome = int(reading.swing[a, d]), reading.outcome(a, d, retreated)
            found.append(Ending(chance, attack[a], defend[d], swing, retreated, outcome))
    found.sort(key=lambda e: -e.chance)
    return found


def chances_by_round(world: World, question: Question) -> list[RoundChance]:
    """How the battle stands after each round."""
    model: Model | Muster
    if fought_in_cycles(world, question):
        fight = fight_of(world, question)
        passed = list(fight.rounds())
        flows = [(fight.dense(one.ended), fight.dense(one.retreated)) for one in passed]
        model = fight.chain.muster
    else:
        model = model_of(world, question)
        flows = [(f.ended, f.retreated) for f in by_round(model, rule_for(model, question.attacker))]
    reading = Reading(model)
    win = lose = over = 0.0
    found = []
    for number, (ended, left) in enumerate(flows):
        win += float(ended[reading.won].sum())
        lose += float(ended[reading.lost].sum() + left.sum())
        over += float(ended.sum() + left.sum())
        if number:
            found.append(RoundChance(number, win, lose, max(0.0, over - win - lose), max(0.0, 1 - over)))
    return found
