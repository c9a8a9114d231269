"""Routes for results, people's pages and ladders."""

from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated

from litestar import get
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter, QueryParameter

from sandtable.core.decision import Seat
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble
from sandtable.server.results.ladder import Entrant, Match, standings, today
from sandtable.server.shelf import Shelf
from sandtable.server.storage import results as store
from sandtable.server.storage.results import Finished, Wanted
from sandtable.server.tables.seating import side_of
from sandtable.server.wire import Person
from sandtable.server.wire.weeks import Ladder, Outcome, PersonPage, Player, Rating, Result, Results

MOST = 500
"""The most games in one response."""
Month = Annotated[str, QueryParameter(pattern=r"^(\d{4}-\d{2})?$", description="`2026-11`; not given: this one.")]
GameFilter = Annotated[str, QueryParameter(max_length=60, description="Only this game.")]
PersonFilter = Annotated[
    str, QueryParameter(max_length=100, description="Only games of the person with this name.")
]
PersonName = Annotated[str, PathParameter(max_length=100)]
GameName = Annotated[str, PathParameter(max_length=60)]


class Archive:
    """Finished games, as far as the viewer may see them."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def month(self, visitor: Person | None, month: str, game: str, name: str) -> Results:
        since, until = _limits(month, self._base.clock())
        async with self._base.database.read() as connection:
            who = await store.person_named(connection, name) if name else None
            if name and who is None:
                raise _nobody(name)
            wanted = Wanted(
                viewer=visitor.id if visitor else "",
                game=game,
                person=who[0].id if who else "",
                since=since,
                until=until,
            )
            found = await store.finished(connection, wanted, MOST)
            earlier, later = await store.neighbours(connection, wanted)
        return Results(
            month=f"{since:%Y-%m}",
            earlier=f"{earlier:%Y-%m}" if earlier else "",
            later=f"{later:%Y-%m}" if later else "",
            results=tuple(self._result(one) for one in found),
        )

    async def person(self, visitor: Person | None, name: str) -> PersonPage:
        async with self._base.database.read() as connection:
            who = await store.person_named(connection, name)
            if who is None:
                raise _nobody(name)
            person, since = who
            wanted = Wanted(viewer=visitor.id if visitor else "", person=person.id)
            found = await store.finished(connection, wanted, MOST)
        outcomes = [self._outcome(one, person.id) for one in found]
        ratings = []
        for game in dict.fromkeys(one.game for one in found if one.rated):
            ratings += [one for one in (await self.ladder(game)).ratings if one.name == person.name]
        return PersonPage(
            person=person,
            since=since,
            ratings=tuple(ratings),
            results=tuple(self._result(one) for one in found),
            won=outcomes.count("won"),
            lost=outcomes.count("lost"),
            drawn=outcomes.count("draw"),
        )

    async def ladder(self, game: str) -> Ladder:
        async with self._base.database.read() as connection:
            games = await store.rated(connection, game)
        names: dict[str, str] = {}
        for one in games:
            for seated in one.seated:
                if seated.person is not None and not seated.person.guest:  # deleted accounts have no rank
                    names[seated.person.id] = seated.person.name
        at = self._base.clock()
        found = {who: today(one, at) for who, one in standings(map(self._match, games)).items() if who in names}
        order = sorted(found, key=lambda who: (found[who].provisional, -found[who].strength.rating, names[who]))
        ratings = []
        for place, who in enumerate(order, 1):
            standing = found[who]
            assert standing.last is not None, "who has played has a last game"
            ratings.append(
                Rating(
                    game=game,
                    name=names[who],
                    rank=0 if standing.provisional else place,
                    rating=round(standing.strength.rating, 1),
                    deviation=round(standing.strength.deviation, 1),
                    provisional=standing.provisional,
                    games=standing.games,
                    won=standing.won,
                    lost=standing.lost,
                    drawn=standing.drawn,
                    last=standing.last,
                )
            )
        return Ladder(game=game, ratings=tuple(ratings))

    def _match(self, game: Finished) -> Match:
        people = dict.fromkeys(one.person.id for one in game.seated if one.person is not None)
        sides = self._sides(game)
        return Match(
            game.ended,
            tuple(
                Entrant(who, next(sides[s.seat] for s in game.seated if s.person and s.person.id == who), outcome)
                for who in people
                if (outcome := self._outcome(game, who)) is not None
            ),
        )

    def _sides(self, game: Finished) -> Mapping[Seat, str]:
        known = self._base.shelf.find(game.game)
        return side_of(known) if known else {one.seat: one.seat for one in game.seated}

    def _won(self, game: Finished, seat: Seat) -> bool:
        """Whether a seat was on the winning side."""
        known = self._base.shelf.find(game.game)
        return known.guide.box.won(seat, game.winner) if known else seat == game.winner

    def _outcome(self, game: Finished, person_id: str) -> Outcome | None:
        """How a game ended for a person. Their best seat counts, but resigning is a loss."""
        own = [one for one in game.seated if one.person is not None and one.person.id == person_id]
        if not own:
            return None
        if all(one.gave_up for one in own):
            return "lost"
        if not game.winner:
            return "draw"
        return "won" if any(self._won(game, one.seat) and not one.gave_up for one in own) else "lost"

    def _result(self, game: Finished) -> Result:
        sides = self._sides(game)
        players: dict[tuple[str, str, str], Player] = {}
        for one in game.seated:
            side, name = sides.get(one.seat, one.seat), one.person.name if one.person else ""
            key = (side, one.person.id if one.person else "", one.bot)
            known = players.get(key)
            outcome: Outcome = "draw" if not game.winner else "won" if self._won(game, one.seat) else "lost"
            if one.gave_up:
                outcome = "lost"
            own = (*known.seats, one.seat) if known else (one.seat,)
            players[key] = Player(side=side, seats=own, name=name, bot=one.bot, outcome=outcome)
        return Result(
            table=game.id if game.open else "",
            game=game.game,
            title=game.title,
            ended=game.ended,
            winner=game.winner,
            rated=game.rated,
            players=tuple(players.values()),
        )


def _limits(month: str, at: datetime) -> tuple[datetime, datetime]:
    """The start of a month, and of the next."""
    year, number = (int(month[:4]), int(month[5:])) if month else (at.year, at.month)
    if not (1 <= number <= 12 and 1900 <= year <= 9998):
        raise Trouble.of(HTTPStatus.BAD_REQUEST, "There's no such month. Write it like 2026-11.")
    following = (year + 1, 1) if number == 12 else (year, number + 1)
    return datetime(year, number, 1, tzinfo=UTC), datetime(*following, 1, tzinfo=UTC)


def _nobody(name: str) -> Trouble:
    return Trouble.of(HTTPStatus.NOT_FOUND, f"Nobody here is called {name!r}.")


@get("/results")
async def results(
    archive: NamedDependency[Archive],
    visitor: NamedDependency[Person | None],
    month: Month = "",
    game: GameFilter = "",
    player: PersonFilter = "",
) -> Results:
    """Finished games of a month: listed and rated ones, and my own."""
    return await archive.month(visitor, month, game, player)


@get("/people/{name:str}")
async def person_page(
    name: PersonName, archive: NamedDependency[Archive], visitor: NamedDependency[Person | None]
) -> PersonPage:
    """A person's results and ratings."""
    return await archive.person(visitor, name)


@get("/ladder/{game:str}")
async def ladder(game: GameName, archive: NamedDependency[Archive], shelf: NamedDependency[Shelf]) -> Ladder:
    """A game's rating list, from its rated games."""
    shelf.take(game)
    return await archive.ladder(game)


def part(base: Base) -> Part:
    """The routes."""
    archive = Archive(base)
    return Part(
        handlers=[results, person_page, ladder],
        dependencies={"archive": Provide(lambda: archive, sync_to_thread=False)},
    )
