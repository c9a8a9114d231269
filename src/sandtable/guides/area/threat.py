"""Threat: who could attack a space next turn, with what, and who could relieve it.

Computed from the current position, as if it were the other power's turn now, each unit on its own. That can be
more than the power can do at once (two units may need the same carrier), and is rarely less.
"""

from msgspec.structs import replace

from sandtable.area.actions import Move
from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.battle.placing import defending
from sandtable.area.forces import Piece, Power, Stack, merge, stack, where
from sandtable.area.movement.airfields import flights_now
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.landing import lands_alone
from sandtable.area.movement.orders import course_for
from sandtable.area.state import AreaState, Turn
from sandtable.area.status import hostile_zone, own_at
from sandtable.area.turns import turn_begins, turn_ends
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.chances import SHARE, quick_odds
from sandtable.guides.area.questions import Striker, Threat, ThreatAnswer
from sandtable.guides.area.ships import sailing
from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy

WORK = 1e8
"""The most multiplications for one striker's exact odds: about a tenth of a second for all strikers."""


def threat(world: World, state: AreaState, seat: Power | None, question: Threat) -> ThreatAnswer | Refusal:
    """Attackers and relief for a space, from its holder's point of view (for an empty sea zone, the asker's)."""
    space = question.space
    if space not in world.board.spaces:
        return world.refuse("board.spaces", f"There is no space {space}.")
    calm = turn_ends(_off_the_strip(state))
    side = _side(world, calm, seat, space)
    here = where(calm.at(space), lambda piece: world.side(piece.power) == side)
    defenders = defending(world, here)
    strikers: list[Striker] = []
    relief: list[Striker] = []
    odds: list[tuple[Power, float]] = []
    for power in world.order:
        if not side:
            break
        combat = world.side(power) != side
        units = AvailableForce(world, calm, power, space, combat).units()
        if not units:
            continue
        (strikers if combat else relief).append(_striker(world, power, units, combat))
        if combat:
            odds.append((power, _success(world, state, power, units, here, space)))
    defence = sum(world.type(piece).defense * count for piece, count in defenders)
    return ThreatAnswer(tuple(strikers), defence, tuple(odds), tuple(relief))


def _off_the_strip(state: AreaState) -> AreaState:
    """The state with the units of a battle in progress back on the board."""
    battle = state.battle
    if battle is None:
        return state
    units = merge(
        state.at(battle.space),
        *(stack for strip in (battle.attack, battle.defend) for stack in (strip.units, strip.submerged)),
    )
    return replace(state, stacks={**state.stacks, battle.space: units}, battle=None)


def _side(world: World, state: AreaState, seat: Power | None, space: str) -> str:
    holder = state.control.get(space)
    if holder is not None:
        return world.side(holder)
    sides = {world.side(piece.power) for piece, _ in state.at(space)}
    mine = world.side(seat) if seat is not None else ""
    return mine if len(sides) != 1 else sides.pop()


def _striker(world: World, power: Power, units: dict[str, int], combat: bool) -> Striker:
    kinds = {unit: world.unit(power, unit) for unit in units}
    strength = sum((kinds[unit].attack if combat else kinds[unit].defense) * n for unit, n in units.items())
    return Striker(power, units, strength, sum(kinds[unit].cost * n for unit, n in units.items()))


def _success(
    world: World, state: AreaState, power: Power, units: dict[str, int], here: Stack, space: str
) -> float:
    """The chance that an attack with all the units takes a territory, or clears a sea zone."""
    at_sea = world.board.is_sea(space)
    if not here:
        return float(at_sea or any(world.units[unit].kind == "land" for unit in units))
    attack = stack((Piece(power, unit), count) for unit, count in units.items())
    policy = Policy(keep_land=not at_sea)
    low_luck = state.options.get(LOW_LUCK, False)
    odds = quick_odds(
        world, Question(attack, here, at_sea, policy, low_luck=low_luck), WORK, SHARE / len(world.order)
    )
    if odds is None:
        return 0.0
    return odds.win if at_sea else odds.capture


