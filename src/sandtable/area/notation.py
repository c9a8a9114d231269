"""How players write forces down: ``2 infantry, tank, transport[infantry, usa tank], battleship(damaged)``.

Entries are separated by commas. An entry is a number (default one), a power (default: the one in context) and a
unit, followed if needed by

- ``[...]`` its cargo, partners' units with their power in front;
- ``(damaged)``, ``(moved)``, ``(building 2)`` its condition;
- ``@2`` the movement points it has used this turn;
- ``from usa carrier`` for an air unit that takes off from a partner's carrier.

Singular and plural, capitals, a unit's full name (``aircraft carriers``) and its short names (``inf``, ``dd``) are
all understood; for an unknown name, the error suggests the nearest known one. An empty force is written
``nothing``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache

import msgspec

from sandtable.area.actions import Pick
from sandtable.area.forces import Piece, Power, Stack, stack
from sandtable.area.world import World
from sandtable.core.nearest import nearest

NOTHING = ("", "nothing", "none", "empty")


class NotationError(msgspec.Struct, frozen=True):
    """Why a text can't be read as a force; a value, never an exception."""

    message: str


class Entry(msgspec.Struct, frozen=True):
    """One entry of a force as written; anything not written is ``None`` (or empty)."""

    unit: str
    count: int = 1
    power: Power = ""
    cargo: tuple["Entry", ...] | None = None
    damage: int | None = None
    used: int | None = None
    moved: bool = False
    aboard: Power = ""
    chips: int = 0


class _UnreadableError(Exception):
    """Raised inside the parser; the public functions turn it into a :class:`NotationError`."""


# names


def find_space(world: World, text: str | int) -> str | NotationError:
    """A space by its name; sea zones also as ``SZ 6``, ``sz6`` or plain ``6``."""
    name = str(text).strip()
    if name in world.board.territories or name in world.board.sea_zones:
        return name
    short = re.fullmatch(r"(?:sea\s*zone|sz)?\s*(\d+)", name, re.IGNORECASE)
    if short and f"Sea Zone {short[1]}" in world.board.sea_zones:
        return f"Sea Zone {short[1]}"
    for space in world.board.spaces:
        if space.casefold() == name.casefold():
            return space
    return NotationError(f"unknown space {name!r}{nearest(name, world.board.spaces)}")


def find_power(world: World, text: str) -> Power | NotationError:
    """A power by its id, its name or its adjective: ``usa``, ``United States``, ``American``."""
    name = text.strip()
    known = _power_names(world)
    found = known.get(name.casefold())
    return found if found else NotationError(f"unknown power {name!r}{nearest(name, known)}")


def find_unit(world: World, text: str, absent: bool = False) -> str | NotationError:
    """A unit type by its id, name, plural or a short name. With ``absent``, also units that this game excludes."""
    name = " ".join(text.casefold().replace("_", " ").split())
    known = _unit_names(world)
    if name in known:
        return known[name]
    if absent:
        lacking = {a.casefold().replace("_", " "): a for a in world.game.absent}
        for candidate in (name, name.removesuffix("s"), name.removesuffix("es")):
            if candidate in lacking:
                return lacking[candidate]
    return NotationError(f"unknown unit {text.strip()!r}{_nearest_unit(world, name, known)}")


def _nearest_unit(world: World, name: str, known: Mapping[str, str]) -> str:
    """The nearest name; a match with a short name returns the full name."""
    short = {form: unit for unit, kind in world.units.items() for form in _plain_and_s(kind.short)}
    near = nearest(name, (form for form in known if form not in short))
    if near:
        return near
    close = get_close_matches(name, short, n=1, cutoff=0.6)
    return f"; did you mean {world.units[short[close[0]]].name!r}?" if close else ""


def _plain_and_s(forms: Iterable[str]) -> tuple[str, ...]:
    """Names as they are, and with an s, for people who pluralize everything."""
    return tuple(one for form in forms for one in (form.casefold(), f"{form.casefold()}s"))


