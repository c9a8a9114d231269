"""The puzzles that come with the project: enough of them, legal, and as good as they say."""

from collections import Counter
from functools import cache

import msgspec
import pytest

from sandtable.area.actions import AreaAction
from sandtable.games import area
from sandtable.lab.puzzles import MARGIN, SHARE, Dig, target
from sandtable.puzzles import collection
from sandtable.puzzles.judging import judged, measured, value_of
from sandtable.puzzles.position import changes_of, position, solution_of
from sandtable.puzzles.puzzle import Puzzle

LEAST = {"1941": 19, "classic": 10}
SAMPLE = 3
"""Of each game's puzzles, how many are mined again."""
EVERY = tuple(collection.every().values())
AGAIN = tuple(
    own[at * len(own) // SAMPLE]
    for own in map(collection.puzzles_of, collection.games())
    for at in range(min(SAMPLE, len(own)))
)
named = pytest.mark.parametrize("puzzle", EVERY, ids=lambda one: one.id)
sampled = pytest.mark.parametrize("puzzle", AGAIN, ids=lambda one: one.id)


def dig(puzzle: Puzzle) -> Dig:
    return _dug(puzzle.id)


@cache
def _dug(puzzle_id: str) -> Dig:
    puzzle = collection.every()[puzzle_id]
    game = area(puzzle.game)
    return Dig(game, position(game, puzzle), puzzle.seat, 0)


@pytest.mark.parametrize("game", LEAST)
def test_there_are_enough(game: str) -> None:
    assert len(collection.puzzles_of(game)) >= LEAST[game]


def test_no_two_are_alike() -> None:
    assert max(Counter(puzzle.id for puzzle in EVERY).values()) == 1
    assert max(Counter(msgspec.json.encode((one.game, one.changes)) for one in EVERY).values()) == 1


def test_there_is_something_for_everybody() -> None:
    assert {puzzle.aim for puzzle in EVERY} == {"take", "gain"}
    for game in LEAST:
        own = collection.puzzles_of(game)
        assert len({puzzle.seat for puzzle in own}) >= 3
        assert max(one.rating for one in own) - min(one.rating for one in own) > 200


@named
def test_the_solution_is_legal_and_measures_what_it_says(puzzle: Puzzle) -> None:
    found = dig(puzzle)
    state, given = found.ordered(solution_of(found.game, puzzle))
    assert given == solution_of(found.game, puzzle)
    answer = measured(found.game, state, puzzle.seat)
    assert value_of(answer, puzzle.aim, puzzle.space) == pytest.approx(puzzle.best, abs=1e-3)
    assert judged(puzzle, answer).grade == "right"


@named
def test_doing_nothing_is_no_answer(puzzle: Puzzle) -> None:
    found = dig(puzzle)
    assert judged(puzzle, measured(found.game, found.state, puzzle.seat)).grade == "no"


@named
def test_the_margin_is_clear_and_without_a_key_the_solution_is_no_longer_right(puzzle: Puzzle) -> None:
    assert puzzle.keys
    assert puzzle.margin >= MARGIN[puzzle.aim] - 1e-3
    if puzzle.aim == "gain":
        assert puzzle.margin >= SHARE * puzzle.best - 1e-3
    found = dig(puzzle)
    for key in puzzle.keys:
        rest = [
            order for order in solution_of(found.game, puzzle) if key not in (target(order), words(found, order))
        ]
        state, _ = found.ordered(rest)
        assert judged(puzzle, measured(found.game, state, puzzle.seat)).grade != "right"


def words(found: Dig, order: AreaAction) -> str:
    return found.game.guide.word(found.state, found.seat, order)


@named
def test_the_search_finds_nothing_better_without_a_key(puzzle: Puzzle) -> None:
    """The margin, verified again: no plan without a key comes within half of it, and so none of them is right."""
    found, half = dig(puzzle), puzzle.best - puzzle.margin / 2
    if puzzle.aim == "gain":
        for key in puzzle.keys:
            plans = found.plans(without=(key,))
            assert max(found.measure(plan, "gain").value for plan in plans) <= half
    else:
        orders = solution_of(found.game, puzzle)
        for order in orders:
            if words(found, order) in puzzle.keys:
                rest = [one for one in orders if one != order]
                assert found.measure(rest, "take", puzzle.space).value <= half


@sampled
def test_fresh_dice_agree(puzzle: Puzzle) -> None:
    found = dig(puzzle)
    assert found.rolls_well(solution_of(found.game, puzzle), puzzle.aim, puzzle.space, puzzle.best, 12)


@named
def test_the_position_is_made_by_hand_like_a_study(puzzle: Puzzle) -> None:
    game = area(puzzle.game)
    changes = changes_of(game, puzzle)
    assert (
        tuple(msgspec.json.decode(msgspec.json.encode(one), type=game.change_type) for one in changes) == changes
    )
    assert [decision.seat for decision in game.pending(position(game, puzzle))] == [puzzle.seat]
