"""Scenarios: when a game begins, who holds what, with which forces, and how it is won. All of it is data."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.core.datafile import (
    LIKE,
    AnyFolder,
    DataFileError,
    Misfit,
    Unfit,
    Versions,
    circle,
    compose_layers,
    construct,
    files_of,
    like_of,
    parse_node,
    read_yaml,
    suggestion,
    told,
    versions_of,
    without,
)
from sandtable.hexes.atlas import Port
from sandtable.hexes.board import Board, Place
from sandtable.hexes.state import Phase
from sandtable.hexes.strength import Kind, Points, total

Side = str


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a file. Unknown keys are rejected."""


class SideFacts(_Strict, frozen=True):
    """A side, in every scenario."""

    name: str
    adjective: str
    emblem: str
    colour: str
    home: tuple[str, ...]
    """Countries whose production points give full supply."""
    armies: tuple[str, ...]
    """The names of its armies: it can't have more armies than names."""
    fleets: tuple[str, ...]


class Placed(_Strict, frozen=True):
    """An army at the start."""

    at: Place
    points: Points


class PlacedFleet(_Strict, frozen=True):
    """A fleet at the start."""

    at: Place
    points: int


class Squadron(_Strict, frozen=True):
    """Ships that start together, in a port that their owner can change before the first turn."""

    at: Place
    points: int = 0
    carriers: int = 0
    asw: int = 0


class SeaRight(_Strict, frozen=True):
    """What a side may do on a sea."""

    ship: int | Literal["any", "fleets"] = 0
    """Points it may ship per turn; ``fleets``: as many as the fleet points it has based there."""
    supply: bool = False
    """It may trace supply, even if it may not ship anything."""
    rule: str = ""
    """The rule that limits it. Empty: the sea's own."""


class Overseas(_Strict, frozen=True):
    """A combined allowance for points to and from certain places."""

    sea: str
    places: tuple[Place, ...]
    limit: int
    rule: str


class Withheld(_Strict, frozen=True):
    """Production that is spent elsewhere every turn."""

    points: int
    rule: str


class Dominions(_Strict, frozen=True):
    """Countries that produce separately while they have no supply route to the motherland."""

    areas: tuple[str, ...]
    of: str


class FleetForces(_Strict, frozen=True):
    """Fleet points, and where they can be based."""

    points: int
    bases: tuple[Port, ...]
    rule: str
    allotment: str = "fall.fleets"
    """The rule that sets the number of points."""
    capacity: Mapping[Port, int] = {}
    """How many points a port of each kind can harbour, if limited."""
    supplied: bool = False
    """Only in supplied ports."""


class SideSetup(_Strict, frozen=True):
    """A side at the start of a scenario."""

    areas: tuple[str, ...]
    production: int
    """Its production at the start; must match the map."""
    builds: tuple[str, ...]
    """Countries where its new points appear."""
    placement: str = ""
    """The rule that names them, if the scenario has its own."""
    hexes: str = ""
    """Places it holds outside its areas."""
    without: str = ""
    """Places in its areas that it doesn't hold."""
    allegiances: tuple[str, ...] = ()
    """It also has all areas of these colours."""
    withheld: Withheld | None = None
    dominions: Dominions | None = None
    seas: Mapping[str, SeaRight] = {}
    overseas: Overseas | None = None
    armies: Mapping[str, Placed] = {}
    forts: Mapping[Place, int] = {}
    forces: Points | None = None
    """Points it deploys freely. None: its armies start where the scenario says."""
    fleets: FleetForces | None = None
    default: Mapping[str, Placed] = {}
    """A suggested deployment."""
    default_fleets: Mapping[str, PlacedFleet] = {}
    submarines: Mapping[str, PlacedFleet] = {}
    """Where its submarines start."""
    squadrons: Mapping[str, Squadron] = {}
    """Where its other ships start, if they aren't based freely."""
    counters: tuple[str, ...] = ()
    """More armies that it can have in this scenario: those of nations with record sheets of their own."""
    flags: tuple[str, ...] = ()
    """More fleets that it can have in this scenario."""
    homelands: tuple[str, ...] = ()
    """More countries whose production points give full supply in this scenario."""


