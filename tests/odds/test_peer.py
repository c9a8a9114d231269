"""The peer's battle calculator and ours.

TripleA 1.9 was asked for five battles of this game, 143,600 simulations or more each, without retreats; the three
on land were also worked out by an independent dynamic programme. All numbers are from the project's collected
facts (``triplea-odds.yaml``), in percent.

On land we agree with the independent values to the last digit that was printed, and with the simulated ones within
three standard errors. At sea we part ways in how a battle with submarines ends:

* The peer submerges submarines by itself as soon as they face nothing but planes. Here that is their owner's
  choice (rule ``sub.submerge-any-number``): who stays up counts among the winners when a fighter of theirs and
  the last enemy fighter shoot each other down.
* When submarines and planes are all that is left, nobody can hit anybody. Our battle ends there without a
  winner (``combat.stalemate``). The peer goes on; in the next round the submarines submerge, it finds no
  attacker left in the battle, and gives it to the defender. It does so even if no defender is left, as long as
  a submerged submarine of the attacker lives.
* A transport that outlives both fleets wins the battle for the peer's defender. Here nobody has won, as it
  cannot fight (``judging.outcome``); that is why the peer knows no draw in the second battle.

This is shown below, not only said: at our own table, players who submerge as the peer does, with its way to count,
reproduce its numbers within three standard errors, so that nothing is left to explain. Rounds and survivors are
the same either way. That the peer does so was read in its public source of about that time, though not in the very
version that was asked: ``MustFightBattle`` (``submergeSubsVsOnlyAir``, and what ends a round) and
``BattleResults.draw``.
"""

from functools import cache
from math import sqrt
from typing import Literal, NamedTuple

import pytest

from sandtable.area.state import Battle, Strip
from sandtable.odds.answer import Question, exact_odds
from sandtable.odds.policy import Policy
from tests.odds.table import WORLD, End, Left, Player, Solved, Table, question

SIDES: tuple[Literal["attack"], Literal["defend"]] = ("attack", "defend")


class Row(NamedTuple):
    """What the peer answered; ``se`` is the standard error of its chance to win."""

    attack: str
    defend: str
    win: float
    se: float
    draw: float
    lose: float
    rounds: float = 0
    left: tuple[float, float] = (0, 0)
    exact: tuple[float, float, float] = (0, 0, 0)
    """Independently computed: win, draw, lose."""

    def near(self, chance: float, simulated: float) -> bool:
        """Whether a chance is within three standard errors of a simulated one, given its two decimals."""
        runs = self.win * (100 - self.win) / self.se**2
        return abs(100 * chance - simulated) <= 3 * sqrt(100 * chance * (100 - 100 * chance) / runs) + 0.005


LAND = {
    "small": Row(
        "3 infantry, tank",
        "2 infantry",
        *(94.41, 0.05, 1.73, 3.87),
        rounds=2.425,
        left=(2.719, 0.050),
        exact=(94.433, 1.663, 3.905),
    ),
    "medium": Row(
        "10 infantry, 5 tank, 3 fighter",
        "12 infantry, 3 tank, 2 fighter",
        *(40.99, 0.12, 1.81, 57.20),
        rounds=3.843,
        left=(1.889, 2.874),
        exact=(40.698, 1.826, 57.476),
    ),
    "large": Row(
        "40 infantry, 20 tank, 10 fighter",
        "50 infantry, 10 tank, 5 fighter",
        *(56.27, 0.12, 0.45, 43.27),
        rounds=4.662,
        left=(7.388, 4.919),
        exact=(56.170, 0.440, 43.390),
    ),
}
NAVAL = Row(
    "2 submarine, 2 destroyer, carrier, 2 fighter",
    "2 submarine, 2 destroyer, carrier, 2 fighter",
    *(34.49, 0.11, 4.53, 60.97),
    rounds=3.166,
    left=(0.890, 1.700),
)
NAVAL2 = Row(
    "2 submarine, 2 destroyer, carrier, 2 fighter",
    "1 submarine, 2 destroyer, carrier, 2 fighter, transport",
    *(55.83, 0.12, 0.00, 44.17),
)
ATTACKER_LOSES = ("carrier", "submarine", "destroyer", "fighter")
DEFENDER_LOSES = ("submarine", "destroyer", "carrier", "fighter")
"""The peer's order of losses in the battles at sea."""


