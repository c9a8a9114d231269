"""What the runner needs from a family: starting a scenario, playing a step, checking an expectation."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable.core.refusal import Refusal
from sandtable.scenarios.game_table import GameTable
from sandtable.scenarios.mismatch import Mismatch, told

T = TypeVar("T", bound=GameTable[Any, Any, Any])
X = TypeVar("X")
Y = TypeVar("Y")


class Said(NamedTuple):
    """The keys of a step besides its action."""

    text: str
    """The step in short, for messages."""
    acts: bool
    """Whether it acts. If not, it only checks everything so far."""
    dice: Sequence[int] | None = None
    refused: str | bool = ""
    """The rule that must refuse it; True: any rule."""
    why: str = ""
    expect: Any = None


class Play(ABC, Generic[T, X, Y]):
    """A running scenario; ``X`` are the family's steps, ``Y`` its expectations."""

    def __init__(self, table: T) -> None:
        self.table = table

    @abstractmethod
    def said(self, step: X) -> Said:
        """The keys of a step besides its action."""

    @abstractmethod
    def do(self, step: X) -> Refusal | None:
        """Play a step, or only check it if it should be refused. Returns the refusal, if any."""

    @abstractmethod
    def look(self, expect: Y, events: Sequence[Any]) -> Iterator[Mismatch]:
        """Everything that isn't as expected; ``events``: the events that the expectation is about."""


def look_at_choices(
    table: GameTable[Any, Any, Any],
    can: Sequence[Mapping[str, Any]],
    cannot: Sequence[Mapping[str, Any]],
    verdict: Callable[[Mapping[str, Any]], Refusal | None],
) -> Iterator[Mismatch]:
    """Steps that should be legal, or refused, but aren't; ``verdict`` checks one."""
    for raw in can:
        refusal = verdict(raw)
        if refusal is not None:
            yield Mismatch("allowed", show_keys(raw), told(refusal))
    for raw in cannot:
        refusal = verdict(raw)
        by = raw.get("refused")
        wanted = table.rule(by) if isinstance(by, str) and by else ""
        if refusal is None:
            yield Mismatch("refused" + (f" by {wanted}" if wanted else ""), show_keys(raw), "allowed")
        elif wanted and refusal.rule != wanted:
            yield Mismatch("refused by", wanted, f"{told(refusal)} ({show_keys(raw)})")


def show_keys(raw: str | Mapping[str, Any]) -> str:
    """Keys and values in one line; an event's name has no key.

    >>> show_keys({"is": "rolled", "side": "attack"})
    'rolled, side attack'
    """
    if isinstance(raw, str):
        return raw
    return ", ".join(str(value) if key == "is" else f"{key} {value}" for key, value in raw.items())
