"""Whether a requirement holds, with an explanation in words."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from sandtable.area.forces import Piece, Power
from sandtable.area.leanings import STRICT, leaning
from sandtable.area.requirements.chronicle import CHRONICLE
from sandtable.area.requirements.kinds import (
    SELF,
    All,
    AnyOf,
    Control,
    Happened,
    Lasting,
    Leaning,
    Not,
    Peace,
    Points,
    Production,
    Requirement,
    Requirements,
    Round,
    Units,
    War,
)
from sandtable.area.state import AreaState
from sandtable.area.status import city_points, production
from sandtable.area.wording import force, listed, the
from sandtable.area.world import World


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The status of a requirement: what it says, whether it holds, and what is missing."""

    says: str
    holds: bool
    missing: tuple[str, ...] = ()
    """What is missing for it to hold, in words."""
    of: tuple["Finding", ...] = ()
    """The findings it consists of."""
    count: int = 0
    """The number of things it counts."""
    met: tuple[str, ...] = ()
    """The territories that count towards it,"""
    held_by: str = ""
    """whose possession of them counts,"""
    needs: int = 0
    """and how many are needed."""
    choices: tuple["Finding", ...] = ()
    """The findings of which any one is enough."""

    @property
    def line(self) -> str:
        """What it says and whether it holds, in one line.

        >>> Finding("all of Egypt and Malaya held by the Axis", False, ("Malaya",)).line
        'all of Egypt and Malaya held by the Axis; missing: Malaya'
        """
        if self.holds:
            return f"{self.says}: holds"
        lacks = list(lacking(self))
        return f"{self.says}; missing: {listed(lacks)}" if lacks else f"{self.says}: does not hold"


def lacking(finding: Finding) -> Iterable[str]:
    """Everything that is missing, in full detail."""
    if finding.holds:
        return
    yield from finding.missing
    for one in finding.of:
        yield from lacking(one)


class Case(msgspec.Struct, frozen=True):
    """What a requirement is judged by: a position, and the power it is about."""

    world: World
    state: AreaState
    power: Power = ""

    def powers(self, names: Iterable[str]) -> tuple[Power, ...]:
        """The powers that some names mean, in turn order."""
        names = tuple(names)
        if SELF in names:
            names = tuple(self.power if name == SELF else name for name in names)
        return self.world.named_powers(names)

    def fighting(self, names: Iterable[str]) -> frozenset[Power]:
        """The powers that some names mean; a side doesn't stand for those that are still neutral."""
        names = tuple(names)
        aside = self.world.neutral_powers if self.world.relations else frozenset[Power]()
        named = {*names, self.power} if SELF in names else set(names)
        return frozenset(power for power in self.powers(names) if power in named or power not in aside)

    def holders(self, names: Iterable[str]) -> frozenset[str]:
        """Who may hold a territory for some names: their powers, and the sides named."""
        names = tuple(names)
        return frozenset((*self.powers(names), *(name for name in names if name in self.world.game.sides)))

    def who(self, names: Iterable[str]) -> str:
        """Some names in words."""
        world = self.world
        return listed(
            [
                f"the {world.game.sides[name]}" if name in world.game.sides else the(self._name(name))
                for name in names
            ]
        )

    def _name(self, name: str) -> str:
        return self.world.name(self.power if name == SELF else name) if name != SELF or self.power else "the power"

    def where(self, names: Iterable[str]) -> str:
        """Some spaces in words; a region by its name."""
        return listed([self._region(name) if name in self.world.board.regions else name for name in names])

    def _region(self, name: str) -> str:
        """``soviet-homeland`` is the Soviet homeland."""
        adjectives = {info.adjective.lower(): info.adjective for info in self.world.powers.values()}
        words = [adjectives.get(word, word) for word in name.split("-")]
        return f"the {' '.join(words)}" if len(words) > 1 else name


def judge(case: Case, requirements: Requirements) -> Finding:
    """The status of a list of requirements."""
    found = tuple(_judge(case, one) for one in requirements)
    if len(found) == 1:
        return found[0]
    return Finding(listed([one.says for one in found]) or "nothing", all(one.holds for one in found), of=found)


def holds(case: Case, requirements: Requirements) -> bool:
    """Whether all of these hold."""
    return all(
        _QUICK[type(one)](case, one) if type(one) in _QUICK else _judge(case, one).holds for one in requirements
    )


