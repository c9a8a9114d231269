"""One table in use: its play, who watches it from this process, and what they are sent.

The modules ``acting``, ``sitting``, ``talking``, ``asking``, ``hosting`` and ``unattended`` operate on a room. All
of them change it through ``writing``, one change at a time.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Raw

from sandtable.core.decision import Seat
from sandtable.core.game import AnyGame
from sandtable.server import wire
from sandtable.server.storage.tables import Holder, StoredTable
from sandtable.server.tables import seating, visibility
from sandtable.server.tables.archive import Archive
from sandtable.server.tables.audience import Audience, Listener, encode
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.calls import owing
from sandtable.server.tables.listing import lasting
from sandtable.server.tables.visibility import Viewer
from sandtable.server.wire import Person

if TYPE_CHECKING:
    from sandtable.server.tables.table_manager import TableManager

CHAT = 100
"""Chat messages sent with a table."""
CHANGED = 20
"""Log lines sent to somebody whose decision was stale."""
JUST_NOW = 15.0
"""Seconds for which a visitor counts as watching."""


class Room:
    """A table, its play, and its listeners in this process."""

    def __init__(
        self,
        table_manager: "TableManager",
        game: AnyGame,
        table: StoredTable,
        play: AnyPlay,
        chat: tuple[wire.Said, ...],
    ) -> None:
        self.table_manager = table_manager
        self.game = game
        self.table = table
        self.play = play
        self.chat = chat
        self.uses = 0
        """How many tasks use this room, which keeps it in memory."""
        self.slow = False
        """Whether a decision here has taken long: others shouldn't wait for the next."""
        self.unsettled = True
        """Whether standing orders may have something to decide."""
        self.seen = time.monotonic()
        """When somebody last looked."""
        self._looked = asyncio.Event()
        self._audience = Audience()
        self.lock = asyncio.Lock()
        """Serializes changes."""
        self.archive = Archive()

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def watched(self) -> bool:
        """Whether anybody watches through this process."""
        return bool(self._audience)

    @property
    def attended(self) -> bool:
        """Whether anybody watches, here or elsewhere, or did just now."""
        recently = time.monotonic() - self.seen < JUST_NOW
        return self.watched or recently or bool(self.table_manager.here(self.id))

    def look(self) -> None:
        """Note that somebody looks. Slow or paused bots speed up."""
        self.seen = time.monotonic()
        self._looked.set()
        self.table_manager.moved(self)

    async def looked_at_within(self, seconds: float) -> None:
        """Wait this long, or until a new viewer looks."""
        self._looked.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await (asyncio.Event() if self.watched else self._looked).wait()

    @contextmanager
    def used(self) -> Iterator["Room"]:
        self.uses += 1
        try:
            yield self
        finally:
            self.uses -= 1

    # -- views

    def viewer(self, person: Person | None) -> Viewer:
        return Viewer(self.table.seats_of(person))

    def info(self, person: Person | None) -> wire.TableInfo:
        """The table as lists show it."""
        return self.table_manager.info(self.table, person)

    def view(self, person: Person | None) -> wire.TableView:
        """Everything a page needs."""
        viewer = self.viewer(person)
        return wire.TableView(
            info=self.info(person),
            stand=visibility.whole(self.play, viewer, self._standing()),
            recent=visibility.entries(self.play, viewer, max(self.play.seq - visibility.RECENT, 0)),
            chat=tuple(said for said in self.chat if self.may_read(said, viewer)),
            dice=self.seal(),
        )

    def seal(self) -> wire.Seal:
        """The dice; their secret only when the game is over."""
        dice = self.table.dice
        return wire.Seal(
            source=dice.source,
            commitment=dice.commitment,
            entropy=dice.entropy,
            secret=dice.secret if self.table.phase == "finished" else "",
            rolled=self.play.record.dice_rolled,
            since=dice.since,
        )

    def holder(self, seat: Seat) -> Holder:
        """Who plays a seat of this game."""
        holder = self.table.holder(seat)
        assert holder is not None, "a seat of this game"
        return holder

    def sides(self, viewer: Viewer) -> tuple[str, ...]:
        """The sides a viewer plays on."""
        sides = seating.side_of(self.game)
        return tuple({sides[seat] for seat in viewer.seats})

    def _standing(self) -> dict[Seat, Raw]:
        return {one.seat: Raw(one.standing.encode()) for one in self.table.holders if one.standing is not None}

    # -- listeners

    def enter(self, listener: Listener) -> None:
        """Add a listener. Its first message is the whole table."""
        here = self.table_manager.here(self.id)
        self._audience.set_viewer(listener, self.viewer(listener.person))
        self._hello(listener)
        self._presence(here)
        self.look()

    def leave(self, listener: Listener) -> None:
        here = self.table_manager.here(self.id)
        self.seen = time.monotonic()
        if self._audience.drop(listener):
            self._presence(here)

    def _presence(self, before: frozenset[str]) -> None:
        if self.table_manager.here(self.id) != before:
            self.send_info()
            self.table_manager.publish_here(self)

    def people(self) -> set[str]:
        """Ids of the people watching through this process."""
        return self._audience.people

    def changed(self, person: Person | None, seq: int) -> tuple[wire.Entry, ...]:
        """The latest log lines after ``seq``, as somebody may see them."""
        after = max(seq, self.play.seq - CHANGED, 0)
        return visibility.entries(self.play, self.viewer(person), after)

    def send_info(self) -> None:
        """Send everybody the seats and who is present."""
        for listener, _ in self._audience:
            listener.send(encode(wire.TableChanged(info=self.info(listener.person))))

    def _hello(self, listener: Listener) -> None:
        listener.send(encode(wire.Hello(table=self.view(listener.person), me=listener.person)))

    # -- updates

    def adopt(self, play: AnyPlay, table: StoredTable) -> None:
        """Adopt what was written, and send it to everybody."""
        old_play, old_table = self.play, self.table
        self.play, self.table = play, table
        opened = table.phase == "finished" and old_table.phase != "finished"
        afresh = table.setup != old_table.setup
        orders = [one.standing for one in table.holders] != [one.standing for one in old_table.holders]
        info = lasting(table) != lasting(old_table)
        fresh = {one for one, viewer in self._audience if afresh or self.viewer(one.person) != viewer}
        self._audience.send_changes(old_play, play, self._standing(), orders, fresh)
        if opened:
            self._audience.broadcast(wire.Opened(dice=self.seal()))
        for listener in fresh:
            self._audience.set_viewer(listener, self.viewer(listener.person))
            self._hello(listener)
        if info:
            self.send_info()
        self.table_manager.bells.ring({*owing(old_table)} ^ {*owing(table)})
        self.table_manager.moved(self)

    @property
    def last_said(self) -> int:
        """The number of the last chat message; 0: there is none."""
        return self.chat[-1].id if self.chat else 0

    def add_chat(self, said: tuple[wire.Said, ...]) -> None:
        """Send new chat messages to those who may read them."""
        for one in said:
            if one.id <= self.last_said:
                continue
            self.chat = (*self.chat, one)[-CHAT:]
            self._audience.broadcast(wire.Chatted(said=one), partial(self.may_read, one))

    def may_read(self, said: wire.Said, viewer: Viewer) -> bool:
        return not said.side or said.side in self.sides(viewer)
