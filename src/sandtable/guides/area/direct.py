"""Direct ways: a party moves to a space without transports."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sandtable.area.actions import AreaAction, Mission, Move, Raid
from sandtable.area.family import AreaGame
from sandtable.area.movement.course import Course, Reached, judge, reach
from sandtable.area.movement.land import LandCourse
from sandtable.area.movement.landing import landing_places
from sandtable.area.movement.orders import course_for
from sandtable.area.parts.airlift import Airlift, AirliftPart
from sandtable.area.parts.guns import Guns
from sandtable.area.parts.neutrals import Neutrals
from sandtable.area.state import AreaState, Route
from sandtable.area.status import enemies_at, hostile, hostile_zone, ignorable, neutral
from sandtable.area.wording import listed, money
from sandtable.core.refusal import Refusal
from sandtable.guides.area.party import Member, Party
from sandtable.guides.area.questions import Way
from sandtable.guides.area.trial import tried

Found = dict[str, list[Way] | Refusal]
"""For each space the ways there, or why there are none."""
Routes = Mapping[str, Reached | Refusal]


class Purpose(NamedTuple):
    """What a move is for: a plain move, a declared attack, or part of an announced assault."""

    attack: bool = False
    assault: str = ""


PLAIN = Purpose()


class Scout:
    """Finds a party's direct ways."""

    def __init__(self, game: AreaGame, state: AreaState, party: Party, combat: bool, via: Route = ()) -> None:
        self.game = game
        self.world = game.world.as_of(state)
        self.state = state
        self.party = party
        self.combat = combat
        self.via = via
        self._known: dict[tuple[Member, Purpose], Routes] = {}

    def ways(self, only: str = "") -> Found:
        """Every space in range of a member, with the ways there or why there are none; ``only``: one space."""
        found: Found = {}
        for purpose in self._purposes():
            routes = {member: self.routes(member, purpose) for member in self.party.members}
            for there in dict.fromkeys(space for known in routes.values() for space in known):
                if (not only or there == only) and self._meant(purpose, there):
                    note(found, there, self._all_go(routes, there, purpose))
        if (not only or only == self.party.space) and not self.via:
            self._attack_in_place(found)
        if self.combat:
            for mission in self.world.parts.missions:
                self._raids(found, only, mission)
        if not self.combat:
            self._airlifts(found, only)
        return found

    def _purposes(self) -> list[Purpose]:
        if not self.combat or not self.party.of(self.world, "sea"):
            return [PLAIN]
        coasts = dict.fromkeys(coast for _, coast in self.state.turn.assaults)
        return [PLAIN, Purpose(attack=True), *(Purpose(assault=coast) for coast in coasts)]

    def _meant(self, purpose: Purpose, there: str) -> bool:
        """Whether a purpose makes sense in a space: where units must fight anyway a plain move is enough, and a
        round trip must capture something on the way."""
        if there == self.party.space and not (self.combat and self.party.of(self.world, "land")):
            return False
        if purpose.attack:
            return ignorable(self.world, self.state, self.party.power, there)
        if purpose.assault:
            at_war = hostile_zone(self.world, self.state, self.party.power, there)
            return not at_war and (there, purpose.assault) in self.state.turn.assaults
        return True

    def course(self, member: Member, purpose: Purpose = PLAIN) -> Course:
        order = Move(units=(), path=(), attack=purpose.attack, assault=purpose.assault)
        return course_for(self.world, self.state, member.piece, self.combat, order)

    def routes(self, member: Member, purpose: Purpose = PLAIN) -> Routes:
        """Where a member can go, by the shortest paths."""
        if (member, purpose) not in self._known:
            course = self.course(member, purpose)
            self._known[member, purpose] = reach(course, self.party.space, self.via)
        return self._known[member, purpose]

    # the whole party to one space

    def _all_go(self, routes: Mapping[Member, Routes], there: str, purpose: Purpose) -> list[Way] | Refusal:
        paths: dict[Member, Route] = {}
        for member, known in routes.items():
            route = known.get(there)
            if not isinstance(route, Reached):
                return route or self.course(member, purpose).too_far
            paths[member] = route.path
        found: list[Way] = []
        refused: Refusal | None = None
        for choice in self._choices(paths, there, purpose):
            way = self._way(choice, there, purpose)
            if isinstance(way, Refusal):
                refused = refused or way
            else:
                found.append(way)
        return found or refused or self.course(self.party.members[0], purpose).too_far

    def _choices(self, paths: dict[Member, Route], there: str, purpose: Purpose) -> Iterator[dict[Member, Route]]:
        """Choices of paths: together as far as possible, plus each blitz that captures other territories."""
        together = self._together(paths, purpose)
        yield together
        if not self.combat or not self.party.of(self.world, "land"):
            return
        drivers = [m for m in paths if self.world.can(m.piece, "blitz")]
        if len(drivers) == len(self.party.of(self.world, "land")):
            for path in self._drives(drivers, there, together[drivers[0]]):
                yield {member: path if member in drivers else route for member, route in together.items()}

    def _together(self, paths: dict[Member, Route], purpose: Purpose) -> dict[Member, Route]:
        """One path for all, if one member's path works for all."""
        different = sorted(set(paths.values()), key=lambda path: (len(path), path))
        if len(different) == 1:
            return paths
        for path in different:
            if all(
                own == path or judge(self.course(member, purpose), path) is None for member, own in paths.items()
            ):
                return dict.fromkeys(paths, path)
        return paths

    def _drives(self, drivers: list[Member], there: str, known: Route) -> Iterator[Route]:
        """Other paths to the same place that capture other territories on the way."""
        courses = [course for d in drivers if isinstance(course := self.course(d), LandCourse)]
        taken = {frozenset(courses[0].blitzed(known))}
        paths: list[Route] = [(self.party.space,)]
        for path in paths:  # grows during iteration
            if len(path) > 1 and path[-1] == there and self._touches(path):
                through = frozenset(courses[0].blitzed(path))
                if through not in taken and all(judge(course, path) is None for course in courses):
                    taken.add(through)
                    yield path
            if len(path) <= min(course.points for course in courses):
                paths += [
                    (*path, space)
                    for space in self.world.board.roads[path[-1]]
                    if not self.world.board.is_sea(space) and courses[0].enter(path, space) is None
                ]

    def _touches(self, path: Route) -> bool:
        spaces = iter(path)
        return all(stop in spaces for stop in self.via)

    def _way(self, paths: dict[Member, Route], there: str, purpose: Purpose) -> Way | Refusal:
        orders = self.orders(paths, purpose)
        refusal = tried(self.game, self.state, self.party.power, orders)
        if refusal is not None and len(orders) > 1:
            orders = orders[::-1]  # try the reverse order: one move may clear the way for another
            if tried(self.game, self.state, self.party.power, orders) is not None:
                return refusal
        elif refusal is not None:
            return refusal
        attack = self.combat and (bool(purpose.attack or purpose.assault) or self._fights(there))
        return self._made(orders, paths, there, self._text(paths, there, purpose), attack)

    def _fights(self, there: str) -> bool:
        """Whether the party has to fight in a space. Air units are sent to enemies only to fight."""
        world, state, power = self.world, self.state, self.party.power
        flies = bool(self.party.of(world, "air"))
        return hostile(world, state, power, there) or (flies and bool(enemies_at(world, state, power, there)))

    def _made(
        self, orders: tuple[AreaAction, ...], paths: Mapping[Member, Route], there: str, text: str, attack: bool
    ) -> Way:
        longest = max(paths.values(), key=len)
        return Way(
            orders=orders,
            path=longest,
            cost=len(longest) - 1,
            left=min(self._left(member, path) for member, path in paths.items()),
            text="; ".join(part for part in (text, *self._warnings(paths)) if part),
            attack=attack,
            landing=self.landing(there, paths),
        )

    def _warnings(self, paths: Mapping[Member, Route]) -> Iterator[str]:
        """What a way costs besides movement: guns that fire on the way, violated neutrals."""
        if not self.combat:
            return
        world, state, power = self.world, self.state, self.party.power
        flown = {path for m, path in paths.items() if world.type(m.piece).kind == "air"}
        part = Guns.of(world)
        ways = (
            (part.on_the_way(world, state, power, path, raid=False) for path in flown) if part is not None else ()
        )
        guns = dict.fromkeys(gun for way in ways for gun in way)
        if guns:
            yield f"AA guns fire over {listed(guns)}"
        violated = dict.fromkeys(s for path in paths.values() for s in path[1:] if neutral(world, state, s))
        neutrals = Neutrals.of(world)
        if violated and neutrals is not None:
            yield f"violates {listed(violated)} for {money(neutrals.settings.fee * len(violated))}"

    def orders(self, paths: Mapping[Member, Route], purpose: Purpose = PLAIN) -> tuple[Move, ...]:
        """One order for all members with the same path. Members without a path stay."""
        together: dict[Route, list[Member]] = {}
        for member, path in paths.items():
            together.setdefault(path, []).append(member)
        found = []
        for path, members in together.items():
            at_sea = any(self.world.type(m.piece).kind == "sea" for m in members)
            picks = tuple(member.pick for member in members)
            attack = purpose.attack and (at_sea or len(path) == 1)
            found.append(Move(picks, path, attack, purpose.assault if at_sea else ""))
        return tuple(found)

    def _left(self, member: Member, path: Route) -> int:
        return self.course(member).points - len(path) + 1

    def landing(self, there: str, paths: Mapping[Member, Route]) -> tuple[str, ...]:
        """Where all of the air units could land afterwards, each considered alone."""
        if not self.combat:
            return ()
        common: dict[str, None] | None = None
        for member, path in paths.items():
            if self.world.type(member.piece).kind == "air":
                left = self._left(member, path)
                places = landing_places(
                    self.world, self.state, self.party.power, member.piece.unit, there, left, lucky=True
                )
                common = dict.fromkeys(p for p in places if common is None or p in common)
        return tuple(common or ())

    def _text(self, paths: Mapping[Member, Route], there: str, purpose: Purpose) -> str:
        if purpose.attack:
            return "attack the ships there"
        if purpose.assault:
            return f"take part in the assault on {purpose.assault}"
        for member, path in paths.items():
            course = self.course(member)
            if self.combat and isinstance(course, LandCourse) and course.blitzed(path):
                return f"by blitz through {listed(course.blitzed(path))}"
        if self.combat and ignorable(self.world, self.state, self.party.power, there):
            return "" if not self.party.of(self.world, "sea") else "ignore the ships there"
        return ""

    def _attack_in_place(self, found: Found) -> None:
        """Ships and air units may attack submarines and transports in their own zone."""
        zone, power = self.party.space, self.party.power
        if (
            not self.combat
            or not ignorable(self.world, self.state, power, zone)
            or zone in self.state.turn.engaged
        ):
            return
        way = self._way(dict.fromkeys(self.party.members, (zone,)), zone, Purpose(attack=True))
        note(found, zone, way if isinstance(way, Refusal) else [way])

    def _flies(self, member: Member, mission: Mission) -> bool:
        unit = self.world.type(member.piece)
        parts = self.world.parts.all
        return unit.kind == "air" and any(
            mission in part.missions and part.may_fly(unit, mission) for part in parts
        )

    def _raids(self, found: Found, only: str, mission: Mission) -> None:
        """Bombers may bomb a factory instead of fighting for the territory; some games have more missions."""
        members = self.party.members
        if not all(self._flies(member, mission) for member in members):
            return
        order = Raid(tuple(member.pick for member in members), (), mission)
        courses = {m: course_for(self.world, self.state, m.piece, self.combat, order) for m in members}
        routes = {m: reach(course, self.party.space, self.via) for m, course in courses.items()}
        for there in dict.fromkeys(space for known in routes.values() for space in known):
            ways = {member: known.get(there) for member, known in routes.items()}
            paths = {member: way.path for member, way in ways.items() if isinstance(way, Reached)}
            if len(paths) < len(members) or (only and there != only):
                continue
            together: dict[Route, list[Member]] = {}
            for member, path in paths.items():
                together.setdefault(path, []).append(member)
            orders = tuple(Raid(tuple(m.pick for m in some), path, mission) for path, some in together.items())
            if tried(self.game, self.state, self.party.power, orders) is None:
                said = mission.replace("-", " ") if mission else "strategic bombing raid"
                note(found, there, [self._made(orders, paths, there, said, True)])

    def _airlifts(self, found: Found, only: str) -> None:
        """An air unit may carry a land unit, if the game has that; the two go together."""
        flyers, others = self.party.of(self.world, "air"), self.party.of(self.world, "land")
        if len(flyers) != 1 or len(others) != 1 or len(self.party.members) > len(flyers) + len(others):
            return
        flyer, passenger = flyers[0], others[0]
        if flyer.count + passenger.count > 1 + 1:
            return
        if AirliftPart.of(self.world) is None or passenger.piece.unit not in self.world.type(flyer.piece).lifts:
            return
        for there, route in self.routes(flyer).items():
            if isinstance(route, Reached) and (not only or there == only):
                order = Airlift(flyer.piece.unit, passenger.piece.unit, route.path, there)
                if tried(self.game, self.state, self.party.power, (order,)) is None:
                    found[there] = [self._made((order,), {flyer: route.path}, there, "by airlift", attack=False)]


def note(found: Found, there: str, ways: list[Way] | Refusal) -> None:
    """Add what was found. Ways accumulate; a later refusal replaces an earlier one, as it is more specific."""
    known = found.get(there)
    if isinstance(ways, Refusal):
        if not isinstance(known, list):
            found[there] = ways
    else:
        found[there] = [*known, *ways] if isinstance(known, list) else ways
