"""A declared sequence, read for a unit table: who fires when, with which chance, and who can be lost to it.

Each set of abilities that can be present has its own program: the steps of a round as a list of operations on
numbers. Units are identified by their *places* in their side's table.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import (
    Aiming,
    Choice,
    DrivenBack,
    Removal,
    RoundEnd,
    Search,
    TakeLosses,
    Volley,
    Who,
)
from sandtable.area.battle.values import UNMATCHED, value
from sandtable.area.units import UnitType
from sandtable.area.world import World
from sandtable.odds.quick.air import sky_of

SIDES: tuple[Side, Side] = ("attack", "defend")
FACES = 6

Places = tuple[int, ...]


class Entry(NamedTuple):
    """A unit type on one side of a battle."""

    unit: UnitType
    worth: float
    """The value of one unit, including cargo."""


class Gun(NamedTuple):
    """A unit type that fires in a volley."""

    place: int
    dice: int
    chance: float
    alone: float
    """The hit chance of a unit that isn't matched with another."""
    raised: float
    """The hit chance of a unit that another raises."""
    hits: int
    """The kind of hit it scores."""


class Help(NamedTuple):
    """Units that raise the chances of others, or lower those of their enemies."""

    by: Places
    of: Places
    each: int = 1
    """How many others each of them helps or hinders."""
    enemy: bool = False
    """Whether they are on the other side."""


class Volleys(NamedTuple):
    """Units of a side fire."""

    side: int
    guns: tuple[Gun, ...]
    matched: Places | None = None
    """The units needed for each of them, one to one."""
    boosts: tuple[Help, ...] = ()
    """Which units raise which."""
    aimed: bool = False
    """Whether each shot has its own target, chosen beforehand."""
    cancelled: Places = ()
    """Enemies that each keep one of them from aiming."""
    marks: Places = ()
    """The targets, best first."""
    per_target: bool = False
    """One die per enemy in reach, however many guns there are,"""
    capped: bool = False
    """but no more than the guns' dice."""
    rested: bool = False
    """Whether units that have fired aimed shots this round do not fire again."""


class Shooters(NamedTuple):
    """Units whose hits reach the same enemies."""

    hits: int
    guns: tuple[tuple[int, float, float], ...]
    """Place of a type, the expected hits of one such unit, and their variance."""


class Fire(NamedTuple):
    """Units of a side fire, without special effects."""

    side: int
    shooters: tuple[Shooters, ...]


class Take(NamedTuple):
    """Hits on a side take effect; those that reach few units before those that reach many."""

    side: int
    hits: Places = ()


class Look(NamedTuple):
    """Guns search for air units of the other side and fire at those they find."""

    side: int
    guns: Places
    planes: Places
    """Most valuable first."""
    finds: float
    destroys: float
    drives_off: float


class Leave(NamedTuple):
    """Units of a side have to leave the battle, and survive."""

    side: int
    without: tuple[Places, Places] | None
    """All of them leave if none of the first are left but some of the second, the enemy's."""
    decks: tuple[tuple[int, int], ...] = ()
    """The side's ships with the number of planes each has room for,"""
    planes: Places = ()
    """and the units that leave: those without room, or all."""
    home: bool = False
    """Whether they go home because their part is done."""


Operation = Fire | Volleys | Take | Look | Leave
Program = tuple[Operation, ...]


class Watched(NamedTuple):
    """An ability, or a pack, whose presence changes how a battle is fought."""

    bit: int
    side: int
    name: str
    who: Places
    """The units that provide it,"""
    against: Places = ()
    """and the enemies counted against them,"""
    lead: float = 0.0
    """and by how many they must outnumber those."""


