"""Casualties: which losses are legal, which are the default, and what a player's words mean.

Hits come in kinds, and each kind may go only to some units. How many hits take effect is then a question of
assignment: the most that can be assigned must be. Units that are chosen last take what nobody else could.

The arithmetic: number the kinds of hits, and let each unit's *mask* say which kinds may go to it. A choice is
possible if, for every set of kinds, the units that only these can reach take no more than there are such hits.
The most that can be taken is the least, over all sets of kinds, of (hits outside the set) + (lives in its reach).

Where only some kinds spare the units that are chosen last, their hits are assigned first, as many as possible to
the others. There can be several ways to do that, and each is a *reading* of the hits, in which every such kind is
split into hits for the others and hits for the last. A choice is legal if one of the readings allows it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sandtable.area.citations import Citation
from sandtable.area.forces import EMPTY, Piece, Stack, stack
from sandtable.area.state import Hits
from sandtable.area.world import World


class Losses(NamedTuple):
    """What a side takes: pieces that are hit and fight on, and pieces that are lost."""

    damaged: Stack
    destroyed: Stack


class Group(NamedTuple):
    """Like pieces on the strip, as hits see them."""

    piece: Piece
    pieces: int
    mask: int
    life: int
    """Hits that one of them takes before it is lost."""
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
    """What a piece cost, with what is aboard."""
    return world.type(piece).cost + sum(worth(world, aboard) for aboard in piece.cargo)


def spread(targets: Sequence[tuple[int, int, int, bool]], hits: Sequence[int]) -> list[tuple[int, int]]:
    """Hits taken in the order of ``targets``: how many of each are damaged, and how many lost.

    A target is its mask, its number, its life and whether it is chosen last; ``hits`` counts, for every set of
    kinds, the hits of these kinds. Damage that costs nobody comes first, and as many hits as possible are taken.

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
"""Hits by the unit types that they may go to."""


class Reading:
    """One reading of the hits on a strip, and every way to take them."""

    def __init__(self, units: Stack, targets: Sequence[Group], kinds: Kinds) -> None:
        """``targets``: those who can be hit, in the order of the default choice; their masks are set here."""
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
        """Hits that units take which are not chosen last."""
        self.total = self._most([(t.mask, t.lives) for t in self.targets])
        """Hits that take effect."""

    # arithmetic

    def _most(self, lives: list[tuple[int, int]]) -> int:
        """How many hits these can take, given as masks and lives."""
        everything = self._sets - 1
        return min(
            self._hits[everything & ~kinds] + sum(n for mask, n in lives if mask & kinds)
            for kinds in range(self._sets)
        )

    def _taken(self, amounts: list[tuple[int, int]]) -> list[int]:
        """For each set of kinds, the hits taken by units that only these kinds may go to."""
        return [sum(n for mask, n in amounts if not mask & ~kinds) for kinds in range(self._sets)]

    def _possible(self, amounts: list[tuple[int, int]]) -> bool:
        return all(n <= hits for n, hits in zip(self._taken(amounts), self._hits, strict=True))

    # choices

    def default(self) -> Losses:
        """Damage where it is free, then the cheapest units first; as many hits as possible, always legal."""
        return self.in_order(self.targets)

    def in_order(self, groups: Sequence[Group]) -> Losses:
        """Damage where it is free, then losses in the order of ``groups``: all targets, in any order or split."""
        taken = spread([(self._masks.get(t.piece.unit, 0), t.pieces, t.life, t.last) for t in groups], self._hits)
        pieces = [t.piece for t in groups]
        return Losses(
            stack((piece, hurt) for piece, (hurt, _) in zip(pieces, taken, strict=True)),
            stack((piece, lost) for piece, (_, lost) in zip(pieces, taken, strict=True)),
        )

    def choices(self, limit: int = 200) -> list[Losses]:
        """Legal choices, all different, the default first; no more than ``limit``."""
        found = [self.default()]
        for choice in self._walk(0, [], []):
            if len(found) >= limit:
                break
            if choice != found[0]:
                found.append(choice)
        return found

    def only(self) -> Losses | None:
        """The one legal choice, if there is but one."""
        if sum(t.lives for t in self.targets) == self.total:
            return Losses(EMPTY, tuple(sorted((t.piece, t.pieces) for t in self.targets)))
        if (
            self._sets == 2
        ):  # any hit can go to anybody: there is a choice as soon as two kinds of pieces share some
            for last, hits in ((False, self.first), (True, self.total - self.first)):
                tier = [t for t in self.targets if t.last is last]
                if len(tier) > 1 and 0 < hits < sum(t.lives for t in tier):
                    return None
        found = self.choices(2)
        return found[0] if len(found) == 1 else None

    def _walk(
        self, at: int, amounts: list[tuple[int, int]], parts: list[tuple[Piece, int, int]]
    ) -> Iterator[Losses]:
        """Every legal choice that goes on from ``amounts``. Dead ends are never entered: what was chosen together
        with all that could still be chosen must always be able to take every hit."""
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
        """Nothing if these losses are legal, otherwise the rule against them."""
        left = dict(self.units)
        for piece, count in (*losses.damaged, *losses.destroyed):
            left[piece] = left.get(piece, 0) - count
            if count < 0 or left[piece] < 0:
                return Broken("casualty.eligibility", f"there are not that many of {piece.unit} in the battle")
        known = {t.piece: t for t in self.targets}
        amounts: list[tuple[int, int]] = []
        last = 0
        for group, hurt in ((losses.damaged, True), (losses.destroyed, False)):
            for piece, count in group:
                target = known.get(piece)
                if target is None:
                    return Broken("casualty.eligibility", f"no hit of this volley can go to a {piece.unit}")
                if hurt and target.life < 2:
                    return Broken("casualty.eligibility", f"a {piece.unit} in this state does not survive a hit")
                amounts.append((target.mask, count if hurt else count * target.life))
                last += amounts[-1][1] if target.last else 0
        taken = sum(n for _, n in amounts)
        if taken > self.total:
            return Broken("casualty.owner-chooses", f"that takes {taken} hits; {self.total} are to be taken")
        if last > self.total - self.first:
            return Broken("transport.chosen-last", "another unit is eligible for that hit and must take it")
        if not self._possible(amounts):
            return Broken("casualty.eligibility", "the hits scored cannot go to those units")
        if taken < self.total:
            why = f"that takes {taken} hits; {self.total} can be assigned and must be"
            return Broken("casualty.assign-as-many-as-possible", why)
        return None


