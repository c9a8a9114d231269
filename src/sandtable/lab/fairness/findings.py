"""Turns observations into answers, with intervals and in words."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean

import msgspec
import numpy as np

from sandtable.core.wording import listed, sentence, the, times
from sandtable.lab.balance import even_bid
from sandtable.lab.fairness.observing import Observation, prices_of
from sandtable.lab.fairness.sequential import ALPHA, always, games_wanted, is_clear
from sandtable.lab.fairness.study import BIDS, MATTERS, Plan, Study, points
from sandtable.lab.ratings import Interval, wilson

MATTERS_POINTS = 0.1
"""Smaller changes in the share of points don't matter."""
MATTERS_UNITS = 0.25
"""Units of a type bought per round by all powers together; smaller changes don't matter."""
PLACES = 12


class Answer(msgspec.Struct, frozen=True):
    """A number with its interval, whether it is conclusive, and about how many more games would make it so."""

    found: Interval | None
    clear: bool
    more: int

    @property
    def differs(self) -> bool:
        """Whether the number is certainly not zero."""
        return self.found is not None and (self.found.low > 0 or self.found.high < 0)


class Both(msgspec.Struct, frozen=True):
    """A value in the parent and the variant, and the difference."""

    name: str
    parent: float
    variant: float
    change: Answer | None = None


class FactorFound(msgspec.Struct, frozen=True):
    """The effect of one change, or of a few that belong together, on the first side's strength."""

    name: str
    changes: tuple[str, ...]
    alone: Answer | None
    left_out: Answer | None
    """What the variant would lose without it."""


class Findings(msgspec.Struct, frozen=True):
    """The results of a study."""

    plan: Plan
    title: str
    parent_title: str
    sides: Mapping[str, str]
    """Their names."""
    words: tuple[str, ...]
    """The answers in words, most important first."""
    changes: tuple[str, ...]
    games: int
    pairs: int
    same: bool
    """Whether every game was identical to the parent's."""
    shift: Answer
    """The shift in the first side's share of total strength at the end."""
    won: tuple[Both, ...]
    """Points by side."""
    rates: Mapping[str, Mapping[str, Interval]]
    """Points by side in parent and variant, with intervals."""
    lengths: Mapping[str, Mapping[int, int]]
    """Games by number of rounds, for parent and variant."""
    length: Both
    income: Mapping[str, Mapping[str, tuple[float, ...]]]
    """By side, for parent and variant: by round."""
    army: Mapping[str, Mapping[str, tuple[float, ...]]]
    bought: tuple[Both, ...]
    """Units of each type bought per round."""
    fought: tuple[Both, ...]
    """Losses by place, per game, largest first."""
    earned: tuple[Both, ...]
    """What a unit type destroyed per IPC that it cost."""
    factors: tuple[FactorFound, ...]
    bid_side: str
    bid: Interval | None
    bids_played: int
    faults: tuple[str, ...]


def findings(study: Study, powers: Mapping[str, str], unit_names: Mapping[str, str]) -> Findings:
    """The results of a study so far. ``powers``: the side of each seat."""
    plan = study.plan
    own, other = study.played(study.variant), study.played(study.parent)
    seeds = sorted(own.keys() & other.keys())
    new, old = [own[seed] for seed in seeds], [other[seed] for seed in seeds]
    box = study.game.guide.box
    names = {side: box.sides.get(side, side) for side in plan.sides}
    shift = _answer(study.shifts(study.variant), MATTERS)
    same = bool(seeds) and all(a.digest == b.digest for a, b in zip(new, old, strict=True))
    won = tuple(
        _both(names[side], old, new, lambda one, side=side: points(one, side), MATTERS_POINTS)  # type: ignore[misc]
        for side in plan.sides
    )
    kinds = sorted({unit for one in (*old, *new) for units in one.bought.values() for unit in units})
    bought = [_bought(unit, unit_names.get(unit, unit), old, new, len(kinds)) for unit in kinds]
    bought.sort(key=lambda one: -max(one.parent, one.variant))
    bid, bids = _bid(study)
    draft = Findings(
        plan=plan,
        title=study.game.title,
        parent_title=study.parent_game.title,
        sides=names,
        words=(),
        changes=tuple(one.words for one in study.differences if one.played),
        games=len(study.seen),
        pairs=len(seeds),
        same=same,
        shift=shift,
        won=won,
        rates={
            side: {
                name: wilson(sum(points(one, side) for one in games), len(games))
                for name, games in (("parent", old), ("variant", new))
            }
            for side in plan.sides
        },
        lengths={
            "parent": dict(sorted(Counter(one.rounds for one in old).items())),
            "variant": dict(sorted(Counter(one.rounds for one in new).items())),
        },
        length=_both("rounds", old, new, lambda one: float(one.rounds), 0.5),
        income=_by_round(plan.sides, powers, old, new, lambda one: one.income),
        army=_by_round(plan.sides, powers, old, new, lambda one: one.army),
        bought=tuple(bought),
        fought=_places(old, new),
        earned=_earned(study, unit_names, old, new),
        factors=_factors(study),
        bid_side=study.bid_side,
        bid=bid,
        bids_played=bids,
        faults=tuple(study.faults),
    )
    return msgspec.structs.replace(draft, words=tuple(_words(draft)))


