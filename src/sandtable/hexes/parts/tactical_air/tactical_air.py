"""The tactical air part: orders for aircraft, and what they do in combat."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.actions import Action
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.combat.fire import aimed, barrage, led
from sandtable.hexes.combat.losses import inflict
from sandtable.hexes.movement import check_merger, check_new_army
from sandtable.hexes.part import Firing, Flight, Part, PartAction
from sandtable.hexes.parts.tactical_air import combat as air
from sandtable.hexes.parts.tactical_air.events import (
    AircraftOrdered,
    AirFought,
    AirWarForgotten,
    CoastShielded,
    Ferried,
    SupportFlown,
)
from sandtable.hexes.parts.tactical_air.ferrying import chained, ferry_for
from sandtable.hexes.parts.tactical_air.memory import AIR_WAR, AirWar
from sandtable.hexes.parts.tactical_air.settings import Settings
from sandtable.hexes.state import Army, HexState, Name, Phase, Place, Side, Toll
from sandtable.hexes.status import free_counters, friendly, own_army
from sandtable.hexes.story import army_name
from sandtable.hexes.strength import points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Commit(PartAction, frozen=True):
    """Set how many aircraft fight enemy aircraft before an assault; the rest fire with the ground forces."""

    phrase: ClassVar[str] = "commit {count} aircraft from {frm} against {at}"
    example: ClassVar[str] = "commit 3 aircraft from 1142 against 1143"

    frm: SpaceName
    at: SpaceName
    count: int


class FlySupport(PartAction, frozen=True):
    """Have the aircraft of an army next to an invaded hex support the invasion."""

    phrase: ClassVar[str] = "fly support with {army}"
    example: ClassVar[str] = "fly support with Britain"

    army: str


class FerryAircraft(PartAction, frozen=True):
    """Fly aircraft over the ocean to an army."""

    phrase: ClassVar[str] = "ferry {count} aircraft of {army} to {at} into {into}"
    example: ClassVar[str] = "ferry 2 aircraft of U.S. Army to 1333 into U.S. First Army"

    army: str
    at: SpaceName
    into: str
    count: int


class TacticalAir(Part[Settings]):
    """Aircraft in armies."""

    name = "tactical-air"
    Settings = Settings
    memory = AIR_WAR
    actions = (Commit, FlySupport, FerryAircraft)
    events = (AircraftOrdered, SupportFlown, AirFought, CoastShielded, Ferried, AirWarForgotten)
    citations = (
        "tacair.commitment",
        "tacair.two-step-assault",
        "tacair.invasion-support-one-hex",
        "tacair.not-in-invading-armies",
        "tacair.build-and-assign",
        "tacair.ferry-path",
    )

    def rules(self) -> Iterable[str]:
        chain = self.settings.chain
        yield from (ferry.rule for ferry in self.settings.ferries)
        yield from (chain.rule,) if chain is not None else ()

    def problems(self, world: World) -> Iterable[str]:
        for ferry in self.settings.ferries:
            yield from (f"{place} isn't a place here" for place in ferry.places if place not in world.board)
            areas = (*ferry.frm, *ferry.to, *ferry.areas)
            yield from (
                f"{area!r} isn't an area of the atlas" for area in areas if area not in world.board.atlas.areas
            )

    # orders

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("movement",) if action is FerryAircraft else ("combat",)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        match action:
            case Commit():
                return self._check_commit(world, state, side, action)
            case FlySupport():
                return self._check_support(world, state, side, action)
            case FerryAircraft():
                return self._check_ferry(world, state, side, action)
        raise TypeError(f"{action} is no order for aircraft")

    def _firing(self, state: HexState, side: Side, frm: Place, at: Place) -> tuple[Name, ...]:
        """A side's armies whose aircraft take part in an assault."""
        fight = state.combat
        if fight is None:
            return ()
        if side != state.side:
            return tuple(name for name, army in state.armies_at(at) if army.side == side) if frm == at else ()
        return tuple(
            attack.army
            for attack in fight.attacks
            if attack.target == at and state.armies[attack.army].at == frm and attack.army not in fight.assaulted
        )

    def _check_commit(self, world: World, state: HexState, side: Side, action: Commit) -> Refusal | None:
        defensive = side != state.side
        armies = self._firing(state, side, action.frm, action.at)
        landing = state.combat.landing if state.combat is not None else None
        only, free = air.own(world, state, action.at, armies, defensive)
        every = only + free
        if not armies and landing is None:
            why = "Aircraft attack only as part of an assault that is still to be made."
            return world.refuse_by("tacair.two-step-assault", why)
        theirs = air.against(world, state, action.at, defensive)
        least = min(every, theirs)
        if not least <= action.count <= every or (not theirs and action.count):
            most = every if theirs else 0
            why = f"Commit {least} to {most} aircraft, not {action.count}."
            return world.refuse_by("tacair.commitment", why)
        return None

    def _check_support(self, world: World, state: HexState, side: Side, action: FlySupport) -> Refusal | None:
        army = own_army(world, state, side, action.army)
        if isinstance(army, Refusal):
            return army
        rule = "tacair.invasion-support-one-hex"
        fight = state.combat
        landing = fight.landing if fight is not None else None
        if fight is None or landing is None or landing.stage != "assault" or side != state.side:
            return world.refuse_by(rule, "There's no invasion to support now.")
        if not army.points.tac_air or action.army in landing.armies:
            return world.refuse_by(rule, f"{action.army} has no aircraft for that.")
        if not world.touches(army.at, landing.target):
            return world.refuse_by(rule, f"{action.army} isn't next to {world.title(landing.target)}.")
        if action.army in fight.assaulted:
            return world.refuse("attack.one-assault", f"{action.army} has already made its assault this turn.")
        return check_bound(world, state, army, action.army)

    def _check_ferry(self, world: World, state: HexState, side: Side, action: FerryAircraft) -> Refusal | None:
        army = own_army(world, state, side, action.army)
        if isinstance(army, Refusal):
            return army
        if not 1 <= action.count <= army.points.tac_air:
            return world.refuse("move.type-kept", f"{action.army} has {army.points.tac_air} aircraft.")
        bound = check_bound(world, state, army, action.army) or world.out_of_play(action.at)
        if bound is not None:
            return bound
        if not friendly(state, side, action.at):
            return world.refuse("move.friendly-route", f"{world.title(action.at)} is not friendly.")
        way = ferry_for(self.settings, world, state, side, army.at, action.at)
        if isinstance(way, Refusal):
            return way
        other = state.armies.get(action.into)
        if other is None:
            return check_new_army(world, state, side, action.into)
        if other.side != side or other.at != action.at:
            return world.refuse("move.transfer", f"{action.into} isn't in {world.title(action.at)}.")
        return check_merger(world, state, army.nation, other, points_of("tac_air", action.count))

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        if state.phase == "movement":
            yield from self._ferries(world, state, side)
            return
        fight = state.combat
        if fight is None:
            return
        if fight.landing is not None and side == state.side:
            near = world.board.touching(fight.landing.target)
            yield from (FlySupport(name) for name, army in state.armies_of(side) if army.at in near)
        lanes = {(state.armies[a.army].at, a.target) for a in fight.attacks} if side == state.side else set()
        for frm, at in sorted(lanes):
            every = air.aircraft(world, state, self._firing(state, side, frm, at))
            known = AIR_WAR.of(state).ordered
            if every and f"{frm}>{at}" not in known:
                yield Commit(frm, at, every)

    def _ferries(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        chain = self.settings.chain
        flying = [(name, army) for name, army in state.armies_of(side) if army.points.tac_air]
        for name, army in flying if chain is not None else ():
            ends = chained(world, state, side, army.at, chain) if chain is not None else frozenset()
            yield from self._flights(world, state, side, name, army, ends)
        for ferry in self.settings.ferries:
            starts = world.places_in(ferry.frm) if ferry.side == side else frozenset()
            for name, army in state.armies_of(side):
                if army.at in starts and army.points.tac_air:
                    yield from self._flights(world, state, side, name, army, world.places_in(ferry.to))

    def _flights(
        self, world: World, state: HexState, side: Side, name: Name, army: Army, ends: frozenset[Place]
    ) -> Iterator[Action]:
        for other, there in state.armies_of(side):
            if there.at in ends and other != name:
                yield FerryAircraft(name, there.at, other, army.points.tac_air)
                for fresh in free_counters(world, state, side, army.nation)[:1]:
                    yield FerryAircraft(name, there.at, fresh, army.points.tac_air)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        match action:
            case Commit():
                run.emit(AircraftOrdered(frm=action.frm, at=action.at, count=action.count))
            case FlySupport():
                landing = run.combat.landing
                assert landing is not None, "nobody lands"
                run.emit(SupportFlown(army=action.army, at=landing.target))
            case FerryAircraft():
                self._ferry(run, side, action)

    def _ferry(self, run: Unfolding, side: Side, action: FerryAircraft) -> None:
        way = ferry_for(self.settings, run.world, run.state, side, run.state.armies[action.army].at, action.at)
        assert not isinstance(way, Refusal), "the flight was not checked"
        dice: tuple[int, ...] = ()
        if way.risk and not AIR_WAR.of(run.state).ferried:
            dice = (run.roll(), run.roll())
        lost = int(bool(dice) and sum(dice) >= way.risk)
        run.emit(
            Ferried(army=action.army, into=action.into, at=action.at, count=action.count, dice=dice, lost=lost)
        )

    def words(self, world: World, action: Action) -> str:
        match action:
            case Commit():
                where = f"from {world.title(action.frm)} against {world.title(action.at)}"
                return f"commit {action.count} aircraft {where}"
            case FlySupport():
                return f"fly support with {army_name(action.army)}"
            case FerryAircraft():
                whither = f"{army_name(action.into)} in {world.title(action.at)}"
                return f"ferry {action.count} aircraft of {army_name(action.army)} to {whither}"
        raise TypeError(f"{action} is no order for aircraft")

    # combat

    def embarks(self, world: World, state: HexState, name: Name, army: Army) -> Refusal | None:
        if army.points.tac_air:
            why = f"{name} has aircraft. Assign them to another army before it invades."
            return world.refuse_by("tacair.not-in-invading-armies", why)
        return None

    def flies(
        self, world: World, state: HexState, frm: Place, at: Place, armies: tuple[Name, ...], defensive: bool
    ) -> Flight | None:
        return air.flight(world, state, frm, at, armies, defensive)

    def dogfights(
        self, run: Unfolding, frm: Place, at: Place, armies: tuple[Name, ...], count: int, defensive: bool
    ) -> None:
        state = run.state
        own = state.armies[armies[0]].side if armies else state.control.get(at, "")
        side = own if defensive else state.side
        how: Firing = "defence" if defensive else "assault"
        whose = state.armies[armies[0]].nation if armies else ""
        modifier = aimed(run.world, state, side, how, whose) + led(run.world, state, armies, at, how)
        dice, hits = barrage(run, count, modifier)
        coast = 0 if defensive else air.coast(state, at)
        left = hits - min(hits, coast)
        lost: dict[Name, int] = {}
        foes = sorted(air.opposed(state, at, defensive), key=lambda name: -state.armies[name].points.tac_air)
        for name in foes:
            taken = min(left, state.armies[name].points.tac_air)
            left -= taken
            if taken:
                lost[name] = taken
        run.emit(
            AirFought(side=side, at=at, strength=count, dice=dice, hits=hits, lost=lost, coast=min(hits, coast))
        )
        self._clip(run, foes, left)

    def _clip(self, run: Unfolding, foes: list[Name], left: int) -> None:
        """Other aircraft of armies are lost when they have no tac air left."""
        for name in foes:
            taken = min(left, air.wings(run.world, run.state, name))
            left -= taken
            for part in run.world.parts.clipped if taken else ():
                part.clipped(run, name, taken)

    def shields(self, run: Unfolding, place: Place) -> bool:
        lost = sum(part.grounded(run.world, run.state, place) for part in run.world.parts.grounded)
        run.emit(CoastShielded(at=place, count=max(0, self.settings.coast - lost)))
        return True

    def routed(self, run: Unfolding, by: Name, place: Place, armies: tuple[Name, ...]) -> None:
        state = run.state
        excess = state.armies[by].points.tac_air - air.aircraft(run.world, state, armies)
        ground = sum(state.armies[name].points.ground for name in armies)
        count = min(excess, ground)
        if count > 0:
            inflict(run, Toll(state.armies[armies[0]].side, count, armies))

    # the course of a turn

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        if AIR_WAR.of(run.state) != AirWar():
            run.emit(AirWarForgotten())

    def combat_ends(self, run: Unfolding) -> None:
        self.turn_begins(run, run.state.turn, run.state.side)


PART = TacticalAir
