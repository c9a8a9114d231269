from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.tables.patch import diff, merge, plain

names = st.text("abc", max_size=2)
values = st.recursive(
    st.booleans() | st.integers(0, 2) | names | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=12,
)
objects = st.dictionaries(names, values, max_size=4).map(plain)


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@given(objects, objects)
def test_a_patch_turns_old_into_new(old: Any, new: Any) -> None:
    assert same(merge(old, diff(old, new)), new)


@given(objects)
def test_no_change_is_an_empty_patch(value: Any) -> None:
    assert diff(value, value) == {}


def test_examples_of_the_standard() -> None:
    """From the appendix of RFC 7396."""
    cases = [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ]
    for target, patch, result in cases:
        assert merge(target, patch) == result


def test_an_unchanged_part_is_not_sent() -> None:
    old = {"stacks": {"a": [1, 2], "b": [3]}, "round": 1}
    assert diff(old, {"stacks": {"a": [1, 2], "b": [4]}, "round": 1}) == {"stacks": {"b": [4]}}


def test_true_is_not_one() -> None:
    assert diff({"a": 1}, {"a": True}) == {"a": True}
    assert diff({"a": [1]}, {"a": [True]}) == {"a": [True]}
