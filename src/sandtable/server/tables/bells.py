"""Rings when a person's list of turns may have changed."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Bells:
    """The bells of everybody who listens through this process."""

    def __init__(self) -> None:
        self._listening: dict[str, set[asyncio.Event]] = {}

    def ring(self, people: Iterable[str]) -> None:
        """Wake the listeners of these people, by id."""
        for person_id in people:
            for bell in self._listening.get(person_id, ()):
                bell.set()

    @contextmanager
    def listening(self, person_id: str, bell: asyncio.Event) -> Iterator[None]:
        """Ring this bell for a person."""
        bells = self._listening.setdefault(person_id, set())
        bells.add(bell)
        try:
            yield
        finally:
            bells.discard(bell)
            if not bells:
                self._listening.pop(person_id, None)
