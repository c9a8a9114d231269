"""One data file over another."""

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.datafile import DataFileError, compose_layers, construct


def laid(*texts: str) -> Any:
    """The value of texts laid over each other."""
    return construct(compose_layers([(f"{number}.yaml", text) for number, text in enumerate(texts)]))


def over(base: object, change: object) -> Any:
    return laid(yaml.safe_dump(base), yaml.safe_dump(change))


STEPS = """
steps:
  - {name: first, number: 1}
  - {name: second, number: 2}
"""

KEYS = st.sampled_from("abcde")
SCALARS = st.integers() | st.booleans() | st.text("xyz ", max_size=3)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
MAPPINGS = st.dictionaries(KEYS, VALUES, max_size=4)
few = settings(max_examples=40)


def merged(base: Any, change: Any) -> Any:
    """The rule for mappings in three lines."""
    if isinstance(base, dict) and isinstance(change, dict):
        return {**base, **{key: merged(base.get(key), value) for key, value in change.items()}}
    return change


@few
@given(MAPPINGS)
def test_an_empty_change_changes_nothing(base: dict[str, Any]) -> None:
    assert over(base, {}) == base
    assert laid(yaml.safe_dump(base), "# only a comment") == base


@few
@given(MAPPINGS)
def test_overlay_is_idempotent(base: dict[str, Any]) -> None:
    assert over(base, base) == base


@few
@given(MAPPINGS, st.dictionaries(KEYS, SCALARS | st.lists(SCALARS), max_size=4))
def test_mappings_are_merged_by_key(base: dict[str, Any], change: dict[str, Any]) -> None:
    assert over(base, change) == merged(base, change)


@few
@given(MAPPINGS, KEYS)
def test_null_removes_a_key_and_nothing_else(base: dict[str, Any], key: str) -> None:
    base = {**base, key: 1}
    assert over(base, {key: None}) == {name: value for name, value in base.items() if name != key}


@few
@given(MAPPINGS, KEYS, VALUES)
def test_any_value_can_be_replaced(base: dict[str, Any], key: str, value: Any) -> None:
    assert over(base, {key: {"replace": value}}) == {**base, key: value}


@few
@given(st.lists(KEYS, unique=True), st.lists(KEYS, unique=True))
def test_added_keys_can_be_removed(base: list[str], extra: list[str]) -> None:
    new = [one for one in extra if one not in base]
    assert over(over({"list": base}, {"list": {"add": new}}), {"list": {"remove": new}}) == {"list": base}


@few
@given(MAPPINGS, MAPPINGS, MAPPINGS)
def test_a_variant_of_a_variant(base: dict[str, Any], change: dict[str, Any], further: dict[str, Any]) -> None:
    texts = [yaml.safe_dump(one) for one in (base, change, further)]
    try:
        at_once = laid(*texts)
    except DataFileError:
        return  # a mapping where a list is: refused either way
    assert laid(yaml.safe_dump(laid(*texts[:2])), texts[2]) == at_once


def test_nested_mappings_are_merged_too() -> None:
    base = "tank: {cost: 6, abilities: [blitz]}\ninfantry: {cost: 3}"
    assert laid(base, "tank: {cost: 5}") == {"tank": {"cost": 5, "abilities": ["blitz"]}, "infantry": {"cost": 3}}


def test_keys_are_compared_as_written() -> None:
    assert laid("'1941': {a: 1}", "1941: {b: 2}") == {1941: {"a": 1, "b": 2}}


def test_values_from_a_merge_key_can_be_changed() -> None:
    base = "one: &one {a: 1, b: 2}\ntwo: {<<: *one, b: 3}"
    assert laid(base, "two: {a: 9}") == {"one": {"a": 1, "b": 2}, "two": {"a": 9, "b": 3}}


def test_a_list_replaces_a_list() -> None:
    assert laid("list: [1, 2]", "list: [3]") == {"list": [3]}


def test_items_with_an_id_are_merged_by_it() -> None:
    base = "- {id: a, text: old, section: x}\n- {id: b, text: b}"
    change = "- {id: c, text: c}\n- {id: a, text: new}"
    assert laid(base, change) == [
        {"id": "a", "text": "new", "section": "x"},
        {"id": "b", "text": "b"},
        {"id": "c", "text": "c"},
    ]


@pytest.mark.parametrize(
    ("edit", "names"),
    [
        ("before: {second: {name: new}}", ["first", "new", "second"]),
        ("after: {second: [{name: new}, {name: newer}]}", ["first", "second", "new", "newer"]),
        ("instead: {first: {name: new}}", ["new", "second"]),
        ("remove: [first]", ["second"]),
        ("remove: [{number: 2}]", ["first"]),
        ("add: [{name: new}]", ["first", "second", "new"]),
        ("change: {first: {name: renamed}}", ["renamed", "second"]),
        ("remove: first, after: {second: {name: new}}", ["second", "new"]),
    ],
)
def test_lists_are_edited(edit: str, names: list[str]) -> None:
    assert [step["name"] for step in laid(STEPS, f"steps: {{{edit}}}")["steps"]] == names


def test_a_change_keeps_the_other_fields() -> None:
    assert laid(STEPS, "steps: {change: {first: {number: 7}}}")["steps"][0] == {"name": "first", "number": 7}


def test_additions_without_a_base() -> None:
    assert laid("tank: {cost: 6}", "tank: {abilities: {add: [blitz]}}") == {
        "tank": {"cost": 6, "abilities": ["blitz"]}
    }


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        ("steps:\n  after: {secnd: {name: new}}", "1.yaml, line 2: .*no item 'secnd'. Did you mean 'second'"),
        ("steps: {remove: [frist]}", "1.yaml, line 1: .*no item 'frist'. Did you mean 'first'"),
        ("steps: {remove: [{number: 9}]}", "1.yaml, line 1: .*no such item to remove"),
        ("\nsteps: {beside: {first: {}}}", "1.yaml, line 2: beside: .*is a list.*Did you mean 'before'"),
        ("steps: {before: [first]}", "name the item"),
    ],
)
def test_edits_without_a_match_are_refused_with_their_line(edit: str, told: str) -> None:
    with pytest.raises(DataFileError, match=told):
        laid(STEPS, edit)


def test_an_ambiguous_name_is_refused() -> None:
    with pytest.raises(DataFileError, match="2 items called 'twin'"):
        laid("steps: [{name: twin}, {name: twin}]", "steps: {before: {twin: {name: x}}}")


def test_a_files_own_keys_are_not_inherited() -> None:
    base = "{title: Base, finished: true, summary: Short, like: nothing}"
    assert laid(base, "{like: base, title: Own}") == {"like": "base", "title": "Own", "summary": "Short"}