@pytest.mark.parametrize("row", LAND.values(), ids=LAND.keys())
def test_on_land_the_independent_values_are_reproduced(row: Row) -> None:
    odds = exact_odds(WORLD, question(row.attack, row.defend))
    assert (odds.win, odds.draw, odds.lose) == pytest.approx([p / 100 for p in row.exact], abs=1e-5)


@pytest.mark.parametrize("row", LAND.values(), ids=LAND.keys())
def test_on_land_the_simulated_values_are_near(row: Row) -> None:
    odds = exact_odds(WORLD, question(row.attack, row.defend))
    assert row.near(odds.win, row.win) and row.near(odds.draw, row.draw) and row.near(odds.lose, row.lose)
    assert odds.rounds == pytest.approx(row.rounds, abs=0.01)
    left = tuple(sum(odds.survivors[side].values()) for side in SIDES)
    assert left == pytest.approx(row.left, abs=0.05)


def by_our_reading(row: Row) -> Question:
    """A battle at sea with the peer's order of losses, in which nobody submerges."""
    return question(row.attack, row.defend, True, Policy(ATTACKER_LOSES), Policy(DEFENDER_LOSES))


def only_planes(strip: Strip) -> bool:
    return bool(strip.units) and all(WORLD.type(piece).kind == "air" for piece, _ in strip.units)


@cache
def fought(row: Row, like_the_peer: bool) -> Solved:
    """All ways in which the dice can fall, with the peer's order of losses."""

    def facing_planes(battle: Battle) -> bool:
        return like_the_peer and only_planes(battle.defend)

    def under_planes(battle: Battle) -> bool:
        return like_the_peer and only_planes(battle.attack)

    return Table(
        by_our_reading(row), Player(ATTACKER_LOSES, facing_planes), Player(DEFENDER_LOSES, under_planes)
    ).solve()


def number(left: Left) -> int:
    return sum(n for _, n in left)


def as_the_peer_counts(end: End) -> str:
    """As the peer has it: a draw if nobody is left at all, lost if no attacker is left in the battle."""
    if not end.attack and not end.defend:
        return "draw"
    submerged, types = end.below[0], {unit for unit, _ in end.attack}
    if number(end.attack) == number(submerged) or (end.defend and types == {"submarine"}):
        return "lose"  # the second: a stalemate, in which they would submerge next
    return "win"


def counted(solved: Solved, outcome: str) -> float:
    return sum(chance for end, chance in solved.ends.items() if as_the_peer_counts(end) == outcome)


@pytest.mark.parametrize("row", [NAVAL, NAVAL2], ids=["naval", "naval2"])
def test_at_sea_with_the_peers_habits_its_numbers_come_out(row: Row) -> None:
    solved = fought(row, like_the_peer=True)
    for outcome in ("win", "draw", "lose"):
        assert row.near(counted(solved, outcome), getattr(row, outcome)), outcome


def test_rounds_and_survivors_at_sea_are_the_same() -> None:
    odds = exact_odds(WORLD, by_our_reading(NAVAL))
    assert odds.rounds == pytest.approx(NAVAL.rounds, abs=0.01)
    left = tuple(sum(odds.survivors[side].values()) for side in SIDES)
    assert left == pytest.approx(NAVAL.left, abs=0.01)


@pytest.mark.parametrize(
    ("row", "win", "draw", "lose"),
    [(NAVAL, 34.907, 5.408, 59.684), (NAVAL2, 56.121, 6.543, 37.336)],
    ids=["naval", "naval2"],
)
def test_our_own_reading_at_sea(row: Row, win: float, draw: float, lose: float) -> None:
    """Ours, for the record."""
    odds = exact_odds(WORLD, by_our_reading(row))
    assert (100 * odds.win, 100 * odds.draw, 100 * odds.lose) == pytest.approx((win, draw, lose), abs=5e-4)


@pytest.mark.long("a large battle along every way the dice can fall")
@pytest.mark.parametrize("row", [NAVAL, NAVAL2], ids=["naval", "naval2"])
def test_our_own_reading_is_what_the_table_does_when_nobody_submerges(row: Row) -> None:
    """Smaller battles are followed along every way that the dice can fall in test_against_table."""
    odds = exact_odds(WORLD, by_our_reading(row))
    assert odds.win == pytest.approx(fought(row, like_the_peer=False).chance("attacker"), abs=1e-12)
    assert odds.lose == pytest.approx(fought(row, like_the_peer=False).chance("defender"), abs=1e-12)
