"""Casualties: legal losses, the default choice, and which pieces a player means.

Hits come in kinds, and each kind can only be assigned to some units. As many hits as possible must be assigned.
Units that are chosen last take only hits that no other unit can take.

The arithmetic: number the kinds of hits, and let each unit's *mask* say which kinds can hit it. A choice is
possible if, for every set of kinds, the units that only these kinds can hit take no more hits than there are. The
maximum that can be taken is the minimum, over all sets of kinds, of (hits outside the set) + (lives it can hit).

If only some kinds spare the units that are chosen last, their hits are assigned first, as many as possible to the
other units. There can be several ways to do that. Each is a *reading* of the hits, in which every such kind is
split into hits for the others and hits for the last. A choice is legal if one of the readings allows it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sandtable.area.citations import Citation
from sandtable.area.forces import EMPTY, Piece, Stack, stack
from sandtable.area.state import Hits
from sandtable.area.world import World
from sandtable.core.wording import an


class Losses(NamedTuple):
    """A side's losses: pieces that are damaged and fight on, and pieces that are destroyed."""

    damaged: Stack
    destroyed: Stack


class Group(NamedTuple):
    """Identical pieces on the strip, for assigning hits."""

    piece: Piece
    pieces: int
    mask: int
    life: int
    """Hits that one of them takes before it is destroyed."""
    last: bool
    worth: int

    @property
    def lives(self) -> int:
        return self.pieces * self.life


class Broken(NamedTuple):
    """What is wrong with a choice."""

    rule: Citation
    why: str


def worth(world: World, piece: Piece) -> int:
    """A piece's cost, including its cargo."""
    return world.type(piece).cost + sum(worth(world, aboard) for aboard in piece.cargo)


def spread(targets: Sequence[tuple[int, int, int, bool]], hits: Sequence[int]) -> list[tuple[int, int]]:
    """Hits taken in the order of ``targets``: for each, how many are damaged and how many destroyed.

    A target is its mask, its number, its life and whether it is chosen last; ``hits`` has, for every set of
    kinds, the number of hits of these kinds. Damage that destroys nothing comes first, and as many hits as
    possible are taken.

    >>> battleships, destroyers = (1, 1, 2, False), (1, 2, 1, False)
    >>> spread([destroyers, battleships], [0, 2])
    [(0, 1), (1, 0)]
    """
    taken = [0] * len(hits)

    def absorb(mask: int, most: int) -> int:
        within = [kinds for kinds in range(len(hits)) if not mask & ~kinds]
        amount = min(most, *(hits[kinds] - taken[kinds] for kinds in within))
        for kinds in within:
            taken[kinds] += amount
        return amount

    result = [(0, 0)] * len(targets)
    for tier in (False, True):
        inside = [i for i, (_, _, _, last) in enumerate(targets) if last is tier]
        free = {i: absorb(targets[i][0], targets[i][1] * (targets[i][2] - 1)) for i in inside if targets[i][2] > 1}
        for i in inside:
            mask, pieces, life, _ = targets[i]
            lost = absorb(mask, pieces)
            result[i] = (free.get(i, 0) - lost * (life - 1), lost) if life > 1 else (0, lost)
    return result


Kinds = Mapping[frozenset[str], int]
"""Hits by the unit types that can take them."""


