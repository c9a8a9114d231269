"""Imports: a side receives the production of a neutral place, through ports that depend on the season."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from sandtable.hexes.part import GameMemory, Part, PartEvent, Slice
from sandtable.hexes.shipping import is_port
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import undevastated
from sandtable.hexes.supplying import full_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is imported, from where, and how."""

    side: Side
    place: Place
    points: int
    ports: Mapping[str, Mapping[Place, int]]
    """By season: the most that can pass through each port."""
    since: str
    """The first turn of the imports."""
    rule: str
    attack_rule: str


class Attacked(Slice, frozen=True, tag="imports"):
    """The part's memory."""

    countries: tuple[str, ...] = ()
    """Countries on the route that the side itself has attacked."""


ATTACKED = GameMemory("imports", Attacked())


class ImportsBroken(PartEvent, frozen=True):
    """The side itself has attacked a country on the route."""

    country: str
    why: str

    def evolve(self, state: HexState) -> HexState:
        countries = (*ATTACKED.of(state).countries, self.country)
        return ATTACKED.put(state, replace(ATTACKED.of(state), countries=tuple(sorted(countries))))

    def tell(self, world: World, state: HexState) -> str:
        return f"imports through {self.country} are lost until it has a supply route ({self.why})"


class Imports(Part[Settings]):
    """Production imported from a neutral."""

    name = "imports"
    Settings = Settings
    memory = ATTACKED
    events = (ImportsBroken,)

    def rules(self) -> Iterable[str]:
        return (self.settings.rule, self.settings.attack_rule)

    def problems(self, world: World) -> Iterable[str]:
        return () if self.settings.since in world.facts.turns else (f"no turn {self.settings.since!r}",)

    def attacked(self, run: Unfolding, side: Side, frm: Place, place: Place) -> None:
        terms = self.settings
        if side != terms.side:
            return
        ports = {port for season in terms.ports.values() for port in season}
        on_the_way = {run.world.country_of[one] for one in (terms.place, *ports)}
        country = run.world.country_of[place]
        if country in on_the_way and country not in ATTACKED.of(run.state).countries:
            run.emit(ImportsBroken(country=country, why=run.world.full_id(terms.attack_rule)))

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        terms = self.settings
        if side != terms.side or state.turn < world.scenario.turn_of(terms.since):
            return counted
        fed = full_supply(world, state, side)
        most = sum(
            self._shipped(world, state, port, points)
            for port, points in terms.ports.get(world.season(state.turn), {}).items()
            if self._open(world, state, port, fed)
        )
        here = counted.get(terms.place)
        if here is None:
            welcome = (
                terms.place not in state.control
                and world.country_of[terms.place] not in ATTACKED.of(state).countries
            )
            here = min(terms.points, undevastated(world, state, terms.place)) if welcome else 0
        coming = min(here, most)
        return (
            {**counted, terms.place: coming} if coming else {p: n for p, n in counted.items() if p != terms.place}
        )

    def _shipped(self, world: World, state: HexState, port: Place, points: int) -> int:
        """What passes through an open port: a neutral one has ships of its own, the side's own needs a route."""
        if state.control.get(port) is None:
            return points
        home = tuple(sorted(place for place in world.home(self.settings.side) if is_port(world, place)))
        found = (part.plies(world, state, self.settings.side, home, (port,)) for part in world.parts.plies)
        line = next((one for one in found if one is not None), None)
        return points if line is None else min(points, line.capacity)

    def _open(self, world: World, state: HexState, port: Place, fed: frozenset[Place]) -> bool:
        """Whether a port is open: neutral, or the side's own. Once its country was attacked, it must be
        supplied."""
        holder = state.control.get(port)
        if world.country_of[port] in ATTACKED.of(state).countries:
            return port in fed
        return holder is None or holder == self.settings.side


PART = Imports
