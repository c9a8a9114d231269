"""Home forces: infantry of unaligned countries that appears when the country is first attacked.

It stands on the map without an army, defends like infantry and never leaves its country. The side that the country
would join if it held out places and directs it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.actions import Action
from sandtable.hexes.combat.sequence import answered
from sandtable.hexes.evolve import with_points, without_army, without_points
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.state import Army, Attack, Fort, HexState, Name, Phase, Place, Side
from sandtable.hexes.status import strength_of
from sandtable.hexes.story import side_name
from sandtable.hexes.strength import Points, points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ASKS = "home-forces"
NATION = "home"
"""The nation of these points: they don't mix with any others."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a file. Unknown keys are rejected."""


class Together(_Strict, frozen=True):
    """Countries that share their forces."""

    countries: tuple[str, ...]
    places: tuple[Place, ...]
    """Where they can be."""
    forts: Mapping[Place, int] = {}


class Relief(_Strict, frozen=True):
    """A country whose own points replace its home forces when it joins a side."""

    side: Side
    since: str = ""
    """If it joins in this turn or later. Empty: at any time."""


class Settings(_Strict, frozen=True):
    """How strong countries are, and who directs them."""

    strength: Mapping[str, int]
    others: int
    """The points of a country that isn't listed."""
    guardians: Mapping[Side, Side]
    """By attacker: who directs countries that would join nobody."""
    groups: Mapping[str, Together] = {}
    relieved: Mapping[str, Relief] = {}
    in_capital: int = 2
    """The most points that can be placed in a capital."""


class Due(msgspec.Struct, frozen=True):
    """Points that have yet to be placed."""

    side: Side
    points: int
    targets: tuple[Place, ...] = ()
    """The hexes under attack."""


class Levies(Slice, frozen=True, tag="home-forces"):
    """The part's memory."""

    called: tuple[str, ...] = ()
    """Countries and groups whose forces have already appeared."""
    due: Mapping[str, Due] = {}
    """Points that have yet to be placed, by country or group."""
    armies: Mapping[Name, str] = {}
    """The forces on the map, and their country."""


LEVIES = GameMemory("home-forces", Levies())


class PlaceHomeForces(PartAction, frozen=True):
    """Place home forces of a country under attack."""

    phrase: ClassVar[str] = "place {count} home forces in {at}"
    example: ClassVar[str] = "place 2 home forces in 1832"

    at: SpaceName
    count: int


class MoveHomeForces(PartAction, frozen=True):
    """Move home forces within their country."""

    phrase: ClassVar[str] = "move {count} home forces from {frm} to {to}"
    example: ClassVar[str] = "move 2 home forces from 1832 to 1833"

    frm: SpaceName
    to: SpaceName
    count: int


class HomeForcesCalled(PartEvent, frozen=True):
    """A country is attacked for the first time: its forces are placed."""

    country: str
    side: Side
    points: int
    targets: tuple[Place, ...]
    why: str
    forts: Mapping[Place, int] = {}

    def evolve(self, state: HexState) -> HexState:
        levies = LEVIES.of(state)
        due = (
            {**levies.due, self.country: Due(self.side, self.points, self.targets)} if self.points else levies.due
        )
        called = tuple(sorted((*levies.called, self.country)))
        forts = {**state.forts, **{at: Fort(self.side, points) for at, points in self.forts.items()}}
        return LEVIES.put(replace(state, forts=forts), replace(levies, called=called, due=due))

    def tell(self, world: World, state: HexState) -> str | None:
        if not self.points:
            return None
        who = side_name(world, self.side)
        return f"{self.country} called up {self.points} infantry, for {who} to place ({self.why})"


