"""What must hold after every action of every game, whatever was played."""

from collections import Counter
from collections.abc import Iterator

from sandtable.area import events as ev
from sandtable.area.claims import Toppled
from sandtable.area.forces import Piece, Stack
from sandtable.area.movement.landing import free_places
from sandtable.area.parts.air_war.events import FlightSettled, Picked, Trained
from sandtable.area.parts.atomic_bombs import BombDropped, BombMade
from sandtable.area.parts.border_forts import FortManned, FortsGone
from sandtable.area.parts.commandos import CommandosLost, CommandosStruck, ShipsHit
from sandtable.area.parts.confinement import WorksRemoved
from sandtable.area.parts.countermoves.events import ReactionLosses
from sandtable.area.parts.directed_research import DirectedResearch, Programmed, bought
from sandtable.area.parts.facilities import Facilities, Replaced, Restored, UpgradePaid
from sandtable.area.parts.guns import ShotDown
from sandtable.area.parts.lend_lease import AidSent
from sandtable.area.parts.neutrality import ArmyJoined, ArmyRose, Neutrality
from sandtable.area.parts.neutrals import NeutralViolated
from sandtable.area.parts.paratroops import ParatroopsDropped
from sandtable.area.parts.partisans import PartisansGone, PartisansRisen
from sandtable.area.parts.project_research.advancing import ProjectAdvanced
from sandtable.area.parts.project_research.research import BondsSold
from sandtable.area.parts.raids import Bombed
from sandtable.area.parts.relocation import WORKS, Dismantled, EnlargementPaid, Rebuilt, WorksEnlarged
from sandtable.area.parts.repairs import Repaired
from sandtable.area.parts.research import Researched
from sandtable.area.parts.rockets import RocketFired
from sandtable.area.parts.roles import GunsTurned
from sandtable.area.parts.scorched_earth import Scorched
from sandtable.area.parts.uprising import Mustered
from sandtable.area.state import AreaState
from sandtable.area.status import active, barred, friendly_land, neutral
from sandtable.area.world import World

FIGHTING = frozenset(("combat-move", "window", "combat"))
"""Phases in which units stand among enemies."""

Census = Counter[tuple[str, str]]


def count_stack(pieces: Stack) -> Census:
    """Units by power and type, cargo included."""
    census: Census = Counter()
    for piece, count in pieces:
        census[piece.power, piece.unit] += count
        for cargo in piece.cargo:
            census[cargo.power, cargo.unit] += count
    return census


def strips(state: AreaState) -> Iterator[Stack]:
    """Every stack on the battle strips."""
    if state.battle is not None:
        for strip in (state.battle.attack, state.battle.defend):
            yield from (strip.units, strip.casualties, strip.submerged)


def gained(before: AreaState, after: AreaState) -> Census:
    """How many units more there are, by power and type; only spaces that have changed are counted."""
    census: Census = Counter()
    for space in before.stacks.keys() | after.stacks.keys():
        old, new = before.at(space), after.at(space)
        if old is not new:
            census.update(count_stack(new))
            census.subtract(count_stack(old))
    for pieces in strips(after):
        census.update(count_stack(pieces))
    for pieces in strips(before):
        census.subtract(count_stack(pieces))
    return census


def change(world: World, before: AreaState, event: ev.AreaEvent) -> Census:
    """How an event says that the number of units changes."""
    match event:
        case ev.Mobilized():
            return Counter({(event.power, event.unit): event.count})
        case ev.LossesTaken() if not event.behind:
            return _minus(count_stack(event.destroyed))
        case ev.CasualtiesRemoved() | ev.Defenseless() | ev.AirLost() | ShotDown():
            return _minus(count_stack(event.units))
        case Scorched() | Picked():
            return _minus(count_stack(event.units))
        case Toppled():
            lost = sum((count_stack(one.destroyed) for one in event.gone), Census())
            if isinstance(event, ReactionLosses):
                lost = sum((count_stack(units) for units in event.ashore.values()), lost)
            return _minus(lost)
        case FlightSettled():
            return _minus(count_stack(event.destroyed))
        case ev.GunsFired():
            return _minus(count_stack(event.destroyed))
        case ev.PulledBack():
            return _pulled_back(world, event)
        case ev.PrizesTaken():
            return _moved_over(count_stack(event.units), event.to)
        case ArmyRose():
            return count_stack(event.units)
        case ArmyJoined():
            return _swapped(event.gone, event.come)
        case PartisansGone() | WorksRemoved() | CommandosLost():
            return _minus(count_stack(event.units))
        case PartisansRisen():
            return Counter({(event.power, event.unit): 1})
        case ParatroopsDropped():
            jumped = event.piece, event.count
            landed = event.after, event.count
            return _swapped((jumped,), (landed,))
        case CommandosStruck():
            return Counter({(event.power, "commando"): -event.lost})
        case ShipsHit():
            return _swapped(event.gone, event.come)
        case BombDropped():
            return _minus(count_stack(event.destroyed))
        case GunsTurned():
            return Counter({(event.power, event.unit): -event.count, (event.power, event.become): event.count})
        case Mustered():
            return Counter({(event.power, unit): count for unit, count in event.units.items()})
        case FortManned():
            return Counter({(event.power, event.unit): 1})
        case GunsTurned():
            return Counter({(event.power, event.unit): -event.count, (event.power, event.become): event.count})
        case Dismantled():
            return _minus(count_stack(((event.piece, 1),)))
        case Rebuilt():
            works = next(m for m in WORKS.of(before).moved if m.origin == event.origin and not m.to)
            return Counter({(event.power, works.unit): 1})
        case WorksEnlarged():
            power = event.piece.power
            return Counter({(power, event.piece.unit): -1, (power, event.become): 1})
        case FortsGone():
            return _minus(sum((count_stack(units) for units in event.works.values()), Census()))
        case ev.Changed():
            after = _minus(count_stack(((event.piece, event.count),)))
            after.update(count_stack(((event.after, event.count),)))
            return after
        case Replaced():
            return Counter({(event.power, event.unit): -1, (event.power, event.by): 1})
    return Counter()


