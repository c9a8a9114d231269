"""Puzzles on the server: today's, the next one, an answer that counts once, and the ratings of both."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import pytest

from sandtable import games as ours
from sandtable.core.game import AnyGame
from sandtable.puzzles import collection
from sandtable.puzzles.puzzle import Puzzle
from sandtable.server.puzzles.choosing import daily, day_of, nearest
from sandtable.server.puzzles.rating import attempted, strength_of
from sandtable.server.results.glicko import Strength
from sandtable.server.storage.puzzles import Tried
from tests.server.site import Site
from tests.server.tables.people import Player, Seat

JSON = Any
AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
GAME = "1941"


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {GAME: ours.load(GAME)}


def some(number: int = 0) -> Puzzle:
    return collection.puzzles_of(GAME)[number]


def start(player: Player, puzzle: Puzzle) -> Seat:
    made = player.post(f"/puzzles/{puzzle.id}/start")
    return Seat(player, made["id"], made)


def solve(table: Seat, puzzle: Puzzle, orders: int | None = None) -> JSON:
    """Give the first orders of the solution, and check them."""
    for raw in puzzle.solution[:orders]:
        table.act(puzzle.seat, _plain(raw))
    return table.post("puzzle")


def _plain(raw: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(raw)
    return found


# -- today's and the next one


def test_every_puzzle_has_its_day() -> None:
    ids = [f"puzzle-{n}" for n in range(7)]
    days = [daily(ids, date(2026, 11, n)) for n in range(1, 15)]
    assert sorted(days[:7]) == ids  # type: ignore[type-var]
    assert days[:7] == days[7:]
    assert daily([], date(2026, 11, 1)) is None


def test_the_day_is_the_same_everywhere() -> None:
    assert day_of(datetime.fromisoformat("2026-11-19T01:30:00+03:00")) == date(2026, 11, 18)


def test_the_next_puzzle_is_near_ones_rating_and_new() -> None:
    ratings = {"a": 1000.0, "b": 1500.0, "c": 2000.0}
    assert nearest(ratings, 1550, ()) == "b"
    assert nearest(ratings, 1550, ("b",)) == "c"
    assert nearest(ratings, 1200, ("b",)) == "a"
    assert nearest(ratings, 1200, ratings) is None


def test_a_solution_raises_ones_rating_and_lowers_the_puzzles() -> None:
    puzzle = strength_of(some(), None)
    before, after, easier = attempted(None, puzzle, "right", AT)
    assert before == Strength()
    assert after.rating > before.rating
    assert easier.strength.rating < puzzle.strength.rating
    assert easier.tries == 1
    last = Tried("x", "t", "right", 1.0, before.rating, after, AT)
    _, lower, harder = attempted(last, easier, "no", AT)
    assert lower.rating < after.rating
    assert harder.strength.rating > easier.strength.rating
    assert after.deviation < before.deviation


# -- over HTTP


def test_the_daily_puzzle_is_the_same_for_everybody(site: Site) -> None:
    pages = [Player(site, name).get("/puzzles") for name in ("Anna", "Bert")]
    pages.append(site.visitor().get("/puzzles").json())
    assert len({page["daily"]["id"] for page in pages}) == 1
    assert {page["total"] for page in pages} == {len(collection.puzzles_of(GAME))}
    assert (pages[0]["rating"], pages[0]["tried"], pages[0]["history"]) == (1500, 0, [])


def test_a_puzzle_is_a_study_at_its_position(site: Site) -> None:
    player, puzzle = Player(site, "Anna"), some()
    table = start(player, puzzle)
    info, stand = table.info(), table.stand()
    assert (info["study"], info["puzzle"], info["listed"]) == (True, puzzle.id, False)
    assert [(one["seat"], one["kind"]) for one in stand["pending"]] == [(puzzle.seat, "combat-move")]
    assert stand["view"]["round"] == puzzle.round
    assert start(player, puzzle).id == table.id
    assert player.get("/tables", show="studies")["tables"] == []
    asked = player.get(f"/tables/{table.id}/puzzle")
    assert (asked["puzzle"]["id"], asked["verdict"]) == (puzzle.id, None)


def test_the_solution_is_right_and_counts_once(site: Site) -> None:
    player, puzzle = Player(site, "Anna"), some()
    table = start(player, puzzle)
    verdict = solve(table, puzzle)
    assert (verdict["grade"], verdict["counted"]) == ("right", True)
    assert verdict["value"] == pytest.approx(puzzle.best, abs=1e-3)
    assert verdict["before"] == 1500 < verdict["rating"]
    assert verdict["puzzle"]["rating"] < puzzle.rating
    assert [step["action"] for step in verdict["steps"]] == [_plain(raw) for raw in puzzle.solution]
    again = table.post("puzzle")
    assert (again["grade"], again["counted"], again["rating"]) == ("right", False, verdict["rating"])
    page = player.get("/puzzles")
    assert (page["tried"], page["solved"], page["rating"]) == (1, 1, verdict["rating"])
    (tried,) = page["history"]
    assert (tried["puzzle"]["id"], tried["grade"], tried["table"]) == (puzzle.id, "right", table.id)
    asked = player.get(f"/tables/{table.id}/puzzle")["verdict"]
    assert (asked["grade"], asked["value"], len(asked["steps"])) == (
        "right",
        verdict["value"],
        len(puzzle.solution),
    )


def test_a_first_answer_that_is_wrong_counts(site: Site) -> None:
    player, puzzle = Player(site, "Anna"), some()
    table = start(player, puzzle)
    wrong = table.post("puzzle")
    assert (wrong["grade"], wrong["value"], wrong["counted"]) == ("no", 0, True)
    assert wrong["rating"] < 1500
    right = solve(table, puzzle)
    assert (right["grade"], right["counted"], right["rating"]) == ("right", False, wrong["rating"])
    assert right["puzzle"]["grade"] == "no"


def test_the_next_puzzle_is_one_that_is_new(site: Site) -> None:
    player = Player(site, "Anna")
    seen = set()
    for _ in range(3):
        made = player.post("/puzzles/next", game=GAME)
        player.at(made["id"]).post("puzzle")
        seen.add(made["puzzle"])
    assert len(seen) == 3
    assert player.fails(404, "/puzzles/next", game="nowhere")["why"] == "There are no puzzles for this game."
    assert player.fails(404, "/puzzles/nothing/start")["why"] == "There is no such puzzle."


def test_nobody_gets_help_before_they_have_answered(site: Site) -> None:
    table = start(Player(site, "Anna"), some())
    assert table.fails(403, "advice")["what"] == "unsolved"
    assert table.fails(403, "branch")["what"] == "unsolved"
    assert Player(site, "Bert").at(table).fails(403, "branch")["what"] == "unsolved"
    table.post("puzzle")
    assert table.post("branch")["puzzle"] == ""


def test_a_puzzles_position_stays_and_ends_with_its_combat_moves(site: Site) -> None:
    player, puzzle = Player(site, "Anna"), some()
    table = start(player, puzzle)
    seq = table.stand()["seq"]
    change = {"set": "treasury", "power": puzzle.seat, "amount": 99}
    refused = table.fails(409, "edit", type="edit", key="key-edit", seq=seq, changes=[change])
    assert "can't change a puzzle" in refused["why"]
    refused = table.fails(409, "undo", type="undo", key="key-undo", seat="", seq=seq, number=0)
    assert "can't change a puzzle" in refused["why"]
    done = {"type": "act", "key": "key-done", "seat": puzzle.seat, "seq": seq, "actions": [{"do": "done"}]}
    assert table.fails(409, "act", **done)["what"] == "puzzle"


def test_somebody_elses_puzzle_can_only_be_watched(site: Site) -> None:
    table = start(Player(site, "Anna"), some())
    table.post("puzzle")
    bert = Player(site, "Bert")
    assert "somebody else's" in bert.at(table).fails(403, "puzzle")["why"]
    assert bert.get(f"/tables/{table.id}/puzzle")["verdict"] is None
    other = bert.new(GAME, seats={"ussr": "me", **dict.fromkeys(("germany", "uk", "japan", "usa"), "bot:easy")})
    assert bert.at(other).fails(404, "puzzle")["why"] == "There is no puzzle at this table."


def test_a_guest_brings_their_puzzles_along(site: Site) -> None:
    site.member("Carla")
    guest = Player(site, "Visitor")
    verdict = solve(start(guest, some()), some())
    answer = guest.client.post("/signin", json={"name": "Carla", "password": "correct horse"})
    assert answer.status_code == 200, answer.text
    page = guest.get("/puzzles")
    assert (page["tried"], page["rating"]) == (1, verdict["rating"])
    answer = guest.client.post("/account/delete", json={"name": "Carla", "password": "correct horse"})
    assert answer.status_code in (200, 204), answer.text
    assert Player(site, "Dora").get("/puzzles")["daily"] is not None
