"""Best play is never beaten, and is what going through every decision finds."""

from functools import cache
from itertools import permutations, product
from math import comb, prod

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import Losses, Toll, hurt
from sandtable.area.battle.values import value
from sandtable.area.forces import Stack, add, changed, merge, minus, size
from sandtable.area.state import Hits
from sandtable.games import world as world_of
from sandtable.odds.answer import BadBattle, Question, Reading, exact_odds, model_of
from sandtable.odds.batch import batch_odds
from sandtable.odds.best import Aim, Play, best, best_losses, best_order, best_retreat, win_chances
from sandtable.odds.policy import Policy, Retreat
from sandtable.odds.result import Brief
from sandtable.odds.values import Stakes, at_start, best_stops, fought_out

from .test_batch import FLEET, LAND, SHIPS, force

WORLD = world_of("1941")
SIDES: tuple[Side, Side] = ("attack", "defend")
AIMS: tuple[Aim, Aim, Aim] = ("win", "capture", "money")


def ask(attack: str, defend: str, at_sea: bool = False, attacker: Policy = Policy()) -> Question:  # noqa: B008
    return Question(force("germany", attack.split()), force("ussr", defend.split()), at_sea, attacker)


@st.composite
def battles(draw: st.DrawFn, units: tuple[str, ...], most: int) -> Question:
    mine = draw(st.lists(st.sampled_from(units), min_size=1, max_size=most))
    theirs = draw(st.lists(st.sampled_from(units), min_size=1, max_size=most))
    low_luck = draw(st.booleans())
    return Question(force("germany", mine), force("ussr", theirs), units is not LAND, low_luck=low_luck)


def losses(question: Question, side: Side, aim: Aim, territory: float = 0) -> Play:
    found = best_losses(WORLD, question, side, aim, territory)
    assert isinstance(found, Play)
    return found


def merit(odds: Brief, side: Side, aim: Aim, territory: float = 0) -> float:
    for_attacker = {"win": odds.win, "capture": odds.capture, "money": odds.value_swing + territory * odds.capture}
    return for_attacker[aim] if side == "attack" else -for_attacker[aim]


# every decision of a battle


def worth(units: Stack) -> int:
    return sum(WORLD.type(piece).cost * n for piece, n in units)


def after(units: Stack, taken: Losses) -> Stack:
    left = minus(minus(units, taken.destroyed), taken.damaged)
    return merge(left, changed(taken.damaged, hurt))


def every_decision(question: Question, chooser: Side, aim: Aim) -> float:
    """What the attacker expects if ``chooser`` takes the best losses of all that the table would let it take."""

    def rolls(units: Stack, side: Side) -> dict[int, float]:
        chances = {0: 1.0}
        for piece, n in units:
            p = value(WORLD.type(piece), side) / 6
            one = {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}
            both: dict[int, float] = {}
            for (a, x), (b, y) in product(chances.items(), one.items()):
                both[a + b] = both.get(a + b, 0) + x * y
            chances = both
        return chances

    def options(units: Stack, hits: int, side: Side) -> list[Stack]:
        if not hits:
            return [units]
        toll = Toll(WORLD, units, (Hits("other", hits),), ())
        return [after(units, taken) for taken in (toll.choices(10_000) if side == chooser else [toll.default()])]

    def ending(mine: Stack, theirs: Stack) -> float:
        if aim == "money":
            return worth(question.defend) - worth(theirs) - worth(question.attack) + worth(mine)
        land = any(WORLD.type(piece).kind == "land" for piece, _ in mine)
        return float(bool(mine) and not theirs and (aim == "win" or land))

    better = max if chooser == "attack" else min

    @cache
    def expect(mine: Stack, theirs: Stack) -> float:
        if not mine or not theirs:
            return ending(mine, theirs)
        total, nothing = 0.0, 0.0
        for hits, p in rolls(mine, "attack").items():
            ways = []
            for left in options(theirs, hits, "defend"):  # before the answer is known
                mean = 0.0
                for answer, chance in rolls(theirs, "defend").items():
                    if not hits and not answer:
                        nothing = p * chance
                        continue
                    mean += chance * better(expect(kept, left) for kept in options(mine, answer, "attack"))
                ways.append(mean)
            total += p * better(ways)
        return total / (1 - nothing)

    return expect(question.attack, question.defend)