class Reading:
    """One reading of the hits on a strip, and every way to take them."""

    def __init__(self, units: Stack, targets: Sequence[Group], kinds: Kinds) -> None:
        """``targets``: the units that can be hit, in default order; their masks are set here."""
        self.units = units
        self._sets = 1 << len(kinds)
        self._hits = [0] * self._sets
        masks: dict[str, int] = {}
        for bit, (may, count) in enumerate(kinds.items()):
            for t in may:
                masks[t] = masks.get(t, 0) | 1 << bit
            for some in range(self._sets):
                if some >> bit & 1:
                    self._hits[some] += count
        self._masks = masks
        self.targets = [t._replace(mask=masks[t.piece.unit]) for t in targets if masks.get(t.piece.unit)]
        self.first = self._most([(t.mask, t.lives) for t in self.targets if not t.last])
        """Hits taken by units that are not chosen last."""
        self.total = self._most([(t.mask, t.lives) for t in self.targets])
        """Hits that take effect."""

    # arithmetic

    def _most(self, lives: list[tuple[int, int]]) -> int:
        """How many hits these groups, given as masks and lives, can take."""
        everything = self._sets - 1
        return min(
            self._hits[everything & ~kinds] + sum(n for mask, n in lives if mask & kinds)
            for kinds in range(self._sets)
        )

    def _taken(self, amounts: list[tuple[int, int]]) -> list[int]:
        """For each set of kinds, the hits taken by units that only these kinds can hit."""
        return [sum(n for mask, n in amounts if not mask & ~kinds) for kinds in range(self._sets)]

    def _possible(self, amounts: list[tuple[int, int]]) -> bool:
        return all(n <= hits for n, hits in zip(self._taken(amounts), self._hits, strict=True))

    # choices

    def default(self) -> Losses:
        """Free damage first, then the cheapest units; as many hits as possible, always legal."""
        return self.in_order(self.targets)

    def in_order(self, groups: Sequence[Group]) -> Losses:
        """Free damage first, then losses in the order of ``groups``: all targets, in any order or split."""
        taken = spread([(self._masks.get(t.piece.unit, 0), t.pieces, t.life, t.last) for t in groups], self._hits)
        pieces = [t.piece for t in groups]
        return Losses(
            stack((piece, hurt) for piece, (hurt, _) in zip(pieces, taken, strict=True)),
            stack((piece, lost) for piece, (_, lost) in zip(pieces, taken, strict=True)),
        )

    def choices(self, limit: int = 200) -> list[Losses]:
        """Distinct legal choices, the default first; at most ``limit``."""
        found = [self.default()]
        for choice in self._walk(0, [], []):
            if len(found) >= limit:
                break
            if choice != found[0]:
                found.append(choice)
        return found

    def only(self) -> Losses | None:
        """The only legal choice; None if there are several."""
        if sum(t.lives for t in self.targets) == self.total:
            return Losses(EMPTY, tuple(sorted((t.piece, t.pieces) for t in self.targets)))
        if self._sets == 2:  # any hit can go to any unit: there is a choice as soon as two groups share some hits
            for last, hits in ((False, self.first), (True, self.total - self.first)):
                tier = [t for t in self.targets if t.last is last]
                if len(tier) > 1 and 0 < hits < sum(t.lives for t in tier):
                    return None
        found = self.choices(2)
        return found[0] if len(found) == 1 else None

    def _walk(
        self, at: int, amounts: list[tuple[int, int]], parts: list[tuple[Piece, int, int]]
    ) -> Iterator[Losses]:
        """Every legal choice that continues ``amounts``. Avoids dead ends: the units chosen so far, together with
        those that can still be chosen, must always be able to take every hit."""
        if at == len(self.targets):
            yield Losses(stack((p, m) for p, m, _ in parts), stack((p, d) for p, _, d in parts))
            return
        target = self.targets[at]
        rest = [(t.mask, t.lives) for t in self.targets[at + 1 :]]
        rest_first = [(t.mask, t.lives) for t in self.targets[at + 1 :] if not t.last]
        for lost in range(target.pieces, -1, -1):
            for hurt in range(target.pieces - lost if target.life > 1 else 0, -1, -1):
                now = [*amounts, (target.mask, lost * target.life + hurt)]
                if (
                    self._possible(now)
                    and self._most(now + rest) == self.total
                    and (target.last or self._most(now + rest_first) == self.first)
                ):
                    yield from self._walk(at + 1, now, [*parts, (target.piece, hurt, lost)])

    def broken(self, losses: Losses) -> Broken | None:
        """None if these losses are legal, otherwise the rule against them."""
        left = dict(self.units)
        for piece, count in (*losses.damaged, *losses.destroyed):
            left[piece] = left.get(piece, 0) - count
            if count < 0 or left[piece] < 0:
                return Broken(
                    "casualty.eligibility",
                    f"there are fewer units of that kind ({_spoken(piece.unit)}) in the battle",
                )
        known = {t.piece: t for t in self.targets}
        amounts: list[tuple[int, int]] = []
        last = 0
        for group, hurt in ((losses.damaged, True), (losses.destroyed, False)):
            for piece, count in group:
                target = known.get(piece)
                if target is None:
                    return Broken(
                        "casualty.eligibility", f"none of these hits can go to {an(_spoken(piece.unit))}"
                    )
                if hurt and target.life < 2:
                    return Broken(
                        "casualty.eligibility", f"{an(_spoken(piece.unit))} in this state can't survive a hit"
                    )
                amounts.append((target.mask, count if hurt else count * target.life))
                last += amounts[-1][1] if target.last else 0
        taken = sum(n for _, n in amounts)
        if taken > self.total:
            return Broken("casualty.owner-chooses", f"that takes {taken} hits, not {self.total}")
        if last > self.total - self.first:
            return Broken("transport.chosen-last", "another unit must take that hit")
        if not self._possible(amounts):
            return Broken("casualty.eligibility", "those hits can't go to those units")
        if taken < self.total:
            why = f"that takes {taken} hits, but {self.total} must be assigned"
            return Broken("casualty.assign-as-many-as-possible", why)
        return None