class Reading:
    """One declared sequence, for the units that may take part on each side."""

    def __init__(self, world: World, name: str, attack: tuple[Entry, ...], defend: tuple[Entry, ...]) -> None:
        self.world = world
        self.name = name
        self.sequence = world.sequences.sequences[name]
        self.entries = (attack, defend)
        self.types = tuple(tuple(one.unit for one in side) for side in self.entries)
        self.fighting = tuple(
            tuple(i for i, unit in enumerate(types) if not world.sequences.supports(name, SIDES[s], unit))
            for s, types in enumerate(self.types)
        )
        """Units that can be hit and that the battle is fought for: all but those that only support it."""
        self.armed = tuple(
            tuple(i for i in self.fighting[s] if value(self.types[s][i], SIDES[s]) > 0) for s in (0, 1)
        )
        holders = [s.without for s in self.sequence.steps if isinstance(s, DrivenBack) and s.without is not None]
        self.drives = bool(holders)
        """Whether units that can't hold the place leave alive,"""
        self.holders = tuple(self._who(s, holders[0]) if holders else () for s in (0, 1))
        """and the units that can hold it."""
        homing = [s for s in self.sequence.steps if isinstance(s, Choice) and s.must and not s.worn]
        self.homing = tuple(
            frozenset(i for step in homing if step.side == SIDES[s] for i in self._who(s, step.who))
            for s in (0, 1)
        )
        """Units that fight in the first round only, then leave alive."""
        self.sky = sky_of(world)
        end = self.sequence.steps[-1]
        self.once = not isinstance(end, RoundEnd)
        """Whether only one round is fought."""
        self.hopeless = isinstance(end, RoundEnd) and end.hopeless
        """Whether attackers that can't hit anybody leave."""
        falling = end.defenseless if isinstance(end, RoundEnd) else None
        self.defenseless = tuple(
            i
            for i in self.fighting[1]
            if falling is not None and falling.takes(self.types[1][i]) and i not in self.armed[1]
        )
        """Defenders that are lost once nobody protects them."""
        self.spares = (self.drives or self.hopeless or falling is not None, self.drives)
        """Whether each side's units that don't decide the battle survive even if it loses."""
        self.special = max(step.only_round for step in self.sequence.steps)
        """The last round that differs from later ones."""
        self.victims: list[tuple[int, Places]] = []
        """For each kind of hit, the side that is hit, and the types lost, first to last."""
        self.lasts: list[frozenset[int]] = []
        """Those of them that are hit only if no other unit can be."""
        self._numbers: dict[tuple[int, str, frozenset[str]], int] = {}
        self.watched = tuple(self._abilities_that_count())
        self._programs: dict[tuple[int, int], Program] = {}

    def _who(self, side: int, who: Who, among: Iterable[int] | None = None) -> Places:
        return tuple(
            i for i in (self.fighting[side] if among is None else among) if who.takes(self.types[side][i])
        )

    # casualties

    def order(self, side: int, places: Iterable[int]) -> list[int]:
        """Types in their owner's order of losses, cheapest first."""
        entries = self.entries[side]
        return sorted(places, key=lambda i: (entries[i].worth, value(entries[i].unit, SIDES[side]), i))

    def _hits(self, side: int, kind: str, own: set[str]) -> int:
        """The number of a kind of hit on a side; -1 if it reaches nobody. ``own``: the firing side's abilities."""
        sequences, types = self.world.sequences, self.types[side]
        key = (side, kind, frozenset(own) & {rule.unless_own for rule in sequences.targets if rule.unless_own})
        if key not in self._numbers:
            able = tuple(own)
            shields = [i for i in self.fighting[side] if "shield" in types[i].abilities]
            reached = [i for i in self.fighting[side] if i in shields or sequences.may_hit(kind, types[i], able)]
            last = frozenset(i for i in reached if sequences.is_last(types[i], kind))
            order = (*self.order(side, (i for i in reached if i not in last)), *self.order(side, last))
            self._numbers[key] = len(self.victims) if order else -1
            if order:
                self.victims.append((side, order))
                self.lasts.append(last)
        return self._numbers[key]

    # what is present

    def _abilities_that_count(self) -> Iterable[Watched]:
        sequences = self.world.sequences
        names = {boost.unless_enemy for boost in sequences.boosts} | {t.unless_own for t in sequences.targets}
        for step in self.sequence.steps:
            if isinstance(step, Volley | Aiming):
                names |= {step.if_enemy, step.unless_enemy}
        bit = 1
        for side in (0, 1):
            for name in sorted(n for n in names if n):
                who = tuple(i for i in self.fighting[side] if name in self.types[side][i].abilities)
                if who:
                    yield Watched(bit, side, name, who)
                    bit <<= 1
            for pack in sequences.packs:
                who = self._who(side, pack.who)
                if who:
                    yield Watched(bit, side, pack.name, who, self._who(1 - side, pack.against), pack.lead - 0.5)
                    bit <<= 1

    # programs

    def program(self, number: int, present: int) -> Program:
        """The round with this number, with these abilities present."""
        key = (min(number, self.special + 1), present)
        known = self._programs.get(key)
        if known is None:
            known = self._programs[key] = tuple(self._read(*key))
        return known

    def _read(self, number: int, present: int) -> Iterable[Operation]:
        able: list[set[str]] = [set(), set()]
        for one in self.watched:
            if present & one.bit:
                able[one.side].add(one.name)
        fired: list[set[int]] = [set(), set()]
        aims: list[Aiming | None] = [None, None]
        for step in self.sequence.steps:
            if step.only_round not in (0, number):
                continue
            if isinstance(step, Volley | Aiming):
                side = SIDES.index(step.side)
                if step.unless_enemy in able[1 - side] or (
                    step.if_enemy is not None and step.if_enemy not in able[1 - side]
                ):
                    continue
                if isinstance(step, Aiming):
                    aims[side] = step
                    continue
                aim = aims[side] if step.aimed else None
                if step.aimed and aim is None:
                    continue
                volley = self._volley(side, step, aim, able, fired[side])
                if volley is not None:
                    yield volley
                if step.aimed:
                    aims[side] = None
                if step.losses == "removed":
                    yield Take(1 - side)
            elif isinstance(step, Removal):
                yield Take(SIDES.index(step.side))
            elif isinstance(step, TakeLosses):
                yield Take(0)
                yield Take(1)
            elif isinstance(step, Search):
                yield self._search(step)
            elif isinstance(step, DrivenBack):
                yield from self._leaving(step)
            elif isinstance(step, Choice) and step.must and not step.worn:
                side = SIDES.index(step.side)
                yield Leave(side, None, (), self._who(side, step.who), home=True)
        yield Take(0)
        yield Take(1)

    def _volley(
        self, side: int, step: Volley, aim: Aiming | None, able: list[set[str]], fired: set[int]
    ) -> Volleys | None:
        """Who fires in a volley; None if nobody can."""
        types = self.types[side]
        supporting = (i for i in range(len(types)) if i not in self.fighting[side])
        who = self._who(side, aim.who if aim is not None else step.who, supporting if step.support else None)
        counted = not step.support and not step.beside
        if counted:
            who = tuple(i for i in who if i not in fired)
        plain = not step.value and step.value_from == "combat" and not step.support
        boosts = [
            boost
            for boost in self.world.sequences.boosts
            if plain and boost.side == step.side and boost.unless_enemy not in able[1 - side]
        ]
        guns = []
        for i in who:
            unit = types[i]
            need = self._need(side, step, unit, able[side])
            dice = unit.anti_air if step.dice_from == "anti_air" else unit.attack_dice if side == 0 else 1
            if need <= 0 or not dice:
                continue
            if counted and aim is None:
                fired.add(i)
            hits = self._hits(1 - side, step.hits or unit.volley, able[side])
            if hits < 0:
                continue
            helped = next((boost for boost in reversed(boosts) if boost.of.takes(unit)), None)
            bonus = 0 if helped is None else -helped.bonus if helped.enemy else helped.bonus
            best_of = unit.best_of if step.dice_from == "shots" else 1
            alone = need if step.matched is None else UNMATCHED
            again = FACES / (FACES - unit.again_on) if side == 0 and not step.support else 1.0
            chances = [again * _chance(n, best_of) for n in (need, alone, need + bonus)]
            guns.append(Gun(i, dice, chances[0], chances[1], chances[2], hits))
        if not guns:
            return None
        marks = {i for gun in guns for i in self.victims[gun.hits][1]} if aim is not None else set()
        foes = self.entries[1 - side]
        return Volleys(
            side=side,
            guns=tuple(sorted(guns, key=lambda gun: gun.alone - gun.chance)),
            matched=None if step.matched is None else self._who(side, step.matched),
            boosts=tuple(
                Help(
                    self._who(1 - side if b.enemy else side, b.by),
                    tuple(g.place for g in guns if b.of.takes(types[g.place])),
                    b.each,
                    b.enemy,
                )
                for b in boosts
            ),
            aimed=aim is not None,
            cancelled=tuple(i for who in (aim.cancelled_by if aim else ()) for i in self._who(1 - side, who)),
            marks=tuple(sorted(marks, key=lambda i: (foes[i].unit.hits, -foes[i].worth, i))),
            per_target=step.per_target,
            capped=step.dice_from == "anti_air",
            rested=counted and aim is None,
        )

    def _need(self, side: int, step: Volley, unit: UnitType, able: set[str]) -> int:
        """What a unit needs to roll in a volley, before any matching or raising."""
        if step.value:
            return step.value
        if step.value_from == "dogfight":
            return unit.dogfight[side]
        need = value(unit, SIDES[side])
        if need <= 0:
            return 0
        return need + sum(p.bonus for p in self.world.sequences.packs if p.name in able and p.who.takes(unit))

    def _search(self, step: Search) -> Look:
        side = SIDES.index(step.side)
        foes = self.entries[1 - side]
        return Look(
            side=side,
            guns=self._who(side, step.who, range(len(self.types[side]))),
            planes=tuple(sorted(self._who(1 - side, step.at), key=lambda i: (-foes[i].worth, i))),
            finds=step.finds / FACES,
            destroys=step.destroys / FACES,
            drives_off=step.drives_off / FACES,
        )

    def _leaving(self, step: DrivenBack) -> Iterable[Leave]:
        """Which units have to leave, as far as that does not depend on the board."""
        side = SIDES.index(step.side)
        types, units = self.types[side], self.world.units
        if step.without is not None:
            yield Leave(side, (self._who(side, step.without), self._who(1 - side, step.without)))
        elif step.decks:
            planes = [i for i in self.fighting[side] if types[i].kind == "air"]
            decks = [i for i in self.fighting[side] if any(units[g].kind == "air" for g in types[i].guests)]
            room = tuple((i, len(types[i].berths)) for i in decks)
            yield Leave(side, None, room, tuple(reversed(self.order(side, planes))))


def _chance(need: int, best_of: int) -> float:
    miss = (FACES - min(need, FACES)) / FACES
    return float(1 - miss**best_of)