@given(battles(LAND, 4), st.sampled_from(SIDES), st.sampled_from(AIMS))
@settings(max_examples=60, deadline=None)
def test_best_losses_are_what_every_decision_finds(question: Question, side: Side, aim: Aim) -> None:
    question = msgspec.structs.replace(question, low_luck=False)
    found = merit(losses(question, side, aim).odds, "attack", aim)
    assert found == pytest.approx(every_decision(question, side, aim), abs=1e-9)


@given(battles(SHIPS, 3), st.sampled_from(SIDES), st.sampled_from(AIMS))
@settings(max_examples=20, deadline=None)
def test_at_sea_too_where_ships_take_two_hits(question: Question, side: Side, aim: Aim) -> None:
    question = msgspec.structs.replace(question, low_luck=False)
    found = losses(question, side, aim)
    assert found.way == "any losses"
    assert merit(found.odds, "attack", aim) == pytest.approx(every_decision(question, side, aim), abs=1e-9)


# against fixed orders


@given(battles(LAND, 7), st.sampled_from(SIDES), st.sampled_from(AIMS), st.sampled_from([0.0, 8.0]))
@settings(max_examples=30, deadline=None)
def test_no_fixed_order_is_better(question: Question, side: Side, aim: Aim, territory: float) -> None:
    found = losses(question, side, aim, territory)
    assert found.odds.win + found.odds.draw + found.odds.lose == pytest.approx(1, abs=1e-12)
    top = merit(found.odds, side, aim, territory)
    field = "attacker" if side == "attack" else "defender"
    asked = [
        msgspec.structs.replace(question, **{field: Policy(order, keep_land=keep)})
        for order in permutations(LAND)
        for keep in (False, True)
    ]
    others = [merit(odds, side, aim, territory) for odds in batch_odds(WORLD, asked)]
    assert top >= max(others) - 1e-9
    fixed = best_order(WORLD, question, side, aim, territory)
    assert isinstance(fixed, Play) and fixed.way == "every order"
    assert merit(fixed.odds, side, aim, territory) == pytest.approx(max(others[::2]), abs=1e-9)


def test_with_one_type_there_is_nothing_to_choose() -> None:
    question = ask("infantry infantry infantry", "infantry infantry")
    odds = batch_odds(WORLD, [question])[0]
    for side, aim in product(SIDES, AIMS):
        found = losses(question, side, aim).odds
        assert (found.win, found.value_swing, found.rounds) == pytest.approx(
            (odds.win, odds.value_swing, odds.rounds), abs=1e-12
        )
        assert found.survivors["attack"] == pytest.approx(odds.survivors["attack"], abs=1e-12)
        assert found.survivors["defend"] == pytest.approx(odds.survivors["defend"], abs=1e-12)
        assert found.left == pytest.approx(odds.left, abs=1e-12)


def test_a_bomber_in_defense_goes_first() -> None:
    """It costs the most and defends with a one: who fights for the territory gives it up before the infantry."""
    question = ask("tank tank tank", "infantry infantry bomber")
    own = batch_odds(WORLD, [question])[0]
    assert losses(question, "defend", "win").odds.win < own.win - 0.01
    found = best_order(WORLD, question, "defend", "win")
    assert isinstance(found, Play) and found.order == ("bomber", "infantry")
    assert losses(question, "defend", "money").odds.value_swing <= own.value_swing


def test_for_the_capture_a_land_unit_is_kept() -> None:
    question = ask("infantry fighter fighter", "infantry infantry")
    own = batch_odds(WORLD, [question])[0]
    assert losses(question, "attack", "capture").odds.capture > own.capture + 0.1


@given(battles(LAND, 5), st.sampled_from(LAND))
@settings(max_examples=40, deadline=None)
def test_one_more_attacker_never_hurts(question: Question, unit: str) -> None:
    more = msgspec.structs.replace(
        question, attack=add(question.attack, force("germany", [unit])[0][0]), low_luck=False
    )
    fewer = msgspec.structs.replace(question, low_luck=False)
    assert losses(more, "attack", "win").odds.win >= losses(fewer, "attack", "win").odds.win - 1e-9