class Toll:
    """The hits on one strip, and every way to take them."""

    def __init__(
        self,
        world: World,
        units: Stack,
        hits: tuple[Hits, ...],
        shooter_abilities: tuple[str, ...],
        free: bool = False,
    ) -> None:
        """``shooter_abilities``: the abilities of the side that scored the hits, as of the start of the round.

        ``free``: that side chooses the losses, and no unit is spared.
        """
        sequences = world.sequences
        types = {piece.unit for piece, _ in units}
        kinds: dict[frozenset[str], int] = {}
        sparing: dict[tuple[frozenset[str], frozenset[str]], int] = {}
        for hit in hits:
            may = frozenset(t for t in types if sequences.may_hit(hit.volley, world.units[t], shooter_abilities))
            if may:  # a hit that no unit can take is lost; kinds that can hit the same units are merged
                kinds[may] = kinds.get(may, 0) + hit.count
                spared = frozenset(t for t in may if not free and sequences.is_last(world.units[t], hit.volley))
                sparing[may, spared] = sparing.get((may, spared), 0) + hit.count
        last = frozenset[str]().union(*(spared for _, spared in sparing))
        mixed = any(may & last != spared for may, spared in sparing)
        reached = frozenset[str]().union(*kinds)
        self.units = units
        targets = [
            Group(
                piece,
                count,
                0,
                world.type(piece).hits - piece.damage,
                piece.unit in last and not mixed,
                worth(world, piece),
            )
            for piece, count in units
            if piece.unit in reached
        ]
        # Cheapest first, as in the unit table; within a type, seaborne and far-moved first.
        order = {name: i for i, name in enumerate(world.units)}
        targets.sort(
            key=lambda t: (t.last, t.worth, order[t.piece.unit], not t.piece.landing, -t.piece.used, t.piece)
        )
        self._plain = Reading(units, targets, kinds)
        self._readings = _readings(units, targets, sparing) if mixed else [self._plain]
        self.targets = self._plain.targets
        self.total = self._readings[0].total
        """Hits that take effect."""

    def default(self) -> Losses:
        """Free damage first, then the cheapest units; as many hits as possible, always legal."""
        return self.in_order(self.targets)

    def in_order(self, groups: Sequence[Group]) -> Losses:
        """Free damage first, then losses in the order of ``groups``: all targets, in any order or split."""
        worths = {t.piece: t.worth for t in self.targets}
        taken = [reading.in_order(groups) for reading in self._readings]
        return min(taken, key=lambda losses: sum(worths[piece] * n for piece, n in losses.destroyed))

    def choices(self, limit: int = 200) -> list[Losses]:
        """Distinct legal choices, the default first; at most ``limit``."""
        if len(self._readings) == 1:
            return self._readings[0].choices(limit)
        found = dict.fromkeys([self.default()])
        for reading in self._readings:
            found |= dict.fromkeys(reading.choices(limit))
        return list(found)[:limit]

    def only(self) -> Losses | None:
        """The only legal choice; None if there are several."""
        if len(self._readings) == 1:
            return self._readings[0].only()
        found = self.choices(2)
        return found[0] if len(found) == 1 else None

    def broken(self, losses: Losses) -> Broken | None:
        """None if these losses are legal, otherwise the rule against them."""
        if any(reading.broken(losses) is None for reading in self._readings):
            return None
        broken = self._plain.broken(losses)
        if broken is None or self._plain.total != self.total:
            return Broken("combat.restricted-hits-first", "assign the hits that must go to other units first")
        return broken


