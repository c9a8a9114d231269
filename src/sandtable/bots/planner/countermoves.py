"""Countermoves: planes that scramble, strike at ships or intercept, and submarines that ambush, when it pays.

All of them answer moves that an enemy has just made. Each is worth the expected change in money, and is ordered if
that is more than a little.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from sandtable.area.actions import Done
from sandtable.area.forces import Power, Stack, size
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.parts.air_war import AirWar
from sandtable.area.parts.countermoves import ambush, interdiction, overflight, scramble
from sandtable.area.parts.countermoves.actions import Ambush, Intercept, Interdict, Scramble
from sandtable.area.parts.countermoves.part import Countermoves
from sandtable.area.parts.countermoves.reacting import mover
from sandtable.area.phases.combat import sent
from sandtable.area.state import AreaState
from sandtable.area.wording import counts, unit_name
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.dogfights import FACES, Dogfights, Planes, cheapest_cost
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force
from sandtable.bots.planner.watch import Watch

KINDS = ("ambush", "intercept", "interdict", "scramble")
"""The decisions answered here."""
LEAST = 1.0
"""The least a countermove must be worth."""
WEARY = 1.0
"""The cost of a plane that strikes at ships having to rest on its next turn."""
ABORT = 2.0
"""The value of making a plane turn back."""
SCRATCH = 3.0
"""The value of damaging a ship that takes more than one hit."""
HOMELESS = 0.5
"""The share of its cost that a plane loses if its base is captured while it is out."""

Order = tuple[Ambush | Intercept | Interdict | Scramble | Done, Reason]


class Sortie(NamedTuple):
    """Planes that could scramble, and what they would change."""

    gain: float
    before: float
    """The chance to hold the zone without them,"""
    after: float
    """and with them."""
    order: Scramble


class Counter:
    """Answers an enemy's moves for one seat."""

    def __init__(self, stance: Stance, world: World, state: AreaState, seat: Power) -> None:
        self.stance = stance
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.world = world
        self.state = state
        self.seat = seat
        self.enemy = mover(state)
        part = Countermoves.of(world)
        assert part is not None
        self.settings = part.settings

    def order(self, kind: str, space: str) -> Order:
        """The best countermove of a kind; what remains is asked again after it."""
        match kind:
            case "scramble":
                found = self._scramble()
            case "interdict":
                found = self._interdict()
            case "intercept":
                found = self._intercept(space)
            case _:
                found = self._ambush()
        return found or (Done(), Reason(f"nothing to {kind}"))

    # scrambles

    def _scramble(self) -> Order | None:
        watch = Watch(self.stance, self.state, self.seat)
        options = scramble.options(self.settings, self.world, self.state, self.seat)
        found = [
            one
            for (base, zone), units in sorted(options.items())
            for one in self._sorties(watch, base, zone, units)
            if one.gain > LEAST
        ]
        if not found:
            return None
        best = max(found, key=lambda one: (one.gain, -len(one.order.units), one.order.zone, one.order.base))
        what = self._named(best.order.units)
        odds = f"{best.after:.0%} against {best.before:.0%}"
        if f"{best.after:.0%}" == f"{best.before:.0%}":
            odds = f"{best.gain:.1f} IPCs better"
        return best.order, Reason(f"scramble {what} to {best.order.zone}", odds, best.after, best.gain)

    def _sorties(self, watch: Watch, base: str, zone: str, units: Stack) -> Iterator[Sortie]:
        """What each choice of planes at a base would change in a zone."""
        index = self.roster.index
        attack = self.roster.numbers(sent(self.world, self.state, self.enemy, zone))
        defend = self._defenders(zone)
        stake = self._landing_stake(watch, zone)
        before, hold = self._sea_battle(attack, defend, stake)
        home = self.terrain.index[base]
        most = scramble.left_at(self.settings, self.state, base)
        for names in _choices(units, most):
            planes = [0.0] * self.roster.count
            for name in names:
                planes[index[name]] += 1
            force = tuple(a + b for a, b in zip(defend, planes, strict=True))
            after, chance = self._sea_battle(attack, force, stake)
            gain = after - before - self.roster.worth(tuple(planes))
            if home in watch.attacks:
                here = watch.here[home]
                rest = tuple(max(0.0, a - b) for a, b in zip(here, planes, strict=True))
                gain += watch.worth(home, rest) - watch.worth(home, here)
                fall = self.stance.duels.fight(watch.attacks[home], rest).capture
                gain -= HOMELESS * fall * self.roster.worth(tuple(planes))
            yield Sortie(gain, hold, chance, Scramble(names, base, zone))

    def _defenders(self, zone: str) -> Force:
        """Our side's units in a zone, including planes aboard carriers and planes that have already scrambled."""
        foes = self.world.enemies[self.enemy]
        found = [0.0] * self.roster.count
        for piece, count in self.state.at(zone):
            for one in (piece, *piece.cargo):
                unit = self.roster.index[one.unit]
                if one.power in foes and self.roster.counts[unit] and not self.roster.land[unit]:
                    found[unit] += count
        return tuple(found)

    def _sea_battle(self, attack: Force, defend: Force, stake: float) -> tuple[float, float]:
        """What a battle for a zone leaves us, including the landings from it; and the chance to hold the zone."""
        if not any(defend):
            return -self.roster.worth(attack) - stake, 0.0
        duel = self.stance.duels.settle(attack, defend, True)
        return duel.theirs - duel.mine - duel.win * stake, 1.0 - duel.win

    def _landing_stake(self, watch: Watch, zone: str) -> float:
        """The expected loss from the assaults launched from a zone, if nobody stops them."""
        total = 0.0
        for one, land in self.state.turn.assaults:
            target = self.terrain.index[land]
            if (
                one != zone
                or not troops_waiting(self.state, self.enemy, zone, land)
                or target not in watch.attacks
            ):
                continue
            worth, attack, garrison = self.roster.worth, watch.attacks[target], watch.here[target]
            duel = self.stance.duels.fight(attack, garrison)
            lost = worth(garrison) - duel.theirs + duel.capture * watch.stake(target)
            total += max(0.0, lost - worth(attack) + duel.mine)
        return total

    # strikes at ships

    def _interdict(self) -> Order | None:
        ships = interdiction.arrived(self.world, self.state)
        options = interdiction.options(self.settings, self.world, self.state, self.seat)
        best: tuple[float, float, Interdict] | None = None
        for (base, zone), units in sorted(options.items()):
            names = tuple(p.unit for p, n in units for _ in range(n))
            hits = min(float(size(ships[zone])), len(names) * self.settings.strike / FACES)
            armed = sum(n for p, n in ships[zone] if self.world.type(p).defense > 0)
            lost = min(float(len(names)), armed * self.settings.strike / FACES)
            planes = {unit: names.count(unit) for unit in names}
            gain = hits * self._cheapest_ship(ships[zone]) - cheapest_cost(self.world, planes, lost)
            gain -= WEARY * len(names)
            if gain > LEAST and (best is None or gain > best[0]):
                best = gain, hits, Interdict(names, base, zone)
        if best is None:
            return None
        gain, hits, order = best
        aim = f"strike at the ships in {order.zone} with {self._named(order.units)}"
        return order, Reason(aim, f"{hits:.1f} hits expected", value=gain)

    def _cheapest_ship(self, ships: Stack) -> float:
        """What a hit costs the enemy if taken where it hurts least, cargo included."""
        return min(
            SCRATCH
            if piece.damage < self.world.type(piece).hits - 1
            else float(sum(self.world.units[one.unit].cost for one in (piece, *piece.cargo)))
            for piece, _ in ships
        )

    # planes over our land

    def _intercept(self, space: str) -> Order | None:
        war = AirWar.of(self.world)
        units = overflight.able(self.settings, self.world, self.state, self.seat, space)
        if war is None or not units:
            return None
        flight: dict[str, int] = {}
        for _, some in overflight.crossing(self.world, self.state, space):
            for piece, n in some:
                flight[piece.unit] = flight.get(piece.unit, 0) + n
        sky = Dogfights(war, self.world, self.state)
        best: tuple[float, tuple[str, ...], str] | None = None
        for names in _choices(units, size(units)):
            gain, odds = dogfight(sky, names, self.seat, flight, self.enemy, ABORT)
            if gain > LEAST and (best is None or gain > best[0]):
                best = gain, names, odds
        if best is None:
            return None
        gain, names, odds = best
        return Intercept(names, space), Reason(f"{self._named(names)} intercept over {space}", odds, value=gain)

    # submarines

    def _ambush(self) -> Order | None:
        options = ambush.options(self.world, self.state, self.seat)
        if not options:
            return None
        zone = max(sorted(options), key=lambda z: size(options[z]))
        subs = options[zone]
        hits = size(subs) * self.world.type(subs[0][0]).attack / FACES
        what = unit_name(self.world, subs[0][0].unit, size(subs))
        aim = f"ambush the ships in {zone} with {size(subs)} {what}"
        return Ambush(size(subs), zone), Reason(aim, f"{hits:.1f} hits expected")

    def _named(self, units: tuple[str, ...]) -> str:
        return named(self.world, units)


