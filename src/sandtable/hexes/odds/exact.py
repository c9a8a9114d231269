"""The exact chances of a plan, die by die. Equal states are one, so that only a few hundred are ever there."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from sandtable.hexes.combat.fire import counted, defence_strength
from sandtable.hexes.odds.plan import Group, Hex, Plan
from sandtable.hexes.strength import Kind, Points, points_of, total
from sandtable.hexes.tables import Tables, TerrainEffect

FACES = range(1, 7)
PLAIN = TerrainEffect()


class StepOdds(msgspec.Struct, frozen=True):
    """What one hex of the path comes to."""

    entered: float
    """The chance that the spearhead gets into it."""
    captured: float
    """The chance that anybody gets into it."""
    cleared: float
    """The chance that nothing defends it when the advances begin, if it comes to that."""
    own: Mapping[int, float]
    """The chance of so many points that the attacker loses there, if it comes to that."""
    enemy: Mapping[int, float]
    """The chance of so many points that the defender loses there to fire, if it comes to that."""

    @property
    def own_mean(self) -> float:
        return _mean(self.own)

    @property
    def enemy_mean(self) -> float:
        return _mean(self.enemy)


class PlanOdds(msgspec.Struct, frozen=True):
    """What a plan is worth."""

    steps: tuple[StepOdds, ...]
    """One for each hex of its path."""
    own: float
    """Points that the attacker loses in all, on average."""
    enemy: float
    """Points that the defenders lose to fire in all, on average; those that retreat live on."""


class _Target(NamedTuple):
    """A hex under fire."""

    strength: int
    """The points of armies and of the fort that are left."""
    cover: int
    """Losses that the fort still swallows."""
    garrison: bool

    @property
    def defence(self) -> int:
        return self.strength or int(self.garrison)


class _Clash(NamedTuple):
    """An attack on one hex before the advances."""

    armies: tuple[Points, ...]
    target: _Target


Chances = dict[_Clash, float]


def fire(tables: Tables, strength: int, modifier: int) -> dict[int, float]:
    """The chance of each number of losses from one roll on the Firepower Table."""
    found: defaultdict[int, float] = defaultdict(float)
    for face in FACES:
        found[tables.losses(min(strength, tables.most), face + modifier)] += 1 / len(FACES)
    return dict(found)


def advance(tables: Tables, strength: int, defence: int | None, modifier: int) -> float:
    """The chance of one advance; no defence: into a friendly hex."""
    need = tables.reach(strength, defence)
    return sum(max(1, face + modifier) <= need for face in FACES) / len(FACES)


def odds(tables: Tables, plan: Plan) -> PlanOdds:
    """Work a plan out."""
    return _Reckoning(tables, plan).odds()


class _Reckoning:
    def __init__(self, tables: Tables, plan: Plan) -> None:
        self.tables = tables
        self.plan = plan
        self.own = 0.0
        self.enemy = 0.0

    def effect(self, hex_: Hex | Group) -> TerrainEffect:
        return self.tables.terrain.get(hex_.terrain, PLAIN)

    def odds(self) -> PlanOdds:
        """Hex by hex; the spearhead goes on with what it has left, wherever it got in."""
        steps = [self.first(self.plan.path[0])]
        for number in range(1, len(self.plan.path)):
            steps.append(self.onward(number, steps[-1][1]))
        return PlanOdds(tuple(step for step, _ in steps), self.own, self.enemy)

    def first(self, hex_: Hex) -> tuple[StepOdds, dict[Points, float]]:
        """The initial attack: everybody fires, everybody may advance."""
        plan = self.plan
        armies = tuple(army for group in plan.groups for army in group.armies)
        chances = self.defended({_Clash(armies, _open(hex_)): 1.0}, hex_)
        begin = 0
        for number, group in enumerate(plan.groups):
            end = begin + len(group.armies)
            held_back = number == 0 and (plan.fire_at != 0 or plan.assaulted)
            members = range(begin + int(held_back), end)
            if not hex_.friendly:
                chances = self.assaulted(chances, hex_, members, group.winter)
            begin = end
        return self.entered(chances, hex_, armies)

    def onward(self, number: int, spearheads: Mapping[Points, float]) -> tuple[StepOdds, dict[Points, float]]:
        """An exploitation attack: the spearhead is alone."""
        plan, hex_, here = self.plan, self.plan.path[number], self.plan.path[number - 1]
        reached = sum(spearheads.values())
        step_own: defaultdict[int, float] = defaultdict(float)
        step_enemy: defaultdict[int, float] = defaultdict(float)
        left: defaultdict[Points, float] = defaultdict(float)
        cleared = 0.0
        for points, weight in spearheads.items():
            chances = self.defended({_Clash((points,), _open(hex_)): 1.0}, hex_)
            if plan.fire_at == number and not plan.assaulted and not hex_.friendly:
                chances = self.assaulted(chances, hex_, range(1), here.winter)
            for clash, chance in chances.items():
                share = chance * weight
                step_own[points.total - clash.armies[0].total] += share / reached
                step_enemy[_strength(hex_) - clash.target.strength] += share / reached
                cleared += share / reached * (not clash.target.defence)
                success = self.chance(clash.armies[0], here, here.winter, clash.target.defence, hex_, number)
                if success:
                    left[clash.armies[0]] += share * success
        own, enemy = dict(sorted(step_own.items())), dict(sorted(step_enemy.items()))
        self.own += reached * _mean(own)
        self.enemy += reached * _mean(enemy)
        entered = sum(left.values())
        return StepOdds(entered, entered, cleared, own, enemy), dict(left)

    def entered(
        self, chances: Chances, hex_: Hex, before: tuple[Points, ...]
    ) -> tuple[StepOdds, dict[Points, float]]:
        """The advances of an initial attack."""
        own: defaultdict[int, float] = defaultdict(float)
        enemy: defaultdict[int, float] = defaultdict(float)
        left: defaultdict[Points, float] = defaultdict(float)
        captured = cleared = 0.0
        whole = total(before).total
        for clash, chance in chances.items():
            own[whole - total(clash.armies).total] += chance
            enemy[_strength(hex_) - clash.target.strength] += chance
            cleared += chance * (not clash.target.defence)
            alone, others = self.rolls(clash, hex_)
            captured += chance * (1 - (1 - alone) * (1 - others))
            if self.plan.after and others and not hex_.friendly:
                easier = self.roll(clash, 0, None, hex_)
                alone = others * easier + (1 - others) * alone
            if alone:
                left[clash.armies[0]] += chance * alone
        step_own, step_enemy = dict(sorted(own.items())), dict(sorted(enemy.items()))
        self.own += _mean(step_own)
        self.enemy += _mean(step_enemy)
        return StepOdds(sum(left.values()), captured, cleared, step_own, step_enemy), dict(left)

    def rolls(self, clash: _Clash, hex_: Hex) -> tuple[float, float]:
        """The chance that the spearhead gets in, and that one of the others does, each against the defence."""
        defence = None if hex_.friendly else clash.target.defence
        fail = 1.0
        for number in range(1, len(clash.armies)):
            fail *= 1 - self.roll(clash, number, defence, hex_)
        return self.roll(clash, 0, defence, hex_), 1 - fail

    def roll(self, clash: _Clash, number: int, defence: int | None, hex_: Hex) -> float:
        """The chance of one army's advance in the initial attack."""
        group = self.group_of(number)
        begun = self.plan.advanced if number == 0 else 0
        return self.chance(clash.armies[number], group, group.winter, defence, hex_, 0, begun)

    def group_of(self, number: int) -> Group:
        for group in self.plan.groups:
            if number < len(group.armies):
                return group
            number -= len(group.armies)
        raise IndexError(number)

    def chance(
        self,
        army: Points,
        here: Hex | Group,
        winter: int,
        defence: int | None,
        hex_: Hex,
        number: int,
        begun: int | None = None,
    ) -> float:
        """The chance that an army gets from one hex into the next, if there is anything left of it."""
        if not army.total:
            return 0.0
        against = None if hex_.friendly else defence
        into = self.effect(hex_)
        empty = against == 0 or (against is None and not _strength(hex_))
        modifier = number + (self.plan.advanced if begun is None else begun)
        modifier += into.advance + (into.empty if empty else 0) + winter
        return advance(self.tables, counted(army.mechanized, self.effect(here).leaving), against, modifier)

    def defended(self, chances: Chances, hex_: Hex) -> Chances:
        """The defensive assault of a hex."""
        strength = defence_strength(hex_.points, hex_.fort) if hex_.fire is None else hex_.fire
        if hex_.friendly or not hex_.fires or not strength:
            return chances
        volley = fire(self.tables, strength, hex_.defence_winter)

        def suffer(clash: _Clash, hits: int) -> _Clash:
            return clash._replace(armies=_lose(clash.armies, hits, self.plan.losses))

        return _after(chances, lambda _: volley, suffer)

    def assaulted(self, chances: Chances, hex_: Hex, members: range, winter: int) -> Chances:
        """The assault of some armies of one hex."""
        terrain = self.effect(hex_)

        def volley(clash: _Clash) -> dict[int, float]:
            points = total(clash.armies[number] for number in members)
            strength = points.infantry + counted(points.mechanized, terrain.assault)
            return fire(self.tables, strength, winter) if strength else {0: 1.0}

        return _after(chances, volley, lambda clash, hits: clash._replace(target=_hit(clash.target, hits)))


