"""Works: ports, major naval ports and supply roads that sides build, and ports made of landing craft."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.actions import Action
from sandtable.hexes.evolve import paid, without_points
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.production import check_price, purse_of, quoted
from sandtable.hexes.state import HexState, Name, Phase, Place, Side
from sandtable.hexes.status import friendly, own_army
from sandtable.hexes.story import army_name, side_name
from sandtable.hexes.strength import Amount, points_of, whole
from sandtable.hexes.supplying import any_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

Work = Literal["port", "naval_port", "road"]
WORDS: Mapping[str, str] = {"port": "port", "naval_port": "major naval port", "road": "supply road"}
RULES: Mapping[str, str] = {"port": "port.purchase", "naval_port": "navalport.build", "road": "road.purchase"}
OFFERED = 3
"""How many places are offered for each kind of work; players can name others."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The price of a road; research sets those of ports."""

    road: int = 1


class Sites(Slice, frozen=True, tag="works"):
    """The part's memory."""

    begun: Mapping[Place, Side] = {}
    """Where major naval ports are under construction, and whose they are."""
    landed: tuple[Name, ...] = ()
    """Armies that invaded in the last Combat Phase."""


SITES = GameMemory("works", Sites())


class BuildWork(PartAction, frozen=True):
    """Build a port, a major naval port or a supply road."""

    phrase: ClassVar[str] = "build a {work} in {at}"
    example: ClassVar[str] = "build a port in 3679"

    work: str
    at: SpaceName


class MakePort(PartAction, frozen=True):
    """Turn an amphibious point into a port where its army has landed."""

    phrase: ClassVar[str] = "make a port of landing craft of {army}"
    example: ClassVar[str] = "make a port of landing craft of U.S. Army"

    army: str


class WorkBuilt(PartEvent, frozen=True):
    """Something was built; a major naval port is only begun."""

    side: Side
    work: Work
    at: Place
    cost: Amount
    purse: str = ""

    def evolve(self, state: HexState) -> HexState:
        state = paid(state, self.purse or self.at, self.cost)
        if self.work == "road":
            return replace(state, roads=tuple(sorted({*state.roads, self.at})))
        if self.work == "port":
            return replace(state, ports={**state.ports, self.at: "port"})
        known = SITES.of(state)
        return SITES.put(state, replace(known, begun={**known.begun, self.at: self.side}))

    def tell(self, world: World, state: HexState) -> str:
        what = "began" if self.work == "naval_port" else "built"
        return f"{side_name(world, self.side)} {what} a {WORDS[self.work]} in {world.title(self.at)}"


class PortMade(PartEvent, frozen=True):
    """An amphibious point became a port."""

    army: Name
    at: Place

    def evolve(self, state: HexState) -> HexState:
        state = without_points(state, self.army, points_of("amphibious"))
        return replace(state, ports={**state.ports, self.at: "port"})

    def tell(self, world: World, state: HexState) -> str:
        return f"Landing craft of {army_name(self.army)} became a port in {world.title(self.at)}"


class NavalPortsReady(PartEvent, frozen=True):
    """Major naval ports are complete."""

    at: tuple[Place, ...]

    def evolve(self, state: HexState) -> HexState:
        known = SITES.of(state)
        begun = {place: side for place, side in known.begun.items() if place not in self.at}
        state = replace(state, ports={**state.ports, **dict.fromkeys(self.at, "anchor")})
        return SITES.put(state, replace(known, begun=begun))

    def tell(self, world: World, state: HexState) -> str:
        where = " and ".join(world.title(place) for place in self.at)
        return f"The major naval port in {where} is complete"


class WorksLost(PartEvent, frozen=True):
    """Construction ended because the enemy took the place."""

    at: tuple[Place, ...]

    def evolve(self, state: HexState) -> HexState:
        known = SITES.of(state)
        begun = {place: side for place, side in known.begun.items() if place not in self.at}
        return SITES.put(state, replace(known, begun=begun))


class LandingsNoted(PartEvent, frozen=True):
    """Which armies have invaded; nobody: a new turn begins."""

    armies: tuple[Name, ...] = ()

    def evolve(self, state: HexState) -> HexState:
        return SITES.put(state, replace(SITES.of(state), landed=self.armies))


