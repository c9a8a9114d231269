"""What each battle event does to the state."""

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.area.battle.casualties import hurt
from sandtable.area.battle.placing import bystanders
from sandtable.area.battle.returning import mended
from sandtable.area.battle.sequence import other
from sandtable.area.battle.volleys import abilities, strip_of
from sandtable.area.events import (
    AreaEvent,
    BattleBegan,
    BattleEnded,
    CasualtiesRemoved,
    Defenseless,
    LossesTaken,
    Proposed,
    Retreated,
    RetreatOffered,
    Rolled,
    RoundBegan,
    StepReached,
    Submerged,
    WereStranded,
    Withdrew,
)
from sandtable.area.forces import EMPTY, Stack, changed, merge, minus
from sandtable.area.state import AreaState, Battle, Stranded, Strip, Turn
from sandtable.area.world import World

BattleEvent = (
    BattleBegan
    | RoundBegan
    | StepReached
    | Rolled
    | Proposed
    | LossesTaken
    | CasualtiesRemoved
    | Submerged
    | Withdrew
    | RetreatOffered
    | Retreated
    | Defenseless
    | BattleEnded
    | WereStranded
)


def evolve_battle(world: World, state: AreaState, event: AreaEvent) -> AreaState:
    """The state after a battle event."""
    if isinstance(event, WereStranded):
        stranded = Stranded(event.space, event.power, event.unit, event.count)
        return replace(state, turn=replace(state.turn, stranded=(*state.turn.stranded, stranded)))
    if isinstance(event, BattleBegan):
        stacks = _put(state.stacks, event.battle.space, bystanders(world, state, event.battle))
        return replace(
            state, stacks=stacks, battle=event.battle, turn=_remembered(world, state.turn, event.battle)
        )
    battle = state.battle
    if battle is None:
        raise ValueError(f"{type(event).__name__} without a battle")
    if isinstance(event, BattleEnded):
        back = merge(state.at(event.space), event.attackers, event.defenders)
        return replace(state, stacks=_put(state.stacks, event.space, back), battle=None)
    if isinstance(event, Withdrew):
        return _withdrawn(state, battle, event)
    if isinstance(event, Retreated):
        stacks = _put(state.stacks, event.space, merge(state.at(event.space), event.air))
        if event.units:
            gone = changed(mended(world, battle, event.units), lambda p: replace(p, retreated=True))
            stacks = _put(stacks, event.to, merge(stacks.get(event.to, EMPTY), gone))
        left = minus(minus(battle.attack.units, event.units), event.air)
        battle = replace(battle, attack=replace(battle.attack, units=left), retreats=())
        return replace(state, stacks=stacks, battle=battle)
    return replace(state, battle=_on_the_strip(world, battle, event))


def _remembered(world: World, turn: Turn, battle: Battle) -> Turn:
    """Which zones have seen a battle, if anything in this game depends on it."""
    if battle.sequence != "sea" or not world.features & {"support", "withdrawal"}:
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
        stacks = _put(stacks, event.to, merge(stacks.get(event.to, EMPTY), gone))
    return replace(state, stacks=stacks, battle=battle)


def _put(stacks: Mapping[str, Stack], space: str, units: Stack) -> dict[str, Stack]:
    """The board with this in a space; an empty stack is no stack."""
    after = dict(stacks)
    if units:
        after[space] = units
    else:
        after.pop(space, None)
    return after


def _on_the_strip(world: World, battle: Battle, event: AreaEvent) -> Battle:
    """What happens along the strip and leaves the board alone."""
    match event:
        case RoundBegan():
            attack, defend = battle.attack, battle.defend
            return replace(
                battle,
                round=event.round,
                step=0,
                answered=(),
                retreats=(),
                attack=replace(attack, abilities=abilities(world, attack.units)),
                defend=replace(defend, abilities=abilities(world, defend.units)),
            )
        case StepReached():
            return replace(battle, step=event.step, answered=(), retreats=(), column=0)
        case Rolled():
            victim = other(event.side) if event.hits else ""
            return replace(battle, hits=event.hits, victim=victim, proposals=(), column=event.column)
        case Proposed():
            return replace(battle, proposals=(*battle.proposals, event.proposal))
        case LossesTaken():
            strip = strip_of(battle, event.side)
            left = minus(minus(strip.units, event.damaged), event.destroyed)
            left = merge(left, changed(event.damaged, hurt))
            behind = merge(strip.casualties, event.destroyed) if event.behind else strip.casualties
            battle = replace(battle, hits=(), victim="", proposals=())
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


def _with(battle: Battle, side: str, strip: Strip) -> Battle:
    return replace(battle, attack=strip) if side == "attack" else replace(battle, defend=strip)
