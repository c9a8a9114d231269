"""What a page waits for on game ``1941``: where units can go, what threatens a space, the odds of a battle."""

from collections.abc import Iterator
from functools import partial
from statistics import mean

from bench.engine import combat_move_of, crowded
from bench.measure import Result, at_most, median_seconds
from sandtable.area.actions import Done, Move, Pick
from sandtable.area.family import AreaGame
from sandtable.area.notation import NotationError, find_space, parse_pick
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.area.status import own_at
from sandtable.core.dice import SeededDice
from sandtable.games import area
from sandtable.guides.area.questions import BattleOdds, Reach, Threat


def guide_results() -> Iterator[Result]:
    game = area("1941")
    openings = {power: combat_move_of(game, power) for power in game.seats}
    times = [t for power, state in openings.items() for t in reach_times(game, state, power)]
    yield at_most(
        "reach of all units of a space together, the opening's combat moves: mean", mean(times), 20, "ms"
    )
    yield at_most("the same, the slowest space", max(times), 20, "ms")
    crowd = crowded(game)
    while crowd.turn.phases != {"ussr": "combat-move"}:
        crowd = passed(game, crowd)
    full = reach_times(game, crowd, "ussr")
    yield Result("the same on a crowded board, five times the units: mean", mean(full), "ms")
    yield Result("the same, the slowest space", max(full), "ms")
    threats = [t for power in ("germany", "japan") for t in threat_times(game, openings[power])]
    yield at_most("threat to a space, with odds: mean over the board", mean(threats), 100, "ms")
    yield at_most("the same, the slowest space", max(threats), 100, "ms")
    land = battle_ms(
        game, "Western Europe", "8 infantry, 4 tank, 3 fighter", "Southern Europe", "9 infantry, 3 tank"
    )
    yield at_most("odds of a large battle in progress on land", land, 100, "ms")
    sea = battle_ms(
        game, 6, "2 submarine, 2 destroyer, carrier, battleship", 8, "submarine, 2 destroyer, battleship"
    )
    yield at_most("odds of a large battle in progress at sea", sea, 100, "ms")


def passed(game: AreaGame, state: AreaState) -> AreaState:
    """The state after the power on turn has said that it is done."""
    seat = game.pending(state)[0].seat
    for event in game.decide(state, seat, Done(), SeededDice.from_seed(0)):
        state = game.evolve(state, event)
    return state


def reach_times(game: AreaGame, state: AreaState, power: str) -> list[float]:
    """Milliseconds to ask for all units of each space."""
    found = []
    for space in state.stacks:
        own = own_at(state, power, space)
        picks = tuple(Pick(p.unit, n, tuple(guest.unit for guest in p.cargo), p.used) for p, n in own)
        if picks:
            question = Reach(space, picks)
            found.append(1000 * median_seconds(partial(game.guide.answer, state, power, question), repeats=3))
    return found


def threat_times(game: AreaGame, state: AreaState) -> list[float]:
    return [
        1000 * median_seconds(partial(game.guide.answer, state, None, Threat(space)), repeats=1)
        for space in game.world.board.spaces
    ]


def battle_ms(game: AreaGame, space: int | str, attack: str, beside: int | str, defend: str) -> float:
    """A battle while losses are being chosen, or as soon as anybody is asked."""
    units = {beside: {"uk": attack}, space: {"germany": defend}}
    state = build(game.world, Position(start_from="empty", turn="uk", phase="combat-move", units=units))
    picks = parse_pick(game.world, attack)
    assert isinstance(state, AreaState) and not isinstance(picks, NotationError)
    path = tuple(str(find_space(game.world, one)) for one in (beside, space))
    for order in (Move(picks, path), Done()):
        for event in game.decide(state, "uk", order, SeededDice.from_seed(1)):
            state = game.evolve(state, event)
    assert state.battle is not None
    return 1000 * median_seconds(partial(game.guide.answer, state, None, BattleOdds()), repeats=3)
