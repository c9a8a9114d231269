"""Raids: declared first, then flown one by one against the air defense of their target."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import listed, times
from sandtable.hexes.combat.fire import aimed, barrage
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.strategic import morale
from sandtable.hexes.parts.strategic.memory import STRATEGY, Raid, changed, wing_at, with_wing
from sandtable.hexes.parts.strategic.settings import Settings
from sandtable.hexes.production import level_of
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import check_truce, undevastated
from sandtable.hexes.story import side_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class DeclareRaid(PartAction, frozen=True):
    """Declare a raid on a target by bombers from a hex; bombers from other hexes may join."""

    phrase: ClassVar[str] = "raid {target} from {frm} with {bombers}"
    example: ClassVar[str] = "raid 1335 from 1333 with 4"

    target: SpaceName
    frm: SpaceName
    bombers: int
    escorts: int = 0
    bombs: int = 0
    """Atomic bombs they carry."""
    morale: bool = False
    """Aimed at morale instead of production."""


class FlyRaids(PartAction, frozen=True):
    """Carry out all declared raids."""

    phrase: ClassVar[str] = "fly the raids"


class LoseBombers(PartAction, frozen=True):
    """Choose the bombers that were shot down, by base."""

    phrase: ClassVar[str] = "lose bombers {bombers}"

    bombers: Mapping[Place, int]


class RaidDeclared(PartEvent, frozen=True):
    """A raid was declared, or joined."""

    raid: Raid

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        others = tuple(raid for raid in known.raids if raid.target != self.raid.target)
        old = next((raid for raid in known.raids if raid.target == self.raid.target), None)
        raids = (*others, self.raid if old is None else _together(old, self.raid))
        return changed(
            state,
            raids=tuple(sorted(raids, key=lambda raid: raid.target)),
            sent=_plus(known.sent, self.raid.bombers),
            guards=_plus(known.guards, self.raid.escorts),
        )

    def tell(self, world: World, state: HexState) -> str:
        count = times(sum(self.raid.bombers.values()), "bomber")
        aim = "the morale of " if self.raid.morale else ""
        return f"{count} will raid {aim}{world.title(self.raid.target)}"


class RaidsBegan(PartEvent, frozen=True):
    """No more raids can be declared."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, closed=True)


class EscortsFought(PartEvent, frozen=True):
    """Escorts and air defense have fired at each other."""

    target: Place
    side: Side
    enemy: Side
    dice: tuple[int, ...]
    """The escorts' dice, then the defence's."""
    defence: int
    """Air defense lost."""
    escorts: Mapping[Place, int]
    """Escorts lost, by base."""

    def evolve(self, state: HexState) -> HexState:
        state = with_wing(state, self.enemy, self.target, air_defense=-self.defence)
        for place, count in self.escorts.items():
            state = with_wing(state, self.side, place, escort=-count)
        return state

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        dice = listed([str(die) for die in self.dice])
        lost = f"{self.defence} air defense and {times(sum(self.escorts.values()), 'escort')}"
        return f"Escorts over {world.title(self.target)}: {dice}, {lost} lost"


class DefenceFired(PartEvent, frozen=True):
    """Air defense fired at bombers."""

    target: Place
    strength: int
    dice: tuple[int, ...]
    hits: int

    def evolve(self, state: HexState) -> HexState:
        first, *rest = STRATEGY.of(state).raids
        return changed(state, raids=(replace(first, defended=True), *rest), shot_down=self.hits)

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        dice = listed([str(die) for die in self.dice])
        lost = times(self.hits, "bomber")
        return f"Air defense in {world.title(self.target)} fires with {self.strength}: {dice}, {lost} shot down"


class BombersLost(PartEvent, frozen=True):
    """Bombers were shot down; a bomb is lost only with a bomber that carries it."""

    side: Side
    bombers: Mapping[Place, int]
    bombs: Mapping[Place, int] = {}

    def evolve(self, state: HexState) -> HexState:
        first, *rest = STRATEGY.of(state).raids
        for place, count in self.bombers.items():
            state = with_wing(state, self.side, place, bomber=-count, bombs=-self.bombs.get(place, 0))
        left = replace(first, bombers=_minus(first.bombers, self.bombers), bombs=_minus(first.bombs, self.bombs))
        known = STRATEGY.of(state)
        return changed(state, raids=(left, *rest), shot_down=0, sent=_minus(known.sent, self.bombers))


