"""Pledged army: a side maintains a minimum number of points for one country, in its lands or in its own army.

In the Movement Phase the country's army stays in its lands. It advances less well, and is lost first when the
country surrenders. In some distant lands its infantry lives off the land.
"""

from collections.abc import Iterable

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action, Build, Dismantle
from sandtable.hexes.evolve import without_points
from sandtable.hexes.movement import reach
from sandtable.hexes.part import Firing, GameMemory, Part, PartEvent, Slice
from sandtable.hexes.production import check_build
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import free_counters, friendly
from sandtable.hexes.story import army_name
from sandtable.hexes.strength import KINDS, NONE, Kind, Points, points_of, total
from sandtable.hexes.supplying import any_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose army, its minimum strength, and the rules."""

    side: Side
    country: str
    nation: str
    army: Name
    least: Points
    penalty: int
    """Modifier to its dice when it advances into an unfriendly hex."""
    larder: tuple[str, ...]
    """Areas where the nation's infantry needs no source of supply."""
    force_rule: str
    first_rule: str
    movement_rule: str
    advance_rule: str
    surrender_rule: str
    supply_rule: str


class Settled(Slice, frozen=True, tag="pledged-army"):
    """The part's memory."""

    began: tuple[Name, ...] = ()
    """The nation's armies that were in the larder when their side's turn began."""


SETTLED = GameMemory("pledged-army", Settled())


class TurnBegunInLarder(PartEvent, frozen=True):
    """A turn begins: these armies are where their nation's infantry needs no source of supply."""

    armies: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        return SETTLED.put(state, Settled(began=self.armies))


class PointsStarved(PartEvent, frozen=True):
    """Points without supply were lost next to infantry that needs none."""

    army: Name
    points: Points
    why: str

    def evolve(self, state: HexState) -> HexState:
        return without_points(state, self.army, self.points)

    def tell(self, world: World, state: HexState) -> str:
        return f"{army_name(self.army)} lost {self.points} for lack of supply ({self.why})"


