"""Suggestions: the known name closest to an unknown one."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'tank'?``, or empty if no known name is close.

    >>> nearest("tnak", ["infantry", "tank"])
    "; did you mean 'tank'?"
    """
    names = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), names, n=1, cutoff=0.6)
    return f"; did you mean {names[close[0]]!r}?" if close else ""