class Bombed(PartEvent, frozen=True):
    """Bombers have reached their target."""

    side: Side
    target: Place
    strength: int
    dice: tuple[int, ...]
    hits: int
    devastated: int = 0
    """The production in it that is now devastated, if that has changed."""

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        first, *rest = known.raids
        state = changed(state, raids=tuple(rest), aloft=_plus(known.aloft, first.bombs))
        if self.devastated:
            return replace(state, devastated={**state.devastated, self.target: self.devastated})
        return state

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        if not self.strength:
            return f"No bomber reaches {world.title(self.target)}"
        dice, who = listed([str(die) for die in self.dice]), side_name(world, self.side)
        bombers = times(self.strength, "bomber")
        return f"{who} bombs {world.title(self.target)} with {bombers}: {dice}, {times(self.hits, 'hit')}"


def _plus(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    every = sorted({*one, *other})
    return {key: count for key in every if (count := one.get(key, 0) + other.get(key, 0))}


def _minus(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: left for key, count in one.items() if (left := count - other.get(key, 0)) > 0}


def _together(one: Raid, other: Raid) -> Raid:
    return replace(
        one,
        bombers=_plus(one.bombers, other.bombers),
        escorts=_plus(one.escorts, other.escorts),
        bombs=_plus(one.bombs, other.bombs),
    )


def reach_of(world: World, state: HexState, terms: Settings, side: Side) -> int:
    """The range of a side's bombers."""
    return terms.ranges[min(level_of(world, state, side, "bomber"), len(terms.ranges) - 1)]


def check_target(world: World, state: HexState, side: Side, target: Place, rule: str) -> Refusal | None:
    """Whether there is anything to bomb in a hex, and whose."""
    absent = world.out_of_play(target)
    if absent is not None:
        return absent
    holder = state.control.get(target, "")
    if holder and holder != side and not world.hostile(side, holder):
        return world.refuse_by("bombing.no-allied-soviet-raids", f"{world.title(target)} is a partner's hex.")
    if not holder or holder == side or not world.most_production(target):
        return world.refuse_by(rule, f"There's no enemy production in {world.title(target)}.")
    return check_truce(world, state, side, target)


def check_capital(world: World, terms: Settings, state: HexState, side: Side, target: Place) -> Refusal | None:
    """Whether morale can be attacked in a hex."""
    held = {one.capital: one.side for one in terms.nations.values()}
    if held.get(target) not in (None, side) and state.control.get(target) == held[target]:
        return None
    return world.refuse_by(
        "morale.attack-announcement", f"{world.title(target)} isn't the capital of a rival nation."
    )


def check(world: World, state: HexState, terms: Settings, side: Side, action: DeclareRaid) -> Refusal | None:
    """Validate a raid."""
    known, wing = STRATEGY.of(state), wing_at(state, side, action.frm)
    if known.launched or known.dropped:
        return world.refuse_by("c2-sequence.bombing-before-missiles", "All raids come before the missiles.")
    if known.closed:
        return world.refuse_by("bombing.one-raid-per-bomber", "All raids are declared before the first is flown.")
    refusal = check_target(world, state, side, action.target, "bombing.range")
    if refusal is not None:
        return refusal
    free = wing.bomber - known.sent.get(action.frm, 0)
    if not 1 <= action.bombers <= free:
        why = f"{max(free, 0)} bombers in {world.title(action.frm)} haven't been sent out this turn."
        return world.refuse_by("bombing.one-raid-per-bomber", why)
    far, most = world.board.distance(action.frm, action.target), reach_of(world, state, terms, side)
    if far > most:
        why = f"{world.title(action.target)} is {far} hexes away; bombers fly {most}."
        return world.refuse_by("bombing.range", why)
    if not 0 <= action.escorts <= wing.escort - known.guards.get(action.frm, 0):
        return world.refuse_by("bombing.escorts", f"{world.title(action.frm)} hasn't that many escorts.")
    carried = sum(raid.bombs.get(action.frm, 0) for raid in known.raids)
    if not 0 <= action.bombs <= min(action.bombers, wing.bombs - carried):
        return world.refuse_by("abomb.delivery", "Each atomic bomb needs a bomber of its own to carry it.")
    joined = next((raid for raid in known.raids if raid.target == action.target), None)
    if joined is not None and joined.morale != action.morale:
        return world.refuse_by("morale.no-splitting", "A raid is aimed wholly at morale or wholly at production.")
    return check_capital(world, terms, state, side, action.target) if action.morale else None


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """All free bombers of a hex against every target in range, with all its escorts and bombs."""
    known, most = STRATEGY.of(state), reach_of(world, state, terms, side)
    if known.raids and not known.closed:
        yield FlyRaids()
    bases = [(at, wing) for at, wing in known.wings.items() if wing.side == side and wing.bomber]
    targets = [place for place in sorted(world.productive) if state.control.get(place) not in (None, side)]
    for at, wing in bases if not known.closed else ():
        free = wing.bomber - known.sent.get(at, 0)
        guards = wing.escort - known.guards.get(at, 0)
        for target in targets if free else ():
            if world.board.distance(at, target) <= most:
                yield DeclareRaid(target, at, free, guards, min(free, wing.bombs))
                yield DeclareRaid(target, at, free, guards, min(free, wing.bombs), True)


def advance_until_decision(run: Unfolding, terms: Settings, side: Side) -> None:
    """Fly the raids one by one, until the owner of bombers has something to choose."""
    while STRATEGY.of(run.state).raids:
        raid = STRATEGY.of(run.state).raids[0]
        if not raid.defended:
            _defend(run, side, raid)
        if STRATEGY.of(run.state).shot_down and not _forced(run, side):
            return
        _bomb(run, terms, side, STRATEGY.of(run.state).raids[0])


def _defend(run: Unfolding, side: Side, raid: Raid) -> None:
    enemy = run.state.control[raid.target]
    defence = wing_at(run.state, enemy, raid.target).air_defense
    escorts = sum(raid.escorts.values())
    if escorts and defence:
        ours, shot = barrage(run, escorts, aimed(run.world, run.state, side, "assault", _base(run.world, raid)))
        theirs, hits = barrage(run, defence)
        gone: dict[Place, int] = {}
        left = min(hits, escorts)
        for place, count in sorted(raid.escorts.items(), key=lambda item: -item[1]):
            gone[place] = min(left, count)
            left -= gone[place]
        run.emit(
            EscortsFought(
                target=raid.target,
                side=side,
                enemy=enemy,
                dice=(*ours, *theirs),
                defence=min(shot, defence),
                escorts={place: count for place, count in gone.items() if count},
            )
        )
        defence -= min(shot, defence)
    bombers = sum(raid.bombers.values())
    dice, hits = barrage(run, defence)
    run.emit(DefenceFired(target=raid.target, strength=defence, dice=dice, hits=min(hits, bombers)))


def _base(world: World, raid: Raid) -> str:
    """The area that a raid starts from."""
    return world.board.area_of(next(iter(raid.bombers))) if raid.bombers else ""


def _forced(run: Unfolding, side: Side) -> bool:
    """Take the losses of a raid if there is no choice."""
    known = STRATEGY.of(run.state)
    raid, due = known.raids[0], known.shot_down
    if len(raid.bombers) > 1 and sum(raid.bombers.values()) > due:
        return False
    first = next(iter(raid.bombers))
    lose(run, side, {first: due} if len(raid.bombers) == 1 else dict(raid.bombers))
    return True


def lose(run: Unfolding, side: Side, bombers: Mapping[Place, int]) -> None:
    """Remove bombers, those without bombs first."""
    raid = STRATEGY.of(run.state).raids[0]
    bombs = {
        place: gone
        for place, count in bombers.items()
        if (gone := max(0, raid.bombs.get(place, 0) - (raid.bombers[place] - count)))
    }
    run.emit(BombersLost(side=side, bombers={p: n for p, n in bombers.items() if n}, bombs=bombs))


def check_losses(world: World, state: HexState, action: LoseBombers) -> Refusal | None:
    """Validate the choice of bombers to lose."""
    known = STRATEGY.of(state)
    there = known.raids[0].bombers
    fits = all(0 <= count <= there.get(place, 0) for place, count in action.bombers.items())
    if not fits or sum(action.bombers.values()) != known.shot_down:
        return world.refuse_by("bombing.loss-choice", f"Choose {known.shot_down} bombers of this raid.")
    return None


def loss_offers(state: HexState) -> Iterator[LoseBombers]:
    """The losses, starting with each base."""
    known = STRATEGY.of(state)
    there = known.raids[0].bombers
    for first in there:
        left, taken = known.shot_down, {}
        for place in (first, *(one for one in there if one != first)):
            taken[place] = min(left, there[place])
            left -= taken[place]
        yield LoseBombers({place: count for place, count in taken.items() if count})


def _bomb(run: Unfolding, terms: Settings, side: Side, raid: Raid) -> None:
    world, strength = run.world, sum(raid.bombers.values())
    dice, hits = barrage(run, strength, aimed(world, run.state, side, "assault", _base(world, raid)))
    ruined = 0 if raid.morale else min(hits, undevastated(world, run.state, raid.target))
    total = run.state.devastated.get(raid.target, 0) + ruined if ruined else 0
    run.emit(Bombed(side=side, target=raid.target, strength=strength, dice=dice, hits=hits, devastated=total))
    country = morale.struck(terms, world, raid.target)
    if raid.morale and hits and country:
        morale.move(run, terms, country, -hits)
