"""Strikes of coastal aircraft at what was spotted at sea, and the choice of what aircraft have sunk."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import listed, times
from sandtable.hexes.combat.losses import inflict
from sandtable.hexes.events import Expelled
from sandtable.hexes.fleets import check_harbour, refuge
from sandtable.hexes.invasion.sailing import armed
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets.airfields import coastal_air, flying
from sandtable.hexes.parts.fleets.battle import ShipsLost
from sandtable.hexes.parts.fleets.carriers import flak, volley
from sandtable.hexes.parts.fleets.lookouts import at_war, companions, target_of
from sandtable.hexes.parts.fleets.memory import NAVY, Damage, Voyage, changed, on_top
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.parts.fleets.ships import FIELDS, SHIPS, WORDS
from sandtable.hexes.state import Attack, HexState, Name, Place, Side, Toll
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

STRUCK = ("base", "patrol", "home", "haven", "port", "invasion")
"""The missions that coastal aircraft strike."""
BREAKING = 4
"""How many hits in a season reduce a major naval port to a port."""
LONGEST = 4
"""The greatest distance at which any of them can, at their highest level."""


class StrikeFleet(PartAction, frozen=True):
    """Strike what was spotted at sea with the aircraft of a coast."""

    phrase: ClassVar[str] = "strike from {at}"
    example: ClassVar[str] = "strike from 1433"

    at: SpaceName


class SinkShip(PartAction, frozen=True):
    """Choose a ship that aircraft have sunk, or a coastal aircraft that they have shot down."""

    phrase: ClassVar[str] = "take a {ship} of {fleet}"
    example: ClassVar[str] = "take a carrier of Home Fleet"

    fleet: str = ""
    """Empty: a coastal aircraft, or the base."""
    ship: str = ""
    """``base``: the hit falls on the base itself."""


class StrikesBegan(PartEvent, frozen=True):
    """What is at sea has arrived: coastal aircraft may strike it."""

    def evolve(self, state: HexState) -> HexState:
        return on_top(state, striking=True, unasked=NAVY.of(state).voyages[-1].foes)


class Passed(PartEvent, frozen=True):
    """A force has made its voyage: coastal aircraft may strike it when naval movement ends."""

    voyage: Voyage

    def evolve(self, state: HexState) -> HexState:
        known, new = NAVY.of(state), self.voyage
        old = next((one for one in known.passages if one.name == new.name), None)
        if old is not None:  # one force, however often it has sailed
            way = (*old.way, *new.way)
            spotted = tuple(dict.fromkeys((*old.spotted, *new.spotted)))
            sides = {*old.seen_by, *new.seen_by}
            seen = {side: (*old.seen_by.get(side, ()), *new.seen_by.get(side, ())) for side in sorted(sides)}
            new = replace(new, start="", route=way, spotted=spotted, seen_by=seen)
        others = tuple(one for one in known.passages if one.name != new.name)
        return changed(state, passages=(*others, new))


class PassageStruck(PartEvent, frozen=True):
    """Coastal aircraft may strike the next of the forces that have passed."""

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        first = replace(known.passages[0], striking=True, unasked=known.passages[0].foes)
        return changed(state, passages=known.passages[1:], voyages=(first,))


class StrikesDue(PartEvent, frozen=True):
    """Naval movement ends with the strikes of coastal aircraft; or they are over."""

    closing: bool

    def evolve(self, state: HexState) -> HexState:
        return changed(state, closing=self.closing, passages=NAVY.of(state).passages if self.closing else ())


class StrikesOver(PartEvent, frozen=True):
    """A force that has passed is struck no more."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, voyages=NAVY.of(state).voyages[:-1])


class CoastStruck(PartEvent, frozen=True):
    """Coastal aircraft have struck a force at sea."""

    side: Side
    at: Place
    target: str
    strength: int
    downed: int
    hits: int
    dice: tuple[int, ...]
    renewed: bool = False
    """The coast has all its aircraft again for the next force."""

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def evolve(self, state: HexState) -> HexState:
        voyage = NAVY.of(state).voyages[-1]
        lost = 0 if self.renewed else self.downed
        return on_top(lost_in_air(state, self.at, lost), struck=(*voyage.struck, self.at))

    def tell(self, world: World, state: HexState) -> str:
        dice = listed([str(die) for die in self.dice]) or "no dice"
        lost = f", {self.downed} are shot down" if self.downed else ""
        what = f"{self.strength} aircraft from {world.title(self.at)} strike {self.target}{lost}"
        return f"{what}, rolled {dice}: {times(self.hits, 'hit')}"


