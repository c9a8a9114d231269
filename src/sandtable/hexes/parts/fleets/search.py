"""Search: what is at sea goes hex by hex, and its enemies must spot it before they can intercept it."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.part import Convoy, PartAction, PartEvent
from sandtable.hexes.parts.fleets.cargo import hostile_convoys, raid_strength, route_name
from sandtable.hexes.parts.fleets.lookouts import (
    Spotter,
    Target,
    at_war,
    best,
    chance,
    check_aircraft,
    named,
    target_of,
)
from sandtable.hexes.parts.fleets.meeting import chasers, sighted
from sandtable.hexes.parts.fleets.memory import NAVY, Orders, Voyage, changed, on_top
from sandtable.hexes.parts.fleets.settings import Lookout, Settings
from sandtable.hexes.parts.fleets.settings import Search as Terms
from sandtable.hexes.parts.fleets.strikes import STRUCK, reachable
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

WORDS: dict[Lookout, str] = {
    "army": "Aircraft from",
    "coast": "Coastal aircraft from",
    "carrier": "Carrier aircraft of",
    "fleet": "",
    "submarine": "",
}


class Search(PartAction, frozen=True):
    """Search for what is at sea: in one hex of its way, or in each until it is spotted."""

    phrase: ClassVar[str] = "search"
    example: ClassVar[str] = "search"

    at: str = ""
    """Empty: in every hex of its way, until it is spotted."""
    spotter: str = ""
    """The hex or the fleet that searches. Empty: whichever is best."""
    aircraft: int | None = None
    """How many aircraft are assigned to it. None: as many as possible."""


class SearchRoute(PartAction, frozen=True):
    """Search for an enemy route: in one of its hexes, or in each until it is spotted."""

    phrase: ClassVar[str] = "search for {route}"
    example: ClassVar[str] = "search for Atlantic route"

    route: str
    at: str = ""
    """Empty: in every hex, from its beginning or where the last search was, until it is spotted."""
    spotter: str = ""
    """The hex or the fleet that searches. Empty: whichever is best."""
    aircraft: int | None = None
    """How many aircraft are assigned to it. None: as many as possible."""


class SearchOrdered(PartEvent, frozen=True):
    """A side will search for what is at sea."""

    side: Side
    orders: Orders

    def evolve(self, state: HexState) -> HexState:
        voyage = NAVY.of(state).voyages[-1]
        return on_top(state, orders={**voyage.orders, self.side: self.orders})


class SearchWaived(PartEvent, frozen=True):
    """A side searches no more for what is at sea."""

    side: Side

    def evolve(self, state: HexState) -> HexState:
        voyage = NAVY.of(state).voyages[-1]
        return on_top(state, watch=tuple(side for side in voyage.watch if side != self.side))


class Searched(PartEvent, frozen=True):
    """Somebody has searched a hex."""

    side: Side
    kind: Lookout
    base: str
    """The hex or the fleet that searched."""
    at: Place
    distance: int
    needed: int
    die: int
    modifier: int
    success: bool
    route: str = ""
    """The route that was searched for. Empty: what is at sea."""

    def rolled(self) -> tuple[int, ...]:
        return (self.die,)

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        if self.kind == "carrier":
            state = changed(state, scouts=tuple(sorted({*known.scouts, self.base})))
        if self.route:
            sought = {**known.sought, self.route: (*known.sought.get(self.route, ()), self.at)}
            seen = known.sightings.get(self.route, ())
            found = {**known.sightings, self.route: (*seen, self.at)} if self.success else known.sightings
            return changed(state, sought=sought, sightings=found)
        voyage = known.voyages[-1]
        orders = {side: one for side, one in voyage.orders.items() if side != self.side or not one.at}
        if not self.success:
            return on_top(state, searched=True, orders=orders)
        return on_top(
            state,
            searched=True,
            seen=True,
            spotted=(*voyage.spotted, self.at),
            seen_by={**voyage.seen_by, self.side: (*voyage.seen_by.get(self.side, ()), self.at)},
            orders={},
            unasked=voyage.foes,
        )

    def tell(self, world: World, state: HexState) -> str:
        base = world.title(self.base) if self.base in world.board else fleet_name(self.base)
        who = f"{WORDS[self.kind]} {base}".strip()
        verb = "spot" if WORDS[self.kind] else "spots"
        quarry = route_name(self.route) if self.route else "it"
        verb = verb if self.success else "don't find" if WORDS[self.kind] else "doesn't find"
        added = f" {'+' if self.modifier > 0 else '-'} {abs(self.modifier)}" if self.modifier else ""
        roll = f"rolled {self.die}{added}, needed {self.needed} or less"
        return f"{who} {verb} {quarry} in {world.title(self.at)} ({roll})"


class WentOn(PartEvent, frozen=True):
    """What is at sea enters the next hex of its way; after the last one nobody can find it any more."""

    def evolve(self, state: HexState) -> HexState:
        voyage = NAVY.of(state).voyages[-1]
        over = voyage.leg + 1 >= len(voyage.way)
        left = {side: one for side, one in voyage.orders.items() if one.at != voyage.way[voyage.leg]}
        return on_top(
            state,
            leg=voyage.leg + 1,
            searched=False,
            seen=False,
            unasked=(),
            watch=() if over else voyage.watch,
            orders={} if over else left,
        )


class InvasionPassed(PartEvent, frozen=True):
    """Nobody searches for an invasion any more."""

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        voyage = known.voyages[-1]
        assert voyage.force is not None, "no invasion is at sea"
        sightings = {**known.sightings, force_key(voyage): voyage.spotted}
        return changed(state, voyages=known.voyages[:-1], sightings=sightings)


def force_key(voyage: Voyage) -> str:
    """A force of an invasion among what was spotted."""
    assert voyage.force is not None, "no invasion is at sea"
    return f"{voyage.title} to {voyage.force.target}"


# what a search could lead to


def watchers(world: World, state: HexState, side: Side) -> tuple[Side, ...]:
    """The sides at war with a side, in turn order from the one that follows it."""
    start = world.order.index(side) + 1
    turn = (*world.order[start:], *world.order[:start])
    return tuple(other for other in turn if other != side and at_war(world, state, other, side))


def worth(world: World, state: HexState, terms: Settings, voyage: Voyage) -> frozenset[Place]:
    """The hexes of a voyage where enemies could do something about it if they spotted it."""
    found: set[Place] = set()
    for side in voyage.foes:
        for _, where in chasers(world, state, terms, side, voyage):
            found |= set(where)
    if voyage.mission in STRUCK:
        for side in voyage.foes:
            found |= {at for at in voyage.way if reachable(world, state, terms, side, voyage, at)}
    return frozenset(found)


def _ahead(
    world: World, state: HexState, terms: Settings, search: Terms, side: Side, voyage: Voyage
) -> Iterator[Place]:
    """The hexes ahead where it is worth while for a side to search."""
    target = target_of(world, state, voyage)
    useful = worth(world, state, terms, voyage)
    for at in dict.fromkeys(voyage.way[voyage.leg :]):
        if at in useful and best(world, state, search, side, target, at) is not None:
            yield at


def asked(state: HexState) -> Side | None:
    """The side that must decide whether to search. None: nobody."""
    voyages = NAVY.of(state).voyages
    if not voyages or voyages[-1].seen or voyages[-1].striking:
        return None
    voyage = voyages[-1]
    return next((side for side in voyage.watch if side not in voyage.orders), None)


def step(run: Unfolding, terms: Settings, voyage: Voyage) -> bool:
    """Take a search one step further. Returns whether it could; otherwise somebody has to decide."""
    search = terms.search
    assert search is not None, "nobody searches"
    world, state = run.world, run.state
    at = voyage.way[voyage.leg]
    for side in () if voyage.searched else voyage.watch:
        orders = voyage.orders.get(side)
        if orders is None:
            if next(_ahead(world, state, terms, search, side, voyage), None) is not None:
                return False
            run.emit(SearchWaived(side=side))
            return True
        if orders.at == at or (not orders.at and at in worth(world, state, terms, voyage)):
            target = target_of(world, state, voyage)
            spotter = named(world, state, search, side, orders, at) or best(world, state, search, side, target, at)
            if isinstance(spotter, Spotter):
                _roll(run, search, side, spotter, target, at, orders)
                return True
    run.emit(WentOn())
    return True


def _roll(
    run: Unfolding,
    search: Terms,
    side: Side,
    spotter: Spotter,
    target: Target,
    at: Place,
    orders: Orders,
    route: str = "",
) -> bool:
    needed = search.spot[spotter.kind][spotter.distance]
    modifier = needed - chance(run.world, run.state, search, side, spotter, target, at, orders.aircraft)
    die = run.roll()
    success = die + modifier <= needed
    run.emit(
        Searched(
            side=side,
            kind=spotter.kind,
            base=spotter.base,
            at=at,
            distance=spotter.distance,
            needed=needed,
            die=die,
            modifier=modifier,
            success=success,
            route=route,
        )
    )
    return success


def glimpse(run: Unfolding, terms: Settings, side: Side, target: Target, at: Place, what: str) -> bool:
    """Whether a side spots aircraft over one of its hexes: whoever is best there searches, if anybody can."""
    assert terms.search is not None, "nobody searches"
    spotter = best(run.world, run.state, terms.search, side, target, at)
    return spotter is not None and _roll(run, terms.search, side, spotter, target, at, Orders(), what)


# the question


def asks(voyage: Voyage, side: Side) -> Decision:
    """The question whether to search."""
    return Decision(side, "search", voyage.route[-1], f"Search for {voyage.title}, or let it pass.")


def check(world: World, state: HexState, terms: Settings, side: Side, action: Search) -> Refusal | None:
    """Validate a search."""
    voyage, search = NAVY.of(state).voyages[-1], terms.search
    if search is None or voyage.seen or side != asked(state):
        return world.refuse_by("search.procedure", f"{voyage.title} is spotted: intercept it or let it go on.")
    if not action.at:
        return _check_everywhere(world, action.spotter, action.aircraft)
    ahead = voyage.way[voyage.leg :]
    if action.at not in ahead:
        if action.at in voyage.way:
            return world.refuse_by("search.once-per-hex", f"{voyage.title} has left {world.title(action.at)}.")
        why = f"{voyage.title} doesn't pass through {world.title(action.at)}."
        return world.refuse_by("fleet.route-fixed", why)
    if voyage.searched and action.at == ahead[0]:
        return world.refuse_by("search.once-per-hex", f"{world.title(action.at)} has already been searched.")
    orders = Orders(action.at, action.spotter, action.aircraft)
    return _check_spotter(world, state, search, side, target_of(world, state, voyage), orders)


def _check_everywhere(world: World, spotter: str, aircraft: int | None) -> Refusal | None:
    if spotter or aircraft is not None:
        return world.refuse_by("search.procedure", "Name the hex where they search.")
    return None


def _check_spotter(
    world: World, state: HexState, search: Terms, side: Side, target: Target, orders: Orders
) -> Refusal | None:
    spotter = named(world, state, search, side, orders, orders.at)
    if isinstance(spotter, Refusal):
        return spotter
    spotter = spotter or best(world, state, search, side, target, orders.at)
    if spotter is None:
        return world.refuse_by("search.roll", f"Nobody can spot anything in {world.title(orders.at)}.")
    return check_aircraft(world, spotter, orders.aircraft)


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """A search wherever it is worth while, and one in the hex where it is most likely to succeed."""
    voyage, search = NAVY.of(state).voyages[-1], terms.search
    if search is None or side != asked(state):
        return
    yield Search()
    target = target_of(world, state, voyage)
    likely: list[tuple[int, Place]] = []
    for at in _ahead(world, state, terms, search, side, voyage):
        spotter = best(world, state, search, side, target, at)
        if spotter is not None and not (voyage.searched and at == voyage.way[voyage.leg]):
            likely.append((chance(world, state, search, side, spotter, target, at), at))
    if likely:
        yield Search(max(likely, key=lambda pair: pair[0])[1])


def order(run: Unfolding, side: Side, action: Search) -> None:
    """A side will search."""
    run.emit(SearchOrdered(side=side, orders=Orders(action.at, action.spotter, action.aircraft)))


# what others see of it


def veiled(state: HexState, seat: Side | None) -> HexState:
    """The state as a seat may see it: where another side will search shows only when it does."""
    known = NAVY.of(state)
    if not any(side != seat for voyage in known.voyages for side in voyage.orders):
        return state
    blank = [
        replace(one, orders={side: told if side == seat else Orders() for side, told in one.orders.items()})
        for one in known.voyages
    ]
    return changed(state, voyages=tuple(blank))


def shown(event: PartEvent, seat: Side | None) -> PartEvent:
    """An event as a seat may see it."""
    if isinstance(event, SearchOrdered) and event.side != seat:
        return replace(event, orders=Orders())
    return event


# routes


def cargo_target(state: HexState, convoy: Convoy) -> Target:
    """The cargo of a route, as a target."""
    return Target(convoy.side, convoy.cargo, route=True, spotted=NAVY.of(state).sightings.get(convoy.name, ()))


def _convoy(world: World, state: HexState, side: Side, route: str) -> Convoy | None:
    return next((one for one in hostile_convoys(world, state, side) if one.name == route and one.cargo), None)


def _left(state: HexState, convoy: Convoy) -> tuple[Place, ...]:
    """The hexes of a route that come after the last search for it."""
    way = (convoy.frm, *convoy.route)
    sought = NAVY.of(state).sought.get(convoy.name, ())
    return way[way.index(sought[-1]) + 1 :] if sought else way


def check_route(world: World, state: HexState, terms: Settings, side: Side, action: SearchRoute) -> Refusal | None:
    """Validate a search for a route."""
    search, convoy = terms.search, _convoy(world, state, side, action.route)
    if search is None:
        return world.refuse_by("search.procedure", "Nobody needs to search in this scenario.")
    if convoy is None:
        return world.refuse_by("fleet.attacks-on-routes", f"No enemy is using {action.route} now.")
    if not at_war(world, state, side, convoy.side):
        why = f"There is no war between {world.the(side)} and {world.the(convoy.side)}."
        return world.refuse_by("search.only-at-war", why)
    left = _left(state, convoy)
    if not left:
        return world.refuse_by("search.once-per-hex", f"{action.route} has been searched for to its end.")
    if not action.at:
        return _check_everywhere(world, action.spotter, action.aircraft)
    if action.at not in left:
        on_it = action.at in (convoy.frm, *convoy.route)
        rule = "search.once-per-hex" if on_it else "uboat.route-disclosure"
        why = f"{action.route} has left" if on_it else f"{action.route} doesn't pass through"
        return world.refuse_by(rule, f"{why} {world.title(action.at)}.")
    orders = Orders(action.at, action.spotter, action.aircraft)
    return _check_spotter(world, state, search, side, cargo_target(state, convoy), orders)


def search_route(run: Unfolding, terms: Settings, side: Side, action: SearchRoute) -> None:
    """Search for a route, in the hex that is named or in each until it is spotted."""
    search, convoy = terms.search, _convoy(run.world, run.state, side, action.route)
    assert search is not None and convoy is not None, "the search was not checked"
    orders = Orders(action.at, action.spotter, action.aircraft)
    for at in (action.at,) if action.at else _worth_searching(run.world, run.state, terms, side, convoy):
        target = cargo_target(run.state, convoy)
        spotter = named(run.world, run.state, search, side, orders, at) or best(
            run.world, run.state, search, side, target, at
        )
        if isinstance(spotter, Spotter) and _roll(run, search, side, spotter, target, at, orders, convoy.name):
            return


def _worth_searching(
    world: World, state: HexState, terms: Settings, side: Side, convoy: Convoy
) -> tuple[Place, ...]:
    """The hexes left of a route where a side's fleets could attack it."""
    found: set[Place] = set()
    for name, fleet in state.fleets.items():
        if fleet.side == side and raid_strength(world, terms, fleet) and name not in state.expended:
            found |= set(sighted(world, state, terms, name, convoy.route))
    return tuple(at for at in _left(state, convoy) if at in found)


def check_found(world: World, state: HexState, terms: Settings, route: str, at: Place) -> Refusal | None:
    """Whether a route has been spotted in a hex, and is still there."""
    if terms.search is None:
        return None
    known = NAVY.of(state)
    if at in known.sightings.get(route, ()) and known.sought[route][-1] == at:
        return None
    return world.refuse_by("search.before-interception", f"{route} isn't spotted in {world.title(at)}.")


def offers_routes(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[SearchRoute]:
    """A search for each route that a side's fleets could attack."""
    search = terms.search
    for convoy in hostile_convoys(world, state, side) if search is not None else ():
        if search is None or not convoy.cargo or not at_war(world, state, side, convoy.side):
            continue
        target = cargo_target(state, convoy)
        hexes = _worth_searching(world, state, terms, side, convoy)
        if any(best(world, state, search, side, target, at) is not None for at in hexes):
            yield SearchRoute(convoy.name)


def told(world: World, action: Search | SearchRoute) -> str:
    """A search as the text of a choice."""
    what = f" for {route_name(action.route)}" if isinstance(action, SearchRoute) else ""
    where = f" in {world.title(action.at)}" if action.at else ""
    who = f" with {action.spotter}" if action.spotter else ""
    return f"search{what}{where}{who}"
