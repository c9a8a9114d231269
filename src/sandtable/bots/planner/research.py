"""Research: what a development would be worth to a power, and whether dice for one are a good buy."""

from math import sqrt

from sandtable.area.parts.directed_research import DirectedResearch
from sandtable.area.parts.research import ResearchPart
from sandtable.area.parts.rockets import Rockets
from sandtable.area.state import AreaState
from sandtable.area.status import undeveloped
from sandtable.area.techs import TechInfo
from sandtable.area.world import World
from sandtable.bots.planner.bombing import BOMB
from sandtable.bots.planner.stance import Stance

TURNS = 5.0
"""Turns for which a development is assumed to be useful."""
STRENGTH = 0.5
"""The value of a unit fighting twice as well, as a share of its cost."""
RANGE = 0.1
"""The value of an extra step to a unit, as a share of its cost."""
RAIDER = 0.8
"""The chance that a bomber gets through to a factory."""
PURCHASE = 4.0
"""The cost of a typical unit."""
MARGIN = 1.15
"""How many times its cost a die must be expected to gain."""
PATIENCE = 1.4
"""The same where a die counts for one development only, and is rolled at the end of the turn."""
SHARE = 1 / 3
"""The most money spent on dice, as a share."""
PEACE = 0.03
"""The highest chance of losing a factory or a capital at which a power still does research."""


class Laboratory:
    """Judges research for one power."""

    def __init__(self, stance: Stance, world: World, state: AreaState) -> None:
        self.stance = stance
        self.world = world
        self.state = state
        self.power = stance.terrain.powers[stance.power]

    def dice(self) -> int:
        """How many dice to buy now: none if units are the better buy, or are needed at once."""
        part = ResearchPart.of(self.world)
        most = part.most_dice(self.world, self.state, self.power) if part is not None else 0
        if part is None or not most or not self._at_peace():
            return 0
        info = part.settings
        wanted = undeveloped(self.world, self.state, self.power)
        mean = sum(self.worth(self.world.tech_table[tech]) for tech in wanted) / len(wanted)
        if mean * (7 - info.success) / 6 < MARGIN * info.die:
            return 0
        return min(most, int(SHARE * self.state.treasury[self.power]) // info.die)

    def program(self) -> dict[str, int]:
        """Dice to buy for one development, in games that sell them that way; empty if units are the better buy."""
        part = DirectedResearch.of(self.world)
        wanted = undeveloped(self.world, self.state, self.power)
        money = self.state.treasury[self.power]
        if part is None or not wanted or money < part.settings.die or not self._at_peace():
            return {}
        info = part.settings
        best = self.best()
        if self.worth(self.world.tech_table[best]) * (7 - info.success) / 6 < PATIENCE * info.die:
            return {}
        dice = max(1, int(SHARE * money) // info.die)
        return {"" if part.boxes_on(self.state) else best: dice}

    def best(self) -> str:
        """The development that would gain most."""
        wanted = undeveloped(self.world, self.state, self.power)
        return max(wanted, key=lambda tech: (self.worth(self.world.tech_table[tech]), tech))

    def _at_peace(self) -> bool:
        """Whether none of the power's factories and capitals can be captured soon."""
        stance, field = self.stance, self.stance.field
        home = stance.terrain.capital[stance.power]
        places = [
            s for s, owner in enumerate(field.control) if owner == stance.power and (field.factory[s] or s == home)
        ]
        return all(stance.loss_chance(s, field.of_side(s, stance.side)) <= PEACE for s in places)

    def worth(self, tech: TechInfo) -> float:
        """What a development would gain over the next turns, in money."""
        found = sum(self._effect(unit, tech) for unit in range(self.stance.terrain.roster.count))
        rockets = Rockets.of(self.world)
        if rockets is not None and self.world.tech_table[rockets.settings.development] is tech:
            info = rockets.settings
            guns = self._in_range(info.range + (not info.declared))
            found += BOMB * info.dice * TURNS * (guns if info.declared else min(1, guns))
        saved = -min((effect.cost for effect in tech.effects if not effect.units), default=0)
        return found + saved * TURNS * self.stance.field.income(self.stance.power) / PURCHASE

    def _effect(self, unit: int, tech: TechInfo) -> float:
        """What a development adds to the power's units of one type."""
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
        """How many of the power's guns have an enemy factory within ``reach`` spaces."""
        terrain, field = self.stance.terrain, self.stance.field
        targets = [s for s in range(terrain.size) if field.factory[s] and field.held_by(s, self.stance.foe)]
        found = 0
        for gun, owner in enumerate(field.guns):
            near = terrain.flights[gun]
            if owner == self.stance.power and any(near.get(target, reach + 1) <= reach for target in targets):
                found += sum(n for p, n in self.state.at(terrain.names[gun]) if self.world.can(p, "anti-air"))
        return found
