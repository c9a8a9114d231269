"""What each battle event does to the state."""

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import hurt
from sandtable.area.battle.decks import embarked, is_seaborne, settled
from sandtable.area.battle.leading import leader
from sandtable.area.battle.placing import bystanders
from sandtable.area.battle.returning import mended
from sandtable.area.battle.sequence import other
from sandtable.area.battle.values import abilities, strip_of
from sandtable.area.events import (
    Aimed,
    AimedFired,
    AreaEvent,
    BattleBegan,
    BattleEnded,
    CasualtiesRemoved,
    Defenseless,
    GunsFired,
    LeaveNamed,
    LossesDue,
    LossesTaken,
    Proposed,
    PulledBack,
    Retreated,
    RetreatOffered,
    Rolled,
    RoundBegan,
    Searched,
    StepReached,
    Submerged,
    WereStranded,
    Withdrew,
)
from sandtable.area.forces import EMPTY, Piece, Stack, changed, merge, minus, stack, where
from sandtable.area.state import AreaState, Battle, Hits, Marked, Party, Stranded, Strip, Turn
from sandtable.area.updates import placed
from sandtable.area.world import World

BattleEvent = (
    BattleBegan
    | RoundBegan
    | StepReached
    | Rolled
    | Aimed
    | AimedFired
    | Searched
    | GunsFired
    | LossesDue
    | Proposed
    | LossesTaken
    | CasualtiesRemoved
    | Submerged
    | Withdrew
    | LeaveNamed
    | PulledBack
    | RetreatOffered
    | Retreated
    | Defenseless
    | BattleEnded
    | WereStranded
)

BATTLE_EVENTS = frozenset(get_args(BattleEvent))


def evolve_battle(world: World, state: AreaState, event: AreaEvent) -> AreaState:
    """The state after a battle event."""
    if isinstance(event, WereStranded):
        stranded = Stranded(event.space, event.power, event.unit, event.count)
        return replace(state, turn=replace(state.turn, stranded=(*state.turn.stranded, stranded)))
    if isinstance(event, BattleBegan):
        stacks = placed(state.stacks, {event.battle.space: bystanders(world, state, event.battle)})
        return replace(
            state, stacks=stacks, battle=event.battle, turn=_remembered(world, state.turn, event.battle)
        )
    battle = state.battle
    if battle is None:
        raise ValueError(f"{type(event).__name__} without a battle")
    if isinstance(event, BattleEnded):
        back = merge(state.at(event.space), event.attackers, event.defenders)
        return replace(state, stacks=placed(state.stacks, {event.space: back}), battle=None)
    if isinstance(event, Withdrew):
        return _withdrawn(state, battle, event)
    if isinstance(event, PulledBack):
        return _pulled_back(world, state, battle, event)
    if isinstance(event, GunsFired):
        strip = battle.attack
        left = minus(minus(strip.units, event.destroyed), event.driven_off)
        stacks = placed(state.stacks, {event.space: merge(state.at(event.space), event.driven_off)})
        battle = replace(battle, attack=replace(strip, units=left), found=())
        return replace(state, stacks=stacks, battle=battle)
    if isinstance(event, Retreated):
        stacks = placed(state.stacks, {event.space: merge(state.at(event.space), event.air)})
        if event.units:
            gone = changed(mended(world, battle, event.units), lambda p: replace(p, retreated=True))
            stacks = placed(stacks, {event.to: merge(stacks.get(event.to, EMPTY), gone)})
        left = minus(minus(battle.attack.units, event.units), event.air)
        battle = replace(battle, attack=replace(battle.attack, units=left), retreats=())
        return replace(state, stacks=stacks, battle=battle)
    return replace(state, battle=_on_the_strip(world, state, battle, event))


def _remembered(world: World, turn: Turn, battle: Battle) -> Turn:
    """Which zones have seen a battle, if the game needs that."""
    if not battle.at_sea or not world.features & {"support", "withdrawal"}:
        return turn
    return replace(turn, fought=tuple(sorted({*turn.fought, battle.space})))


