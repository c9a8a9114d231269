"""Players' words for powers, forces and money, for sentences and screens."""

from collections.abc import Iterable, Mapping, Sequence

from sandtable.area.actions import Pick
from sandtable.area.forces import Piece, Power, Stack, stack
from sandtable.area.world import World
from sandtable.core.wording import an, listed, sentence, the, times

__all__ = [
    "an",
    "counts",
    "faces",
    "force",
    "groups",
    "listed",
    "money",
    "owner_of",
    "picked",
    "sentence",
    "the",
    "times",
    "unit_name",
]


def money(amount: int) -> str:
    """An amount of industrial production certificates."""
    return f"{amount} IPC" if amount == 1 else f"{amount} IPCs"


def unit_name(world: World, unit: str, count: int = 1) -> str:
    """A unit type in the singular or the plural."""
    kind = world.units.get(unit)
    if kind is None:
        return unit
    return kind.name if count == 1 else kind.plural


def counts(world: World, units: Mapping[str, int]) -> str:
    """Numbers of unit types, in unit table order: ``2 infantry and 1 tank``."""
    order = {unit: i for i, unit in enumerate(world.units)}
    known = sorted((order.get(unit, len(order)), unit, count) for unit, count in units.items() if count)
    return _together(f"{count} {unit_name(world, unit, count)}" for _, unit, count in known)


def force(world: World, units: Stack, power: Power = "") -> str:
    """A stack in words; the units of ``power`` are listed without their owner.

    ``3 infantry, 1 British fighter, 1 transport with 2 infantry, and 1 damaged battleship``
    """
    return _together(f"{count} {name}" for name, count in groups(world, units, power))


def _together(parts: Iterable[str]) -> str:
    """A list in words, with a comma before the last *and* where a ship's cargo comes before it."""
    *others, last = list(parts) or ["nothing"]
    if any(" with " in one for one in others):
        return f"{', '.join(others)}, and {last}"
    return listed([*others, last])


def groups(world: World, units: Stack, power: Power = "") -> Sequence[tuple[str, int]]:
    """The names and numbers in :func:`force`, own units first, in unit table order."""
    order = {unit: i for i, unit in enumerate(world.units)}
    powers = {name: i for i, name in enumerate(world.order)}
    like: dict[tuple[int, int, bool, int, tuple[tuple[str, str], ...]], tuple[Piece, int]] = {}
    for piece, count in units:
        whose = -1 if piece.power == power else powers.get(piece.power, len(powers))
        aboard = tuple(sorted((c.power, c.unit) for c in piece.cargo))
        key = (whose, order.get(piece.unit, len(order)), bool(aboard), piece.damage, aboard)
        before = like.get(key)
        like[key] = (piece, count + (before[1] if before else 0))
    return [(_describe(world, piece, power, count), count) for _, (piece, count) in sorted(like.items())]


def _describe(world: World, piece: Piece, power: Power, count: int) -> str:
    name = unit_name(world, piece.unit, count)
    if piece.damage:
        name = f"damaged {name}"
    if piece.power != power and piece.power in world.powers:
        name = f"{world.powers[piece.power].adjective} {name}"
    if piece.cargo:
        aboard = [f"{n} {one}" for one, n in groups(world, stack((c, 1) for c in piece.cargo), piece.power)]
        name = f"{name} with {listed(aboard)}"
    return name


def picked(world: World, picks: Iterable[Pick]) -> str:
    """Units as an order names them: ``2 infantry and 1 transport with 1 tank``."""
    return _together(_pick(world, pick) for pick in picks)


def _pick(world: World, pick: Pick) -> str:
    text = f"{pick.count} {unit_name(world, pick.unit, pick.count)}"
    if pick.cargo:
        aboard = {unit: pick.cargo.count(unit) for unit in pick.cargo}
        text += f" with {counts(world, aboard)}"
    if pick.aboard not in world.powers:
        return text
    return f"{text} from the {world.powers[pick.aboard].adjective} carrier"


def owner_of(units: Stack) -> Power:
    """The power that owns all these units; empty if there are several."""
    powers = {piece.power for piece, _ in units}
    return powers.pop() if len(powers) == 1 else ""


def faces(dice: Sequence[int]) -> str:
    """Dice as rolled.

    >>> faces((6, 2))
    '6 2'
    """
    return " ".join(map(str, dice))
