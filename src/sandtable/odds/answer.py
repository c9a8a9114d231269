"""Works out the odds from two forces and their policies."""

from collections.abc import Mapping
from time import perf_counter
from typing import Literal

import msgspec
import numpy as np

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Volley
from sandtable.area.forces import Stack, first, merge, minus, size, where
from sandtable.area.world import World
from sandtable.odds.exact import RetreatRule, Solution, by_round, solve
from sandtable.odds.model import Model, Plan
from sandtable.odds.policy import ORDERS, Policy, retreat_rule
from sandtable.odds.readable import beyond
from sandtable.odds.result import Ending, Odds, Outcome, RoundChance
from sandtable.odds.sides import Flags, Floats, Force, Ints
from sandtable.odds.stepwise.air import flights
from sandtable.odds.stepwise.chain import Chain
from sandtable.odds.stepwise.fighting import Fight
from sandtable.odds.stepwise.matchup import SIDES, Matchup
from sandtable.odds.stepwise.retreating import by_policy
from sandtable.odds.stepwise.steps import is_stepwise as read_stepwise
from sandtable.odds.values import Stakes, break_off_rule, may_break_off

MAX_UNITS = 2000
"""More units than this on a side are assumed to be a typo."""
MAX_WORK = 3e9
"""The most multiplications an exact answer may take."""


class BadBattle(msgspec.Struct, frozen=True):
    """Why a battle can't be worked out, and what to do about it."""

    why: str


class Question(msgspec.Struct, frozen=True):
    """A battle to work out."""

    attack: Stack
    defend: Stack
    at_sea: bool = False
    attacker: Policy = Policy()
    defender: Policy = Policy()
    low_luck: bool = False
    air_fought: bool = False
    """Whether the air combat before the battle, if the game has one, is over."""


def bad_battle(world: World, question: Question) -> BadBattle | None:
    """What is wrong with a question; None if nothing is."""
    if ("sea" if question.at_sea else "land") in beyond(world.sequences):
        return BadBattle("this game's odds can't be worked out yet")
    for name, units in (("attacker", question.attack), ("defender", question.defend)):
        if size(units) > MAX_UNITS:
            return BadBattle(f"the {name} has {size(units)} units; {MAX_UNITS} is the maximum")
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
            shields = name == "defender" and not question.at_sea and piece.unit in world.shields
            if (unit.kind == "facility" and not shields) or (name == "attacker" and piece.unit in world.prizes):
                return BadBattle(f"{unit.plural} can't fight for the {name}; leave them out")
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
    """The model of a question that has been checked."""
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
    """The exact odds of a question that has been checked."""
    began = perf_counter()
    if is_stepwise(world, question):
        fight = fight_of(world, question)
        found, matchup = fight.solve(), fight.chain.matchup
        return odds_of(matchup, found, "exact", matchup.shape[0] * matchup.shape[1], began)
    model = model_of(world, question)
    solution = solve(model, rule_for(model, question.attacker))
    return odds_of(model, solution, "exact", model.shape[0] * model.shape[1], began)


def rule_for(model: Model, policy: Policy) -> RetreatRule | None:
    """The attacker's retreat rule; None if it has none."""
    retreat = policy.retreat
    if retreat.never or not may_break_off(model):
        return None
    if retreat.below_chance is None and not retreat.best:
        return retreat_rule(retreat, model.forces["attack"], None)
    reading = Reading(model)
    return break_off_rule(model, retreat, reading.won, reading.stakes(retreat.territory))


def odds_of(
    model: Model | Matchup, solution: Solution, method: Literal["exact", "sampled"], states: int, began: float
) -> Odds:
    """The odds from a model's solution, in players' terms."""
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


def is_stepwise(world: World, question: Question) -> bool:
    """Whether a battle is worked out step by step, which takes longer."""
    return read_stepwise(world.sequences, "sea" if question.at_sea else "land")


def matchup_of(world: World, question: Question, sequence: str = "") -> Matchup:
    """Both sides of a stepwise battle; ``sequence``: the one it follows, if known."""
    name = "sea" if question.at_sea else "land"
    units: dict[Side, Stack] = {"attack": _landing(world, question), "defend": question.defend}
    policies: dict[Side, Policy] = {"attack": question.attacker, "defend": question.defender}
    begins = [] if question.air_fought else list(flights(world, units, policies, question.at_sea))
    attack = Force(world, "attack", units["attack"], name, {mine for mine, _, _ in begins})
    defend = Force(world, "defend", units["defend"], name, {theirs for _, theirs, _ in begins})
    starts = [(attack.counts(mine), defend.counts(theirs), p) for mine, theirs, p in begins]
    empty = not question.at_sea and not defend.columns
    if not sequence:
        sequence = "undefended" if empty and "undefended" in world.sequences.sequences else name
    return Matchup(world, sequence, {"attack": attack, "defend": defend}, policies, question.low_luck, starts)


def _landing(world: World, question: Question) -> Stack:
    """The attackers, with no more supporting ships than units landed if the game limits them to that."""
    if question.at_sea:
        return question.attack
    volleys = [step for step in world.sequences.sequences["land"].steps if isinstance(step, Volley)]
    if not any(step.support and step.per_landing for step in volleys):
        return question.attack
    ships = where(question.attack, lambda p: world.sequences.supports("land", "attack", world.type(p)))
    ashore = sum(n for piece, n in question.attack if world.type(piece).kind == "land")
    best = sorted(ships, key=lambda group: (-world.type(group[0]).attack, group[0]))
    return merge(minus(question.attack, ships), first(tuple(best), ashore))


def fight_of(world: World, question: Question) -> Fight:
    """A stepwise battle, ready to be fought."""
    return by_policy(Chain(matchup_of(world, question)))


class Reading:
    """What the joint states of a model mean."""

    def __init__(self, model: Model | Matchup) -> None:
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
        """What each ending is worth to the attacker in money; ``territory`` is the value of capturing it."""
        captured = self.won & self.has_land[:, None]
        return Stakes(self.swing + territory * captured, self.swing.astype(np.float64))

    def outcome(self, mine: int, theirs: int, retreated: bool) -> Outcome:
        """The outcome for the attacker if a battle ends in this joint state."""
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
    """The state of the battle after each round."""
    model: Model | Matchup
    if is_stepwise(world, question):
        fight = fight_of(world, question)
        passed = list(fight.rounds())
        flows = [(fight.dense(one.ended), fight.dense(one.retreated)) for one in passed]
        model = fight.chain.matchup
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