def _withdrawn(state: AreaState, battle: Battle, event: Withdrew) -> AreaState:
    battle = replace(battle, answered=(*battle.answered, event.power))
    strip = strip_of(battle, event.side)
    battle = _with(battle, event.side, replace(strip, units=minus(strip.units, event.units)))
    stacks: Mapping[str, Stack] = state.stacks
    if event.units:
        gone = event.units
        if event.side == "attack":
            gone = changed(gone, lambda p: replace(p, retreated=True))
        stacks = placed(stacks, {event.to: merge(stacks.get(event.to, EMPTY), gone)})
    return replace(state, stacks=stacks, battle=battle)


def _pulled_back(world: World, state: AreaState, battle: Battle, event: PulledBack) -> AreaState:
    leave = event.leave
    strip = strip_of(battle, event.side)
    left = minus(strip.units, leave.below)
    stacks: Mapping[str, Stack] = state.stacks
    for party in sorted(leave.parties, key=lambda p: any(world.type(q).kind == "air" for q, _ in p.units)):
        left = minus(left, party.units)
        stacks = placed(stacks, {party.to or event.space: _arrived(world, stacks, battle, event, party)})
    down = changed(leave.below, lambda p: replace(p, submerged=True, away=()))
    after = replace(strip, units=left, submerged=merge(strip.submerged, down))
    battle = replace(
        _with(battle, event.side, after),
        answered=(*battle.answered, leave.power),
        leaving=(),
        deadlock=battle.deadlock or event.deadlock,
    )
    return replace(state, stacks=stacks, battle=battle)


def _arrived(world: World, stacks: Mapping[str, Stack], battle: Battle, event: PulledBack, party: Party) -> Stack:
    """The stack at a refuge with the arrivals added: air units land, troops board."""
    here = stacks.get(party.to or event.space, EMPTY)
    if not party.to:
        if event.side == "defend":  # they look for a landing place when all combats are over
            return merge(here, changed(party.units, lambda p: replace(_gone(p), submerged=True)))
        return merge(here, party.units)
    troops = where(party.units, lambda p: event.side == "attack" and is_seaborne(battle, p))
    at_sea = world.board.is_sea(party.to)
    planes = where(party.units, lambda p: at_sea and world.type(p).kind == "air")
    rest = minus(minus(party.units, troops), planes)
    here = merge(here, changed(rest, _gone))
    if troops:
        passengers = [
            Piece(p.power, event.aboard, moved=True, boarded="combat", retreated=True)
            for p, n in troops
            for _ in range(n)
        ]
        here, _ = embarked(world, here, passengers, event.space)
    if planes:
        here, homeless = settled(world, here, [p for p, n in planes for _ in range(n)])
        here = merge(here, stack((_gone(p), 1) for p in homeless))
    return here


def _gone(piece: Piece) -> Piece:
    """A unit that has left a battle for good."""
    return replace(piece, retreated=True, came="", away=())