def named(world: World, units: tuple[str, ...]) -> str:
    """Planes in words."""
    return counts(world, {unit: units.count(unit) for unit in units})


def dogfight(
    sky: Dogfights, rising: tuple[str, ...], seat: Power, flight: Planes, enemy: Power, abort: float
) -> tuple[float, str]:
    """The value of intercepting a flight, and the numbers in words; ``abort``: for each that turns back."""
    planes = {unit: rising.count(unit) for unit in rising}
    theirs = sum(flight.values())
    down, back = sky.expected(planes, sky.pilots(seat, rising=True), theirs)
    lost, _ = sky.expected(flight, sky.pilots(enemy), len(rising))
    gain = cheapest_cost(sky.world, flight, down) + back * abort - cheapest_cost(sky.world, planes, lost)
    return gain, f"{down:.1f} shot down and {back:.1f} turned back for {lost:.1f} lost"


def _choices(units: Stack, most: int) -> Iterator[tuple[str, ...]]:
    """Every choice of at most ``most`` planes, by type."""
    counts: dict[str, int] = {}
    for piece, n in units:
        counts[piece.unit] = counts.get(piece.unit, 0) + n
    for numbers in product(*(range(min(n, most) + 1) for n in counts.values())):
        if 0 < sum(numbers) <= most:
            yield tuple(unit for unit, n in zip(counts, numbers, strict=True) for _ in range(n))
