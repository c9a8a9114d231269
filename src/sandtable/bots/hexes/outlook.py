"""A position as numbers: who holds what, its strength, its value, and what depends on it."""

from collections.abc import Iterable, Mapping
from copy import copy
from functools import cached_property

import msgspec
from msgspec.structs import replace

from sandtable.bots.brake import Brake
from sandtable.bots.hexes.ambitions import goals, prey
from sandtable.bots.hexes.style import Style
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import garrison
from sandtable.hexes.strength import Points
from sandtable.hexes.supply import Level, Position, Supply
from sandtable.hexes.supplying import position_of, supply_of, traced
from sandtable.hexes.tables import Tables
from sandtable.hexes.weather import WINTER, winter_number
from sandtable.hexes.world import World

FAR = 99
FACES = 6
DECISIVE = 2.0
"""How much more a place weighs if it alone decides the game."""
SURRENDER = 0.6
"""What a great power's surrender weighs, compared with the whole game."""
SHARED = 2.0
"""What it costs to take a place that a partner needs for a siege, compared with the place that it besieges."""
RING = 0.1
"""What each place around a fort that ends the game is worth, compared with that."""
NOWHERE: frozenset[int] = frozenset()
HUNGER: Mapping[Level, float] = {"full": 0.0, "defence": 0.3, "none": 1.0}
"""The share of an army that is as good as lost without full supply."""


def chance(tables: Tables, strength: int, against: int | None, modifier: int) -> float:
    """The chance of an advance."""
    need = tables.reach(strength, against)
    return min(FACES, max(0, need - modifier)) / FACES if need else 0.0


def mean_losses(tables: Tables, strength: int, winter: int = 0) -> float:
    """What fire of some strength takes on average."""
    fire = min(strength, tables.most)
    return sum(tables.losses(fire, die + winter) for die in range(1, FACES + 1)) / FACES


def price(world: World, points: Points) -> int:
    """What points cost to build."""
    return sum(count * world.tables.cost[kind] for kind, count in points.items())


def hunger(world: World, supply: Supply, armies: Iterable[tuple[Place, Points]]) -> float:
    """How much of some armies is as good as lost for lack of supply, by cost."""
    return sum(HUNGER[supply.of(place)] * price(world, points) for place, points in armies)


class Aims(msgspec.Struct, frozen=True):
    """The places that decide a game, by weight; and those that a side has yet to capture."""

    weight: Mapping[Place, float]
    wanted: frozenset[Place]


def aims_of(world: World, state: HexState, side: Side) -> Aims:
    """What a scenario's verdicts depend on: the nearer a verdict is, the more each of its places weighs."""
    weight: dict[Place, float] = {}
    wanted: set[Place] = set()
    for verdict in world.facts.victory:
        missing = sum(state.control.get(place) != verdict.side for place in verdict.holds)
        for place in verdict.holds:
            away = state.control.get(place) != verdict.side
            near = DECISIVE if away and missing == 1 else 1 / (missing + (not away))
            weight[place] = max(weight.get(place, 0.0), near)
            if state.control.get(place) != side and (verdict.side == side or world.hostile(side, verdict.side)):
                wanted.add(place)
    for goal in goals(world, state):
        near = SURRENDER / max(1, goal.missing)
        own = SURRENDER / min(2, max(1, goal.missing)) if world.hostile(side, goal.side) else near
        for place in goal.places:
            mine = state.control.get(place) == side
            weight[place] = max(weight.get(place, 0.0), own if mine else near)
            if goal.side == side and state.control.get(place) != side:
                wanted.add(place)
    end = world.facts.ends_with
    if end is not None:
        weight[end.place] = DECISIVE
        if world.hostile(side, end.lost_by):
            wanted.add(end.place)
    return Aims(weight, frozenset(wanted))


class Ground:
    """What never changes on a world's board."""

    def __init__(self, world: World) -> None:
        land = world.board.places[: world.board.land]
        self.world = world
        self.effects = [world.effect(place) for place in land]
        self.made = [world.most_production(place) for place in land]
        self.last_turn = world.last_turn