class HomeForcesPlaced(PartEvent, frozen=True):
    """Home forces were placed."""

    key: str
    """The country or group whose points they are."""
    country: str
    army: Name
    side: Side
    at: Place
    count: int

    def evolve(self, state: HexState) -> HexState:
        levies = LEVIES.of(state)
        left = levies.due[self.key].points - self.count
        due = {key: one for key, one in levies.due.items() if key != self.key}
        if left:
            due[self.key] = replace(levies.due[self.key], points=left)
        state = with_points(state, self.army, self.side, self.at, points_of("infantry", self.count), NATION)
        armies = dict(sorted({**levies.armies, self.army: self.country}.items()))
        return LEVIES.put(state, replace(levies, due=due, armies=armies))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.count} infantry of {self.country} placed in {world.title(self.at)}"


class HomeForcesMoved(PartEvent, frozen=True):
    """Home forces moved within their country."""

    army: Name
    into: Name
    country: str
    to: Place
    count: int

    def evolve(self, state: HexState) -> HexState:
        army, points = state.armies[self.army], points_of("infantry", self.count)
        levies = LEVIES.of(state)
        if self.into == self.army:
            return replace(state, armies={**state.armies, self.army: replace(army, at=self.to)})
        state = without_points(state, self.army, points)
        state = with_points(state, self.into, army.side, self.to, points, NATION)
        armies = {name: country for name, country in levies.armies.items() if name in state.armies}
        return LEVIES.put(state, replace(levies, armies=dict(sorted({**armies, self.into: self.country}.items()))))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.count} infantry of {self.country} moved to {world.title(self.to)}"


class HomeForcesGone(PartEvent, frozen=True):
    """Home forces have left the map for good."""

    armies: tuple[Name, ...]
    why: str
    standing: bool = True
    """Whether they were still on it."""

    def evolve(self, state: HexState) -> HexState:
        levies = LEVIES.of(state)
        for name in self.armies if self.standing else ():
            state = without_army(state, name)
        left = {name: country for name, country in levies.armies.items() if name not in self.armies}
        return LEVIES.put(state, replace(levies, armies=left))

    def tell(self, world: World, state: HexState) -> str | None:
        if not self.standing:
            return None
        countries = sorted({LEVIES.of(state).armies[name] for name in self.armies})
        return f"the home forces of {' and '.join(countries)} are gone ({self.why})"


class HomeForcesTurned(PartEvent, frozen=True):
    """Another side directs the home forces of a country."""

    country: str
    side: Side
    armies: tuple[Name, ...]
    forts: tuple[Place, ...]
    why: str

    def evolve(self, state: HexState) -> HexState:
        turned = {name: replace(state.armies[name], side=self.side) for name in self.armies}
        forts = {at: replace(state.forts[at], side=self.side) for at in self.forts}
        return replace(state, armies={**state.armies, **turned}, forts={**state.forts, **forts})

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} directs the home forces of {self.country} now ({self.why})"


