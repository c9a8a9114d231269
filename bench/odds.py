"""Battle odds, mostly on game ``1941``: exact answers against the table's own play and the peer's calculator."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from random import Random
from statistics import median
from time import perf_counter

from bench.measure import Result, at_least, at_most, median_seconds
from sandtable.area.battle import fight
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, stack
from sandtable.area.notation import NotationError, parse_force
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import SeededDice
from sandtable.games import area
from sandtable.odds import Odds, Question, odds
from sandtable.odds.answer import exact_odds
from sandtable.odds.batch import Bookmaker
from sandtable.odds.quick.estimator import Estimator, Force

BATTLES = {
    "small": ("3 infantry, tank", "2 infantry", False),
    "medium": ("10 infantry, 5 tank, 3 fighter", "12 infantry, 3 tank, 2 fighter", False),
    "large": ("40 infantry, 20 tank, 10 fighter", "50 infantry, 10 tank, 5 fighter", False),
    "huge": ("100 infantry, 60 tank, 40 fighter", "120 infantry, 50 tank, 30 fighter", False),
    "naval": (
        "2 submarine, 2 destroyer, carrier, 2 fighter",
        "2 submarine, 2 destroyer, carrier, 2 fighter",
        True,
    ),
}
PEER_MS = {"small": (29, 224), "medium": (88, 879), "large": (343, 3480), "naval": (42, 417)}
"""What the peer's calculator takes for 200 and for 2,000 simulations, warm, on a machine of this kind."""


SIMULTANEOUS_BATTLES = {
    "land": ("5 infantry, 2 tank, fighter", "6 infantry, tank, fighter", False),
    "sea": ("2 submarine, destroyer, carrier, 2 fighter", "battleship, 2 submarine, transport", True),
}
"""Battles of ``revised-historical``, in which hits wait and both sides may pull back."""

CLASSIC_BATTLES = {
    "on land": ("10 infantry, 5 armor, 3 fighter", "12 infantry, 3 armor, 2 fighter", False),
    "at sea": ("3 submarine, battleship, carrier, 2 fighter", "2 submarine, battleship, 2 transport", True),
}
ESTIMATED = {
    "1941": {name: BATTLES[name] for name in ("small", "medium", "naval")},
    "classic": CLASSIC_BATTLES,
    "revised-historical": SIMULTANEOUS_BATTLES,
}
"""Battles of every area game that are estimated as well."""
TIMES = 100
"""Estimates that are timed together."""


def question(world: World, battle: tuple[str, str, bool]) -> Question:
    attack, defend, at_sea = battle
    mine, theirs = parse_force(world, "germany", attack), parse_force(world, "uk", defend)
    assert not isinstance(mine, NotationError)
    assert not isinstance(theirs, NotationError)
    return Question(mine, theirs, at_sea)


def odds_results() -> Iterator[Result]:
    world = area("1941").world
    for name, battle in BATTLES.items():
        ms, how = _timed(world, question(world, battle), repeats=5)
        yield Result(f"odds, {name} battle, warm {how}", ms, "ms")
        if name in PEER_MS:
            few, many = PEER_MS[name]
            yield _against_peer(name, few / ms, many / ms)
    yield from has_simultaneous_losses()
    yield from quick_estimates()
    played = table_ms(world, 200)
    medium = median_seconds(lambda: odds(world, question(world, BATTLES["medium"])), repeats=5) * 1000
    yield Result("odds, medium: 200 battles at the table, against the exact answer", played / medium, "times")
    yield at_least("odds, batch of small battles, all different", batch_rate(world), 20_000, "battles a second")
    yield at_most("odds, medium battle from the command line, cold", cold_ms(), 500, "ms")


def _timed(world: World, asked: Question, repeats: int) -> tuple[float, str]:
    """Milliseconds for an answer, and how it was found."""
    answer = odds(world, asked)
    assert isinstance(answer, Odds)
    ms = median_seconds(partial(odds, world, asked), repeats=repeats) * 1000
    return ms, f"({answer.method}, {answer.states:,} states)"


def has_simultaneous_losses() -> Iterator[Result]:
    """One battle on land and one at sea."""
    world = area("revised-historical").world
    for name, battle in SIMULTANEOUS_BATTLES.items():
        asked = question(world, battle)
        ms, how = _timed(world, asked, repeats=3)
        yield Result(f"odds, {name} simultaneous battle, warm {how}", ms, "ms")


def quick_estimates() -> Iterator[Result]:
    """Estimates of battles against their exact odds, in one run; both have read the game before."""
    for game, battles in ESTIMATED.items():
        world = area(game).world
        estimator = Estimator(world)
        for name, battle in battles.items():
            asked = question(world, battle)
            exact = median_seconds(partial(exact_odds, world, asked), repeats=3)
            forces = [
                tuple(float(sum(n for piece, n in units if piece.unit == unit)) for unit in world.units)
                for units in (asked.attack, asked.defend)
            ]
            quick = partial(_many, estimator, forces[0], forces[1], asked.at_sea)
            each = median_seconds(quick, repeats=5) / TIMES
            yield Result(f"odds, {game}, {name}: exact, against a quick estimate", exact / each, "times")


def _many(estimator: Estimator, attack: Force, defend: Force, at_sea: bool) -> None:
    for _ in range(TIMES):
        estimator.fight(attack, defend, at_sea)


def _against_peer(name: str, few: float, many: float) -> Result:
    if name == "large":
        return at_least("odds, large: the peer's 200 simulations, against the exact answer", few, 20)
    if name == "medium":
        return at_least("odds, medium: the peer's 2,000 simulations, against the exact answer", many, 200)
    return Result(f"odds, {name}: the peer's 2,000 simulations, against the exact answer", many, "times")


def table_ms(world: World, battles: int) -> float:
    """The medium battle fought at the table with default choices, again and again."""
    attack, defend, _ = BATTLES["medium"]
    units: Mapping[str | int, str | Mapping[str, str]] = {"Karelia": {"germany": attack, "ussr": defend}}
    state = build(world, Position(start_from="empty", turn="germany", phase="combat", units=units))
    assert isinstance(state, AreaState)
    start = perf_counter()
    for seed in range(battles):
        run = Unfolding(world, state, SeededDice.from_seed(seed), evolve)
        fight.begin(run, "germany", "Karelia", False)
        while run.state.battle is not None:
            seat = fight.pending(world, run.state)[0].seat
            fight.answer(run, seat, fight.legal(world, run.state, seat)[0])
    return (perf_counter() - start) * 1000


def batch_rate(world: World, battles: int = 10_000) -> float:
    """Small battles a second, all different, one to six units a side."""
    kinds = [name for name, unit in world.units.items() if unit.kind != "sea"]
    forces = [
        tuple((kind, n) for kind, n in zip(kinds, counts, strict=True) if n)
        for counts in product(range(5), repeat=len(kinds))
        if 1 <= sum(counts) <= 6
    ]
    pairs = Random(1).sample(list(product(forces, forces)), battles)
    asked = [
        Question(
            stack((Piece("germany", kind), n) for kind, n in mine),
            stack((Piece("uk", kind), n) for kind, n in theirs),
        )
        for mine, theirs in pairs
    ]
    return battles / median_seconds(lambda: Bookmaker(world).odds(asked), repeats=3)


def cold_ms(repeats: int = 5) -> float:
    """The whole command in a fresh process, import included."""
    attack, defend, _ = BATTLES["medium"]
    command = [sys.executable, "-m", "sandtable", "odds", "1941", attack, defend, "--json"]
    times = []
    for _ in range(repeats):
        start = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append((perf_counter() - start) * 1000)
    return median(times)
