"""Convoy disruption: what warships take from enemies' incomes by their position."""

from sandtable.area.parts.convoys import Convoys
from sandtable.area.world import World
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.terrain import Force

FACES = 6
"""Faces of a die."""


class Disruption:
    """Knows the convoy zones of one power's enemies."""

    def __init__(self, world: World, field: Field, enemies: list[int]) -> None:
        self.zones: dict[int, list[int]] = {}
        """For each zone, what each enemy could lose there."""
        self.dice: list[float] = []
        """What a unit of each type takes on average, if there is enough to take."""
        part = Convoys.of(world)
        if part is None:
            return
        terrain, settings = field.terrain, part.settings
        die = sum(range(1, settings.most + 1)) / FACES
        self.dice = [die * settings.dice.get(name, 0) for name in terrain.roster.names]
        spared = {terrain.power[one] for one in settings.spared if one in terrain.power}
        for name in settings.zones:
            zone = terrain.index[name]
            lands = terrain.coasts[zone]
            values = [
                sum(terrain.value[land] for land in lands if field.control[land] == foe)
                for foe in enemies
                if foe not in spared
            ]
            if any(values):
                self.zones[zone] = [value for value in values if value]

    def takes(self, zone: int, force: Force | list[float]) -> float:
        """What a force takes from all enemies together in a round, if it stays in a zone."""
        values = self.zones.get(zone)
        if not values:
            return 0.0
        taken = sum(n * each for n, each in zip(force, self.dice, strict=True) if n and each)
        return sum(min(taken, value) for value in values)

    def more(self, zone: int, force: Force | list[float], unit: int) -> float:
        """How much more one unit of a type takes in addition to a force."""
        values = self.zones.get(zone)
        if not values or not self.dice[unit]:
            return 0.0
        with_it = [n + (u == unit) for u, n in enumerate(force)]
        return self.takes(zone, with_it) - self.takes(zone, force)
