"""Battleships that support a landing."""

from sandtable.area.actions import AreaAction, Move, Voyage
from sandtable.area.position import Position
from sandtable.bots.registry import NoBot, make
from sandtable.core.dice import SeededDice
from tests.bots.planner.classic import GAME, Units, state_of


def orders(units: Units) -> list[AreaAction]:
    """What a strong bot orders in the British combat move."""
    state = state_of(Position(start_from="empty", turn="uk", phase="combat-move", units=units))
    bot = make("hard", GAME, 1)
    assert not isinstance(bot, NoBot)
    found: list[AreaAction] = []
    while state.turn.phases.get("uk") == "combat-move":
        (decision,) = GAME.pending(state)
        action = bot.choose(GAME.view(state, "uk"), decision)
        assert GAME.check(state, "uk", action) is None
        found.append(action)
        for event in GAME.decide(state, "uk", action, SeededDice.from_seed(1)):
            state = GAME.evolve(state, event)
    return found


LANDING: Units = {
    "United Kingdom": {"uk": "8 infantry, fighter, antiaircraft gun, industrial complex"},
    "English Channel Sea Zone": {"uk": "3 transports, battleship"},
    "Finland Norway": {"germany": "infantry"},
    "Western Europe": {"germany": "9 infantry, 2 fighters"},
    "Germany": {"germany": "9 infantry, industrial complex"},
}


def test_a_battleship_in_the_zone_fires_ahead_of_the_landing() -> None:
    found = orders(LANDING)
    assert any(isinstance(one, Voyage) and one.land == "Finland Norway" for one in found)
    ships = [one for one in found if isinstance(one, Move) and one.assault == "Finland Norway"]
    assert [ship.units[0].unit for ship in ships] == ["battleship"]


def test_not_at_an_empty_beach() -> None:
    units: Units = {k: v for k, v in LANDING.items() if k != "Finland Norway"}
    found = orders(units)
    assert any(isinstance(one, Voyage) and one.land == "Finland Norway" for one in found)
    assert not any(isinstance(one, Move) and one.assault for one in found)