def _answer(values: Sequence[float], margin: float, looks: int = 1) -> Answer:
    found = always(values, ALPHA / looks)
    clear = is_clear(found, margin)
    return Answer(found, clear, 0 if clear else games_wanted(values, margin, ALPHA / looks))


def _both(
    name: str,
    old: Sequence[Observation],
    new: Sequence[Observation],
    value: Callable[[Observation], float],
    margin: float,
    looks: int = 1,
) -> Both:
    before, after = [value(one) for one in old], [value(one) for one in new]
    change = _answer([b - a for a, b in zip(before, after, strict=True)], margin, looks)
    return Both(name, fmean(before) if before else 0.0, fmean(after) if after else 0.0, change)


def _bought(unit: str, name: str, old: Sequence[Observation], new: Sequence[Observation], looks: int) -> Both:
    """Units bought per round. The more types there are, the stricter the interval."""

    def value(one: Observation) -> float:
        return sum(units.get(unit, 0) for units in one.bought.values()) / max(one.rounds, 1)

    return _both(name, old, new, value, MATTERS_UNITS, looks)


def _by_round(
    sides: Sequence[str],
    powers: Mapping[str, str],
    old: Sequence[Observation],
    new: Sequence[Observation],
    value: Callable[[Observation], Sequence[Mapping[str, float]]],
) -> dict[str, dict[str, tuple[float, ...]]]:
    """By side: the mean over all games still in progress in a round."""
    return {
        side: {
            name: tuple(
                fmean(_of_side(value(one)[at], powers, side) for one in on)
                for at in range(max((len(value(one)) for one in games), default=0))
                if len(on := [one for one in games if len(value(one)) > at]) * 2 >= len(games)
            )
            for name, games in (("parent", old), ("variant", new))
        }
        for side in sides
    }


def _of_side(each: Mapping[str, float], powers: Mapping[str, str], side: str) -> float:
    return sum(amount for who, amount in each.items() if powers.get(who, who) == side)


def _places(old: Sequence[Observation], new: Sequence[Observation]) -> tuple[Both, ...]:
    names = {place for one in (*old, *new) for place in one.fought}
    found = [
        Both(
            place,
            fmean(one.fought.get(place, 0.0) for one in old),
            fmean(one.fought.get(place, 0.0) for one in new),
        )
        for place in names
    ]
    return tuple(sorted(found, key=lambda one: (-max(one.parent, one.variant), one.name)))


def _earned(
    study: Study, names: Mapping[str, str], old: Sequence[Observation], new: Sequence[Observation]
) -> tuple[Both, ...]:
    """What each type destroyed per IPC that it cost, at the prices of the game played."""
    cost_new = {**study.prices, **prices_of(study.game)}

    def ratio(games: Sequence[Observation], unit: str, costs: Mapping[str, int]) -> float:
        spent = sum(one.had.get(unit, 0) for one in games) * costs.get(unit, 0)
        return sum(one.destroyed.get(unit, 0.0) for one in games) / spent if spent else 0.0

    kinds = {unit for one in new for unit in one.had} & cost_new.keys()
    found = [
        Both(names.get(unit, unit), ratio(old, unit, study.prices), ratio(new, unit, cost_new)) for unit in kinds
    ]
    return tuple(sorted((one for one in found if one.parent or one.variant), key=lambda one: -one.variant))


# -- which change did it


def _factors(study: Study) -> tuple[FactorFound, ...]:
    if len(study.factors) < 2:
        return ()
    found = []
    for number, factor in enumerate(study.factors):
        alone, added = study.effects(number)
        left = None if added is None else _answer(added, MATTERS, study.looks)
        changes = tuple(one.words for one in factor.changes)
        found.append(FactorFound(factor.name, changes, _answer(alone, MATTERS, study.looks), left))
    return tuple(found)


