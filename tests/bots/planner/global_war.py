"""Positions of the game with an air war, facilities and convoys, for tests of the planner."""

from sandtable.area.actions import AreaAction, Done, Move, Pick
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.bot import Bot, Reason
from sandtable.bots.registry import NoBot, make
from tests.bots.planner.positions import Table, Units

TABLE = Table("global-1940")


def germans_move(units: Units, *orders: AreaAction, phase: str = "combat-move") -> AreaState:
    """The moment after Germany has made its moves."""
    position = Position(start_from="empty", turn="germany", phase=phase, units=units)
    return TABLE.after(TABLE.state(position), "germany", *orders, Done())


def go(what: str, number: int, *path: str) -> Move:
    return Move((Pick(what, number),), path)


def asked(state: AreaState, kind: str) -> AreaState:
    """The state once everybody has passed who is asked something else first."""
    while (decision := TABLE.game.pending(state)[0]).kind != kind:
        state = TABLE.after(state, decision.seat, Done())
    return state


def bot_of(level: str = "hard") -> Bot[AreaState, AreaAction]:
    bot = make(level, TABLE.game, 1)
    assert not isinstance(bot, NoBot)
    return bot


def answer(state: AreaState, level: str = "hard") -> tuple[AreaAction, Reason]:
    """What a bot says to the question that is asked now."""
    bot = bot_of(level)
    decision = TABLE.game.pending(state)[0]
    action = bot.choose(TABLE.game.view(state, decision.seat), decision)
    assert TABLE.game.check(state, decision.seat, action) is None
    reason = bot.why()
    assert reason is not None
    return action, reason