class HomeForces(Part[Settings]):
    """Infantry that stays in its country."""

    name = "home-forces"
    Settings = Settings
    memory = LEVIES
    actions = (PlaceHomeForces, MoveHomeForces)
    answers = (PlaceHomeForces,)
    events = (HomeForcesCalled, HomeForcesPlaced, HomeForcesMoved, HomeForcesGone, HomeForcesTurned)
    citations = (
        "homeforces.nature",
        "homeforces.stay-home",
        "homeforces.placement-time",
        "homeforces.placement-limit",
        "homeforces.controller",
        "homeforces.movement",
        "homeforces.combat",
        "homeforces.axis-reinforcements",
    )

    def problems(self, world: World) -> Iterable[str]:
        groups = self.settings.groups
        named = [name for name in self.settings.strength if name not in groups]
        named += [name for one in groups.values() for name in one.countries]
        yield from (
            f"there is no country {name!r}"
            for name in (*named, *self.settings.relieved)
            if name not in world.lands
        )
        for relief in self.settings.relieved.values():
            if relief.since and relief.since not in world.facts.turns:
                yield f"no turn {relief.since!r}"

    def guards(self, world: World, state: HexState, name: Name) -> bool:
        return self.irregular(world, state, name)

    def irregular(self, world: World, state: HexState, name: Name) -> bool:
        return name in LEVIES.of(state).armies

    # countries

    def _key(self, country: str) -> str:
        """The group that a country shares its forces with, or the country itself."""
        found = (name for name, one in self.settings.groups.items() if country in one.countries)
        return next(found, country)

    def _unaligned(self, world: World, state: HexState, country: str) -> bool:
        start = world.scenario.control
        sided = country in state.joined or country in state.surrendered
        return not sided and not any(place in start for place in world.lands.get(country, ()))

    def _director(self, world: World, state: HexState, country: str, attacker: Side) -> Side:
        """The side that places and directs a country's forces against an attacker."""
        answers = (part.inherits(world, state, country, attacker) for part in world.parts.inherits)
        return next(filter(None, answers), "") or self.settings.guardians[attacker]

    def _sites(self, world: World, state: HexState, key: str) -> list[Place]:
        """Where forces can be placed, best first: the capital, hexes under attack, the rest."""
        group = self.settings.groups.get(key)
        places = group.places if group is not None else world.realms[key]
        open_to = [place for place in places if place in world.board and place not in state.control]
        due = LEVIES.of(state).due.get(key)
        targets = due.targets if due is not None else ()
        return sorted(open_to, key=lambda at: (at not in self._capitals(world, at), at not in targets, at))

    def _capitals(self, world: World, place: Place) -> tuple[Place, ...]:
        facts = world.facts.countries.get(world.country_of[place])
        return facts.capitals if facts is not None else ()

    # attacks

    def announced(self, run: Unfolding, attacks: tuple[Attack, ...]) -> None:
        world, attacker = run.world, run.state.side
        targets = [attack.target for attack in attacks if attack.army]
        for place in dict.fromkeys(targets):
            if place in run.state.control or place not in world.country_of:
                continue
            country = world.realm(world.country_of[place])
            if not self._unaligned(world, run.state, country):
                continue
            side = self._director(world, run.state, country, attacker)
            if self._key(country) not in LEVIES.of(run.state).called:
                self._call(run, self._key(country), side, tuple(targets))
            else:
                self._turn(run, country, side)
        self._settle(run)

    def _call(self, run: Unfolding, key: str, side: Side, targets: tuple[Place, ...]) -> None:
        group = self.settings.groups.get(key)
        why = run.world.full_id("homeforces.placement-time")
        forts = dict(group.forts) if group is not None else {}
        forts = {at: points for at, points in forts.items() if at not in run.state.control}
        points = self.settings.strength.get(key, self.settings.others)
        run.emit(HomeForcesCalled(country=key, side=side, points=points, targets=targets, why=why, forts=forts))

    def _turn(self, run: Unfolding, country: str, side: Side) -> None:
        """Hand a country's points to the side that directs it now."""
        state, group = run.state, self.settings.groups.get(self._key(country))
        walls = set(group.forts) & run.world.realms[country] if group is not None else ()
        armies = tuple(name for name in _standing(state, country) if state.armies[name].side != side)
        forts = tuple(at for at in sorted(walls) if at in state.forts and state.forts[at].side != side)
        if armies or forts:
            why = run.world.full_id("homeforces.controller")
            run.emit(HomeForcesTurned(country=country, side=side, armies=armies, forts=forts, why=why))

    def _settle(self, run: Unfolding) -> None:
        """Place points without asking if there is only one place; forfeit them if there is none."""
        for key, due in list(LEVIES.of(run.state).due.items()):
            sites = [
                at for at in self._sites(run.world, run.state, key) if self._room(run.world, run.state, at) > 0
            ]
            if len(sites) == 1:
                self._place(run, key, sites[0], min(due.points, self._room(run.world, run.state, sites[0])))

    def _room(self, world: World, state: HexState, at: Place) -> int:
        """How many more points can be placed in a hex."""
        limit = world.room(at)
        free = (limit if limit is not None else 99) - strength_of(state, at)
        here = sum(state.armies[name].points.infantry for name, _ in self._forces_at(state, at))
        return min(free, self.settings.in_capital - here) if at in self._capitals(world, at) else free

    def _forces_at(self, state: HexState, at: Place) -> list[tuple[Name, Army]]:
        names = LEVIES.of(state).armies
        return [(name, army) for name, army in state.armies_at(at) if name in names]

    def _counter(self, state: HexState, country: str, at: Place) -> Name:
        """The name of a country's points in a hex: that of the points already there, or a new one."""
        here = [name for name, _ in self._forces_at(state, at)]
        number = 1
        while f"{country} {number}" in state.armies:
            number += 1
        return here[0] if here else f"{country} {number}"

    def _place(self, run: Unfolding, key: str, at: Place, count: int) -> None:
        country = run.world.realm(run.world.country_of[at])
        side = LEVIES.of(run.state).due[key].side
        army = self._counter(run.state, country, at)
        run.emit(HomeForcesPlaced(key=key, country=country, army=army, side=side, at=at, count=count))

    # questions

    def asks(self, world: World, state: HexState) -> tuple[Decision, ...]:
        for key, due in LEVIES.of(state).due.items():
            prompt = f"Place {due.points} infantry in {key}, which is under attack."
            return (Decision(due.side, ASKS, key, prompt),)
        return ()

    def unanswered(self, world: World, state: HexState) -> Refusal:
        return world.refuse_by("homeforces.placement-time", self.asks(world, state)[0].prompt)

    # actions

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("movement",) if action is MoveHomeForces else ()

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        if isinstance(action, MoveHomeForces):
            return world.refuse_by("homeforces.movement", "Home forces move in their director's Movement Phase.")
        return world.refuse_by("homeforces.placement-time", "No country is attacked for the first time now.")

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        match action:
            case PlaceHomeForces():
                return self._check_place(world, state, action)
            case MoveHomeForces():
                return self._check_move(world, state, side, action)
        return None

    def _check_place(self, world: World, state: HexState, action: PlaceHomeForces) -> Refusal | None:
        key, due = next(iter(LEVIES.of(state).due.items()))
        if action.at not in self._sites(world, state, key):
            return world.refuse_by("homeforces.stay-home", f"Home forces of {key} stay in its own hexes.")
        if not 1 <= action.count <= due.points:
            return world.refuse_by("homeforces.placement-time", f"You have {due.points} left to place.")
        if action.count > self._room(world, state, action.at):
            why = f"{world.title(action.at)} takes only {self._room(world, state, action.at)} more."
            return world.refuse_by("homeforces.placement-limit", why)
        return None

    def _check_move(self, world: World, state: HexState, side: Side, action: MoveHomeForces) -> Refusal | None:
        forces = [(name, army) for name, army in self._forces_at(state, action.frm) if army.side == side]
        if not forces:
            why = f"You direct no home forces in {world.title(action.frm)}."
            return world.refuse_by("homeforces.movement", why)
        name, army = forces[0]
        if not 1 <= action.count <= army.points.infantry or action.frm == action.to:
            return world.refuse_by("homeforces.movement", f"There are {army.points.infantry} home forces to move.")
        if action.frm in state.cut_off:
            return world.refuse(
                "supply.start-of-turn", "These home forces had no supply at the start of the turn."
            )
        if action.to not in self._home(world, name, state):
            country = LEVIES.of(state).armies[name]
            return world.refuse_by(
                "homeforces.stay-home", f"They can't leave the hexes that {country} still holds."
            )
        limit = world.room(action.to)
        if limit is not None and strength_of(state, action.to) + action.count > limit:
            return world.refuse_by(
                "homeforces.movement", f"{world.title(action.to)} would hold more than {limit}."
            )
        return None

    def _home(self, world: World, name: Name, state: HexState) -> set[Place]:
        """The places in its country that a force can reach: neutral ones, or, once the country has joined, those
        friendly to its side. Captured hexes of a neutral country are no home, whoever holds them."""
        army, country = state.armies[name], LEVIES.of(state).armies[name]
        holder = None if self._unaligned(world, state, country) else army.side
        group = self.settings.groups.get(self._key(LEVIES.of(state).armies[name]))
        lands = world.realms[LEVIES.of(state).armies[name]] & set(group.places if group else world.board.places)
        found, edge = {army.at}, [army.at]
        while edge:
            for near in world.near(edge.pop()):
                if near not in found and near in lands and state.control.get(near, holder) == holder:
                    found.add(near)
                    edge.append(near)
        return found

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        for key, due in LEVIES.of(state).due.items():
            for at in self._sites(world, state, key):
                most = min(due.points, self._room(world, state, at))
                yield from (PlaceHomeForces(at, count) for count in dict.fromkeys((most, 1)) if 0 < count <= most)
            return
        if state.phase != "movement":
            return
        for name in LEVIES.of(state).armies:
            army = state.armies.get(name)
            if army is not None and army.side == side:
                places = sorted(self._home(world, name, state) - {army.at})
                yield from (MoveHomeForces(army.at, to, army.points.infantry) for to in places)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        match action:
            case PlaceHomeForces():
                self._place(run, next(iter(LEVIES.of(run.state).due)), action.at, action.count)
                self._settle(run)
                answered(run)
            case MoveHomeForces():
                name, army = self._forces_at(run.state, action.frm)[0]
                country = LEVIES.of(run.state).armies[name]
                into = self._counter(run.state, country, action.to)
                if action.count == army.points.infantry and into not in run.state.armies:
                    into = name
                run.emit(HomeForcesMoved(army=name, into=into, country=country, to=action.to, count=action.count))

    def words(self, world: World, action: Action) -> str:
        match action:
            case PlaceHomeForces():
                return f"place {action.count} infantry in {world.title(action.at)}"
            case MoveHomeForces():
                return (
                    f"move {action.count} home forces from {world.title(action.frm)} to {world.title(action.to)}"
                )
        return super().words(world, action)

    # what they do and do not

    def binds(self, world: World, state: HexState, name: Name, army: Army) -> Refusal | None:
        if not self.irregular(world, state, name):
            return None
        if state.phase == "combat":
            return world.refuse_by("homeforces.combat", f"{name} are home forces: they can only defend.")
        return world.refuse_by("homeforces.nature", f"{name} are home forces: they never belong to an army.")

    def merges(self, world: World, state: HexState, nation: str, points: Points, into: Army) -> Refusal | None:
        if into.nation != NATION:
            return None
        return world.refuse_by("homeforces.nature", "Points of armies can't join home forces.")

    def shelters(self, world: World, state: HexState, army: Army, place: Place) -> bool | None:
        country = next((c for n, c in LEVIES.of(state).armies.items() if state.armies.get(n) is army), "")
        if not country:
            return None
        group = self.settings.groups.get(self._key(country))
        at_home = place in world.realms[country] and (group is None or place in group.places)
        return at_home and state.control.get(place, army.side) == army.side

    def realigned(self, run: Unfolding) -> None:
        for country in sorted(set(LEVIES.of(run.state).armies.values())):
            names = _standing(run.state, country)
            if not names:
                continue
            entry = run.state.joined.get(country)
            relief = self.settings.relieved.get(country)
            if country in run.state.surrendered:
                run.emit(HomeForcesGone(armies=names, why=run.world.full_id("homeforces.stay-home")))
            elif (
                entry is not None
                and relief is not None
                and relief.side == entry.side
                and self._relieved(run, relief)
            ):
                run.emit(HomeForcesGone(armies=names, why=run.world.full_id("homeforces.axis-reinforcements")))
            elif entry is not None:
                self._turn(run, country, entry.side)

    def _relieved(self, run: Unfolding, relief: Relief) -> bool:
        return not relief.since or run.state.turn >= run.world.scenario.turn_of(relief.since)

    def tidies(self, run: Unfolding) -> None:
        gone = tuple(name for name in LEVIES.of(run.state).armies if name not in run.state.armies)
        if gone:
            run.emit(HomeForcesGone(armies=gone, why="", standing=False))


def _standing(state: HexState, country: str) -> tuple[Name, ...]:
    """A country's home forces still on the map."""
    return tuple(n for n, whose in LEVIES.of(state).armies.items() if whose == country and n in state.armies)


PART = HomeForces
