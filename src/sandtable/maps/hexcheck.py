"""Checks a hex map against its atlas: every side against the line drawn along it."""

from collections.abc import Iterator

from sandtable.hexes.atlas import Atlas, Confidence, Way, touching
from sandtable.hexes.grid import Hex
from sandtable.maps.hexcoast import Coast

LEVELS: tuple[Confidence, ...] = ("text", "implied", "proposed")


def drawn(coast: Coast, place: Hex, side: int) -> Way:
    """What a side of a land hex looks like: land, water or both."""
    dry = sum(end - start for start, end in coast.spans(place, side))
    return "water" if dry < 1e-9 else "land" if dry > 1 - 1e-9 else "both"


def differences(atlas: Atlas) -> Iterator[str]:
    """Sides that look different from what they are."""
    coast = Coast(atlas)
    for place, side, near in touching(atlas, atlas.cells):
        if near not in atlas.cells:
            continue
        way = atlas.way(place, near)
        seen = drawn(coast, place, side)
        if seen != ("water" if way == "strait" else way):
            yield f"{place}|{near}: drawn as {seen}, but it is {way}"
        other = coast.spans(near, (side + 3) % 6)
        if [(round(1 - b, 6), round(1 - a, 6)) for a, b in reversed(other)] != [
            (round(a, 6), round(b, 6)) for a, b in coast.spans(place, side)
        ]:
            yield f"{place}|{near}: the two hexes do not meet"


def doubts(atlas: Atlas) -> dict[str, dict[str, int]]:
    """For each kind of fact, how many come from the rules, how many follow from them, and how many are
    proposed."""
    found: dict[str, dict[str, int]] = {}

    def count(fact: str, how: Confidence) -> None:
        found.setdefault(fact, dict.fromkeys(LEVELS, 0))[how] += 1

    for cell in atlas.cells.values():
        for fact in ("terrain", "coastal", "area"):
            count(fact, cell.sure[fact])
        facts = cell.facts
        told = {
            "port": facts.port != "none",
            "production": bool(facts.production or facts.later),
            "capital": facts.capital,
            "airbase": facts.airbase,
        }
        for fact, there in told.items():
            if there:
                count(fact, cell.sure.get(fact, "text"))
    return found
