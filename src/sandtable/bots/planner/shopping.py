"""Purchases: what the front needs, when it can get there, and what the factories can take.

Each unit type gets a use in money for each place where it could enter play: what it adds to the army it will join,
less the later it arrives; how much it reduces the danger at home; and at sea, whether there is anything to carry
or to guard. Then the most useful units for their price are bought, as far as money and factories allow.
"""

from collections.abc import Mapping
from math import sqrt
from operator import add
from types import MappingProxyType

from sandtable.bots.planner.disruption import Disruption
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import FAR, Force, Roster

MOST_LIFT = 16.0
"""Transport capacity beyond which no more transports are bought,"""
BOARD = 150
"""on a board with this many spaces; distances are longer on a larger one."""
CONVOY = 2.0
ABOARD = 6.0
"""The convoy an escort is bought for if there is none yet: transports, and the value of what each carries."""
PHANTOM = 0.6
"""How much such a convoy counts compared with a real one."""
EXPOSED = 1.6
"""How much more it counts if a new ship would be within the enemy's reach."""
ESCORTS = 4
"""The most escorts that are considered together: those that are bought at once, and in the turns after that."""
LONGEST = 4.0
"""The most turns of a round trip: a longer one means the ships are going somewhere else."""
SHUTTLE = 3.0
"""Zones from a port within which a transport counts in full for the troops there,"""
ASTRAY = 5.0
"""and how many more it takes until it doesn't count at all."""
INLAND = 5.0
"""Turns of marching from which troops come to a port."""
ISLANDS = 3
"""Zones from a port within which a transport takes unguarded islands,"""
IDLE = 2
"""the troops that must be idle there for it,"""
AGAIN = 0.7
"""and how much less each further one is worth than the one before."""
QUIET = 1.0
"""The most danger at which a garrison is strong enough to spare units."""
MODEST = 0.25
"""The least use a unit must have, as a share of its cost, to be bought at all."""
RISK = 0.05
"""The chance of losing a factory that is worth spending spare money on."""
NEARBY = 4.0
"""Turns over land within which a war is near."""
OVERMATCH = 2.0
"""How much more our troops must cost than the enemies near them for the rest to be free to go overseas,"""
OFFSHORE = 4
LANDING = 2.0
"""How near enemy transports and troops must be, in zones and turns, to count as about to land;"""
GUARD = 1.0
"""and what it takes besides to occupy a territory of theirs, in money."""
HUNT = 2
"""Zones within which a new hunter looks for submarines."""
CATCH = 0.5
"""A guess at the share of their value that it destroys."""
CRUISE = 4
"""Zones within which a new raider looks for convoys,"""
ROUNDS = 3.5
"""and a guess at how many rounds it disrupts them."""


BRIEF = 0.55
"""What is left of the use of planes that fight only in the first round of a battle,"""
ALONE = 0.02
"""what is left of it where there are no troops for them to help,"""
BORROWED = 0.1
"""and how much partners' troops, who attack without them, count for that."""


class Site:
    """A factory, and how many units it takes this turn; or a territory that takes units without one."""

    __slots__ = ("barred", "levied", "levy", "room", "space", "yard")

    def __init__(
        self,
        space: int,
        room: int,
        levy: bool = False,
        yard: bool = True,
        barred: frozenset[int] = frozenset(),
        levied: list[bool] | None = None,
    ) -> None:
        self.space = space
        self.room = room
        self.levy = levy
        """Whether it takes only units that need no factory."""
        self.yard = yard
        """Whether capital ships can be built here."""
        self.barred = barred
        """Units that can't be built here for another reason."""
        self.levied = levied
        """Units that need no factory of the power, if that differs between powers."""

    def takes(self, unit: int, roster: Roster) -> bool:
        """Whether a unit of this type can enter play here."""
        return (
            unit not in self.barred
            and self.levy == (self.levied or roster.levied)[unit]
            and (self.yard or not roster.capital[unit])
        )


