"""Bots launch their invasions in naval movement, where the scenario has it."""

from sandtable.bots.registry import NoBot, make
from sandtable.core.dice import SeededDice
from sandtable.games import load_hexes
from sandtable.hexes.actions import Done, HexAction, Invade, Sail
from sandtable.hexes.position import HexPosition, Moored, Standing, build
from sandtable.hexes.state import HexState

GAME = load_hexes("hgw")


def test_a_landing_that_is_worth_it_is_declared_and_sails() -> None:
    said = HexPosition(
        scenario="campaign-2",
        phase="naval",
        side="allied",
        turn="Summer 1943",
        surrendered={"France": "axis"},
        joined={"United States": "allied", "Italy": "axis"},
        control={"axis": "1334 1433 1434 1435 1532 1432"},
        armies={
            "Britain": Standing("1333", infantry=3, amphibious=5),
            "OKW": Standing("1237", infantry=1),
            "Moscow": Standing("1144", infantry=1),
        },
        fleets={"Home Fleet": Moored("1332", points=2)},
    )
    state = build(GAME.worlds["campaign-2"], said)
    assert isinstance(state, HexState)
    bot = make("easy", GAME, 1)
    assert not isinstance(bot, NoBot)
    given: list[HexAction] = []
    dice = SeededDice.from_seed(1)
    while state.phase == "naval":
        decision = GAME.pending(state)[0]
        action = bot.choose(GAME.view(state, decision.seat), decision)
        given += [action] if decision.seat == "allied" else []
        for event in GAME.decide(state, decision.seat, action, dice):
            state = GAME.evolve(state, event)
    orders = [type(action) for action in given if isinstance(action, Invade | Sail | Done)]
    assert orders == [Invade, Sail, Done]
    assert state.combat is not None and state.combat.sailed == ("Britain",)
