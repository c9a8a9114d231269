"""How TripleA's board and opening differ from ours."""

from collections import Counter
from collections.abc import Iterator

from bench.peer.positions import heard
from bench.peer.triplea import TripleA
from bench.peer.words import Words
from sandtable.area.state import AreaState


def differences(words: Words, triplea: TripleA, opening: AreaState) -> Iterator[str]:
    """What differs between the two, in words; nothing if they are the same."""
    world = words.world
    theirs = {line[1]: line for line in triplea.ask("MAP")}
    for name in theirs.keys() - set(words.spaces.values()):
        yield f"only there: {name}"
    for space, name in words.spaces.items():
        if name not in theirs:
            yield f"only here: {space}"
            continue
        _, _, water, value, closed, nearby = theirs[name]
        sea = world.board.is_sea(space)
        if sea != (water == "1"):
            yield f"{space}: {'sea' if sea else 'land'} here"
        ours = {words.spaces[one] for one in world.board.neighbours(space)}
        there = set(filter(None, nearby.split("|")))
        if ours != there:
            yield f"{space}: neighbours only here {sorted(ours - there)}, only there {sorted(there - ours)}"
        if not sea:
            land = world.board.territories[space]
            if land.value != int(value):
                yield f"{space}: worth {land.value} here, {value} there"
            if land.neutral != (closed == "1"):
                yield f"{space}: {'neutral' if land.neutral else 'open'} here, impassable there: {closed}"
    state, odd = heard(words, opening, triplea.ask("STATE"))
    yield from odd
    here, there_ = census(opening), census(state)
    for key in sorted(here.keys() | there_.keys()):
        if here[key] != there_[key]:
            yield f"{' '.join(key)}: {here[key]} here, {there_[key]} there"
    for space in sorted(state.control.keys() | opening.control.keys()):
        if state.control.get(space) != opening.control.get(space):
            yield f"{space}: held by {opening.control.get(space)} here, {state.control.get(space)} there"
    if state.treasury != opening.treasury:
        yield f"money: {opening.treasury} here, {state.treasury} there"


def census(state: AreaState) -> Counter[tuple[str, str, str]]:
    """How many units of each power and type are where."""
    found: Counter[tuple[str, str, str]] = Counter()
    for space, pieces in state.stacks.items():
        for piece, count in pieces:
            for one in (piece, *piece.cargo):
                found[space, one.power, one.unit] += count
    return found