class Shopping:
    """Chooses a power's purchases, and where its units go."""

    def __init__(
        self,
        stance: Stance,
        field: Field,
        sites: list[Site],
        market: list[int],
        prices: list[int] | None = None,
        closed: frozenset[int] = frozenset(),
        garrisons: Mapping[int, Force] = MappingProxyType({}),
        disruption: Disruption | None = None,
        fleets: Mapping[int, Force] = MappingProxyType({}),
    ) -> None:
        self.stance = stance
        self.disruption = disruption
        self.style = stance.style
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.field = field
        self.sites = sites
        self.market = market
        """The unit types that can be bought."""
        self.prices = prices if prices is not None else stance.terrain.roster.cost
        self.closed = closed
        """Zones where new ships currently have no place."""
        self.fleets = fleets
        """The ships and planes that can come to meet new ships in a zone."""
        self.side, self.power = stance.side, stance.power
        self.here = [list(garrisons.get(s) or field.of_side(s, self.side)) for s in range(self.terrain.size)]
        self._cheapest = min(
            (c for c, is_land in zip(self.roster.cost, self.roster.land, strict=True) if is_land and c), default=0
        )
        self._fronts: dict[int, float] = {}
        """How far the war is from each territory, over land, as far as that has been asked."""
        self.beach, self.cycle = self._beach()
        """The zone from which troops land, and how many turns a transport takes to bring the next ones."""
        self.lift, self.waiting = self._lift()
        self.army = self._army()
        self.troops, self.planes = self._numbers()
        self.ports = {s.space: self._way(s.space) for s in sites}
        """Turns from each factory to the aim."""
        self.recruits = 0.0
        """Units in this order that will wait for ships."""
        self.raiders = 0
        """Ships in this order that disrupt convoys."""
        self.hunters = 0
        """Hunters in this order."""
        self.fleet = self._fleet() if self.beach >= 0 else []

    def _beach(self) -> tuple[int, float]:
        """The zone where the power's troops land on their way to the aim, and the turns of a round trip."""
        terrain, stance = self.terrain, self.stance
        homes = {s.space for s in self.sites if not s.levy and self.front(s.space) > NEARBY}
        # Troops walk to the port from which the way is shortest.
        homes |= {t for s in homes for t in terrain.roads[s] if self.field.held_by(t, self.side)}
        ports = sorted({z for s in homes for z in terrain.coasts[s] if terrain.is_sea[z]})
        best, beach, cycle = FAR, -1, 1.0
        for zone in range(terrain.size) if ports else ():
            if not terrain.is_sea[zone]:
                continue
            steps = min(terrain.voyages[p][zone] for p in ports)
            for coast in terrain.coasts[zone]:
                turns = 0.5 * steps + terrain.marches[coast][stance.aim]
                if turns < best and coast != stance.aim:
                    best, beach, cycle = turns, zone, max(1.0, min(LONGEST, steps))
        return beach, cycle

    def _fleet(self) -> list[float]:
        """All the power's ships, gathered at the beach with the partners' ships there."""
        roster = self.roster
        found = [0.0] * roster.count
        decks = planes = 0.0
        for zone, here in enumerate(self.field.force):
            for power, counts in here.items():
                partner = zone == self.beach and self.terrain.side[power] == self.side
                if power != self.power and not partner:
                    continue
                for u, n in enumerate(counts):
                    if roster.sea[u]:
                        found[u] += n
                        decks += n * roster.decks[u]
                    elif roster.perches[u]:
                        planes += n
        for u in range(roster.count):
            if roster.perches[u]:
                found[u] = min(planes, decks)
                break
        return [float(round(n)) for n in found]

    def theatre(self, site: int) -> float:
        """How well placed a factory is for the aim, compared with the best one: at most 1."""
        farther = self.ports.get(site, 0.0) - min(self.ports.values(), default=0.0)
        return float(self.style.patience ** (2 * farther))

    def _numbers(self) -> tuple[float, float]:
        """The land units that the power's planes can help (its own as far as there are ships), and its planes."""
        ashore = planes = 0.0
        for space, here in enumerate(self.field.force):
            for u, n in enumerate(here.get(self.power, ())):
                if self.roster.air[u]:
                    planes += n
                elif self.roster.land[u] and not self.overseas(space):
                    ashore += n
            for partner, counts in here.items():
                if partner != self.power and self.terrain.side[partner] == self.side:
                    company = self.style.company * (1 if self.overseas(space) else 2)
                    company *= BORROWED if self.terrain.brief else 1.0
                    ashore += company * sum(n for u, n in enumerate(counts) if self.roster.land[u])
        shipped = min(self.waiting, self.lift)
        if self.terrain.brief:
            shipped /= max(1.0, self.cycle / 2)  # planes help only where troops are fighting, not on their way
        return ashore + shipped, planes

    def _army(self) -> tuple[float, float, float]:
        """The power's land and air units: number, dice in attack, dice in defense."""
        number, attack, defense = 2.0, 3.0, 4.0
        for here in self.field.force:
            for u, n in enumerate(here.get(self.power, ())):
                if n and not self.roster.sea[u]:
                    number += n
                    attack += n * self.roster.attack[u]
                    defense += n * self.roster.defense[u]
        return number, attack, defense

    def _lift(self) -> tuple[float, float]:
        """Capacity of the power's transports, and its land units that can get to the war only by sea.

        A garrison that is needed where it is does not wait for a ship. Ships on another ocean fetch nobody here,
        and troops on another continent wait for others.
        """
        places = waiting = 0.0
        port = min(
            (s.space for s in self.sites if not s.levy and self.overseas(s.space)), key=self._way, default=-1
        )
        docks = [z for z in self.terrain.coasts[port] if self.terrain.is_sea[z]] if port >= 0 else []
        for space, here in enumerate(self.field.force):
            troops = 0.0
            for u, n in enumerate(here.get(self.power, ())):
                if self.roster.lifts[u]:
                    places += n * self.roster.berths[u] * self._near(space, docks)
                elif self.roster.land[u]:
                    troops += n
            if troops and self.overseas(space) and (port < 0 or self.terrain.marches[space][port] <= INLAND):
                waiting += self._spared(space, troops)
        return places, waiting

    def _way(self, space: int) -> float:
        """Turns from a territory to the aim."""
        return self.stance.way(space, self.stance.aim)

    def _near(self, zone: int, docks: list[int]) -> float:
        """How much a transport in a zone counts for the troops at a port: less the farther away it is."""
        steps = min((self.terrain.voyages[zone][dock] for dock in docks), default=0.0)
        return max(0.0, min(1.0, 1.0 - (steps - SHUTTLE) / ASTRAY))

    def _backlog(self) -> float:
        """The troops that will wait when new ones are there: this turn's ships have left with some by then."""
        return max(0.0, self.waiting - self.recruits - self.lift / self.cycle) + self.recruits

    def _spared(self, space: int, troops: float) -> float:
        """How many of the power's troops a territory can spare."""
        here = self.here[space]
        for keep in range(int(troops) + 1):
            rest = list(here)
            gone = troops - keep
            for u in range(self.roster.count):
                if self.roster.land[u]:
                    some = min(gone, rest[u])
                    rest[u] -= some
                    gone -= some
            if self.stance.danger(space, tuple(rest)) <= QUIET:
                return troops - keep
        return 0.0

    def overseas(self, space: int) -> bool:
        """Whether the war is overseas from here: within a few turns' march there are raiders at most.

        Where no ship leads to it, troops walk, however far it is.
        """
        turns = self.front(space)
        return turns > NEARBY and (self.beach >= 0 or turns >= FAR)

    def front(self, space: int) -> float:
        """Turns over land from a territory to the nearest important enemy territory."""
        known = self._fronts.get(space)
        if known is None:
            known = self._fronts[space] = self._front(space)
        return known

    def _front(self, space: int) -> float:
        field, foe, found = self.field, self.stance.foe, FAR
        marches = self.terrain.marches[space]
        for t, turns in enumerate(marches):
            if turns < found and field.held_by(t, foe) and (self.terrain.value[t] or any(field.of_side(t, foe))):
                found = turns
        if found <= NEARBY and self._raided(marches):
            return FAR
        return found

    def _raided(self, marches: list[float]) -> bool:
        """Whether the troops at hand are enough for the enemies within a few turns' march."""
        field = self.field
        if marches[self.stance.aim] <= NEARBY + 2:
            return False
        ours = theirs = 0.0
        for t, turns in enumerate(marches):
            if turns > NEARBY:
                continue
            enemy = field.held_by(t, self.stance.foe)
            if enemy and (field.factory[t] or t in self.terrain.seat_of):
                return False
            theirs += self._ashore(t, self.stance.foe) + (GUARD if enemy and self.terrain.value[t] else 0.0)
            ours += self._ashore(t, self.side)
        theirs += self._seaborne([t for t, turns in enumerate(marches) if turns <= NEARBY])
        return ours >= OVERMATCH * theirs

    def _seaborne(self, land: list[int]) -> float:
        """What the troops cost that enemies could land somewhere in these territories in one go."""
        terrain, roster, total = self.terrain, self.roster, 0.0
        shores = sorted({z for t in land for z in terrain.coasts[t] if terrain.is_sea[z]})
        for power in self.stance.enemies:
            room = troops = 0.0
            for space, here in enumerate(self.field.force):
                for u, n in enumerate(here.get(power, ())):
                    if n <= 0:
                        continue
                    if roster.lifts[u] and any(terrain.voyages[space][z] <= OFFSHORE for z in shores):
                        room += n * roster.berths[u] * self._cheapest
                    elif roster.land[u] and min(terrain.travel[space][t] for t in land) <= LANDING:
                        troops += n * roster.cost[u]
            total += min(room, troops)
        return total

    def _ashore(self, space: int, side: int) -> float:
        """What a side's land units in a territory cost."""
        force = self.field.of_side(space, side)
        return sum(n * self.roster.cost[u] for u, n in enumerate(force) if n and self.roster.land[u])

    # uses

    def use(self, unit: int, site: int) -> float:
        """What a unit that enters play at a factory is good for, apart from helping to defend the place."""
        roster, style = self.roster, self.style
        number, attack, defense = self.army
        if roster.land[unit] or roster.air[unit]:
            strength = style.offense * _margin(number, attack, roster.attack[unit])
            strength += (1 - style.offense) * _margin(number, defense, roster.defense[unit])
            worth = 3.0 * strength
            if roster.air[unit]:
                worth *= BRIEF if self.terrain.brief else 1.0
                company = (self.troops + 3) / ((3 if self.terrain.brief else 2) * self.planes + 3)
                return worth * style.patience * max(ALONE if self.terrain.brief else 0.4, min(1.0, company))
            if self.overseas(site):
                wait = self.cycle * self._backlog() / (self.lift + 0.5)  # turns until a ship picks it up
                return float(worth * style.patience ** (2 + wait) * self.theatre(site))
            return float(worth * style.patience ** (self.front(site) / max(1, roster.move[unit])))
        if roster.lifts[unit]:
            return self._lift_use(unit, site)
        return 0.0

    def _lift_use(self, unit: int, site: int) -> float:
        """Transports are useful as long as troops wait for them, up to what is produced, or to take islands."""
        return max(self._pickings(unit, site), self._traffic(unit, site))

    def _traffic(self, unit: int, site: int) -> float:
        """What a transport is worth for the troops on their way to the aim."""
        if not self.overseas(site):
            return 1.0
        income = self.field.income(self.power)
        most = MOST_LIFT * max(1.0, self.terrain.size / BOARD)
        wanted = min(most, 2.0 + self.cycle * income * self.style.shipping + 0.25 * self.waiting)
        if self.lift >= wanted or self.lift > self.waiting + 1:
            return 1.0
        return self.roster.cost[unit] * (1.2 if self.waiting >= self.lift else 0.95) * self.theatre(site)

    def _pickings(self, unit: int, site: int) -> float:
        """What the first transport at a factory is worth to take islands that nobody guards."""
        terrain, roster, field = self.terrain, self.roster, self.field
        ports = [z for z in terrain.coasts[site] if terrain.is_sea[z]]
        idle = sum(n for u, n in enumerate(field.force[site].get(self.power, ())) if roster.land[u])
        if not ports or idle < IDLE or not self.overseas(site):
            return 0.0
        near = [z for z in range(terrain.size) if min(terrain.voyages[z][p] for p in ports) <= ISLANDS]
        if any(n and roster.lifts[u] for z in near for u, n in enumerate(self.here[z])):
            return 0.0
        shores = {t for z in near for t in terrain.coasts[z] if not terrain.is_sea[t] and not terrain.roads[t]}
        lands = {t for t in shores if field.held_by(t, self.stance.foe)}
        free = [
            self.stance.worth[t] for t in lands if terrain.value[t] and not any(field.of_side(t, self.stance.foe))
        ]
        free.sort(reverse=True)
        return min(1.2 * roster.cost[unit], sum(worth * AGAIN**k for k, worth in enumerate(free)))

    # the order

    def order(self, money: int) -> list[tuple[int, int]]:
        """The units to buy and where they will go: the most useful for their price first, singly or in lots.

        Lots, because one more infantry does not save a capital, but three may.
        """
        bought: list[tuple[int, int]] = []
        left = money
        dearest = max((self.prices[unit] for unit in self.market), default=0)
        rooms = {s: s.room for s in self.sites}
        while True:
            best: tuple[float, int, int, Site, int] | None = None
            slots = sum(rooms.values())
            # Idle money is worth nothing, so a small use is enough.
            modest = MODEST if left <= min(1.2 * self.field.income(self.power), dearest) else MODEST / 3
            for site, room in rooms.items():
                for unit in self.market if room > 0 else ():
                    cost = self.prices[unit]
                    if not 0 < cost <= left or not site.takes(unit, self.roster):
                        continue
                    for place in self.places(unit, site.space):
                        for count in self._lots(unit, place, min(room, left // cost)):
                            gain = self.marginal(unit, site.space, place, count)
                            price = cost + self._passage(unit, site.space, gain / count)
                            rate = (gain / count - self._slot_price(left, slots)) / price
                            if gain > modest * cost * count and (best is None or rate > best[0]):
                                best = (rate, unit, place, site, count)
            if best is None:
                return bought + self._insurance(left, rooms)
            _, unit, place, site, count = best
            bought += [(unit, place)] * count
            left -= self.prices[unit] * count
            rooms[site] -= count
            self._add(unit, place, count)

    def _passage(self, unit: int, site: int, gain: float) -> float:
        """The cost of bringing a unit to the war; a garrison stays at home and costs nothing.

        Neither does a unit for which there is already room on a ship.
        """
        if not self.roster.land[unit] or not self.overseas(site) or gain <= 0:
            return 0.0
        lacking = (self.cycle * self._backlog() - self.lift) / (self.lift + 1)
        share = max(0.0, min(1.0, lacking)) * max(0.0, min(1.0, self.use(unit, site) / gain))
        return self.style.passage * share

    def _insurance(self, money: int, rooms: dict[Site, int]) -> list[tuple[int, int]]:
        """With money to spare, garrisons for factories that might still be lost."""
        roster, found = self.roster, list[tuple[int, int]]()
        unit = min(
            (u for u in self.market if roster.land[u] and roster.defense[u] and self.prices[u]),
            key=lambda u: self.prices[u],
            default=-1,
        )
        if unit < 0:
            return found
        for site in sorted(rooms, key=lambda s: -self.stance.worth[s.space]):
            while (
                rooms[site] > 0
                and money >= self.prices[unit]
                and site.takes(unit, roster)
                and self.stance.loss_chance(site.space, tuple(self.here[site.space])) > RISK
            ):
                found.append((unit, site.space))
                money -= self.prices[unit]
                rooms[site] -= 1
                self._add(unit, site.space, 1)
        return found

    def _lots(self, unit: int, place: int, most: int) -> tuple[int, ...]:
        """How many units to consider at once: more than one only where a garrison or a fleet is in danger.

        One more escort may just be one more loss, where two make the enemy stay away.
        """
        if most < 2:
            return (1,)
        if not self.roster.land[unit]:
            escort = self.roster.sea[unit] and self.roster.defense[unit] and not self.roster.sneaks[unit]
            return tuple(range(1, min(most, ESCORTS) + 1)) if escort and self.beach >= 0 else (1,)
        if self.stance.danger(place, tuple(self.here[place])) < 5:
            return (1,)
        return tuple(dict.fromkeys((1, 2, 3, most)))[: most + 1] if most > 2 else (1, 2)

    def place(self, waiting: dict[int, int]) -> list[tuple[int, int, int]]:
        """Where bought units enter play: unit type, place and factory, one after the other."""
        found: list[tuple[int, int, int]] = []
        rooms = {s: s.room for s in self.sites}
        # Ships first; then troops before planes, which fly to the front from anywhere.
        for unit in sorted(
            waiting, key=lambda u: (not self.roster.sea[u], self.roster.air[u], -self.roster.cost[u])
        ):
            left = waiting[unit]
            while left:
                options = [
                    (
                        self.marginal(unit, site.space, place, lot) / lot
                        + self.stance.standing_worth(unit, place),
                        lot,
                        place,
                        site.space,
                        i,
                    )
                    for i, (site, room) in enumerate(rooms.items())
                    if room > 0 and site.takes(unit, self.roster)
                    for place in self.places(unit, site.space)
                    for lot in self._lots(unit, place, min(room, left))
                ]
                if not options:
                    break
                _, lot, place, space, i = max(options)
                found += [(unit, place, space)] * lot
                left -= lot
                rooms[self.sites[i]] -= lot
                self._add(unit, place, lot)
        return found

    def _slot_price(self, money: int, slots: int) -> float:
        """The cost of using up a slot: with plenty of money, cheap units waste slots."""
        if not slots:
            return 0.0
        return max(0.0, min(3.0, (money / slots - 3.5) * 0.6))

    def places(self, unit: int, site: int) -> list[int]:
        """Where a factory's unit may enter play."""
        if not self.roster.sea[unit]:
            return [site]
        zones = [
            z for z in self.terrain.coasts[site] if z not in self.closed and not self.field.barred(z, self.side)
        ]
        return sorted(zones, key=lambda z: (-self.stance.pull[z], z))[:3]

    def marginal(self, unit: int, site: int, place: int, count: int = 1) -> float:
        """What this many more units in a place are worth now."""
        stance = self.stance
        before = tuple(self.here[place])
        after = tuple(n + count * (u == unit) for u, n in enumerate(before))
        cargo = self.field.cargo_worth(place, self.side)
        relief = stance.danger(place, before, cargo) - stance.danger(place, after, cargo)
        if self.roster.sea[unit] and relief < 0:
            relief = EXPOSED * min(0.0, max(relief, self._met(place, before, after, cargo)))
        value = count * self.use(unit, site) + relief * stance.concern(place)
        if self.roster.sea[unit]:
            fleet = self._escort_use(unit, site, count) + self._hunt_use(unit, place)
            if self.disruption is not None and self.disruption.zones and self.disruption.dice[unit]:
                fleet += self._convoy_use(unit, place)
            value += min(1.2 * self.roster.cost[unit] * count, fleet) * self.theatre(site)
        return value

    def _met(self, place: int, before: Force, after: Force, cargo: float) -> float:
        """The relief that new ships bring if a fleet comes to meet them."""
        fleet = self.fleets.get(place)
        if fleet is None:
            return -FAR
        before, after = (tuple(map(add, force, fleet)) for force in (before, after))
        return self.stance.danger(place, before, cargo) - self.stance.danger(place, after, cargo)

    def _escort_use(self, unit: int, site: int, count: int) -> float:
        """What ships do for the fleet at the beach, by themselves or as the first of those that will be enough."""
        best = self._fleet_use(unit, site, count)
        if self.roster.defense[unit] and not self.roster.lifts[unit]:
            for enough in range(count + 1, ESCORTS + 1):
                share = self.style.patience ** (enough - count) * count / enough
                best = max(best, share * self._fleet_use(unit, site, enough))
        return best

    def _fleet_use(self, unit: int, site: int, count: int = 1) -> float:
        """How much safer more ships make the fleet at the beach: transports need an escort
        before they sail.
        """
        if self.beach < 0 or not self.overseas(site) or True not in self.roster.lifts:
            return 0.0
        if self.roster.sneaks[unit]:
            return 0.0  # submarines guard nobody
        ship = self.roster.lifts.index(True)
        # Even before there is a convoy, its escort has to be built.
        convoy = max(CONVOY, self.fleet[ship])
        before = tuple(convoy if u == ship else n for u, n in enumerate(self.fleet))
        after = tuple(
            max(CONVOY, n + count) if u == unit == ship else n + count * (u == unit) for u, n in enumerate(before)
        )
        cargo = ABOARD * convoy
        relief = self.stance.danger(self.beach, before, cargo) - self.stance.danger(self.beach, after, cargo)
        if relief > 0:
            guards = self.roster.worth(tuple(n if u != ship else 0.0 for u, n in enumerate(self.fleet)))
            guarded = convoy * (self.roster.cost[ship] + ABOARD)
            relief *= max(0.0, 1.0 - guards / (self.style.escort * guarded))
        return relief if self.fleet[ship] else PHANTOM * relief

    def _hunt_use(self, unit: int, zone: int) -> float:
        """What a hunter is worth against nearby submarines that the power can't hunt yet."""
        roster, near = self.roster, self.terrain.voyages[zone]
        if not roster.hunts[unit]:
            return 0.0
        prey, hunters = 0.0, float(self.hunters)
        for z, here in enumerate(self.field.force):
            if near[z] > HUNT:
                continue
            for power, counts in here.items():
                if power == self.power:
                    hunters += sum(n for u, n in enumerate(counts) if roster.hunts[u])
                elif self.terrain.side[power] != self.side:
                    prey += sum(n * roster.cost[u] for u, n in enumerate(counts) if roster.sneaks[u])
        return prey * CATCH / (1 + hunters)

    def _convoy_use(self, unit: int, start: int) -> float:
        """What a ship can take from nearby enemy convoys before it is lost."""
        assert self.disruption is not None
        steps, best = self.terrain.voyages[start], 0.0
        for zone in self.disruption.zones:
            if steps[zone] > CRUISE or self.field.barred(zone, self.side):
                continue
            here = self.here[zone]
            more = self.disruption.more(zone, here, unit)
            later = self.style.patience ** (steps[zone] / max(1, self.roster.move[unit]))
            if more * ROUNDS * later <= best:
                continue
            with_it = tuple(n + (u == unit) for u, n in enumerate(here))
            risk = self.stance.danger(zone, with_it) - self.stance.danger(zone, tuple(here))
            best = max(best, more * ROUNDS * later - max(0.0, risk) * self.style.nautical)
        return best / (1 + self.raiders)

    def _add(self, unit: int, place: int, count: int) -> None:
        if self.disruption is not None and self.disruption.dice and self.roster.sea[unit]:
            self.raiders += count * bool(self.disruption.dice[unit])
        self.here[place][unit] += count
        roster = self.roster
        self.hunters += count * roster.hunts[unit]
        if self.fleet and roster.sea[unit]:
            self.fleet[unit] += count
        if roster.lifts[unit]:
            self.lift += count * roster.berths[unit]
        elif roster.land[unit] and self.overseas(place):
            self.waiting += count
            self.recruits += count
        if roster.air[unit]:
            self.planes += count
        if not roster.sea[unit]:
            number, attack, defense = self.army
            self.army = (
                number + count,
                attack + count * roster.attack[unit],
                defense + count * roster.defense[unit],
            )


def _margin(number: float, dice: float, more: int) -> float:
    """How much a unit with a die of ``more`` adds to an army's strength: the root of number times dice."""
    return 0.5 * (sqrt(dice / number / 2) + more * sqrt(2 * number / dice) / 2)
