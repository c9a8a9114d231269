"""A position in the words of another engine, and back."""

from collections import defaultdict

from msgspec.structs import replace

from bench.peer.engine import Line
from bench.peer.words import NOBODY, Words
from sandtable.area.forces import EMPTY, Piece, Stack, aboard, add, take
from sandtable.area.movement.landing import free_places
from sandtable.area.opening import board_at_start
from sandtable.area.state import AreaState, Turn
from sandtable.area.techs import with_techs
from sandtable.area.world import World

FACTORY = "factory"
"""TripleA's unit for what some games print on the board."""


def told(words: Words, state: AreaState) -> list[str]:
    """A position as lines: owners, units with the ship they are aboard, money."""
    world, lines, number = words.world, list[str](), 0

    def unit(space: str, piece: Piece, carrier: str) -> str:
        nonlocal number
        number += 1
        kind, owner = words.units.get(piece.unit, piece.unit), words.powers[piece.power]
        fields = ["U", str(number), words.spaces[space], kind, owner, str(piece.damage), carrier]
        lines.append("\t".join(fields))
        return str(number)

    for space, power in state.control.items():
        lines.append(f"O\t{words.spaces[space]}\t{words.powers[power]}")
    for space, pieces in state.stacks.items():
        for piece, count in pieces:
            for _ in range(count):
                ship = unit(space, piece, "-")
                for one in piece.cargo:  # planes stand beside their carrier there
                    unit(space, one, ship if world.units[one.unit].kind == "land" else "-")
    if not world.factory_units:
        for space, land in world.board.territories.items():
            if land.factory:
                unit(space, Piece(state.control[space], FACTORY), "-")
    lines.extend(f"P\t{words.powers[power]}\t{money}" for power, money in state.treasury.items())
    if words.developments:
        lines.extend(f"T\t{power}\t{tech}" for power, tech in state.techs)
    return lines


def heard(words: Words, state: AreaState, lines: list[Line]) -> tuple[AreaState, list[str]]:
    """The position that lines describe, between two turns, and what did not fit."""
    world, odd, techs = words.world, list[str](), state.techs
    control, treasury = dict[str, str](), dict[str, int]()
    units = dict[str, tuple[str, Piece]]()
    carried: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines:
        if line[0] == "O" and line[2] != NOBODY:
            control[words.our_space[line[1]]] = words.our_power[line[2]]
        elif line[0] == "P":
            treasury[words.our_power[line[1]]] = int(line[2])
        elif line[0] == "T":
            techs = with_techs(techs, line[1], (line[2],))
        elif line[0] == "U":
            _, number, space, kind, owner, _, ship = line
            if kind == FACTORY and not world.factory_units:
                continue
            units[number] = (words.our_space[space], Piece(words.our_power[owner], words.our_unit[kind]))
            if ship != "-":
                carried[ship].append(number)
    cargo = {one for some in carried.values() for one in some}
    stacks = dict[str, Stack]()
    for number, (space, plain) in units.items():
        if number in cargo:
            continue
        loaded = carried.get(number, [])
        piece = aboard(plain, *(units[one][1] for one in loaded)) if loaded else plain
        if world.board.is_sea(space) and world.units[piece.unit].kind == "land":
            odd.append(f"{piece.power} {piece.unit} swims in {space}; removed")
            continue
        stacks[space] = add(stacks.get(space, EMPTY), piece)
    for space in [one for one in stacks if world.board.is_sea(one)]:
        stacks[space] = _landed(world, space, board_at_start(world, stacks[space]), odd)
    stacks = {space: pieces for space, pieces in stacks.items() if pieces}
    after = replace(
        state, control=control, treasury=treasury, stacks=stacks, techs=techs, turn=Turn({}), bought={}
    )
    return after, odd


def _landed(world: World, space: str, pieces: Stack, odd: list[str]) -> Stack:
    """Planes that found no carrier of their own go aboard a partner's."""
    for piece, count in pieces:
        if world.units[piece.unit].kind != "air":
            continue
        for _ in range(count):
            pieces = take(pieces, piece)
            ship = next(
                (
                    s
                    for s, _ in pieces
                    if world.friends(s.power, piece.power) and free_places(world, s, piece.unit)
                ),
                None,
            )
            if ship is None:
                odd.append(f"{piece.power} {piece.unit} over {space} has no carrier; removed")
            else:
                pieces = add(take(pieces, ship), aboard(ship, piece))
    return pieces
