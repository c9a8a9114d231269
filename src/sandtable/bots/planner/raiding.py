"""Raids in an air war: bombers with escorts against facilities, and both sides' decisions in them.

A raid is flown if its expected damage is worth more than the planes it is expected to cost, whether or not the
enemy's fighters intercept.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.area.actions import AreaAction, Done
from sandtable.area.forces import Power
from sandtable.area.guns import guns_at, shots_at
from sandtable.area.parts.air_war import SKY, AirWar
from sandtable.area.parts.air_war.actions import Dogfight, Patrol, Strafe, Strike, TakeLosses, Target
from sandtable.area.parts.air_war.combat import able_to_rise, flight_for
from sandtable.area.parts.air_war.part import ASKS, ORDERS, PATROLS
from sandtable.area.parts.air_war.raids import STRAFES, STRIKES, TARGETS, grounded, raiders
from sandtable.area.parts.facilities import Facilities
from sandtable.area.state import AreaState
from sandtable.area.status import active
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.assault import Key, Plan
from sandtable.bots.planner.bombing import Mission
from sandtable.bots.planner.countermoves import LEAST, dogfight, named
from sandtable.bots.planner.dogfights import FACES, Dogfights, cheapest_cost
from sandtable.bots.planner.offensive import Offensive

KINDS = (ASKS, ORDERS, PATROLS, STRAFES, STRIKES, TARGETS)
"""The decisions answered here."""
POINT = 0.9
"""The value of a point of damage: it costs money to repair, or units that can't be built."""
PROMISE = 1.5
"""The least a raid must be worth to be flown."""
NUMBERS = (1, 2, 3, 4, 6)
"""The numbers of bombers, and of escorts, to consider."""

Answer = tuple[AreaAction, Reason]
Flight = tuple[tuple[Key, int], ...]
"""How many planes of each stack."""


class Raid(NamedTuple):
    """A raid worth flying."""

    value: float
    target: int
    bombers: Flight
    escorts: Flight
    damage: float
    lost: float


class Forecast(NamedTuple):
    """The expected results of a raid."""

    value: float
    damage: float
    lost: float


