"""Random battles with random answers: every legal answer is accepted, units add up, and the log tells it all."""

import random
from collections import Counter
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sandtable.area.actions import AreaAction, Casualties
from sandtable.area.battle import fight
from sandtable.area.events import BattleEnded, Defenseless, LossesTaken
from sandtable.area.forces import Piece, Stack, aboard, stack
from sandtable.area.state import AreaState
from sandtable.games import area
from tests.area.strip import WORLD, Table

LAND = ("infantry", "tank", "fighter", "bomber")
SEA = ("submarine", "transport", "destroyer", "carrier", "battleship")

EVENTS: Any = list[area("1941").event_type]  # type: ignore[misc]


class RandomDice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(count))


def pieces(names: tuple[str, ...], powers: tuple[str, ...], most: int) -> st.SearchStrategy[Stack]:
    return st.lists(st.tuples(st.sampled_from(powers), st.sampled_from(names)), min_size=1, max_size=most).map(
        lambda units: stack((_loaded(Piece(power, unit)), 1) for power, unit in units)
    )


def _loaded(piece: Piece) -> Piece:
    """Transports carry an infantry; carriers a fighter of the partner (guest) and, if they defend, their own."""
    if piece.unit == "transport":
        return aboard(piece, Piece(piece.power, "infantry"))
    if piece.unit == "carrier":
        guest = {"usa": "uk", "uk": "usa", "japan": "germany", "germany": "japan"}[piece.power]
        own = () if piece.power == "usa" else (Piece(piece.power, "fighter"),)
        return aboard(piece, Piece(guest, "fighter"), *own)
    return piece


def everyone(units: Stack) -> Counter[tuple[str, str]]:
    """All units in a stack, those aboard included."""
    counts: Counter[tuple[str, str]] = Counter()
    for piece, n in units:
        for one in (piece, *piece.cargo):
            counts[one.power, one.unit] += n
    return counts


def play(table: Table, chooser: random.Random) -> None:
    """Answer every question at random."""
    for _ in range(500):
        decisions = fight.pending(WORLD, table.state)
        if not decisions:
            assert table.over
            return
        seat = chooser.choice(decisions).seat
        answers: list[AreaAction] = list(fight.legal(WORLD, table.state, seat))
        assert answers
        if isinstance(answers[0], Casualties):
            answers.append(Casualties())
            assert table.check(seat, answers[0]) is None
        table.do(seat, chooser.choice(answers))
    raise AssertionError("a battle without an end")


def judge(table: Table) -> None:
    """Units add up, and the log leads to the same state, also when it was written down and read again."""
    left: Counter[tuple[str, str]] = Counter()
    for units in table.state.stacks.values():
        assert units
        assert all(piece.damage == 0 and not piece.away for piece, _ in units)
        left += everyone(units)
    lost: Counter[tuple[str, str]] = Counter()
    for event in table.run.events:
        if isinstance(event, LossesTaken):
            lost += everyone(event.destroyed)
        elif isinstance(event, Defenseless):
            lost += everyone(event.units)
    before: Counter[tuple[str, str]] = Counter()
    for units in table.start.stacks.values():
        before += everyone(units)
    assert left + lost == before
    assert table.replay() == table.state
    written = msgspec.json.encode(table.run.events)
    assert msgspec.json.decode(written, type=EVENTS) == table.run.events
    assert msgspec.json.decode(msgspec.json.encode(table.state), type=AreaState) == table.state
    assert len(table.events(BattleEnded)) == 1


@given(pieces((*SEA, "fighter", "bomber"), ("usa",), 6), pieces(SEA, ("japan", "germany"), 6), st.booleans(),
       st.booleans(), st.integers(0, 10**6))  # fmt: skip
def test_at_sea(attack: Stack, defend: Stack, low_luck: bool, way_back: bool, seed: int) -> None:
    table = Table(
        "Sea Zone 45",
        "usa",
        attack,
        defend,
        dice=RandomDice(seed),
        routes=(("Sea Zone 44", "Sea Zone 45"), ("Sea Zone 39", "Sea Zone 45")) if way_back else (),
        options={"low-luck": low_luck},
    )
    play(table, random.Random(seed))
    judge(table)


@given(pieces(LAND, ("germany",), 8), pieces(("infantry", "tank"), ("germany",), 3),
       pieces(LAND, ("ussr", "uk"), 8), st.booleans(), st.integers(0, 10**6))  # fmt: skip
def test_on_land(attack: Stack, landed: Stack, defend: Stack, low_luck: bool, seed: int) -> None:
    seaborne = stack((msgspec.structs.replace(p, landing="Karelia"), n) for p, n in landed)
    table = Table(
        "Karelia",
        "germany",
        attack,
        seaborne,
        defend,
        dice=RandomDice(seed),
        routes=(("Eastern Europe", "Karelia"), ("Norway/Finland", "Karelia")),
        options={"low-luck": low_luck},
        amphibious=True,
    )
    play(table, random.Random(seed))
    judge(table)
