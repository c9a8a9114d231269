"""A table as a list shows it."""

from datetime import datetime

from msgspec.structs import replace

from sandtable.server import wire
from sandtable.server.storage.tables import Sheet
from sandtable.server.tables import timing
from sandtable.server.wire import Person


def table_info(sheet: Sheet, person: Person | None, here: frozenset[str], at: datetime) -> wire.TableInfo:
    """A table as a list shows it. ``here``: ids of people who look at it now."""
    return wire.TableInfo(
        id=sheet.id,
        game=sheet.game,
        title=sheet.title,
        scenario=sheet.setup.scenario,
        options=dict(sheet.setup.options),
        phase=sheet.phase,
        listed=sheet.listed,
        host=sheet.host,
        seats=tuple(
            wire.Chairholder(
                seat=one.seat,
                person=one.person,
                bot=one.bot,
                invited=one.invited,
                here=one.person is not None and one.person.id in here,
                conceded=one.conceded,
                time=timing.seat_time(sheet, one, at),
            )
            for one in sheet.holders
        ),
        turn=sheet.turn,
        mine=sheet.seats_of(person),
        headline=sheet.headline,
        winner=sheet.winner,
        made=sheet.made,
        moved=sheet.moved,
        seq=sheet.seq,
        next=sheet.next,
        study=sheet.study,
        source=sheet.source,
        moment=sheet.moment,
        clock=sheet.clock,
        rated=sheet.rated,
    )


def lasting(sheet: Sheet) -> Sheet:
    """The sheet without what every decision changes."""
    return replace(
        sheet,
        moved=sheet.made,
        version=0,
        seq=0,
        turn=(),
        headline="",
        stretch="",
        due=None,
        holders=tuple(replace(one, owes=False, standing=None, given=0) for one in sheet.holders),
    )
