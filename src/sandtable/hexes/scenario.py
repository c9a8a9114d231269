"""Scenarios: when a game begins, who holds what, with which forces, and how it is won. All of it is data."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from sandtable.core.datafile import DataFileError, as_kind, read_yaml
from sandtable.hexes.atlas import Port
from sandtable.hexes.board import Board, Place
from sandtable.hexes.strength import Kind, Points, total

Side = str


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file: what is misspelled is refused."""


class SideFacts(_Strict, frozen=True):
    """Who plays, in whatever scenario."""

    name: str
    adjective: str
    emblem: str
    colour: str
    home: tuple[str, ...]
    """Countries whose production points give full supply."""
    armies: tuple[str, ...]
    """The names of its armies: no side has more than it has names."""
    fleets: tuple[str, ...]


class Placed(_Strict, frozen=True):
    """An army at the start."""

    at: Place
    points: Points


class PlacedFleet(_Strict, frozen=True):
    """A fleet at the start."""

    at: Place
    points: int


class SeaRight(_Strict, frozen=True):
    """What a side may do on a sea."""

    ship: int | Literal["any", "fleets"] = 0
    """Points that it may ship in a turn; ``fleets``: as many as it has fleet points based there."""
    supply: bool = False
    """It may trace supply, even if it may ship nothing."""
    rule: str = ""
    """The rule that limits it; none: the sea's own."""


class Overseas(_Strict, frozen=True):
    """An allowance for points to and from some places together."""

    sea: str
    places: tuple[Place, ...]
    limit: int
    rule: str


class Withheld(_Strict, frozen=True):
    """Production that is spent elsewhere every turn."""

    points: int
    rule: str


class Dominions(_Strict, frozen=True):
    """Countries that produce on their own while they have no supply route to the motherland."""

    areas: tuple[str, ...]
    of: str


class FleetForces(_Strict, frozen=True):
    """Fleet points, and where they can be based."""

    points: int
    bases: tuple[Port, ...]
    rule: str
    capacity: Mapping[Port, int] = {}
    """How many points a port of a kind harbours, where that is limited."""
    supplied: bool = False
    """Only in supplied ports."""


class SideSetup(_Strict, frozen=True):
    """A side at the start of a scenario."""

    areas: tuple[str, ...]
    production: int
    """What it starts with; the map must come to the same."""
    builds: tuple[str, ...]
    """Countries where its new points appear."""
    placement: str = ""
    """The rule that names them, where the scenario has one of its own."""
    hexes: str = ""
    """Places that it holds besides its areas."""
    without: str = ""
    """Places of its areas that it does not hold."""
    allegiances: tuple[str, ...] = ()
    """All areas of these colours are its, too."""
    withheld: Withheld | None = None
    dominions: Dominions | None = None
    seas: Mapping[str, SeaRight] = {}
    overseas: Overseas | None = None
    armies: Mapping[str, Placed] = {}
    forts: Mapping[Place, int] = {}
    forces: Points | None = None
    """Points that it deploys as it likes; nothing: its armies stand where the scenario says."""
    fleets: FleetForces | None = None
    default: Mapping[str, Placed] = {}
    """A proposal for its deployment."""
    default_fleets: Mapping[str, PlacedFleet] = {}


class Choice(_Strict, frozen=True):
    """Production that a side chooses to lose before the first turn."""

    side: Side
    areas: tuple[str, ...]
    points: int
    default: Mapping[Place, int]
    rule: str


class BeyondRepair(_Strict, frozen=True):
    """Devastated production that some sides cannot repair."""

    sides: tuple[Side, ...]
    rule: str
    areas: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


class Frozen(_Strict, frozen=True):
    """Armies that neither move nor attack before a date."""

    until: str
    rule: str


class Winter(_Strict, frozen=True):
    """What hard winters add to a side's dice in some countries: the first such winter, the second, and so on."""

    side: Side
    areas: tuple[str, ...]
    scale: tuple[int, ...]
    past: int
    """How many of them lie before the first turn."""