class PledgedArmy(Part[Settings]):
    """Points maintained for a country."""

    name = "pledged-army"
    Settings = Settings
    memory = SETTLED
    events = (TurnBegunInLarder, PointsStarved)

    def rules(self) -> Iterable[str]:
        terms = self.settings
        return (
            terms.force_rule,
            terms.first_rule,
            terms.movement_rule,
            terms.advance_rule,
            terms.surrender_rule,
            terms.supply_rule,
        )

    def problems(self, world: World) -> Iterable[str]:
        terms = self.settings
        if terms.country not in world.realms:
            yield f"there is no country {terms.country!r}"
        if terms.army not in world.counters(terms.side):
            yield f"no counter is called {terms.army!r}"
        if terms.nation not in world.facts.nations:
            yield f"there is no nation {terms.nation!r}"
        yield from (
            f"{area!r} isn't an area of the atlas" for area in terms.larder if area not in world.board.atlas.areas
        )

    def _bound(self, state: HexState) -> bool:
        """Whether the country is on the side and hasn't surrendered."""
        entry = state.joined.get(self.settings.country)
        ours = entry is not None and entry.side == self.settings.side
        return ours and self.settings.country not in state.surrendered

    # the least force

    def missing(self, world: World, state: HexState) -> Points:
        """The points missing from the minimum."""
        if not self._bound(state):
            return NONE
        terms, lands = self.settings, world.realms[self.settings.country]
        there = total(
            army.points for name, army in state.armies_of(terms.side) if name == terms.army or army.at in lands
        )
        return total(points_of(kind, max(0, terms.least.of(kind) - there.of(kind))) for kind in KINDS)

    def redress(self, world: World, state: HexState) -> Build | None:
        """A way to build a missing point. None if there is none."""
        missing = self.missing(world, state)
        if not missing.total:
            return None
        terms = self.settings
        lands = [
            p
            for p in sorted(world.realms[terms.country])
            if p in world.productive and friendly(state, terms.side, p)
        ]
        for place in lands:
            hosts = [name for name, army in state.armies_at(place) if army.side == terms.side]
            hosts += free_counters(world, state, terms.side, world.nation_at(terms.side, place))[:1]
            for name in hosts:
                for kind in (kind for kind in KINDS if missing.of(kind)):
                    build = Build(kind, 1, place, name)
                    if check_build(world, state, terms.side, build) is None:
                        return build
        return None

    def spends(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        terms = self.settings
        if side != terms.side or isinstance(action, Dismantle):
            return None
        missing = self.missing(world, state)
        if isinstance(action, Build) and self._answers(world, missing, action.kind, action.count, action.at):
            return None
        if self.redress(world, state) is None:
            return None
        return world.refuse_by(terms.first_rule, f"First build what {terms.country} lacks: {missing}.")

    def _answers(self, world: World, missing: Points, kind: Kind, count: int, at: Place) -> bool:
        return at in world.realms[self.settings.country] and count <= missing.of(kind)

    def lingers(self, world: World, state: HexState, side: Side) -> Refusal | None:
        terms = self.settings
        if side != terms.side or state.phase != "production" or self.redress(world, state) is None:
            return None
        why = f"Build what {terms.country} lacks before you end the phase: {self.missing(world, state)}."
        return world.refuse_by(terms.force_rule, why)

    # the army itself

    def keeps(self, world: World, state: HexState, army: Army, to: Place) -> Refusal | None:
        terms = self.settings
        if state.armies.get(terms.army) is not army or not self._bound(state):
            return None
        if to == army.at or to in world.realms[terms.country]:
            return None
        why = f"Points of {army_name(terms.army)} can move only to hexes of {terms.country}."
        return world.refuse_by(terms.movement_rule, why)

    def leads(self, world: World, state: HexState, armies: tuple[Name, ...], target: Place, how: Firing) -> int:
        terms = self.settings
        unfriendly = how == "advance" and not friendly(state, terms.side, target)
        return terms.penalty if unfriendly and terms.army in armies else 0

    def pledged(self, world: World, state: HexState, country: str) -> frozenset[Name]:
        return frozenset((self.settings.army,)) if country == self.settings.country else frozenset()

    # supply

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        terms = self.settings
        if side != terms.side:
            return
        larder = run.world.places_in(terms.larder)
        there = tuple(
            sorted(
                name
                for name, army in run.state.armies_of(side)
                if army.nation == terms.nation and army.at in larder and army.at in run.state.control
            )
        )
        if there != SETTLED.of(run.state).began:
            run.emit(TurnBegunInLarder(armies=there))

    def _fed(self, world: World, state: HexState, name: Name, army: Army) -> bool:
        """Whether an army's infantry needs no source of supply."""
        if name not in SETTLED.of(state).began or army.nation != self.settings.nation:
            return False
        return bool(reach(world, state, army.side, army.at) & world.places_in(self.settings.larder))

    def sustains(self, world: World, state: HexState, name: Name, army: Army) -> bool:
        return army.points.infantry == army.points.total and self._fed(world, state, name, army)

    def spared(self, world: World, state: HexState, side: Side) -> frozenset[Place]:
        if side != self.settings.side:
            return frozenset()
        return frozenset(
            army.at
            for name, army in state.armies_of(side)
            if army.points.infantry and self._fed(world, state, name, army)
        )

    def combat_ends(self, run: Unfolding) -> None:
        side = run.state.side
        spared = self.spared(run.world, run.state, side)
        if not spared:
            return
        hungry = spared - any_supply(run.world, run.state, side)
        for name, army in list(run.state.armies_of(side)):
            if army.at not in hungry:
                continue
            fed = self._fed(run.world, run.state, name, army)
            lost = army.points - points_of("infantry", army.points.infantry) if fed else army.points
            if lost.total:
                why = run.world.full_id(self.settings.supply_rule)
                run.emit(PointsStarved(army=name, points=lost, why=why))


PART = PledgedArmy
