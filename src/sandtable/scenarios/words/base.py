"""What all parts of a scenario file share: unknown keys are errors, and names and paths have several notations."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

Names = str | Sequence[str | int]
"""Names: a list, or a text with commas."""

Path = str | Sequence[str | int]
"""A path: a list of spaces, or a text such as ``Ukraine > West Russia > Russia``."""

Lines = str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]]
"""Lines such as ``attack: 1, 1, 3``: a list, with or without quotation marks."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Base of everything in a scenario file: unknown keys are errors."""