class Works(Part[Settings]):
    """What sides build into hexes."""

    name = "works"
    Settings = Settings
    memory = SITES
    actions = (BuildWork, MakePort)
    events = (WorkBuilt, PortMade, NavalPortsReady, WorksLost, LandingsNoted)
    citations = (
        "port.from-amphibious",
        "port.purchase",
        "port.permanent",
        "navalport.build",
        "navalport.construction-time",
        "road.purchase",
        "production.basic-costs",
    )

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("combat", "production") if action is MakePort else ("production",)

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        craft = isinstance(action, MakePort)
        rule = "port.from-amphibious" if craft else RULES.get(_work(action), "port.purchase")
        return world.refuse_by(rule, "You can't do that in this phase.")

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        if isinstance(action, MakePort):
            return self._check_landing(world, state, side, action)
        assert isinstance(action, BuildWork)
        if action.work not in WORDS:
            return world.refuse_by("port.purchase", f"Nobody builds {action.work!r}.")
        rule, title = RULES[action.work], world.title(action.at)
        absent = world.out_of_play(action.at)
        if absent is not None:
            return absent
        if not friendly(state, side, action.at):
            return world.refuse_by(rule, f"{title} is not friendly.")
        there = self._there(world, state, action)
        if there is not None:
            return there
        if action.work != "road" and action.at not in world.waters.harbours:
            return world.refuse_by(rule, f"{title} has no coast.")
        cost = self.cost(world, state, side, action)
        if isinstance(cost, Refusal):
            return cost
        poor = check_price(world, state, side, cost, action.at)
        if poor is None and action.at not in any_supply(world, state, side):
            return world.refuse_by(rule, f"{title} is not supplied.")
        return poor

    def _there(self, world: World, state: HexState, action: BuildWork) -> Refusal | None:
        """Why a place can't have another work of this kind."""
        port, title = world.board.port_of(action.at), world.title(action.at)
        if action.work == "road":
            built = action.at in state.roads
            return world.refuse_by("road.purchase", f"{title} has a supply road.") if built else None
        if action.work == "port":
            built = port != "none" or action.at in SITES.of(state).begun
            return world.refuse_by("port.permanent", f"{title} has a port.") if built else None
        if port in ("anchor", "yard"):
            return world.refuse_by("navalport.build", f"{title} is a major naval port already.")
        if action.at in SITES.of(state).begun:
            why = f"The major naval port in {title} is under construction."
            return world.refuse_by("navalport.construction-time", why)
        return None

    def cost(self, world: World, state: HexState, side: Side, action: BuildWork) -> Amount | Refusal:
        """What a work costs: a major naval port needs a port first, which is paid with it."""
        if action.work == "road":
            return self.settings.road
        items = [action.work]
        if action.work == "naval_port" and world.board.port_of(action.at) == "none":
            items.append("port")
        total: Amount = 0
        for item in items:
            cost = quoted(world, state, side, item, action.at)
            if cost is None or isinstance(cost, Refusal):
                return cost or world.refuse_by(RULES[item], f"Nobody can build a {WORDS[item]} here.")
            total += cost
        return whole(total)

    def _check_landing(self, world: World, state: HexState, side: Side, action: MakePort) -> Refusal | None:
        army = own_army(world, state, side, action.army)
        if isinstance(army, Refusal):
            return army
        landed = state.combat.landed if state.combat is not None else SITES.of(state).landed
        fresh = state.beachheads.get(army.at) == state.turn + 1
        if side != state.side or action.army not in landed or not fresh:
            return world.refuse_by("port.from-amphibious", f"{action.army} hasn't just invaded the hex it is in.")
        if not army.points.amphibious:
            return world.refuse_by("port.from-amphibious", f"{action.army} has no amphibious points.")
        if world.board.port_of(army.at) != "none":
            return world.refuse_by("port.from-amphibious", f"{world.title(army.at)} has a port.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        known = SITES.of(state)
        landed = state.combat.landed if state.combat is not None else known.landed
        if state.phase in ("combat", "production"):
            yield from (MakePort(name) for name in landed)
        if state.phase == "production":
            own = [place for place, holder in state.control.items() if holder == side]
            bare = [p for p in own if p in world.waters.harbours and world.board.port_of(p) == "none"]
            stops = [place for place in own if world.effect(place).road and place not in state.roads]
            plain = [place for place in own if world.board.port_of(place) == "port"]
            for work, places in (("port", bare), ("naval_port", plain), ("road", stops)):
                step = max(1, len(places) // OFFERED)
                yield from (BuildWork(work, place) for place in places[state.turn % step :: step])

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        if isinstance(action, MakePort):
            run.emit(PortMade(army=action.army, at=run.state.armies[action.army].at))
            return
        assert isinstance(action, BuildWork)
        cost = self.cost(run.world, run.state, side, action)
        assert not isinstance(cost, Refusal), "it was not checked"
        purse = purse_of(run.world, run.state, side, action.at)
        work = msgspec.convert(action.work, Work)
        run.emit(WorkBuilt(side=side, work=work, at=action.at, cost=cost, purse=purse))

    def words(self, world: World, action: Action) -> str:
        if isinstance(action, MakePort):
            return f"make a port of landing craft of {army_name(action.army)}"
        assert isinstance(action, BuildWork)
        return f"build a {WORDS.get(action.work, action.work)} in {world.title(action.at)}"

    # the course of a turn

    def production_begins(self, run: Unfolding) -> None:
        done = tuple(place for place, side in SITES.of(run.state).begun.items() if side == run.state.side)
        if done:
            run.emit(NavalPortsReady(at=tuple(sorted(done))))

    def hexes_fell(self, run: Unfolding) -> None:
        begun = SITES.of(run.state).begun
        lost = tuple(place for place, side in begun.items() if run.state.control.get(place) != side)
        if lost:
            run.emit(WorksLost(at=lost))

    def combat_ends(self, run: Unfolding) -> None:
        if run.combat.landed:
            run.emit(LandingsNoted(armies=run.combat.landed))

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        if SITES.of(run.state).landed:
            run.emit(LandingsNoted())


def _work(action: Action) -> str:
    return action.work if isinstance(action, BuildWork) else ""


PART = Works