def count(case: Case, requirement: Requirement) -> int:
    """The number of things that a requirement counts."""
    return _judge(case, requirement).count


def _judge(case: Case, requirement: Requirement) -> Finding:
    return _JUDGES[type(requirement)](case, requirement)


def _some(least: int | None, total: int) -> str:
    """``all of`` several names, or how many are needed."""
    if least is not None and least < total:
        return f"at least {least} of "
    return "all of " if total > 1 else ""


def _control(case: Case, one: Control) -> Finding:
    spaces = case.world.board.named(one.of)
    who = case.holders(one.by) if one.jointly else frozenset(case.powers(one.by))
    held = [space for space in spaces if case.state.control.get(space) in who]
    missing = sorted(spaces - set(held))
    least = len(spaces) if one.at_least is None else one.at_least
    says = f"{_some(one.at_least, len(spaces))}{case.where(one.of)} held by {case.who(one.by)}"
    good = len(held) >= least
    lacks = () if good else tuple(missing)
    return Finding(
        says, good, lacks, count=len(held), met=tuple(sorted(held)), held_by=case.who(one.by), needs=least
    )


def _war(case: Case, one: War) -> Finding:
    foes = case.powers(one.against)
    best: list[Power] = []
    for power in case.powers(one.by):
        at_war = [foe for foe in foes if foe != power and case.world.relation(power, foe) == "war"]
        best = max(best, at_war, key=len)
    least = len(foes) if one.at_least is None else one.at_least
    good = bool(foes) and len(best) >= least
    says = f"{case.who(one.by)} at war with {_some(one.at_least, len(foes))}{case.who(one.against)}"
    lacks = [the(case.world.name(foe)) for foe in foes if foe not in best]
    missing = tuple(f"war with {foe}" for foe in lacks)
    if len(lacks) > least - len(best):  # not all of them are needed
        missing = (f"war with {least - len(best)} of {listed(lacks)}",)
    missing = () if good else missing
    return Finding(says, good, missing, count=len(best))


def _peace(case: Case, one: Peace) -> Finding:
    wars = [
        (a, b)
        for a in case.powers(one.by)
        for b in case.powers(one.against)
        if a != b and case.world.relation(a, b) == "war"
    ]
    says = f"{case.who(one.by)} not at war with {case.who(one.against)}"
    return Finding(says, not wars, tuple(f"peace with {the(case.world.name(b))}" for _, b in wars))


def _counts(case: Case, one: Units, piece: Piece, powers: frozenset[Power]) -> bool:
    kind = case.world.units[piece.unit]
    return (
        piece.power in powers
        and (piece.unit in one.types if one.types else True)
        and (kind.kind in one.kinds if one.kinds else kind.kind != "facility" or piece.unit in one.types)
        and (not one.able or any(ability in kind.abilities for ability in one.able))
    )


def _units(case: Case, one: Units) -> Finding:
    powers = case.fighting(one.of).difference(case.powers(one.but))
    found = 0
    there: list[str] = []
    for space in sorted(case.world.board.named(one.within)):
        here = tuple(
            (piece, number)
            for piece, number in case.state.at(space)
            if any(_counts(case, one, p, powers) for p in (piece, *piece.cargo))
        )
        if here:
            found += sum(
                number
                for p, n in here
                for q, number in ((p, n), *((c, n) for c in p.cargo))
                if _counts(case, one, q, powers)
            )
            there.append(f"{force(case.world, here)} in {space}")
    kinds = (*(case.world.units[t].plural for t in one.types), *(f"{k} units" for k in one.kinds))
    what = " or ".join((*kinds, *(ability.replace("-", " ") + "s" for ability in one.able))) or "units"
    place = case.where(one.within)
    whose = case.who(one.of) + (f" other than {case.who(one.but)}" if one.but else "")
    if one.at_most is not None:
        says = (
            f"no {what} of {whose} in {place}" if one.at_most == 0 else f"at most {one.at_most} {what} in {place}"
        )
        good = found <= one.at_most
        return Finding(says, good, () if good else tuple(f"without {group}" for group in there), count=found)
    good = found >= one.at_least
    least = f"at least {one.at_least} " if one.at_least > 1 else ""
    says = f"{least}{what} of {whose} in {place}"
    return Finding(says, good, () if good else (f"{what} in {place}",), count=found)


