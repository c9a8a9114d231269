"""A battle in cycles for who cannot wait: the average course of it, as odds in short."""

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import worth
from sandtable.area.battle.placing import defending
from sandtable.area.forces import Stack
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.odds.cycles.course import SIDES, Course, Outline, Units, course
from sandtable.odds.result import Brief

MAX_OUTLINES = 1 << 12


class Oddsmaker:
    """Answers the questions of one world about its battles in cycles; an estimate, in about a millisecond.

    >>> from sandtable.area.notation import parse_force
    >>> from sandtable.games import world as world_of
    >>> world = world_of("revised-historical")
    >>> mine, theirs = parse_force(world, "ussr", "3 infantry, tank"), parse_force(world, "germany", "2 infantry")
    >>> f"{Oddsmaker(world).odds(mine, theirs).win:.2f}"
    '0.98'
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._outlines: dict[tuple[str, tuple[UnitType, ...], tuple[UnitType, ...]], Outline] = {}

    def odds(self, attack: Stack, defend: Stack, at_sea: bool = False) -> Brief:
        """What to expect of a battle that both sides fight to the end, losing their cheapest units first."""
        world = self.world
        stacks: dict[Side, Stack] = {"attack": attack, "defend": defending(world, defend)}
        units: dict[Side, Units] = {
            side: tuple((world.type(piece), float(n)) for piece, n in stacks[side]) for side in SIDES
        }
        outline = self._outline("sea" if at_sea else "land", units)
        found = course(outline, units["attack"], units["defend"])
        return self._brief(stacks, found)

    def _outline(self, name: str, units: dict[Side, Units]) -> Outline:
        mine, theirs = (tuple(unit for unit, _ in units[side]) for side in SIDES)
        key = (name, mine, theirs)
        if key not in self._outlines:
            if len(self._outlines) >= MAX_OUTLINES:
                self._outlines.clear()
            self._outlines[key] = Outline(self.world, name, {"attack": mine, "defend": theirs})
        return self._outlines[key]

    def _brief(self, stacks: dict[Side, Stack], found: Course) -> Brief:
        world = self.world
        left: dict[Side, float] = {}
        survivors: dict[Side, dict[str, float]] = {"attack": {}, "defend": {}}
        for side in SIDES:
            alive = list(zip(stacks[side], found.left[side], strict=True))
            left[side] = sum(n * worth(world, piece) for (piece, _), n in alive)
            for (piece, _), n in alive:
                for one in (piece, *piece.cargo):
                    survivors[side][one.unit] = survivors[side].get(one.unit, 0.0) + n
        start = {side: sum(n * worth(world, piece) for piece, n in stacks[side]) for side in SIDES}
        swing = start["defend"] - left["defend"] - start["attack"] + left["attack"]
        land = sum(
            n
            for (piece, _), n in zip(stacks["attack"], found.left["attack"], strict=True)
            if world.type(piece).kind == "land"
        )
        return Brief(
            win=found.win,
            draw=max(0.0, 1 - found.win - found.lose),
            lose=found.lose,
            capture=found.win * min(1.0, land),
            rounds=found.cycles,
            value_swing=swing,
            left=left,
            survivors=survivors,
        )
