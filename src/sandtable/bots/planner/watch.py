"""The enemy's turn, before combat: fighters that support a battle next door, and troops that move up to the front.

Reinforcements move when all combats are over, and our own team plays next, so they can't be attacked before that.
Reinforcing is a free step, so all units not under attack go where the war is, or where a garrison will be needed.
"""

from typing import NamedTuple

from sandtable.area.actions import Done, Pick
from sandtable.area.forces import Power
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.parts.reaction.actions import Reinforce, Support
from sandtable.area.parts.reaction.orders import check_support, ordered, supports
from sandtable.area.phases.combat import sent
from sandtable.area.state import AreaState
from sandtable.area.status import active, own_at
from sandtable.bots.bot import Reason
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force

WORTH_IT = 1.5
"""The least support must be worth to be flown: the enemy may still retreat."""
FORWARD = 0.05
"""How much better a place must be for troops to go there."""

Order = tuple[Support | Reinforce | Done, Reason]


class Flight(NamedTuple):
    """Fighters that could support a battle: how many, where from, and whose carrier they are on."""

    unit: int
    space: int
    number: int
    aboard: Power


class Watch:
    """Gives one power's orders before the other team fights."""

    def __init__(self, stance: Stance, state: AreaState, seat: Power) -> None:
        self.stance = stance
        self.state = state
        self.seat = seat
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.world = stance.terrain.world
        self.field = Field.of(stance.terrain, state)
        self.attacks = self._attacks()
        self.here = {space: self.field.of_side(space, stance.side) for space in self.attacks}
        """The defenders of the spaces under attack."""
        self.stand = [self.field.of_side(space, stance.side) for space in range(self.terrain.size)]
        """The units planned for each space at the end of the enemy's turn."""

    def orders(self) -> list[Order]:
        """All orders, ending with the one that says there are no more."""
        return [*self._support(), *self._reinforce(), (Done(), Reason("let them come"))]

    # attacks

    def _attacks(self) -> dict[int, Force]:
        """The spaces where the other team is going to fight, and its forces."""
        state, terrain, found = self.state, self.terrain, dict[int, list[float]]()
        for name in state.stacks:
            units = self.roster.numbers(sent(self.world, state, active(state)[0], name))
            space = terrain.index[name]
            hostile = terrain.is_sea[space] or self.field.held_by(space, self.stance.side)
            if hostile and any(units) and any(self.field.of_side(space, self.stance.side)):
                found[space] = list(units)
        for zone, land in state.turn.assaults:
            for power in active(state):
                if not troops_waiting(state, power, zone, land):
                    continue
                landing = found.setdefault(terrain.index[land], [0.0] * self.roster.count)
                for piece, count in own_at(state, power, zone):
                    for one in piece.cargo:
                        if one.power == power and one.landing == land:
                            landing[self.roster.index[one.unit]] += count
        return {space: tuple(force) for space, force in found.items()}

    def worth(self, space: int, force: Force) -> float:
        """What a battle is worth to us if ``force`` defends."""
        duel = self.stance.duels.fight(self.attacks[space], force, self.terrain.is_sea[space])
        return duel.theirs - duel.mine - duel.capture * self.stake(space)

    def stake(self, space: int) -> float:
        """The value of holding a space."""
        return 0.0 if self.terrain.is_sea[space] else self.stance.worth[space] + self.terrain.value[space]

    # support

    def _support(self) -> list[Order]:
        found: list[Order] = []
        for space in sorted(self.attacks, key=lambda s: (-self.stance.worth[s], s)):
            flights = self._flights(space)
            best, chosen = WORTH_IT, list[tuple[Flight, int]]()
            total = sum(f.number for f in flights)
            for number in dict.fromkeys((1, 2, 3, total)):
                if number <= total:
                    value, some = self._with(space, flights, number)
                    if value > best:
                        best, chosen = value, some
            names = self.terrain.names
            for flight, number in chosen:
                order = Support(
                    self.roster.names[flight.unit], names[flight.space], names[space], number, flight.aboard
                )
                found.append((order, Reason(f"defend {names[space]} from the air", value=best)))
                self._shift(flight.unit, flight.space, space, number)
        return found

    def _flights(self, space: int) -> list[Flight]:
        """Our fighters that could come, those least needed where they are first."""
        found = list[Flight]()
        for near in self.terrain.near[space]:
            numbers: dict[tuple[int, Power], int] = {}
            for piece, count in self.state.at(self.terrain.names[near]):
                for one, owner in ((piece, ""), *((c, piece.power) for c in piece.cargo)):
                    if one.power == self.seat and supports(self.world, one.unit) and not one.came:
                        key = (self.roster.index[one.unit], owner if owner != self.seat else "")
                        numbers[key] = numbers.get(key, 0) + count
            for (unit, owner), ready in numbers.items():
                most = next((n for n in range(ready, 0, -1) if self._may(unit, near, space, n, owner)), 0)
                if most:
                    found.append(Flight(unit, near, most, owner))
        return sorted(found, key=lambda f: (f.space in self.attacks, f.space, f.unit))

    def _may(self, unit: int, start: int, to: int, number: int, aboard: Power) -> bool:
        names = self.terrain.names
        order = Support(self.roster.names[unit], names[start], names[to], number, aboard)
        return check_support(self.world, self.state, self.seat, order) is None

    def _with(self, space: int, flights: list[Flight], number: int) -> tuple[float, list[tuple[Flight, int]]]:
        """What ``number`` fighters change in a battle, minus what they leave behind; and which they are."""
        force, gain, left = list(self.here[space]), 0.0, number
        chosen: list[tuple[Flight, int]] = []
        for flight in flights:
            some = min(left, flight.number)
            if not some:
                break
            left -= some
            force[flight.unit] += some
            chosen.append((flight, some))
            if flight.space in self.attacks:
                here = self.here[flight.space]
                rest = tuple(n - some * (u == flight.unit) for u, n in enumerate(here))
                gain += self.worth(flight.space, rest) - self.worth(flight.space, here)
            else:
                gain -= some * self.roster.cost[flight.unit]
        gain += self.worth(space, tuple(force)) - self.worth(space, self.here[space])
        return gain, chosen

    def _shift(self, unit: int, start: int, to: int, number: int) -> None:
        self.here[to] = tuple(n + number * (u == unit) for u, n in enumerate(self.here[to]))
        if start in self.here:
            self.here[start] = tuple(n - number * (u == unit) for u, n in enumerate(self.here[start]))

    # reinforcement

    def _reinforce(self) -> list[Order]:
        """Troops not under attack move towards the war, all of a territory together."""
        found: list[Order] = []
        names, power = self.terrain.names, self.stance.power
        for space in range(self.terrain.size):
            units = self.field.force[space].get(power, ())
            if self.terrain.is_sea[space] or space in self.attacks or not any(units):
                continue
            going: dict[int, list[Pick]] = {}
            for unit, n in enumerate(units):
                name = self.roster.names[unit]
                waiting = int(n) - ordered(self.state, self.seat, names[space], name, ())
                if waiting < 1 or not self.roster.land[unit]:
                    continue
                best, to = FORWARD * waiting, space
                for there in self._next(space):
                    value = self._gain(unit, waiting, space, there)
                    if value > best:
                        best, to = value, there
                if to != space:
                    self._move(unit, waiting, space, to)
                    going.setdefault(to, []).append(Pick(name, waiting))
            for to, picks in going.items():
                order = Reinforce(tuple(picks), names[space], names[to])
                found.append((order, Reason(f"close up to {names[to]}")))
        return found

    def _next(self, space: int) -> list[int]:
        """Friendly territories next to one that are likely to stay so."""
        return [
            t
            for t in self.terrain.roads[space]
            if self.field.held_by(t, self.stance.side) and t not in self.field.closed[self.stance.power]
        ]

    def _gain(self, unit: int, number: int, start: int, to: int) -> float:
        """How much better placed troops are elsewhere, for what they do there and for the units they make safe."""
        stance = self.stance
        value = number * (stance.standing_worth(unit, to) - stance.standing_worth(unit, start))
        for space, change in ((start, -number), (to, number)):
            before = self.stand[space]
            after = tuple(n + change * (u == unit) for u, n in enumerate(before))
            value += stance.concern(space) * (stance.danger(space, before) - stance.danger(space, after))
        return value

    def _move(self, unit: int, number: int, start: int, to: int) -> None:
        for space, change in ((start, -number), (to, number)):
            self.stand[space] = tuple(n + change * (u == unit) for u, n in enumerate(self.stand[space]))