def _power_names(world: World) -> Mapping[str, Power]:
    return _cached_powers(tuple((p, i.name, i.adjective) for p, i in world.powers.items()))


@lru_cache(maxsize=32)
def _cached_powers(lines: tuple[tuple[Power, str, str], ...]) -> Mapping[str, Power]:
    return {name.casefold(): power for power, *others in lines for name in (power, *others)}


def _unit_names(world: World) -> Mapping[str, str]:
    return _cached_units(tuple((u, t.name, t.plural, *t.short) for u, t in world.units.items()))


@lru_cache(maxsize=32)
def _cached_units(lines: tuple[tuple[str, ...], ...]) -> Mapping[str, str]:
    known: dict[str, str] = {}
    for unit, *names in lines:
        for form in _plain_and_s((unit.replace("_", " "), *names)):
            known.setdefault(form, unit)
    return known


# reading


def parse_entries(world: World, text: str, absent: bool = False) -> tuple[Entry, ...] | NotationError:
    """The entries of a force as written."""
    try:
        return _entries(world, text, absent)
    except _UnreadableError as error:
        return NotationError(str(error))


def parse_force(world: World, power: Power, text: str) -> Stack | NotationError:
    """The stack that a text describes; units without a power belong to ``power``."""
    try:
        return stack((_piece(world, entry, power), entry.count) for entry in _entries(world, text))
    except _UnreadableError as error:
        return NotationError(str(error))


def parse_pick(world: World, text: str) -> tuple[Pick, ...] | NotationError:
    """Units named for an order: ``2 infantry, transport[tank], fighter@2, fighter from usa carrier``."""
    try:
        entries = _entries(world, text)
    except _UnreadableError as error:
        return NotationError(str(error))
    picks: list[Pick] = []
    for entry in entries:
        if entry.power or entry.damage is not None or entry.moved:
            return NotationError(f"{text!r}: an order gives only number, unit, cargo and movement used")
        cargo = None if entry.cargo is None else cargo_units(entry.cargo)
        picks.append(Pick(entry.unit, entry.count, cargo, entry.used, entry.aboard))
    if not picks:
        return NotationError("an order needs at least one unit")
    return tuple(picks)


def cargo_units(cargo: tuple[Entry, ...]) -> tuple[str, ...]:
    """The unit types of a cargo, one per place, sorted."""
    return tuple(sorted(entry.unit for entry in cargo for _ in range(entry.count)))


def parse_counts(world: World, text: str, absent: bool = False) -> Mapping[str, int] | NotationError:
    """Plain numbers of unit types, as in a purchase: ``2 infantry, tank``."""
    entries = parse_entries(world, text, absent)
    if isinstance(entries, NotationError):
        return entries
    counts: dict[str, int] = {}
    for entry in entries:
        if entry != Entry(entry.unit, entry.count):
            return NotationError(f"{text!r}: only numbers and units are allowed here")
        counts[entry.unit] = counts.get(entry.unit, 0) + entry.count
    return counts


