"""Leaders: markers that are drawn blind, given to armies, and revealed when their army attacks.

Nobody knows what a marker is before it is revealed, not even its owner. So it is decided only then: every unknown
marker in the pool is equally likely, and nothing has to be hidden.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.actions import Action, Dismantle
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.combat.sequence import answered
from sandtable.hexes.movement import check_route, reach
from sandtable.hexes.part import Firing, GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.state import Army, Attack, Fleet, HexState, Name, Phase, Place, Side
from sandtable.hexes.status import friendly, irregular, own_army
from sandtable.hexes.story import army_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ASKS = "leader"
LOST = 6
"""The die on which a leader is lost when his army takes casualties."""

Arm = Literal["land", "naval"]
ARMS: tuple[Arm, ...] = ("land", "naval")


class Leader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A leader in the roster."""

    name: str
    side: Side
    nation: str = ""
    """The nation whose armies he leads. Empty: the first of its side."""
    arm: Arm = "land"
    country: str = ""
    """The country that must have joined his side. Empty: he is in the pool from the start."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The leaders, and how many markers there are."""

    roster: tuple[Leader, ...]
    size: int = 10
    """The markers in a pool, including those without a leader."""
    points: int = 10
    """A side may have one marker in play per this many points in its armies, or surface ships in its fleets."""


class Staff(Slice, frozen=True, tag="leaders"):
    """The part's memory."""

    hidden: Mapping[Name, int] = {}
    """Armies with a face-down marker, and the turn in which it was drawn."""
    led: Mapping[Name, str] = {}
    """Armies with a leader."""
    homeless: tuple[str, ...] = ()
    """Leaders found with an army of another nation, who have yet to be moved."""
    drawing: str = ""
    """The turn and the side that has started to draw."""


STAFF = GameMemory("leaders", Staff())


def _but(mapping: Mapping[Name, str], *names: Name) -> dict[Name, str]:
    return {name: value for name, value in mapping.items() if name not in names}


class AssignLeader(PartAction, frozen=True):
    """Draw a leader marker and give it to an army, face down."""

    phrase: ClassVar[str] = "assign a leader to {army}"
    example: ClassVar[str] = "assign a leader to OKW"

    army: str


class ReturnLeader(PartAction, frozen=True):
    """Return an army's marker to the pool, because there are too many."""

    phrase: ClassVar[str] = "return the leader of {army}"
    example: ClassVar[str] = "return the leader of OKW"

    army: str


class MoveLeader(PartAction, frozen=True):
    """Move a leader to another army."""

    phrase: ClassVar[str] = "move leader {leader} to {army}"
    example: ClassVar[str] = "move leader Rommel to PZAA"

    leader: str
    army: str
    ports: tuple[Place, Place] | None = None
    """By sea: from port to port."""


class PostLeader(PartAction, frozen=True):
    """Move a leader who was found with an army of another nation to one of his own."""

    phrase: ClassVar[str] = "post {leader} to {army}"
    example: ClassVar[str] = "post Patton to U.S. Army"

    leader: str
    army: str


class LeaderAssigned(PartEvent, frozen=True):
    """A marker was drawn and given to an army, face down."""

    side: Side
    army: Name
    turn: int

    def evolve(self, state: HexState) -> HexState:
        staff = STAFF.of(state)
        hidden = dict(sorted({**staff.hidden, self.army: self.turn}.items()))
        return STAFF.put(state, replace(staff, hidden=hidden, drawing=f"{self.turn} {self.side}"))

    def tell(self, world: World, state: HexState) -> str:
        return f"{army_name(self.army)} received a leader marker, face down"


class LeaderReturned(PartEvent, frozen=True):
    """An army's marker was returned to the pool."""

    army: Name

    def evolve(self, state: HexState) -> HexState:
        staff = STAFF.of(state)
        hidden = {name: turn for name, turn in staff.hidden.items() if name != self.army}
        return STAFF.put(state, replace(staff, hidden=hidden, led=_but(staff.led, self.army)))

    def tell(self, world: World, state: HexState) -> str:
        who = STAFF.of(state).led.get(self.army, "the leader marker")
        return f"{who} of {army_name(self.army)} went back into the pool"


