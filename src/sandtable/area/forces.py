"""Pieces and stacks: identical units form one group with a count.

A :class:`Piece` is a unit in its current condition. Two equal pieces are interchangeable, so a space holds a
:data:`Stack`: sorted pairs of piece and count. Stacks are values; every operation returns a new one.
"""

from collections.abc import Callable, Iterable

import msgspec

Power = str


class Piece(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """One unit in its current condition; everything else is the same for all units of its type."""

    power: Power
    unit: str
    used: int = 0
    """Movement points spent this turn."""
    moved: bool = False
    """Moved in the combat move, fought, or otherwise spent for this turn."""
    damage: int = 0
    cargo: tuple["Piece", ...] = ()
    """What is aboard, sorted."""
    away: tuple["Piece", ...] = ()
    """Air units based here that are in the air while their ship defends."""
    boarded: str = ""
    """For cargo: the phase of this turn in which it came aboard; empty if earlier."""
    landing: str = ""
    """For cargo, landed units and bombarding ships: the territory of the announced assault."""
    offloaded: str = ""
    """For a transport: the territory in which it landed units this turn."""
    landed: bool = False
    """For air units: has made its landing move and can't fly on this turn. For land units: landed in the noncombat
    move."""
    retreated: bool = False
    """Broke off a battle this turn."""
    raiding: bool = False
    """For air units: on their way to bomb a factory or on another mission; they don't take part in battles."""
    came: str = ""
    """For attackers: the space from which they entered the battle, if a retreat must lead back to it."""
    submerged: bool = False
    """Has left a battle, below the surface or, for air units, in the air without a place to land; until the turn
    ends it fights nothing and blocks nothing."""
    mission: str = ""
    """For air units: what they were sent to do instead of fighting."""
    extra: int = 0
    """Movement points this turn beyond those of its type."""
    chips: int = 0
    """For a facility: turns of construction left."""


RISEN, MET = "interceptor", "overflight"
"""Missions of air units that intercept enemies in the air, and of those that were intercepted."""

Stack = tuple[tuple[Piece, int], ...]

EMPTY: Stack = ()


def stack(groups: Iterable[tuple[Piece, int]]) -> Stack:
    """Merge groups into a stack.

    >>> tank = Piece("ussr", "tank")
    >>> stack([(tank, 1), (Piece("ussr", "infantry"), 2), (tank, 1)])[1][1]
    2
    """
    merged: dict[Piece, int] = {}
    for piece, count in groups:
        merged[piece] = merged.get(piece, 0) + count
    for piece, count in merged.items():
        if count < 0:
            raise ValueError(f"fewer than none of {piece}")
    return tuple(sorted((piece, count) for piece, count in merged.items() if count))


def add(base: Stack, piece: Piece, count: int = 1) -> Stack:
    """The stack with ``count`` more of ``piece``."""
    if not count:
        return base
    for i, (have, n) in enumerate(base):
        if have == piece:
            return (*base[:i], (piece, n + count), *base[i + 1 :])
    return tuple(sorted((*base, (piece, count))))


def take(base: Stack, piece: Piece, count: int = 1) -> Stack:
    """The stack with ``count`` fewer of ``piece``; they must be there."""
    if not count:
        return base
    for i, (have, n) in enumerate(base):
        if have == piece:
            if n < count:
                break
            return base[:i] + (((piece, n - count),) if n > count else ()) + base[i + 1 :]
    raise ValueError(f"no {count} of {piece} here")


def merge(*stacks: Stack) -> Stack:
    """All of these together."""
    filled = [s for s in stacks if s]
    if len(filled) < 2:
        return filled[0] if filled else EMPTY
    return stack(group for s in filled for group in s)


def minus(base: Stack, gone: Stack) -> Stack:
    """``base`` without ``gone``, which must be in it."""
    for piece, count in gone:
        base = take(base, piece, count)
    return base


def where(base: Stack, keep: Callable[[Piece], bool]) -> Stack:
    """The groups whose piece passes ``keep``."""
    return tuple([group for group in base if keep(group[0])])


def size(base: Stack) -> int:
    """How many pieces, cargo not counted."""
    return sum(count for _, count in base)


def first(base: Stack, count: int) -> Stack:
    """``count`` pieces of a stack, or all if there are fewer."""
    some = []
    for piece, n in base:
        some.append((piece, min(n, count)))
        count -= some[-1][1]
    return stack(some)


def how_many(base: Stack, piece: Piece) -> int:
    for have, count in base:
        if have == piece:
            return count
    return 0


def changed(base: Stack, change: Callable[[Piece], Piece]) -> Stack:
    """The stack with ``change`` applied to every piece."""
    return stack((change(piece), count) for piece, count in base)


def aboard(piece: Piece, *more: Piece) -> Piece:
    """The piece with more cargo."""
    return msgspec.structs.replace(piece, cargo=tuple(sorted((*piece.cargo, *more))))


def ashore(piece: Piece, *fewer: Piece) -> Piece:
    """The piece with this cargo removed."""
    cargo = list(piece.cargo)
    for one in fewer:
        cargo.remove(one)
    return msgspec.structs.replace(piece, cargo=tuple(cargo))


def rested(piece: Piece) -> Piece:
    """The piece at the start of a turn: nothing spent, cargo settled."""
    return Piece(
        piece.power,
        piece.unit,
        damage=piece.damage,
        cargo=tuple(sorted(rested(c) for c in piece.cargo)),
        chips=piece.chips,
    )