def _open(hex_: Hex) -> _Target:
    # Where armies or a fort stand there is no garrison, and none comes back before the phase is over.
    garrison = hex_.garrison and not _strength(hex_)
    return _Target(_strength(hex_), hex_.fort if hex_.cover is None else hex_.cover, garrison)


def _strength(hex_: Hex) -> int:
    return hex_.points.total + hex_.fort


def _hit(target: _Target, hits: int) -> _Target:
    """A hex after losses: a fort swallows some, a garrison is destroyed by any if it stands alone."""
    if not target.strength:
        return target._replace(garrison=target.garrison and not hits)
    held = min(hits, target.cover)
    return target._replace(strength=max(0, target.strength - hits + held), cover=target.cover - held)


def _lose(armies: tuple[Points, ...], hits: int, order: tuple[Kind, ...]) -> tuple[Points, ...]:
    """Armies after losses: kind by kind, those behind the spearhead first."""
    left = list(armies)
    for kind in order:
        for number in reversed(range(len(left))):
            count = min(hits, left[number].of(kind))
            left[number] -= points_of(kind, count)
            hits -= count
    return tuple(left)


def _after(
    chances: Chances, volley: Callable[[_Clash], Mapping[int, float]], suffer: Callable[[_Clash, int], _Clash]
) -> Chances:
    """All states after one roll in each."""
    found: defaultdict[_Clash, float] = defaultdict(float)
    for clash, chance in chances.items():
        for hits, part in volley(clash).items():
            found[suffer(clash, hits)] += chance * part
    return dict(found)


def _mean(chances: Mapping[int, float]) -> float:
    return sum(number * chance for number, chance in chances.items())


def losses_at_least(chances: Mapping[int, float]) -> Iterator[tuple[int, float]]:
    """For each number of losses the chance of so many or more.

    >>> [(number, round(chance, 2)) for number, chance in losses_at_least({0: 0.5, 1: 0.25, 2: 0.25})]
    [(1, 0.5), (2, 0.25)]
    """
    for number in sorted(chances):
        if number:
            yield number, sum(chance for other, chance in chances.items() if other >= number)
