"""Passwords that are too easy to guess."""

from functools import cache
from pathlib import Path

ROWS = (
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "azertyuiop",
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
)
"""Letters in keyboard and alphabetical order."""
DISTINCT = 3
"""The minimum number of distinct characters."""


@cache
def commonest() -> frozenset[str]:
    """The most common passwords in leaks."""
    file = Path(__file__).parent / "common_passwords.txt"
    return frozenset(line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip())


def weakness(password: str, name: str) -> str:
    """Why a password is too weak, and what to do; empty if it is strong enough.

    >>> weakness("Password123", "Anna")[:30], weakness("correct horse", "Anna")
    ('That password is too easy to g', '')
    """
    plain = password.casefold().strip()
    bare = plain.rstrip("0123456789!?.*#$") or plain
    if plain in commonest() or bare in commonest() or len(set(plain)) <= DISTINCT or _in_a_row(plain):
        return "That password is too easy to guess. Use a few unrelated words."
    if plain.replace(" ", "") in {name.casefold().replace(" ", ""), name[::-1].casefold()}:
        return "Your name is too easy to guess. Use a few unrelated words."
    return ""


def _in_a_row(plain: str) -> bool:
    return any(plain in row * 2 or plain[::-1] in row * 2 for row in ROWS)
