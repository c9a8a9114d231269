"""Orders of games in which whole teams act at once: money for partners, missions, the enemy's turn, retreats."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from sandtable.area import actions as act
from sandtable.area.battle.pulling import own
from sandtable.area.battle.values import strip_of
from sandtable.area.forces import EMPTY, Piece, Stack, merge, minus, stack, where
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.orders import course_for
from sandtable.area.notation import Entry, nearest, select
from sandtable.area.phases.moves import MISSIONS
from sandtable.area.state import Party, Shots
from sandtable.area.status import own_at
from sandtable.area.wording import listed
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import StripAnswer
from sandtable.guides.area.strip import strip
from sandtable.terminal import names
from sandtable.terminal.names import Misread
from sandtable.terminal.reading import Actions, Asked, among, parts
from sandtable.terminal.routes import find_raid

NOBODY = ("", "nothing", "none", "nobody", "no")


# money and weapons


def aid(asked: Asked, line: str) -> Actions:
    """``aid 5 to uk``: send money to a partner."""
    words = parts(line, r"(?P<amount>\d+)(?:\s+ipcs?)?\s+(?:to|for)\s+(?P<to>.+)", "aid 5 to ussr")
    return [act.Aid(asked.power(words["to"]), int(words["amount"][:6]))]


def program(asked: Asked, line: str) -> Actions:
    """``research 2 rockets, 1 jet plane``: dice for weapons that are named; ``research nothing``."""
    dice: dict[str, int] = {}
    if line.strip().casefold() not in NOBODY:
        for part in re.split(r"\s*(?:,|;|\band\b)\s*", line.strip()):
            words = parts(
                part,
                r"(?:with\s+)?(?P<n>\d+)?(?:\s*(?:die|dice))?(?:\s*for)?\s*(?P<tech>\D.*)?",
                "research 2 rockets, 1 jet plane",
            )
            tech = _tech(asked, words["tech"] or "")
            dice[tech] = dice.get(tech, 0) + int((words["n"] or "1")[:4])
    return [act.Program(dice)]


def _tech(asked: Asked, text: str) -> str:
    known = {one.name.casefold(): tech for tech, one in asked.world.tech_table.items()}
    said = text.strip().casefold()
    near = [tech for name, tech in known.items() if said and (name.startswith(said) or said.rstrip("s") in name)]
    if not said or len(set(near)) == 1:
        return near[0] if said else ""
    raise Misread(f"Which weapon is {text.strip()!r}? {listed(known, 'or')}{nearest(said, known)}")


def repair(asked: Asked, line: str) -> Actions:
    """``repair battleship in sz 5``: for what a die says."""
    words = parts(line, r"(?:the\s+)?(?P<unit>.+?)\s+(?:in|at)\s+(?P<zone>.+)", "repair battleship in sz 5")
    return [act.Repair(names.unit(asked.world, words["unit"]), asked.space(words["zone"]))]


def scorch(asked: Asked, line: str) -> Actions:
    """``scorch Karelia, Ukraine``: destroy one's own factories; ``scorch nothing``."""
    if line.strip().casefold() in NOBODY:
        return [act.Scorch(())]
    return [act.Scorch(names.spaces(asked.world, line))]


# in the air


def mission(asked: Asked, line: str) -> Actions:
    """``mission counter-air 2 fighters from Germany to Ukraine [via X]``."""
    kinds = "|".join(one.replace("-", "[- ]") for one in sorted(MISSIONS, key=len, reverse=True))
    example = "mission counter-air fighter from Germany to Ukraine"
    words = parts(line, rf"(?P<mission>{kinds})\s+(?P<flight>.+)", example)
    kind = next(one for one in MISSIONS if one == words["mission"].casefold().replace(" ", "-"))
    return flight(asked, words["flight"], kind, example)


def flight(asked: Asked, line: str, kind: act.Mission, example: str) -> Actions:
    """``2 bombers from Germany to Russia [via X]``: air units that do not fight for the territory."""
    words = parts(
        line,
        r"(?:with\s+)?(?P<units>.+)\s+from\s+(?P<start>.+?)\s+to\s+(?P<end>.+?)"
        r"(?:\s+(?:via|through)\s+(?P<via>.+?))?",
        example,
    )
    via = names.spaces(asked.world, words["via"]) if words["via"] else ()
    order = act.Raid(asked.picks(words["units"]), (asked.space(words["start"]), asked.space(words["end"])), kind)
    return [find_raid(asked.game, asked.state, asked.seat, order, via)]


def bomb(asked: Asked, line: str) -> Actions:
    """``bomb factory with 1``: the other bombers attack the income."""
    number = re.search(r"\d+", line)
    if number is None and re.search(r"factory|production", line):
        return [max(_bombs(asked), key=lambda one: one.factory, default=act.Bomb(1))]
    return [act.Bomb(int(number[0][:4]) if number else 0)]


