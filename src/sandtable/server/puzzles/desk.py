"""Sets puzzles up as studies, and judges the combat moves made there."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.exc import IntegrityError

from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame
from sandtable.guides.area.questions import WorthAnswer
from sandtable.puzzles import collection, judging
from sandtable.puzzles.position import SETUP, changes_of, solution_of
from sandtable.puzzles.puzzle import Puzzle
from sandtable.server import metering
from sandtable.server.part import Base
from sandtable.server.problems import problem
from sandtable.server.puzzles.choosing import daily, day_of, nearest
from sandtable.server.puzzles.rating import attempted, strength_of
from sandtable.server.results.glicko import Strength
from sandtable.server.security import fresh_id
from sandtable.server.storage import puzzles as store
from sandtable.server.storage import vacations
from sandtable.server.storage.puzzles import Rated, Tried
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables.building import AnyPlay, build
from sandtable.server.tables.play import Attribution
from sandtable.server.tables.studying import own_seats
from sandtable.server.tables.table_manager import ID_LETTERS, TableManager
from sandtable.server.wire import Person, Problem, TableInfo
from sandtable.server.wire.puzzles import Attempt, CombatWorth, PuzzleAt, PuzzleInfo, Puzzles, Verdict
from sandtable.server.wire.study import Advised
from sandtable.server.workers.jobs import Question

if TYPE_CHECKING:
    from sandtable.server.tables.room import Room


class Desk:
    """The puzzles of this server."""

    def __init__(self, base: Base, table_manager: TableManager) -> None:
        self._base = base
        self._table_manager = table_manager

    def _known(self, game: str = "") -> dict[str, Puzzle]:
        """The puzzles of the games that are here."""
        here = {one: self._base.shelf.find(one) for one in collection.games() if game in ("", one)}
        return {puzzle.id: puzzle for one, found in here.items() if found for puzzle in collection.puzzles_of(one)}

    async def page(self, visitor: Person | None) -> Puzzles:
        """Today's puzzle, and how somebody is doing."""
        known = self._known()
        async with self._base.database.read() as connection:
            rated = await store.ratings(connection)
            tried = await store.of_person(connection, visitor.id) if visitor else []
        mine = {one.puzzle: one for one in tried}
        day = day_of(self._base.clock())
        today = daily(tuple(known), day)
        strength = tried[0].after if tried else Strength()
        return Puzzles(
            date=day.isoformat(),
            daily=_info(known[today], rated, mine) if today else None,
            games=tuple(dict.fromkeys(puzzle.game for puzzle in known.values())),
            total=len(known),
            rating=strength.rating,
            deviation=strength.deviation,
            solved=sum(one.grade == "right" for one in tried),
            tried=len(tried),
            history=tuple(
                Attempt(
                    puzzle=_info(known[one.puzzle], rated, mine),
                    table=one.table,
                    grade=one.grade,
                    before=one.before,
                    rating=one.after.rating,
                    at=one.at,
                )
                for one in tried[: store.SHOWN]
                if one.puzzle in known
            ),
        )

    async def next(self, person: Person, game: str) -> str | Problem:
        """The id of a puzzle near a person's rating: one that is new to them, or one that they got wrong."""
        known = self._known(game)
        if not known:
            return problem(HTTPStatus.NOT_FOUND, "There are no puzzles for this game.")
        async with self._base.database.read() as connection:
            rated = await store.ratings(connection)
            tried = await store.of_person(connection, person.id)
        ratings = {one: strength_of(puzzle, rated.get(one)).strength.rating for one, puzzle in known.items()}
        mine = tried[0].after.rating if tried else Strength().rating
        found = nearest(ratings, mine, {one.puzzle for one in tried})
        again = [one.puzzle for one in reversed(tried) if one.grade != "right" and one.puzzle in known]
        return found or next(iter(again), None) or next(iter(known))

    async def start(self, person: Person, puzzle_id: str) -> TableInfo | Problem:
        """A person's table with a puzzle: the one they have, or a new one."""
        puzzle = self._known().get(puzzle_id)
        game = self._base.shelf.find(puzzle.game) if puzzle else None
        if puzzle is None or game is None:
            return problem(HTTPStatus.NOT_FOUND, "There is no such puzzle.")
        async with self._base.database.read() as connection:
            had = await store.table_of(connection, person.id, puzzle_id)
        if had:
            async with self._table_manager.room(had) as room:
                if room is not None:
                    return room.info(person)
        table, play = await metering.apart(self._set_up, person, game, puzzle)
        return await self._table_manager.open_study(person, table, play)

    def _set_up(self, person: Person, game: AnyGame, puzzle: Puzzle) -> tuple[StoredTable, AnyPlay]:
        at = self._base.clock()
        table = StoredTable(
            id=fresh_id(ID_LETTERS),
            game=game.id,
            title=f"{game.title}: {_number(puzzle)}",
            setup=SETUP,
            phase="playing",
            listed=False,
            study=True,
            puzzle=puzzle.id,
            host=person,
            dice=SeededDice.fresh().provenance,
            made=at,
            moved=at,
            holders=own_seats(game.guide.box.seats_in(""), person),
        )
        play = build(game, table, ())
        refusal = play.edit(changes_of(game, puzzle), Attribution(by=person.name, at=at, person=person.id))
        assert refusal is None, "the tests set up every puzzle"
        return table, play

    async def at(self, room: "Room", person: Person | None, who: str) -> PuzzleAt | Problem:
        """The puzzle at a table, with the verdict on the answer that counted."""
        puzzle = self._puzzle_at(room)
        if isinstance(puzzle, Problem):
            return puzzle
        host = person is not None and person.id == room.table.host.id
        async with self._base.database.read() as connection:
            rated = await store.ratings(connection)
            tried = await store.of_person(connection, person.id) if person is not None and host else []
        mine = {one.puzzle: one for one in tried}
        info, known = _info(puzzle, rated, mine), mine.get(puzzle.id)
        if known is None:
            return PuzzleAt(info, None)
        solved = await self._worth(room, self._solved(room, puzzle), puzzle, who)
        if isinstance(solved, Problem):
            return solved
        verdict = Verdict(
            puzzle=info,
            grade=known.grade,
            value=known.value,
            best=puzzle.best,
            other=puzzle.other,
            keys=puzzle.keys,
            combats=(),
            solved=_combats(solved),
            steps=self._steps(room, puzzle),
            counted=True,
            before=known.before,
            rating=known.after.rating,
        )
        return PuzzleAt(info, verdict)

    async def check(self, room: "Room", person: Person, who: str) -> Verdict | Problem:
        """Judge the combat moves on the board. The first answer counts."""
        puzzle = self._puzzle_at(room)
        if isinstance(puzzle, Problem):
            return puzzle
        if room.table.host.id != person.id:
            return problem(HTTPStatus.FORBIDDEN, "This puzzle is somebody else's. Start your own.")
        answer = await self._worth(room, room.play.record.state, puzzle, who)
        solved = (
            answer
            if isinstance(answer, Problem)
            else await self._worth(room, self._solved(room, puzzle), puzzle, who)
        )
        if isinstance(answer, Problem) or isinstance(solved, Problem):
            return answer if isinstance(answer, Problem) else solved  # type: ignore[return-value]
        judged = judging.judged(puzzle, answer)
        counted, mine, rated = await self._recorded(room, person, puzzle, judged)
        return Verdict(
            puzzle=_info(puzzle, rated, {puzzle.id: mine}),
            grade=judged.grade,
            value=judged.value,
            best=puzzle.best,
            other=puzzle.other,
            keys=puzzle.keys,
            combats=_combats(answer),
            solved=_combats(solved),
            steps=self._steps(room, puzzle),
            counted=counted,
            before=mine.before,
            rating=mine.after.rating,
        )

    async def _recorded(
        self, room: "Room", person: Person, puzzle: Puzzle, judged: judging.Judged
    ) -> tuple[bool, Tried, dict[str, Rated]]:
        """Record a first answer. Whether it was the first, the attempt that counts, and the ratings."""
        counted = False
        try:
            async with self._base.database.write() as connection:
                await vacations.lock(connection, person.id)  # one attempt of a person at a time
                rated = dict(await store.ratings(connection))
                tried = await store.of_person(connection, person.id)
                known = next((one for one in tried if one.puzzle == puzzle.id), None)
                if known is None:
                    at = self._base.clock()
                    strength = strength_of(puzzle, rated.get(puzzle.id))
                    before, after, rated[puzzle.id] = attempted(
                        tried[0] if tried else None, strength, judged.grade, at
                    )
                    known = Tried(puzzle.id, room.id, judged.grade, judged.value, before.rating, after, at)
                    await store.record(connection, person.id, known, rated[puzzle.id])
                    counted = True
        except IntegrityError:  # somebody else was the first to try this puzzle, at the same moment
            return await self._recorded(room, person, puzzle, judged)
        return counted, known, rated

    # positions

    def _puzzle_at(self, room: "Room") -> Puzzle | Problem:
        found = self._known().get(room.table.puzzle) if room.table.puzzle else None
        return found or problem(HTTPStatus.NOT_FOUND, "There is no puzzle at this table.")

    def _solved(self, room: "Room", puzzle: Puzzle) -> Any:
        """The position after the solution's orders."""
        game, state = room.game, room.play.record.at(len(puzzle.changes))
        for action in solution_of(game, puzzle):
            for event in game.decide(state, puzzle.seat, action, SeededDice.from_seed(0)):
                state = game.evolve(state, event)
        return state

    def _steps(self, room: "Room", puzzle: Puzzle) -> tuple[Advised, ...]:
        """The solution, in words."""
        game, start = room.game, room.play.record.at(len(puzzle.changes))
        return tuple(
            Advised(action=raw, text=game.guide.word(start, puzzle.seat, action), reason="")
            for raw, action in zip(puzzle.solution, solution_of(game, puzzle), strict=True)
        )

    async def _worth(self, room: "Room", state: Any, puzzle: Puzzle, who: str) -> WorthAnswer | Problem:
        """What the combat moves in a position are worth, asked of a worker like any question."""
        view = msgspec.json.encode(room.game.view(state, puzzle.seat))
        asked = Question(
            room.game.id,
            view,
            puzzle.seat,
            msgspec.json.encode(judging.question()),
            room.table.setup.scenario,
            self._table_manager.editions.files(room.game),
        )
        found = await self._base.workers.ask(who, asked)
        return found if isinstance(found, Problem) else msgspec.json.decode(found, type=WorthAnswer)


def _info(puzzle: Puzzle, rated: Any, mine: Any) -> PuzzleInfo:
    known = strength_of(puzzle, rated.get(puzzle.id))
    tried = mine.get(puzzle.id)
    return PuzzleInfo(
        id=puzzle.id,
        number=_number(puzzle),
        game=puzzle.game,
        seat=puzzle.seat,
        aim=puzzle.aim,
        space=puzzle.space,
        round=puzzle.round,
        rating=known.strength.rating,
        tries=known.tries,
        grade=tried.grade if tried is not None else "",
    )


def _number(puzzle: Puzzle) -> int:
    return next(n for n, one in enumerate(collection.puzzles_of(puzzle.game), 1) if one.id == puzzle.id)


def _combats(worth: WorthAnswer) -> tuple[CombatWorth, ...]:
    fought = [
        CombatWorth(
            space=one.space, win=one.win, capture=one.capture, swing=one.swing, prize=one.prize, exact=one.exact
        )
        for one in worth.combats
    ]
    taken = [
        CombatWorth(space=space, win=1.0, capture=1.0, swing=0.0, prize=value, exact=True)
        for space, value in worth.taken.items()
    ]
    return (*fought, *taken)
