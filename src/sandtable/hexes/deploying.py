"""Free deployment before the first turn: forces, fleets, and the choice of production to lose."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Base, Deploy, Devastate, Withdraw
from sandtable.hexes.events import Based, Deployed, Expelled, Ruined, Withdrawn
from sandtable.hexes.fleets import check_harbour
from sandtable.hexes.movement import check_new_army
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import free_counters, friendly, own_army, strength_of
from sandtable.hexes.strength import KINDS, NONE, points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def check_deploy(world: World, state: HexState, side: Side, action: Deploy) -> Refusal | None:
    """Validate the deployment of points."""
    left = state.reserve.get(side, NONE)
    if not action.points.sound or not action.points.total or action.points not in left:
        return world.refuse("fall.forces", f"You have {left} left to deploy.")
    absent = world.out_of_play(action.at)
    if absent is not None:
        return absent
    if not friendly(state, side, action.at):
        return world.refuse("fall.free-deployment-limits", f"{world.title(action.at)} is not friendly.")
    army = state.armies.get(action.army)
    if army is None:
        refusal = check_new_army(world, state, side, action.army)
        if refusal is not None:
            return refusal
    elif army.side != side or army.at != action.at:
        return world.refuse("fall.free-deployment-limits", f"{action.army} isn't in {world.title(action.at)}.")
    limit = world.room(action.at)
    if limit is not None and strength_of(state, action.at) + action.points.ground > limit:
        why = f"{world.title(action.at)} would hold more than {limit} points."
        return world.refuse("fall.free-deployment-limits", why)
    return None


def check_withdraw(world: World, state: HexState, side: Side, action: Withdraw) -> Refusal | None:
    """Validate the withdrawal of an army."""
    if world.setup(side).forces is None or isinstance(own_army(world, state, side, action.army), Refusal):
        return world.refuse("fall.forces", f"{action.army} can't be returned to the reserve.")
    return None


def unbased(world: World, state: HexState, side: Side) -> int:
    """Fleet points that don't have a base yet."""
    forces = world.setup(side).fleets
    based = sum(fleet.points for fleet in state.fleets.values() if fleet.side == side)
    return 0 if forces is None else forces.points - based


def _allotment(world: World, side: Side) -> str:
    """The rule that sets how many fleet points a side has."""
    forces = world.setup(side).fleets
    return forces.allotment if forces is not None else "fall.fleets"


def check_base(world: World, state: HexState, side: Side, action: Base) -> Refusal | None:
    """Validate the base of a fleet."""
    forces = world.setup(side).fleets
    if forces is None or action.fleet not in world.who(side).fleets:
        return world.refuse_by(_allotment(world, side), f"{world.having(side)} no fleet {action.fleet}.")
    if world.setup(side).squadrons:
        return world.refuse_by(_allotment(world, side), "Ships start in their fleets: move or regroup those.")
    old = state.fleets.get(action.fleet)
    if not 1 <= action.points <= unbased(world, state, side) + (old.points if old is not None else 0):
        return world.refuse_by(_allotment(world, side), "There aren't that many fleet points.")
    return check_harbour(world, state, side, action.fleet, action.points, action.at)


def check_devastate(world: World, state: HexState, side: Side, action: Devastate) -> Refusal | None:
    """Validate the choice of production to lose."""
    choice = world.facts.choice
    if choice is None or choice.side != side:
        return world.refuse("setup.procedure", f"{world.having(side)} no production to choose.")
    rule = world.full_id(choice.rule)
    allowed = set(world.board.in_areas(choice.areas))
    for place, points in action.points.items():
        if place not in allowed or not 1 <= points <= world.board.production_of(place):
            return Refusal(rule, f"You can't lose {points} points in {world.title(place)}.")
    if sum(action.points.values()) != choice.points:
        return Refusal(rule, f"Choose {choice.points} points in {', '.join(choice.areas)}.")
    return None


def check_ready(world: World, state: HexState, side: Side) -> Refusal | None:
    """Whether a side has set up everything."""
    left = state.reserve.get(side, NONE)
    if left.total:
        return world.refuse("fall.forces", f"You have {left} left to deploy.")
    if unbased(world, state, side):
        left_over = unbased(world, state, side)
        return world.refuse_by(_allotment(world, side), f"{left_over} fleet points have no base yet.")
    return None


def deploy(run: Unfolding, side: Side, action: Deploy | Withdraw | Base | Devastate) -> None:
    """Carry out one set-up order."""
    match action:
        case Deploy():
            run.emit(Deployed(side=side, army=action.army, at=action.at, points=action.points))
        case Withdraw():
            run.emit(Withdrawn(army=action.army))
        case Base():
            run.emit(Based(side=side, fleet=action.fleet, at=action.at, points=action.points))
        case Devastate():
            run.emit(Ruined(points=action.points))


def deploy_all(run: Unfolding, side: Side) -> None:
    """Deploy as the scenario proposes."""
    own = run.world.setup(side)
    for name in [name for name, _ in run.state.armies_of(side)] if own.forces is not None else []:
        run.emit(Withdrawn(army=name))
    for name, army in own.default.items():
        run.emit(Deployed(side=side, army=name, at=army.at, points=army.points))
    own_fleets = [name for name, fleet in run.state.fleets.items() if fleet.side == side and not fleet.submarines]
    for name in own_fleets if not own.squadrons else ():
        run.emit(Expelled(fleet=name))
    for name, fleet in own.default_fleets.items():
        run.emit(Based(side=side, fleet=name, at=fleet.at, points=fleet.points))


def legal_ruins(world: World, state: HexState, side: Side) -> Iterator[Devastate]:
    """Every other choice of production to lose, while the current one is the scenario's own."""
    choice = world.facts.choice
    if choice is None or choice.side != side or dict(state.ruined) != dict(choice.default):
        return
    points = [at for at in world.board.in_areas(choice.areas) for _ in range(world.board.production_of(at))]
    for lost in sorted(set(combinations(points, choice.points))):
        if Counter(lost) != choice.default:
            yield Devastate(dict(Counter(lost)))


def legal_deployments(
    world: World, state: HexState, side: Side, shuffle: Random | None
) -> Iterator[Deploy | Base]:
    """One point of each kind in every place, and fleet points in every base."""
    left = state.reserve.get(side, NONE)
    places = [place for place, holder in state.control.items() if holder == side]
    if shuffle:
        shuffle.shuffle(places)
    for place in places:
        yield from _deployments(world, state, side, place)
    fleets = [name for name in world.who(side).fleets if name not in state.fleets]
    for place in places if fleets and not left.total else ():
        for points in range(unbased(world, state, side), 0, -1):
            action = Base(fleets[0], place, points)
            if check_base(world, state, side, action) is None:
                yield action


def _deployments(world: World, state: HexState, side: Side, place: Place) -> Iterator[Deploy]:
    left = state.reserve.get(side, NONE)
    hosts = [name for name, army in state.armies_at(place)]
    for name in hosts or free_counters(world, state, side)[:1]:
        for kind in KINDS:
            action = Deploy(name, place, points_of(kind))
            if left.of(kind) and check_deploy(world, state, side, action) is None:
                yield action