class AvailableForce:
    """What one power could bring to a space in a turn that started now."""

    def __init__(self, world: World, state: AreaState, power: Power, target: str, combat: bool) -> None:
        self.world = world
        self.power = power
        self.target = target
        self.combat = combat
        phase = next(iter(world.game.phases))
        self.state = turn_begins(world, replace(state, turn=Turn({}), bought={}), {power: phase})
        self.at_sea = world.board.is_sea(target)
        self._flights = flights_now(world, self.state, power)

    def units(self) -> dict[str, int]:
        """Units by type, without cargo and without units already there."""
        found: dict[str, int] = {}
        left: dict[str, dict[str, int]] = {}
        for space in self.state.stacks:
            for piece, count in own_at(self.state, self.power, space):
                if space != self.target and self._comes(piece, space):
                    found[piece.unit] = found.get(piece.unit, 0) + count
                elif self.world.type(piece).kind == "land":
                    waiting = left.setdefault(space, {})
                    waiting[piece.unit] = waiting.get(piece.unit, 0) + count
        if not self.at_sea:
            left.pop(self.target, None)
            for unit, count in self._seaborne(left).items():
                found[unit] = found.get(unit, 0) + count
        order = list(self.world.units)
        return dict(sorted(found.items(), key=lambda one: order.index(one[0])))

    def _distance(self, space: str) -> int:
        """The distance by air: no unit has a shorter way."""
        return self._flights[space].get(self.target, len(self.world.board.spaces))

    def _comes(self, piece: Piece, space: str) -> bool:
        kind = self.world.type(piece)
        if self._distance(space) > kind.move or (kind.kind != "air" and (kind.kind == "sea") != self.at_sea):
            return False
        if kind.kind == "air" and self.combat:
            left = kind.move - self._distance(space)
            return kind.attack > 0 and lands_alone(
                self.world, self.state, self.power, piece.unit, self.target, left, lucky=True
            )
        if not (kind.attack if self.combat else kind.defense):
            return False
        order = Move((), (), attack=self.combat and self.at_sea)
        course = course_for(self.world, self.state, piece, self.combat, order)
        return isinstance(reach(course, space).get(self.target), Reached)

    # by sea

    def _seaborne(self, left: dict[str, dict[str, int]]) -> dict[str, int]:
        """Land units that transports could land: their cargo, and the strongest units they could fetch."""
        found: dict[str, int] = {}
        for zone in self.state.stacks:
            if not self.world.board.is_sea(zone) or self._distance(zone) > 1 + self._sea_range:
                continue
            for ship, count in own_at(self.state, self.power, zone):
                if ship.unit not in self.world.transports:
                    continue
                for _ in range(count):
                    for unit in self._load(ship, zone, left):
                        found[unit] = found.get(unit, 0) + 1
        return found

    @property
    def _sea_range(self) -> int:
        return max((self.world.units[unit].move for unit in self.world.transports), default=0)

    def _load(self, ship: Piece, zone: str, left: dict[str, dict[str, int]]) -> tuple[str, ...]:
        """Units that one transport could land. Those that board are removed from ``left``."""
        beside = set(self.world.board.coasts[self.target])
        plain = sailing(self.world, self.state, ship, zone, self.combat)
        if not any(end in beside and self._open(end) for end in plain.paths):
            return ()
        aboard = tuple(piece.unit for piece in ship.cargo if piece.power == self.power)
        full = tuple(piece.unit for piece in ship.cargo)
        best: tuple[int, str, tuple[str, ...]] = (0, "", ())
        for pier in plain.paths:
            if hostile_zone(self.world, self.state, self.power, pier):
                continue
            coasts = [c for c in self.world.board.coasts[pier] if any(left.get(c, {}).values())]
            if not coasts:
                continue
            onward = plain if pier == zone else sailing(self.world, self.state, ship, zone, self.combat, (pier,))
            if not any(end in beside and self._open(end) for end in onward.paths):
                continue
            for coast in coasts:
                units = self._fill(ship, full, left[coast])
                worth = sum(self._value(unit) for unit in units)
                best = max(best, (worth, coast, units))
        for unit in best[2]:
            left[best[1]][unit] -= 1
        return (*aboard, *best[2])

    def _value(self, unit: str) -> int:
        kind = self.world.unit(self.power, unit)
        return kind.attack if self.combat else kind.defense

    def _fill(self, ship: Piece, full: tuple[str, ...], waiting: dict[str, int]) -> tuple[str, ...]:
        kind, units = self.world.type(ship), tuple[str, ...]()
        for unit in sorted(waiting, key=self._value, reverse=True):
            for _ in range(waiting[unit]):
                if kind.takes((*full, *units, unit)):
                    units = (*units, unit)
        return units

    def _open(self, zone: str) -> bool:
        """Whether troops could land from a zone: it is friendly, or there are units that could fight for it."""
        if not hostile_zone(self.world, self.state, self.power, zone):
            return True
        return self.combat and any(
            self.world.type(piece).attack and self.world.type(piece).kind in ("sea", "air")
            for space in self.state.stacks
            for piece, _ in own_at(self.state, self.power, space)
            if self._flights[space].get(zone, len(self.world.board.spaces)) <= self.world.type(piece).move
        )
