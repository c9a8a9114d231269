"""The odds of fleets that meet: whether one finds the other, the battle, and what a raider sinks of a cargo.

Ships are lost as the table offers it first: to guns escorts go first and carriers last; to aircraft, whose owner
chooses, carriers go first.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import ceil

import msgspec
from msgspec.structs import replace

from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.invasion.sailing import hungry
from sandtable.hexes.parts.fleets import Fleets
from sandtable.hexes.parts.fleets.battle import ways_to_sink
from sandtable.hexes.parts.fleets.cargo import favour, raid_strength, spirit
from sandtable.hexes.parts.fleets.carriers import AIRCRAFT, alone, flak
from sandtable.hexes.parts.fleets.meeting import needed, sighted
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.state import Fleet, HexState, Name, Place
from sandtable.hexes.tables import Tables
from sandtable.hexes.world import World
from sandtable.odds.hexes.course import FACES, Course, Salvos

Strength = Callable[[Fleet, Fleet | None], int]
"""How strong a fleet is against another, or against troops."""


class Meeting(msgspec.Struct, frozen=True):
    """A fleet against another, or against a cargo that may have an escort."""

    attacker: Fleet
    defender: Fleet | None
    strength: Strength
    faces: int = FACES
    """How many faces of a die find the other; all: no die is needed."""
    modifier: int = 0
    """Added to the attacker's dice."""
    their_modifier: int = 0
    spirit: int = 0
    """The part of it that comes from morale: added to the dice of its aircraft, too."""
    cargo: int = 0
    """The points that a raider can sink."""
    raid: Callable[[Fleet], int] | None = None
    """How strong the attacker is against cargo."""
    troops: bool = False
    """The cargo are troops, whom their escort protects: only submarines that sink all of it fire at them, too."""


class Encounter(msgspec.Struct, frozen=True):
    """The possible results of a meeting. The chances are exact."""

    found: Fraction
    won: Fraction
    """That the attacker finds the other fleet and wins the battle."""
    lost: Mapping[int, Fraction]
    """The ships that the attacker loses."""
    sunk: Mapping[int, Fraction]
    """The ships that the defender loses."""
    cargo: Mapping[int, Fraction]
    """The points of cargo that are sunk."""


class _Battle(msgspec.Struct, frozen=True):
    attacker: Fleet
    defender: Fleet | None
    met: bool = True
    dealt: int = 0
    taken: int = 0
    won: bool = False
    cargo: int = 0


def encounter(tables: Tables, meeting: Meeting) -> Encounter:
    """The exact chances of a meeting."""
    course = Course(_Battle(meeting.attacker, meeting.defender))
    salvos = Salvos(tables)
    if meeting.faces < FACES:
        course.roll(lambda battle: ((battle, meeting.faces), (replace(battle, met=False), FACES - meeting.faces)))
    found = course.chance(lambda battle: battle.met)
    doomed = (False, False)
    if meeting.defender is not None:
        doomed = alone(meeting.attacker, meeting.defender), alone(meeting.defender, meeting.attacker)
        _launch(course, salvos, meeting)
        course.roll(partial(_guns, salvos, meeting), 2)
    if meeting.cargo:
        course.roll(partial(_sink, salvos, meeting))
    if meeting.defender is not None:
        course.turn(partial(_decided, meeting, doomed))
    whole = meeting.attacker.ships
    theirs = meeting.defender.ships if meeting.defender is not None else 0
    return Encounter(
        found=found,
        won=course.chance(lambda battle: battle.won),
        lost=_sorted(course.spread(lambda battle: whole - battle.attacker.ships)),
        sunk=_sorted(course.spread(lambda one: theirs - (one.defender.ships if one.defender is not None else 0))),
        cargo=_sorted(course.spread(lambda battle: battle.cargo)),
    )


