"""Which versions of a variant to play to find the effect of each change.

A *factor* is switched on and off as a unit: a change, or several that only work together. A few factors are each
played alone and each left out. With many, every version has half of the factors, by a balanced plan (a Hadamard
matrix and its mirror), from which each effect is computed.
"""

from collections.abc import Callable, Collection, Sequence

import msgspec

from sandtable.core.datafile import DataFileError, Folder
from sandtable.core.wording import listed
from sandtable.games.composing import compose
from sandtable.games.finding import Family
from sandtable.variants.comparing import Difference, with_only

FEW = 4
"""Up to this many factors are each played alone and each left out."""
SHOWN = 3
"""How many of a factor's changes are named."""


class Factor(msgspec.Struct, frozen=True):
    """Changes that are switched on and off together."""

    name: str
    changes: tuple[Difference, ...]


class Version(msgspec.Struct, frozen=True):
    """The variant with some of its factors, by number."""

    name: str
    has: tuple[int, ...]


def factors(folder: Folder, found: Collection[Difference], family: Family) -> tuple[Factor, ...]:
    """The factors of a variant. Changes that don't load alone are joined with those they need."""
    played = [one for one in found if one.played]
    groups: list[list[Difference]] = []
    for key in dict.fromkeys(map(_kin, played)):
        groups.append([one for one in played if _kin(one) == key])

    def loads(changes: Sequence[Difference]) -> bool:
        try:
            compose(with_only(folder, changes), family)
        except DataFileError:
            return False
        return True

    return tuple(Factor(_name(group), tuple(group)) for group in _joined(groups, loads))


def _kin(one: Difference) -> str:
    """The group of a change: one power's set-up, or one new thing."""
    edit = one.edits[0]
    return f"setup {edit.path[2]}" if edit.file == "setup.yaml" and len(edit.path) > 2 else one.id


def _joined(
    groups: list[list[Difference]], loads: Callable[[Sequence[Difference]], bool]
) -> list[list[Difference]]:
    alone = [group for group in groups if loads(group)]
    lame = [group for group in groups if group not in alone]
    for group in lame:
        partner = next((other for other in alone if loads([*other, *group])), None)
        if partner is not None:
            partner += group
            continue
        other = next((one for one in lame if one is not group and loads([*one, *group])), None)
        if other is not None and not any(other is one for one in alone):
            alone.append([*other, *group])
    missing = [one for group in groups for one in group if not any(one in other for other in alone)]
    return [*alone, missing] if missing else alone


def _name(group: Sequence[Difference]) -> str:
    words = [one.words.rstrip(".") for one in group[:SHOWN]]
    more = f", and {len(group) - SHOWN} more" if len(group) > SHOWN else ""
    return f"{'; '.join(words)}{more}"


def versions(count: int) -> tuple[Version, ...]:
    """The versions to play besides the parent (no factor) and the variant (all factors).

    >>> [one.has for one in versions(2)]
    [(0,), (1,)]
    >>> [one.name for one in versions(3)][:2], len(versions(3)), versions(1)
    (['only 1', 'only 2'], 6, ())
    """
    if count < 2:
        return ()
    everything = range(count)
    if count == 2:  # each alone is the same as the other left out
        return tuple(Version(f"only {one + 1}", (one,)) for one in everything)
    if count <= FEW:
        alone = [Version(f"only {one + 1}", (one,)) for one in everything]
        return (*alone, *(Version(f"without {n + 1}", tuple(m for m in everything if m != n)) for n in everything))
    rows = _balanced(count)
    return tuple(Version(f"plan {number + 1}", row) for number, row in enumerate(rows))


def _balanced(count: int) -> list[tuple[int, ...]]:
    """Rows of a Hadamard matrix and their mirrors: every factor, and every pair, is on in half of them.

    >>> rows = _balanced(5)
    >>> len(rows), {sum(factor in row for row in rows) for factor in range(5)}
    (16, {8})
    """
    order = 1
    while order < count + 1:
        order *= 2
    rows = []
    for number in range(order):
        on = tuple(factor for factor in range(count) if (number & (factor + 1)).bit_count() % 2 == 0)
        rows += [on, tuple(factor for factor in range(count) if factor not in on)]
    return rows


def title(version: Version, of: Sequence[Factor]) -> str:
    """A version in words."""
    return listed(of[number].name for number in version.has) or "none of the changes"
