"""Errors in data files, and the known name that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


class DataFileError(Exception):
    """A data file that can't be read. The message says where and why."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """`` Did you mean 'tank'?``, or empty if no known word is close.

    >>> suggestion("tnak", ["infantry", "tank"])
    " Did you mean 'tank'?"
    """
    names = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), names, n=1, cutoff=0.5)
    return f" Did you mean {names[close[0]]!r}?" if close else ""
