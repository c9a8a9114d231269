"""Quick estimates against the exact odds of the same battles: of every area game, and of made-up sequences."""

from collections.abc import Callable
from random import Random
from statistics import mean

import msgspec
import pytest

from sandtable.area.battle.sequence import AnyStep, Choice, Removal, Sequences, Volley, Who
from sandtable.area.forces import Piece, Stack
from sandtable.area.notation import NotationError, parse_force
from sandtable.area.world import World
from sandtable.games import world as world_of
from sandtable.odds.answer import Question, bad_battle, exact_odds
from sandtable.odds.batch import brief
from sandtable.odds.estimate import rough_estimate
from sandtable.odds.quick.estimator import Estimator
from sandtable.odds.result import Brief
from sandtable.odds.stepwise.steps import has_simultaneous_losses, is_stepwise

EASY = 3e7
"""Work of the exact odds that a test has time for,"""
EASY_STEPS = 2e8
"""and where a battle is followed volley by volley, of which the work is less than it looks."""


def force(world: World, power: str, text: str) -> Stack:
    found = parse_force(world, power, text)
    assert not isinstance(found, NotationError)
    return found


def exactly(world: World, attack: Stack, defend: Stack, at_sea: bool) -> Brief:
    return brief(world, exact_odds(world, Question(attack, defend, at_sea)))


def battles(world: World, at_sea: bool, count: int, seed: int) -> list[tuple[Stack, Stack]]:
    """Battles of all kinds and sizes, with guns and ships that support them where there are any."""
    rng = Random(seed)
    kinds = ("sea", "air") if at_sea else ("land", "air")
    units = [
        name
        for name, unit in world.units.items()
        if unit.kind in kinds and unit.cost and name not in world.prizes | world.unarmed
        if not (at_sea and unit.can("land-targets"))
    ]
    support = [
        [n for n, u in world.units.items() if not at_sea and world.sequences.supports("land", side, u)]
        for side in ("attack", "defend")
    ]
    name = "sea" if at_sea else "land"
    stepwise = is_stepwise(world.sequences, name) and not has_simultaneous_losses(world.sequences.sequences[name])
    easy = EASY_STEPS if stepwise else EASY
    found: list[tuple[Stack, Stack]] = []
    while len(found) < count:
        size = rng.randint(1, 8 if at_sea else 14)
        sides = []
        for power, helpers in zip(("germany", "ussr"), support, strict=True):
            some = rng.sample(units, rng.randint(1, 4))
            counts: dict[str, int] = {}
            for name in rng.choices(some, [1 / world.units[n].cost for n in some], k=rng.randint(1, size)):
                counts[name] = counts.get(name, 0) + 1
            counts |= {name: 1 for name in helpers if rng.random() < 0.3}
            sides.append(tuple((Piece(power, name), n) for name, n in sorted(counts.items())))
        question = Question(sides[0], sides[1], at_sea)
        known = bad_battle(world, question) is None
        if known and rough_estimate(world, question).work < easy:
            found.append((sides[0], sides[1]))
    return found


def worth(world: World, *stacks: Stack) -> float:
    return sum(n * world.units[piece.unit].cost for units in stacks for piece, n in units)


@pytest.mark.parametrize(
    ("game", "at_sea", "win", "swing"),
    [
        ("1941", False, 0.015, 0.006),
        ("1941", True, 0.03, 0.025),
        ("classic", False, 0.025, 0.015),
        ("classic", True, 0.035, 0.025),
        ("revised-historical", False, 0.08, 0.02),
        ("revised-historical", True, 0.06, 0.04),
        ("global-1940", False, 0.06, 0.04),
        ("global-1940", True, 0.08, 0.06),
    ],
)
def test_battles_of_every_kind(game: str, at_sea: bool, win: float, swing: float) -> None:
    """On average so far off the chance to win, and off the swing, as a part of what both sides are worth."""
    world = world_of(game)
    estimator, wins, swings = Estimator(world), [], []
    for attack, defend in battles(world, at_sea, 60, seed=5):
        exact, quick = exactly(world, attack, defend, at_sea), estimator.odds(attack, defend, at_sea)
        wins.append(abs(quick.win - exact.win))
        swings.append(abs(quick.value_swing - exact.value_swing) / worth(world, attack, defend))
        assert 0 <= quick.capture <= quick.win <= 1
        assert all(n > -1e-9 for side in quick.survivors.values() for n in side.values())
    assert mean(wins) < win
    assert mean(swings) < swing


def test_numbers_and_pieces_are_estimated_alike() -> None:
    world = world_of("1941")
    estimator = Estimator(world)
    for at_sea in (False, True):
        for attack, defend in battles(world, at_sea, 20, seed=6):
            numbers = [
                tuple(float(sum(n for piece, n in units if piece.unit == name)) for name in world.units)
                for units in (attack, defend)
            ]
            quick, pieces = estimator.fight(numbers[0], numbers[1], at_sea), estimator.odds(attack, defend, at_sea)
            assert quick.win == pytest.approx(pieces.win, abs=0.02)
            assert quick.mine == pytest.approx(pieces.left["attack"], abs=0.5)