def _entries(world: World, text: str, absent: bool = False) -> tuple[Entry, ...]:
    if text.strip().casefold() in NOTHING:
        return ()
    return tuple(_entry(world, part, absent) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    """Split at commas outside brackets."""
    depth, part = 0, ""
    for sign in text:
        if sign in "[(":
            depth += 1
        elif sign in "])":
            depth -= 1
        if depth < 0:
            raise _UnreadableError(f"{text!r}: closing bracket without an opening one")
        if sign == "," and depth == 0:
            yield part
            part = ""
        else:
            part += sign
    if depth:
        raise _UnreadableError(f"{text!r}: a bracket is not closed")
    yield part


_SHAPE = re.compile(
    r"""\s*(?P<words>[^\[(@]+?)\s*
        (?:\((?P<before>[^()]*)\)\s*(?=\[))?
        (?:\[(?P<cargo>.*)\]\s*)?
        (?:\((?P<state>[^()]*)\)\s*)?
        (?:@\s*(?P<used>\d+)\s*)?
        (?:\bfrom\s+(?P<host>.+?)\s*)?""",
    re.VERBOSE,
)


def _entry(world: World, text: str, absent: bool) -> Entry:
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        raise _UnreadableError(
            f"{text.strip()!r} cannot be read as a unit (as in '2 infantry' or 'transport[tank]')"
        )
    words = shape["words"].split()
    count, words = _count(words)
    power, words = _power(world, words)
    if count is None:
        count, words = _count(words)
    if not words:
        raise _UnreadableError(f"{text.strip()!r} does not name a unit")
    unit = find_unit(world, " ".join(words), absent)
    if isinstance(unit, NotationError):
        raise _UnreadableError(unit.message)
    damage, moved, chips = _condition(", ".join(filter(None, (shape["before"], shape["state"]))))
    return Entry(
        unit,
        1 if count is None else count,
        power,
        None if shape["cargo"] is None else _entries(world, shape["cargo"]),
        damage,
        None if shape["used"] is None else int(shape["used"]),
        moved,
        _host(world, shape["host"]),
        chips,
    )


def _count(words: list[str]) -> tuple[int | None, list[str]]:
    if words and re.fullmatch(r"[-\u2212]\d+x?", words[0]):
        raise _UnreadableError(f"{' '.join(words)!r}: the number of units can't be negative")
    number = re.fullmatch(r"(\d+)x?", words[0]) if words else None
    return (int(number[1]), words[1:]) if number else (None, words)


def _power(world: World, words: list[str]) -> tuple[Power, list[str]]:
    known = _power_names(world)
    for length in range(min(3, len(words) - 1), 0, -1):
        power = known.get(" ".join(words[:length]).casefold())
        if power:
            return power, words[length:]
    return "", words


def _condition(text: str) -> tuple[int | None, bool, int]:
    damage: int | None = None
    chips = 0
    moved = False
    for word in re.split(r"[,;]\s*", text.strip().casefold()):
        hurt = re.fullmatch(r"damaged(?:\s+(\d+))?", word)
        if hurt:
            damage = int(hurt[1] or 1)
        elif word == "moved":
            moved = True
        elif under_way := re.fullmatch(r"building(?:\s+(\d+))?", word):
            chips = int(under_way[1] or 1)
        elif word:
            raise _UnreadableError(f"unknown condition {word!r}: 'damaged', 'moved' or 'building'")
    return damage, moved, chips


def _host(world: World, text: str | None) -> Power:
    if text is None:
        return ""
    words = re.sub(r"^(a|the)\s+", "", text.strip())
    power = find_power(world, re.sub(r"\s*\b(aircraft\s+)?carriers?$", "", words, flags=re.IGNORECASE))
    if isinstance(power, NotationError):
        raise _UnreadableError(f"'from {text}': write 'from <power> carrier'")
    return power


def _piece(world: World, entry: Entry, power: Power) -> Piece:
    if entry.aboard:
        raise _UnreadableError(
            "'from ... carrier' belongs in an order; write the fighter in the carrier's brackets"
        )
    owner = entry.power or power
    if not owner:
        raise _UnreadableError(f"whose {world.units[entry.unit].name}? Write the power in front of it")
    cargo = tuple(sorted(_piece(world, c, owner) for c in entry.cargo or () for _ in range(c.count)))
    return Piece(owner, entry.unit, entry.used or 0, entry.moved, entry.damage or 0, cargo, chips=entry.chips)


# printing


def show_stack(world: World, units: Stack, power: Power = "", used: bool = False) -> str:
    """A stack as text that :func:`parse_force` reads back; ``power`` is omitted.

    With ``used``, used movement points are shown too.
    """
    order = {unit: i for i, unit in enumerate(world.units)}
    shown: dict[tuple[bool, str, int, str], int] = {}
    for piece, count in units:
        name = show_piece(world, piece, power, used, count)
        key = (piece.power != power, piece.power, order.get(piece.unit, len(order)), name)
        shown[key] = shown.get(key, 0) + count
    merged = [(key[-1], count) for key, count in sorted(shown.items())]
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in merged) or "nothing"