class LendLease(_Strict, frozen=True):
    """Production points that one side can give another, and through which places."""

    giver: Side
    receiver: Side
    limit: int
    depots: Mapping[Place, int]


class EndsWith(_Strict, frozen=True):
    """What ends a game before its last turn."""

    place: Place
    lost_by: Side
    rule: str


class Share(_Strict, frozen=True):
    """So many thirds at least of another side's production."""

    of: Side
    thirds: int


class Verdict(_Strict, frozen=True):
    """A way to win; the first that holds decides."""

    side: Side
    """Who wins; ``partners``: the sides that one player has together."""
    when: Literal["at-once", "end"]
    rule: str
    holds: tuple[Place, ...] = ()
    """Places that the side must hold, all of them."""
    share: Share | None = None
    players: int = 0
    """Only with so many players."""


class ScenarioFile(_Strict, frozen=True):
    """The file."""

    title: str
    summary: str
    theatre: str
    turns: tuple[str, ...]
    kinds: tuple[Kind, ...]
    sides: Mapping[Side, SideSetup]
    victory: tuple[Verdict, ...]
    winter: Winter
    sea_rules: Mapping[str, str]
    """By which rule those may not ship who have no right on a sea."""
    neutrals: str
    """The rule by which what nobody holds is left alone."""
    forts: bool = False
    partners: tuple[Side, ...] = ()
    """Sides that never fight each other."""
    devastated: Mapping[Place, int] = {}
    choice: Choice | None = None
    beyond_repair: BeyondRepair | None = None
    box_production: Mapping[Place, Mapping[str, int]] = {}
    """What a box produces from a turn on."""
    frozen: Mapping[Place, Frozen] = {}
    lend_lease: LendLease | None = None
    ends_with: EndsWith | None = None


class Scenario(msgspec.Struct, frozen=True):
    """A scenario on its board."""

    id: str
    facts: ScenarioFile
    who: Mapping[Side, SideFacts]
    """The sides, in the order in which they move."""
    control: Mapping[Place, Side]
    """Who holds which place at the start; what nobody holds is neutral."""

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(self.who)

    def cited(self) -> Iterator[str]:
        """The rules that the file names."""
        facts = self.facts
        yield facts.neutrals
        yield from (verdict.rule for verdict in facts.victory)
        yield from (one.rule for one in facts.frozen.values())
        yield from (one.rule for one in (facts.choice, facts.beyond_repair, facts.ends_with) if one is not None)
        for own in facts.sides.values():
            yield from (one.rule for one in (own.withheld, own.fleets, own.overseas) if one is not None)
            yield from (right.rule for right in own.seas.values() if right.rule)
            yield from (own.placement,) if own.placement else ()
        yield from facts.sea_rules.values()

    def season(self, turn: int) -> str:
        """The season of a turn, counted from 1."""
        return self.facts.turns[turn - 1].partition(" ")[0]

    def turn_of(self, date: str) -> int:
        """Which turn of the scenario a date is."""
        return self.facts.turns.index(date) + 1

    def production_of(self, board: Board, place: Place, turn: int) -> int:
        """The production points of a place in a turn, devastated or not."""
        dated = self.facts.box_production.get(place)
        if dated is None:
            return board.production_of(place)
        begun = [points for date, points in dated.items() if self.turn_of(date) <= turn]
        return begun[-1] if begun else 0


def read_sides(folder: Path) -> Mapping[Side, SideFacts]:
    """The sides of a game's folder."""
    return read_yaml(folder / "sides.yaml", dict[Side, SideFacts])


def scenario_ids(folder: Path) -> tuple[str, ...]:
    """The scenarios of a game's folder."""
    return tuple(sorted(path.stem for path in (folder / "scenarios").glob("*.yaml")))


