"""A patch between two states equals one between their full views, but visits little of them."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.games import ids, load
from sandtable.server.tables.patch import merge, patch_between, plain
from tests.server.tables.test_patch import same

DECISIONS = 60


class Inner(msgspec.Struct, frozen=True, omit_defaults=True):
    count: int = 0
    names: tuple[str, ...] = ()
    more: dict[str, int] = {}


class Pair(msgspec.Struct, frozen=True, array_like=True):
    one: int = 0
    other: dict[str, int] = {}


NOBODY = Inner(count=7)


class Outer(msgspec.Struct, frozen=True, omit_defaults=True):
    required: int
    stacks: dict[str, Any] = {}
    inner: Inner | None = None
    stand_in: Inner = NOBODY
    pair: Pair = Pair()
    flag: int | bool = 0


numbers = st.integers(0, 2)
dictionaries = st.dictionaries(st.sampled_from("abc"), numbers, max_size=3)
inners = st.builds(Inner, numbers, st.lists(st.sampled_from("xy"), max_size=2).map(tuple), dictionaries)
outers = st.builds(
    Outer,
    numbers,
    st.dictionaries(st.sampled_from("abc"), numbers | inners | st.none(), max_size=3),
    st.none() | inners,
    st.just(NOBODY) | inners,
    st.builds(Pair, numbers, dictionaries),
    numbers | st.booleans(),
)


def leads_from(old: Any, new: Any) -> bool:
    return same(merge(plain(old), patch_between(old, new)), plain(new))


@given(outers, outers, st.sets(st.sampled_from(Outer.__struct_fields__)), st.booleans())
def test_a_patch_leads_from_one_state_to_the_other(old: Outer, new: Outer, shared: set[str], deep: bool) -> None:
    """States share what didn't change: some fields, and some entries of others."""
    kept = {field: getattr(old, field) for field in shared}
    if deep and "stacks" not in shared:
        kept["stacks"] = {**old.stacks, **new.stacks} if new.flag else dict(list(old.stacks.items())[1:])
    new = msgspec.structs.replace(new, **kept)
    assert leads_from(old, new)
    assert patch_between(old, old) == patch_between(new, new) == {}


def test_collections_that_become_empty_or_appear() -> None:
    full, empty = Outer(1, {"a": 1, "b": Inner(2)}), Outer(1)
    assert patch_between(full, empty) == {"stacks": None}
    assert patch_between(empty, full) == {"stacks": {"a": 1, "b": {"count": 2}}}
    fewer = msgspec.structs.replace(full, stacks={"a": full.stacks["a"]})
    assert patch_between(full, fewer) == {"stacks": {"b": None}}


def test_defaults_are_omitted() -> None:
    one = Outer(1, stand_in=Inner(count=3, names=("x",)))
    other = msgspec.structs.replace(one, stand_in=NOBODY)
    assert patch_between(one, other) == {"stand_in": None}
    assert patch_between(other, one) == {"stand_in": {"count": 3, "names": ["x"]}}


@pytest.mark.parametrize("game_id", ids())
def test_patches_follow_a_game(game_id: str) -> None:
    game = load(game_id)
    box = game.guide.box
    setup = Setup(scenario=box.scenarios[0]) if box.scenarios else Setup()
    record = Record.begin(game, setup, SeededDice.from_seed(1))
    assert isinstance(record, Record)
    bot = RandomBot(game, 1)
    views = {seat: plain(record.view(seat)) for seat in (None, *game.seats)}
    while not record.finished and len(record.entries) < DECISIONS:
        before = {seat: record.view(seat) for seat in views}
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.view(decision.seat), decision))
        for seat, old in before.items():
            new = record.view(seat)
            views[seat] = merge(views[seat], patch_between(old, new))
            assert same(views[seat], plain(new)), f"{seat} after {len(record.entries)} decisions"
