"""A reading narrowed down to the units present: the programs of a round without all others.

A side is a list of *lives*: one place for each type of its table, followed by one for each type that takes several
hits, for the hits its units take before any of them is lost.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from sandtable.area.battle.values import value
from sandtable.odds.quick.reading import (
    FACES,
    SIDES,
    Fire,
    Leave,
    Look,
    Operation,
    Places,
    Program,
    Reading,
    Shooters,
    Take,
    Volleys,
)

Dice = dict[int, tuple[int, float]]
FEW = 3
"""The most abilities for which every set of them is examined."""


class Chain(NamedTuple):
    """How a side wears down, and what each unit adds to its fire: places, with one unit's hits per round."""

    steady: tuple[tuple[int, float], ...]
    """Units that fire and are not lost while the battle is decided."""
    losing: tuple[tuple[int, float], ...]
    """Units that are lost, first to last."""
    lives: Places
    """Places whose lives keep the side in the battle."""
    immune: Places
    """Units that could win the battle and can't be hit."""
    lasting: Places
    """The same, if they can hit the enemy's decisive units."""
    others: Places
    """All types that are not lost while the battle is decided."""
    spared: Places
    """Types that survive even if the side loses."""


class Outline:
    """The battles between forces of some types."""

    def __init__(self, reading: Reading, attack: Places, defend: Places) -> None:
        self.reading = reading
        self.here = (attack, defend)
        """The types on each side."""
        sides = (frozenset(attack), frozenset(defend))
        self._here = sides
        self.fighting = tuple(tuple(i for i in reading.fighting[s] if i in sides[s]) for s in (0, 1))
        self.spare = tuple(self._armour(s) for s in (0, 1))
        """For each type that takes several hits, the place of the hits that destroy no unit."""
        self.decisive = self._who_decides()
        """Each side's decisive places, those that keep it in the battle."""
        self._all = tuple((*self.fighting[s], *self.spare[s].values()) for s in (0, 1))
        self.land = frozenset(i for i in self.fighting[0] if reading.types[0][i].kind == "land")
        """The attacker's land units, which can capture."""
        self.flying = tuple(
            tuple(i for i in reading.order(s, self.fighting[s]) if reading.types[s][i].kind == "air")
            for s in (0, 1)
        )
        """Each side's planes, in the order of losses."""
        self.defenseless = tuple(i for i in reading.defenseless if i in sides[1])
        self.watched = tuple(one for one in reading.watched if not sides[one.side].isdisjoint(one.who))
        """The abilities that may be present,"""
        self.bits = tuple(sum(one.bit for one in self.watched if one.side == s) for s in (0, 1))
        """and their bits, by side."""
        self.victims: list[tuple[int, Places]] = []
        """For each kind of hit, the side that is hit, and the places of its casualties, first to last."""
        self.decides: list[bool] = []
        """Whether such a hit reaches decisive units."""
        self.weights: list[float] = []
        """The most that a unit it reaches adds to its side's fire, squared."""
        self._numbers: dict[tuple[int, Places], int] = {}
        self._known: dict[int, int] = {}
        self._programs: dict[tuple[int, int], Program] = {}
        self._chains: dict[int, tuple[Chain, Chain]] = {}

    def _armour(self, side: int) -> dict[int, int]:
        types = self.reading.types[side]
        several = [i for i in self.fighting[side] if types[i].hits > 1]
        return {i: len(types) + k for k, i in enumerate(several)}

    def _who_decides(self) -> tuple[frozenset[int], frozenset[int]]:
        """The units a side needs to have left to win: those that hold the place, or all that can fire; or any
        unit, where units can retreat separately.
        """
        reading = self.reading
        sides = [[i for i in reading.holders[s] if i in self._here[s]] for s in (0, 1)]
        if not any(sides):
            simultaneous = reading.sequence.simultaneous
            sides = [
                [
                    i
                    for i in self.fighting[s]
                    if (simultaneous or i in reading.armed[s]) and i not in reading.homing[s]
                ]
                for s in (0, 1)
            ]
        first, second = (
            {*side, *(self.spare[s][i] for i in side if i in self.spare[s])} for s, side in enumerate(sides)
        )
        return frozenset(first), frozenset(second)

    def _hits(self, kind: int) -> int:
        """The number here of a kind of hit; -1 if it reaches no unit present."""
        known = self._known.get(kind)
        if known is None:
            known = self._known[kind] = self._number(kind)
        return known

    def _number(self, kind: int) -> int:
        reading = self.reading
        side, everybody = reading.victims[kind]
        last = reading.lasts[kind]
        order: list[int] = []
        for tier in (False, True):
            some = [i for i in everybody if i in self._here[side] and (i in last) is tier]
            order += [self.spare[side][i] for i in some if i in self.spare[side]] + some
        if not order:
            return -1
        key = (side, tuple(order))
        if key not in self._numbers:
            self._numbers[key] = len(self.victims)
            self.victims.append(key)
            self.decides.append(not self.decisive[side].isdisjoint(order))
            types = reading.types[side]
            values = [value(types[i], SIDES[side]) for i in order if i < len(types)]
            self.weights.append((max(values) / FACES) ** 2)
        return self._numbers[key]

    # what is present

    def present(self, lives: tuple[list[float], list[float]], enough: float) -> int:
        """The abilities present, as bits; ``enough``: how much of a unit counts as present."""
        found = 0
        for bit, side, _, who, against, lead in self.watched:
            mine = lives[side]
            if lead:
                theirs = lives[1 - side]
                if sum([mine[i] for i in who]) - sum([theirs[i] for i in against]) >= lead:
                    found |= bit
            else:
                for i in who:
                    if mine[i] > enough:
                        found |= bit
                        break
        return found

    # programs

    def program(self, number: int, present: int) -> Program:
        """The round with this number, with these abilities present, for the units present."""
        key = (min(number, self.reading.special + 1), present)
        known = self._programs.get(key)
        if known is None:
            known = self._programs[key] = tuple(self._for_those_here(self.reading.program(number, present)))
        return known

    def _for_those_here(self, program: Program) -> Iterable[Operation]:
        waiting: tuple[set[int], set[int]] = (set(), set())
        aimed = [False, False]
        for one in program:
            if isinstance(one, Take):
                if waiting[one.side]:
                    kinds = sorted(waiting[one.side], key=lambda k: (len(self.victims[k][1]), k))
                    yield Take(one.side, tuple(kinds))
                    waiting[one.side].clear()
            elif isinstance(one, Volleys):
                volley = self._volley(one, aimed[one.side])
                if volley is not None:
                    yield volley
                    if isinstance(volley, Fire):
                        waiting[1 - one.side].update(some.hits for some in volley.shooters)
                    else:
                        aimed[one.side] = aimed[one.side] or volley.aimed
                        waiting[1 - one.side].update(gun.hits for gun in volley.guns)
            elif isinstance(one, Look):
                guns, planes = self._of(one.side, one.guns), self._of(1 - one.side, one.planes)
                if guns and planes:
                    yield one._replace(guns=guns, planes=planes)
            elif isinstance(one, Leave):
                yield from self._leave(one)

    def _of(self, side: int, places: Places) -> Places:
        here = self._here[side]
        return tuple([i for i in places if i in here])

    def _volley(self, one: Volleys, aimed: bool) -> Fire | Volleys | None:
        side, here = one.side, self._here[one.side]
        guns = [gun for gun in one.guns if gun.place in here]
        numbers = [self._hits(gun.hits) for gun in guns]
        guns = [gun._replace(hits=hits) for gun, hits in zip(guns, numbers, strict=True) if hits >= 0]
        if not guns:
            return None
        raising = [
            help_._replace(by=self._of(1 - side if help_.enemy else side, help_.by), of=self._of(side, help_.of))
            for help_ in one.boosts
        ]
        boosts = tuple(help_ for help_ in raising if help_.by and help_.of)
        rested = one.rested and aimed
        if not (one.aimed or one.per_target or boosts or rested) and one.matched is None:
            by_hits: dict[int, list[tuple[int, float, float]]] = {}
            for gun in guns:
                mean = gun.dice * gun.chance
                by_hits.setdefault(gun.hits, []).append((gun.place, mean, mean * (1.0 - gun.chance)))
            return Fire(side, tuple(Shooters(hits, tuple(some)) for hits, some in by_hits.items()))
        return Volleys(
            side=side,
            guns=tuple(guns),
            matched=None if one.matched is None else self._of(side, one.matched),
            boosts=boosts,
            aimed=one.aimed,
            cancelled=self._of(1 - side, one.cancelled),
            marks=self._of(1 - side, one.marks),
            per_target=one.per_target,
            capped=one.capped,
            rested=rested,
        )

    def _leave(self, one: Leave) -> Iterable[Leave]:
        side = one.side
        if one.without is None:
            planes = self._of(side, one.planes)
            if planes:
                decks = tuple((i, n) for i, n in one.decks if i in self._here[side])
                yield one._replace(decks=decks, planes=planes)
        else:
            ours, foes = self._of(side, one.without[0]), self._of(1 - side, one.without[1])
            if foes:
                yield one._replace(without=(ours, foes), planes=self.fighting[side])

    def opening(self, number: int, present: int) -> bool:
        """Whether the fire of a round differs from that of later ones, with these abilities present."""
        special = self.reading.special
        return number <= special and self.program(number, present) != self.program(special + 1, present)

    # how both sides wear down

    def chains(self, present: int) -> tuple[Chain, Chain]:
        """How both sides wear down in later rounds, with these abilities present."""
        known = self._chains.get(present)
        if known is None:
            scores: tuple[dict[int, float], dict[int, float]] = ({}, {})
            reached: tuple[dict[int, float], dict[int, float]] = ({}, {})
            for one in self.program(self.reading.special + 1, present):
                if isinstance(one, Fire):
                    guns = [(place, mean, some.hits) for some in one.shooters for place, mean, _ in some.guns]
                elif isinstance(one, Volleys) and not one.per_target:
                    guns = [(gun.place, gun.dice * gun.chance, gun.hits) for gun in one.guns]
                else:
                    continue
                mine, theirs = scores[one.side], reached[1 - one.side]
                for place, mean, hits in guns:
                    if self.decides[hits]:
                        mine[place] = mine.get(place, 0.0) + mean
                        for rank, i in enumerate(self.victims[hits][1], 1):
                            theirs[i] = theirs.get(i, 0.0) + mean * rank
            known = self._chain(0, scores[0], reached[0]), self._chain(1, scores[1], reached[1])
            self._chains[present] = known
        return known

    def _chain(self, side: int, scores: dict[int, float], reached: dict[int, float]) -> Chain:
        """``reached``: the units that can be hit; the lower the value, the sooner they are lost to most hits."""
        decisive, fighting = self.decisive[side], self.fighting[side]
        order = sorted(reached, key=lambda i: (reached[i], i))
        while order and order[-1] not in decisive:  # nobody is left to protect them when their turn comes
            del order[-1]
        safe = tuple(i for i in fighting if i in decisive and i not in reached)
        lasting = safe if any(scores.get(i) for i in safe) else ()
        others = tuple(i for i in fighting if i not in order)
        return Chain(
            steady=tuple((i, hits) for i, hits in scores.items() if i not in order),
            losing=tuple((i, scores.get(i, 0.0)) for i in order),
            lives=(*order, *lasting),
            immune=safe,
            lasting=lasting,
            others=others,
            spared=others if self.reading.spares[side] else safe,
        )

    @cached_property
    def dice(self) -> tuple[Dice, Dice] | None:
        """For each place of both sides its dice and their chance; None unless every round is the same simultaneous
        exchange in which every hit can go to any unit.
        """
        reading = self.reading
        if (
            reading.once
            or len(self.watched) > FEW
            or any(len(self._all[s]) > len(self.decisive[s]) for s in (0, 1))
        ):
            return None
        sets = [0]
        for ability in self.watched:
            sets += [some | ability.bit for some in sets]
        program = self.program(1, 0)
        rounds = range(1, reading.special + 2)
        if any(self.program(number, present) != program for number in rounds for present in sets):
            return None
        steps = [one for one in program if not isinstance(one, Leave)]
        if [type(one) for one in steps] != [Fire, Fire, Take, Take]:
            return None
        found: tuple[Dice, Dice] = ({}, {})
        for one in steps[:2]:
            assert isinstance(one, Fire)
            if len(one.shooters) > 1 or len(self.victims[one.shooters[0].hits][1]) != len(self._all[1 - one.side]):
                return None
            for place, mean, variance in one.shooters[0].guns:
                chance = 1.0 - variance / mean
                found[one.side][place] = (round(mean / chance), chance)
        # An attacker that can't hit anybody may have to leave.
        return found if len(found[0]) == len(self.fighting[0]) else None
