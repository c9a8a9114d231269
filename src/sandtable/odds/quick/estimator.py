"""The entry point for quick estimates: reads each kind of battle once and caches it."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import worth
from sandtable.area.battle.placing import defending
from sandtable.area.forces import Piece, Stack
from sandtable.area.world import World
from sandtable.odds.quick.course import Lives
from sandtable.odds.quick.outcome import Found, fought
from sandtable.odds.quick.outline import Outline
from sandtable.odds.quick.reading import SIDES, Entry, Places, Reading
from sandtable.odds.quick.walk import walk
from sandtable.odds.result import Brief

MAX_OUTLINES = 1 << 13
Force = tuple[float, ...]
"""The number of units of each type, in unit table order; expected numbers may be fractions."""


class Estimate(NamedTuple):
    """The outcome of a battle, on average."""

    win: float
    """Only the attacker has fighting units left."""
    capture: float
    """It also has a land unit left."""
    lose: float
    mine: float
    """Value of the attacker's surviving units."""
    theirs: float
    survivors: Force
    """The attacker's survivors when it wins: the average number, made up of the units lost last."""


class Estimator:
    """Estimates the battles of one world. Its cache can be shared: see :func:`estimator_of`."""

    def __init__(self, world: World) -> None:
        self.world = world
        # Shields are damaged but never lost.
        table = tuple(Entry(unit, 0 if name in world.shields else unit.cost) for name, unit in world.units.items())
        self._readings = tuple(Reading(world, name, table, table) for name in ("land", "sea"))
        self._outlines: dict[tuple[bool, Places, Places], Outline] = {}
        self._kinds: dict[tuple[str, str, tuple[Piece, ...]], Entry] = {}
        self._pieces: dict[tuple[str, tuple[Entry, ...], tuple[Entry, ...]], Outline] = {}

    def fight(self, attack: Force, defend: Force, at_sea: bool = False) -> Estimate:
        """The outcome if ``attack`` attacks ``defend`` and nobody retreats."""
        outline = self._outline(attack, defend, at_sea)
        found = estimate(outline, list(attack), list(defend))
        entries, left = outline.reading.entries, found.left
        return Estimate(
            found.win,
            found.capture,
            found.lose,
            sum([left[0][i] * entries[0][i].worth for i in outline.here[0]]),
            sum([left[1][i] * entries[1][i].worth for i in outline.here[1]]),
            tuple(found.survivors),
        )

    def exact(self, attack: Force, defend: Force, at_sea: bool) -> bool:
        """Whether a battle of few whole units is worked out exactly."""
        return self._outline(attack, defend, at_sea).dice is not None

    def _outline(self, attack: Force, defend: Force, at_sea: bool) -> Outline:
        mine = tuple([i for i, n in enumerate(attack) if n > 0])
        theirs = tuple([i for i, n in enumerate(defend) if n > 0])
        key = (at_sea, mine, theirs)
        outline = self._outlines.get(key)
        if outline is None:
            if len(self._outlines) >= MAX_OUTLINES:
                self._outlines.clear()
            outline = self._outlines[key] = Outline(self._readings[at_sea], mine, theirs)
        return outline

    def odds(self, attack: Stack, defend: Stack, at_sea: bool = False) -> Brief:
        """The same for pieces, with their cargo and developments; support included.

        >>> from sandtable.area.notation import parse_force
        >>> from sandtable.games import world as world_of
        >>> world = world_of("classic")
        >>> mine = parse_force(world, "uk", "4 inf, 2 bomber, bb")
        >>> theirs = parse_force(world, "germany", "5 inf, aa gun")
        >>> f"{Estimator(world).odds(mine, theirs).win:.2f}"
        '0.83'
        """
        world, name = self.world, "sea" if at_sea else "land"
        stacks = (attack, defending(world, defend))
        mine, theirs = (tuple([self._entry(piece) for piece, _ in units]) for units in stacks)
        outline = self._pieces.get((name, mine, theirs))
        if outline is None:
            if len(self._pieces) >= MAX_OUTLINES:
                self._pieces.clear()
            reading = Reading(world, name, mine, theirs)
            outline = Outline(reading, tuple(range(len(mine))), tuple(range(len(theirs))))
            self._pieces[name, mine, theirs] = outline
        numbers = [[float(n) for _, n in units] for units in stacks]
        damaged = [[float(n * piece.damage) for piece, n in units] for units in stacks]
        return self._brief(outline, stacks, estimate(outline, numbers[0], numbers[1], damaged))

    def _entry(self, piece: Piece) -> Entry:
        key = (piece.power, piece.unit, piece.cargo)
        known = self._kinds.get(key)
        if known is None:
            known = self._kinds[key] = Entry(
                self.world.type(piece), 0 if piece.unit in self.world.shields else worth(self.world, piece)
            )
        return known

    def _brief(self, outline: Outline, stacks: tuple[Stack, Stack], found: Found) -> Brief:
        worths: dict[Side, float] = {}
        survivors: dict[Side, dict[str, float]] = {"attack": {}, "defend": {}}
        swing = 0.0
        for s, side in enumerate(SIDES):
            lost = left = 0.0
            for i in outline.fighting[s]:
                (piece, count), n = stacks[s][i], found.left[s][i]
                left += n * outline.reading.entries[s][i].worth
                lost += (count - n) * outline.reading.entries[s][i].worth
                for one in (piece, *piece.cargo):
                    survivors[side][one.unit] = survivors[side].get(one.unit, 0.0) + n
            worths[side] = left
            swing += lost if s else -lost
        return Brief(
            win=found.win,
            draw=max(0.0, 1.0 - found.win - found.lose),
            lose=found.lose,
            capture=found.capture,
            rounds=found.rounds,
            value_swing=swing,
            left=worths,
            survivors=survivors,
        )


_RECENT: deque[Estimator] = deque(maxlen=8)


def estimator_of(world: World) -> Estimator:
    """The estimator of a world, shared by its bots."""
    for known in _RECENT:
        if known.world is world:
            return known
    _RECENT.append(Estimator(world))
    return _RECENT[-1]


def estimate(outline: Outline, attack: Lives, defend: Lives, damaged: Sequence[Lives] | None = None) -> Found:
    """The expected result of a battle between given numbers of an outline's types; ``damaged``: earlier hits."""
    for side, units in ((0, attack), (1, defend)):
        hurt = damaged[side] if damaged is not None else None
        types = outline.reading.types[side]
        units += [units[i] * (types[i].hits - 1) - (hurt[i] if hurt else 0.0) for i in outline.spare[side]]
    return walk(outline, attack, defend) or fought(outline, attack, defend)