class Choice(_Strict, frozen=True):
    """Production that a side chooses to lose before the first turn."""

    side: Side
    areas: tuple[str, ...]
    points: int
    default: Mapping[Place, int]
    rule: str


class BeyondRepair(_Strict, frozen=True):
    """Devastated production that some sides can't repair."""

    sides: tuple[Side, ...]
    rule: str
    areas: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


class Frozen(_Strict, frozen=True):
    """Armies that can't move or attack before a date."""

    until: str
    rule: str


class Winter(_Strict, frozen=True):
    """What hard winters add to a side's dice in certain countries: in the first such winter, the second, and so
    on."""

    side: Side
    areas: tuple[str, ...]
    scale: tuple[int, ...]
    past: int
    """How many of them come before the first turn."""


class EndsWith(_Strict, frozen=True):
    """What ends a game before its last turn."""

    place: Place
    lost_by: Side
    rule: str
    also: tuple[Place, ...] = ()
    """Places that this side must have lost as well."""


class Share(_Strict, frozen=True):
    """At least this many thirds of another side's production."""

    of: Side
    thirds: int


class Verdict(_Strict, frozen=True):
    """A way to win; the first that applies decides."""

    side: Side
    """Who wins; ``partners``: the sides that one player plays together."""
    when: Literal["at-once", "end"]
    rule: str
    holds: tuple[Place, ...] = ()
    """Places the side must hold, all of them."""
    share: Share | None = None
    players: int = 0
    """Only with this many players."""


class Country(_Strict, frozen=True):
    """A country with its possessions, for politics. Areas that no country lists are countries of their own."""

    areas: tuple[str, ...] = ()
    colour: str = ""
    """The atlas allegiance whose areas it has, except those that another country lists."""
    capitals: tuple[Place, ...] = ()
    """All of them must be taken."""
    of: str = ""
    """The country whose side it takes."""
    hexes: str = ""
    """Its places, if it is only part of an area."""
    until: str = ""
    """The country that it belongs to until that surrenders: its capitals don't count before."""


class Nation(_Strict, frozen=True):
    """Some armies of a side that don't mix with its others."""

    side: Side
    name: str
    """As an adjective: ``French``."""
    areas: tuple[str, ...]
    """Whatever is built there belongs to it."""
    armies: tuple[str, ...] = ()
    """Counters that belong to it before they are in play."""


class OptionInfo(_Strict, frozen=True):
    """An optional rule that players can agree on before the game, and what it adds."""

    name: str
    text: str
    rule: str
    """Cited when somebody tries to use it without having agreed on it."""
    parts: Mapping[str, Any] = {}
    armies: Mapping[Side, Mapping[str, Placed]] = {}
    """Armies on the board in addition to the scenario's."""


