"""Mining puzzles: the same position gives the same puzzle, and the choice among many is varied."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.area.actions import Move
from sandtable.area.state import AreaState
from sandtable.games import area
from sandtable.lab.puzzles import Dig, Mine, choice, mine, works
from sandtable.puzzles import collection
from sandtable.puzzles.position import amended, changes_of, changes_to, position, solution_of
from sandtable.puzzles.puzzle import Puzzle

QUICK = sorted(collection.puzzles_of("1941"), key=lambda one: (one.aim != "gain", len(one.solution), one.id))[:8]
"""Those that are quickest to find again."""
SMALL = QUICK[0]


def dig(puzzle: Puzzle, seed: int = 5) -> Dig:
    game = area(puzzle.game)
    return Dig(game, position(game, puzzle), puzzle.seat, seed)


def test_a_puzzle_is_found_again_with_its_keys_and_its_margin() -> None:
    # The planner changes, and may pass over a puzzle that an older one mined; not over all of them.
    known, first = next((one, found) for one in QUICK if (found := dig(one).puzzle()) is not None)
    assert first == dig(known).puzzle()
    assert first.best.value >= known.best - 1e-3
    assert set(first.keys) & set(known.keys)
    assert first.best.value - first.other.value >= 4


def test_orders_that_are_not_legal_count_for_nothing() -> None:
    found = dig(SMALL)
    orders = solution_of(found.game, SMALL)
    march = next(order for order in orders if isinstance(order, Move))
    too_many = replace(march, units=tuple(replace(pick, count=99) for pick in march.units))
    assert found.measure((*orders, too_many), "gain") == found.measure(orders, "gain")


def test_fresh_dice_contradict_a_measure_that_is_too_high() -> None:
    found = dig(SMALL)
    orders = solution_of(found.game, SMALL)
    assert found.rolls_well(orders, "gain", "", SMALL.best, 6)
    assert not found.rolls_well(orders, "gain", "", SMALL.best * 4 + 40, 6)


@pytest.mark.parametrize("game", collection.games())
def test_a_position_is_written_as_changes_by_hand(game: str) -> None:
    for puzzle in collection.puzzles_of(game):
        found = position(area(game), puzzle)
        changes = changes_to(area(game), found, puzzle.seat, "combat-move")
        assert changes == changes_of(area(game), puzzle)


def test_a_position_that_changes_by_hand_cannot_reach_is_passed_over() -> None:
    game = area("1941")
    state = amended(game, ())
    assert isinstance(state, AreaState)
    zone, ships = next(
        (space, pieces) for space, pieces in state.stacks.items() if any(p.unit == "battleship" for p, _ in pieces)
    )
    hit = tuple((replace(p, damage=1) if p.unit == "battleship" else p, n) for p, n in ships)
    damaged = replace(state, stacks={**state.stacks, zone: hit})
    assert changes_to(game, damaged, "germany", "combat-move") is None


def test_the_choice_takes_powers_in_turn_and_no_two_alike() -> None:
    every = collection.puzzles_of("1941")
    few = choice((*every, *every), 10)
    assert len({puzzle.id for puzzle in few}) == len(few) == 10
    assert len({puzzle.seat for puzzle in few}) == len({puzzle.seat for puzzle in every})
    assert list(few) == sorted(few, key=lambda one: (one.rating, one.id))


def test_the_games_to_look_through_follow_from_the_seed() -> None:
    assert works("1941", "easy", 7, 2, 3) == (Mine("1941", "easy", 7, 3), Mine("1941", "easy", 8, 3))


@pytest.mark.long("a round of a game, looked through twice")
def test_the_same_seed_finds_the_same_puzzles(tmp_path: Path) -> None:
    work = Mine("1941", "easy", 3, 1)
    found = mine(work)
    assert found
    assert found == mine(work)
    collection.write(tmp_path / "mine.json", found)
    assert collection.read(tmp_path / "mine.json") == found