class LeaderRevealed(PartEvent, frozen=True):
    """An army's marker was revealed."""

    army: Name
    leader: str
    """Empty: no leader; the marker returns to the pool."""
    fits: bool
    """Whether he leads armies of this nation."""
    dice: tuple[int, ...]
    why: str

    def rolled(self) -> tuple[int, ...]:
        return self.dice

    def evolve(self, state: HexState) -> HexState:
        staff = STAFF.of(state)
        hidden = {name: turn for name, turn in staff.hidden.items() if name != self.army}
        staff = replace(staff, hidden=hidden)
        if self.leader and self.fits:
            staff = replace(staff, led=dict(sorted({**staff.led, self.army: self.leader}.items())))
        elif self.leader:
            staff = replace(staff, homeless=(*staff.homeless, self.leader))
        return STAFF.put(state, staff)

    def tell(self, world: World, state: HexState) -> str:
        if not self.leader:
            return f"the marker of {army_name(self.army)} was turned over: no leader"
        if self.fits:
            return f"{self.leader} leads {army_name(self.army)}"
        return f"{self.leader} was found with {army_name(self.army)}, which is not of his nation ({self.why})"


class LeaderMoved(PartEvent, frozen=True):
    """A leader moved to an army; without one, back into the pool."""

    leader: str
    army: Name
    why: str = ""

    def evolve(self, state: HexState) -> HexState:
        staff = STAFF.of(state)
        led = {name: one for name, one in staff.led.items() if one != self.leader}
        if self.army:
            led = dict(sorted({**led, self.army: self.leader}.items()))
        homeless = tuple(one for one in staff.homeless if one != self.leader)
        return STAFF.put(state, replace(staff, led=led, homeless=homeless))

    def tell(self, world: World, state: HexState) -> str:
        where = f"went to {army_name(self.army)}" if self.army else "went back into the pool"
        return f"{self.leader} {where} ({self.why})" if self.why else f"{self.leader} {where}"


class LeaderAtRisk(PartEvent, frozen=True):
    """An army with a leader has taken casualties: a die decides whether he is lost."""

    army: Name
    leader: str
    die: int
    why: str

    def rolled(self) -> tuple[int, ...]:
        return (self.die,)

    def evolve(self, state: HexState) -> HexState:
        if self.die < LOST:
            return state
        staff = STAFF.of(state)
        return STAFF.put(state, replace(staff, led=_but(staff.led, self.army)))

    def tell(self, world: World, state: HexState) -> str:
        fate = "was lost" if self.die >= LOST else "is safe"
        return f"{self.leader} of {army_name(self.army)} {fate} (rolled {self.die}; {self.why})"


class MarkersLost(PartEvent, frozen=True):
    """Armies were eliminated: their leaders and markers return to the pool."""

    armies: tuple[Name, ...]
    why: str

    def evolve(self, state: HexState) -> HexState:
        staff = STAFF.of(state)
        hidden = {name: turn for name, turn in staff.hidden.items() if name not in self.armies}
        return STAFF.put(state, replace(staff, hidden=hidden, led=_but(staff.led, *self.armies)))

    def tell(self, world: World, state: HexState) -> str:
        lost = [leader for name, leader in STAFF.of(state).led.items() if name in self.armies]
        names = " and ".join(lost) or times(len(self.armies), "leader marker")
        return f"{names} left alone: back into the pool ({self.why})"


