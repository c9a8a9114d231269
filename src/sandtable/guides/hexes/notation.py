"""Attacks as players type them: ``6 inf 4 mech, 5 inf; 3 inf from swamp`` on ``4 inf, then garrison``."""

import re
from collections.abc import Iterator, Mapping
from typing import get_args

from sandtable.guides.hexes.queries import LONGEST, MOST, Ground, Group, Suppose
from sandtable.hexes.atlas import Terrain
from sandtable.hexes.strength import BASIC, Kind, Points, points_of, total

TERRAINS: tuple[Terrain, ...] = tuple(name for name in get_args(Terrain) if name != "sea")
NAMES: Mapping[str, Kind] = {**{kind: kind for kind in BASIC}, "aircraft": "tac_air", "paratroops": "paratroop"}
"""What the kinds of points are called."""
_COUNT = re.compile(r"(\d+)\s*([a-z]+)")


class TypedError(ValueError):
    """The typed text isn't an attack; the message says what to write."""


def parse_attack(attack: str, defend: str) -> Suppose:
    """A hypothetical attack, from the attacking armies and the hexes on their path.

    Commas separate armies in one hex, semicolons hexes. The first army is the spearhead. Armies that come
    ``by sea`` invade, and ``fleet 3`` comes along.

    >>> asked = parse_attack("6 inf 4 mech, 5 inf; 3 inf from swamp", "4 inf fort 2 in mountain, then garrison")
    >>> [len(group.armies) for group in asked.groups], asked.groups[1].terrain, asked.path[0].fort, len(asked.path)
    ([2, 1], 'swamp', 2, 2)
    >>> parse_attack("6 tanks", "2 inf")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sandtable.guides.hexes.notation.TypedError: '6 tanks': 'tanks' is not one of infantry, mechanized, ...
    """
    groups = tuple(_group(part) for part in attack.split(";") if part.strip())
    path = tuple(_hex(part) for part in re.split(r"[,;]?\s*\bthen\b", defend.lower()) if part.strip())
    if not groups:
        raise TypedError("Nobody attacks: write armies such as '6 inf 4 mech'.")
    if not 1 <= len(path) <= LONGEST:
        raise TypedError(f"Write one hex to {LONGEST} hexes, such as '4 inf, then garrison'.")
    return Suppose(groups, path)


def _group(text: str) -> Group:
    rest, terrain = _terrain(text.lower(), "from")
    rest, winter = _number(rest, "winter")
    rest, by_sea = _word(rest, "by sea")
    rest, fleet = _number(rest, "fleet")
    armies = tuple(_points(part) for part in rest.split(",") if part.strip())
    if not armies or any(not army.total for army in armies):
        raise TypedError(f"{text.strip()!r}: write the points of each army, such as '6 inf 4 mech'.")
    return Group(armies, terrain, winter, by_sea or fleet > 0, fleet)


def _hex(text: str) -> Ground:
    rest, terrain = _terrain(text, "in")
    rest, winter = _number(rest, "winter")
    rest, fort = _number(rest, "fort")
    rest, holds = _word(rest, "holds fire")
    rest, friendly = _word(rest, "friendly")
    rest, empty = _word(rest, "empty")
    rest, _ = _word(rest, "garrison")
    rest, coast = _word(rest, "coastal air")
    return Ground(
        points=_points(rest),
        fort=fort,
        garrison=not empty,
        friendly=friendly,
        coast=coast,
        fires=not holds,
        terrain=terrain,
        winter=winter,
    )


def _terrain(text: str, word: str) -> tuple[str, Terrain]:
    found = re.search(rf"\b{word}\s+([a-z]+)", text)
    if found is None:
        return text, "clear"
    name = next((one for one in TERRAINS if one.startswith(found[1].rstrip("s"))), None)
    if name is None:
        raise TypedError(f"{text.strip()!r}: {found[1]!r} is not one of {', '.join(TERRAINS)}")
    return text.replace(found[0], " "), name


def _number(text: str, word: str) -> tuple[str, int]:
    found = re.search(rf"\b{word}\s+(\d+)", text)
    if found is None:
        return text, 0
    return text.replace(found[0], " "), min(int(found[1]), MOST)


def _word(text: str, word: str) -> tuple[str, bool]:
    return re.sub(rf"\b{word}\b", " ", text), re.search(rf"\b{word}\b", text) is not None


def _points(text: str) -> Points:
    held = total(points_of(kind, count) for kind, count in _counts(text))
    left = _COUNT.sub("", text).replace("and", "").strip(" +,")
    if left:
        raise TypedError(f"{text.strip()!r}: {left!r} is not understood; write '6 inf 4 mech'")
    if held.total > MOST:
        raise TypedError(f"{text.strip()!r}: more than {MOST} points never stand in a hex")
    return held


def _counts(text: str) -> Iterator[tuple[Kind, int]]:
    for count, word in _COUNT.findall(text):
        kind = next((kind for name, kind in NAMES.items() if name.startswith(word)), None)
        if kind is None:
            raise TypedError(f"{text.strip()!r}: {word!r} is not one of {', '.join(NAMES)}")
        yield kind, int(count)
