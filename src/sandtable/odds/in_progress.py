"""The odds of the rest of a battle in progress, exact from any of its decisions.

A battle stops in mid-round when somebody owes a decision: hits are on the table, and casualties are behind the
strip. The rest of the round is then played through with the solver's own maps, from a distribution of joint states
instead of a single one, and later rounds are fought as usual.
"""

from time import perf_counter

import numpy as np
from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import Volley, other
from sandtable.area.battle.values import strip_of
from sandtable.area.forces import merge
from sandtable.area.state import Battle, Strip
from sandtable.area.world import World
from sandtable.odds.answer import Question, is_stepwise, matchup_of, model_of, odds_of
from sandtable.odds.exact import Solution, fight_on, rest_of_round
from sandtable.odds.model import SIDES, Fired, Model
from sandtable.odds.policy import Policy
from sandtable.odds.result import Odds
from sandtable.odds.rounds import Exchange
from sandtable.odds.sides import Counts, Floats, Force
from sandtable.odds.stepwise.in_progress import rest_of


def question_of(battle: Battle, attacker: Policy, defender: Policy, low_luck: bool) -> Question:
    """A battle in progress as a question: all units that can still fire, including those behind the strip."""
    attack, defend = (merge(s.units, s.casualties, s.support) for s in (battle.attack, battle.defend))
    return Question(attack, defend, battle.at_sea, attacker, defender, low_luck, air_fought=True)


def odds_in_progress(world: World, battle: Battle, question: Question) -> Odds:
    """The exact odds of the rest of a battle, fought to the end; ``question`` comes from :func:`question_of`.

    Money and survivors count from the units that can still fire, and rounds from the next one.
    """
    began = perf_counter()
    if is_stepwise(world, question):
        matchup = matchup_of(world, question, battle.sequence)
        solution = rest_of(matchup, battle)
        return odds_of(matchup, solution, "exact", matchup.shape[0] * matchup.shape[1], began)
    model = model_of(world, question)
    here = Midway(model, battle)
    ended, mass = here.rest_of_round()
    rounds = 0.0
    for number, flow in enumerate(fight_on(model, mass, battle.round), 1):
        ended = ended + flow.ended
        rounds += number * float(flow.ended.sum())
    solution = Solution(ended, np.zeros(model.shape), rounds)
    return odds_of(model, solution, "exact", model.shape[0] * model.shape[1], began)


class Midway:
    """Where a battle is in its round, in terms of its model."""

    def __init__(self, model: Model, battle: Battle) -> None:
        self.model = model
        self.battle = battle
        self.steps = model.sequence.steps
        self.now = self.steps[battle.step]
        self.own = {side: frozenset(strip_of(battle, side).abilities) for side in SIDES}
        self.exchanges = model.exchanges(battle.round)
        # Players may have chosen any casualties, so the strips need not follow from any order of losses.
        self.standing = {side: _counts(force, strip_of(battle, side)) for side, force in model.forces.items()}
        if battle.victim and isinstance(self.now, Volley):
            victim = other(self.now.side)
            self.standing[victim] = self._after_hits(victim, self.now)
        for side, counts in self.standing.items():
            model.begin_with(side, counts)

    def rest_of_round(self) -> tuple[Floats, Floats]:
        """What ends in this round, and what goes on to the next."""
        own, foe = self.own["attack"], self.own["defend"]
        fought = sum(self._begun(exchange) for exchange in self.exchanges)
        mass = np.zeros(self.model.shape)
        mass[self._index("attack"), self._index("defend")] = 1
        if self.battle.victim and isinstance(self.now, Volley):
            mass = self._finish(self.exchanges[fought - 1], self.now)
        return rest_of_round(self.model, mass, self.battle.round, own, foe, fought)

    def _index(self, side: Side) -> int:
        return self.model.index[side][self.standing[side]]

    def _begun(self, exchange: Exchange) -> bool:
        """Whether a volley of an exchange has been fired, or is being fired now."""
        volleys = (*exchange.early, exchange.attack, exchange.defend)
        behind = self.steps[: self.battle.step + bool(self.battle.victim)]
        return any(volley in behind for volley in volleys if volley is not None)

    def _after_hits(self, side: Side, volley: Volley) -> Counts:
        """Where the hits on the table take the side that suffers them, by its order of losses."""
        exchange = next(e for e in self.exchanges if volley in (*e.early, e.attack, e.defend))
        fired = tuple(v for v in self._before(exchange) if v.side == volley.side)
        part = self._part(volley, self.battle.column)
        counts, own = self.standing[side], self.own[volley.side] & self.model.relevant_abilities
        kinds, masks = self.model.classes(side, counts, part, fired, own)
        scored = (*self.battle.hits, *self.battle.picked)
        hits = tuple(sum(hit.count for hit in scored if hit.volley in kind) for kind in kinds)
        return self.model.after(side, counts, masks, hits) if hits else counts

    def _before(self, exchange: Exchange) -> Fired:
        """The volleys of earlier exchanges of this round that took place."""
        return tuple(v for v in exchange.before if v.unless_enemy not in self.own[other(v.side)])

    def _part(self, volley: Volley, column: int) -> Volley:
        """One column of a volley fired by columns; otherwise all of it."""
        return replace(volley, columns=False, only_values=(column,)) if column else volley

    def _finish(self, exchange: Exchange, fired: Volley) -> Floats:
        """The joint states after an exchange in which ``fired`` has scored hits that are yet to be taken.

        Everybody present at the start of the exchange fires, hit or not.
        """
        chances = {side: self._under_fire(exchange, side, fired) for side in SIDES}
        return np.outer(chances["attack"], chances["defend"])

    def _under_fire(self, exchange: Exchange, side: Side, fired: Volley) -> Floats:
        """The chance of every state of a side after all remaining fire at it in this exchange."""
        model, shooter = self.model, other(side)
        firing = model.index[shooter][model.forces[shooter].start]
        chances = np.zeros(len(model.states[side]))
        chances[self._index(side)] = 1
        before = self._before(exchange)
        for volley in (*(v for v in exchange.early if v.side == shooter), exchange.volley(shooter)):
            if volley is None or volley.unless_enemy in self.own[side]:
                continue
            for part in self._still_to_fire(volley, fired):
                chances = chances @ model.map(part, before, self.own[shooter])[firing]
        return chances

    def _still_to_fire(self, volley: Volley, fired: Volley) -> tuple[Volley, ...]:
        """What remains to be fired of a volley: all of it, the columns after the one just fired, or nothing."""
        if volley != fired:
            return (volley,) if self.steps.index(volley) > self.battle.step else ()
        if not self.battle.column:
            return ()
        left = sorted({value for value in self.model.forces[volley.side].values if value > self.battle.column})
        return tuple(self._part(volley, value) for value in left)


def _counts(force: Force, strip: Strip) -> Counts:
    """Units on the strip as counts in the columns of a force."""
    like = Force(force.world, force.side, strip.units)
    found = dict(zip(like.columns, like.start, strict=True))
    return tuple(found.get(column, 0) for column in force.columns)
