"""The world of one scenario: everything that stays the same while it is played."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.atlas import Terrain
from sandtable.hexes.atlas import side as hexside
from sandtable.hexes.board import Board
from sandtable.hexes.citations import Citation
from sandtable.hexes.dates import Date, Season, dates
from sandtable.hexes.scenario import Condition, Growth, ScenarioFile
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.tables import Tables, TerrainEffect

Way = Literal["land", "strait"]
"""How an army gets to a neighbouring place: over land, or over a crossing."""

PLAIN = TerrainEffect()


class World(msgspec.Struct, frozen=True, dict=True):
    """A scenario's board, its sides and the tables, ready to play on."""

    prefix: str
    """What the ids of the game's rules begin with."""
    id: str
    """The name of the scenario."""
    scenario: ScenarioFile
    board: Board
    tables: Tables

    # sides

    @cached_property
    def order(self) -> tuple[Side, ...]:
        """The sides in the order of their turns."""
        return tuple(self.scenario.sides)

    def name(self, side: Side) -> str:
        return self.scenario.sides[side].name if side in self.scenario.sides else side

    def hostile(self, side: Side, other: Side) -> bool:
        """Whether one side may attack the other."""
        return other in self.scenario.sides[side].enemies

    def partners(self, side: Side) -> tuple[Side, ...]:
        """Other sides that it does not fight."""
        return tuple(other for other in self.order if other != side and not self.hostile(side, other))

    def counters(self, side: Side) -> tuple[Name, ...]:
        """The names of a side's armies."""
        return self.scenario.sides[side].counters

    # time

    @cached_property
    def dates(self) -> tuple[Date, ...]:
        """The seasonal turns, first to last."""
        return dates(self.scenario.first, self.scenario.last)

    def date(self, turn: int) -> Date:
        return self.dates[turn - 1]

    def season(self, turn: int) -> Season:
        return self.date(turn).season

    def frozen(self, turn: int, side: Side) -> Mapping[Place, str]:
        """Places whose armies may neither move nor attack in a turn, and the rules by which they may not."""
        now = self.date(turn)
        return {
            one.place: self.full_id(one.rule)
            for one in self.scenario.frozen
            if one.side == side and now < Date.parse(one.until)
        }

    # places

    def in_play(self, place: Place) -> bool:
        """Whether armies can be in a place."""
        return place in self.board

    def title(self, place: Place) -> str:
        return self.board.title(place)

    def near(self, place: Place) -> Mapping[Place, Way]:
        """The places that an army can step to, and how."""
        return self._near[place]

    @cached_property
    def _near(self) -> Mapping[Place, Mapping[Place, Way]]:
        places = self.board.places[: self.board.land]
        return {place: {near: self._way(place, near) for near in self.board.neighbours(place)} for place in places}

    def _way(self, place: Place, near: Place) -> Way:
        grid = self.board.atlas.grid
        if not (place[0].isdigit() and near[0].isdigit()):
            return "land"
        crossing = hexside(grid.parse(place), grid.parse(near)) in self.board.atlas.crossings
        return "strait" if crossing else "land"

    def touches(self, place: Place, other: Place) -> bool:
        """Whether two places share a side, be it open water."""
        return other in self.board.touching(place)

    def terrain(self, place: Place) -> Terrain:
        return self.board.terrain_of(place)

    def effect(self, place: Place) -> TerrainEffect:
        """What the terrain of a place does in combat."""
        return self.tables.terrain.get(self.terrain(place), PLAIN)

    def country(self, place: Place) -> str:
        return self.board.area_of(place)

    def garrisoned(self, place: Place) -> bool:
        """Whether a place has a garrison of its own when no army is in it: in these games every one has."""
        return place in self.board

    def room(self, place: Place) -> int | None:
        """How many points may stand in a place; nothing: any number."""
        return None if place in self.board.boxes else self.tables.stack

    def retreat_from(self, place: Place) -> bool:
        """Whether armies that lose a place can get away: out of a box only where it is reached by land."""
        return place not in self.board.boxes or bool(self.board.neighbours(place))

    # production

    @cached_property
    def _growth(self) -> Mapping[Place, Growth]:
        return {one.place: one for one in self.scenario.growth}

    def production(self, place: Place, turn: int) -> int:
        """The production points that a place has in a turn, devastated or not."""
        growth = self._growth.get(place)
        if growth is None:
            return self.board.production_of(place)
        now = self.date(turn)
        return max((points for date, points in growth.from_.items() if Date.parse(date) <= now), default=0)

    def most_production(self, place: Place) -> int:
        """The production points that a place has at any time."""
        growth = self._growth.get(place)
        return self.board.production_of(place) if growth is None else max(growth.from_.values())

    def repairable(self, place: Place, side: Side) -> int | None:
        """How much of the production of a place a side can have repaired; nothing: all of it."""
        growth = self._growth.get(place)
        return growth.captured if growth is not None and place not in self._native[side] else None

    @cached_property
    def _native(self) -> Mapping[Side, frozenset[Place]]:
        """The places in each side's home countries."""
        return {
            name: frozenset(self.board.in_areas(facts.home)) for name, facts in self.scenario.sides.items()
        }

    def home(self, side: Side) -> frozenset[Place]:
        """The places whose production gives a side full supply."""
        return self._native[side]

    @cached_property
    def _yards(self) -> Mapping[Side, frozenset[Place]]:
        return {
            name: frozenset(self.board.in_areas(facts.placement or facts.home))
            for name, facts in self.scenario.sides.items()
        }

    def yards(self, side: Side) -> frozenset[Place]:
        """The places where a side's new points can be placed, if they have production."""
        return self._yards[side]

    # rules

    @property
    def victory(self) -> tuple[Condition, ...]:
        return self.scenario.victory

    def full_id(self, rule: str) -> str:
        return f"{self.prefix}.{rule}"

    def cite(self, key: Citation) -> str:
        return self.full_id(key)

    def refuse(self, key: Citation, why: str) -> Refusal:
        return Refusal(self.cite(key), why)

    @property
    def neutral_rule(self) -> str:
        """The rule by which neutral hexes are left alone."""
        return self.full_id(self.scenario.neutral_rule)
