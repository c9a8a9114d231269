"""What fleets do to the cargo of a route: production, lend-lease, or anything else at sea."""

from collections.abc import Iterator

from sandtable.core.wording import times
from sandtable.hexes.combat.fire import aimed, navy_of
from sandtable.hexes.invasion.sailing import hungry
from sandtable.hexes.part import Convoy, PartEvent
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.sealanes import seas_at
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def route_name(name: str) -> str:
    """A route as it stands in a sentence.

    >>> route_name("Atlantic route"), route_name("lend-lease to 0646")
    ('the Atlantic route', 'lend-lease to 0646')
    """
    return f"the {name}" if name.endswith(" route") else name


class RouteAttacked(PartEvent, frozen=True):
    """A fleet fires at the cargo of a route."""

    fleet: Name
    route: str
    at: Place
    strength: int
    die: int
    modifier: int
    hits: int
    lost: int

    def rolled(self) -> tuple[int, ...]:
        return (self.die,)

    def tell(self, world: World, state: HexState) -> str:
        fire = f"{fleet_name(self.fleet)} attacks {route_name(self.route)} in {world.title(self.at)}"
        return f"{fire} with strength {self.strength}, rolled {self.die}: {times(self.lost, 'point')} lost"


def convoys(world: World, state: HexState, side: Side) -> Iterator[Convoy]:
    """What a side sends by sea."""
    for part in world.parts.convoys:
        yield from part.convoys(world, state, side)


def hostile_convoys(world: World, state: HexState, side: Side) -> Iterator[Convoy]:
    """What a side's enemies send by sea."""
    for other in world.order:
        if world.hostile(side, other):
            yield from convoys(world, state, other)


def raid_strength(world: World, terms: Settings, fleet: Fleet) -> int:
    """The strength of a fleet against cargo: twice its submarines or capital ships. In the naval game only
    submarines are doubled."""
    ships = fleet.points * 2 if terms.naval is None else fleet.points + fleet.carriers
    return min(2 * fleet.submarines + ships, world.tables.most)


def favour(world: World, state: HexState, terms: Settings, fleet: Fleet, at: Place) -> int:
    """The modifier of weather reports to submarines' dice."""
    weather = terms.weather
    if weather is None or not fleet.submarines or fleet.side != weather.side:
        return 0
    north = weather.rows[0] <= int(at[:2]) <= weather.rows[1]
    waters = world.waters
    seas = {waters.group[sea] for node in waters.shores.get(at, ()) for sea in waters.seas[node]}
    seas |= set(seas_at(waters, at))
    held = any(state.control.get(place) == fleet.side for place in world.places_in(weather.areas))
    return -1 if north and weather.sea in seas and held else 0


def spirit(world: World, state: HexState, name: Name) -> int:
    """The modifier of its country's morale to the dice of a fleet that attacks."""
    return aimed(world, state, state.fleets[name].side, "assault", navy_of(world, state, name))


def prey_strength(state: HexState, name: Name) -> int:
    """The strength of a raider against cargo and troops without an escort: three times its ships, escorts at half.
    0: it is no raider."""
    fleet = state.fleets[name]
    if name not in NAVY.of(state).raiders:
        return 0
    return 3 * (fleet.points + fleet.submarines + fleet.asw // 2)


def sink(run: Unfolding, terms: Settings, name: Name, route: str, at: Place, alone: bool = False) -> None:
    """A fleet that has got past the escort fires at the cargo. ``alone``: there was no escort."""
    world, state = run.world, run.state
    fleet = state.fleets[name]
    convoy = next((one for one in hostile_convoys(world, state, fleet.side) if one.name == route), None)
    strength = min(prey_strength(state, name) * alone or raid_strength(world, terms, fleet), world.tables.most)
    if convoy is None or not convoy.cargo or not strength:
        return
    modifier = hungry(world, state, fleet) + favour(world, state, terms, fleet, at) + spirit(world, state, name)
    die = run.roll()
    hits = world.tables.losses(strength, die + modifier)
    lost = min(hits, convoy.cargo)
    run.emit(
        RouteAttacked(
            fleet=name, route=route, at=at, strength=strength, die=die, modifier=modifier, hits=hits, lost=lost
        )
    )
    for part in world.parts.sunk if lost else ():
        part.sunk(run, convoy, lost)
