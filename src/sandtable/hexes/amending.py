"""Editing a position by hand: which changes are impossible, and what the others do.

Few of the game's rules apply here. A change is refused only if the result would not be a valid position: armies in
a hex that isn't friendly, more points than a hex can hold, fleets without a harbour. Anything in progress
(attacks, landings) is left alone.
"""

from sandtable.core.amending import OVER
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed, sentence
from sandtable.hexes.changes import (
    MOST_POINTS,
    HexChange,
    SetArmy,
    SetDevastation,
    SetFleet,
    SetFort,
    SetOwner,
    SetTurn,
)
from sandtable.hexes.events import Amended, HexEvent, WinterFelt
from sandtable.hexes.evolve import evolve
from sandtable.hexes.fleets import check_harbour
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import crowded, strength_of
from sandtable.hexes.story import army_name, fleet_name
from sandtable.hexes.supplying import bound_places
from sandtable.hexes.turns import begin_in
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.weather import WINTER, newly_felt, winter_number
from sandtable.hexes.world import World


def amend(world: World, state: HexState, change: HexChange) -> tuple[HexEvent, ...] | Refusal:
    """The events of a change by hand, or why the result would not be a valid position."""
    found = _objection(world, state, change)
    if found:
        return found if isinstance(found, Refusal) else Refusal("", found)
    run = Unfolding(world, state, ScriptedDice(()))
    if isinstance(change, SetTurn):
        turn = change.turn or state.turn
        run.emit(Amended(change=change, winters=None if turn == state.turn else _winters_before(world, turn)))
        begin_in(run, turn, change.side, change.phase)
    else:
        # Treat the position as if the turn had started with it.
        bound = bound_places(world, evolve(state, Amended(change=change)), state.side)
        new = change.army if isinstance(change, SetArmy) and change.army not in state.armies else ""
        run.emit(
            Amended(
                change=change,
                cut_off=() if state.phase == "setup" else bound,
                nation=world.nation_of(new) if new else "",
            )
        )
    if newly_felt(world, run.state):
        run.emit(WinterFelt(number=winter_number(run.state)))
    return tuple(run.events)


def _winters_before(world: World, turn: int) -> int:
    """How many hard winters come before a turn, assuming each one counted."""
    return world.facts.winter.past + sum(world.season(earlier) == WINTER for earlier in range(1, turn))


# objections


def _objection(world: World, state: HexState, change: HexChange) -> str | Refusal | None:
    if state.winner:
        return OVER
    fight = state.combat
    if fight is not None and (fight.step != "announce" or fight.attacks or fight.supports):
        return "Attacks are in progress. Finish the Combat Phase first, or undo them."
    match change:
        case SetTurn():
            return _unknown(world, change.side) or _to_turn(world, state, change)
        case SetOwner():
            return world.out_of_play(change.at) or _to_owner(world, state, change)
        case SetArmy():
            return _unknown(world, change.side) or world.out_of_play(change.at) or _to_army(world, state, change)
        case SetFleet():
            return _unknown(world, change.side) or _to_fleet(world, state, change)
        case SetFort():
            return world.out_of_play(change.at) or _to_fort(world, state, change)
        case SetDevastation():
            most = world.most_production(change.at) if world.in_play(change.at) else 0
            title = world.title(change.at)
            return f"{title} has no more than {most} production points." if change.points > most else None


def _unknown(world: World, side: Side) -> str:
    return "" if side in world.order else f"There is no side {side!r} here, but {listed(world.order)}."


def _to_turn(world: World, state: HexState, change: SetTurn) -> str:
    if change.phase == "setup":
        return "Setup can't be repeated. Choose a phase of a turn."
    if change.turn > world.last_turn:
        return f"There are only {world.last_turn} turns."
    for side in world.order:
        for place in crowded(world, state, side):
            return f"There are too many points in {world.title(place)}. Remove some first."
    return ""


def _to_owner(world: World, state: HexState, change: SetOwner) -> str:
    title = world.title(change.at)
    if change.side:
        unknown = _unknown(world, change.side)
        if unknown:
            return unknown
    elif change.at in world.scenario.control:
        return f"{title} must have an owner."
    elif change.at in state.forts:
        return f"There is a fort in {title}. Remove it first."
    strangers = [army_name(name) for name, army in state.armies_at(change.at) if army.side != change.side]
    based = (item for item in state.fleets.items() if item[1].at == change.at)
    strangers += [fleet_name(name) for name, fleet in based if fleet.side != change.side]
    return sentence(f"{listed(strangers)} would be among enemies there: remove it first") if strangers else ""


def _to_army(world: World, state: HexState, change: SetArmy) -> str:
    if change.army not in world.counters(change.side):
        return f"{world.having(change.side)} no army {change.army!r}."
    points = change.points
    if not points.sound or points.total > MOST_POINTS:
        return f"An army can hold 0 to {MOST_POINTS} points."
    strange = [kind for kind, _ in points.items() if kind not in world.facts.kinds]
    if strange:
        return f"There are no {strange[0]} points in this scenario."
    if not points.total:
        return "" if change.army in state.armies else f"{change.army} is not on the board."
    old = state.armies.get(change.army)
    there = old.points.ground if old is not None and old.at == change.at else 0
    return _held(world, state, change.side, change.at) or _to_more(
        world, state, change.at, change.points.ground - there
    )


def _to_fleet(world: World, state: HexState, change: SetFleet) -> str | Refusal | None:
    if change.fleet not in world.who(change.side).fleets:
        return f"{world.having(change.side)} no fleet {change.fleet!r}."
    if not change.points:
        return "" if change.fleet in state.fleets else f"{change.fleet} is not on the board."
    return check_harbour(world, state, change.side, change.fleet, change.points, change.at)


def _to_fort(world: World, state: HexState, change: SetFort) -> str:
    fort = state.forts.get(change.at)
    if not change.points:
        return "" if fort is not None else f"There is no fort in {world.title(change.at)}."
    if not world.facts.forts:
        return "There are no forts in this scenario."
    holder = state.control.get(change.at, "")
    if not holder:
        return _held(world, state, "", change.at)
    forts = sum(one.side == holder for one in state.forts.values())
    if fort is None and forts >= world.tables.fort_limit:
        return f"{world.having(holder)} {forts} forts already. Remove one first."
    return _to_more(world, state, change.at, change.points - state.fort_at(change.at))


def _held(world: World, state: HexState, side: Side, place: Place) -> str:
    """Why a side can't have anything in a place."""
    holder = state.control.get(place, "")
    if not holder:
        return f"Nobody holds {world.title(place)}. Give it an owner first."
    return (
        "" if holder == side else f"{world.title(place)} belongs to {world.the(holder)}. Change its owner first."
    )


def _to_more(world: World, state: HexState, place: Place, more: int) -> str:
    """Why a place can't take that many more points."""
    room = world.room(place)
    if more <= 0 or room is None or strength_of(state, place) + more <= room:
        return ""
    return f"{world.title(place)} can hold at most {room} points."
