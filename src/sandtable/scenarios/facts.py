"""Compares a game's board and tables with what a scenario expects."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from sandtable.area.notation import find_unit
from sandtable.area.opening import deal
from sandtable.core.nearest import nearest
from sandtable.scenarios.mismatch import Mismatch, compare, compare_names, compare_sets
from sandtable.scenarios.table import StepError, Table, as_names
from sandtable.scenarios.words import Facts


def look_up(table: Table, facts: Facts) -> Iterator[Mismatch]:
    """Every fact that differs from the game's data."""
    yield from _board(table, facts)
    yield from _tables(table, facts)


def _board(table: Table, facts: Facts) -> Iterator[Mismatch]:
    board = table.world.board
    counts = {"territories": len(board.territories), "sea_zones": len(board.sea_zones)}
    for what, count in facts.spaces.items():
        if what not in counts:
            raise StepError(f"facts: spaces are 'territories' or 'sea_zones', not {what!r}")
        yield from compare(f"number of {what}", count, counts[what])
    for name, value in facts.value.items():
        land = _territory(table, name)
        yield from compare(f"value of {land}", value, board.territories[land].value)
    if facts.cities is not None:
        found = [f"{land.city} in {name}" for name, land in board.territories.items() if land.city]
        cities = [f"{city} in {_territory(table, name)}" for city, name in facts.cities.items()]
        yield from compare_sets("cities", cities, found)
    for name, army in facts.army.items():
        land = _territory(table, name)
        yield from compare(f"standing army of {land}", army, board.territories[land].army)
    if facts.total_value is not None:
        yield from compare(
            "sum of all values", facts.total_value, sum(t.value for t in board.territories.values())
        )
    for name, owner in facts.owner.items():
        land = _territory(table, name)
        wanted = "nobody" if owner in ("nobody", "") else table.power(owner)
        yield from compare(f"original controller of {land}", wanted, board.territories[land].owner or "nobody")
    if facts.factories is not None:
        found = [name for name, land in board.territories.items() if land.factory]
        yield from compare_sets("factories", _spaces(table, facts.factories), found)
    if facts.neutral is not None:
        found = [name for name in board.territories if board.is_neutral(name)]
        yield from compare_sets("neutral territories", _spaces(table, facts.neutral), found)
    for name in as_names(facts.islands):
        yield from compare(f"{name} an island", True, board.territories[_territory(table, name)].island)
    for name in as_names(facts.not_islands):
        yield from compare(f"{name} an island", False, board.territories[_territory(table, name)].island)
    for wanted_touch, pairs in ((True, facts.adjacent), (False, facts.not_adjacent)):
        for pair in pairs:
            if len(pair) != 2:
                raise StepError(f"facts: {list(pair)} is not a pair of spaces")
            a, b = (table.space(space) for space in pair)
            yield from compare(f"{a} touches {b}", wanted_touch, board.adjacent(a, b))
    for centre, names in facts.neighbours.items():
        space = table.space(centre)
        yield from compare_sets(f"neighbours of {space}", _spaces(table, names), board.neighbours(space))


def _tables(table: Table, facts: Facts) -> Iterator[Mismatch]:
    game, units = table.world.game, table.world.units
    if facts.capitals is not None:
        yield from _capitals(table, facts.capitals)
    if facts.unit_types is not None:
        wanted = [table.named(find_unit(table.world, name)) for name in as_names(facts.unit_types)]
        yield from compare_sets("unit types", wanted, units)
    for name, line in facts.unit_table.items():
        unit = table.named(find_unit(table.world, name))
        known = msgspec.to_builtins(units[unit])
        for key, value in line.items():
            if key not in known:
                raise StepError(f"the unit table has no column {key!r}{nearest(key, known)}")
            if isinstance(value, list) and isinstance(known[key], list | tuple):
                yield from compare_sets(f"{key} of {unit}", map(str, value), map(str, known[key]))
            else:
                yield from compare(f"{key} of {unit}", value, known[key])
    if facts.phases is not None:
        yield from compare_names("phases", as_names(facts.phases), tuple(game.phases))
    if facts.order is not None:
        wanted = [table.power(name) for name in as_names(facts.order)]
        yield from compare_names("order of play", wanted, table.world.order)
    for side, names in facts.sides.items():
        if side not in game.sides:
            raise StepError(f"unknown side {side!r}{nearest(side, game.sides)}")
        wanted = [table.power(name) for name in as_names(names)]
        found = [power for power in table.world.order if table.world.side(power) == side]
        yield from compare_sets(f"powers of {side}", wanted, found)
    for players, hands in facts.deals.items():
        found_hands = [sorted(powers) for powers in deal(table.world, players).values()]
        wanted_hands = [sorted(table.power(name) for name in as_names(hand)) for hand in hands]
        yield from compare(f"powers for {players} players", wanted_hands, found_hands)
    for name in as_names(facts.absent):
        there = name in units or (name not in game.absent and name.replace(" ", "_") not in game.absent)
        yield from compare(f"{name} exists", False, there)


def _capitals(table: Table, expected: Mapping[str, str]) -> Iterator[Mismatch]:
    wanted = {table.power(who): place for who, place in expected.items()}
    powers = table.world.powers
    yield from compare_sets("powers with a capital", wanted, powers)
    for power, place in wanted.items():
        if power in powers and place not in (powers[power].capital, powers[power].city):
            yield Mismatch(f"capital of {power}", place, f"{powers[power].capital} ({powers[power].city})")


def _territory(table: Table, name: str) -> str:
    space = table.space(name)
    if table.world.board.is_sea(space):
        raise StepError(f"{space} is a sea zone")
    return space


def _spaces(table: Table, names: str | Sequence[str | int]) -> list[str]:
    return [table.space(name) for name in as_names(names)]