# sequences that no game has


def varied(world: World, name: str, change: Callable[[list[AnyStep]], list[AnyStep]]) -> World:
    """The same game with other steps in its battles."""
    sequence = world.sequences.sequences[name]
    steps = tuple(change(list(sequence.steps)))
    sequences: Sequences = msgspec.structs.replace(
        world.sequences,
        sequences={**world.sequences.sequences, name: msgspec.structs.replace(sequence, steps=steps)},
    )
    return msgspec.structs.replace(world, sequences=sequences)


def barrage(steps: list[AnyStep]) -> list[AnyStep]:
    """In the first round attacking tanks fire before everybody else."""
    volley = Volley(
        number=1, name="Barrage", side="attack", losses="removed", only_round=1, who=Who(ability="blitz")
    )
    return [volley, *steps]


def second_wind(steps: list[AnyStep]) -> list[AnyStep]:
    """Defending planes fire before everybody else, in every round."""
    return [Volley(number=1, name="Scramble", side="defend", losses="removed", who=Who(kinds=("air",))), *steps]


def no_surprise(steps: list[AnyStep]) -> list[AnyStep]:
    """Submarines fire with the others."""
    early = [s for s in steps if isinstance(s, Volley) and s.who.ability == "submersible"]
    return [s for s in steps if s not in early and not isinstance(s, Choice) and not _removes_early(s)]


def _removes_early(step: AnyStep) -> bool:
    return isinstance(step, Removal) and step.if_any


@pytest.mark.parametrize(
    ("name", "change", "attack", "defend"),
    [
        ("land", barrage, "4 infantry, 5 tank", "9 infantry, tank"),
        ("land", second_wind, "6 infantry, 4 tank, fighter", "4 infantry, 4 fighter"),
        ("sea", no_surprise, "5 submarine", "2 battleship"),
    ],
)
def test_other_steps_are_read_as_they_are_declared(
    name: str, change: Callable[[list[AnyStep]], list[AnyStep]], attack: str, defend: str
) -> None:
    """An inserted or removed step changes the estimate as it changes the exact odds, without any code."""
    world = world_of("1941")
    other, at_sea = varied(world, name, change), name == "sea"
    mine, theirs = force(world, "germany", attack), force(world, "ussr", defend)
    before, after = (exactly(one, mine, theirs, at_sea).win for one in (world, other))
    assert abs(before - after) > 0.1
    for one, exact in ((world, before), (other, after)):
        assert Estimator(one).odds(mine, theirs, at_sea).win == pytest.approx(exact, abs=0.1)


# what the declared sequence says


@pytest.mark.parametrize(
    ("game", "attack", "defend", "at_sea"),
    [
        pytest.param("1941", "battleship(damaged), destroyer", "battleship", True, id="damage"),
        pytest.param("1941", "2 destroyer", "destroyer, transport[tank]", True, id="cargo goes down"),
        pytest.param("classic", "3 infantry, 2 fighter", "3 infantry, aa gun", False, id="guns"),
        pytest.param("classic", "5 infantry, 2 battleship", "5 infantry", False, id="support from the sea"),
        pytest.param("classic", "2 battleship, transport", "3 submarine", True, id="transports take hits"),
        pytest.param("revised-historical", "4 infantry, 2 fighter", "5 infantry, 2 flak", False, id="searches"),
        pytest.param("revised-historical", "2 carrier", "3 fighter", True, id="planes without a deck"),
        pytest.param("revised-historical", "3 tank", "artillery, 3 bomber", False, id="planes cannot hold"),
    ],
)
def test_close_to_the_exact_odds(game: str, attack: str, defend: str, at_sea: bool) -> None:
    world = world_of(game)
    mine, theirs = force(world, "germany", attack), force(world, "ussr", defend)
    exact, quick = exactly(world, mine, theirs, at_sea), Estimator(world).odds(mine, theirs, at_sea)
    assert quick.win == pytest.approx(exact.win, abs=0.1)
    assert quick.value_swing == pytest.approx(exact.value_swing, abs=0.08 * worth(world, mine, theirs))


def test_those_who_cannot_hit_each_other_part() -> None:
    world = world_of("1941")
    found = Estimator(world).odds(force(world, "germany", "2 fighter"), force(world, "ussr", "2 submarine"), True)
    assert (found.win, found.lose, found.value_swing) == (0, 0, 0)


def test_a_small_plain_battle_is_exact_with_ships_that_take_two_hits_too() -> None:
    world = world_of("1941")
    mine, theirs = force(world, "germany", "2 battleship"), force(world, "ussr", "carrier, battleship")
    exact, quick = exactly(world, mine, theirs, True), Estimator(world).odds(mine, theirs, True)
    assert quick.win == pytest.approx(exact.win, abs=1e-6)
    assert quick.value_swing == pytest.approx(exact.value_swing, abs=1e-6)