class DamageDue(PartEvent, frozen=True):
    """Somebody must choose what aircraft have sunk."""

    damage: Damage | None
    """None: nothing is left to choose."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, damage=self.damage)


class AircraftDowned(PartEvent, frozen=True):
    """Coastal aircraft on the ground were destroyed."""

    at: Place
    count: int = 1

    def evolve(self, state: HexState) -> HexState:
        state = lost_in_air(state, self.at, self.count)
        damage = NAVY.of(state).damage
        return changed(state, damage=less(damage, self.count) if damage is not None else None)

    def tell(self, world: World, state: HexState) -> str:
        return f"{times(self.count, 'coastal aircraft', 'coastal aircraft')} destroyed in {world.title(self.at)}"


class BaseHit(PartEvent, frozen=True):
    """A hit has fallen on a major naval port; enough of them in a season reduce it to a port."""

    at: Place
    reduced: bool = False

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        holed = {**known.holed, self.at: known.holed.get(self.at, 0) + 1}
        if self.reduced:
            del holed[self.at]
            state = replace(state, ports={**state.ports, self.at: "port"})
        damage = less(known.damage, 1) if known.damage is not None else None
        return changed(state, holed=holed, damage=damage)

    def tell(self, world: World, state: HexState) -> str:
        if self.reduced:
            return f"The base in {world.title(self.at)} is reduced to a port"
        return f"The base in {world.title(self.at)} is hit"


class ShipSunk(PartEvent, frozen=True):
    """A ship was sunk by aircraft."""

    fleet: Name
    ship: str

    def evolve(self, state: HexState) -> HexState:
        state = ShipsLost(fleet=self.fleet, **{LOST[self.ship]: 1}).evolve(state)
        damage = NAVY.of(state).damage
        if damage is None:
            return state
        left = tuple(name for name in damage.fleets if name in state.fleets)
        return changed(state, damage=less(replace(damage, fleets=left), 1))

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} loses a {WORDS[self.ship]} to aircraft"


LOST: Mapping[str, str] = {
    "capital_ship": "capital",
    "asw": "asw",
    "u_boat": "submarines",
    "carrier": "carriers",
}


def less(damage: Damage, count: int) -> Damage | None:
    """What is left to choose. None: nothing."""
    left = damage.hits - count
    return replace(damage, hits=left) if left > 0 and (damage.fleets or damage.air or damage.base) else None


def lost_in_air(state: HexState, at: Place, count: int) -> HexState:
    """The state with fewer coastal aircraft in a hex."""
    if not count:
        return state
    known = NAVY.of(state)
    return changed(state, downed={**known.downed, at: known.downed.get(at, 0) + count})


# strikes at sea


def bases(
    world: World, state: HexState, terms: Settings, side: Side, voyage: Voyage
) -> Iterator[tuple[Place, int]]:
    """The coasts whose aircraft may strike a voyage, and with how many: it was spotted within their range."""
    if voyage.mission not in STRUCK or not voyage.spotted:
        return
    near: dict[Place, int] = {}
    for at in voyage.seen_by.get(side, ()):
        for place, far in world.coasts(at, LONGEST if terms.search is not None else 0).items():
            near[place] = min(near.get(place, far), far)
    for place in sorted(armed(world, state, target_of(world, state, voyage).side, near)):
        if place not in voyage.struck and state.control.get(place) == side:
            count = flying(world, state, terms, side, place, near[place])
            if count:
                yield place, count


def reachable(world: World, state: HexState, terms: Settings, side: Side, voyage: Voyage, at: Place) -> bool:
    """Whether a side's coastal aircraft could strike a voyage that was spotted in a hex."""
    coasts = world.coasts(at, LONGEST).items()
    able = [p for p, far in coasts if state.control.get(p) == side and flying(world, state, terms, side, p, far)]
    return bool(armed(world, state, target_of(world, state, voyage).side, able))


