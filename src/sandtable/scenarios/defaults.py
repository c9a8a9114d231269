"""Default choices, made for all players while a scenario passes time."""

from collections.abc import Callable, Iterator

from sandtable.area import actions as act
from sandtable.area.actions import AreaAction
from sandtable.area.status import active, phase_of
from sandtable.core.nearest import nearest
from sandtable.scenarios.table import StepError, Table
from sandtable.scenarios.words import When

PATIENCE = 10_000
"""The most choices made while waiting for a moment."""


def reached(table: Table, when: When) -> Callable[[], bool]:
    """A test whether the moment has come. If it is that moment already, the next such moment counts."""
    if when.end:
        return lambda: not table.game.pending(table.state)
    power = table.power(when.turn) if when.turn else table.on_turn()
    phases = table.world.game.phases
    if when.phase and when.phase not in phases:
        raise StepError(f"unknown phase {when.phase!r}{nearest(when.phase, phases)}")

    def now() -> bool:
        state = table.state
        return (
            power in active(state)
            and when.phase in ("", phase_of(state, power))
            and when.round in (None, state.round)
        )

    left = not now()
    last_round = table.state.round + 1 if when.round is None else when.round

    def come() -> bool:
        nonlocal left
        is_now = now()
        left = left or not is_now
        if table.state.round > last_round:
            raise StepError("that moment does not come; a phase in which nothing is to be decided is passed over")
        return left and is_now

    return come


def play_until(table: Table, come: Callable[[], bool], done: bool = True) -> None:
    """Make default choices for everyone until the moment has come."""
    for _ in range(PATIENCE):
        if come():
            return
        asked = table.asked()
        if not asked:
            winner = table.game.winner(table.state)
            raise StepError(f"the game is over before that moment comes (winner: {winner or 'nobody'})")
        if not any(_default(table, seat, done) for seat in asked):
            raise StepError(f"nobody can go on by default: {', '.join(_open(table))}")
    raise StepError("that moment does not come")


def _default(table: Table, seat: str, done: bool) -> bool:
    """Make the default choice for a seat, if there is one."""
    return any(table.play(seat, action) is None for action in _choices(table, seat, done))


def _choices(table: Table, seat: str, done: bool) -> Iterator[AreaAction]:
    battle = table.state.battle
    if battle is None:
        if done:
            yield act.Done()
        yield act.Engage(False)
        yield act.Assault(True)
        if any(part.at_risk(table.state) for part in table.world.parts.at_risk):
            yield act.Casualties()
        for site in table.state.turn.sites:
            yield act.Fight(site.space)
    else:
        yield act.Casualties()
        yield act.Submerge(0)
        yield act.Withdraw(0)
        yield act.Aim()
        yield act.PullBack()
        yield act.Press()
        yield from (act.Retreat(space) for space in battle.retreats)
        yield act.Retreat()
    if done:
        for action in table.game.legal(table.state, seat):
            if not isinstance(action, _VOLUNTARY) and not _of_a_part(table, action):
                yield action


_VOLUNTARY = (act.Concede, act.Room, act.Move, act.Voyage, act.Raid)


def _of_a_part(table: Table, action: AreaAction) -> bool:
    """Whether an action comes from a part and isn't the answer to a decision."""
    part = table.world.parts.by_action.get(type(action))
    return part is not None and not isinstance(action, part.answers)


def _open(table: Table) -> list[str]:
    return [
        f"{d.seat} owes {d.kind}" + (f" in {d.space}" if d.space else "") for d in table.game.pending(table.state)
    ]