class Toll:
    """The hits on one strip, and every way to take them."""

    def __init__(
        self, world: World, units: Stack, hits: tuple[Hits, ...], shooter_abilities: tuple[str, ...]
    ) -> None:
        """``shooter_abilities``: what the side that scored the hits could do when the round began."""
        sequences = world.sequences
        types = {piece.unit for piece, _ in units}
        kinds: dict[frozenset[str], int] = {}
        sparing: dict[tuple[frozenset[str], frozenset[str]], int] = {}
        for hit in hits:
            may = frozenset(t for t in types if sequences.may_hit(hit.volley, world.units[t], shooter_abilities))
            if may:  # a hit without an eligible unit is lost; kinds that reach the same units are one kind
                kinds[may] = kinds.get(may, 0) + hit.count
                spared = frozenset(t for t in may if sequences.is_last(world.units[t], hit.volley))
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
        # Cheapest first, as the unit table has them; seaborne and far-flown before others of their kind.
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
        """Damage where it is free, then the cheapest units first; as many hits as possible, always legal."""
        return self.in_order(self.targets)

    def in_order(self, groups: Sequence[Group]) -> Losses:
        """Damage where it is free, then losses in the order of ``groups``: all targets, in any order or split."""
        worths = {t.piece: t.worth for t in self.targets}
        taken = [reading.in_order(groups) for reading in self._readings]
        return min(taken, key=lambda losses: sum(worths[piece] * n for piece, n in losses.destroyed))

    def choices(self, limit: int = 200) -> list[Losses]:
        """Legal choices, all different, the default first; no more than ``limit``."""
        if len(self._readings) == 1:
            return self._readings[0].choices(limit)
        found = dict.fromkeys([self.default()])
        for reading in self._readings:
            found |= dict.fromkeys(reading.choices(limit))
        return list(found)[:limit]

    def only(self) -> Losses | None:
        """The one legal choice, if there is but one."""
        if len(self._readings) == 1:
            return self._readings[0].only()
        found = self.choices(2)
        return found[0] if len(found) == 1 else None

    def broken(self, losses: Losses) -> Broken | None:
        """Nothing if these losses are legal, otherwise the rule against them."""
        if any(reading.broken(losses) is None for reading in self._readings):
            return None
        broken = self._plain.broken(losses)
        if broken is None or self._plain.total != self.total:
            return Broken("combat.restricted-hits-first", "hits that have to go to other units come first")
        return broken


def _readings(
    units: Stack, targets: Sequence[Group], sparing: Mapping[tuple[frozenset[str], frozenset[str]], int]
) -> list[Reading]:
    """The readings of hits of which some kinds spare units that others may go to; those that take most effect."""
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
    """Hits by whom they may go to; those that may go to nobody are none."""
    found: dict[frozenset[str], int] = {}
    for may, count in kinds:
        if may and count:
            found[may] = found.get(may, 0) + count
    return found


def _splits(counts: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``total`` out of these.

    >>> list(_splits([1, 2], 2))
    [(0, 2), (1, 1)]
    """
    if not counts:
        if not total:
            yield ()
        return
    for n in range(min(counts[0], total) + 1):
        yield from ((n, *rest) for rest in _splits(counts[1:], total - n))


# what a player's words mean


def _names(piece: Piece) -> tuple[str, ...]:
    return tuple(sorted(aboard.unit for aboard in piece.cargo))


def _candidates(units: Stack, named: Piece, hurt: bool) -> list[Piece]:
    """The pieces that a name may mean, the likeliest first."""

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

    A piece that is exactly on the strip is meant itself. Otherwise power, unit and cargo (by unit names) count,
    and damage and landing where they are given; no cargo given means any, preferably none. Among several
    the player means, in this order: the most damaged (to be damaged: the least), those with the least aboard or
    based on them, seaborne before overland units (they cannot retreat anyway), those that have flown farthest.
    """
    left = dict(units)
    found: dict[bool, list[tuple[Piece, int]]] = {True: [], False: []}
    wanted = [(piece, n, True) for piece, n in damaged or ()] + [(piece, n, False) for piece, n in destroyed or ()]
    wanted.sort(key=lambda one: one[0] not in left)  # those named exactly are taken first
    for named, count, hurt in wanted:
        need = count
        for piece in _candidates(units, named, hurt):
            some = min(need, left[piece])
            if some > 0:
                left[piece] -= some
                need -= some
                found[hurt].append((piece, some))
        if need or count < 1:
            return Broken("casualty.eligibility", f"no {count} of {named.power} {named.unit} in the battle")
    return Losses(stack(found[True]), stack(found[False]))


def hurt(piece: Piece) -> Piece:
    """The piece with one more hit on it."""
    return msgspec.structs.replace(piece, damage=piece.damage + 1)
