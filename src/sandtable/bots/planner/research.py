"""Research: what a development would be worth to a power, and whether dice for one are a good buy."""

from math import sqrt

from sandtable.area.program import boxes_on
from sandtable.area.research import missing, most_dice
from sandtable.area.state import AreaState
from sandtable.area.techs import TechInfo
from sandtable.area.world import World
from sandtable.bots.planner.bombing import BOMB
from sandtable.bots.planner.stance import Stance

TURNS = 5.0
"""Turns for which a development is reckoned to serve."""
STRENGTH = 0.5
"""What it is worth to have a unit that fights twice as well, as a part of its cost."""
RANGE = 0.1
"""What a step farther is worth to a unit, as a part of its cost."""
RAIDER = 0.8
"""The chance that a bomber comes through to a factory."""
PURCHASE = 4.0
"""What a unit of a common purchase costs."""
MARGIN = 1.15
"""How much more than its cost a die must promise."""
PATIENCE = 1.4
"""The same where a die counts for one development only, and is rolled when the turn is over."""
SHARE = 1 / 3
"""The part of the money that is spent on dice at most."""
PEACE = 0.03
"""The chance to lose a factory or a capital up to which a power has its mind free for research."""


class Laboratory:
    """Judges research for one power."""

    def __init__(self, stance: Stance, world: World, state: AreaState) -> None:
        self.stance = stance
        self.world = world
        self.state = state
        self.power = stance.terrain.powers[stance.power]

    def dice(self) -> int:
        """How many dice to buy now: none if units are the better buy, or are needed at once."""
        info = self.world.game.research
        most = most_dice(self.world, self.state, self.power)
        if info is None or not most or not self._at_peace():
            return 0
        wanted = missing(self.world, self.state, self.power)
        mean = sum(self.worth(self.world.tech_table[tech]) for tech in wanted) / len(wanted)
        if mean * (7 - info.success) / 6 < MARGIN * info.die:
            return 0
        return min(most, int(SHARE * self.state.treasury[self.power]) // info.die)

    def program(self) -> dict[str, int]:
        """Dice to buy for one development, where they are bought so: nothing if units are the better buy."""
        info = self.world.game.research
        wanted = missing(self.world, self.state, self.power)
        money = self.state.treasury[self.power]
        if info is None or not info.directed or not wanted or money < info.die or not self._at_peace():
            return {}
        best = self.best()
        if self.worth(self.world.tech_table[best]) * (7 - info.success) / 6 < PATIENCE * info.die:
            return {}
        dice = max(1, int(SHARE * money) // info.die)
        return {"" if boxes_on(self.world, self.state) else best: dice}

    def best(self) -> str:
        """The development that would bring most."""
        wanted = missing(self.world, self.state, self.power)
        return max(wanted, key=lambda tech: (self.worth(self.world.tech_table[tech]), tech))

    def _at_peace(self) -> bool:
        """Whether no factory and no capital of the power can be taken soon."""
        stance, field = self.stance, self.stance.field
        home = stance.terrain.capital[stance.power]
        places = [
            s for s, owner in enumerate(field.control) if owner == stance.power and (field.factory[s] or s == home)
        ]
        return all(stance.loss_chance(s, field.of_side(s, stance.side)) <= PEACE for s in places)

    def worth(self, tech: TechInfo) -> float:
        """What a development would bring over the next turns, in money."""
        found = sum(self._effect(unit, tech) for unit in range(self.stance.terrain.roster.count))
        if tech.rockets is not None:
            guns = self._in_range(tech.rockets.range + (not tech.rockets.declared))
            found += BOMB * tech.rockets.dice * TURNS * (guns if tech.rockets.declared else min(1, guns))
        saved = -min((effect.cost for effect in tech.effects if not effect.units), default=0)
        return found + saved * TURNS * self.stance.field.income(self.stance.power) / PURCHASE

    def _effect(self, unit: int, tech: TechInfo) -> float:
        """What a development adds to the units of one type that the power has."""
        roster, field = self.stance.terrain.roster, self.stance.field
        name, power = roster.names[unit], self.stance.power
        number = sum(here[power][unit] for here in field.force if power in here)
        kind = self.world.unit(self.power, name)
        found = 0.0
        for effect in tech.effects:
            if not number or name not in effect.units:
                continue
            for now, more in (
                (kind.attack, effect.attack),
                (kind.defense, effect.defense),
                (kind.attack_dice, effect.attack_dice),
                (kind.best_of, effect.best_of),
                (kind.dogfight[0], effect.dogfight[0]),
                (kind.dogfight[1], effect.dogfight[1]),
            ):
                if more and now:
                    found += number * kind.cost * STRENGTH * (sqrt((now + more) / now) - 1)
            found += number * kind.cost * RANGE * effect.move
            if kind.can("bombs") and effect.attack_dice:
                found += number * RAIDER * BOMB * effect.attack_dice * TURNS
        return found

    def _in_range(self, reach: int) -> int:
        """How many guns of the power have an enemy factory within so many spaces."""
        terrain, field = self.stance.terrain, self.stance.field
        targets = [s for s in range(terrain.size) if field.factory[s] and field.held_by(s, self.stance.foe)]
        found = 0
        for gun, owner in enumerate(field.guns):
            near = terrain.flights[gun]
            if owner == self.stance.power and any(near.get(target, reach + 1) <= reach for target in targets):
                found += sum(n for p, n in self.state.at(terrain.names[gun]) if self.world.can(p, "anti-air"))
        return found
