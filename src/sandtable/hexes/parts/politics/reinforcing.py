"""Points that a country brings: its new side places them anywhere in it."""

from collections.abc import Iterator

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.movement import check_merger, check_new_army
from sandtable.hexes.parts.politics.actions import Reinforce
from sandtable.hexes.parts.politics.events import Reinforced, ReinforcementsLost
from sandtable.hexes.parts.politics.memory import AFFAIRS
from sandtable.hexes.parts.politics.settings import Settings
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import free_counters, friendly, strength_of
from sandtable.hexes.strength import KINDS, points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ASKS = "reinforcements"


def asks(world: World, state: HexState) -> tuple[Decision, ...]:
    for country, due in AFFAIRS.of(state).gifts.items():
        return (Decision(due.side, ASKS, country, f"Place {due.points} in {country}."),)
    return ()


def check(world: World, state: HexState, settings: Settings, side: Side, action: Reinforce) -> Refusal | None:
    """Validate where points are placed."""
    gifts = AFFAIRS.of(state).gifts
    country = world.country_of.get(action.at, "")
    due = gifts.get(country)
    if due is None or due.side != side or not friendly(state, side, action.at):
        where = " or ".join(gifts) or "nowhere"
        meant = (name for name, one in gifts.items() if one.points == action.points)
        first = next(meant, next(iter(gifts), ""))
        rule = settings.gifts[first].rule if first in settings.gifts else settings.neutrals.rule
        return world.refuse_by(rule, f"Place the points in friendly hexes of {where}.")
    if not action.points.sound or not action.points.total or action.points not in due.points:
        return world.refuse_by(settings.gifts[country].rule, f"You have {due.points} left to place.")
    room = world.room(action.at)
    if room is not None and strength_of(state, action.at) + action.points.ground > room:
        return world.refuse("stack.builds", f"{world.title(action.at)} would hold more than {room} points.")
    army = state.armies.get(action.army)
    if army is None:
        return check_new_army(world, state, side, action.army)
    if army.side != side or army.at != action.at:
        return world.refuse("production.join-army", f"{action.army} is not in {world.title(action.at)}.")
    return check_merger(world, state, "", army)


def offers(world: World, state: HexState, settings: Settings, side: Side) -> Iterator[Reinforce]:
    """All points in one place, or single points."""
    for country, due in AFFAIRS.of(state).gifts.items():
        parts = [due.points, *(points_of(kind) for kind in KINDS if due.points.of(kind))]
        for place in sorted(world.lands[country]):
            for name in _hosts(world, state, side, place):
                for points in dict.fromkeys(parts):
                    action = Reinforce(name, place, points)
                    if check(world, state, settings, side, action) is None:
                        yield action


def _hosts(world: World, state: HexState, side: Side, place: Place) -> list[str]:
    here = [name for name, army in state.armies_at(place) if army.side == side]
    return [*here, *free_counters(world, state, side)[:1]]


def do(run: Unfolding, side: Side, action: Reinforce) -> None:
    country = run.world.country_of[action.at]
    run.emit(Reinforced(country=country, side=side, army=action.army, at=action.at, points=action.points))
    drop_unplaceable(run)


def drop_unplaceable(run: Unfolding) -> None:
    """Remove points for which there is no room, no friendly hex or no counter."""
    for country, due in AFFAIRS.of(run.state).gifts.items():
        if not any(_takes(run.world, run.state, due.side, place) for place in run.world.lands[country]):
            run.emit(ReinforcementsLost(country=country))


def _takes(world: World, state: HexState, side: Side, place: Place) -> bool:
    room = world.room(place)
    full = room is not None and strength_of(state, place) >= room
    if full or not friendly(state, side, place):
        return False
    hosts = [army for _, army in state.armies_at(place) if check_merger(world, state, "", army) is None]
    return bool(hosts or free_counters(world, state, side))