class ScenarioFile(_Strict, frozen=True):
    """The file."""

    title: str
    summary: str
    theatre: str
    turns: tuple[str, ...]
    """The seasonal turns."""
    kinds: tuple[Kind, ...]
    sides: Mapping[Side, SideSetup]
    victory: tuple[Verdict, ...]
    winter: Winter
    sea_rules: Mapping[str, str]
    """By sea: the rule that keeps sides without a right there from shipping."""
    phases: tuple[Phase, ...] = ("movement", "combat", "production")
    """The phases of a player turn, in order."""
    sequence_rule: str = "seq.fixed-order"
    """The rule that sets this order."""
    sides_rule: str = "seq.turn-order"
    """The rule that sets the order of the sides."""
    setup_rule: str = "fall.setup-order"
    """The rule that sets their order before the first turn."""
    neutrals: str = ""
    """The rule that protects neutral places. Empty: they may be attacked."""
    forts: bool = False
    partners: tuple[Side, ...] = ()
    """Sides that never fight each other."""
    partners_rule: str = ""
    """The rule that says so, if the scenario has its own."""
    truce_rule: str = ""
    """The rule that keeps sides that have made peace during the game from fighting each other."""
    last: Mapping[int, str] = {}
    """The last turn by number of players, if it is earlier."""
    countries: Mapping[str, Country] = {}
    nations: Mapping[str, Nation] = {}
    parts: Mapping[str, Any] = {}
    """The scenario's parts, with their settings."""
    options: Mapping[str, OptionInfo] = {}
    """What players can agree on before the game."""
    compulsory: tuple[str, ...] = ()
    """Options of the scenario it is like that always apply here."""
    free_waters: tuple[str, ...] = ()
    """Borders between seas that nobody controls in this scenario."""
    devastated: Mapping[Place, int] = {}
    choice: Choice | None = None
    beyond_repair: BeyondRepair | None = None
    box_production: Mapping[Place, Mapping[str, int]] = {}
    """What a box or hex produces, from a given turn on."""
    frozen: Mapping[str, Frozen] = {}
    """By place, or by area if it isn't a place."""
    ends_with: EndsWith | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A scenario on its board."""

    id: str
    facts: ScenarioFile
    who: Mapping[Side, SideFacts]
    """The sides, in turn order."""
    control: Mapping[Place, Side]
    """Who holds each place at the start; places not listed are neutral."""

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(self.who)

    def cited(self) -> Iterator[str]:
        """The rules the file names."""
        facts = self.facts
        yield from filter(None, (facts.neutrals, facts.partners_rule, facts.truce_rule))
        yield from (facts.sequence_rule, facts.sides_rule, facts.setup_rule)
        yield from (verdict.rule for verdict in facts.victory)
        yield from (one.rule for one in facts.frozen.values())
        yield from (one.rule for one in (facts.choice, facts.beyond_repair, facts.ends_with) if one is not None)
        for own in facts.sides.values():
            yield from (one.rule for one in (own.withheld, own.fleets, own.overseas) if one is not None)
            yield from (own.fleets.allotment,) if own.fleets is not None else ()
            yield from (right.rule for right in own.seas.values() if right.rule)
            yield from (own.placement,) if own.placement else ()
        yield from facts.sea_rules.values()
        yield from (option.rule for option in facts.options.values())

    def season(self, turn: int) -> str:
        """The season of a turn, counted from 1."""
        return self.facts.turns[turn - 1].partition(" ")[0]

    def turn_of(self, date: str) -> int:
        """The scenario's turn number for a date."""
        return self.facts.turns.index(date) + 1

    def production_of(self, board: Board, place: Place, turn: int) -> int:
        """The production points of a place in a turn, devastated or not."""
        dated = self.facts.box_production.get(place)
        if dated is None:
            return board.production_of(place)
        begun = [points for date, points in dated.items() if self.turn_of(date) <= turn]
        return begun[-1] if begun else 0


def read_sides(folder: AnyFolder) -> Mapping[Side, SideFacts]:
    """The sides in a game's folder."""
    return read_yaml(folder / "sides.yaml", dict[Side, SideFacts])


def scenario_ids(folder: AnyFolder) -> tuple[str, ...]:
    """The scenarios in a game's folder."""
    return tuple(sorted(path.stem for path in files_of(folder, "scenarios/*.yaml")))


def read_facts(folder: AnyFolder, name: str) -> ScenarioFile:
    """A scenario's file. One that is ``like`` another contains only the differences."""
    facts = parse_node(without(compose_layers(_versions(folder, name)), (LIKE,)), ScenarioFile, f"{name}.yaml")
    return _with_compulsory(f"{name}.yaml", facts)


def read_plain(folder: AnyFolder, name: str) -> Any:
    """A scenario's file as plain data, with all that it takes from the scenario it is like."""
    return construct(without(compose_layers(_versions(folder, name)), (LIKE,)))