def victims(state: HexState, voyage: Voyage) -> list[Name]:
    """The fleets at sea that aircraft strike."""
    if voyage.force is not None:
        return companions(state, voyage)
    return [voyage.fleet] if voyage.fleet in state.fleets else []


def asks(voyage: Voyage, side: Side) -> Decision:
    """The question whether to strike."""
    prompt = f"Strike {voyage.title} with coastal aircraft, or let it go."
    return Decision(side, "air-strike", voyage.route[-1], prompt)


def check(world: World, state: HexState, terms: Settings, side: Side, action: StrikeFleet) -> Refusal | None:
    """Validate a strike."""
    voyage = NAVY.of(state).voyages[-1]
    if action.at in dict(bases(world, state, terms, side, voyage)):
        return None
    if action.at in voyage.struck or not coastal_air(world, state, side, action.at):
        why = f"{world.title(action.at)} has no aircraft to strike with."
        return world.refuse_by("coastalair.strike-range", why)
    if terms.search is None:
        why = f"{voyage.title} hasn't passed through {world.title(action.at)}."
        return world.refuse_by("coastal-air.passing-fleets", why)
    passed = min(world.board.distance(action.at, place) for place in voyage.way)
    far = not flying(world, state, terms, side, action.at, passed)
    rule = "coastalair.strike-range" if far else "search.coastal-air-strikes"
    why = f"{voyage.title} was not spotted within the range of the aircraft in {world.title(action.at)}."
    return world.refuse_by(rule, why)


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[StrikeFleet]:
    """The coasts that can strike."""
    for at, _ in bases(world, state, terms, side, NAVY.of(state).voyages[-1]):
        yield StrikeFleet(at)


def strike(run: Unfolding, terms: Settings, side: Side, action: StrikeFleet) -> None:
    """The fleet fires first; then the aircraft that are left strike."""
    voyage = NAVY.of(run.state).voyages[-1]
    count = dict(bases(run.world, run.state, terms, side, voyage))[action.at]
    ships = [run.state.fleets[name] for name in victims(run.state, voyage)]
    plain = terms.search is None  # without carriers and searches only capital ships fire, as at any coast
    shot, first = volley(run, sum(fleet.points if plain else flak(fleet) for fleet in ships))
    downed = min(shot, count)
    hits, second = volley(run, count - downed)
    run.emit(
        CoastStruck(
            side=side,
            at=action.at,
            target=voyage.title,
            strength=count,
            downed=downed,
            hits=hits,
            dice=(*first, *second),
            renewed=plain,
        )
    )
    if hits:
        _harm(run, voyage, hits, action.at)


def _harm(run: Unfolding, voyage: Voyage, hits: int, at: Place) -> None:
    """Losses at sea are chosen by their owner; half of an invasion's are amphibious."""
    force, names = voyage.force, tuple(victims(run.state, voyage))
    army = run.state.armies.get(force.army) if force is not None else None
    if force is not None and army is not None:
        fleet = names[0] if names else ""
        inflict(run, Toll(army.side, hits, (force.army,), fleet=fleet, amphibious=ceil(hits / 2)))
    elif names:
        side = run.state.fleets[names[0]].side
        run.emit(DamageDue(damage=Damage(at, side, min(hits, run.state.fleets[names[0]].ships), names)))


# the end of naval movement


def exposed(world: World, state: HexState, terms: Settings, voyage: Voyage) -> tuple[Place, ...]:
    """The hexes of a voyage near which coastal aircraft could strike it: where it was spotted, or has passed
    them."""
    if terms.search is not None:
        return voyage.spotted
    way = voyage.way if voyage.force is None else voyage.way[:-1]  # its target defends itself when it lands
    return tuple(sorted(armed(world, state, target_of(world, state, voyage).side, way)))


