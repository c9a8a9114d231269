"""How player turns and their phases follow one another."""

from sandtable.hexes.capture import hexes_fell
from sandtable.hexes.events import Expended, PhaseBegan, SetUp, TurnBegan
from sandtable.hexes.opening import setting_up
from sandtable.hexes.production import begin_production
from sandtable.hexes.state import Phase, Side
from sandtable.hexes.supplying import bound_places, check_supply, starved_fleets
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.victory import judge_end


def next_phase(run: Unfolding) -> None:
    """A phase is over: on to the next one, or to the next side's turn."""
    match run.state.phase:
        case "setup":
            next_setup(run, run.world.order.index(run.state.side) + 1)
        case "movement":
            run.emit(PhaseBegan(phase="combat"))
        case "combat":
            check_supply(run, run.state.side)
            hexes_fell(run)
            if not run.state.winner:
                run.emit(PhaseBegan(phase="production"))
                begin_production(run)
        case "production":
            next_turn(run)


def next_setup(run: Unfolding, number: int) -> None:
    """The next side sets up, from the one with this number on; when all have, the first turn begins."""
    for side in run.world.order[number:]:
        if setting_up(run.world, side):
            run.emit(SetUp(side=side))
            return
    begin_turn(run, 1, run.world.order[0])


def next_turn(run: Unfolding) -> None:
    """A player turn is over: the next side, the next season, or the end."""
    order = run.world.order
    number = order.index(run.state.side) + 1
    if number < len(order):
        begin_turn(run, run.state.turn, order[number])
    elif run.state.turn < run.world.last_turn:
        begin_turn(run, run.state.turn + 1, order[0])
    else:
        judge_end(run)


def begin_turn(run: Unfolding, turn: int, side: Side) -> None:
    """A side's turn begins: whoever has no full supply is bound to his place, fleets without any do nothing."""
    run.emit(TurnBegan(turn=turn, side=side, cut_off=bound_places(run.world, run.state, side)))
    for fleet in starved_fleets(run.world, run.state, side):
        run.emit(Expended(fleet=fleet))


def begin_in(run: Unfolding, turn: int, side: Side, phase: Phase) -> None:
    """A side's turn begins, and has come to a phase already."""
    begin_turn(run, turn, side)
    if phase in ("combat", "production"):
        run.emit(PhaseBegan(phase=phase))
    if phase == "production":
        begin_production(run)