def _sorted(chances: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return dict(sorted(chances.items()))


def _launch(course: Course[_Battle], salvos: Salvos, meeting: Meeting) -> None:
    """Carrier aircraft strike, both fleets as strong as they were before."""
    one, other = meeting.attacker, meeting.defender
    assert other is not None, "there is nobody to fight"
    if one.submarines or other.submarines or not (one.carriers or other.carriers):
        return
    for attacks in (True, False):
        fleet, foe = (one, other) if attacks else (other, one)
        if fleet.carriers:
            hits, dice = _struck(salvos, fleet, foe, meeting.spirit if attacks else 0)
            course.roll(partial(_aimed, attacks, hits, FACES**dice), dice)


def _struck(salvos: Salvos, fleet: Fleet, foe: Fleet, modifier: int) -> tuple[dict[int, int], int]:
    """The hits of a strike through enemy aircraft and anti-aircraft fire, and the dice it may take."""
    strength, cover, guns = AIRCRAFT * fleet.carriers, AIRCRAFT * foe.carriers, flak(foe)
    dice = salvos.dice(cover), salvos.dice(guns), salvos.dice(strength)
    found: dict[int, int] = {}
    for downed, first in salvos.hits(cover, 0, dice[0]):
        fired = guns if strength > downed else 0
        for shot, second in salvos.hits(fired, 0, dice[1]):
            left = max(0, strength - downed - shot)
            for hits, third in salvos.hits(left, modifier, dice[2]):
                count = min(hits, foe.ships)
                found[count] = found.get(count, 0) + first * second * third
    return found, sum(dice)


def _aimed(attacks: bool, hits: Mapping[int, int], whole: int, battle: _Battle) -> list[tuple[_Battle, int]]:
    """Ships lost to aircraft. Both strikes are worked out before any ship is lost: the order doesn't matter."""
    if not battle.met or battle.defender is None:
        return [(battle, whole)]
    found = []
    for count, ways in hits.items():
        foe = battle.defender if attacks else battle.attacker
        lost = next(ways_to_sink(foe, count))
        left = replace(
            foe,
            points=foe.points - lost.capital,
            asw=foe.asw - lost.asw,
            carriers=foe.carriers - lost.carriers,
        )
        if attacks:
            found.append((replace(battle, defender=left, dealt=count), ways))
        else:
            found.append((replace(battle, attacker=left, taken=count), ways))
    return found


def _guns(salvos: Salvos, meeting: Meeting, battle: _Battle) -> list[tuple[_Battle, int]]:
    """Both fleets fire at the same moment."""
    one, other = battle.attacker, battle.defender
    if not battle.met or other is None or not one.ships or not other.ships:
        return [(battle, FACES**2)]
    ours, theirs = meeting.strength(one, other), meeting.strength(other, one)
    return [
        (
            replace(
                battle,
                attacker=one.without(hurt),
                defender=other.without(hits),
                dealt=battle.dealt + hits,
                taken=battle.taken + hurt,
            ),
            ways * others,
        )
        for hits, ways in salvos.shot(ours, meeting.modifier)
        for hurt, others in salvos.shot(theirs, meeting.their_modifier)
    ]


def _sink(salvos: Salvos, meeting: Meeting, battle: _Battle) -> list[tuple[_Battle, int]]:
    """A raider that is still afloat fires at the cargo."""
    strength = meeting.raid(battle.attacker) if meeting.raid is not None else 0
    if meeting.troops and battle.defender is not None:
        past = not battle.defender.ships and battle.attacker.submarines
        strength = strength if past else 0
    if not battle.met or not battle.attacker.ships or not strength:
        return [(battle, FACES)]
    return [
        (replace(battle, cargo=min(hits, meeting.cargo)), ways)
        for hits, ways in salvos.shot(strength, meeting.modifier)
    ]


def _decided(meeting: Meeting, doomed: tuple[bool, bool], battle: _Battle) -> _Battle:
    """Carriers that met capital ships alone are lost; then the battle is decided."""
    one, other = battle.attacker, battle.defender
    assert other is not None, "there was nobody to fight"
    if not battle.met:
        return battle
    one = replace(one, carriers=0) if doomed[0] else one
    other = replace(other, carriers=0) if doomed[1] else other
    mine = _worth(meeting.strength, one, other), battle.dealt
    theirs = _worth(meeting.strength, other, one), battle.taken
    return replace(battle, attacker=one, defender=other, won=mine > theirs)


def _worth(strength: Strength, fleet: Fleet, foe: Fleet) -> int:
    """What counts of a fleet after a battle: its ships, or its strength against submarines."""
    if not fleet.ships:
        return 0
    hunting = foe.submarines and not fleet.submarines
    return strength(fleet, foe) if hunting else fleet.ships


def faces_to_find(
    world: World,
    state: HexState,
    name: Name,
    route: tuple[Place, ...],
    at: Place = "",
    way: tuple[Place, ...] = (),
) -> int:
    """How many faces of a die let a fleet find what enters these hexes: in one of them, or in the best. ``way``:
    the hexes that it enters itself, if it doesn't take the shortest route."""
    war = Fleets.of(world)
    if war is None:
        return FACES
    where = sighted(world, state, war.settings, name, route)
    if way:
        where = {at: ceil(world.waters.length(way))}
    dice = [needed(war.settings, state, name, far) for place, far in where.items() if at in ("", place)]
    least = max(dice, default=0) - NAVY.of(state).strained.get(name, 0)
    return max(0, min(FACES, least))


def meeting_of(
    world: World, state: HexState, name: Name, foe: Name, at: Place, faces: int = FACES, cargo: int = 0
) -> Meeting:
    """A fleet that meets another in a hex, or a cargo whose escort the other is; no name: without an escort."""
    war = Fleets.of(world)
    fleet, other = state.fleets[name], state.fleets.get(foe)
    modifiers = [hungry(world, state, one) if one is not None else 0 for one in (fleet, other)]
    low = spirit(world, state, name)
    modifiers[0] += low
    if war is not None:
        modifiers[0] += favour(world, state, war.settings, fleet, at)
        modifiers[1] += favour(world, state, war.settings, other, at) if other is not None else 0
    return Meeting(
        fleet,
        other,
        partial(sea_strength, world, state),
        faces,
        modifiers[0],
        modifiers[1],
        low,
        cargo,
        partial(raid_strength, world, war.settings) if war is not None else None,
    )
