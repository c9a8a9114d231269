"""Names in requirements that the game doesn't have."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sandtable.area.leanings import STRICT
from sandtable.area.requirements.kinds import (
    SELF,
    Control,
    Happened,
    Leaning,
    Peace,
    Points,
    Production,
    Requirements,
    Units,
    War,
    walk,
)
from sandtable.core.datafile import Misfit

if TYPE_CHECKING:
    from sandtable.area.world import World

Path = tuple[str, ...]


def misfits(world: "World", file: str, requirements: Requirements, under: Path = ()) -> Iterator[Misfit]:
    """Unknown names in a file's requirements; ``under``: the keys that contain them."""
    powers = (*world.powers, *world.game.sides, SELF)
    board = world.board

    def unknown(what: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Misfit]:
        known = tuple(known)
        for name in names:
            if name not in known:
                yield Misfit(file, f"unknown {what} {name!r}", name, known, under)

    for one in walk(requirements):
        match one:
            case Control():
                yield from unknown("territory", one.of, (*board.territories, *board.regions))
                yield from unknown("power", one.by, powers)
            case War() | Peace():
                yield from unknown("power", (*one.by, *one.against), powers)
            case Units():
                yield from unknown("space", one.within, (*board.spaces, *board.regions))
                yield from unknown("power", (*one.of, *one.but), powers)
                yield from unknown("unit", one.types, world.units)
                abilities = {ability for unit in world.units.values() for ability in unit.abilities}
                yield from unknown("ability", one.able, sorted(abilities))
            case Happened():
                yield from unknown("deed", (one.deed,), [deed for part in world.parts.all for deed in part.deeds])
            case Leaning():
                yield from unknown("territory", one.of, (*board.territories, *board.regions))
                yield from unknown("leaning", one.to, (STRICT, *world.game.sides))
            case Production():
                yield from unknown("power", one.by, powers)
            case Points():
                yield from unknown("side", one.by, world.game.sides)
