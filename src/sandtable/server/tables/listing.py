"""Tables as lists show them."""

from datetime import datetime

from msgspec.structs import replace

from sandtable.server import wire
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables import timing
from sandtable.server.wire import Person


def table_info(
    table: StoredTable, game: str, person: Person | None, here: frozenset[str], at: datetime
) -> wire.TableInfo:
    """A table as lists show it. ``game``: its game's address; ``here``: ids of people who are watching."""
    return wire.TableInfo(
        id=table.id,
        game=game,
        title=table.title,
        scenario=table.setup.scenario,
        options=dict(table.setup.options),
        phase=table.phase,
        listed=table.listed,
        host=table.host,
        seats=tuple(
            wire.Chairholder(
                seat=one.seat,
                person=one.person,
                bot=one.bot,
                invited=one.invited,
                here=one.person is not None and one.person.id in here,
                conceded=one.conceded,
                time=timing.seat_time(table, one, at),
            )
            for one in table.holders
        ),
        turn=table.turn,
        mine=table.seats_of(person),
        headline=table.headline,
        winner=table.winner,
        made=table.made,
        moved=table.moved,
        seq=table.seq,
        next=table.next,
        study=table.study,
        source=table.source,
        moment=table.moment,
        clock=table.clock,
        rated=table.rated,
        pairing=table.pairing,
        closed=table.closed,
        puzzle=table.puzzle,
        excluded=_excluded(table, person),
    )


def _excluded(table: StoredTable, person: Person | None) -> tuple[wire.Excluded, ...]:
    if person is None:
        return ()
    insider = person.id == table.host.id or bool(table.seats_of(person))
    return tuple(
        wire.Excluded(name=one.person.name, removed=one.removed, why=one.why)
        for one in table.excluded
        if insider or one.person.id == person.id
    )


def lasting(table: StoredTable) -> StoredTable:
    """The table without the fields that every decision changes."""
    return replace(
        table,
        moved=table.made,
        version=0,
        seq=0,
        turn=(),
        headline="",
        stretch="",
        due=None,
        holders=tuple(replace(one, owes=False, standing=None, given=0) for one in table.holders),
    )