def passed(run: Unfolding, terms: Settings, voyage: Voyage) -> None:
    """A voyage is over. In naval movement coastal aircraft strike it later, when everything has sailed."""
    known = NAVY.of(run.state)
    lost = voyage.force is None and voyage.name not in run.state.fleets
    if run.state.phase != "naval" or voyage.mission not in STRUCK or voyage.striking or lost:
        return
    beaten = voyage.name in known.beaten or (voyage.force is not None and not _afloat(run.state, voyage.force))
    where = exposed(run.world, run.state, terms, voyage)
    if where and not beaten:
        foes = tuple(s for s in run.world.order if at_war(run.world, run.state, s, run.state.side))
        plain = replace(voyage, chases=(), seen=False, unasked=(), watch=(), orders={})
        seen = voyage.seen_by if terms.search is not None else dict.fromkeys(foes, where)
        run.emit(Passed(voyage=replace(plain, spotted=where, seen_by=seen, foes=foes)))


def _afloat(state: HexState, force: Attack) -> bool:
    return force.army in state.armies if force.army else force.fleet in state.fleets


# what is sunk


def choices(world: World, state: HexState, damage: Damage) -> list[SinkShip]:
    """What can be chosen."""
    found = [
        SinkShip(name, ship)
        for name in damage.fleets
        if name in state.fleets
        for ship in SHIPS
        if getattr(state.fleets[name], FIELDS[ship])
    ]
    holder = state.control.get(damage.at, "")
    if damage.base and world.board.port_of(damage.at) in ("anchor", "yard"):
        found.append(SinkShip(ship="base"))
    return [*found, SinkShip()] if damage.air and coastal_air(world, state, holder, damage.at) else found


def _at_stake(world: World, state: HexState, damage: Damage) -> int:
    """How much there is to lose."""
    ships = sum(state.fleets[name].ships for name in damage.fleets if name in state.fleets)
    if damage.base and world.board.port_of(damage.at) in ("anchor", "yard"):
        ships += BREAKING - NAVY.of(state).holed.get(damage.at, 0)
    return ships + (coastal_air(world, state, state.control.get(damage.at, ""), damage.at) if damage.air else 0)


def settle(run: Unfolding) -> bool:
    """Take losses that leave no choice. Returns whether none are due any more."""
    while (damage := NAVY.of(run.state).damage) is not None:
        found = choices(run.world, run.state, damage)
        if not found:
            run.emit(DamageDue(damage=None))
            return True
        if len(found) > 1 and damage.hits < _at_stake(run.world, run.state, damage):
            return False
        sink(run, found[0])
    return True


def sink(run: Unfolding, action: SinkShip) -> None:
    """A ship or an aircraft is lost."""
    damage = NAVY.of(run.state).damage
    assert damage is not None, "nothing was hit"
    if action.ship == "base":
        _hit_base(run, damage.at)
        return
    if not action.fleet:
        run.emit(AircraftDowned(at=damage.at))
        return
    before = run.state.fleets[action.fleet]
    run.emit(ShipSunk(fleet=action.fleet, ship=action.ship))
    for part in run.world.parts.battered:
        part.battered(run, action.fleet, before)


def _hit_base(run: Unfolding, at: Place) -> None:
    """A hit falls on a base. Fleets for which a mere port has no room must leave it."""
    reduced = NAVY.of(run.state).holed.get(at, 0) + 1 >= BREAKING
    run.emit(BaseHit(at=at, reduced=reduced))
    for name, fleet in list(run.state.fleets.items()) if reduced else ():
        if fleet.at == at and check_harbour(run.world, run.state, fleet.side, name, fleet.ships, at) is not None:
            run.emit(Expelled(fleet=name, to=refuge(run.world, run.state, name)))


def asks_sinking(damage: Damage) -> Decision:
    """The question what is lost."""
    prompt = f"Choose {times(damage.hits, 'loss', 'losses')} to aircraft."
    return Decision(damage.side, "aircraft-hits", damage.at, prompt)


def check_sinking(world: World, state: HexState, action: SinkShip) -> Refusal | None:
    """Validate the choice of a loss."""
    damage = NAVY.of(state).damage
    if damage is not None and action in choices(world, state, damage):
        return None
    if action.ship == "base":
        return world.refuse_by("navalport.damage", "There is no major naval port to hit.")
    if not action.fleet:
        return world.refuse_by("coastalair.spotted-attack", "No coastal aircraft can be chosen.")
    return world.refuse_by("carrier.air-losses", f"{action.fleet} has no such ship here.")