@given(battles(FLEET, 3))
@settings(max_examples=10, deadline=None)
def test_at_sea_every_order_is_tried(question: Question) -> None:
    found = losses(question, "attack", "win")
    assert found.way in ("any losses", "every order")
    assert found.odds.win >= exact_odds(WORLD, question).win - 1e-9


def test_many_types_are_tried_in_some_orders() -> None:
    attack = "submarine destroyer carrier battleship fighter bomber"
    question = ask(attack, "destroyer", at_sea=True)
    found = losses(question, "attack", "money")
    assert found.way == "some orders"
    assert sorted(found.order) == sorted(attack.split())
    assert found.odds.value_swing >= batch_odds(WORLD, [question])[0].value_swing


# breaking off


@given(battles(LAND, 6), st.sampled_from([0.0, 5.0, 50.0]))
@settings(max_examples=30, deadline=None)
def test_the_best_retreat_beats_any_other(question: Question, territory: float) -> None:
    found = best_retreat(WORLD, question, territory)
    assert isinstance(found, Brief)
    top = merit(found, "attack", "money", territory)
    others = [
        Retreat(),
        Retreat(after_rounds=1),
        Retreat(after_rounds=2),
        Retreat(below_units=3),
        Retreat(below_chance=0.5),
        Retreat(only_planes=True),
    ]
    for retreat in others:
        policy = msgspec.structs.replace(question.attacker, retreat=retreat)
        odds = batch_odds(WORLD, [msgspec.structs.replace(question, attacker=policy)])[0]
        assert top >= merit(odds, "attack", "money", territory) - 1e-9, retreat


@given(battles(FLEET, 3), st.booleans())
@settings(max_examples=15, deadline=None)
def test_values_are_what_the_flow_finds(question: Question, submerge: bool) -> None:
    """Expectations worked out from the end, and chances followed from the beginning."""
    policy = Policy(submerge=submerge)
    question = msgspec.structs.replace(question, attacker=policy, defender=policy)
    model, odds = model_of(WORLD, question), exact_odds(WORLD, question)
    reading = Reading(model)
    won = reading.won.astype(np.float64)
    assert at_start(model, won, win_chances(model)) == pytest.approx(odds.win, abs=1e-10)
    stakes = reading.stakes()
    assert at_start(model, stakes.ended, fought_out(model, stakes.ended)) == pytest.approx(
        odds.value_swing, abs=1e-9
    )
    nowhere = np.zeros(model.shape, dtype=bool)
    found = best_retreat(WORLD, question)
    assert isinstance(found, Brief)
    stops = best_stops(model, stakes, nowhere)[2]
    assert at_start(model, stakes.ended, stops.worth) == pytest.approx(found.value_swing, abs=1e-9)
    assert found.value_swing >= odds.value_swing - 1e-9


def test_nobody_leaves_where_that_is_worth_nothing() -> None:
    question = ask("infantry tank", "infantry infantry tank")
    model = model_of(WORLD, question)
    ended = Reading(model).stakes().ended
    table = best_stops(model, Stakes(ended, np.full(model.shape, -1e6)), np.zeros(model.shape, dtype=bool))[2]
    assert not table.leave.any()
    assert table.worth == pytest.approx(fought_out(model, ended))


def test_a_hopeless_attack_is_broken_off_after_its_first_round() -> None:
    question = ask("infantry infantry bomber", " ".join(["infantry"] * 12))
    found = best_retreat(WORLD, question)
    assert isinstance(found, Brief)
    assert found.rounds == pytest.approx(1, abs=0.01)


def test_a_precious_territory_is_fought_for() -> None:
    question = ask("infantry infantry infantry tank", "infantry infantry infantry")
    cheap, dear = best_retreat(WORLD, question), best_retreat(WORLD, question, 1000)
    assert isinstance(cheap, Brief) and isinstance(dear, Brief)
    assert cheap.capture < dear.capture == pytest.approx(batch_odds(WORLD, [question])[0].capture, abs=1e-9)


