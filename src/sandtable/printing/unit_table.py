"""The unit table: numbers and abilities."""

from collections import Counter
from collections.abc import Iterator

from sandtable.area.units import ABILITIES, UnitType
from sandtable.area.world import World
from sandtable.core.wording import listed, sentence, times
from sandtable.printing.flow import Block, column_width, sheets
from sandtable.printing.grid import head, row
from sandtable.printing.pieces import shadow
from sandtable.printing.sheet import MARK, TEXT, Sheet

_CENTRED = frozenset({2, 3, 4, 5, 6})


def unit_table(world: World, parent: World | None = None) -> Iterator[Sheet]:
    """All units, with the effects of their abilities. What is not as in the parent game is marked."""
    room = column_width(1)
    widths = (14.0, 34.0, 12.0, 14.0, 15.0, 12.0, 11.0, room - 112)
    names = ("", "Unit", "Cost", "Attack", "Defense", "Move", "Hits", "Abilities")
    blocks: list[Block] = list(head(names, widths, _CENTRED))
    for name, kind in world.units.items():
        numbers = (kind.cost, kind.attack, kind.defense, kind.move, kind.hits)
        cells = ("", sentence(kind.name).rstrip("."), *map(str, numbers), _notes(world, kind))
        marked = _changed(kind, parent.units.get(name)) if parent is not None else ()
        picture = shadow(name, 0.5, 1, 10.5, MARK if 1 in marked else TEXT)
        blocks.append(row(cells, widths, size=3.4, centred=_CENTRED, picture=picture, least=7.6, marked=marked))
    yield from sheets("units", "Units", blocks)


def _changed(kind: UnitType, before: UnitType | None) -> tuple[int, ...]:
    """The columns in which a unit is not as in the parent game."""
    if before is None:
        return tuple(range(1, 8))
    numbers = ("cost", "attack", "defense", "move", "hits")
    found = [at for at, name in enumerate(numbers, 2) if getattr(kind, name) != getattr(before, name)]
    others = [name for name in kind.__struct_fields__ if name not in (*numbers, "name", "plural", "short")]
    if kind.name != before.name:
        found.append(1)
    if any(getattr(kind, name) != getattr(before, name) for name in others):
        found.append(7)
    return tuple(found)


def _notes(world: World, kind: UnitType) -> str:
    notes = [ABILITIES[ability] for ability in kind.abilities]
    if kind.berths:
        places = (_places(world, berth, count) for berth, count in Counter(kind.berths).items())
        notes.append(f"carries {listed(places)}")
    if kind.fills:
        notes.append(f"or a single {' or '.join(world.units[unit].name for unit in kind.fills)}")
    if kind.attack_dice > 1:
        notes.append(f"attacks with {kind.attack_dice} dice")
    if kind.limit:
        notes.append(f"at most {kind.limit} in a territory")
    return sentence("; ".join(notes)) if notes else ""


def _places(world: World, berth: tuple[str, ...], count: int) -> str:
    """The units that fit in some berths."""
    if len(berth) == 1:
        return times(count, world.units[berth[0]].name, world.units[berth[0]].plural)
    names = listed([world.units[unit].name for unit in berth], "or")
    return f"1 {names}" if count == 1 else f"{count} units ({names})"
