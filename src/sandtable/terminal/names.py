"""Names as people type them: abbreviated, in lower case, with typos."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from sandtable.area.forces import Power
from sandtable.area.notation import NotationError, find_power, find_unit
from sandtable.area.notation import find_space as exact_space
from sandtable.area.wording import listed
from sandtable.area.world import World


class Misread(Exception):
    """A line that can't be parsed, with a message for the user."""


def space(world: World, text: str) -> str:
    """A space by its name, part of it, its first letters, or a sea zone's number.

    ``West Russia``, ``west r``, ``wr``, ``egypt``, ``sz6`` and ``6`` all work.
    """
    whole = re.sub(r"^the\s+", "", text.strip(), flags=re.IGNORECASE)
    name = whole.strip(".")
    if not name:
        raise Misread("Which space?")
    for said in (whole, f"{name}."):  # a name can end with a full stop, and so can a sentence
        exactly = exact_space(world, said)
        if not isinstance(exactly, NotationError):
            return exactly
    found = exact_space(world, name)
    if not isinstance(found, NotationError):
        return found
    known = world.board.spaces
    for fits in (_begins, _has_word, _has, _initials):
        some = [one for one in known if fits(one.casefold(), name.casefold())]
        if len(some) == 1:
            return some[0]
        if 1 < len(some) <= 8:
            raise Misread(f"{name!r} could be {listed(some, 'or')}.")
        if some:
            raise Misread(f"{name!r} could be {len(some)} spaces: write more of the name.")
    raise Misread(_capital(found.message))


def _begins(known: str, text: str) -> bool:
    return known.startswith(text)


def _has_word(known: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(text)}", known) is not None


def _has(known: str, text: str) -> bool:
    return text in known


def _initials(known: str, text: str) -> bool:
    return "".join(word[0] for word in re.split(r"[\s/-]+", known)) == text


def spaces(world: World, text: str) -> tuple[str, ...]:
    """Several spaces, separated by commas, ``then`` or ``and``."""
    return tuple(space(world, part) for part in re.split(r",|\bthen\b|\band\b|>", text) if part.strip())


def power(world: World, text: str) -> Power:
    """A power by its id, name or adjective, or the beginning of one."""
    name = re.sub(r"^the\s+", "", text.strip(), flags=re.IGNORECASE)
    found = find_power(world, name)
    if not isinstance(found, NotationError):
        return found
    fitting = {
        one
        for one, info in world.powers.items()
        if name and any(known.casefold().startswith(name.casefold()) for known in (one, info.name, info.adjective))
    }
    if len(fitting) == 1:
        return fitting.pop()
    raise Misread(f"{_capital(found.message)} The powers are {listed(world.order)}.")


def units(world: World, text: str) -> str:
    """Units as typed, normalized for the force notation: ``two inf and a tank`` is ``2 infantry, 1 tank``."""
    known = _words_of(world)
    text = re.sub(r"\s+(?:and|&|\+)\s+", ", ", text.strip(), flags=re.IGNORECASE)

    def whole(match: re.Match[str]) -> str:
        word = match[0].casefold()
        if word in _NUMBERS:
            return str(_NUMBERS[word])
        if word in known or len(word) < 2:
            return match[0]
        longer = {_unit_of(world, one) for one in known if one.startswith(word)} - {""}
        return longer.pop() if len(longer) == 1 else match[0]

    return re.sub(r"[A-Za-z]+", whole, text)


_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def _words_of(world: World) -> set[str]:
    """All words that the force notation knows."""
    names: list[str] = ["from", "damaged", "moved", "aircraft"]
    for unit, kind in world.units.items():
        names += [unit, f"{unit}s", kind.name, kind.plural]
    for one, info in world.powers.items():
        names += [one, info.name, info.adjective]
    return {word.casefold() for name in names for word in re.split(r"[\s_]+", name)}


def _unit_of(world: World, word: str) -> str:
    found = find_unit(world, word)
    return "" if isinstance(found, NotationError) else found


def unit(world: World, text: str) -> str:
    """One unit type."""
    found = find_unit(world, re.sub(r"^(?:1|a|an|the)\s+", "", units(world, text)), absent=True)
    if isinstance(found, NotationError):
        raise Misread(_capital(found.message))
    return found


def _capital(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(("?", ".", "!")) else f"{text}."


def near(word: str, known: Iterable[str]) -> str:
    """`` Did you mean 'tank'?``, or empty."""
    close = get_close_matches(word.casefold(), list(known), n=1, cutoff=0.6)
    return f" Did you mean '{close[0]}'?" if close else ""
