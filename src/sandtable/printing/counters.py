"""Counters to cut out: for each power its starting units, spares to buy, and control markers."""

from collections.abc import Iterator, Mapping

from sandtable.area.world import World
from sandtable.core.wording import times
from sandtable.printing.flow import Block, column_width, paragraph, sheets, space
from sandtable.printing.pieces import COUNTER, counter
from sandtable.printing.sheet import PALE, Sheet

SPARE, SHARE = 3, 3
"""Spare counters of each unit that can be bought: at least ``SPARE``, or 1/``SHARE`` of the set-up."""
CONTROL = 20


def placed(world: World, power: str) -> Mapping[str, int]:
    """A power's starting units, in unit table order, without those drawn on the board."""
    setup = next(iter(world.setup.scenarios.values())).get(power, {})
    return {
        unit: count
        for unit in world.units
        if unit not in world.setup.on_board and (count := sum(stack.get(unit, 0) for stack in setup.values()))
    }


def needed(world: World, power: str) -> Mapping[str, int]:
    """How many counters a power gets of each unit."""
    begun = placed(world, power)
    spare = {
        unit: max(SPARE, -(-begun.get(unit, 0) // SHARE)) if kind.cost else 0 for unit, kind in world.units.items()
    }
    return {unit: n for unit in world.units if (n := begun.get(unit, 0) + spare[unit])}


def counters(world: World) -> Iterator[Sheet]:
    """The sheets of all powers."""
    across = int(column_width(1) // COUNTER[0])
    for power, info in world.powers.items():
        wanted = needed(world, power)
        faces = [
            counter(power, unit, world.units[unit].name) for unit, count in wanted.items() for _ in range(count)
        ]
        faces += [counter(power, "", "")] * CONTROL
        told = ", ".join(
            times(count, world.units[unit].name, world.units[unit].plural) for unit, count in wanted.items()
        )
        blocks: list[Block] = [
            *paragraph(f"{told}, {CONTROL} control markers.", column_width(1), 3.1, colour=PALE),
            space(3),
        ]
        for start in range(0, len(faces), across):
            row = (
                f'<g transform="translate({n * COUNTER[0]:g} 0)">{one}</g>'
                for n, one in enumerate(faces[start : start + across])
            )
            blocks.append(Block(COUNTER[1], "".join(row)))
        yield from sheets("counters", f"Counters: {info.name}", blocks)
