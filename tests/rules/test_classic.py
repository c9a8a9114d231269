"""Rules of ``classic`` that no scenario file can show: what others see, levels everywhere, made-up retreats."""

import pytest
from msgspec.structs import replace

from sandtable.area.actions import AreaAction, Done, Move, Order, Pick, Retreat
from sandtable.area.events import ControlChanged, IncomeCollected
from sandtable.area.family import AreaGame
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.victory import growth, percent_cut
from sandtable.bots.random import RandomBot
from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area

ROUNDS = 4
MIDDLE, EAST, RED = "Central Mediterranean Sea Zone", "Eastern Mediterranean Sea Zone", "Red Sea Zone"


@pytest.fixture(scope="module")
def game() -> AreaGame:
    return area("classic")


def after(game: AreaGame, state: AreaState, seat: str, action: AreaAction, *dice: int) -> AreaState:
    """The state after an action, which must be legal."""
    assert game.check(state, seat, action) is None
    for event in game.decide(state, seat, action, ScriptedDice(dice)):
        state = game.evolve(state, event)
    return state


@pytest.mark.rule("classic.setup.open-information")
@pytest.mark.parametrize("seat", ["uk", "japan", None])
def test_everybody_sees_what_germany_bought(game: AreaGame, seat: str | None) -> None:
    """Given Germany bought 2 transports and 2 armor, when others look, then the four units are shown."""
    position = Position(
        turn="germany",
        treasury={"germany": 28},
        developments={"germany": ("rockets",)},
        units={"Libya": {"germany": "3 armor"}},
    )
    state = build(game.world, position)
    assert isinstance(state, AreaState)
    order = Order(units={"transport": 2, "armor": 2})
    events = game.decide(state, "germany", order, ScriptedDice(()))
    assert [game.visible(event, seat) for event in events] == list(events)
    seen = game.view(after(game, state, "germany", order), seat)
    assert seen.bought["germany"] == {"transport": 2, "armor": 2}
    assert seen.treasury["germany"] == 2
    assert [tech for power, tech in seen.techs if power == "germany"] == ["rockets"]
    assert [(piece.unit, count) for piece, count in seen.at("Libya")] == [("armor", 3)]


@pytest.mark.rule("classic.income.level")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_level_is_the_sum_of_the_values_in_every_position(game: AreaGame, seed: int) -> None:
    """Given any position, when the values of a power's territories are counted, then income is that sum."""
    record = Record.begin(game, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    bot, paid = RandomBot(game, seed), 0
    while not record.finished and record.state.round <= ROUNDS:
        control = dict(record.state.control)
        decision = game.pending(record.state)[0]
        events = record.act(decision.seat, bot.choose(record.state, decision))
        assert not isinstance(events, Refusal)
        for event in events:
            if isinstance(event, ControlChanged):
                control[event.space] = event.to
            elif isinstance(event, IncomeCollected):
                held = [land for land, holder in control.items() if holder == event.power]
                assert event.amount == sum(game.world.board.territories[land].value for land in held)
                paid += event.amount
    assert paid


@pytest.mark.rule("classic.canal.retreat")
@pytest.mark.parametrize(("holder", "open_zones"), [("uk", {MIDDLE, RED}), ("germany", {MIDDLE})])
def test_no_retreat_through_a_canal_in_enemy_hands(game: AreaGame, holder: str, open_zones: set[str]) -> None:
    """No attacker can have come through a barred canal, so who held its bank is changed after the moves."""
    units: dict[str | int, str | dict[str, str]] = {
        MIDDLE: {"uk": "battleship"},
        RED: {"uk": "battleship"},
        EAST: {"germany": "battleship"},
    }
    state = build(game.world, Position(start_from="empty", turn="uk", phase="combat-move", units=units))
    assert isinstance(state, AreaState)
    for origin in (MIDDLE, RED):
        state = after(game, state, "uk", Move((Pick("battleship"),), (origin, EAST)))
    state = replace(state, turn=replace(state.turn, control={**state.turn.control, "Syria Iraq": holder}))
    state = after(game, state, "uk", Done(), 6, 6, 6)
    assert state.battle is not None
    assert set(state.battle.retreats) == open_zones
    refusal = game.check(state, "uk", Retreat(RED))
    assert (refusal is None) == (RED in open_zones)
    if refusal:
        assert refusal.rule == "classic.canal.retreat"


PRINTED = {
    "ussr": "4.1 8.3 12.5 16.6 20.8 25 29.1 33.3 37.5 41.6 45.8 50 54.1 58.3 62.5 66.6 70.8 75 79.1 83.3 87.5 91.6"
    " 95.8 100",
    "germany": "3.1 6.2 9.3 12.5 15.6 18.7 21.8 25 28.1 31.2 34.3 37.5 40.6 43.7 46.8 50 53.1 56.2 59.3 62.5 65.6"
    " 68.7 71.8 75 78.1 81.2 84.3 87.5 90.6 93.7 96.8 100",
    "uk": "3.3 6.6 10.0 13.3 16.6 20 23.3 26.6 30 33.3 36.6 40 43.3 46.6 50 53.3 56.6 60 63.3 66.6 70 73.3 76.6 80"
    " 83.3 86.6 90 93.3 96.6 100",
    "japan": "4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96 100",
    "usa": "2.7 5.5 8.3 11.1 13.8 16.6 19.4 22.2 25 27.7 30.5 33.3 36.1 38.8 41.6 44.4 47.2 50 52.7 55.5 58.3 61.1"
    " 63.8 66.6 69.4 72.2 75 77.7 80.5 83.3 86.1 88.8 91.6 94.4 97.2 100",
}
"""The book's tables: what the growth of a power is called, from one point above its start to double."""


@pytest.mark.rule("classic.victory.percent")
@pytest.mark.parametrize("power", PRINTED)
def test_growth_is_called_what_the_book_prints(game: AreaGame, power: str) -> None:
    """A power is given the smallest foreign territories and one other, so that every level comes up."""
    state = build(game.world, Position(start_from="empty"))
    assert isinstance(state, AreaState)
    start, lands = production(game.world, state, power), game.world.board.territories
    foreign = sorted((land.value, name) for name, land in lands.items() if land.value and land.owner != power)
    called: dict[int, str] = {}
    for _, name in foreign:
        for taken in range(len(foreign)):
            held = {land for _, land in foreign[:taken]} | {name}
            after = replace(state, control={**state.control, **dict.fromkeys(held, power)})
            level = production(game.world, after, power)
            called[level - start] = percent_cut(growth(game.world, after, power))
    printed = [f"{float(percent)}" for percent in PRINTED[power].split()]
    assert [called[point] for point in range(1, start + 1)] == printed