class Outlook:
    """A position, as one side sees it. Places are board indices here."""

    def __init__(self, ground: Ground, state: HexState, side: Side, style: Style, brake: Brake) -> None:
        world = ground.world
        board = world.board
        self.world, self.state, self.side, self.style = world, state, side, style
        self.ground, self.brake = ground, brake
        self.board = board
        self.steps = board.steps
        self.effects = ground.effects
        self.foes = tuple(other for other in world.order if world.hostile(side, other))
        self.mine = bytearray(board.land)
        self.foe = bytearray(board.land)
        for place, holder in state.control.items():
            if holder == side:
                self.mine[board.number[place]] = 1
            elif holder in self.foes:
                self.foe[board.number[place]] = 1
        self.prey = prey(world, state, side)
        """Unowned places worth attacking."""
        for place in self.prey:
            self.foe[board.number[place]] = 1
        self.held = [0] * board.land
        away = state.combat.displaced if state.combat is not None else ()
        for name, army in state.armies.items():
            if name not in away:
                self.held[board.number[army.at]] += army.points.ground
        for place, fort in state.forts.items():
            self.held[board.number[place]] += fort.points
        self._positions: dict[Side, Position] = {}
        self._supplies: dict[tuple[Side, frozenset[int], frozenset[int]], Supply] = {}

    @cached_property
    def aims(self) -> Aims:
        return aims_of(self.world, self.state, self.side)

    @cached_property
    def vital(self) -> tuple[int, ...]:
        """Our own places whose loss alone would lose the game."""
        weight = self.aims.weight.items()
        found = (
            place for place, much in weight if much >= DECISIVE and self.state.control.get(place) == self.side
        )
        return tuple(sorted(self.board.number[place] for place in found))

    @cached_property
    def distance(self) -> list[int]:
        """How far each place is from the aims."""
        return self.distances_to(self.aims.wanted)

    @cached_property
    def remote(self) -> list[int]:
        """How far each place is from the nearest that an enemy holds."""
        return self.distances_to(place for place, holder in self.state.control.items() if holder in self.foes)

    @cached_property
    def supply(self) -> Supply:
        return supply_of(self.world, self.state, self.side)

    @cached_property
    def stake(self) -> list[float]:
        """The value of having each place rather than leaving it to the enemy."""
        style, number = self.style, self.board.number
        turns = min(style.horizon, max(0, self.ground.last_turn - self.state.turn))
        made = list(self.ground.made)
        for place, lost in self.state.devastated.items():
            made[number[place]] = max(0, made[number[place]] - lost)
        found = [
            style.ground + points * turns + style.pull / (1 + away)
            for points, away in zip(made, self.distance, strict=True)
        ]
        for place, weight in self.aims.weight.items():
            found[number[place]] += style.victory * weight
        for here in self._ring():
            found[here] += RING * style.siege
        for here in self._left_to_partners():
            found[here] = -SHARED * style.victory
        for place, more in self.prey.items():
            # A captured place is devastated, and has to be repaired first.
            found[number[place]] += more * turns / 2 - made[number[place]] * turns / 2
        return found

    def _ring(self) -> tuple[int, ...]:
        """The places around a fort that ends the game: only who has all of them can storm it."""
        end = self.world.facts.ends_with
        if end is None or not self.world.hostile(self.side, end.lost_by) or not self.state.fort_at(end.place):
            return ()
        return tuple(self.steps[self.board.number[end.place]])

    def _left_to_partners(self) -> set[int]:
        """Enemy places beside the one that ends the game that are better left to a partner: once it has a strong
        fort, only a side that holds all of them can storm it."""
        end = self.world.facts.ends_with
        if end is None or not self.world.hostile(self.side, end.lost_by):
            return set()
        around = self.steps[self.board.number[end.place]]
        control, places = self.state.control, self.board.places
        own = sum(self.mine[here] for here in around)
        order = self.world.order
        for partner in filter(lambda one: self.world.hostile(one, end.lost_by), self.world.partners(self.side)):
            most = sum(control.get(places[here]) == partner for here in around)
            if most and (most, order.index(self.side)) > (own, order.index(partner)):
                return {here for here in around if self.foe[here]}
        return set()

    def redeployed(self, armies: Mapping[Name, Army], posts: Iterable[Army]) -> "Outlook":
        """The same with some of our armies in other places. Supply doesn't depend on where armies are."""
        state, at = self.state, self.board.number
        others = {name: army for name, army in state.armies.items() if name not in armies}
        new = {f"{army.nation} {army.at} {number}": army for number, army in enumerate(posts)}
        seen = copy(self)
        seen.held = list(self.held)
        for army in armies.values():
            seen.held[at[army.at]] -= army.points.ground
        for army in new.values():
            seen.held[at[army.at]] += army.points.ground
        seen.state = replace(state, armies=others | new)
        return seen

    def guard(self, here: int) -> int:
        """The resistance to an advance into a place."""
        return self.held[here] or garrison(self.world, self.state, self.board.places[here])

    def distances_to(self, places: Iterable[Place]) -> list[int]:
        """How many steps each place is from the nearest of some places."""
        far = [FAR] * self.board.land
        edge = [self.board.number[place] for place in sorted(places)]
        for here in edge:
            far[here] = 0
        for here in edge:  # grows during the loop
            for near in self.steps[here]:
                if far[near] == FAR:
                    far[near] = far[here] + 1
                    edge.append(near)
        return far

    def cold(self, side: Side, here: int, turn: int) -> int:
        """What winter adds to the dice of a side in a place."""
        winter = self.world.facts.winter
        if side != winter.side or turn > self.world.last_turn or self.world.season(turn) != WINTER:
            return 0
        if self.world.country(self.board.places[here]) not in winter.areas:
            return 0
        return winter.scale[min(winter_number(replace(self.state, turn=turn)), len(winter.scale)) - 1]

    def cut_off(self, captured: frozenset[int]) -> float:
        """The cost of enemy armies that lose their supply if we capture some places."""
        return sum(self._hungry(foe, self.supply_after(foe, captured), captured) for foe in self.foes)

    def starving(self, captured: frozenset[int]) -> float:
        """The cost of our own armies without supply if we capture some places."""
        return self._hungry(self.side, self.supply_after(self.side, captured), frozenset())

    def supply_after(self, side: Side, captured: frozenset[int], lost: frozenset[int] = NOWHERE) -> Supply:
        """A side's supply after we have captured some places and lost others."""
        key = (side, captured, lost)
        if key not in self._supplies:
            if side not in self._positions:
                self._positions[side] = position_of(self.world, self.state, side)
            old = self._positions[side]
            taken = {self.board.places[here] for here in captured}
            if side == self.side:
                gone = {self.board.places[here] for here in lost}
                friendly = (old.friendly | taken) - gone
            else:
                gone = taken
                friendly = old.friendly - gone
            position = replace(old, friendly=friendly, home=old.home - gone, sources=old.sources - gone)
            self._supplies[key] = traced(self.world, position)
        return self._supplies[key]

    def _hungry(self, side: Side, supply: Supply, captured: frozenset[int]) -> float:
        return hunger(
            self.world,
            supply,
            (
                (army.at, army.points)
                for _, army in self.state.armies_of(side)
                if self.board.number[army.at] not in captured
            ),
        )

    def mobile(self, foe: Side, captured: frozenset[int]) -> int:
        """An enemy's mechanized points that are free to strike back after we have captured some places."""
        supply = self.supply_after(foe, captured)
        frozen = self.world.frozen(self.state.turn)
        return sum(
            army.points.mechanized
            for _, army in self.state.armies_of(foe)
            if supply.full(army.at) and army.at not in frozen
        )
