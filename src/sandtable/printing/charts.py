"""Set-up charts: each power's territories and units."""

from collections.abc import Iterator, Mapping

from sandtable.area.world import World
from sandtable.core.wording import times
from sandtable.printing.flow import Block, column_width, heading, paragraph, sheets, space
from sandtable.printing.grid import head, row
from sandtable.printing.pieces import emblem
from sandtable.printing.sheet import MARK, PALE, Sheet

_CENTRED = frozenset({1})


def charts(world: World, parent: World | None = None) -> Iterator[Sheet]:
    """One chart per power, in order of play. What is not as in the parent game is marked."""
    setup = next(iter(world.setup.scenarios.values()))
    older = {new: old for old, new in world.game.renamed.items()}
    before = next(iter(parent.setup.scenarios.values())) if parent is not None else {}
    for power, info in world.powers.items():
        lands = {name: land for name, land in world.board.territories.items() if land.holder == power}
        stands = setup.get(power, {})
        income = sum(land.value for land in lands.values())
        seat = f", capital in {info.capital}" if info.capital else ""
        told = (
            f"{world.game.sides[info.side]}{seat}. Begins with {info.treasury} IPCs; "
            f"its territories are worth {income} a round."
        )
        room = column_width(1)
        blocks: list[Block] = [
            Block(0.01, emblem(power, room - 7, -10, 13)),
            *paragraph(told, room, 3.8, colour=MARK if _money_changed(parent, power, info.treasury) else PALE),
            space(3),
        ]
        widths = (58.0, 16.0, room - 74)
        blocks += head(("Space", "Value", "Units"), widths, _CENTRED)
        for name in sorted(stands, key=lambda one: (world.board.is_sea(one), one not in lands)):
            value = str(lands[name].value) if name in lands else ""
            cells = (name, value, _units(world, stands[name]))
            new: tuple[int, ...] = ()
            if parent is not None:
                old = older.get(name, name)
                was = parent.board.territories.get(old)
                if name in lands and (was is None or was.value != lands[name].value):
                    new = (1,)
                if before.get(power, {}).get(old, {}) != stands[name]:
                    new = (*new, 2)
            blocks.append(row(cells, widths, size=3.6, centred=_CENTRED, marked=new))
        empty = [f"{name} ({land.value})" for name, land in lands.items() if name not in stands]
        if empty:
            blocks += [space(3), *heading("Also held, without units", room, 4.2)]
            blocks += paragraph(", ".join(empty), room, 3.6)
        yield from sheets("set-up", f"Set-up: {info.name}", blocks)


def _money_changed(parent: World | None, power: str, treasury: int) -> bool:
    if parent is None:
        return False
    before = parent.powers.get(power)
    return before is None or before.treasury != treasury


def _units(world: World, stack: Mapping[str, int]) -> str:
    return ", ".join(
        times(count, world.units[unit].name, world.units[unit].plural) for unit, count in stack.items() if count
    )