def _with_compulsory(file: str, facts: ScenarioFile) -> ScenarioFile:
    """A scenario whose compulsory options are part of it."""
    parts, sides = dict(facts.parts), dict(facts.sides)
    for name in facts.compulsory:
        option = facts.options.get(name)
        if option is None:
            raise Unfit(Misfit(file, f"no option {name!r}", name, facts.options, ("compulsory",)))
        parts |= option.parts
        for side, armies in option.armies.items():
            sides[side] = replace(sides[side], armies={**sides[side].armies, **armies})
    options = {name: option for name, option in facts.options.items() if name not in facts.compulsory}
    return replace(facts, parts=parts, sides=sides, options=options)


def _versions(folder: AnyFolder, name: str, followers: tuple[str, ...] = ()) -> Versions:
    """A scenario's text, layered on that of the scenario it is like."""
    own = versions_of(folder / f"scenarios/{name}.yaml")
    model = like_of(compose_layers(own))
    if not model:
        return own
    known = scenario_ids(folder)
    if model not in known:
        raise DataFileError(f"{name}.yaml: there is no scenario {model!r} to be like.{suggestion(model, known)}")
    if model in (name, *followers):
        raise DataFileError(f"{name}.yaml: {circle((*followers, name, model))}")
    return [*_versions(folder, model, (*followers, name)), *own]


def read_scenario(folder: AnyFolder, name: str, sides: Mapping[Side, SideFacts], board: Board) -> Scenario:
    """A scenario from a game's folder on its board. Errors give the line."""
    try:
        return on_board(name, read_facts(folder, name), sides, board)
    except Unfit as error:
        raise DataFileError(told(error.misfit, compose_layers(_versions(folder, name)))) from None


def on_board(name: str, facts: ScenarioFile, sides: Mapping[Side, SideFacts], board: Board) -> Scenario:
    """A scenario on its board. Errors say what doesn't fit."""
    file = f"{name}.yaml"
    if unknown := [side for side in facts.sides if side not in sides]:
        raise Unfit(Misfit(file, f"unknown side {unknown[0]!r}", unknown[0], sides, ("sides",)))
    who = {side: _with_more(sides[side], own) for side, own in facts.sides.items()}
    scenario = Scenario(name, facts, who, _control(file, facts, board))
    for wrong in _problems(file, scenario, board):
        raise Unfit(wrong)
    return scenario


def _with_more(side: SideFacts, own: SideSetup) -> SideFacts:
    """A side with what only this scenario gives it."""
    return replace(
        side,
        armies=(*side.armies, *own.counters),
        fleets=(*side.fleets, *own.flags),
        home=(*side.home, *own.homelands),
    )


def _control(file: str, facts: ScenarioFile, board: Board) -> dict[Place, Side]:
    found: dict[Place, Side] = {}
    for side, setup in facts.sides.items():
        under = ("sides", side)
        for area in setup.areas:
            if area not in board.atlas.areas:
                what = f"{side}: {area!r} isn't an area of the atlas"
                raise Unfit(Misfit(file, what, area, board.atlas.areas, under))
        coloured = (area for area, one in board.atlas.areas.items() if one.allegiance in setup.allegiances)
        own = set(board.in_areas((*setup.areas, *coloured))) | set(setup.hexes.split())
        for place in own - set(setup.without.split()):
            if (absence := board.absence(place)) is not None:
                raise Unfit(Misfit(file, f"{side}: {absence.text.rstrip('.')}", place, (), (*under, "hexes")))
            # A place that another side lists by number belongs to that side, whatever its country.
            if place not in found or place in setup.hexes.split():
                found[place] = side
    return dict(sorted(found.items(), key=lambda item: board.number[item[0]]))