def _swapped(gone: Stack, come: Stack) -> Census:
    """Some units in place of others."""
    after = _minus(count_stack(gone))
    after.update(count_stack(come))
    return after


def _pulled_back(world: World, event: ev.PulledBack) -> Census:
    """Who goes back aboard a transport is infantry from then on."""
    after: Census = Counter()
    for party in event.leave.parties:
        for piece, count in party.units:
            if event.aboard and world.type(piece).kind == "land" and party.to in world.board.sea_zones:
                after[piece.power, piece.unit] -= count
                after[piece.power, event.aboard] += count
    return after


def _moved_over(census: Census, to: str) -> Census:
    after = _minus(census)
    for (_, unit), count in census.items():
        after[to, unit] += count
    return after


def _minus(census: Census) -> Census:
    return Counter({key: -count for key, count in census.items()})


def money_change(world: World, before: AreaState, event: ev.AreaEvent) -> Counter[str]:
    """How an event says that treasuries change."""
    match event:
        case ev.Ordered():
            old = sum(world.unit(event.power, u).cost * n for u, n in before.bought.get(event.power, {}).items())
            return Counter({event.power: old - event.cost})
        case ev.Refunded():
            paid = sum(world.unit(event.power, u).cost * n for u, n in event.units.items())
            assert paid == event.amount
            return Counter({event.power: event.amount})
        case ev.IncomeCollected():
            assert event.destroyed <= before.treasury[event.power]
            return Counter({event.power: event.amount - event.destroyed})
        case AidSent():
            return Counter({event.power: -event.amount, event.to: event.amount})
        case Programmed():
            directed = DirectedResearch.of(world)
            assert directed is not None
            spent = directed.settings.die * sum(bought(before, event.power).values())
            return Counter({event.power: spent - event.cost})
        case Restored() | UpgradePaid() | EnlargementPaid() | Trained():
            return Counter({event.power: -event.cost})
        case Repaired():
            return Counter({event.power: -event.die})
        case RocketFired() if event.later or event.facility:
            return Counter()
        case ProjectAdvanced() | BombMade():
            return Counter({event.power: -event.cost})
        case BondsSold():
            return Counter({event.power: event.amount})
        case Researched():
            return Counter({event.power: -event.cost})
        case NeutralViolated():
            return Counter({event.power: -event.fee})
        case Bombed() | RocketFired():
            return Counter({event.owner: -event.amount})
        case ev.TreasurySeized():
            return Counter({event.to: event.amount, event.frm: -event.amount})
    return Counter()


def check_events(world: World, before: AreaState, events: tuple[ev.AreaEvent, ...], after: AreaState) -> None:
    """Units neither appear nor vanish without an event that says so, and money adds up.

    ``world``: with the developments that were made before the action; none changes a price while it lasts.
    """
    expected: Census = Counter()
    money = Counter(before.treasury)
    for event in events:
        expected.update(change(world, before, event))
        money.update(money_change(world, before, event))
    found = gained(before, after)
    assert {k: n for k, n in expected.items() if n} == {k: n for k, n in found.items() if n}, events
    for power in world.order:
        assert after.treasury[power] == money[power] >= 0, events


def _received(world: World, state: AreaState, space: str) -> bool:
    """Whether a neutral territory lets in whoever stands there: it joins them when the noncombat move ends."""
    return set(state.turn.phases.values()) == {"noncombat-move"} and all(
        any(part.admits(world, state, piece.power, space) for part in world.parts.admits)
        for piece, _ in state.at(space)
    )


