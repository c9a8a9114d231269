"""The planner's quick answers about battles, against the exact odds."""

from random import Random
from statistics import mean

from sandtable.area.forces import Piece, Stack
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.terrain import Force, Roster
from sandtable.games import area
from sandtable.odds.answer import Question
from sandtable.odds.batch import Bookmaker
from sandtable.odds.result import Brief

WORLD = area("1941").world
ROSTER = Roster(WORLD)
LAND = [u for u in range(ROSTER.count) if not ROSTER.sea[u]]
AT_SEA = [u for u in range(ROSTER.count) if ROSTER.sea[u] or ROSTER.perches[u]]


def forces(units: list[int], most: int, count: int, seed: int) -> list[tuple[Force, Force]]:
    rng = Random(seed)

    def force() -> Force:
        return tuple(rng.randint(0, most) if u in units and rng.random() < 0.6 else 0 for u in range(ROSTER.count))

    found = [(force(), force()) for _ in range(count)]
    return [(a, d) for a, d in found if any(a) and any(d)]


def stack_of(power: str, force: Force) -> Stack:
    names = sorted(zip(ROSTER.names, force, strict=True))
    return tuple((Piece(power, name), int(n)) for name, n in names if n)


def exactly(battles: list[tuple[Force, Force]], at_sea: bool) -> list[Brief]:
    return Bookmaker(WORLD).odds(
        [Question(stack_of("germany", a), stack_of("ussr", d), at_sea) for a, d in battles]
    )


def test_small_battles_on_land_are_exact() -> None:
    battles = forces(LAND, 2, 80, seed=1)
    duels = Duels(WORLD, ROSTER)
    small = [(a, d) for a, d in battles if sum(a) * sum(d) <= 36]
    assert len(small) > 40
    for (attack, defend), odds in zip(small, exactly(small, False), strict=True):
        quick = duels.fight(attack, defend)
        assert abs(quick.win - odds.win) < 1e-6
        assert abs(quick.capture - odds.capture) < 1e-6
        assert abs(quick.mine - odds.left["attack"]) < 1e-6
        assert abs(quick.theirs - odds.left["defend"]) < 1e-6


def test_large_battles_on_land_are_close() -> None:
    battles = forces(LAND, 8, 120, seed=2)
    duels = Duels(WORLD, ROSTER)
    pairs = list(zip([duels.fight(a, d) for a, d in battles], exactly(battles, False), strict=True))
    assert mean(abs(quick.win - odds.win) for quick, odds in pairs) < 0.03
    assert mean(abs(quick.mine - odds.left["attack"]) for quick, odds in pairs) < 1.5
    assert mean(abs(quick.theirs - odds.left["defend"]) for quick, odds in pairs) < 1.5


def test_battles_of_a_few_ships_are_exact() -> None:
    battles = [(a, d) for a, d in forces(AT_SEA, 2, 120, seed=5) if sum(a) + sum(d) <= 5]
    duels = Duels(WORLD, ROSTER)
    assert len(battles) > 10
    for (attack, defend), odds in zip(battles, exactly(battles, True), strict=True):
        quick = duels.fight(attack, defend, True)
        assert abs(quick.win - odds.win) < 1e-6
        assert abs(quick.theirs - odds.left["defend"]) < 1e-6


def test_battles_at_sea_are_near() -> None:
    battles = forces(AT_SEA, 2, 60, seed=3)
    duels = Duels(WORLD, ROSTER)
    pairs = list(zip([duels.fight(a, d, True) for a, d in battles], exactly(battles, True), strict=True))
    assert mean(abs(quick.win - odds.win) for quick, odds in pairs) < 0.08


def test_what_is_settled_is_exact_from_then_on() -> None:
    (attack, defend) = forces(AT_SEA, 2, 5, seed=4)[0]
    duels = Duels(WORLD, ROSTER)
    settled = duels.settle(attack, defend, True)
    odds = exactly([(attack, defend)], True)[0]
    assert abs(settled.win - odds.win) < 1e-9
    assert duels.fight(attack, defend, True) == settled