class AirRaids:
    """Finds raids for one power in addition to a plan's attacks, and answers the questions of raids."""

    def __init__(self, war: AirWar, world: World, state: AreaState, seat: Power) -> None:
        self.war = war
        self.raids = war.settings.raids
        self.world = world
        self.state = state
        self.seat = seat
        self.sky = Dogfights(war, world, state)

    # what a raid would do

    def room(self, space: str, bomber: str) -> int:
        """How much more damage the facilities in a territory can take from a type of bomber."""
        part = Facilities.of(self.world)
        if part is None:
            return 0
        at = self.raids.bombers[bomber].at
        return sum(
            max(0, kind.endures - piece.damage) for piece, kind in part.at(self.state, space) if piece.unit in at
        )

    def load(self, bomber: str) -> float:
        """Average damage by a bomber to its target."""
        dice = self.world.unit(self.seat, bomber).best_of
        best = sum(face * (face**dice - (face - 1) ** dice) for face in range(1, FACES + 1)) / FACES**dice
        return float(best) + self.raids.bombers[bomber].bonus

    def risers(self, space: str) -> dict[str, int]:
        """The enemy's fighters that could intercept over a territory."""
        foes, found = self.world.enemies[self.seat], dict[str, int]()
        for piece, n in self.state.at(space):
            if piece.power in foes and piece.unit in self.raids.fighters:
                found[piece.unit] = found.get(piece.unit, 0) + n
        return found

    def forecast(self, space: str, bombers: dict[str, int], escorts: dict[str, int]) -> Forecast:
        """The expected results of a raid if the enemy gives its best answer."""
        quiet = self._below(space, bombers, 1.0, 0.0, 0.0)
        risers = self.risers(space)
        if not risers:
            return quiet
        owner = self.state.control[space]
        flight = {**escorts, **bombers}
        escorting, number = sum(escorts.values()), sum(bombers.values())
        kills, _ = self.sky.expected(flight, self.sky.pilots(self.seat), sum(risers.values()))
        won = cheapest_cost(self.world, risers, kills)
        parts = [Forecast(0.0, 0.0, 0.0)]
        for toll in self.sky.tolls(risers, self.sky.pilots(owner, rising=True), escorting + number):
            down = max(0, toll.destroyed - escorting)
            back = max(0, toll.aborted - max(0, escorting - toll.destroyed))
            lost = cheapest_cost(self.world, escorts, min(escorting, toll.destroyed))
            lost += cheapest_cost(self.world, bombers, down)
            some = self._below(space, bombers, max(0, number - down - back) / number, lost, won)
            parts.append(Forecast(*(toll.chance * n for n in some)))
        met = Forecast(*(sum(numbers) for numbers in zip(*parts, strict=True)))
        return min(quiet, met, key=lambda one: one.value)

    def _below(self, space: str, bombers: dict[str, int], through: float, lost: float, won: float) -> Forecast:
        """The results of bombers that got through, after the guns."""
        number = through * sum(bombers.values())
        shots = shots_at(self.world, guns_at(self.world, self.state, self.seat, space), round(number))
        hit = sum(shots) / FACES
        lost += cheapest_cost(self.world, bombers, hit)
        left = max(0.0, number - hit) / sum(bombers.values())
        damage = sum(min(left * n * self.load(unit), self.room(space, unit)) for unit, n in bombers.items())
        return Forecast(POINT * damage - lost + won, damage, lost)

    # which raids to fly

    def choose(self, offensive: Offensive, plan: Plan) -> list[Raid]:
        """The raids worth flying with planes the plan doesn't need."""
        free = dict(offensive.stock)
        for assault in plan.assaults.values():
            for key, n in assault.leaving().items():
                free[key] = free.get(key, 0.0) - n
        found: list[Raid] = []
        taken = set(plan.assaults)
        while True:
            best = max(
                (one for t in self._targets(offensive, taken) for one in self.raids_on(offensive, t, free)),
                key=lambda one: (one.value, -one.target),
                default=None,
            )
            if best is None:
                return found
            found.append(best)
            taken.add(best.target)
            for key, n in (*best.bombers, *best.escorts):
                free[key] -= n

    def _targets(self, offensive: Offensive, taken: set[int]) -> Iterator[int]:
        """Enemy territories with facilities that could be raided."""
        field, terrain, part = offensive.stance.field, offensive.terrain, Facilities.of(self.world)
        for target in range(terrain.size):
            if target in taken or not field.held_by(target, offensive.stance.foe) or part is None:
                continue
            if self.state.control.get(terrain.names[target]) in self.world.enemies[self.seat] and any(
                True for _ in part.at(self.state, terrain.names[target])
            ):
                yield target

    def raids_on(self, offensive: Offensive, target: int, free: dict[Key, float]) -> Iterator[Raid]:
        """Raids on a territory that are worth flying, with few planes and with many."""
        names, space = offensive.roster.names, offensive.terrain.names[target]
        reach = [
            (s.space, s.unit) for s in offensive.reach.strikes[target] if free.get((s.space, s.unit), 0.0) >= 1
        ]
        bombers = [k for k in reach if names[k[1]] in self.raids.bombers and self.room(space, names[k[1]])]
        fighters = [k for k in reach if names[k[1]] in self.raids.fighters]
        risers = sum(self.risers(space).values())
        for number in NUMBERS:
            group = _some(bombers, free, number)
            if group is None:
                return
            risk = sum(n * offensive.appraisal.landing_risk(key, target) for key, n in group)
            for escorting in (0, *NUMBERS) if risers else (0,):
                escort = _some(fighters, free, escorting)
                if escort is None:
                    break
                flights = [{names[u]: 0 for (_, u), _ in some} for some in (group, escort)]
                for some, flight in zip((group, escort), flights, strict=True):
                    for (_, unit), n in some:
                        flight[names[unit]] += n
                forecast = self.forecast(space, *flights)
                value = forecast.value - risk
                if value > PROMISE:
                    yield Raid(value, target, group, escort, forecast.damage, forecast.lost)

    # decisions in a raid

    def answer(self, kind: str, options: list[AreaAction]) -> Answer | None:
        """The answer to a question of the air war; None if there is none."""
        match kind:
            case "air-combat":
                return self._losses([o for o in options if isinstance(o, TakeLosses)])
            case "patrol":
                return self._patrol()
            case "dogfight":
                fights = [o for o in options if isinstance(o, Dogfight)]
                return (fights[0], Reason(f"fight over {fights[0].space} first")) if fights else None
            case "strafe":
                return self._strafe()
            case "strike":
                strikes = [o for o in options if isinstance(o, Strike)]
                return (strikes[0], Reason("destroy the dearest plane on the ground")) if strikes else None
            case "target":
                return self._target([o for o in options if isinstance(o, Target)])
        return None

    def _losses(self, options: list[TakeLosses]) -> Answer | None:
        """Lose the cheapest; the planes that would do least on the target abort."""
        flight = flight_for(self.state, self.seat)
        if flight is None or not options:
            return None

        def price(order: TakeLosses) -> tuple[float, float]:
            cost = sum(self.world.units[u].cost for u in order.destroyed)
            use = sum(self._use(u, flight.mission == "raid", flight.side == "attack") for u in order.aborted)
            return float(cost), use

        return min(options, key=price), Reason("lose the least useful planes")

    def _use(self, unit: str, raid: bool, attacking: bool) -> float:
        """What a plane does on the target."""
        if raid:
            return self.load(unit) if unit in self.raids.bombers else 0.0
        kind = self.world.units[unit]
        return float(kind.attack if attacking else kind.defense)

    def _patrol(self) -> Answer:
        """Intercept where that costs the raiders more than us."""
        enemy = active(self.state)[0]
        best: tuple[float, Patrol, str] | None = None
        for space, ready in able_to_rise(self.war.settings, self.world, self.state, self.seat).items():
            flight: dict[str, int] = {}
            for piece, n in raiders(self.state, space):
                flight[piece.unit] = flight.get(piece.unit, 0) + n
            bombers = sum(n for unit, n in flight.items() if unit in self.raids.bombers)
            # Escorts turn back first, so only some of those that do would have dropped bombs.
            load = max((self.load(unit) for unit in flight if unit in self.raids.bombers), default=0.0)
            abort = POINT * load * bombers / max(1, sum(flight.values()))
            everybody = tuple(p.unit for p, n in ready for _ in range(n))
            for number in range(1, len(everybody) + 1):
                names = everybody[:number]
                gain, odds = dogfight(self.sky, names, self.seat, flight, enemy, abort)
                if gain > LEAST and (best is None or gain > best[0]):
                    best = gain, Patrol(names, space), odds
        if best is None:
            return Done(), Reason("let them drop their bombs: to rise would cost more")
        gain, order, odds = best
        return order, Reason(f"{named(self.world, order.units)} rise over {order.territory}", odds, value=gain)

    def _strafe(self) -> Answer | None:
        """Strafe if the planes on the ground are worth more than those that guns may hit."""
        raid = SKY.of(self.state).raid
        if raid is None:
            return None
        below = {piece.unit: n for piece, n in grounded(self.world, self.state, raid.space)}
        escorts = {p.unit: n for p, n in raiders(self.state, raid.space) if p.unit in self.raids.fighters}
        number = sum(escorts.values())
        hits = min(number * self.raids.strafe / FACES, float(sum(below.values())))
        shots = shots_at(self.world, guns_at(self.world, self.state, self.seat, raid.space), number)
        gain = cheapest_cost(self.world, below, hits) - cheapest_cost(self.world, escorts, sum(shots) / FACES)
        if gain > 0:
            return Strafe(number), Reason(f"strafe planes on the ground in {raid.space}", value=gain)
        return Strafe(0), Reason(f"keep the escorts out of the guns' reach in {raid.space}")

    def _target(self, options: list[Target]) -> Answer | None:
        """The facility that one more bomber damages most; factories first."""
        raid, part = SKY.of(self.state).raid, Facilities.of(self.world)
        if raid is None or part is None or not options:
            return None
        room: dict[str, float] = {}
        making: dict[str, int] = {}
        for piece, kind in part.at(self.state, raid.space):
            sent = sum(
                self.load(p.unit) * n for p, n in raiders(self.state, raid.space) if p.mission == piece.unit
            )
            room[piece.unit] = kind.endures - piece.damage - sent
            making[piece.unit] = kind.capacity

        def worth(order: Target) -> tuple[float, int, int]:
            load = order.count * self.load(order.bomber)
            return min(load, max(0.0, room.get(order.facility, 0.0))), making.get(order.facility, 0), -order.count

        best = max((o for o in options if o.count == 1), key=worth, default=None) or options[0]
        where = f"the {self.world.units[best.facility].name} in {raid.space}"
        return best, Reason(f"bomb {where}", f"{worth(best)[0]:.1f} damage expected")


def _some(stacks: list[Key], free: dict[Key, float], number: int) -> Flight | None:
    """This many planes of some stacks; None if there are too few."""
    found: list[tuple[Key, int]] = []
    left = number
    for key in dict.fromkeys(stacks):
        some = min(left, int(free[key]))
        if some:
            found.append((key, some))
            left -= some
    return None if left else tuple(found)


def missions_of(raid: Raid) -> list[Mission]:
    """The orders of a raid: bombers before their escorts, which may not fly alone."""
    return [Mission(key, raid.target, n, raid.value) for key, n in (*raid.bombers, *raid.escorts)]


def reason_for(raid: Raid, space: str) -> Reason:
    """Why a raid is flown."""
    bombers, escorts = (sum(n for _, n in some) for some in (raid.bombers, raid.escorts))
    planes = f"{bombers} bomber{'s' * (bombers > 1)}"
    if escorts:
        planes += f" and {escorts} escort{'s' * (escorts > 1)}"
    odds = f"{raid.damage:.1f} damage for {raid.lost:.1f} lost"
    return Reason(f"bomb {space} with {planes}", odds, value=raid.value)