def _problems(file: str, scenario: Scenario, board: Board) -> Iterator[Misfit]:
    facts = scenario.facts
    for side, setup in facts.sides.items():
        who, under = scenario.who[side], ("sides", side)
        yield from _army_problems(file, scenario, board, side, {**setup.armies, **setup.default})
        if setup.forces is not None and total(army.points for army in setup.default.values()) != setup.forces:
            what = f"{side}: the proposal does not deploy exactly its forces"
            yield Misfit(file, what, "default", (), under)
        for name, fleet in (*setup.default_fleets.items(), *setup.submarines.items()):
            # If neutrals are countries, their submarines may wait for the side they will join.
            waits = name in setup.submarines and bool(facts.countries) and fleet.at not in scenario.control
            if name not in who.fleets or (scenario.control.get(fleet.at) != side and not waits):
                yield Misfit(file, f"{side}: {name} cannot be in {fleet.at}", name, (), under)
        points = sum(fleet.points for fleet in setup.default_fleets.values())
        points += sum(squadron.points for squadron in setup.squadrons.values())
        if setup.fleets and points != setup.fleets.points:
            what = f"{side}: the proposal does not base exactly its fleet points"
            yield Misfit(file, what, "default_fleets", (), under)
        for name, squadron in setup.squadrons.items():
            if name not in who.fleets or squadron.at not in board:
                yield Misfit(file, f"{side}: {name} cannot be in {squadron.at}", name, (), under)
        for at in setup.forts:
            if scenario.control.get(at) != side:
                yield Misfit(file, f"{side}: fort in {at}, which is not friendly", at, (), (*under, "forts"))
        seas = {*board.theatre.seas, *board.theatre.lakes}
        for sea in setup.seas:
            if sea not in seas:
                yield Misfit(file, f"{side}: no sea {sea!r}", sea, seas, (*under, "seas"))
    for option in facts.options.values():
        for side, armies in option.armies.items():
            yield from _army_problems(file, scenario, board, side, armies)
    for place, points in facts.devastated.items():
        if place not in board or points > board.production_of(place):
            what = f"devastated: {place} has no {points} production points"
            yield Misfit(file, what, place, (), ("devastated",))
    for sea in board.theatre.seas:
        if sea not in facts.sea_rules:
            yield Misfit(file, f"sea_rules: nothing for the {sea}", "sea_rules")
    yield from _political_problems(file, scenario, board)
    for place, dated in facts.box_production.items():
        for date in dated:
            if date not in facts.turns:
                yield Misfit(file, f"{place}: no turn {date!r}", date, facts.turns, ("box_production", place))


def _political_problems(file: str, scenario: Scenario, board: Board) -> Iterator[Misfit]:
    facts, atlas = scenario.facts, board.atlas
    for name, country in facts.countries.items():
        under = ("countries", name)
        for area in country.areas:
            if area not in atlas.areas:
                yield Misfit(file, f"{name}: {area!r} isn't an area of the atlas", area, atlas.areas, under)
        if country.colour and country.colour not in atlas.allegiances:
            what = f"{name}: {country.colour!r} isn't an allegiance of the atlas"
            yield Misfit(file, what, country.colour, atlas.allegiances, under)
        for place in country.hexes.split():
            if place not in board:
                yield Misfit(file, f"{name}: {place} is not in play", place, (), under)
        if country.until and country.until not in facts.countries:
            what = f"{name}: there is no country {country.until!r}"
            yield Misfit(file, what, country.until, facts.countries, under)
        if country.of and country.of not in facts.countries:
            yield Misfit(file, f"{name}: there is no country {country.of!r}", country.of, facts.countries, under)
    for name, nation in facts.nations.items():
        if nation.side not in facts.sides:
            what = f"{name}: unknown side {nation.side!r}"
            yield Misfit(file, what, nation.side, facts.sides, ("nations", name))
    for date in facts.last.values():
        if date not in facts.turns:
            yield Misfit(file, f"last: no turn {date!r}", date, facts.turns, ("last",))


def _army_problems(
    file: str, scenario: Scenario, board: Board, side: Side, armies: Mapping[str, Placed]
) -> Iterator[Misfit]:
    known = scenario.who[side].armies
    for name, army in armies.items():
        if name not in known:
            yield Misfit(file, f"{side}: no counter is called {name!r}", name, known, ("sides", side))
        # If neutrals are countries, their armies may wait for the side they will join.
        waits = army.at not in scenario.control and army.at in board and scenario.facts.countries
        if scenario.control.get(army.at) != side and not waits:
            what = f"{side}: {name} stands in {army.at}, which is not friendly"
            yield Misfit(file, what, name, (), ("sides", side))