def show_piece(world: World, piece: Piece, power: Power = "", used: bool = False, count: int = 1) -> str:
    """One piece as text, in the plural if ``count`` requires it."""
    kind = world.units.get(piece.unit)
    name = piece.unit.replace("_", " ")
    if count != 1:
        name = kind.plural if kind is not None and kind.name == name else f"{name}s"
    text = name if piece.power == power else f"{piece.power} {name}"
    if piece.cargo:
        text += f"[{show_stack(world, stack((c, 1) for c in piece.cargo), piece.power, used)}]"
    if piece.damage:
        text += "(damaged)" if piece.damage == 1 else f"(damaged {piece.damage})"
    if piece.chips:
        text += f"(building {piece.chips})"
    return f"{text}@{piece.used}" if used and piece.used else text


# comparing an actual force with a written one


def matches(entry: Entry, piece: Piece, power: Power) -> bool:
    """Whether a piece matches an entry; movement used and ``moved`` only count if they were written."""
    return (
        piece.unit == entry.unit
        and piece.power == (entry.power or power or piece.power)
        and piece.damage == (entry.damage or 0)
        and (not entry.chips or piece.chips == entry.chips)
        and (entry.used is None or entry.used == piece.used)
        and (not entry.moved or piece.moved)
        and _same_cargo(entry.cargo or (), piece.cargo, piece.power)
    )


def same_force(entries: tuple[Entry, ...], units: Stack, power: Power = "") -> bool:
    """Whether a stack is exactly the force that was written."""
    wanted = [one for entry in entries for one in [entry] * entry.count]
    wanted.sort(key=_vagueness)
    left = [piece for piece, count in units for _ in range(count)]
    if len(wanted) != len(left):
        return False
    for entry in wanted:
        found = next((i for i, piece in enumerate(left) if matches(entry, piece, power)), None)
        if found is None:
            return False
        del left[found]
    return True


def _same_cargo(entries: tuple[Entry, ...], cargo: tuple[Piece, ...], power: Power) -> bool:
    return same_force(entries, stack((c, 1) for c in cargo), power)


def _vagueness(entry: Entry) -> tuple[bool, bool, bool]:
    return (entry.used is None, not entry.moved, not entry.power)


def select(
    entries: tuple[Entry, ...], units: Stack, prefer: Power = "", fits: Callable[[Piece], bool] = lambda _: True
) -> Stack | Entry:
    """Pieces of a stack that match the entries, or the first entry without a match.

    If several match, those in ``prefer`` come first, then those with less cargo and less damage, unless the entry
    itself says otherwise.
    """
    left = sorted(
        (piece for piece, count in units for _ in range(count) if fits(piece)),
        key=lambda p: (p.power != prefer, len(p.cargo), p.damage, p),
    )
    chosen: list[Piece] = []
    for entry in sorted(entries, key=lambda e: (e.cargo is None, e.damage is None, *_vagueness(e))):
        for _ in range(entry.count):
            found = next((i for i, piece in enumerate(left) if _answers(entry, piece)), None)
            if found is None:
                return entry
            chosen.append(left.pop(found))
    return stack((piece, 1) for piece in chosen)


def _answers(entry: Entry, piece: Piece) -> bool:
    return (
        piece.unit == entry.unit
        and (not entry.power or piece.power == entry.power)
        and (entry.damage is None or piece.damage == entry.damage)
        and (entry.used is None or piece.used == entry.used)
        and (entry.cargo is None or _same_cargo(entry.cargo, piece.cargo, piece.power))
    )