def test_below_a_chance() -> None:
    """The attacker fights on exactly where fighting to the end wins often enough."""
    question = ask("infantry infantry tank", "infantry infantry")
    model = model_of(WORLD, question)
    chances = win_chances(model)
    policy = Policy(retreat=Retreat(below_chance=0.5))
    odds = exact_odds(WORLD, msgspec.structs.replace(question, attacker=policy))
    left = [e for e in odds.endings if e.retreated]
    assert left
    for ending in left:
        mine = next(c for c in model.states["attack"] if model.forces["attack"].units(c) == ending.attack)
        theirs = next(c for c in model.states["defend"] if model.forces["defend"].units(c) == ending.defend)
        assert chances[model.index["attack"][mine], model.index["defend"][theirs]] < 0.5
        smaller = ask(
            " ".join(u for u, n in ending.attack.items() for _ in range(n)),
            " ".join(u for u, n in ending.defend.items() for _ in range(n)),
        )
        assert exact_odds(WORLD, smaller).win < 0.5
    never = exact_odds(WORLD, question)
    zero = msgspec.structs.replace(question, attacker=Policy(retreat=Retreat(below_chance=0)))
    assert exact_odds(WORLD, zero).win == pytest.approx(never.win, abs=1e-12)
    sure = msgspec.structs.replace(question, attacker=Policy(retreat=Retreat(below_chance=1.1)))
    assert exact_odds(WORLD, sure).rounds == pytest.approx(1)


def test_the_best_retreat_knows_of_other_reasons_to_leave() -> None:
    question = ask("infantry infantry tank fighter", "infantry infantry tank")
    swings = []
    for rounds in (0, 1, 2, 3, 20, None):
        policy = Policy(retreat=Retreat(best=True, after_rounds=rounds))
        odds = exact_odds(WORLD, msgspec.structs.replace(question, attacker=policy))
        assert rounds is None or odds.rounds <= max(rounds, 1) + 1e-9
        swings.append(odds.value_swing)
    assert swings[0] == pytest.approx(swings[1]) and swings == sorted(swings)
    assert swings[-2] == pytest.approx(swings[-1], abs=1e-6)


# all together


def test_what_the_own_way_costs() -> None:
    own = Policy(("fighter", "tank", "infantry"))
    question = ask("infantry infantry tank fighter", "infantry infantry tank", attacker=own)
    found = best(WORLD, question, territory=3)
    assert not isinstance(found, BadBattle)
    assert found.own == batch_odds(WORLD, [question])[0]
    assert found.attacker.win_cost == pytest.approx(found.attacker.to_win.odds.win - found.own.win) and (
        found.attacker.win_cost > 0.05
    )
    costs = (found.attacker.money_cost, found.defender.win_cost, found.defender.money_cost, found.retreat_cost)
    assert min(costs) >= -1e-9


def test_with_a_retreat_of_its_own_orders_are_tried() -> None:
    policy = Policy(retreat=Retreat(after_rounds=2))
    question = ask("infantry tank fighter", "infantry tank", attacker=policy)
    found = best(WORLD, question)
    assert not isinstance(found, BadBattle)
    assert found.attacker.to_win.way == "every order"
    assert found.attacker.to_win.odds.rounds <= 2 + 1e-9


@pytest.mark.parametrize(
    ("attack", "defend", "at_sea", "why"),
    [
        ("infantry " * 400, "tank " * 400, False, "400 against 400"),
        ("submarine " * 21, "destroyer", True, "more than 20 units"),
        ("", "tank", False, "at least one unit"),
        ("destroyer", "tank", False, "cannot fight on land"),
    ],
)
def test_absurd_battles_are_refused(attack: str, defend: str, at_sea: bool, why: str) -> None:
    question = ask(attack, defend, at_sea)
    for refused in (
        best(WORLD, question),
        best_retreat(WORLD, question),
        best_losses(WORLD, question, "attack"),
        best_order(WORLD, question, "defend"),
    ):
        assert isinstance(refused, BadBattle) and why in refused.why


def test_too_many_compositions_leave_fixed_orders() -> None:
    """Four types of thirty each: a million compositions."""
    question = ask(" ".join(unit for unit in LAND for _ in range(30)), "infantry tank")
    assert prod([31] * 4) > 20_000 and size(question.attack) == 120
    assert losses(question, "attack", "win").way == "every order"