def _happened(case: Case, one: Happened) -> Finding:
    when = CHRONICLE.of(case.state).deeds.get(one.deed)
    good = when is not None and case.state.round - when >= one.ago
    words = deed_words(case.world, one.deed)
    return Finding(words, good, () if good else (words,))


def deed_words(world: World, deed: str) -> str:
    """A deed of the chronicle in words."""
    for part in world.parts.all:
        found = part.deeds.get(deed)
        if found:
            return found
    return deed.replace("-", " ")


def _lasting(case: Case, one: Lasting) -> Finding:
    now = judge(case, one.of)
    watch = CHRONICLE.of(case.state).lasting.get(one.name)
    says = f"{now.says}, for a complete round"
    if not now.holds:
        return Finding(says, False, of=(now,))
    if watch is None or not watch.complete:
        until = f"until the next turn of {the(case.world.name(watch.power))}" if watch else "for a complete round"
        return Finding(says, False, (f"hold it {until}",), (now,))
    return Finding(says, True, of=(now,))


def _round(case: Case, one: Round) -> Finding:
    good = one.first <= case.state.round and (one.last is None or case.state.round <= one.last)
    says = f"round {one.first} or later" if one.last is None else f"round {one.first} to {one.last}"
    if one.last == one.first:
        says = f"round {one.first}"
    return Finding(says, good, () if good else (says,))


def _leaning(case: Case, one: Leaning) -> Finding:
    spaces = sorted(case.world.board.named(one.of))
    wrong = [space for space in spaces if leaning(case.world.board, case.state, space) not in one.to]
    ways = [STRICT + " neutral" if to == STRICT else f"pro-{case.world.game.sides[to]}" for to in one.to]
    return Finding(f"{case.where(one.of)} {' or '.join(ways)}", not wrong, tuple(wrong))


def _production(case: Case, one: Production) -> Finding:
    total = sum(production(case.world, case.state, power) for power in case.powers(one.by))
    good = total >= one.at_least
    says = f"a production of {one.at_least} of {case.who(one.by)}"
    return Finding(says, good, () if good else (f"{one.at_least - total} of production",), count=total)


def _points(case: Case, one: Points) -> Finding:
    total = sum(city_points(case.world, case.state, side) for side in one.by)
    good = total >= one.at_least
    says = f"cities worth {one.at_least} in the hands of {case.who(one.by)}"
    return Finding(says, good, () if good else (f"{one.at_least - total} points",), count=total)


def _all(case: Case, one: All) -> Finding:
    return judge(case, one.of)


def _any(case: Case, one: AnyOf) -> Finding:
    found = tuple(_judge(case, each) for each in one.of)
    held = sum(each.holds for each in found)
    words = " or ".join(each.says for each in found)
    says = words if one.at_least == 1 else f"at least {one.at_least} of: {words}"
    good = held >= one.at_least
    return Finding(says, good, () if good else (f"any of these: {words}",), count=held, choices=found)


def _not(case: Case, one: Not) -> Finding:
    inner = _judge(case, one.of)
    return Finding(f"not: {inner.says}", not inner.holds, (f"not: {inner.says}",) if inner.holds else ())


_JUDGES: Mapping[type, Callable[[Case, Any], Finding]] = {
    Control: _control,
    War: _war,
    Peace: _peace,
    Units: _units,
    Happened: _happened,
    Lasting: _lasting,
    Round: _round,
    Leaning: _leaning,
    Production: _production,
    Points: _points,
    All: _all,
    AnyOf: _any,
    Not: _not,
}


def _at_peace(case: Case, one: Peace) -> bool:
    enemies = case.world.enemies
    return not any(b in enemies[a] for a in case.powers(one.by) for b in case.powers(one.against))


_QUICK: Mapping[type, Callable[[Case, Any], bool]] = {
    Peace: _at_peace,
    Not: lambda case, one: not holds(case, (one.of,)),
    All: lambda case, one: holds(case, one.of),
    AnyOf: lambda case, one: sum(holds(case, (each,)) for each in one.of) >= one.at_least,
    Happened: lambda case, one: case.state.round - CHRONICLE.of(case.state).deeds.get(one.deed, 10**6) >= one.ago,
}
"""The same without words, for frequent checks."""
