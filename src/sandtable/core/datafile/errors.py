"""Errors in data files, in plain words, and the known name that was probably meant."""

import re
from collections.abc import Iterable
from difflib import get_close_matches


class DataFileError(Exception):
    """A data file that can't be read. The message says where and why."""


KINDS = {
    "object": "keys and values",
    "array": "a list",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}
"""What a decoder calls values, and what their author does."""
QUOTED = ": put it in quotes"


def plainly(error: str) -> str:
    """A decoder's error with kinds of values in plain words.

    >>> plainly("Expected `int | null`, got `str`")
    'Expected a whole number or nothing, got text'
    >>> plainly("Expected `str`, got `int`")
    'Expected text, got a whole number: put it in quotes'
    >>> plainly("Object contains unknown field `cots`"), plainly("Object missing required field `name`")
    ('there is no key `cots` here', 'the key `name` is missing')
    >>> plainly("Expected `int` >= 0")
    'must be at least 0'
    """
    if found := re.fullmatch(r"Object contains unknown field (`.*`)", error):
        return f"there is no key {found[1]} here"
    if found := re.fullmatch(r"Object missing required field (`.*`)", error):
        return f"the key {found[1]} is missing"
    if found := re.fullmatch(r"Expected `\w+` ([<>])= (-?\d+)", error):
        return f"must be at {'least' if found[1] == '>' else 'most'} {found[2]}"
    if not error.startswith("Expected `"):
        return error
    plain = re.sub(
        r"`([^`]*)`", lambda found: " or ".join(KINDS.get(one, one) for one in found[1].split(" | ")), error
    )
    return plain + QUOTED if re.fullmatch("Expected `str[^`]*`, got `(int|float|bool)`", error) else plain


def suggestion(word: str, known: Iterable[str]) -> str:
    """`` Did you mean 'tank'?``, or empty if no known word is close.

    >>> suggestion("tnak", ["infantry", "tank"])
    " Did you mean 'tank'?"
    """
    names = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), names, n=1, cutoff=0.5)
    return f" Did you mean {names[close[0]]!r}?" if close else ""