def _bombs(asked: Asked) -> list[act.Bomb]:
    return [one for one in asked.game.legal(asked.state, asked.seat) if isinstance(one, act.Bomb)]


def airlift(asked: Asked, line: str) -> Actions:
    """``airlift infantry by bomber from Germany to France [and on to Libya]``."""
    words = parts(
        line,
        r"(?P<who>.+?)\s+(?:by|with)\s+(?P<by>.+?)\s+from\s+(?P<start>.+?)\s+to\s+(?P<drop>.+?)"
        r"(?:\s+and\s+on\s+to\s+(?P<end>.+))?",
        "airlift infantry by bomber from Germany to Balkans",
    )
    start, drop = asked.space(words["start"]), asked.space(words["drop"])
    end = asked.space(words["end"]) if words["end"] else drop
    flyer = names.unit(asked.world, words["by"])
    path = _flown(asked, flyer, start, drop, end)
    return [act.Airlift(flyer, names.unit(asked.world, words["who"]), path, drop)]


def _flown(asked: Asked, unit: str, start: str, drop: str, end: str) -> tuple[str, ...]:
    """The way of an air unit by ``drop`` to ``end``, as short as it can be; straight there if it cannot go."""
    stops = (drop,) if drop != end else ()
    for piece, _ in own_at(asked.state, asked.seat, start):
        if piece.unit == unit:
            order = act.Move((), (start,))
            course = course_for(asked.world, asked.state, piece, combat=False, order=order)
            way = reach(course, start, asked.world.board.roads, stops).get(end)
            if isinstance(way, Reached):
                return way.path
    return (start, *stops, end)


# in the enemy's turn


def support(asked: Asked, line: str) -> Actions:
    """``support with 2 fighters from Germany to Ukraine``: they fly at once."""
    return [
        act.Support(pick.unit, start, to, pick.count, pick.aboard)
        for start, to, picks in [_sent(asked, line, "support with fighter from Germany to Ukraine")]
        for pick in picks
    ]


def reinforce(asked: Asked, line: str) -> Actions:
    """``reinforce with 2 infantry from Germany to Ukraine``: they go when all combats are over."""
    start, to, picks = _sent(asked, line, "reinforce with 2 infantry from Germany to Ukraine")
    return [act.Reinforce(picks, start, to)]


def _sent(asked: Asked, line: str, example: str) -> tuple[str, str, tuple[act.Pick, ...]]:
    words = parts(line, r"(?:with\s+)?(?P<units>.+?)\s+from\s+(?P<start>.+?)\s+to\s+(?P<end>.+)", example)
    return asked.space(words["start"]), asked.space(words["end"]), asked.picks(words["units"])


def recall(asked: Asked, line: str) -> Actions:
    """``recall``: take back all orders that one has given in the enemy's turn."""
    return [act.Recall()]


def keep(asked: Asked, line: str) -> Actions:
    """``keep 2 infantry``: which reinforcements stay because the roads are bombed."""
    wanted, orders = dict(asked.counts(line)), []
    for order in asked.state.turn.reinforcements:
        count = min(order.count, wanted.get(order.unit, 0))
        if count and order.space == asked.decision.space:
            wanted[order.unit] -= count
            orders.append(replace(order, count=count))
    return [act.Pin(tuple(orders))]


# ships that were stopped


def halt(asked: Asked, line: str) -> Actions:
    """``halt destroyer``: which ships stop where submarines have stopped some; ``halt all``."""
    group = next((one.units for one in asked.state.turn.passing if one.power == asked.seat), EMPTY)
    everybody = line.strip().casefold() in ("all", "everybody")
    return [act.Halt(group if everybody else among(asked, group, line, "to stop"))]


# in battle


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
        return [act.PullBack()]  # the game will say that nobody is asked
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
    """The units that a part of the line means: those named, so many of those who could, or all of them."""
    able = stack(
        (way.piece, way.count) for way in found.leaving if (way.below if dive else to in way.places or not to)
    )
    those = where(left, lambda p: p in dict(able))
    said = re.sub(r"\s*(?:units?|of them)$", "", text.strip().casefold())
    if said in ("", "all", "everybody"):
        return those
    if said.isdecimal():
        return stack((piece, 1) for piece in _one_by_one(those)[: int(said[:4])])
    able_first = select(asked.entries(text), those, asked.seat)  # of like units those who may go there
    return among(asked, left, text, "to pull back") if isinstance(able_first, Entry) else able_first


ORDERS: Mapping[str, Callable[[Asked, str], Actions]] = {
    "aid": aid,
    "send": aid,
    "program": program,
    "repair": repair,
    "scorch": scorch,
    "mission": mission,
    "airlift": airlift,
    "reinforce": reinforce,
    "recall": recall,
    "keep": keep,
    "halt": halt,
    "stop": halt,
    "aim": aim,
    "pull": pull_back,
}
"""What a line may begin with, and who reads the rest."""
