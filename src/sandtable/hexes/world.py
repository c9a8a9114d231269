"""The world of one scenario: everything that stays the same during a game."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import having, the
from sandtable.hexes.atlas import Port, Terrain
from sandtable.hexes.atlas import side as hexside
from sandtable.hexes.board import Board, with_ports
from sandtable.hexes.citations import Citation
from sandtable.hexes.part import Part, Parts
from sandtable.hexes.scenario import Scenario, ScenarioFile, SideFacts, SideSetup
from sandtable.hexes.sealanes import Chart
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.tables import Tables, TerrainEffect
from sandtable.hexes.waters import Waters

Way = Literal["land", "strait"]
"""How an army gets to an adjacent place: over land, or over a crossing."""

PLAIN = TerrainEffect()
Ports = tuple[tuple[Place, Port], ...]
"""Places and what their port is now."""
VARIANTS = 32
"""How many variants of a world are cached."""
CHARTS = 64
"""How many charts are cached."""


def _on(options: Mapping[str, bool]) -> tuple[str, ...]:
    """The options that are on."""
    return tuple(sorted(name for name, on in options.items() if on)) if options else ()


class World(msgspec.Struct, frozen=True, dict=True):
    """A scenario's board, sides and tables, ready for play."""

    prefix: str
    """The prefix of the game's rule ids."""
    scenario: Scenario
    board: Board
    waters: Waters
    tables: Tables
    parts: Parts = Parts()
    truces: tuple[tuple[Side, Side], ...] = ()
    """Sides that have made peace: see :meth:`as_of`."""
    players: int = 0
    """The number of players, if it changes when the game ends."""
    extras: Mapping[str, tuple[Part[Any], ...]] = {}
    """The parts that each option adds."""
    options: tuple[str, ...] = ()
    """The options agreed on; their parts are among the others."""
    ports: Ports = ()
    """Ports that were built or reduced since the start; they are on the board."""

    def as_of(self, state: HexState) -> "World":
        """The world as it is in a state: with the options agreed on, any peace made, and the number of turns
        for the number of players."""
        players = len(state.players) if self.facts.last else 0
        return self._variant(state.truces, players, _on(state.options), tuple(sorted(state.ports.items())))

    def playing(self, options: Mapping[str, bool]) -> "World":
        """The world with these options."""
        return self._variant(self.truces, self.players, _on(options), self.ports)

    def _variant(
        self, truces: tuple[tuple[Side, Side], ...], players: int, options: tuple[str, ...], ports: Ports
    ) -> "World":
        key = (truces, players, options, ports)
        if key == (self.truces, self.players, self.options, self.ports):
            return self
        if key not in self._variants:
            if len(self._variants) >= VARIANTS:
                self._variants.clear()
            changed = replace(self, truces=truces, players=players, ports=ports)
            if ports != self.ports:
                changed = replace(changed, board=with_ports(self.printed, dict(ports)))
            if options == self.options:
                changed.__dict__.update(self.__dict__)  # cached results stay valid
            else:
                changed = replace(changed, options=options, parts=Parts(self._parts_with(options)))
                changed.__dict__.update(_variants=self._variants, printed=self.printed)
            self._variants[key] = changed
        return self._variants[key]

    def _parts_with(self, options: tuple[str, ...]) -> Iterator[Part[Any]]:
        """The parts of the scenario, with those of the given options in place of the current ones."""
        left = [part for name in self.options for part in self.extras[name]]
        yield from (part for part in self.parts.all if part not in left)
        yield from (part for name in options for part in self.extras.get(name, ()))

    @cached_property
    def _variants(self) -> dict[tuple[tuple[tuple[Side, Side], ...], int, tuple[str, ...], Ports], "World"]:
        return {(self.truces, self.players, self.options, self.ports): self}

    @cached_property
    def printed(self) -> Board:
        """The board without what was built."""
        return self.board

    # sides

    @property
    def facts(self) -> ScenarioFile:
        """The scenario's file."""
        return self.scenario.facts

    @property
    def order(self) -> tuple[Side, ...]:
        """The sides in turn order."""
        return self.scenario.sides

    @cached_property
    def routes_first(self) -> bool:
        """Whether invasions put to sea in naval movement, and not when attacks are announced."""
        return "naval" in self.facts.phases

    def who(self, side: Side) -> SideFacts:
        return self.scenario.who[side]

    def setup(self, side: Side) -> SideSetup:
        return self.facts.sides[side]

    def name(self, side: Side) -> str:
        return self.who(side).name if side in self.order else side

    def the(self, side: Side) -> str:
        """A side's name within a sentence: ``the Axis``."""
        return the(self.name(side))

    def having(self, side: Side) -> str:
        """The beginning of a sentence about what a side has: ``The Allies have``."""
        return having(self.name(side))

    def hostile(self, side: Side, other: Side) -> bool:
        """Whether one side may attack the other."""
        return other != side and other not in self.partners(side)

    def partners(self, side: Side) -> tuple[Side, ...]:
        """Other sides it doesn't fight."""
        together = self.facts.partners
        friends = tuple(other for other in together if other != side) if side in together else ()
        if not self.truces:
            return friends
        peace = tuple(other for pair in self.truces for other in pair if side in pair and other != side)
        return (*friends, *(other for other in peace if other not in friends))

    def at_peace(self, side: Side, other: Side, key: Citation, why: str) -> Refusal:
        """The rule that keeps one side from attacking another: as partners, or because of their peace."""
        if other not in self.facts.partners or side not in self.facts.partners:
            return self.refuse_by(self.facts.truce_rule or key, why)
        return self.refuse_by(self.facts.partners_rule or key, why)

    def counters(self, side: Side) -> tuple[Name, ...]:
        """The names of a side's armies."""
        return self.who(side).armies

    # time

    @property
    def last_turn(self) -> int:
        date = self.facts.last.get(self.players)
        return self.scenario.turn_of(date) if date is not None else len(self.facts.turns)

    def date(self, turn: int) -> str:
        """The name of a turn as players see it: ``Summer 1942``."""
        return self.facts.turns[turn - 1]

    def season(self, turn: int) -> str:
        return self.scenario.season(turn)

    def frozen(self, turn: int) -> Mapping[Place, str]:
        """Places whose armies can't move or attack in a turn, and the rules that say so."""
        return {
            place: self.full_id(one.rule)
            for name, one in self.facts.frozen.items()
            if turn < self.scenario.turn_of(one.until)
            for place in ((name,) if name in self.board else self.places_in((name,)))
        }

    # places

    def in_play(self, place: Place) -> bool:
        """Whether armies can be in a place."""
        return place in self.board

    def title(self, place: Place) -> str:
        return self.board.title(place)

    def near(self, place: Place) -> Mapping[Place, Way]:
        """The places an army can step to, and how."""
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
        """Whether two places share a side, even across open water."""
        return other in self.board.touching(place)

    def around(self, place: Place) -> tuple[Place, ...]:
        """The hexes that share a side with a place, as :meth:`Board.touching` finds them, cached."""
        if place not in self._around:
            self._around[place] = self.board.touching(place)
        return self._around[place]

    @cached_property
    def _around(self) -> dict[Place, tuple[Place, ...]]:
        return {}

    # the sea

    def chart(self, start: Place, friendly: frozenset[Place]) -> Chart:
        """Where ships can get to from a place, and how far that is, for a side with these friendly places."""
        key = (start, friendly & self._gates)
        if key not in self._charts:
            if len(self._charts) >= CHARTS:
                self._charts.clear()
            self._charts[key] = Chart(self.waters, *key)
        return self._charts[key]

    @cached_property
    def _gates(self) -> frozenset[Place]:
        return self.waters.gates()

    @cached_property
    def _charts(self) -> dict[tuple[Place, frozenset[Place]], Chart]:
        return {}

    def coasts(self, place: Place, within: int) -> Mapping[Place, int]:
        """The coasts within some hexes of a place, and how far away they are."""
        key = (place, within)
        if key not in self._coasts:
            far, edge = {place: 0}, {place}
            for steps in range(1, within + 1):
                edge = {near for one in edge for near in self.board.touching(one)} - set(far)
                far |= dict.fromkeys(edge, steps)
            self._coasts[key] = {one: far[one] for one in sorted(far) if one in self.waters.harbours}
        return self._coasts[key]

    @cached_property
    def _coasts(self) -> dict[tuple[Place, int], Mapping[Place, int]]:
        return {}

    def terrain(self, place: Place) -> Terrain:
        return self.board.terrain_of(place)

    def effect(self, place: Place) -> TerrainEffect:
        """The effects of a place's terrain in combat."""
        return self.tables.terrain.get(self.terrain(place), PLAIN)

    def country(self, place: Place) -> str:
        return self.board.area_of(place)

    def garrisoned(self, place: Place) -> bool:
        """Whether a place has a garrison of its own when no army is in it: in Europe every place does."""
        return place in self.board and place not in self.bare

    @cached_property
    def bare(self) -> frozenset[Place]:
        """The places without a garrison of their own."""
        return frozenset().union(*(part.bare(self) for part in self.parts.all))

    @cached_property
    def ground(self) -> Mapping[Place, Terrain]:
        """Places where supply is traced as through another terrain than theirs."""
        return {place: kind for part in self.parts.all for place, kind in part.ground(self).items()}

    def room(self, place: Place) -> int | None:
        """The stacking limit of a place. None: unlimited."""
        return None if place in self.board.boxes else self.tables.stack

    def retreat_from(self, place: Place) -> bool:
        """Whether armies that lose a place can retreat: from a box only if it is reached by land."""
        return place not in self.board.boxes or bool(self.board.neighbours(place))

    # production

    def production(self, place: Place, turn: int) -> int:
        """The production points a place has in a turn, devastated or not."""
        return self.scenario.production_of(self.board, place, turn)

    def most_production(self, place: Place) -> int:
        """The most production points a place ever has."""
        dated = self.facts.box_production.get(place)
        most = self.board.production_of(place) if dated is None else max(dated.values())
        return max(most, *(part.most(self, place) for part in self.parts.most)) if self.parts.most else most

    @cached_property
    def productive(self) -> frozenset[Place]:
        """The places that ever have production points."""
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
        """Places where production devastated at the start is beyond repair for some sides."""
        barred = self.facts.beyond_repair
        return frozenset() if barred is None else frozenset(barred.places) | set(self.board.in_areas(barred.areas))

    # countries and nations

    def places_in(self, areas: tuple[str, ...]) -> frozenset[Place]:
        """The places in the given areas where armies can be; a box belongs to all of its areas."""
        if areas not in self._in_areas:
            self._in_areas[areas] = frozenset(p for p in self.board.in_areas(areas) if p in self.board)
        return self._in_areas[areas]

    @cached_property
    def _in_areas(self) -> dict[tuple[str, ...], frozenset[Place]]:
        return {}

    @cached_property
    def country_of(self) -> Mapping[Place, str]:
        """The country of each place; an area that no country lists is a country of its own."""
        listed = {area: name for name, one in self.facts.countries.items() for area in one.areas}
        colours = {one.colour: name for name, one in self.facts.countries.items() if one.colour}
        parts = {place: name for name, one in self.facts.countries.items() for place in one.hexes.split()}
        found: dict[Place, str] = {}
        for place in self.board.places[: self.board.land]:
            area = self.board.area_of(place)
            colour = colours.get(self.board.allegiance_of(place))
            found[place] = parts.get(place) or listed.get(area) or colour or area
        return found

    @cached_property
    def lands(self) -> Mapping[str, frozenset[Place]]:
        """The places of each country."""
        found: dict[str, set[Place]] = {}
        for place, country in self.country_of.items():
            found.setdefault(country, set()).add(place)
        return {country: frozenset(places) for country, places in found.items()}

    def realm(self, country: str) -> str:
        """The country whose side a country takes: itself, or the one it belongs to."""
        facts = self.facts.countries.get(country)
        return facts.of if facts is not None and facts.of else country

    @cached_property
    def realms(self) -> Mapping[str, frozenset[Place]]:
        """The places of each country, including those of countries that belong to it."""
        found: dict[str, frozenset[Place]] = {}
        for country, places in self.lands.items():
            realm = self.realm(country)
            found[realm] = found.get(realm, frozenset()) | places
        return found

    def nation_of(self, name: Name) -> str:
        """The nation a counter belongs to before it is in play. Empty: the first of its side."""
        return next((nation for nation, one in self.facts.nations.items() if name in one.armies), "")

    def nation_at(self, side: Side, place: Place) -> str:
        """The nation of what a side builds in a place."""
        areas = self._areas(place)
        found = (name for name, one in self.facts.nations.items() if one.side == side and areas & set(one.areas))
        return next(found, "")

    def _areas(self, place: Place) -> set[str]:
        box = self.board.boxes.get(place)
        return set(self.board.theatre.boxes[box].areas) if box else {self.board.area_of(place)}

    # rules

    def full_id(self, rule: str) -> str:
        return f"{self.prefix}.{rule}"

    def cite(self, key: Citation) -> str:
        return self.full_id(key)

    def refuse(self, key: Citation, why: str) -> Refusal:
        return Refusal(self.cite(key), why)

    def untimely(self, why: str) -> Refusal:
        """A refusal because something belongs to another phase."""
        return self.refuse_by(self.facts.sequence_rule, why)

    def refuse_by(self, rule: str, why: str) -> Refusal:
        """A refusal by a rule named in data, without the book's prefix."""
        return Refusal(self.full_id(rule), why)

    def out_of_play(self, place: Place, at_sea: Citation = "move.sea-hexside") -> Refusal | None:
        """The rule that keeps armies out of a place for good. None if they can be there."""
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
