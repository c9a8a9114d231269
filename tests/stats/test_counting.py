"""Statistics by round, limited to what the viewer may see."""

import pytest

from sandtable.area.events import BattleEnded, Mobilized, PrizesTaken, Rolled
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area
from sandtable.guides.area.measures import army
from sandtable.statistics import Statistics, statistics
from tests.core import toy
from tests.core.toy import TOY, Bid, Roll
from tests.stats.games import random_game


def line(found: Statistics, measure: str, who: str) -> tuple[float, ...]:
    chart = next(one for one in found.charts if one.measure.id == measure)
    return next(one.values for one in chart.lines if one.who == who)


@pytest.mark.parametrize("game_id", ["1941", "classic"])
def test_armies_grow_by_what_is_placed_and_shrink_by_what_is_lost(game_id: str) -> None:
    record = random_game(game_id, 5)
    game = area(game_id)
    found = statistics(record)
    placed = dict.fromkeys(game.seats, 0)
    for entry in record.entries:
        for event in entry.events:
            if isinstance(event, Mobilized) and game.world.units[event.unit].kind != "facility":
                placed[event.power] += event.count * game.world.units[event.unit].cost
            if isinstance(event, PrizesTaken):
                for piece, count in event.units:
                    if game.world.units[piece.unit].kind != "facility":
                        worth = count * game.world.units[piece.unit].cost
                        placed[event.to] += worth
                        placed[piece.power] -= worth
    now = army(game.world, record.state)
    for power in game.seats:
        values = line(found, "army", power)
        assert values[-1] == now[power]
        assert values[-1] - values[0] == placed[power] - sum(line(found, "losses", power))


@pytest.mark.parametrize("game_id", ["1941", "classic"])
def test_rounds_and_dice_are_all_there(game_id: str) -> None:
    record = random_game(game_id, 4)
    game = area(game_id)
    found = statistics(record)
    assert found.rounds == tuple(range(record.state.round + 1))
    assert all(len(one.values) == len(found.rounds) for chart in found.charts for one in chart.lines)
    events = [event for entry in record.entries for event in entry.events]
    volleys = [event for event in events if isinstance(event, Rolled)]
    hits = [luck for luck in found.sides if luck.what == "hits"]
    assert sum(luck.dice for luck in hits) >= sum(len(fire.dice) for one in volleys for fire in one.fire) > 50
    scored = sum(fire.hits for one in volleys for fire in one.fire)
    guns = sum(luck.scored for luck in hits) - scored
    assert guns >= 0
    assert game_id != "1941" or guns == 0
    for what in {luck.what for luck in found.seats}:
        for of in ("dice", "scored", "expected"):
            by_seat = sum(getattr(luck, of) for luck in found.seats if luck.what == what)
            by_side = sum(getattr(luck, of) for luck in found.sides if luck.what == what)
            by_battle = sum(getattr(one, of) for all_ in found.contests for one in all_.luck if one.what == what)
            assert by_seat == pytest.approx(by_side)
            assert by_seat == pytest.approx(by_battle)
    trend = next(one for one in found.trends if one.what == "hits")
    for luck in hits:
        assert next(one for one in trend.lines if one.who == luck.who).values[-1] == pytest.approx(luck.difference)
    assert len([event for event in events if isinstance(event, BattleEnded)]) > 3
    assert set(game.seats) >= {luck.who for luck in found.seats}


def test_low_luck_has_one_die_for_what_remains() -> None:
    found = statistics(random_game("1941", 3, low_luck=True))
    record = random_game("1941", 3, low_luck=True)
    fires = [
        fire
        for entry in record.entries
        for event in entry.events
        if isinstance(event, Rolled)
        for fire in event.fire
    ]
    thrown = sum(len(fire.dice) for fire in fires)
    sure = sum(fire.value * fire.units for fire in fires) / 6
    assert sum(luck.dice for luck in found.sides) == thrown > 20
    certain = sum(fire.hits for fire in fires) - sum(luck.scored for luck in found.sides)
    assert sum(luck.expected for luck in found.sides) == pytest.approx(sure - certain)


def test_an_empty_game_has_only_its_start() -> None:
    record = random_game("1941", 0)
    found = statistics(record)
    assert found.rounds == (0,)
    assert found.contests == ()
    assert found.sides == ()
    assert line(found, "income", "usa") == (17,)


def auction() -> Record[toy.Table, toy.ToyAction, toy.ToyEvent]:
    record = Record.begin(TOY, Setup(), SeededDice.from_seed(7))
    assert not isinstance(record, Refusal)
    for seat, amount in (("red", 5), ("blue", 2), ("gold", 1)):
        record.act(seat, Bid(amount))
    record.act("red", Roll())
    record.act("blue", Bid(4))
    return record


def test_what_is_hidden_is_not_counted() -> None:
    record = auction()
    assert line(statistics(record, "blue"), "bids", "blue") == (0, 2, 6)
    assert line(statistics(record, "red"), "bids", "blue") == (0, 0, 0)
    assert line(statistics(record), "bids", "red") == (0, 0, 0)
    assert line(statistics(record), "points", "red")[1] == record.state.points["red"]
    assert [(luck.who, luck.what, luck.dice) for luck in statistics(record).seats] == [("red", "points", 1)]
