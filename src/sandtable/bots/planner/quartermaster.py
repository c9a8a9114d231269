"""The quartermaster: what a power can buy and where it can place it, and the orders for both."""

from sandtable.area.actions import Mobilize, Order
from sandtable.area.factories import levy_room, room_at
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.phases.mobilize import is_yard
from sandtable.area.state import AreaState
from sandtable.area.status import enemies_at
from sandtable.bots.bot import Reason
from sandtable.bots.planner.batteries import lacking, need
from sandtable.bots.planner.building import Building
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.shopping import Shopping, Site
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Terrain

MOST_AT_A_SITE = 12
"""Units that are thought of for one factory, even if it takes more."""


class Quartermaster:
    """Buys and places for one power."""

    def __init__(self, game: AreaGame, terrain: Terrain, view: AreaState, seat: Power) -> None:
        self.game = game
        self.world = game.world.developed(view.techs)
        self.terrain = terrain
        self.roster = terrain.roster
        self.view = view
        self.seat = seat
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
                    yard = is_yard(self.world, self.view, self.seat, name)
                    found.append(Site(space, min(room, MOST_AT_A_SITE), yard=yard))
                levy = levy_room(self.world, self.view, self.seat, name)
                if levy > 0:
                    found.append(Site(space, min(levy, MOST_AT_A_SITE), levy=True))
        return found

    # buying

    def order(self, stance: Stance, field: Field) -> dict[str, int]:
        """What to buy, with the field as it will be after this turn's attacks; a factory or a gun comes first."""
        money, units = self.view.treasury[self.seat], dict[str, int]()
        prices = [self.world.unit(self.seat, name).cost for name in self.roster.names]
        shopping = Shopping(stance, field, self.sites, self._market(), prices, self._closed())
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
        return units

    def _market(self) -> list[int]:
        """The unit types that the seat can buy and fight with."""
        return [
            u
            for u, name in enumerate(self.roster.names)
            if self.roster.counts[u] and self.game.check(self.view, self.seat, Order(units={name: 1})) is None
        ]

    def _closed(self) -> frozenset[int]:
        """Zones where new ships would be lost for want of a place, if the enemies there stay."""
        if self.world.game.conduct.ships_among_enemies:
            return frozenset()
        return frozenset(
            zone
            for zone, name in enumerate(self.terrain.names)
            if self.terrain.is_sea[zone] and enemies_at(self.world, self.view, self.seat, name)
        )

    def _post(self, stance: Stance, prices: list[int], money: int) -> tuple[int, Site] | None:
        """A gun to buy and the factory that it is for, if planes threaten one that has none."""
        gun = next((u for u, fires in enumerate(self.roster.guns) if fires), None)
        bare = lacking(stance, [site.space for site in self.sites if not site.levy])
        if gun is None or not bare or money < prices[gun] or need(stance, bare[0]) <= prices[gun]:
            return None
        return gun, next(site for site in self.sites if site.space == bare[0] and not site.levy)

    # placing

    def places(self, stance: Stance) -> list[tuple[int, int, int]]:
        """Where bought units that fight are to enter play: unit, place and factory."""
        shopping = Shopping(stance, stance.field, self.sites, [])
        index, counts = self.roster.index, self.roster.counts
        return shopping.place({index[u]: n for u, n in self.waiting.items() if counts[index[u]]})

    def posts(self, stance: Stance) -> dict[str, int]:
        """Where guns that were bought are to stand: no other gun may take their place."""
        bare = lacking(stance, [site.space for site in self.sites if not site.levy])
        return {unit: bare[0] for unit in self.waiting if self.roster.guns[self.roster.index[unit]] and bare}

    def mobilize(self, stance: Stance) -> list[tuple[Mobilize, Reason]]:
        """The orders that place everything: guns first, which take room at their factory."""
        names, found = self.terrain.names, list[tuple[Mobilize, Reason]]()
        for unit, post in self.posts(stance).items():
            found.append((Mobilize(unit=unit, space=names[post]), Reason("guard the factory from the air")))
            next(one for one in self.sites if one.space == post and not one.levy).room -= 1
        counts: dict[tuple[int, int, int], int] = {}
        for one in self.places(stance):
            counts[one] = counts.get(one, 0) + 1
        for (kind, place, site), n in counts.items():
            charged = "" if self.roster.levied[kind] else names[site]
            order = Mobilize(unit=self.roster.names[kind], space=names[place], count=n, complex=charged)
            found.append((order, Reason("where they are needed")))
        return [*found, *self._build(stance)]

    def _build(self, stance: Stance) -> list[tuple[Mobilize, Reason]]:
        """Where factories that were bought are built."""
        building = Building(Shopping(stance, stance.field, self.sites, []), self.world, self.view, self.seat)
        orders = [building.site(unit) for unit in sorted(self.world.factory_units & self.waiting.keys())]
        return [(one, Reason(f"build where the war goes on, in {one.space}")) for one in orders if one]
