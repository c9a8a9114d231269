"""The connections that watch a table through this process."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Raw

from sandtable.core.decision import Seat
from sandtable.server.tables import visibility
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.visibility import Viewer
from sandtable.server.wire import Person


class Listener(Protocol):
    """A connection that receives messages."""

    @property
    def person(self) -> Person | None: ...

    def send(self, message: bytes) -> None:
        """Send a message, or drop the connection. Never waits."""
        ...


class Audience:
    """The listeners of a table, each with the seats it sees through."""

    def __init__(self) -> None:
        self._listeners: dict[Listener, Viewer] = {}

    def __len__(self) -> int:
        return len(self._listeners)

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._listeners

    def __iter__(self) -> Iterator[tuple[Listener, Viewer]]:
        """All of them. A listener may leave during the iteration."""
        return iter(list(self._listeners.items()))

    @property
    def people(self) -> set[str]:
        """The ids of the people watching."""
        return {one.person.id for one in self._listeners if one.person is not None}

    def set_viewer(self, listener: Listener, viewer: Viewer) -> None:
        """Add a listener, or change the seats it sees through."""
        self._listeners[listener] = viewer

    def drop(self, listener: Listener) -> bool:
        """Remove a listener. Returns whether it was here."""
        return self._listeners.pop(listener, None) is not None

    def broadcast(self, message: object, may: Callable[[Viewer], bool] = lambda _: True) -> None:
        """Send a message to everybody, or to those who ``may`` see it."""
        written = encode(message)
        for listener, viewer in self:
            if may(viewer):
                listener.send(written)

    def send_changes(
        self, old: AnyPlay, new: AnyPlay, standing: Mapping[Seat, Raw], orders: bool, apart: Collection[Listener]
    ) -> None:
        """Send everybody the changes between two plays, except listeners who get them separately.

        ``orders``: standing orders have changed; only people with seats are sent those.
        """
        change = visibility.Change(old, new)
        encoded: dict[Viewer, bytes] = {}
        for listener, viewer in self:
            if listener in apart or not (new.seq != old.seq or (orders and viewer.seats)):
                continue
            if viewer not in encoded:
                encoded[viewer] = encode(change.happened(viewer, standing))
            listener.send(encoded[viewer])


def encode(message: object) -> bytes:
    return msgspec.json.encode(message)
