"""Commandos: small units sent far behind the lines against facilities or ships, which return if they survive.

They are sent before the battles of a turn. Otherwise they neither fight nor hold territory.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, Order
from sandtable.area.event import Event
from sandtable.area.events import BattleBegan, Mobilized
from sandtable.area.forces import Piece, Power, Stack, where
from sandtable.area.part import GameMemory, Part, PartEvent, TurnMemory
from sandtable.area.position import Position
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import enemies_at, hostile_land, own_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import faces, the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.guide import Throw, at_most
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName, UnitName

ASKS = "commandos"
"""Decision kind: whether to send commandos."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commandos and what they can do."""

    unit: str
    """Their unit type."""
    most: int
    """How many a power can buy in the whole game."""
    together: int
    """How many can go into one territory per turn."""
    as_far_as: str
    """Their range is that of air units of this type."""
    targets: tuple[str, ...]
    """The facilities they can attack."""
    hits: int
    """They hit with this or less."""
    defended: int
    """Each defender hits with this or less."""


class Recruited(Slice, frozen=True, tag="commandos"):
    """State kept for the whole game."""

    units: Mapping[Power, int] = {}
    """How many commandos each power has bought."""


class Sent(Slice, frozen=True, tag="commandos"):
    """State kept for one turn."""

    units: Mapping[str, int] = {}
    """How many have been sent to each territory."""
    late: bool = False
    """Whether battles have begun."""


RECRUITED = GameMemory("commandos", Recruited())
SENT = TurnMemory("commandos", Sent())


class SendCommandos(Action, frozen=True):
    """Send commandos into a territory, against a facility there or ships beside it."""

    phrase: ClassVar[str] = "commandos {count} from {start} to {territory} at {target} in {zone}"
    example: ClassVar[str] = "commandos 2 from United Kingdom to Norway at naval base"

    count: int
    """How many."""
    start: SpaceName
    """Where they start."""
    territory: SpaceName
    """Where they go."""
    target: UnitName
    """What they attack: a facility, or a type of ship."""
    zone: SpaceName = ""
    """The ships' sea zone."""