def read_facts(folder: Path, name: str) -> ScenarioFile:
    """The file of a scenario; one that is ``like`` another says only what is different."""
    written = read_yaml(folder / "scenarios" / f"{name}.yaml", dict[str, Any])
    model = written.pop("like", "")
    if not model:
        return as_kind(written, ScenarioFile, f"{name}.yaml")
    if model not in scenario_ids(folder):
        raise DataFileError(f"{name}.yaml: there is no scenario {model!r} to be like")
    other = read_yaml(folder / "scenarios" / f"{model}.yaml", dict[str, Any])
    sides = {side: {**own, **(written.get("sides") or {}).get(side, {})} for side, own in other["sides"].items()}
    return as_kind({**other, **written, "sides": sides}, ScenarioFile, f"{name}.yaml")


def on_board(name: str, facts: ScenarioFile, sides: Mapping[Side, SideFacts], board: Board) -> Scenario:
    """A scenario on its board; what does not fit is an error that says where."""
    if unknown := [side for side in facts.sides if side not in sides]:
        raise DataFileError(f"{name}.yaml: unknown side {unknown[0]!r}")
    who = {side: sides[side] for side in facts.sides}
    scenario = Scenario(name, facts, who, _control(name, facts, board))
    wrong = next(_problems(scenario, board), None)
    if wrong is not None:
        raise DataFileError(f"{name}.yaml: {wrong}")
    return scenario


def _control(name: str, facts: ScenarioFile, board: Board) -> dict[Place, Side]:
    found: dict[Place, Side] = {}
    for side, setup in facts.sides.items():
        wrong = [area for area in setup.areas if area not in board.atlas.areas]
        if wrong:
            raise DataFileError(f"{name}.yaml: {side}: {wrong[0]!r} is no area of the atlas")
        coloured = (area for area, one in board.atlas.areas.items() if one.allegiance in setup.allegiances)
        own = set(board.in_areas((*setup.areas, *coloured))) | set(setup.hexes.split())
        for place in own - set(setup.without.split()):
            if (absence := board.absence(place)) is not None:
                raise DataFileError(f"{name}.yaml: {side}: {absence.text}")
            # A place that another side lists by its number is that side's, whatever its country is.
            if place not in found or place in setup.hexes.split():
                found[place] = side
    return dict(sorted(found.items(), key=lambda item: board.number[item[0]]))


def _problems(scenario: Scenario, board: Board) -> Iterator[str]:
    facts = scenario.facts
    for side, setup in facts.sides.items():
        who = scenario.who[side]
        yield from _army_problems(scenario, side, {**setup.armies, **setup.default})
        if setup.forces is not None and total(army.points for army in setup.default.values()) != setup.forces:
            yield f"{side}: the proposal does not deploy exactly its forces"
        for name, fleet in setup.default_fleets.items():
            if name not in who.fleets or scenario.control.get(fleet.at) != side:
                yield f"{side}: {name} cannot be in {fleet.at}"
        if setup.fleets and sum(fleet.points for fleet in setup.default_fleets.values()) != setup.fleets.points:
            yield f"{side}: the proposal does not base exactly its fleet points"
        yield from (f"{side}: fort in {at}" for at in setup.forts if scenario.control.get(at) != side)
        yield from (
            f"{side}: no sea {sea!r}"
            for sea in setup.seas
            if sea not in {*board.theatre.seas, *board.theatre.lakes}
        )
    for place, points in facts.devastated.items():
        if place not in board or points > board.production_of(place):
            yield f"devastated: {place} has no {points} production points"
    yield from (f"sea_rules: nothing for the {sea}" for sea in board.theatre.seas if sea not in facts.sea_rules)
    for place, dated in facts.box_production.items():
        yield from (f"{place}: no turn {date!r}" for date in dated if date not in facts.turns)


def _army_problems(scenario: Scenario, side: Side, armies: Mapping[str, Placed]) -> Iterator[str]:
    for name, army in armies.items():
        if name not in scenario.who[side].armies:
            yield f"{side}: no counter is called {name!r}"
        if scenario.control.get(army.at) != side:
            yield f"{side}: {name} stands in {army.at}, which is not friendly"