class Leaders(Part[Settings]):
    """Who leads which army."""

    name = "leaders"
    Settings = Settings
    memory = STAFF
    actions = (AssignLeader, ReturnLeader, MoveLeader, PostLeader)
    answers = (PostLeader,)
    events = (
        LeaderAssigned,
        LeaderReturned,
        LeaderRevealed,
        LeaderMoved,
        LeaderAtRisk,
        MarkersLost,
    )
    citations = (
        "leader.modifier",
        "leader.pools",
        "leader.land-allowance",
        "leader.naval-allowance",
        "leader.one-per-army",
        "leader.assignment",
        "leader.limit-always",
        "leader.reveal",
        "leader.wrong-nationality",
        "leader.movement",
        "leader.casualty-roll",
    )

    def problems(self, world: World) -> Iterable[str]:
        for one in self.settings.roster:
            if one.side not in world.order:
                yield f"{one.name}: there is no side {one.side!r}"
            if one.nation and one.nation not in world.facts.nations:
                yield f"{one.name}: there is no nation {one.nation!r}"

    # pools

    def in_pool(self, world: World, state: HexState, side: Side, arm: Arm = "land", turn: int = 0) -> list[Leader]:
        """The leaders in a pool, including those in play; with a turn, those who were in it then."""
        return [
            one for one in self.settings.roster if one.side == side and one.arm == arm and _there(state, one, turn)
        ]

    def unknown(
        self, world: World, state: HexState, side: Side, turn: int = 0, arm: Arm = "land"
    ) -> tuple[list[str], int]:
        """A side's leaders who may still be revealed, and the number of unknown markers."""
        staff = STAFF.of(state)
        known = {*staff.led.values(), *staff.homeless}
        names = [one.name for one in self.in_pool(world, state, side, arm, turn)]
        shown = sum(one.name in known for one in self.settings.roster if one.side == side and one.arm == arm)
        return [name for name in names if name not in known], self.settings.size - shown

    def allowed(self, world: World, state: HexState, side: Side, arm: Arm = "land") -> int:
        """How many markers a side may have in play."""
        if arm == "naval":
            fleets = [fleet for _, fleet in self._fleets(world, state, side)]
            return sum(fleet.ships - fleet.submarines for fleet in fleets) // self.settings.points
        return sum(army.points.ground for _, army in self._armies(world, state, side)) // self.settings.points

    def _armies(self, world: World, state: HexState, side: Side) -> list[tuple[Name, Army]]:
        """A side's armies that can be led: not those waiting in a neutral country, nor home forces."""
        return [
            (name, army)
            for name, army in state.armies_of(side)
            if army.at in state.control and not irregular(world, state, name)
        ]

    def _fleets(self, world: World, state: HexState, side: Side) -> list[tuple[Name, Fleet]]:
        """A side's fleets that can be led: those of a navy in the war."""
        own = ((name, fleet) for name, fleet in state.fleets.items() if fleet.side == side)
        return [(name, fleet) for name, fleet in own if _navy(world, state, name)]

    def in_play(self, state: HexState, side: Side, arm: Arm = "land") -> list[Name]:
        """A side's armies, or fleets, with a marker or a leader."""
        staff = STAFF.of(state)
        fleets = (name for name, fleet in state.fleets.items() if fleet.side == side)
        own = fleets if arm == "naval" else (name for name, _ in state.armies_of(side))
        return [name for name in own if name in staff.hidden or name in staff.led]

    # actions

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        if action is MoveLeader:
            return ("movement",)
        return ("production",) if action in (AssignLeader, ReturnLeader) else ()

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        if isinstance(action, MoveLeader):
            return world.refuse_by("leader.movement", "Leaders move in the Movement Phase.")
        if isinstance(action, PostLeader):
            return world.refuse_by("leader.wrong-nationality", f"{action.leader} is not to be moved now.")
        return world.refuse_by("leader.assignment", "Leaders are drawn at the end of the Production Phase.")

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        match action:
            case AssignLeader():
                return self._check_assign(world, state, side, action)
            case ReturnLeader():
                return self._check_return(world, state, side, action)
            case MoveLeader():
                return self._check_move(world, state, side, action)
            case PostLeader():
                if action.leader in STAFF.of(state).homeless and action.army in self._posts(
                    world, state, action.leader
                ):
                    return None
                why = f"{action.leader} leads armies of his own nation that have no leader yet."
                return world.refuse_by("leader.wrong-nationality", why)
        return None

    def _check_assign(self, world: World, state: HexState, side: Side, action: AssignLeader) -> Refusal | None:
        arm: Arm = "naval" if action.army in state.fleets else "land"
        army = own_army(world, state, side, action.army) if arm == "land" else None
        if isinstance(army, Refusal):
            return army
        able = self._armies(world, state, side) if arm == "land" else self._fleets(world, state, side)
        if action.army not in {name for name, _ in able}:
            return world.refuse_by("leader.assignment", f"{action.army} can't be led now.")
        if action.army in self.in_play(state, side, arm):
            return world.refuse_by("leader.one-per-army", f"{action.army} already has a leader marker.")
        allowed, there = self.allowed(world, state, side, arm), len(self.in_play(state, side, arm))
        if there >= allowed:
            who, rule = ("fleets", "naval") if arm == "naval" else ("armies", "land")
            why = f"Your {who} allow {times(allowed, 'leader marker')}, and you have {there} in play."
            return world.refuse_by(f"leader.{rule}-allowance", why)
        if there >= self.settings.size:
            return world.refuse_by("leader.pools", "The pool is empty.")
        return None

    def _check_return(self, world: World, state: HexState, side: Side, action: ReturnLeader) -> Refusal | None:
        arm: Arm = "naval" if action.army in state.fleets else "land"
        there = self.in_play(state, side, arm)
        if action.army not in there:
            return world.refuse_by("leader.limit-always", f"{action.army} has no leader marker.")
        if len(there) <= self.allowed(world, state, side, arm):
            return world.refuse_by("leader.limit-always", "You have no more leader markers than you may.")
        return None

    def _check_move(self, world: World, state: HexState, side: Side, action: MoveLeader) -> Refusal | None:
        staff = STAFF.of(state)
        frm = next((name for name, leader in staff.led.items() if leader == action.leader), "")
        if frm in state.fleets:
            return self._check_transfer(world, state, side, action, frm)
        if not frm or state.armies[frm].side != side:
            return world.refuse_by("leader.movement", f"{action.leader} leads none of your armies.")
        into = own_army(world, state, side, action.army)
        if isinstance(into, Refusal):
            return into
        if action.army in self.in_play(state, side):
            return world.refuse_by("leader.one-per-army", f"{action.army} already has a leader marker.")
        if into.nation != self._nation(action.leader):
            return world.refuse_by(
                "leader.wrong-nationality", f"{action.army} is not of {action.leader}'s nation."
            )
        army = state.armies[frm]
        bound = check_bound(world, state, army, frm)
        return bound or check_route(world, state, side, army, into.at, action.ports, 0)

    def _check_transfer(
        self, world: World, state: HexState, side: Side, action: MoveLeader, frm: Name
    ) -> Refusal | None:
        """Validate moving a leader to another fleet: one in the same hex."""
        fleet, into = state.fleets[frm], state.fleets.get(action.army)
        if fleet.side != side or into is None or into.side != side or into.at != fleet.at:
            return world.refuse_by("leader.movement", f"{action.army} isn't with {frm}.")
        if action.army in self.in_play(state, side, "naval"):
            return world.refuse_by("leader.one-per-army", f"{action.army} already has a leader marker.")
        if not self._fits(world, state, action.leader, action.army):
            why = f"{action.army} is not of {action.leader}'s nation."
            return world.refuse_by("leader.wrong-nationality", why)
        return None

    def _fits(self, world: World, state: HexState, leader: str, name: Name) -> bool:
        """Whether a leader can lead an army or a fleet, by his nation."""
        one = next(one for one in self.settings.roster if one.name == leader)
        if name in state.fleets:
            return one.arm == "naval" and one.country == _navy(world, state, name)
        return one.arm == "land" and state.armies[name].nation == one.nation

    def _nation(self, leader: str) -> str:
        return next(one.nation for one in self.settings.roster if one.name == leader)

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        if self.asks(world, state):
            leader = STAFF.of(state).homeless[0]
            yield from (PostLeader(leader, name) for name in self._posts(world, state, leader))
        elif state.phase == "production":
            yield from (ReturnLeader(name) for arm in ARMS for name in self.in_play(state, side, arm))
            yield from (AssignLeader(name) for name, _ in state.armies_of(side))
            yield from (AssignLeader(name) for name, _ in self._fleets(world, state, side))
        elif state.phase == "movement":
            yield from self._moves(world, state, side)

    def _moves(self, world: World, state: HexState, side: Side) -> Iterator[MoveLeader]:
        for frm, leader in STAFF.of(state).led.items():
            if frm in state.fleets and state.fleets[frm].side == side:
                yield from (MoveLeader(leader, name) for name, _ in self._fleets(world, state, side))
            army = state.armies.get(frm)
            if army is None or army.side != side:
                continue
            near = reach(world, state, side, army.at)
            for name, other in state.armies_of(side):
                if other.at in near:
                    yield MoveLeader(leader, name)
                elif world.board.port_of(army.at) != "none" and world.board.port_of(other.at) != "none":
                    yield MoveLeader(leader, name, (army.at, other.at))

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        match action:
            case AssignLeader():
                run.emit(LeaderAssigned(side=side, army=action.army, turn=run.state.turn))
            case ReturnLeader():
                run.emit(LeaderReturned(army=action.army))
            case MoveLeader():
                run.emit(LeaderMoved(leader=action.leader, army=action.army))
            case PostLeader():
                why = run.world.full_id("leader.wrong-nationality")
                run.emit(LeaderMoved(leader=action.leader, army=action.army, why=why))
                self._settle(run)
                if run.state.combat is not None:
                    answered(run)

    def words(self, world: World, action: Action) -> str:
        match action:
            case AssignLeader():
                return f"give {army_name(action.army)} a leader marker"
            case ReturnLeader():
                return f"return the leader marker of {army_name(action.army)}"
            case MoveLeader():
                return f"move {action.leader} to {army_name(action.army)}"
            case PostLeader():
                return f"post {action.leader} to {army_name(action.army)}"
        return super().words(world, action)

    def spends(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        begun = STAFF.of(state).drawing == f"{state.turn} {side}"
        if not begun or isinstance(action, AssignLeader | ReturnLeader | Dismantle):
            return None
        return world.refuse_by("leader.assignment", "You have begun to draw leaders: everything has been built.")

    def lingers(self, world: World, state: HexState, side: Side) -> Refusal | None:
        for arm in ARMS if state.phase == "production" else ():
            over = len(self.in_play(state, side, arm)) - self.allowed(world, state, side, arm)
            if over > 0:
                who = "fleets" if arm == "naval" else "armies"
                why = f"Your {who} allow fewer leaders: return {times(over, 'leader marker')}."
                return world.refuse_by("leader.limit-always", why)
        return None

    # questions

    def asks(self, world: World, state: HexState) -> tuple[Decision, ...]:
        for leader in STAFF.of(state).homeless:
            side = next(one.side for one in self.settings.roster if one.name == leader)
            return (Decision(side, ASKS, leader, f"Move {leader} to an army or a fleet of his own nation."),)
        return ()

    def unanswered(self, world: World, state: HexState) -> Refusal:
        return world.refuse_by("leader.wrong-nationality", self.asks(world, state)[0].prompt)

    def _posts(self, world: World, state: HexState, leader: str) -> list[Name]:
        """Armies, or fleets, without a marker that a leader could lead."""
        one = next(one for one in self.settings.roster if one.name == leader)
        taken = self.in_play(state, one.side, one.arm)
        if one.arm == "naval":
            able = self._fleets(world, state, one.side)
            return [name for name, _ in able if name not in taken and self._fits(world, state, leader, name)]
        return [
            name
            for name, army in state.armies_of(one.side)
            if army.nation == one.nation and name not in taken and army.at in state.control
        ]

    # combat

    def announced(self, run: Unfolding, attacks: tuple[Attack, ...]) -> None:
        for attack in attacks:
            hostile = attack.army and not friendly(run.state, run.state.side, attack.target)
            if hostile and attack.army in STAFF.of(run.state).hidden:
                self._reveal(run, attack.army)
        self._settle(run)

    def _reveal(self, run: Unfolding, name: Name) -> None:
        state = run.state
        arm: Arm = "naval" if name in state.fleets else "land"
        side = state.fleets[name].side if arm == "naval" else state.armies[name].side
        names, count = self.unknown(run.world, state, side, STAFF.of(state).hidden[name], arm)
        number, dice = _drawn(run, count)
        leader = names[number] if number < len(names) else ""
        fits = bool(leader) and self._fits(run.world, state, leader, name)
        why = run.world.full_id("leader.reveal" if fits or not leader else "leader.wrong-nationality")
        run.emit(LeaderRevealed(army=name, leader=leader, fits=fits, dice=dice, why=why))

    def _settle(self, run: Unfolding) -> None:
        """Move leaders without asking if there is no army for them, or only one."""
        for leader in STAFF.of(run.state).homeless:
            posts = self._posts(run.world, run.state, leader)
            if len(posts) > 1:
                return
            why = run.world.full_id("leader.wrong-nationality")
            run.emit(LeaderMoved(leader=leader, army=posts[0] if posts else "", why=why))

    def leads(self, world: World, state: HexState, armies: tuple[Name, ...], target: Place, how: Firing) -> int:
        led = STAFF.of(state).led
        return -1 if how != "defence" and any(name in led for name in armies) else 0

    def suffered(self, run: Unfolding, armies: tuple[Name, ...]) -> None:
        for name in armies:
            leader = STAFF.of(run.state).led.get(name)
            if leader is not None and name in run.state.armies:
                why = run.world.full_id("leader.casualty-roll")
                run.emit(LeaderAtRisk(army=name, leader=leader, die=run.roll(), why=why))

    # fleets

    def engages(self, run: Unfolding, fleets: tuple[Name, ...]) -> None:
        for name in fleets:
            if name in STAFF.of(run.state).hidden:
                self._reveal(run, name)
        self._settle(run)

    def commands(self, world: World, state: HexState, name: Name) -> int:
        return -1 if name in STAFF.of(state).led else 0

    def battered(self, run: Unfolding, name: Name, before: Fleet) -> None:
        leader, left = STAFF.of(run.state).led.get(name), run.state.fleets.get(name)
        if leader is None or left is None:
            return
        large = before.points + before.carriers
        lost = large - left.points - left.carriers if large else before.ships - left.ships
        if lost:
            why = run.world.full_id("leader.fleet-casualty-roll")
            run.emit(LeaderAtRisk(army=name, leader=leader, die=run.roll(), why=why))

    def tidies(self, run: Unfolding) -> None:
        staff = STAFF.of(run.state)
        left = {*run.state.armies, *run.state.fleets}
        gone = tuple(name for name in sorted({*staff.hidden, *staff.led}) if name not in left)
        if gone:
            run.emit(MarkersLost(armies=gone, why=run.world.full_id("leader.movement")))


def _navy(world: World, state: HexState, name: Name) -> str:
    """The country whose navy a fleet belongs to. Empty: none in the war."""
    return next(filter(None, (part.navy(world, state, name) for part in world.parts.navy)), "")


def _there(state: HexState, leader: Leader, turn: int) -> bool:
    """Whether a leader is in his pool, or was when a marker was drawn in a turn."""
    if not leader.country:
        return True
    entry = state.joined.get(leader.country)
    return entry is not None and entry.side == leader.side and (not turn or entry.turn <= turn)


def _drawn(run: Unfolding, count: int) -> tuple[int, tuple[int, ...]]:
    """One of the markers, all equally likely, by its number from 0; and the dice.

    Two dice give 36 outcomes. Those left over after an even split are rolled again.
    """
    dice: list[int] = []
    fair = 36 - 36 % count
    while True:
        first, second = run.roll(), run.roll()
        dice += [first, second]
        case = (first - 1) * 6 + second - 1
        if case < fair:
            return case % count, tuple(dice)


PART = Leaders
