"""Carrier aircraft: strikes before the guns fire, under the fire of enemy aircraft and of the ships."""

from sandtable.core.wording import listed, times
from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.fleets.cargo import spirit
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.state import Fleet, HexState, Name, Place
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

AIRCRAFT = 3
"""The air strength of a carrier."""


class CarriersStruck(PartEvent, frozen=True):
    """Carrier aircraft have attacked a fleet."""

    fleet: Name
    """Whose aircraft they are."""
    target: Name
    strength: int
    downed: int
    """Strength lost to enemy carrier aircraft."""
    shot: int
    """Strength lost to anti-aircraft fire."""
    hits: int
    dice: tuple[int, ...]
    """Those of the defending aircraft, of the anti-aircraft fire, and of the attack."""

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def tell(self, world: World, state: HexState) -> str:
        left = max(0, self.strength - self.downed - self.shot)
        lost = [f"{self.downed} to aircraft"] * bool(self.downed) + [f"{self.shot} to anti-aircraft fire"] * bool(
            self.shot
        )
        losses = f", loses {listed(lost)}" if lost else ""
        return (
            f"aircraft of {fleet_name(self.fleet)} attack {fleet_name(self.target)} with {self.strength}{losses}, "
            f"fire with {left}, rolled {', '.join(map(str, self.dice))}: {times(self.hits, 'hit')}"
        )


def volley(run: Unfolding, strength: int, modifier: int = 0) -> tuple[int, tuple[int, ...]]:
    """Fire with any strength: beyond the table's last column the rest gets a die of its own. Hits and dice."""
    hits, dice = 0, []
    while strength > 0:
        part = min(strength, run.world.tables.most)
        die = run.roll()
        dice.append(die)
        hits += run.world.tables.losses(part, die + modifier)
        strength -= part
    return hits, tuple(dice)


def flak(fleet: Fleet) -> int:
    """The strength of a fleet's anti-aircraft fire."""
    return fleet.points + fleet.carriers + fleet.asw


def strike(run: Unfolding, name: Name, foe: Name, attacking: bool) -> int:
    """The aircraft of a fleet attack another. Returns the hits; ships are taken off later."""
    own, other = run.state.fleets[name], run.state.fleets[foe]
    strength = AIRCRAFT * own.carriers
    downed, first = volley(run, AIRCRAFT * other.carriers)
    shot, second = volley(run, flak(other)) if strength > downed else (0, ())
    modifier = command(run.world, run.state, name) + (spirit(run.world, run.state, name) if attacking else 0)
    hits, third = volley(run, strength - downed - shot, modifier)
    run.emit(
        CarriersStruck(
            fleet=name,
            target=foe,
            strength=strength,
            downed=downed,
            shot=shot,
            hits=hits,
            dice=(*first, *second, *third),
        )
    )
    return hits


def launch(run: Unfolding, attacker: Name, defender: Name) -> dict[Name, int]:
    """The strikes of both fleets, as strong as they were before any loss: hits by the fleet that takes them."""
    fleets = run.state.fleets
    if fleets[attacker].submarines or fleets[defender].submarines:
        return {}
    pairs = ((attacker, defender), (defender, attacker))
    found = {foe: strike(run, name, foe, name == attacker) for name, foe in pairs if fleets[name].carriers}
    return {foe: min(hits, fleets[foe].ships) for foe, hits in found.items() if hits}


def command(world: World, state: HexState, name: Name) -> int:
    """What a fleet's command adds to its dice in a fight."""
    return sum(part.commands(world, state, name) for part in world.parts.commands)


def in_support(state: HexState, at: Place) -> int:
    """The carriers that have come through with the invasion of a place: each gives it an aircraft."""
    combat, known = state.combat, NAVY.of(state)
    landing = combat.landing if combat is not None else None
    if combat is None or landing is None:
        return 0
    listed = {one.fleet for one in combat.attacks if one.army in landing.armies}
    listed |= {one.fleet for one in combat.supports if one.target == at}
    through = [name for name in listed if name in state.fleets and name not in known.beaten]
    return sum(state.fleets[name].carriers for name in through)


def alone(fleet: Fleet, foe: Fleet) -> bool:
    """Whether a fleet is nothing but carriers and meets at least one capital ship."""
    return bool(fleet.carriers) and fleet.carriers == fleet.ships and foe.points > 0
