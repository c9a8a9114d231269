"""The quartermaster: what a power can buy, where it can place it, and the orders for both."""

from collections.abc import Mapping
from types import MappingProxyType

from sandtable.area.actions import Mobilize, Order
from sandtable.area.factories import barred_from, levy_room, levying, room_at
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.facilities import Upgrade
from sandtable.area.parts.home_yards import HomeYards
from sandtable.area.state import AreaState
from sandtable.area.status import enemies_at
from sandtable.bots.bot import Reason
from sandtable.bots.planner.bases import Bases
from sandtable.bots.planner.batteries import lacking, need
from sandtable.bots.planner.building import Building
from sandtable.bots.planner.disruption import Disruption
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.politics import spending
from sandtable.bots.planner.shopping import Shopping, Site
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force, Terrain

MOST_AT_A_SITE = 12
"""The most units considered for one factory, even if it takes more."""


class Quartermaster:
    """Buys and places for one power."""

    def __init__(self, game: AreaGame, terrain: Terrain, view: AreaState, seat: Power) -> None:
        self.game = game
        self.world = game.world.as_of(view)
        self.terrain = terrain
        self.roster = terrain.roster
        self.view = view
        self.seat = seat
        self.yards = HomeYards.of(self.world)
        self.levied = [levying(self.world, seat, name) is not None for name in terrain.roster.names]
        """Units that need no factory of this power."""
        self.sites = self._sites()
        self.waiting = view.bought.get(seat, {})
        """Bought and not yet placed."""

    def _sites(self) -> list[Site]:
        """The factories that take new units, and how many; and territories that take some without a factory."""
        found = []
        for space, name in enumerate(self.terrain.names):
            if not self.terrain.is_sea[space] and self.view.control.get(name) == self.seat:
                room = room_at(self.world, self.view, self.seat, name)
                if room > 0:
                    yard = self.yards is None or self.yards.is_yard(self.world, self.view, self.seat, name)
                    found.append(
                        Site(
                            space,
                            min(room, MOST_AT_A_SITE),
                            yard=yard,
                            barred=self._barred(name),
                            levied=self.levied,
                        )
                    )
                levy = levy_room(self.world, self.view, self.seat, name)
                if levy > 0:
                    found.append(Site(space, min(levy, MOST_AT_A_SITE), levy=True, levied=self.levied))
        return found

    def ports(self) -> list[int]:
        """The territories where ships can be built."""
        return [site.space for site in self.sites if not site.levy]

    def reserves(self) -> dict[int, dict[int, int]]:
        """The new units that can be at each factory: those bought, otherwise as many as the money buys."""
        if self.waiting:
            troops = [
                (self.roster.index[u], n)
                for u, n in self.waiting.items()
                if not self.roster.sea[self.roster.index[u]]
            ]
            return {
                site.space: {u: min(n, site.room) for u, n in troops if self.roster.counts[u]}
                for site in self.sites
            }
        market = [u for u in range(self.roster.count) if self.roster.land[u] and self.roster.defense[u]]
        cheapest = min(market, key=lambda u: self.roster.cost[u], default=-1)
        if cheapest < 0:
            return {}
        number = self.view.treasury[self.seat] // max(1, self.roster.cost[cheapest])
        return {site.space: {cheapest: min(number, site.room)} for site in self.sites if not site.levy}

    def _barred(self, territory: str) -> frozenset[int]:
        """The units that a part's rules keep out of a territory."""
        if not self.world.parts.builds:
            return frozenset()
        return frozenset(
            u
            for u, name in enumerate(self.roster.names)
            if barred_from(self.world, self.view, self.seat, name, territory) is not None
        )

    # buying

    def order(
        self,
        stance: Stance,
        field: Field,
        garrisons: Mapping[int, Force] = MappingProxyType({}),
        fleets: Mapping[int, Force] = MappingProxyType({}),
    ) -> dict[str, int]:
        """What to buy, given the field after this turn's attacks; a factory or a gun comes first.

        ``garrisons``: the possible defenders of the capitals then, without new units; ``fleets``: who can come to
        meet new ships.
        """
        money, units = self.view.treasury[self.seat], dict[str, int]()
        money = spending(self.world, self.view, self.seat, money)
        prices = [self.world.unit(self.seat, name).cost for name in self.roster.names]
        foes = self.world.enemies[self.seat]
        enemies = [p for p in stance.enemies if self.terrain.powers[p] in foes]
        disruption = Disruption(self.world, field, enemies)
        shopping = Shopping(
            stance, field, self.sites, self._market(), prices, self._closed(), garrisons, disruption, fleets
        )
        factory = Building(shopping, self.world, self.view, self.seat).wanted(money)
        if factory is not None:
            units[factory[0]] = 1
            money -= factory[1]
        post = self._post(stance, prices, money)
        if post is not None:
            gun, site = post
            units[self.roster.names[gun]] = 1
            money -= prices[gun]
            site.room -= 1
        for unit, _ in shopping.order(money):
            name = self.roster.names[unit]
            units[name] = units.get(name, 0) + 1
            money -= prices[unit]
        base = Bases(stance, self.world, self.view, self.seat).wanted(money)
        if base is not None:
            units[base.unit] = 1
        return units

    def larger(self, stance: Stance, units: Mapping[str, int]) -> tuple[Upgrade, Reason] | None:
        """A factory to enlarge in addition to an order of units, if all are full."""
        money = spending(self.world, self.view, self.seat, self.view.treasury[self.seat])
        money -= sum(self.world.unit(self.seat, unit).cost * n for unit, n in units.items())
        room = sum(site.room for site in self.sites) - sum(
            n for unit, n in units.items() if self.roster.counts[self.roster.index[unit]]
        )
        return Bases(stance, self.world, self.view, self.seat).larger(money, room)

    def _market(self) -> list[int]:
        """The unit types that the seat can buy and fight with."""
        return [
            u
            for u, name in enumerate(self.roster.names)
            if self.roster.counts[u]
            and (self.roster.defense[u] or self.roster.berths[u])
            and self.game.check(self.view, self.seat, Order(units={name: 1})) is None
        ]

    def _closed(self) -> frozenset[int]:
        """Zones where new ships would be lost for lack of a place, if the enemies there stay."""
        if self.world.game.conduct.fleets.placed_among_enemies:
            return frozenset()
        return frozenset(
            zone
            for zone, name in enumerate(self.terrain.names)
            if self.terrain.is_sea[zone] and enemies_at(self.world, self.view, self.seat, name)
        )

    def _post(self, stance: Stance, prices: list[int], money: int) -> tuple[int, Site] | None:
        """A gun to buy and its factory, if planes threaten one without a gun."""
        gun = next((u for u, fires in enumerate(self.roster.guns) if fires), None)
        gunless = lacking(stance, [site.space for site in self.sites if not site.levy])
        if gun is None or not gunless or money < prices[gun] or need(stance, gunless[0]) <= prices[gun]:
            return None
        return gun, next(site for site in self.sites if site.space == gunless[0] and not site.levy)

    # placing

    def places(
        self,
        stance: Stance,
        garrisons: Mapping[int, Force] = MappingProxyType({}),
        fleets: Mapping[int, Force] = MappingProxyType({}),
    ) -> list[tuple[int, int, int]]:
        """Where bought combat units will enter play: unit, place and factory."""
        shopping = Shopping(stance, stance.field, self.sites, [], garrisons=garrisons, fleets=fleets)
        index, counts = self.roster.index, self.roster.counts
        return shopping.place({index[u]: n for u, n in self.waiting.items() if counts[index[u]]})

    def posts(self, stance: Stance) -> dict[str, int]:
        """Where bought guns will go: no other gun may take their place."""
        gunless = lacking(stance, [site.space for site in self.sites if not site.levy])
        return {unit: gunless[0] for unit in self.waiting if self.roster.guns[self.roster.index[unit]] and gunless}

    def mobilize(self, stance: Stance) -> list[tuple[Mobilize, Reason]]:
        """The orders that place everything: guns first, since they take up room at their factory."""
        names, found = self.terrain.names, list[tuple[Mobilize, Reason]]()
        for unit, post in self.posts(stance).items():
            found.append((Mobilize(unit=unit, space=names[post]), Reason("guard the factory from the air")))
            next(one for one in self.sites if one.space == post and not one.levy).room -= 1
        counts: dict[tuple[int, int, int], int] = {}
        for one in self.places(stance):
            counts[one] = counts.get(one, 0) + 1
        for (kind, place, site), n in counts.items():
            charged = "" if self.levied[kind] else names[site]
            order = Mobilize(unit=self.roster.names[kind], space=names[place], count=n, complex=charged)
            found.append((order, Reason("where they are needed")))
        return [*found, *self._build(stance)]

    def _build(self, stance: Stance) -> list[tuple[Mobilize, Reason]]:
        """Where bought factories and bases are built."""
        building = Building(Shopping(stance, stance.field, self.sites, []), self.world, self.view, self.seat)
        orders = [building.site(unit) for unit in sorted(self.world.factory_units & self.waiting.keys())]
        found = [(one, Reason(f"build close to the front, in {one.space}")) for one in orders if one]
        bases = Bases(stance, self.world, self.view, self.seat)
        for unit in sorted(bases.bases().keys() & self.waiting.keys()):
            order = bases.site(unit)
            aim = next(
                (one.aim for one in bases.sites() if order and (one.unit, one.space) == (unit, order.space)), ""
            )
            if order is not None:
                found.append((order, Reason(f"build {aim}" if aim else f"build in {order.space}")))
        return found