def _bid(study: Study) -> tuple[Interval | None, int]:
    """The bid that evens it out, and how many seeds were played with bids."""
    by_bid = [study.played(study.variant, bid) for bid in (0, *BIDS)]
    seeds = sorted(set.intersection(*(set(known) for known in by_bid)))
    if not study.bid_side or len(seeds) < 2:
        return None, 0
    scores = np.array([[points(known[seed], study.bid_side) for seed in seeds] for known in by_bid])
    return even_bid((0, *BIDS), scores, study.plan.seed), len(seeds)


# -- in words


def percent(part: float, signed: bool = False) -> str:
    """A share as a percentage.

    >>> percent(0.123), percent(0.02, signed=True)
    ('12%', '+2.0')
    """
    return f"{100 * part:+.1f}" if signed else f"{100 * part:.0f}%"


def _words(found: Findings) -> Iterator[str]:
    first, second = found.plan.sides
    names = found.sides
    if not found.pairs:
        yield "No game has been played yet."
        return
    if found.same:
        yield (
            f"No difference: all {times(found.pairs, 'game')} went exactly as in {found.parent_title}, "
            "die for die and move for move."
        )
        yield _rates(found)
        return
    shift = found.shift
    if shift.differs and shift.found is not None:
        better = names[first] if shift.found.value > 0 else names[second]
        ends = sorted((abs(shift.found.low), abs(shift.found.high)))
        yield sentence(
            f"the changes help {the(better)}: at the end they have {100 * abs(shift.found.value):.1f} points more "
            f"of all strength than in {found.parent_title} ({100 * ends[0]:.1f} to {100 * ends[1]:.1f})"
        )
    elif shift.clear:
        yield (
            f"No difference in who is better off: less than {100 * MATTERS:.1f} points of strength either way, "
            f"in {times(found.pairs, 'pair')} of games."
        )
    else:
        yield f"Who is better off? {_not_yet(shift)}"
    yield _rates(found)
    clear = [one for one in found.bought if one.change is not None and one.change.differs]
    if clear:
        said = [f"{one.variant:.1f} {one.name} instead of {one.parent:.1f}" for one in clear[:4]]
        yield sentence(f"what is bought changes: each round, all powers together buy {listed(said)}")
    else:
        yield "What is bought: no certain change."
    if found.length.change is not None and found.length.change.differs:
        yield f"A game takes {found.length.variant:.1f} rounds instead of {found.length.parent:.1f}."
    certain = [one for one in found.factors if any(a is not None and a.differs for a in (one.alone, one.left_out))]
    for one in certain:
        answer = one.alone if one.alone is not None and one.alone.differs else one.left_out
        assert answer is not None
        assert answer.found is not None
        helped = names[first] if answer.found.value > 0 else names[second]
        how = "alone" if answer is one.alone else "with all other changes"
        yield sentence(
            f"this did it: {one.name}. Played {how}, it helps {the(helped)} by "
            f"{100 * abs(answer.found.value):.1f} points of all strength"
        )
    if found.factors and not certain:
        more = min(min(a.more for a in (one.alone, one.left_out) if a is not None) for one in found.factors)
        yield f"Which change did it? Can't tell yet: about {times(max(more, 1), 'more game')} of each version."
    if found.bid is not None and found.bids_played:
        side = the(names[found.bid_side])
        if found.bid.value < 0.5:
            yield "No bid is needed: both sides win about as much."
        else:
            yield (
                f"A bid of {found.bid.value:.0f} IPCs for {side} evens it out "
                f"({found.bid.low:.0f} to {found.bid.high:.0f})."
            )
    elif found.bids_played:
        yield f"No bid up to {BIDS[-1]} IPCs evens it out for {the(names[found.bid_side])}."


def _not_yet(answer: Answer) -> str:
    return f"Can't tell yet: about {times(answer.more, 'more pair')} of games."


def _rates(found: Findings) -> str:
    said = [
        f"{percent(found.rates[side]['variant'].value)} {'to' if number else 'of the points go to'} "
        f"{the(found.sides[side])}"
        f"{'' if found.same else ' (' + percent(found.rates[side]['parent'].value) + ' before)'}"
        for number, side in enumerate(found.plan.sides)
    ]
    change = found.won[0].change
    sure = ""
    if not found.same and change is not None and not change.differs:
        sure = " That change is not certain." if not change.clear else ""
    return sentence(f"when the same bot plays both sides, {listed(said)}") + sure
