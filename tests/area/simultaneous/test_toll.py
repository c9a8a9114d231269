"""Losses where only some kinds of hits spare some units: the arithmetic against plain enumeration."""

from collections.abc import Iterator
from itertools import product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.area.battle.casualties import Losses, Toll
from sandtable.area.forces import Piece, Stack, stack
from sandtable.area.state import Hits
from tests.area.simultaneous.strip import RH

LAND = ("infantry", "artillery", "tank", "fighter")
SEA = ("transport", "destroyer", "submarine", "battleship", "fighter")
LAND_KINDS = ("land", "tank", "air", "dogfight")
SEA_KINDS = ("naval", "destroyer", "air", "hunter", "dogfight")


def _assignments(units: Stack, hits: tuple[Hits, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to give each hit to a life or to nobody: the lives that each group loses, and how many hits that
    spare somebody went to others."""
    groups = [(piece.unit, count * (RH.units[piece.unit].hits - piece.damage)) for piece, count in units]
    single = [hit.volley for hit in hits for _ in range(hit.count)]
    for aims in product(range(-1, len(groups)), repeat=len(single)):
        lives, heavy = [0] * len(groups), 0
        for kind, at in zip(single, aims, strict=True):
            if at < 0:
                continue
            unit = RH.units[groups[at][0]]
            if not RH.sequences.may_hit(kind, unit, ()):
                break
            lives[at] += 1
            spares = any(RH.sequences.is_last(RH.units[name], kind) for name, _ in groups)
            heavy += spares and not RH.sequences.is_last(unit, kind)
        else:
            if all(n <= most for n, (_, most) in zip(lives, groups, strict=True)):
                yield tuple(lives), heavy


def _allowed(units: Stack, hits: tuple[Hits, ...]) -> set[tuple[int, ...]]:
    """The lives that groups may lose: first the restricted hits, as many as possible, then all that can be."""
    ways = set(_assignments(units, hits))
    most = max(heavy for _, heavy in ways)
    full = [lives for lives, heavy in ways if heavy == most]
    total = max(sum(lives) for lives in full)
    return {lives for lives in full if sum(lives) == total}


def _lives(units: Stack, losses: Losses) -> tuple[int, ...]:
    hurt, gone = dict(losses.damaged), dict(losses.destroyed)
    return tuple(
        hurt.get(piece, 0) + gone.get(piece, 0) * (RH.units[piece.unit].hits - piece.damage) for piece, _ in units
    )


def _forces(names: tuple[str, ...], kinds: tuple[str, ...]) -> st.SearchStrategy[tuple[Stack, tuple[Hits, ...]]]:
    units = st.dictionaries(st.sampled_from(names), st.integers(1, 2), min_size=1, max_size=3)
    hits = st.dictionaries(st.sampled_from(kinds), st.integers(1, 2), min_size=1, max_size=3)
    return st.tuples(
        units.map(lambda found: stack((Piece("germany", unit), n) for unit, n in found.items())),
        hits.map(lambda found: tuple(Hits(kind, n) for kind, n in sorted(found.items()))),
    )


@given(st.one_of(_forces(LAND, LAND_KINDS), _forces(SEA, SEA_KINDS)))
@settings(max_examples=60, deadline=None)
@example(
    (
        stack((Piece("germany", unit), 1) for unit in ("submarine", "destroyer", "transport")),
        (Hits("hunter", 1), Hits("naval", 1)),
    )
)
def test_legal_losses_are_those_of_plain_enumeration(case: tuple[Stack, tuple[Hits, ...]]) -> None:
    units, hits = case
    toll, allowed = Toll(RH, units, hits, ()), _allowed(*case)
    choices = toll.choices()
    assert {_lives(units, losses) for losses in choices} == allowed
    assert all(toll.broken(losses) is None for losses in choices)
    assert toll.default() == choices[0]
    assert {toll.total} == {sum(lives) for lives in allowed}
    only = toll.only()
    assert (only is None) == (len(choices) > 1)


@given(st.one_of(_forces(LAND, LAND_KINDS), _forces(SEA, SEA_KINDS)), st.data())
@settings(max_examples=60, deadline=None)
def test_other_losses_are_refused(case: tuple[Stack, tuple[Hits, ...]], data: st.DataObject) -> None:
    units, hits = case
    toll, allowed = Toll(RH, units, hits, ()), _allowed(*case)
    lost = stack((piece, data.draw(st.integers(0, count))) for piece, count in units)
    losses = Losses((), lost)
    assert (toll.broken(losses) is None) == (_lives(units, losses) in allowed)
