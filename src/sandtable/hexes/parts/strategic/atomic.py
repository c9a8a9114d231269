"""Atomic bombs: dropped after everything else, one by one."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import listed
from sandtable.hexes.combat.fire import aimed, barrage
from sandtable.hexes.events import FortHeld
from sandtable.hexes.evolve import without_points
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.strategic import morale
from sandtable.hexes.parts.strategic.bombing import reach_of
from sandtable.hexes.parts.strategic.memory import STRATEGY, Blast, changed, with_wing
from sandtable.hexes.parts.strategic.settings import Settings
from sandtable.hexes.production import level_of
from sandtable.hexes.state import Fort, HexState, Name, Place, Side
from sandtable.hexes.status import check_truce, undevastated
from sandtable.hexes.story import points_lost, side_name
from sandtable.hexes.strength import KINDS, Kind, Points, cheapest, total
from sandtable.hexes.supplying import full_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ASKS = "blast"


class DropBomb(PartAction, frozen=True):
    """Drop an atomic bomb carried by a raid or a launch."""

    phrase: ClassVar[str] = "drop an atomic bomb of {carrier} on {target}"
    example: ClassVar[str] = "drop an atomic bomb of 1333 on 1237"

    carrier: str
    target: SpaceName


class BearBlast(PartAction, frozen=True):
    """Choose what an atomic bomb destroys."""

    phrase: ClassVar[str] = "bear {armies}"

    armies: Mapping[Name, Points]
    fort: int = 0


class BombDropped(PartEvent, frozen=True):
    """An atomic bomb was dropped."""

    side: Side
    carrier: str
    target: Place
    dice: tuple[int, ...]
    hits: int
    flown: bool
    """Carried by bombers, not by a missile."""
    scorched: int = 0
    """The production in the hex that is now lost for good."""
    devastated: int = 0

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        left = {name: count for name, count in known.aloft.items() if name != self.carrier}
        if known.aloft[self.carrier] > 1:
            left[self.carrier] = known.aloft[self.carrier] - 1
        state = changed(state, aloft=left, dropped=True)
        if self.flown:
            state = with_wing(state, self.side, self.carrier, bombs=-1)
        if self.scorched:
            known = STRATEGY.of(state)
            state = changed(state, scorched={**known.scorched, self.target: self.scorched})
            state = replace(state, devastated={**state.devastated, self.target: self.devastated})
        return state

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        dice = listed([str(die) for die in self.dice])
        return f"{side_name(world, self.side)} drops an atomic bomb on {world.title(self.target)}: {dice}"


class BlastDue(PartEvent, frozen=True):
    """A side has losses from an atomic bomb to choose."""

    blast: Blast

    def evolve(self, state: HexState) -> HexState:
        return changed(state, blast=self.blast)


class BlastBorne(PartEvent, frozen=True):
    """What an atomic bomb has destroyed."""

    side: Side
    at: Place
    armies: Mapping[Name, Points]
    fort: int = 0

    def evolve(self, state: HexState) -> HexState:
        for name, points in self.armies.items():
            state = without_points(state, name, points)
        if self.fort:
            old = state.forts[self.at]
            others = {place: fort for place, fort in state.forts.items() if place != self.at}
            left = Fort(old.side, old.points - self.fort, old.building)
            state = replace(state, forts={**others, self.at: left} if left.points + left.building else others)
        return changed(state, blast=None)

    def tell(self, world: World, state: HexState) -> str:
        return points_lost(self.armies) if self.armies else f"{self.fort} fort points lost"


def check(world: World, state: HexState, terms: Settings, side: Side, action: DropBomb) -> Refusal | None:
    """Validate the target of a bomb."""
    known = STRATEGY.of(state)
    if known.raids:
        return world.refuse_by("abomb.after-conventional", "Fly all raids before you drop atomic bombs.")
    if not known.aloft.get(action.carrier):
        return world.refuse_by("abomb.delivery", f"No raid or launch of {action.carrier} carries an atomic bomb.")
    absent = world.out_of_play(action.target)
    if absent is not None:
        return absent
    holder = state.control.get(action.target)
    if holder is None or holder == side or not world.hostile(side, holder):
        return world.refuse_by(
            "bombing.no-allied-soviet-raids", f"{world.title(action.target)} isn't an enemy hex."
        )
    truce = check_truce(world, state, side, action.target)
    if truce is not None:
        return truce
    missile = action.carrier not in world.board
    frm = _ground_zero(state, action.carrier)
    most = terms.missile_range if missile else reach_of(world, state, terms, side)
    if world.board.distance(frm, action.target) > most:
        return world.refuse_by("abomb.resolved-separately", f"{world.title(action.target)} is out of range.")
    return None


def _ground_zero(state: HexState, carrier: str) -> Place:
    """The place a bomb starts from."""
    battery = STRATEGY.of(state).batteries.get(carrier)
    return battery.at if battery is not None else carrier


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """Every bomb on each enemy hex with production or armies."""
    known = STRATEGY.of(state)
    if not known.aloft:
        return
    places = {army.at for army in state.armies.values() if army.side != side} | world.productive
    for carrier in known.aloft:
        yield from (DropBomb(carrier, place) for place in sorted(places))


def drop(run: Unfolding, terms: Settings, side: Side, action: DropBomb) -> None:
    """Drop a bomb: effects on production, forces and morale."""
    world, place = run.world, action.target
    area = world.board.area_of(_ground_zero(run.state, action.carrier))
    dice, hits = barrage(run, terms.blast, aimed(world, run.state, side, "assault", area))
    known = STRATEGY.of(run.state)
    gone = known.scorched.get(place, 0)
    more = int(world.most_production(place) > gone)
    fresh = int(more and undevastated(world, run.state, place) > 0)
    run.emit(
        BombDropped(
            side=side,
            carrier=action.carrier,
            target=place,
            dice=dice,
            hits=hits,
            flown=action.carrier in world.board,
            scorched=gone + more if more else 0,
            devastated=run.state.devastated.get(place, 0) + fresh if more else 0,
        )
    )
    country = morale.struck(terms, world, place)
    if country and terms.nations[country].side != side:
        morale.move(run, terms, country, -terms.shock)
    _hurt(run, place, hits)


def _hurt(run: Unfolding, place: Place, hits: int) -> None:
    fort = run.state.fort_at(place)
    cover = run.state.cover.get(place, fort)
    if hits and cover:
        held = min(hits, cover)
        run.emit(FortHeld(at=place, count=held, left=cover - held))
        hits -= held
    count = min(hits, _there(run.state, place))
    if count:
        run.emit(BlastDue(blast=Blast(run.state.control[place], place, count)))
        choices = list(blast_offers(run.state))
        if len(choices) == 1:
            bear(run, choices[0])


def _there(state: HexState, place: Place) -> int:
    return state.points_at(place).total + state.fort_at(place)


def asks(state: HexState) -> tuple[Decision, ...]:
    """Who has losses to choose."""
    due = STRATEGY.of(state).blast
    return () if due is None else (Decision(due.side, ASKS, due.at, f"Choose {due.count} losses."),)


def check_blast(world: World, state: HexState, action: BearBlast) -> Refusal | None:
    """Validate the choice of losses."""
    due = STRATEGY.of(state).blast
    assert due is not None, "nothing is lost"
    here = dict(state.armies_at(due.at))
    for name, points in action.armies.items():
        if name not in here or not points.sound or points not in here[name].points:
            return world.refuse_by("abomb.attack-on-forces", f"{name} can't lose {points}.")
    named = total(action.armies.values()).total + action.fort
    if named != due.count or not 0 <= action.fort <= state.fort_at(due.at):
        return world.refuse_by("abomb.attack-on-forces", f"Choose {due.count} points to lose, not {named}.")
    return None


def blast_offers(state: HexState) -> Iterator[BearBlast]:
    """Losses in each order of kinds, starting with each army."""
    due = STRATEGY.of(state).blast
    if due is None:
        return
    seen: list[BearBlast] = []
    names = sorted(name for name, _ in state.armies_at(due.at))
    for turn in range(max(1, len(names))):
        for shift in range(len(KINDS)):
            kinds: list[Kind] = [*KINDS[shift:], *KINDS[:shift]]
            one = _spread(state, due, names[turn:] + names[:turn], kinds)
            if one not in seen:
                seen.append(one)
                yield one


def _spread(state: HexState, due: Blast, names: list[Name], kinds: list[Kind]) -> BearBlast:
    left, lost = due.count, dict[Name, Points]()
    for name in names:
        taken = cheapest(state.armies[name].points, left, kinds)
        left -= taken.total
        if taken.total:
            lost[name] = taken
    return BearBlast(lost, left)


def bear(run: Unfolding, action: BearBlast) -> None:
    due = STRATEGY.of(run.state).blast
    assert due is not None, "nothing is lost"
    armies = {name: points for name, points in action.armies.items() if points.total}
    run.emit(BlastBorne(side=due.side, at=due.at, armies=armies, fort=action.fort))


def check_research(world: World, state: HexState, terms: Settings, side: Side) -> Refusal | None:
    """Whether a side has the materials for research."""
    fed = full_supply(world, state, side)
    found = [place for place in terms.materials.places if place in fed]
    abroad = terms.materials.abroad.items()
    far = [
        country
        for country, to in abroad
        if to == side and (entry := state.joined.get(country)) is not None and entry.side == side
    ]
    if len(found) + len(far) >= terms.materials.need:
        return None
    need, there = terms.materials.need, len(found) + len(far)
    why = f"Research needs {need} hexes with nuclear materials; {there} are connected."
    begun = level_of(world, state, side, "atomic_bomb") > 0
    return world.refuse_by("abomb.interruption" if begun else "abomb.materials", why)
