"""Routes for long games: my turns, vacations, and deleting an account."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter

from sandtable.server.accounts import Authenticator, HttpRequest, member
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble
from sandtable.server.sessions import Caller
from sandtable.server.storage import vacations
from sandtable.server.storage.accounts import folded
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Me, Person
from sandtable.server.wire.weeks import DeleteAccount, NewVacation, Turn, Vacations

VacationId = Annotated[str, PathParameter(max_length=24, pattern=r"^[a-z0-9]+$")]


class Calendar:
    """Vacations, for the routes."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self._days = base.settings.weeks.vacation_days

    async def show(self, person: Person) -> Vacations:
        at = self._base.clock()
        async with self._base.database.read() as connection:
            found = await vacations.of(connection, person.id)
        used = sum(vacations.days_in(at.year, one.begins, one.ends) for one in found)
        return Vacations(
            vacations=tuple(one for one in found if one.ends > at),
            days=self._days,
            left=round(max(self._days - used, 0.0), 2),
        )

    async def add(self, person: Person, wanted: NewVacation) -> None:
        at = self._base.clock()
        begins, ends = max(_utc(wanted.begins) if wanted.begins else at, at), _utc(wanted.ends)
        if ends <= begins:
            raise Trouble.of(HTTPStatus.BAD_REQUEST, "A vacation must end after it begins.", "bad-vacation")
        if ends.year > at.year + 1:
            raise Trouble.of(
                HTTPStatus.BAD_REQUEST, "A vacation must end by the end of next year.", "bad-vacation"
            )
        async with self._base.database.write() as connection:
            await vacations.lock(connection, person.id)
            found = await vacations.of(connection, person.id)
            if any(begins < one.ends and one.begins < ends for one in found):
                raise Trouble.of(HTTPStatus.CONFLICT, "You already have a vacation at that time.", "bad-vacation")
            for year in range(begins.year, ends.year + 1):
                used = sum(vacations.days_in(year, one.begins, one.ends) for one in found)
                if used + vacations.days_in(year, begins, ends) > self._days:
                    left = max(self._days - used, 0.0)
                    why = f"That is more than {self._days} days in {year}; {left:.0f} are left."
                    raise Trouble.of(HTTPStatus.CONFLICT, why, "bad-vacation")
            await vacations.add(connection, person.id, begins, ends)

    async def end(self, person: Person, vacation_id: str) -> None:
        async with self._base.database.write() as connection:
            if not await vacations.end(connection, person.id, vacation_id, self._base.clock()):
                raise Trouble.of(HTTPStatus.NOT_FOUND, "You have no such vacation.")


def _utc(moment: datetime) -> datetime:
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, "There's no such day.", "bad-vacation") from None


@get("/turns")
async def turns(
    table_manager: NamedDependency[TableManager], visitor: NamedDependency[Person | None]
) -> tuple[Turn, ...]:
    """Tables where it's my turn, longest waiting first."""
    return await table_manager.turns(visitor) if visitor else ()


@get("/vacations")
async def list_vacations(caller: NamedDependency[Caller | None], calendar: NamedDependency[Calendar]) -> Vacations:
    """My current and future vacations, and the days left this year."""
    return await calendar.show(member(caller))


@post("/vacations", status_code=HTTPStatus.OK)
async def new_vacation(
    data: JSONBody[NewVacation],
    caller: NamedDependency[Caller | None],
    calendar: NamedDependency[Calendar],
    table_manager: NamedDependency[TableManager],
) -> Vacations:
    """Schedule a vacation. Clocks that count days stop during it."""
    person = member(caller)
    await calendar.add(person, data)
    await table_manager.update_clocks(person)
    return await calendar.show(person)


@delete("/vacations/{vacation_id:str}", status_code=HTTPStatus.OK)
async def end_vacation(
    vacation_id: VacationId,
    caller: NamedDependency[Caller | None],
    calendar: NamedDependency[Calendar],
    table_manager: NamedDependency[TableManager],
) -> Vacations:
    """End a vacation early, or cancel it."""
    person = member(caller)
    await calendar.end(person, vacation_id)
    await table_manager.update_clocks(person)
    return await calendar.show(person)


@post("/account/delete", status_code=HTTPStatus.OK)
async def delete_account(
    request: HttpRequest,
    data: JSONBody[DeleteAccount],
    caller: NamedDependency[Caller | None],
    authenticator: NamedDependency[Authenticator],
    table_manager: NamedDependency[TableManager],
) -> Response[Me]:
    """Delete my account. Bots take my seats. My moves and messages stay, under "former player"."""
    person = member(caller)
    authenticator.limit_attempts(request)
    if folded(data.name) != folded(person.name):
        raise Trouble.of(HTTPStatus.BAD_REQUEST, "That's not your account's name.", "wrong-name")
    if await authenticator.check_password(request, person.name, data.password) is None:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "The password is wrong.", "wrong-password")
    await table_manager.forget(person)
    answer = await authenticator.close_session(request, caller)
    await table_manager.recheck(person.id)
    return answer


def part(base: Base) -> Part:
    """The routes."""
    calendar = Calendar(base)
    return Part(
        handlers=[turns, list_vacations, new_vacation, end_vacation, delete_account],
        dependencies={"calendar": Provide(lambda: calendar, sync_to_thread=False)},
    )
