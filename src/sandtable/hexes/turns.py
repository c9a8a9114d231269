"""The sequence of player turns and their phases."""

from sandtable.core.decision import Decision
from sandtable.hexes.capture import hexes_fell
from sandtable.hexes.combat.retreating import settle_retreats
from sandtable.hexes.events import Expended, PhaseBegan, SetUp, StepBegan, TurnBegan
from sandtable.hexes.fleets import expel
from sandtable.hexes.invasion.declaring import legal_invasions
from sandtable.hexes.offering import allowed
from sandtable.hexes.opening import setting_up
from sandtable.hexes.production import begin_production
from sandtable.hexes.state import Combat, HexState, Phase, Side
from sandtable.hexes.supplying import bound_armies, bound_places, check_supply, starved_fleets
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.victory import judge_end
from sandtable.hexes.world import World

STANDARD: tuple[Phase, ...] = ("setup", "movement", "combat", "production")
"""Phases in which a side can act even without parts."""


def next_phase(run: Unfolding) -> None:
    """End the current phase: go to the next one, or to the next side's turn."""
    match run.state.phase:
        case "setup":
            next_setup(run, run.world.order.index(run.state.side) + 1)
        case "combat":
            end_combat(run)
        case _:
            follow(run)


def end_combat(run: Unfolding) -> None:
    """End the Combat Phase: check supply, then let parts react."""
    if run.world.parts.combat_ends:
        run.emit(StepBegan(step="over"))
    check_supply(run, run.state.side)
    hexes_fell(run)
    for part in run.world.parts.combat_ends:
        if not run.state.winner:
            part.combat_ends(run)
    settle(run)


def settling(state: HexState) -> bool:
    """Whether the Combat Phase is over but something is left to settle."""
    return state.phase == "combat" and state.combat is not None and state.combat.step == "over"


def settle(run: Unfolding) -> None:
    """Go on to production once nobody has to retreat and no question is open."""
    if run.state.winner or not settle_retreats(run) or open_questions(run.world, run.state):
        return
    follow(run)


def follow(run: Unfolding) -> None:
    """Go to the next phase with something to do; after the last, to the next side's turn."""
    phases = run.world.facts.phases
    for phase in phases[phases.index(run.state.phase) + 1 :]:
        _begin_phase(run, phase)
        if not idle(run.world, run.state):
            return
    next_turn(run)


def idle(world: World, state: HexState) -> bool:
    """Whether only parts could act in this phase, and none can, nor any invasion sail."""
    if state.phase in STANDARD or any(True for _ in allowed(world, state, state.side)):
        return False
    return state.phase != "naval" or not _could_invade(world, state)


def _could_invade(world: World, state: HexState) -> bool:
    """Whether any army of the side on turn could put to sea for an invasion."""
    names = [name for name, army in state.armies_of(state.side) if army.points.amphibious]
    found = (legal_invasions(world, state, Combat(), state.side, names, None, spend) for spend in (0, 1))
    return any(True for ways in found for _ in ways)


def _begin_phase(run: Unfolding, phase: Phase) -> None:
    run.emit(PhaseBegan(phase=phase))
    if phase == "production":
        for part in run.world.parts.production_begins:
            part.production_begins(run)
        begin_production(run)


def open_questions(world: World, state: HexState) -> tuple[Decision, ...]:
    """A part's open questions; if several parts have some, the first part's."""
    return next(filter(None, (part.asks(world, state) for part in world.parts.asks)), ())


def next_setup(run: Unfolding, number: int) -> None:
    """The next side sets up, starting from this number; when all have, the first turn begins."""
    for side in run.world.order[number:]:
        if setting_up(run.world, side):
            run.emit(SetUp(side=side))
            return
    begin_turn(run, 1, run.world.order[0])


def next_turn(run: Unfolding) -> None:
    """End the player turn: the next side, the next season, or the end of the game."""
    order = run.world.order
    number = order.index(run.state.side) + 1
    if number < len(order):
        begin_turn(run, run.state.turn, order[number])
    elif run.state.turn < run.world.last_turn:
        begin_turn(run, run.state.turn + 1, order[0])
    else:
        judge_end(run)


def begin_turn(run: Unfolding, turn: int, side: Side) -> None:
    """Begin a side's turn at the first phase with something to do."""
    open_turn(run, turn, side)
    if idle(run.world, run.state):
        follow(run)


def open_turn(run: Unfolding, turn: int, side: Side) -> None:
    """Begin a side's turn: armies without full supply can't move, and fleets without any can't act."""
    for part in run.world.parts.turn_begins:
        part.turn_begins(run, turn, side)
    cut_off = bound_places(run.world, run.state, side)
    hungry = bound_armies(run.world, run.state, side, cut_off)
    first = run.world.facts.phases[0]
    tired = {name for part in run.world.parts.tires for name in part.tires(run.world, run.state)}
    expended = tuple(name for name in run.state.expended if name in tired)
    run.emit(TurnBegan(turn=turn, side=side, cut_off=cut_off, hungry=hungry, phase=first, expended=expended))
    if run.world.parts.harbours:
        expel(run)  # borrowed ports may be closed now
    for fleet in starved_fleets(run.world, run.state, side):
        run.emit(Expended(fleet=fleet))


def begin_in(run: Unfolding, turn: int, side: Side, phase: Phase) -> None:
    """Begin a side's turn in a later phase."""
    open_turn(run, turn, side)
    if phase == "research":
        _begin_phase(run, "production")  # the remainder pays for research
    if phase != run.state.phase:
        _begin_phase(run, phase)
