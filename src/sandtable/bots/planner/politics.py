"""War and peace: who is an enemy now, who may soon become one, and when a declaration of war pays."""

from collections.abc import Iterator

from sandtable.area.forces import Power
from sandtable.area.parts.politics import Declare, Politics, bounds, declaring
from sandtable.area.requirements.judging import Case, holds
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.reach import Reach, Stack
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Terrain

BLOWS = 3
"""How many attacks of the first turn of a war are counted,"""
SHARE = 0.5
"""and what share of their gains: units can be in only one place."""
ROUSED = 1.2
"""The cost of bringing a neutral power into the war, in turns of its income,"""
TURNED = 0.35
"""and one that is already at war with somebody else."""
SECOND_FRONT = 0.6
"""The cost of starting a war while others may attack us, in turns of our income."""
WEARY = 0.75
"""What is left of all that a round later: sooner or later they come anyway."""
COMPANY = 0.25
"""The value of joining a war that partners are fighting, in turns of our income,"""
WITHIN_REACH = 6.0
"""against a power at most this many turns away."""
FREED = 1.0
"""The value to a neutral power of spending and moving freely, in turns of its income."""


def may_declare(world: World, state: AreaState, power: Power, on: Power) -> bool:
    """Whether a power could declare war on another in its next turn, as things are now."""
    part = Politics.of(world)
    if part is None or world.relation(power, on) == "war" or world.side(power) == world.side(on):
        return False
    case = Case(world, state, power)
    return any(holds(case, one.when) for one in declaring.entries(world, state, part.settings, power, on))


def rivals_of(terrain: Terrain, state: AreaState, power: Power) -> tuple[int, ...]:
    """The powers at peace with one that could declare war on it in their next turn."""
    world = terrain.world.as_of(state)
    return tuple(terrain.power[one] for one in world.order if may_declare(world, state, one, power))


def spending(world: World, state: AreaState, power: Power, money: int) -> int:
    """How much of its money a power may spend on combat units, as long as it is neutral where it builds them."""
    part = Politics.of(world)
    calm = bounds.bound(world, part.settings, power) if part is not None else frozenset()
    if part is None or not calm:
        return money
    if power not in world.neutral_powers and not all(home in calm for home in _factories(world, state, power)):
        return money
    return min(money, bounds.purse(world, state, power) // part.settings.spending)


def _factories(world: World, state: AreaState, power: Power) -> Iterator[str]:
    """The territories of a power with a factory."""
    for space, holder in state.control.items():
        if holder == power and any(piece.unit in world.factory_units for piece, _ in state.at(space)):
            yield space


class Diplomat:
    """Decides for one power whether to declare war now."""

    def __init__(self, stance: Stance, world: World, state: AreaState, seat: Power, stacks: list[Stack]) -> None:
        self.stance = stance
        self.world = world
        self.state = state
        self.seat = seat
        self.field: Field = stance.field.whole or stance.field
        self._stacks = stacks
        self._reach: Reach | None = None

    def declaration(self) -> tuple[Declare, Reason] | None:
        """The war that pays most; None if none does."""
        part = Politics.of(self.world)
        if part is None:
            return None
        best: tuple[float, Power] | None = None
        for on in declaring.possible(self.world, self.state, part.settings, self.seat):
            others = {
                other for pair in declaring.linked(self.world, part.settings, self.seat, on) for other in pair
            }
            foes = {on, *others} - {self.seat}
            foes = {foe for foe in foes if self.world.side(foe) != self.world.side(self.seat)}
            value = self._gain(foes) - self._price(foes)
            if value > 0 and (best is None or value > best[0]):
                best = value, on
        if best is None:
            return None
        return Declare(best[1]), Reason(f"war on {self.world.name(best[1])} pays", value=best[0])

    def _price(self, foes: set[Power]) -> float:
        """The cost of new enemies."""
        total = 0.0
        for foe in foes:
            if self.world.relation(self.seat, foe) != "war":
                turns = ROUSED if foe in self.world.neutral_powers else TURNED
                total += turns * self.field.income(self.stance.terrain.power[foe])
        rivals = set(self.stance.rivals) - {self.stance.terrain.power[foe] for foe in foes}
        if rivals:
            total += SECOND_FRONT * self.field.income(self.stance.power)
        return total * WEARY ** (self.state.round - 1)

    def _gain(self, foes: set[Power]) -> float:
        """The gains from the first attacks of a war, and from no longer being neutral."""
        stance, roster = self.stance, self.stance.terrain.roster
        if self._reach is None:
            self._reach = Reach(self.field, stance.power, self._stacks)
        numbers = {stance.terrain.power[foe] for foe in foes}
        gains = []
        for space, here in enumerate(self.field.force):
            held = self.field.control[space] in numbers
            theirs = [counts for power, counts in here.items() if power in numbers]
            if not held and not any(map(any, theirs)):
                continue
            coming = self._reach.force(space)
            if not any(coming):
                continue
            garrison = tuple(map(sum, zip(*theirs, strict=True))) if theirs else roster.nobody
            duel = stance.duels.fight(coming, garrison, stance.terrain.is_sea[space])
            gain = roster.worth(garrison) - duel.theirs - roster.worth(coming) + duel.mine
            gains.append(gain + (duel.capture * stance.worth[space] if held else 0.0))
        best = sum(sorted((gain for gain in gains if gain > 0), reverse=True)[:BLOWS])
        return SHARE * best + self._freedom(foes) + self._company(foes)

    def _company(self, foes: set[Power]) -> float:
        """The value of fighting alongside partners who are at war with one of them."""
        world = self.world
        mates = [p for p in world.order if world.side(p) == world.side(self.seat) and p != self.seat]
        beside = any(world.relation(mate, foe) == "war" for mate in mates for foe in foes)
        terrain, home = self.stance.terrain, self.stance.terrain.capital[self.stance.power]
        near = any(terrain.travel[home][terrain.capital[terrain.power[foe]]] <= WITHIN_REACH for foe in foes)
        return COMPANY * self.field.income(self.stance.power) if beside and near else 0.0

    def _freedom(self, foes: set[Power]) -> float:
        """The value of no longer being neutral; on one front only, if that is all that a war opens."""
        if self.seat not in self.world.neutral_powers:
            return 0.0
        part = Politics.of(self.world)
        fronts = part.settings.fronts.get(self.seat, {}) if part is not None else {}
        if not fronts:
            return FREED * self.field.income(self.stance.power)
        opened = self.world.board.named(name for name, against in fronts.items() if foes & set(against))
        terrain = self.stance.terrain
        return FREED * sum(
            terrain.value[s]
            for s, holder in enumerate(self.field.control)
            if holder == self.stance.power and terrain.names[s] in opened
        )
