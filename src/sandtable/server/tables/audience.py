"""Who looks on at a table from this process, and what they were told last."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Raw

from sandtable.core.decision import Seat
from sandtable.server.tables import sight
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.patch import JSON
from sandtable.server.tables.sight import Viewer
from sandtable.server.wire import Person


class Listener(Protocol):
    """A connection that is told what happens."""

    @property
    def person(self) -> Person | None: ...

    def tell(self, message: bytes) -> None:
        """Send it, or drop the connection: never wait."""
        ...


class Audience:
    """The listeners of a table, each with the eyes that it has here."""

    def __init__(self) -> None:
        self._listeners: dict[Listener, Viewer] = {}
        self._views: dict[Viewer, JSON] = {}
        """What viewers were told last, for the next patch."""

    def __len__(self) -> int:
        return len(self._listeners)

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._listeners

    def __iter__(self) -> Iterator[tuple[Listener, Viewer]]:
        """All of them; who is told something may go away in the meantime."""
        return iter(list(self._listeners.items()))

    @property
    def people(self) -> set[str]:
        """Their ids."""
        return {one.person.id for one in self._listeners if one.person is not None}

    def seat(self, listener: Listener, viewer: Viewer) -> None:
        """Somebody looks on, or with other eyes."""
        self._listeners[listener] = viewer

    def drop(self, listener: Listener) -> bool:
        """Somebody goes; whether they were here."""
        return self._listeners.pop(listener, None) is not None

    def hear(self, message: object, may: Callable[[Viewer], bool] = lambda _: True) -> None:
        """Everybody is told something, or those who may know it."""
        written = encode(message)
        for listener, viewer in self:
            if may(viewer):
                listener.tell(written)

    def follow(
        self, old: AnyPlay, new: AnyPlay, standing: Mapping[Seat, Raw], orders: bool, apart: Collection[Listener]
    ) -> None:
        """Everybody but who is told apart hears what came between two plays.

        ``orders``: standing orders have changed, of which only those who have seats may hear.
        """
        told: dict[Viewer, bytes] = {}
        views: dict[Viewer, JSON] = {}
        for listener, viewer in self:
            if listener in apart or not (new.seq != old.seq or (orders and viewer.seats)):
                continue
            if viewer not in told:
                seen = self._views.get(viewer) or sight.view_of(old, viewer)
                views[viewer] = sight.view_of(new, viewer)
                told[viewer] = encode(sight.happened(old, new, viewer, standing, seen, views[viewer]))
            listener.tell(told[viewer])
        self._views = views


def encode(message: object) -> bytes:
    return msgspec.json.encode(message)
