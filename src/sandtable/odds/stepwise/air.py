"""Air combat before a battle: what its chart does to both sides' flights.

Destroyed and aborting planes are chosen by the order of losses. A plane that aborts is out of the battle, and
alive; above its carrier it stays aboard, and is lost with it.
"""

from collections.abc import Iterator
from itertools import product

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import other
from sandtable.area.forces import Piece, Stack
from sandtable.area.parts.air_war import AirWar, aborted_from, destroyed_from, flight_of
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.odds.policy import Policy
from sandtable.odds.sides import Force

FACES = 6
SIDES: tuple[Side, Side] = ("attack", "defend")
Toll = tuple[int, int]
"""How many are destroyed, and how many of the others abort."""


def flights(
    world: World, units: dict[Side, Stack], policies: dict[Side, Policy], at_sea: bool
) -> Iterator[tuple[Stack, Stack, float]]:
    """The possible forces of both sides after air combat, with their chances; unchanged if there is none."""
    war = AirWar.of(world)
    members = {side: flight_of(world, units[side], at_sea and side == "defend") for side in SIDES}
    if war is None or not all(members.values()):
        yield units["attack"], units["defend"], 1.0
        return
    after: dict[Side, dict[Stack, float]] = {}
    for side in SIDES:
        chances = tolls(world, war, members[other(side)], policies[other(side)].pilots)
        order = order_of_losses(world, members[side], policies[side], side)
        after[side] = _after(units[side], order, chances)
    for (mine, p), (theirs, q) in product(after["attack"].items(), after["defend"].items()):
        yield mine, theirs, p * q


def pilots(world: World, state: AreaState, units: Stack, at_sea: bool) -> int:
    """The pilot training that counts for a side in air combat: that of the pilots with the most factors."""
    war, factors = AirWar.of(world), dict[str, int]()
    for piece, count in flight_of(world, units, at_sea):
        factors[piece.power] = factors.get(piece.power, 0) + count * world.type(piece).air_factor
    if war is None or not factors:
        return 0
    return war.level(state, max(sorted(factors, key=world.order.index), key=lambda power: factors[power]))


def order_of_losses(world: World, members: Stack, policy: Policy, side: Side = "attack") -> list[Piece]:
    """A side's air units, one by one, in the order of losses."""
    force = Force(world, side, members)
    plan = policy.plan(force).order
    ranks = {force.columns[c].unit: rank for rank, c in reversed(list(enumerate(plan.columns)))}
    return sorted((piece for piece, n in members for _ in range(n)), key=lambda p: ranks[p.unit])


def tolls(world: World, war: AirWar, members: Stack, pilots: int) -> dict[Toll, float]:
    """What a flight does to its enemies, with the chances; ``pilots`` is added to its roll."""
    factors = sum(n * world.type(piece).air_factor for piece, n in members)
    found: dict[Toll, float] = {}
    for faces in product(range(1, FACES + 1), repeat=war.settings.dice):
        toll = war.result(factors, sum(faces) + pilots)
        found[toll] = found.get(toll, 0.0) + FACES**-war.settings.dice
    return found


def _after(units: Stack, order: list[Piece], tolls: dict[Toll, float]) -> dict[Stack, float]:
    """A side after air combat."""
    found: dict[Stack, float] = {}
    for (destroyed, aborted), chance in tolls.items():
        left = units
        for piece in order[:destroyed]:
            left = destroyed_from(left, piece)
        for piece in order[destroyed:][:aborted]:
            left = aborted_from(left, piece)
        found[left] = found.get(left, 0.0) + chance
    return found