class CommandosStruck(PartEvent, frozen=True):
    """Commandos have attacked and been fired at."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice", "answer")

    power: Power
    start: str
    territory: str
    target: str
    count: int
    dice: tuple[int, ...]
    answer: tuple[int, ...]
    hits: int
    lost: int
    zone: str = ""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        unit = _part(world).settings.unit
        here = where(own_at(state, self.power, self.start), lambda p: p.unit == unit and not p.moved)
        piece = here[0][0]
        back = ((replace(piece, moved=True), self.count - self.lost),) if self.count > self.lost else ()
        state = swap(state, self.start, ((piece, self.count),), back)
        memory = SENT.of(state)
        sent = {**memory.units, self.territory: memory.units.get(self.territory, 0) + self.count}
        return SENT.put(state, replace(memory, units=sent))

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        settings = _part(world).settings
        return (Throw(self.power, "hits", self.territory, self.dice, at_most(settings.hits)),)

    def tell(self, world: World, state: AreaState) -> str:
        who = f"{self.count} {world.powers[self.power].adjective} {unit_name(world, _unit(world), self.count)}"
        where_ = f"in {self.zone}" if self.zone else f"in {self.territory}"
        told = f"{who} attack the {unit_name(world, self.target)} {where_}: {faces(self.dice)}, {self.hits} hits"
        return f"{told}; {self.lost} lost" if self.lost else told


class ShipsHit(PartEvent, frozen=True):
    """Ships have been damaged or sunk by commandos."""

    zone: str
    gone: Stack
    come: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return swap(state, self.zone, self.gone, self.come)

    def tell(self, world: World, state: AreaState) -> str:
        count = sum(n for _, n in self.gone) - sum(n for _, n in self.come)
        what = f"{count} {unit_name(world, self.gone[0][0].unit, count)} sunk" if count else "A ship is damaged"
        return f"{what} in {self.zone}"


class CommandosLost(PartEvent, frozen=True):
    """Commandos were lost when their territory fell."""

    space: str
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return swap(state, self.space, self.units, ())

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.units[0][0].power))} loses its commandos in {self.space}"


def _part(world: World) -> "Commandos":
    part = Commandos.of(world)
    assert part is not None
    return part


def _unit(world: World) -> str:
    return _part(world).settings.unit


class Commandos(Part[Settings]):
    """Commando raids."""

    name = "commandos"
    Settings = Settings
    game_memory = RECRUITED
    turn_memory = SENT
    actions = (SendCommandos,)
    typed: ClassVar = {ASKS: "commandos 2 from United Kingdom to Norway at naval base · done"}
    events = (CommandosStruck, ShipsHit, CommandosLost)
    reacts_to = (Mobilized, BattleBegan)
    citations = ("commandos.buy", "commandos.mission")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        for unit in (self.settings.unit, self.settings.as_far_as, *self.settings.targets):
            if unit not in world.units:
                yield Misfit(self.file, f"unknown unit {unit!r}", unit, world.units)

    # buying

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        if not isinstance(action, Order):
            return None
        known = RECRUITED.of(state).units.get(power, 0)
        if known + action.units.get(self.settings.unit, 0) <= self.settings.most:
            return None
        what = world.units[self.settings.unit].plural
        return world.refuse("commandos.buy", f"You can buy {self.settings.most} {what} in the whole game.")

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        match event:
            case BattleBegan():
                return SENT.put(state, replace(SENT.of(state), late=True))
            case Mobilized() if event.unit == self.settings.unit:
                known = RECRUITED.of(state).units
                more = {**known, event.power: known.get(event.power, 0) + event.count}
                return RECRUITED.put(state, Recruited(more))
            case _:
                return state

    def from_position(self, world: World, state: AreaState, position: Position) -> AreaState:
        """Those on the board have been bought."""
        found: dict[Power, int] = {}
        for piece, count in (one for stack in state.stacks.values() for one in stack):
            if piece.unit == self.settings.unit:
                found[piece.power] = found.get(piece.power, 0) + count
        known = RECRUITED.of(state).units
        return RECRUITED.put(state, Recruited({**known, **{p: max(n, known.get(p, 0)) for p, n in found.items()}}))

    # the mission

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat",)

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        return world.refuse("commandos.mission", "Send commandos before the battles of your combat phase.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, SendCommandos)
        if SENT.of(state).late:
            return world.refuse("commandos.mission", "Send commandos before the battles.")
        for space in (action.start, action.territory):
            if space not in world.board.territories:
                return world.refuse("board.spaces", f"There's no territory called {space}.")
        if not 1 <= action.count <= self._ready(state, power, action.start):
            return world.refuse("commandos.mission", f"You don't have that many commandos in {action.start}.")
        there, most = action.territory, self.settings.together
        if SENT.of(state).units.get(there, 0) + action.count > most:
            return world.refuse("commandos.mission", f"At most {most} commandos can go to {there} per turn.")
        if not hostile_land(world, state.control, power, there):
            return world.refuse("commandos.mission", f"{there} isn't held by an enemy.")
        far, reach = world.board.distance(action.start, there), self.range(world, power)
        if far > reach:
            return world.refuse("commandos.mission", f"{there} is {far} spaces away; the range is {reach}.")
        if self._marks(world, state, power, action):
            return None
        return world.refuse("commandos.mission", f"There is no {unit_name(world, action.target)} to attack.")

    def range(self, world: World, power: Power) -> int:
        """The range of a power's commandos."""
        return world.unit(power, self.settings.as_far_as).move

    def _ready(self, state: AreaState, power: Power, space: str) -> int:
        return sum(n for p, n in own_at(state, power, space) if p.unit == self.settings.unit and not p.moved)

    def _marks(self, world: World, state: AreaState, power: Power, action: SendCommandos) -> Stack:
        """The units the commandos attack."""
        if not action.zone:
            if action.target not in self.settings.targets:
                return ()
            return where(state.at(action.territory), lambda p: p.unit == action.target)
        if action.zone not in world.board.coasts[action.territory] or action.target not in world.units:
            return ()
        if world.units[action.target].kind != "sea":
            return ()
        return where(enemies_at(world, state, power, action.zone), lambda p: p.unit == action.target)

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if state.battle is not None or SENT.of(state).late:
            return
        starts = [space for space in state.stacks if self._ready(state, power, space)]
        for start in starts:
            for there in state.control:
                if not hostile_land(world, state.control, power, there):
                    continue
                works = {p.unit for p, _ in state.at(there)}.intersection(self.settings.targets)
                marks = [(unit, "") for unit in sorted(works)]
                for zone in world.board.coasts[there]:
                    ships = {p.unit for p, _ in enemies_at(world, state, power, zone)}
                    marks += [(unit, zone) for unit in sorted(ships)]
                count = min(self._ready(state, power, start), self.settings.together)
                for target, zone in marks:
                    order = SendCommandos(count, start, there, target, zone)
                    if self.check(world, state, power, seat, order) is None:
                        yield order

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, SendCommandos)
        marks = self._marks(run.world, run.state, power, action)
        dice = run.dice.roll(action.count)
        hits = sum(die <= self.settings.hits for die in dice)
        land = enemies_at(run.world, run.state, power, action.territory)
        guards = sum(n for p, n in land if run.world.type(p).kind == "land")
        answer = run.dice.roll(min(guards, action.count))
        lost = sum(die <= self.settings.defended for die in answer)
        run.emit(
            CommandosStruck(
                power=power,
                start=action.start,
                territory=action.territory,
                target=action.target,
                count=action.count,
                dice=dice,
                answer=answer,
                hits=hits,
                lost=lost,
                zone=action.zone,
            )
        )
        if hits and action.zone:
            gone, come = _sunk(run.world, marks, hits)
            run.emit(ShipsHit(zone=action.zone, gone=gone, come=come))
        elif hits:
            for part in run.world.parts.bombed:
                part.bombed(run, action.territory, {action.target: hits})

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, SendCommandos)
        who = f"{action.count} {unit_name(world, self.settings.unit, action.count)}"
        where_ = action.zone or action.territory
        return f"send {who} from {action.start} against the {unit_name(world, action.target)} in {where_}"

    def invites(self, world: World, state: AreaState, power: Power) -> Decision | None:
        if phase_of(state, power) != "combat" or next(self.offers(world, state, power, power), None) is None:
            return None
        return Decision(power, ASKS, prompt="Send commandos, or end the combat phase.")

    def prompts(self, world: World, state: AreaState, power: Power) -> str:
        if not state.turn.sites or self.invites(world, state, power) is None:
            return ""
        return "Or send commandos first."

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        foes = run.world.enemies[power]
        here = where(run.state.at(space), lambda p: p.unit == self.settings.unit and p.power in foes)
        if here:
            run.emit(CommandosLost(space=space, units=here))


def _sunk(world: World, marks: Stack, hits: int) -> tuple[Stack, Stack]:
    """Ships that are hit, before and after; damaged ships are hit first."""
    ships = sorted((p for p, n in marks for _ in range(n)), key=lambda p: -p.damage)
    gone: list[tuple[Piece, int]] = []
    come: list[tuple[Piece, int]] = []
    for ship in ships:
        if not hits:
            break
        taken = min(hits, world.type(ship).hits - ship.damage)
        hits -= taken
        gone.append((ship, 1))
        if ship.damage + taken < world.type(ship).hits:
            come.append((replace(ship, damage=ship.damage + taken), 1))
    return tuple(gone), tuple(come)


PART = Commandos