def _readings(
    units: Stack, targets: Sequence[Group], sparing: Mapping[tuple[frozenset[str], frozenset[str]], int]
) -> list[Reading]:
    """The readings of hits where some kinds spare units that others can hit, with the most effective hits."""
    strict = [(may - spared, spared, count) for (may, spared), count in sparing.items() if spared]
    free = [(may, count) for (may, spared), count in sparing.items() if not spared]
    most = Reading(units, targets, _together((others, count) for others, _, count in strict)).total
    found = []
    for split in _splits([count for _, _, count in strict], most):
        sent = [(others, n) for (others, _, _), n in zip(strict, split, strict=True)]
        if Reading(units, targets, _together(sent)).total == most:
            rest = [(spared, count - n) for (_, spared, count), n in zip(strict, split, strict=True)]
            found.append(Reading(units, targets, _together([*sent, *rest, *free])))
    best = max(reading.total for reading in found)
    return [reading for reading in found if reading.total == best]


def _together(kinds: Iterable[tuple[frozenset[str], int]]) -> Kinds:
    """Hits by the units that can take them; hits that no unit can take are dropped."""
    found: dict[frozenset[str], int] = {}
    for may, count in kinds:
        if may and count:
            found[may] = found.get(may, 0) + count
    return found


def _splits(counts: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``total`` from these amounts.

    >>> list(_splits([1, 2], 2))
    [(0, 2), (1, 1)]
    """
    if not counts:
        if not total:
            yield ()
        return
    for n in range(min(counts[0], total) + 1):
        yield from ((n, *rest) for rest in _splits(counts[1:], total - n))


# which pieces a player means


def _names(piece: Piece) -> tuple[str, ...]:
    return tuple(sorted(aboard.unit for aboard in piece.cargo))


def _candidates(units: Stack, named: Piece, hurt: bool) -> list[Piece]:
    """The pieces that a name can mean, the likeliest first."""

    def fits(piece: Piece) -> bool:
        return (
            piece.power == named.power
            and piece.unit == named.unit
            and (not named.cargo or _names(piece) == _names(named))
            and (not named.damage or piece.damage == named.damage)
            and (not named.landing or piece.landing == named.landing)
        )

    def order(piece: Piece) -> tuple[bool, bool, int, int, bool, int, Piece]:
        return (
            piece != named,
            bool(named.used) and piece.used != named.used,
            piece.damage if hurt else -piece.damage,
            len(piece.cargo) + len(piece.away),
            not piece.landing,
            -piece.used,
            piece,
        )

    return sorted((piece for piece, _ in units if fits(piece)), key=order)


def resolve(units: Stack, damaged: Stack | None, destroyed: Stack | None) -> Losses | Broken:
    """The pieces on the strip that a player means.

    An exact match on the strip comes first. Otherwise power, unit and cargo (by unit names) must match, and damage
    and landing if given; no cargo means any, preferably none. If several match, the order is: the most damaged
    (for damage: the least), those with the least cargo or the fewest air units based on them, seaborne before
    overland units (they can't retreat anyway), those that have flown farthest.
    """
    left = dict(units)
    found: dict[bool, list[tuple[Piece, int]]] = {True: [], False: []}
    wanted = [(piece, n, True) for piece, n in damaged or ()] + [(piece, n, False) for piece, n in destroyed or ()]
    wanted.sort(key=lambda one: one[0] not in left)  # exact matches first
    for named, count, hurt in wanted:
        need = count
        for piece in _candidates(units, named, hurt):
            some = min(need, left[piece])
            if some > 0:
                left[piece] -= some
                need -= some
                found[hurt].append((piece, some))
        if need or count < 1:
            kind = f"of that kind ({_spoken(named.unit)})"
            why = f"there are only {count - need} {kind}" if count > need else f"no unit {kind} can be hit"
            return Broken("casualty.eligibility", why)
    return Losses(stack(found[True]), stack(found[False]))


def _spoken(unit: str) -> str:
    return unit.replace("_", " ")


def hurt(piece: Piece) -> Piece:
    """The piece with one more hit on it."""
    return msgspec.structs.replace(piece, damage=piece.damage + 1)