def _on_the_strip(world: World, state: AreaState, battle: Battle, event: AreaEvent) -> Battle:
    """Events that change only the strip, not the board."""
    match event:
        case RoundBegan():
            attack, defend = battle.attack, battle.defend
            return replace(
                battle,
                round=event.round,
                step=0,
                answered=(),
                retreats=(),
                deadlock=False,
                attack=_fresh(world, state, battle, "attack", abilities(world, attack.units, defend.units)),
                defend=_fresh(world, state, battle, "defend", abilities(world, defend.units, attack.units)),
            )
        case StepReached():
            return replace(battle, step=event.step, answered=(), retreats=(), column=0, leaving=())
        case Rolled() if event.absorbed:
            battle = _with(battle, other(event.side), _shielded(world, battle, other(event.side), event.absorbed))
            return _on_the_strip(world, state, battle, replace(event, absorbed=0))
        case Rolled() if event.pending:
            strip = strip_of(battle, other(event.side))
            return _with(battle, other(event.side), replace(strip, hits=_added(strip.hits, event.hits)))
        case Aimed():
            strip = strip_of(battle, event.side)
            return _with(battle, event.side, replace(strip, aims=event.shots))
        case AimedFired():
            strip, enemy = strip_of(battle, event.side), strip_of(battle, other(event.side))
            marked = tuple(Marked(roll.at, roll.hits) for roll in event.rolls if roll.hits)
            battle = _with(battle, event.side, replace(strip, aims=(), fired=merge(strip.fired, event.by)))
            return _with(battle, other(event.side), replace(enemy, marked=(*enemy.marked, *marked)))
        case Searched():
            return replace(battle, found=event.found)
        case LossesDue():
            return replace(battle, victim=event.side, hits=strip_of(battle, event.side).hits)
        case LeaveNamed():
            return replace(
                battle, leaving=(*battle.leaving, event.leave), answered=(*battle.answered, event.leave.power)
            )
        case Rolled():
            victim = other(event.side) if event.hits or event.picked else ""
            return replace(
                battle,
                hits=event.hits,
                picked=event.picked,
                victim=victim,
                proposals=(),
                column=event.column,
            )
        case Proposed():
            return replace(battle, proposals=(*battle.proposals, event.proposal))
        case LossesTaken():
            strip = strip_of(battle, event.side)
            left = minus(minus(strip.units, event.damaged), event.destroyed)
            left = merge(left, changed(event.damaged, hurt))
            behind = merge(strip.casualties, event.destroyed) if event.behind else strip.casualties
            if event.picked:
                battle = replace(battle, picked=(), victim=battle.victim if battle.hits else "")
            else:
                battle = replace(battle, hits=(), victim="", proposals=())
            strip = replace(strip, marked=()) if event.aimed else replace(strip, hits=())
            return _with(battle, event.side, replace(strip, units=left, casualties=behind))
        case CasualtiesRemoved():
            strip = strip_of(battle, event.side)
            return _with(battle, event.side, replace(strip, casualties=minus(strip.casualties, event.units)))
        case Submerged():
            strip = strip_of(battle, event.side)
            down = merge(strip.submerged, event.units)
            battle = replace(battle, answered=(*battle.answered, event.power))
            return _with(battle, event.side, replace(strip, units=minus(strip.units, event.units), submerged=down))
        case RetreatOffered():
            return replace(battle, retreats=event.to)
        case Defenseless():
            strip = strip_of(battle, event.side)
            return _with(battle, event.side, replace(strip, units=minus(strip.units, event.units)))
        case _:
            raise ValueError(f"{type(event).__name__} is no event of a battle")


def _shielded(world: World, battle: Battle, side: Side, hits: int) -> Strip:
    """A strip after its shields took some hits."""
    strip = strip_of(battle, side)
    units = strip.units
    for piece, count in strip.units:
        for _ in range(count if piece.unit in world.shields else 0):
            taken = min(hits, world.type(piece).hits - piece.damage)
            units = merge(minus(units, ((piece, 1),)), ((replace(piece, damage=piece.damage + taken), 1),))
            hits -= taken
    return replace(strip, units=units)


def _fresh(world: World, state: AreaState, battle: Battle, side: Side, able: tuple[str, ...]) -> Strip:
    """A strip at the start of a round."""
    who = leader(world, state.control, battle, side)
    return replace(strip_of(battle, side), abilities=able, leader=who, aims=(), fired=EMPTY)


def _added(hits: tuple[Hits, ...], more: tuple[Hits, ...]) -> tuple[Hits, ...]:
    """Hits of each kind, with more added."""
    counts: dict[str, int] = {}
    for one in (*hits, *more):
        counts[one.volley] = counts.get(one.volley, 0) + one.count
    return tuple(Hits(kind, count) for kind, count in sorted(counts.items()))


def _with(battle: Battle, side: str, strip: Strip) -> Battle:
    return replace(battle, attack=strip) if side == "attack" else replace(battle, defend=strip)
