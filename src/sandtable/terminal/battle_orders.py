"""Battle orders: aimed shots, and units that withdraw."""

import re
from collections.abc import Callable, Mapping

from sandtable.area import actions as act
from sandtable.area.battle.partial_retreat import own
from sandtable.area.battle.values import strip_of
from sandtable.area.forces import EMPTY, Piece, Stack, merge, minus, stack, where
from sandtable.area.notation import Entry, select
from sandtable.area.state import Party, Shots
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import StripAnswer
from sandtable.guides.area.strip import strip
from sandtable.terminal.names import Misread
from sandtable.terminal.reading import Actions, Asked, among, parts

NOBODY = ("", "nothing", "none", "nobody", "no")


def aim(asked: Asked, line: str) -> Actions:
    """``aim 2 at destroyer, 1 at transport``; ``aim default``."""
    if line.strip().casefold() in ("default", "the default", ""):
        return [act.Aim()]
    found = strip(asked.game, asked.state, asked.seat)
    if isinstance(found, Refusal) or found.aims is None:
        return [act.Aim()]  # the game will say that there is nothing to aim
    guns = _one_by_one(found.aims.guns)
    marks, shots = found.aims.marks, []
    for part in re.split(r"\s*[,;]\s*", line.strip()):
        words = parts(part, r"(?P<n>\d+)?\s*(?:shots?\s+)?at\s+(?:the\s+)?(?P<mark>.+)", "aim 2 at destroyer")
        number = int((words["n"] or "1")[:4])
        mark = among(asked, marks, words["mark"], "to aim at")
        marks = minus(marks, mark)
        if number > len(guns):
            raise Misread(f"There are {found.aims.shots} shots to aim.")
        by, guns = guns[:number], guns[number:]
        shots.append(Shots(mark[0][0], stack((gun, 1) for gun in by)))
    return [act.Aim(tuple(shots))]


def _one_by_one(units: Stack) -> list[Piece]:
    return [piece for piece, count in units for _ in range(count)]


def pull_back(asked: Asked, line: str) -> Actions:
    """``pull 2 infantry to Germany; fighter to Balkans; submerge 1 submarine``; ``pull none``."""
    line = re.sub(r"^back\s+", "", line.strip(), flags=re.IGNORECASE)
    if line.casefold() in NOBODY:
        return [act.PullBack()]
    found = strip(asked.game, asked.state, asked.seat)
    if isinstance(found, Refusal):
        return [act.PullBack()]  # the game will say that no answer is due
    left = _own_units(asked)
    parties: list[Party] = []
    below: Stack = EMPTY
    for part in re.split(r"\s*;\s*", line):
        dive = re.fullmatch(r"submerge\s*(?P<units>.*)", part, re.IGNORECASE)
        words = dive or parts(
            part,
            r"(?P<units>.*?)(?:\s*\bto\s+(?P<to>.+))?",
            "pull 2 infantry to Germany; fighter to Balkans",
        )
        to = "" if dive or not words["to"] else asked.space(words["to"])
        some = _leavers(asked, found, left, words["units"], to, bool(dive))
        left = minus(left, some)
        if dive:
            below = merge(below, some)
        else:
            parties.append(Party(some, to))
    return [act.PullBack(tuple(parties), below)]


def _own_units(asked: Asked) -> Stack:
    battle = asked.state.battle
    if battle is None:
        return EMPTY
    mine = own(battle, "attack", asked.seat)
    return mine or where(strip_of(battle, "defend").units, lambda p: p.power == asked.seat)


def _leavers(asked: Asked, found: StripAnswer, left: Stack, text: str, to: str, dive: bool) -> Stack:
    """The units that a part of the line refers to: those named, a number of those that can go, or all of them."""
    able = stack(
        (way.piece, way.count) for way in found.leaving if (way.below if dive else to in way.places or not to)
    )
    those = where(left, lambda p: p in dict(able))
    said = re.sub(r"\s*(?:units?|of them)$", "", text.strip().casefold())
    if said in ("", "all", "everybody"):
        return those
    if said.isdecimal():
        return stack((piece, 1) for piece in _one_by_one(those)[: int(said[:4])])
    able_first = select(asked.entries(text), those, asked.seat)  # of identical units, those that can go there
    return among(asked, left, text, "to pull back") if isinstance(able_first, Entry) else able_first


ORDERS: Mapping[str, Callable[[Asked, str], Actions]] = {"aim": aim, "pull": pull_back}
"""The verbs, and the functions that parse the rest."""
