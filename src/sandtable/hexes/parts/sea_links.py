"""Sea links: production that counts only as far as it gets through across the sea."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from sandtable.hexes.part import Convoy, GameMemory, Line, Part, PartEvent, Slice
from sandtable.hexes.shipping import sea_friends
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import friendly, undevastated
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route that production depends on."""

    side: Side
    frm: tuple[Place, ...]
    """The port where it begins: the first of these that is friendly."""
    to: tuple[Place, ...]
    """The port where it ends: any of these. Without shipping routes, the first."""
    areas: tuple[str, ...]
    """The areas whose production it carries."""
    rule: str
    most: int = 0
    """The most of it that can be lost in a turn. 0: all of it."""
    need: int = 0
    """The capacity it needs, if routes have one: each missing point costs one, and without any all is lost.
    0: as much as the areas produce."""
    capacity: int | None = None
    """The most of it that counts, if that is limited."""
    joined: str = ""
    """The country that must have joined the side first."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The links, by name."""

    links: Mapping[str, Link]


class Losses(Slice, frozen=True, tag="sea-links"):
    """The part's memory."""

    sunk: Mapping[Name, int] = {}
    """Production points sunk since their owner's last Production Phase."""
    paths: Mapping[Name, tuple[Place, ...]] = {}
    """The routes traced when their owner's turn began."""


LOSSES = GameMemory("sea-links", Losses())


class LinksTraced(PartEvent, frozen=True):
    """A side has traced its links: they don't change until its next turn."""

    paths: Mapping[Name, tuple[Place, ...]]

    def evolve(self, state: HexState) -> HexState:
        known = LOSSES.of(state)
        return LOSSES.put(state, replace(known, paths={**known.paths, **self.paths}))


class ProductionSunk(PartEvent, frozen=True):
    """Production points were sunk on a link."""

    link: Name
    count: int
    why: str

    def evolve(self, state: HexState) -> HexState:
        known = LOSSES.of(state)
        sunk = {**known.sunk, self.link: known.sunk.get(self.link, 0) + self.count}
        return LOSSES.put(state, replace(known, sunk=sunk))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.count} production points are lost on the {self.link} ({self.why})"


class LossesCounted(PartEvent, frozen=True):
    """Losses were deducted; each is deducted only once."""

    links: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        known = LOSSES.of(state)
        sunk = {link: count for link, count in known.sunk.items() if link not in self.links}
        return LOSSES.put(state, replace(known, sunk=sunk))


class SeaLinks(Part[Settings]):
    """Production that comes by sea."""

    name = "sea-links"
    Settings = Settings
    memory = LOSSES
    events = (LinksTraced, ProductionSunk, LossesCounted)

    def rules(self) -> Iterable[str]:
        return (link.rule for link in self.settings.links.values())

    def problems(self, world: World) -> Iterable[str]:
        for name, link in self.settings.links.items():
            missing = [place for place in (*link.frm, *link.to) if place not in world.waters.harbours]
            yield from (f"{name}: {place} has no coast" for place in missing)

    def _owned(self, state: HexState, side: Side) -> Iterator[tuple[Name, Link]]:
        """The links a side has now."""
        for name, link in self.settings.links.items():
            entry = state.joined.get(link.joined)
            if link.side == side and (not link.joined or (entry is not None and entry.side == side)):
                yield name, link

    def convoys(self, world: World, state: HexState, side: Side) -> Iterator[Convoy]:
        for name, link in self._owned(state, side):
            line = self._line(world, state, link)
            path = LOSSES.of(state).paths.get(name) or line.route
            if line.frm and path:
                most = link.most or self._made(world, state, link)
                left = max(0, most - LOSSES.of(state).sunk.get(name, 0))
                yield Convoy(name, side, line.frm, path, left)

    def _made(self, world: World, state: HexState, link: Link) -> int:
        """What its areas produce."""
        own = (place for place in world.places_in(link.areas) if friendly(state, link.side, place))
        return sum(undevastated(world, state, place) for place in own)

    def _start(self, state: HexState, link: Link) -> Place:
        return next((place for place in link.frm if friendly(state, link.side, place)), "")

    def _line(self, world: World, state: HexState, link: Link) -> Line:
        """What the link carries and its route: one of shipping, otherwise the shortest over sea."""
        for part in world.parts.plies:
            line = part.plies(world, state, link.side, link.frm, link.to)
            if line is not None:
                return line
        start = self._start(state, link)
        if not start:
            return Line(0)
        found = world.chart(start, sea_friends(world, state, link.side)).route(link.to[0])
        need = link.need or self._made(world, state, link)
        return Line(need, start, found.hexes) if found is not None else Line(0, start)

    def _lost(self, world: World, state: HexState, name: Name, link: Link, made: int) -> int:
        """The part of what its areas have produced that doesn't get through."""
        carried, most = self._line(world, state, link).capacity, link.most or made
        missing = max(0, (link.need or made) - carried) if carried else most
        return min(most, LOSSES.of(state).sunk.get(name, 0) + missing)

    def sunk(self, run: Unfolding, convoy: Convoy, count: int) -> None:
        link = self.settings.links.get(convoy.name)
        if link is not None:
            run.emit(ProductionSunk(link=convoy.name, count=count, why=run.world.full_id(link.rule)))

    def lacking(self, world: World, state: HexState, side: Side) -> Iterator[Link]:
        """A side's links that routes don't give the capacity they need."""
        for _, link in self._owned(state, side):
            if self._line(world, state, link).capacity < (link.need or self._made(world, state, link)):
                yield link

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        left = dict(counted)
        for name, link in self._owned(state, side):
            carried = sorted(world.places_in(link.areas) & left.keys())
            lost = self._lost(world, state, name, link, sum(left[place] for place in carried))
            if link.capacity is not None:
                lost += max(0, sum(left[place] for place in carried) - link.capacity)
            for place in carried:
                taken = min(lost, left[place])
                left[place] -= taken
                lost -= taken
        return left

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        over = tuple(
            name
            for name, link in self.settings.links.items()
            if link.side == run.state.side != side and name in LOSSES.of(run.state).sunk
        )
        if over:
            run.emit(LossesCounted(links=over))
        traced = LOSSES.of(run.state).paths
        due = [
            (name, link)
            for owner in run.world.order
            for name, link in self._owned(run.state, owner)
            if owner == side or name not in traced
        ]
        paths = {name: self._line(run.world, run.state, link).route for name, link in due}
        fresh = {name: path for name, path in paths.items() if path != traced.get(name, ())}
        if fresh:
            run.emit(LinksTraced(paths=fresh))


PART = SeaLinks
