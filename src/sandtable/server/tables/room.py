"""One table in use: everything that happens at it goes through here, one thing after the other.

The order is always the same. What is wanted is tried on a draft; the draft's new lines, the key of the request and
what lists show are written in one transaction, which holds only if the table is still as it was thought to be;
then the draft becomes the play, and everybody is told. What cannot be written has not happened.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from sandtable.core.amending import NOBODY
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import NoDice
from sandtable.core.game import AnyGame
from sandtable.core.record import CannotUndo
from sandtable.core.refusal import Refusal
from sandtable.server import wire
from sandtable.server.problems import problem, refused
from sandtable.server.storage import outbox
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import Holder, Sheet
from sandtable.server.tables import answering, calls, seating, sight, studying, timing
from sandtable.server.tables.archive import Archive
from sandtable.server.tables.audience import Audience, Listener, encode
from sandtable.server.tables.building import (
    AnyPlay,
    build,
    read_line,
    standing_orders,
    summed_up,
    write_line,
)
from sandtable.server.tables.listing import lasting, table_info
from sandtable.server.tables.play import Hand
from sandtable.server.tables.sight import Viewer
from sandtable.server.wire import Done, Person, Problem

if TYPE_CHECKING:
    from sandtable.server.tables.house import House

TRIES = 5
"""So often a change is thought out anew when another worker was faster."""
CHAT = 100
"""Lines of chat that come with a table."""
CLOCK = "clock"
"""Who gave up, in the log, where time ran out."""


class Draft(msgspec.Struct, frozen=True):
    """A change that is to be written: the play and the sheet as they would be."""

    play: AnyPlay
    sheet: Sheet
    dropped: tuple[str, ...] = ()
    unsettled: bool = False
    """Standing orders may have more to say."""


class Once(msgspec.Struct, frozen=True):
    """What must not happen twice."""

    person: str
    key: str


class Room:
    """A table, its play, and who looks at it from this process."""

    def __init__(
        self, house: "House", game: AnyGame, sheet: Sheet, play: AnyPlay, chat: tuple[wire.Said, ...]
    ) -> None:
        self.house = house
        self.game = game
        self.sheet = sheet
        self.play = play
        self.chat = chat
        self.uses = 0
        """How many are busy with this room, so that it must not be cleared away."""
        self.unsettled = True
        """Whether standing orders may have something to say."""
        self._audience = Audience()
        self._lock = asyncio.Lock()
        self.archive = Archive()

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def watched(self) -> bool:
        """Whether anybody looks at it from here."""
        return bool(self._audience)

    @contextmanager
    def used(self) -> Iterator["Room"]:
        self.uses += 1
        try:
            yield self
        finally:
            self.uses -= 1

    # what can be seen

    async def greet(self, person: Person | None) -> None:
        """Somebody comes. If they have another name by now, everybody learns it."""
        known = {one.person.id: one.person for one in self.sheet.holders if one.person is not None}
        if person is not None and known.get(person.id, person) != person:
            await self.catch_up()

    def viewer(self, person: Person | None) -> Viewer:
        return Viewer(self.sheet.seats_of(person))

    def info(self, person: Person | None) -> wire.TableInfo:
        """The table as a list shows it."""
        return table_info(self.sheet, person, self.house.here(self.id), self.house.clock())

    def view(self, person: Person | None) -> wire.TableView:
        """All that a page needs."""
        viewer = self.viewer(person)
        return wire.TableView(
            info=self.info(person),
            stand=sight.whole(self.play, viewer, self._standing()),
            recent=sight.entries(self.play, viewer, max(self.play.seq - sight.RECENT, 0)),
            chat=tuple(said for said in self.chat if self._may_read(said, viewer)),
            dice=self.seal(),
        )

    def seal(self) -> wire.Seal:
        """The dice: their secret only when the game is over."""
        dice = self.sheet.dice
        return wire.Seal(
            source=dice.source,
            commitment=dice.commitment,
            entropy=dice.entropy,
            secret=dice.secret if self.sheet.phase == "finished" else "",
            rolled=self.play.record.dice_rolled,
            since=dice.since,
        )

    def _sides(self, viewer: Viewer) -> tuple[str, ...]:
        sides = seating.side_of(self.game)
        return tuple({sides[seat] for seat in viewer.seats})

    def _standing(self) -> dict[Seat, Raw]:
        return {one.seat: Raw(one.standing.encode()) for one in self.sheet.holders if one.standing is not None}

    # listening

    def enter(self, listener: Listener) -> None:
        """Somebody begins to look on; the first thing they hear is how the table stands."""
        here = self.house.here(self.id)
        self._audience.seat(listener, self.viewer(listener.person))
        self._hello(listener)
        self._presence(here)

    def leave(self, listener: Listener) -> None:
        here = self.house.here(self.id)
        if self._audience.drop(listener):
            self._presence(here)

    def _presence(self, before: frozenset[str]) -> None:
        if self.house.here(self.id) != before:
            self.tell_info()
            self.house.publish_here(self)

    def people(self) -> set[str]:
        """Ids of who looks on from here."""
        return self._audience.people

    def hello(self, listener: Listener) -> None:
        """Let somebody start afresh."""
        if listener in self._audience:
            self._hello(listener)

    def tell_info(self) -> None:
        """Everybody hears who sits where and who is here."""
        here = self.house.here(self.id)
        for listener, _ in self._audience:
            info = table_info(self.sheet, listener.person, here, self.house.clock())
            listener.tell(encode(wire.TableChanged(info=info)))

    def _hello(self, listener: Listener) -> None:
        listener.tell(encode(wire.Hello(table=self.view(listener.person), me=listener.person)))

    # what people do

    async def act(self, person: Person, wanted: wire.Act) -> Done | Problem:
        """Take actions for a seat, all or none."""

        def think() -> Draft | Problem:
            stop = self._not_acting(person, wanted.seat)
            if stop is not None:
                return stop
            actions = answering.read_actions(self.game, wanted.actions)
            if isinstance(actions, Problem):
                return actions
            if self.play.overtaken(wanted.seat, wanted.seq):
                return conflict()
            draft = self.play.draft()
            hand = Hand(person.name, self.house.clock(), wanted.key, person.id)
            return self._settled(draft, _acted(draft, wanted.seat, actions, hand))

        return await self._once(person, wanted.key, think)

    async def undo(self, person: Person, wanted: wire.Undo) -> Done | Problem:
        """Take back a decision; others after it are taken again where they can be."""

        def think() -> Draft | Problem:
            by_hand = wanted.seat == NOBODY
            stop = studying.not_editing(self.sheet, person) if by_hand else self._not_acting(person, wanted.seat)
            if stop is not None:
                return stop
            if wanted.seq != self.play.seq:
                return conflict()
            draft = self.play.draft()
            dropped = draft.undo(
                wanted.seat, wanted.number, Hand(person.name, self.house.clock(), wanted.key, person.id)
            )
            if isinstance(dropped, CannotUndo):
                return problem(HTTPStatus.UNPROCESSABLE_ENTITY, dropped.why)
            return Draft(draft, summed_up(self.sheet, draft), dropped)

        return await self._once(person, wanted.key, think)

    async def standing(self, person: Person, wanted: wire.Standing) -> Done | Problem:
        """Leave standing orders, or take them back."""

        def think() -> Draft | Problem:
            stop = self._not_acting(person, wanted.seat)
            if stop is not None:
                return stop
            orders = answering.read_orders(self.game, wanted.orders)
            if isinstance(orders, Problem):
                return orders
            holder = self._holder(wanted.seat)
            left = self.sheet.with_holder(replace(holder, standing=orders, given=self.play.number))
            return self._settled(self.play.draft(), None, left)

        return await self._once(person, wanted.key, think, apart=True)

    async def edit(self, person: Person, wanted: wire.Edit) -> Done | Problem:
        """Change the position of a study by hand."""

        def think() -> Draft | Problem:
            stop = studying.not_editing(self.sheet, person)
            if stop is not None:
                return stop
            changes = answering.read_changes(self.game, wanted.changes)
            if isinstance(changes, Problem):
                return changes
            if wanted.seq != self.play.seq:
                return conflict()
            draft = self.play.draft()
            refusal = draft.edit(changes, Hand(person.name, self.house.clock(), wanted.key, person.id))
            return self._settled(draft, refused(refusal) if refusal is not None else None)

        return await self._once(person, wanted.key, think)

    async def resign(self, person: Person, seat: Seat) -> wire.TableInfo | Problem:
        """Give up."""

        def think() -> Draft | Problem:
            if self.sheet.phase != "playing":
                return seating.not_in_play(self.sheet)
            action = self.game.resignation
            if action is None:
                return problem(
                    HTTPStatus.CONFLICT, "In this game nobody gives up. You can hand your seat to a bot."
                )
            draft, hand = self.play.draft(), Hand(person.name, self.house.clock(), "", person.id)
            sheet = self._gave_up(self.sheet, draft, action, person, seat, hand)
            return sheet if isinstance(sheet, Problem) else self._settled(draft, None, sheet)

        return await self._changed(person, think)

    def _gave_up(
        self, sheet: Sheet, draft: AnyPlay, action: Any, person: Person, seat: Seat, hand: Hand
    ) -> Sheet | Problem:
        """A draft in which a person gives up; the sheet that goes with it."""
        seats = seating.resigning(sheet, self.game, person, seat)
        if isinstance(seats, Problem):
            return seats
        first = draft.act(seats[0], (action,), hand)
        if first is not None:
            return refused(first)
        for other in seats[1:]:
            if draft.record.finished:
                break
            draft.act(other, (action,), hand)  # who is the same player has given up already
        return seating.given_up(sheet, self.game, seats)

    async def ask(self, person: Person | None, wanted: wire.Ask) -> wire.Answered | Problem:
        """Answer a question from what the asker may see. Thinking is done beside the event loop."""
        if wanted.seat is not None and wanted.seat not in self.viewer(person).seats:
            return problem(HTTPStatus.FORBIDDEN, "This seat is not yours.")
        play = self.play
        async with self.house.asking:
            answer = await asyncio.to_thread(answering.answer, play, wanted.seat, wanted.question, wanted.at)
        return answer if isinstance(answer, Problem) else wire.Answered(id=wanted.id, answer=answer)

    async def say(self, person: Person, wanted: wire.Say) -> wire.Said | Problem:
        """One line of chat, to all or to one's side."""
        if wanted.side and wanted.side not in self._sides(self.viewer(person)):
            return problem(HTTPStatus.FORBIDDEN, "Only who plays for a side talks to it.")
        text = wanted.text.strip()
        if not text:
            return problem(HTTPStatus.BAD_REQUEST, "Say something.")
        if self.house.too_fast(f"chat {person.id}", self.house.limits.chat):
            return problem(HTTPStatus.TOO_MANY_REQUESTS, "That was too fast. Wait a little.")
        async with self._lock:
            async with self.house.database.write() as connection:
                await store.lock(connection, self.id)
                said = await store.say(connection, self.id, person, text, wanted.side)
            self._heard((said,))
        self.house.publish_said(self)
        return said

    # who sits where

    async def sit(self, person: Person, wanted: wire.TakeSeat) -> wire.TableInfo | Problem:
        return await self._reseat(person, lambda sheet: seating.sit(sheet, person, wanted.seat, wanted.entropy))

    async def stand_up(self, person: Person) -> wire.TableInfo | Problem:
        """Leave the table."""
        return await self._reseat(person, lambda sheet: seating.leave(sheet, person, self.game))

    async def set_seat(self, person: Person, seat: Seat, plan: str) -> wire.TableInfo | Problem:
        return await self._reseat(person, lambda sheet: seating.set_seat(sheet, person, self.game, seat, plan))

    async def start(self, person: Person, bot: str) -> wire.TableInfo | Problem:
        """Begin with bots in the free seats."""

        def fill(sheet: Sheet) -> Sheet | Problem:
            stop = _hosts_only(sheet, person)
            return seating.filled(sheet, self.game, bot) if stop is None else stop

        return await self._reseat(person, fill)

    async def abandon(self, person: Person) -> wire.TableInfo | Problem:
        """Clear the table away before the game begins."""

        def away(sheet: Sheet) -> Sheet | Problem:
            return _hosts_only(sheet, person) or replace(sheet, phase="abandoned", turn=())

        return await self._reseat(person, away)

    async def publish(self, person: Person, listed: bool) -> wire.TableInfo | Problem:
        """Show a finished game to everybody, or no longer."""
        return await self._reseat(person, lambda sheet: seating.published(sheet, person, listed))

    async def follow_with(self, next_id: str) -> str:
        """Note the table of the rematch, if there is none yet; which one it is."""

        def think() -> Draft:
            return Draft(self.play, self.sheet if self.sheet.next else replace(self.sheet, next=next_id))

        await self._write(think)
        return self.sheet.next

    async def _reseat(
        self, person: Person, seated: Callable[[Sheet], Sheet | Problem]
    ) -> wire.TableInfo | Problem:
        def think() -> Draft | Problem:
            sheet = seated(self.sheet)
            if isinstance(sheet, Problem):
                return sheet
            play = self.play
            if seating.ready(sheet):
                sheet = seating.begun(sheet, self.game)
                if isinstance(sheet, Problem):
                    return sheet
                play = build(self.game, sheet, map(write_line, play.lines))
            return Draft(play, summed_up(sheet, play))

        return await self._changed(person, think)

    # what nobody does by hand

    def bots_due(self) -> list[tuple[Decision, Holder]]:
        """Decisions that bots owe."""
        if self.sheet.phase != "playing":
            return []
        holders = {one.seat: one for one in self.sheet.holders if one.bot}
        return [(one, holders[one.seat]) for one in self.play.pending if one.seat in holders]

    def orders_due(self) -> bool:
        """Whether a seat with standing orders owes a decision."""
        if self.sheet.phase != "playing" or not self.unsettled:
            return False
        ordered = {one.seat for one in self.sheet.holders if one.standing is not None and not one.bot}
        return any(one.seat in ordered for one in self.play.pending)

    async def bot_acts(self, seat: Seat, bot: str, seq: int, action: Raw, reason: str) -> Problem | None:
        """A bot's answer to the table as it was at ``seq``; it is judged like anybody's."""

        def think() -> Draft | Problem:
            if self.sheet.phase != "playing" or self._holder(seat).bot != bot or self.play.overtaken(seat, seq):
                return conflict()
            actions = answering.read_actions(self.game, [action])
            if isinstance(actions, Problem):
                return actions
            draft = self.play.draft()
            return self._settled(draft, _acted(draft, seat, actions, Hand(bot, self.house.clock(), reason=reason)))

        done = await self._write(think)
        return done if isinstance(done, Problem) else None

    async def look_at_clocks(self) -> None:
        """Do what was agreed to where time is up, and note who is to be reminded."""

        def think() -> Draft | Problem:
            at = self.house.clock()
            if self.sheet.phase != "playing" or self.sheet.due is None or self.sheet.due > at:
                return conflict()
            draft, sheet = self.play.draft(), timing.warned(self.sheet, at)
            for seat in timing.overdue(sheet, at):
                sheet = self._time_is_up(sheet, draft, seat, at)
            return self._settled(draft, None, sheet)

        await self._write(think)

    def _time_is_up(self, sheet: Sheet, draft: AnyPlay, seat: Seat, at: datetime) -> Sheet:
        holder = sheet.holder(seat)
        clock = sheet.clock
        if holder is None or holder.person is None or holder.bot or clock is None:
            return sheet  # it has given up with another one
        sheet = sheet.with_holder(timing.run_out(holder))
        action = self.game.resignation
        if clock.end == "mark" or draft.record.finished:
            return sheet
        if clock.end == "loss" and action is not None:
            lost = self._gave_up(sheet, draft, action, holder.person, seat, Hand(CLOCK, at))
            if isinstance(lost, Sheet):
                return lost
        return seating.stood_in(sheet, self.game, seat)

    async def keep_time(self) -> None:
        """Somebody's vacation has changed: clocks are counted anew."""
        await self.catch_up()
        await self._write(lambda: Draft(self.play, self.sheet))

    async def clear_seats(self, person: Person) -> None:
        """Somebody goes for good: bots play on; a table that has not begun loses them, or its host."""
        if self.sheet.phase == "waiting" and self.sheet.host.id == person.id:
            await self.abandon(person)
        elif self.sheet.seats_of(person):
            await self.stand_up(person)

    async def reread(self) -> None:
        """People have other names by now, or are other people."""
        async with self._lock:
            await self._catch_up(whole=True)
        self.house.publish(self)

    async def obey(self) -> None:
        """Go on by standing orders."""
        self.unsettled = False
        await self._write(lambda: self._settled(self.play.draft(), None))

    # thinking

    def _settled(self, draft: AnyPlay, stop: Problem | None, sheet: Sheet | None = None) -> Draft | Problem:
        """What a draft comes to when standing orders have had their say."""
        if stop is not None:
            return stop
        sheet = self.sheet if sheet is None else sheet
        unsettled = False
        if any(one.standing is not None for one in sheet.holders):
            orders = standing_orders(self.game, sheet)
            by_hand = {one.seat: orders[one.seat] for one in sheet.holders if one.seat in orders and not one.bot}
            try:
                unsettled = draft.obey(by_hand, self.house.clock())
            except NoDice:
                return no_dice()
            for seat, left in orders.items():
                if draft.lapsed(seat, left):
                    holder = sheet.holder(seat)
                    assert holder is not None
                    sheet = sheet.with_holder(replace(holder, standing=None))
        return Draft(draft, summed_up(sheet, draft), unsettled=unsettled)

    def _not_acting(self, person: Person, seat: Seat) -> Problem | None:
        holder = self.sheet.holder(seat)
        if holder is None or holder.person is None or holder.person.id != person.id:
            return problem(HTTPStatus.FORBIDDEN, "This seat is not yours.")
        if self.sheet.phase != "playing":
            return seating.not_in_play(self.sheet)
        if holder.bot:
            return problem(HTTPStatus.CONFLICT, "A bot plays this seat for you. Take it back first.", "bot-plays")
        return None

    def _holder(self, seat: Seat) -> Holder:
        holder = self.sheet.holder(seat)
        assert holder is not None, "a seat of this game"
        return holder

    # writing

    async def _once(
        self, person: Person, key: str, think: Callable[[], Draft | Problem], *, apart: bool = False
    ) -> Done | Problem:
        """Do what a key asks for, once: a retry gets the same answer."""
        done = await self._write(think, Once(person.id, key), apart=apart)
        return Done(key=key, seq=done.play.seq, dropped=done.dropped) if isinstance(done, Draft) else done

    async def _changed(self, person: Person, think: Callable[[], Draft | Problem]) -> wire.TableInfo | Problem:
        done = await self._write(think)
        return done if isinstance(done, Problem) else self.info(person)

    async def _write(
        self, think: Callable[[], Draft | Problem], once: Once | None = None, *, apart: bool = False
    ) -> Draft | Done | Problem:
        """Think, write, become. Whoever was faster elsewhere makes us think again.

        Returns what became of it; if the key was used before, what was answered then. ``apart``: think beside the
        event loop, for it may take a while.
        """
        async with self._lock:
            for _ in range(TRIES):
                draft = await self._think(think, apart)
                if isinstance(draft, Draft):
                    sheet = self._timed(draft)
                    draft = replace(draft, sheet=replace(sheet, version=self.sheet.version + 1))
                    if await self._written(draft, once):
                        self.unsettled = draft.unsettled
                        self._become(draft.play, draft.sheet)
                        self.house.publish(self)
                        return draft
                async with self.house.database.read() as connection:
                    told = once and await store.answer_to(connection, self.id, once.person, once.key)
                    current = await store.version(connection, self.id) == self.sheet.version
                if told:
                    return msgspec.json.decode(told, type=Done)
                if current and isinstance(draft, Problem):
                    return draft
                await self._catch_up()
            return conflict()

    def _timed(self, draft: Draft) -> Sheet:
        turn = self.game.guide.turn(draft.play.record.view(None))
        return timing.kept(self.sheet, draft.sheet, turn, self.house.clock())

    async def _think(self, think: Callable[[], Draft | Problem], apart: bool) -> Draft | Problem:
        try:
            if apart or any(one.standing is not None for one in self.sheet.holders):
                return await asyncio.to_thread(think)
            return think()
        except NoDice:
            return no_dice()

    async def _written(self, draft: Draft, once: Once | None) -> bool:
        """Whether a draft could be written: the table was still as we know it, and the key was new."""
        try:
            async with self.house.database.write() as connection:
                if not await store.change(connection, self.sheet, draft.sheet):
                    return False
                if draft.play is not self.play:
                    new = draft.play.lines[self.play.seq :]
                    await store.append(connection, self.id, map(write_line, new))
                if self.house.writes_letters:
                    news = calls.calls(self.sheet, draft.sheet)
                    await outbox.call(connection, self.id, news, self.house.clock(), self.house.delay)
                if once is not None:
                    done = Done(key=once.key, seq=draft.play.seq, dropped=draft.dropped)
                    await store.remember(connection, self.id, once.person, once.key, encode(done).decode())
        except IntegrityError:
            return False
        return True

    async def catch_up(self) -> None:
        """Read what other workers have written."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self, *, whole: bool = False) -> None:
        async with self.house.database.read() as connection:
            sheet = await store.find(connection, self.id)
            assert sheet is not None, "tables are not deleted"
            again = whole or sheet.setup != self.sheet.setup or sheet.dice != self.sheet.dice
            written = await store.lines(connection, self.id, 0 if again else self.play.seq)
            said = await store.chatted(
                connection,
                self.id,
                tuple(set(seating.side_of(self.game).values())),
                self.chat[-1].id if self.chat and not whole else 0,
                CHAT,
            )
        if again:
            play = await asyncio.to_thread(build, self.game, sheet, written)
        else:
            play = self.play
            if written:
                play = play.draft()
                play.take(read_line(self.game, one) for one in written)
        self._become(play, sheet)
        if whole:
            self.chat = said
        else:
            self._heard(said)

    # telling

    def _become(self, play: AnyPlay, sheet: Sheet) -> None:
        """What is written is so: from now on, and everybody hears of it."""
        old_play, old_sheet = self.play, self.sheet
        self.play, self.sheet = play, sheet
        opened = sheet.phase == "finished" and old_sheet.phase != "finished"
        afresh = sheet.setup != old_sheet.setup
        orders = [one.standing for one in sheet.holders] != [one.standing for one in old_sheet.holders]
        info = lasting(sheet) != lasting(old_sheet)
        fresh = {one for one, viewer in self._audience if afresh or self.viewer(one.person) != viewer}
        self._audience.follow(old_play, play, self._standing(), orders, fresh)
        if opened:
            self._audience.hear(wire.Opened(dice=self.seal()))
        for listener in fresh:
            self._audience.seat(listener, self.viewer(listener.person))
            self._hello(listener)
        if info:
            self.tell_info()
        self.house.moved(self)

    def _heard(self, said: tuple[wire.Said, ...]) -> None:
        """New lines of chat, for those who may read them."""
        last = self.chat[-1].id if self.chat else 0
        for one in said:
            if one.id <= last:
                continue
            self.chat = (*self.chat, one)[-CHAT:]
            self._audience.hear(wire.Chatted(said=one), partial(self._may_read, one))

    def _may_read(self, said: wire.Said, viewer: Viewer) -> bool:
        return not said.side or said.side in self._sides(viewer)


def conflict() -> Problem:
    return problem(
        HTTPStatus.CONFLICT, "The table has moved on since you looked. Look at it as it stands now, and try again."
    )


def no_dice() -> Problem:
    return problem(
        HTTPStatus.CONFLICT, "The dice of this game are not here, so it can only be looked at.", "no-dice"
    )


def _acted(draft: AnyPlay, seat: Seat, actions: list[Any], hand: Hand) -> Problem | None:
    refusal = draft.act(seat, actions, hand)
    return refused(refusal) if isinstance(refusal, Refusal) else None


def _hosts_only(sheet: Sheet, person: Person) -> Problem | None:
    if sheet.host.id != person.id:
        return problem(HTTPStatus.FORBIDDEN, "Only the host of the table can do this.")
    if sheet.phase != "waiting":
        return problem(HTTPStatus.CONFLICT, "The game has begun.")
    return None
