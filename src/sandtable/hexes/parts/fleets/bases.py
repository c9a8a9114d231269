"""Attacks of aircraft on naval bases: what happens over the base."""

from sandtable.core.wording import listed, times
from sandtable.hexes.combat.fire import navy_of
from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.fleets.airfields import coastal_air
from sandtable.hexes.parts.fleets.cargo import spirit
from sandtable.hexes.parts.fleets.carriers import AIRCRAFT, command, flak, volley
from sandtable.hexes.parts.fleets.lookouts import at_war
from sandtable.hexes.parts.fleets.memory import NAVY, Damage, Sortie, changed
from sandtable.hexes.parts.fleets.strikes import DamageDue, lost_in_air
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class BaseAttacked(PartEvent, frozen=True):
    """Carrier aircraft have attacked the ships in a base."""

    fleet: Name
    at: Place
    strength: int
    downed: int
    """Strength lost to coastal aircraft."""
    shot: int
    """Strength lost to anti-aircraft fire."""
    hits: int
    dice: tuple[int, ...]

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        lost = [f"{self.downed} to coastal aircraft"] * bool(self.downed)
        lost += [f"{self.shot} to anti-aircraft fire"] * bool(self.shot)
        losses = f", lose {listed(lost)}" if lost else ""
        dice = ", ".join(map(str, self.dice))
        who = f"{self.strength} aircraft of {fleet_name(self.fleet)} attack the base in {world.title(self.at)}"
        return f"{who}{losses}, rolled {dice}: {times(self.hits, 'hit')}"


class SortieFlown(PartEvent, frozen=True):
    """Coastal aircraft fly against a base."""

    sortie: Sortie

    def evolve(self, state: HexState) -> HexState:
        flown = NAVY.of(state).flown
        frm = self.sortie.frm
        return changed(state, flown={**flown, frm: flown.get(frm, 0) + self.sortie.count}, sortie=self.sortie)


class AircraftFought(PartEvent, frozen=True):
    """Coastal aircraft over a base have fired."""

    at: Place
    """Where the aircraft that fire come from."""
    foe: Place
    """Where those that they fire at come from."""
    strength: int
    hits: int
    lost: int
    dice: tuple[int, ...]

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def evolve(self, state: HexState) -> HexState:
        sortie = NAVY.of(state).sortie
        state = lost_in_air(state, self.foe, self.lost)
        if sortie is None or self.foe != sortie.frm:
            return state
        return changed(state, sortie=Sortie(sortie.frm, sortie.at, sortie.count, sortie.flying - self.lost))

    def tell(self, world: World, state: HexState) -> str:
        dice = ", ".join(map(str, self.dice))
        at, foe = world.title(self.at), world.title(self.foe)
        who = f"{self.strength} coastal aircraft from {at} fire at those from {foe}"
        return f"{who}, rolled {dice}: {times(self.lost, 'aircraft', 'aircraft')} lost"


class BaseRaided(PartEvent, frozen=True):
    """Coastal aircraft have attacked a base."""

    frm: Place
    at: Place
    strength: int
    hits: int
    dice: tuple[int, ...]

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        dice = ", ".join(map(str, self.dice)) or "no dice"
        frm, at = world.title(self.frm), world.title(self.at)
        who = f"{self.strength} coastal aircraft from {frm} attack the base in {at}"
        return f"{who}, rolled {dice}: {times(self.hits, 'hit')}"


class SortieOver(PartEvent, frozen=True):
    """The aircraft that have attacked a base are home."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, sortie=None)


def moored(world: World, state: HexState, side: Side, at: Place) -> tuple[Name, ...]:
    """Enemy fleets in port in a hex."""
    patrols = NAVY.of(state).patrols
    return tuple(
        name
        for name, fleet in state.fleets.items()
        if fleet.at == at and name not in patrols and at_war(world, state, side, fleet.side)
    )


def breakable(world: World, at: Place) -> bool:
    """Whether a base is more than a port, so that hits can reduce it."""
    return world.board.port_of(at) in ("anchor", "yard")


def shake(run: Unfolding, side: Side, navy: str, nation: str, at: Place, hits: int) -> None:
    """An attack from the sea on the morale of a coast: half of its hits count."""
    for part in run.world.parts.shakes:
        country = part.shakes(run.world, run.state, side, navy, nation, at)
        for other in run.world.parts.alarmed if country is not None and hits // 2 else ():
            other.alarmed(run, country or "", hits // 2)


def attack(run: Unfolding, name: Name, at: Place, morale: bool = False) -> None:
    """Coastal aircraft fire first, then the ships in port; the aircraft that are left attack them, or morale."""
    for part in run.world.parts.engages:
        part.engages(run, (name,))
    world, state = run.world, run.state
    own, holder = state.fleets[name], state.control.get(at, "")
    names = moored(world, state, own.side, at)
    strength = AIRCRAFT * own.carriers
    downed, first = volley(run, coastal_air(world, state, holder, at) if holder else 0)
    guns = sum(flak(state.fleets[foe]) for foe in names)
    shot, second = volley(run, guns) if strength > downed else (0, ())
    modifier = command(world, state, name) + spirit(world, state, name)
    hits, third = volley(run, strength - downed - shot, modifier)
    run.emit(
        BaseAttacked(
            fleet=name,
            at=at,
            strength=strength,
            downed=downed,
            shot=shot,
            hits=hits,
            dice=(*first, *second, *third),
        )
    )
    if morale:
        shake(run, own.side, navy_of(world, state, name), "", at, hits)
    elif hits and (names or breakable(world, at)):
        run.emit(DamageDue(damage=Damage(at, own.side, hits, names, base=True)))


def fire_back(run: Unfolding) -> None:
    """What is left of the aircraft of a base fires at attackers that nobody had spotted."""
    sortie = NAVY.of(run.state).sortie
    assert sortie is not None, "nobody flies"
    holder = run.state.control.get(sortie.at, "")
    theirs = coastal_air(run.world, run.state, holder, sortie.at) if holder else 0
    hits, dice = volley(run, theirs)
    if theirs:
        run.emit(
            AircraftFought(
                at=sortie.at, foe=sortie.frm, strength=theirs, hits=hits, lost=min(hits, sortie.flying), dice=dice
            )
        )
    run.emit(SortieOver())
