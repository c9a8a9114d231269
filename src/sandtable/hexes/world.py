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
from sandtable.hexes.scenario import Scenario, ScenarioFile, SideFacts, SideSetup
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.tables import Tables, TerrainEffect
from sandtable.hexes.waters import Waters

Way = Literal["land", "strait"]
"""How an army gets to a neighbouring place: over land, or over a crossing."""

PLAIN = TerrainEffect()


class World(msgspec.Struct, frozen=True, dict=True):
    """A scenario's board, its sides and the tables, ready to play on."""

    prefix: str
    """What the ids of the game's rules begin with."""
    scenario: Scenario
    board: Board
    waters: Waters
    tables: Tables

    # sides

    @property
    def facts(self) -> ScenarioFile:
        """The scenario as its file has it."""
        return self.scenario.facts

    @property
    def order(self) -> tuple[Side, ...]:
        """The sides in the order of their turns."""
        return self.scenario.sides

    def who(self, side: Side) -> SideFacts:
        return self.scenario.who[side]

    def setup(self, side: Side) -> SideSetup:
        return self.facts.sides[side]

    def name(self, side: Side) -> str:
        return self.who(side).name if side in self.order else side

    def hostile(self, side: Side, other: Side) -> bool:
        """Whether one side may attack the other."""
        return other != side and other not in self.partners(side)

    def partners(self, side: Side) -> tuple[Side, ...]:
        """Other sides that it does not fight."""
        together = self.facts.partners
        return tuple(other for other in together if other != side) if side in together else ()

    def counters(self, side: Side) -> tuple[Name, ...]:
        """The names of a side's armies."""
        return self.who(side).armies

    # time

    @property
    def last_turn(self) -> int:
        return len(self.facts.turns)

    def date(self, turn: int) -> str:
        """What players call a turn: ``Summer 1941``."""
        return self.facts.turns[turn - 1]

    def season(self, turn: int) -> str:
        return self.scenario.season(turn)

    def frozen(self, turn: int) -> Mapping[Place, str]:
        """Places whose armies may neither move nor attack in a turn, and the rules by which they may not."""
        return {
            place: self.full_id(one.rule)
            for place, one in self.facts.frozen.items()
            if turn < self.scenario.turn_of(one.until)
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

    def production(self, place: Place, turn: int) -> int:
        """The production points that a place has in a turn, devastated or not."""
        return self.scenario.production_of(self.board, place, turn)

    def most_production(self, place: Place) -> int:
        """The production points that a place has at any time."""
        dated = self.facts.box_production.get(place)
        return self.board.production_of(place) if dated is None else max(dated.values())

    @cached_property
    def productive(self) -> frozenset[Place]:
        """The places that have production points at any time."""
        return frozenset(place for place in self.board.places[: self.board.land] if self.most_production(place))

    @cached_property
    def _home(self) -> Mapping[Side, frozenset[Place]]:
        return {side: frozenset(self.board.in_areas(self.who(side).home)) for side in self.order}

    def home(self, side: Side) -> frozenset[Place]:
        """The places whose production gives a side full supply."""
        return self._home[side]

    @cached_property
    def _yards(self) -> Mapping[Side, frozenset[Place]]:
        return {side: frozenset(self.board.in_areas(self.setup(side).builds)) for side in self.order}

    def yards(self, side: Side) -> frozenset[Place]:
        """The places where a side's new points can be placed, if they have production."""
        return self._yards[side]

    @cached_property
    def ruins(self) -> frozenset[Place]:
        """Places where production that was devastated at the start is beyond repair for some sides."""
        barred = self.facts.beyond_repair
        return frozenset() if barred is None else frozenset(barred.places) | set(self.board.in_areas(barred.areas))

    # rules

    def full_id(self, rule: str) -> str:
        return f"{self.prefix}.{rule}"

    def cite(self, key: Citation) -> str:
        return self.full_id(key)

    def refuse(self, key: Citation, why: str) -> Refusal:
        return Refusal(self.cite(key), why)

    def out_of_play(self, place: Place, at_sea: Citation = "move.sea-hexside") -> Refusal | None:
        """Nothing, or the rule by which no army can ever be in a place."""
        absence = self.board.absence(place)
        if absence is None:
            return None
        rule: Citation = "map.theatres"
        match absence.why:
            case "box":
                rule = "offmap.box-members"
            case "closed":
                rule = "map.permanent-neutrals"
            case "sea":
                rule = at_sea
        return self.refuse(rule, f"{absence.text[:1].upper()}{absence.text[1:]}.")