def check_state(world: World, state: AreaState, before: AreaState | None = None) -> None:
    """No illegal stack, every cargo in its place, neutrals untouched.

    ``before``: a state that held by the same world; what a stack tells by itself is not looked at again.
    """
    neutrality = Neutrality.of(world)
    armies = {neutrality.settings.army} if neutrality else set()  # of a territory, whoever leads them
    for space, pieces in state.stacks.items():
        assert pieces, f"empty stack kept in {space}"
        assert not neutral(world, state, space) or _received(world, state, space), f"units in neutral {space}"
        for power in {piece.power for piece, _ in pieces if piece.unit not in armies}:
            assert barred(world, state, power, space) is None, f"units of {power} in closed {space}"
        if before is None or before.stacks.get(space) is not pieces:
            for piece, count in pieces:
                assert count > 0
                _check_piece(world, piece, space)
            _check_limits(world, space, pieces)
        if world.board.is_sea(space):
            _check_loose_flyers(world, state, space, pieces)
        elif FIGHTING.isdisjoint(state.turn.phases.values()) and not neutral(world, state, space):
            for piece, _ in pieces:
                if world.type(piece).kind == "land" and piece.unit not in world.unarmed:
                    assert friendly_land(world, state.control, piece.power, space), f"{piece} in hostile {space}"
        for piece, _ in pieces:
            held = piece.unit not in world.factory_units or piece.power == state.control[space]
            assert held, f"{piece} in {space}"
    held_lands = {name for name, land in world.board.territories.items() if land.holder in world.powers}
    most = held_lands if not world.parts.check_violation else {*world.board.territories}
    assert held_lands <= set(state.control) <= most


def _check_limits(world: World, space: str, pieces: Stack) -> None:
    """No more of a kind than a territory holds."""
    counts: Counter[str] = Counter()
    for piece, count in pieces:
        counts[piece.unit] += count
    for unit, count in counts.items():
        limit = world.units[unit].limit
        assert not limit or count <= limit, f"{count} {unit} in {space}"


def _check_piece(world: World, piece: Piece, space: str) -> None:
    kind = world.type(piece).kind
    assert kind == "air" or (kind == "sea") == world.board.is_sea(space), f"{piece} in {space}"
    assert 0 <= piece.used <= world.type(piece).move + piece.extra, piece
    if kind == "facility":
        facilities = Facilities.of(world)
        assert piece.damage <= (facilities.settings.types[piece.unit].endures if facilities else 0), piece
        return
    kept = not world.sequences.sequences["sea"].repaired
    assert piece.damage == 0 or kept, f"{piece} is damaged outside a battle"
    assert piece.damage < world.type(piece).hits, f"{piece} should have sunk"
    assert not piece.away, f"{piece} has air units away outside a battle"
    assert world.type(piece).takes(tuple(c.unit for c in piece.cargo)), piece
    assert all(world.friends(c.power, piece.power) for c in piece.cargo), piece


def _check_loose_flyers(world: World, state: AreaState, space: str, pieces: Stack) -> None:
    """Only the power on turn has air units in the air at sea; stranded ones are waiting to land."""
    if "pull-backs" in world.features and not FIGHTING.isdisjoint(state.turn.phases.values()):
        return  # who has come to support others or was pulled back comes down when all combats are over
    stranded = {(s.space, s.power, s.unit): s.count for s in state.turn.stranded}
    for piece, count in pieces:
        if piece.came and not FIGHTING.isdisjoint(state.turn.phases.values()):
            continue  # it has scrambled, and flies home when all combats are over
        if world.type(piece).kind == "air" and piece.power not in active(state):
            assert stranded.get((space, piece.power, piece.unit)) == count, f"{piece} hangs in the air in {space}"


def check_rested(world: World, state: AreaState) -> None:
    """Between turns: everything rested and every air unit down."""
    for space, pieces in state.stacks.items():
        for piece, _ in pieces:
            assert not (piece.used or piece.moved or piece.landed or piece.landing or piece.offloaded), piece
            assert not (piece.came or piece.submerged or piece.raiding or piece.mission), piece
            if world.board.is_sea(space) and piece.power not in active(state):
                assert world.type(piece).kind == "sea", f"{piece} in {space} after its turn"
            assert free_places(world, piece, "fighter") >= 0
    assert not any(units for units in state.bought.values()), "bought units kept for another turn"
    assert not any(bought(state, power) for power in active(state)), "research dice kept for another turn"
    bombed = [
        space for space, done in state.damage.items() if done.production and state.control[space] in active(state)
    ]
    assert not bombed, "damage to production lasts for one turn"
