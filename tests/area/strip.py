"""A battle on its own: a board with nothing but the two forces, scripted dice, and a log to look at."""

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from sandtable.area.actions import AreaAction
from sandtable.area.battle import fight
from sandtable.area.battle.volleys import sequence_of
from sandtable.area.event import Event
from sandtable.area.events import BattleBegan, BattleEnded, Rolled, StepReached
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Stack, stack
from sandtable.area.state import AreaState, Site, Turn
from sandtable.area.techs import Techs
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import Dice, ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.games import BUILT_IN

WORLD = World.read(BUILT_IN / "1941")

E = TypeVar("E", bound=Event)


def force(power: str, **units: int) -> Stack:
    """Plain pieces of one power.

    >>> force("uk", infantry=2)[0][1]
    2
    """
    return stack((Piece(power, unit), count) for unit, count in units.items())


class Table:
    """A space with units in it, and the battle that ``power`` fights there."""

    world: ClassVar[World] = WORLD

    def __init__(
        self,
        space: str,
        power: str,
        *forces: Stack,
        dice: list[int] | Dice = [],  # noqa: B006
        routes: tuple[tuple[str, ...], ...] = (),
        hostile: tuple[str, ...] = (),
        control: Mapping[str, str] | None = None,
        players: Mapping[str, tuple[str, ...]] | None = None,
        options: Mapping[str, bool] | None = None,
        no_room: tuple[tuple[str, str], ...] = (),
        elsewhere: Mapping[str, Stack] | None = None,
        amphibious: bool = False,
        begin: bool = True,
        support: Stack = (),
        sites: tuple[Site, ...] = (),
        assaults: tuple[tuple[str, str], ...] = (),
        techs: Techs = (),
        sequence: str = "",
    ) -> None:
        held = {name: land.owner for name, land in self.world.board.territories.items() if land.owner}
        held |= control or {}
        self.space, self.power = space, power
        self.script = ScriptedDice(dice) if isinstance(dice, list) else dice
        state = AreaState(
            1,
            Turn(
                {power: "combat"},
                control=held,
                hostile=hostile,
                routes={space: routes},
                sites=sites,
                assaults=assaults,
            ),
            held,
            {},
            {**(elsewhere or {}), space: stack(group for part in forces for group in part)},
            players=players or {},
            options=options or {},
            no_room=no_room,
            techs=techs,
        )
        self.run = Unfolding(self.world, state, self.script, evolve)
        self.start = state
        if sequence:
            fight.begin_over(self.run, power, space, sequence)
        elif begin:
            fight.begin(self.run, power, space, amphibious, support)

    @property
    def state(self) -> AreaState:
        return self.run.state

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who owes what now."""
        return [(decision.seat, decision.kind) for decision in fight.pending(self.run.world, self.state)]

    @property
    def over(self) -> bool:
        return self.state.battle is None

    @property
    def outcome(self) -> str:
        return self.last(BattleEnded).outcome

    @property
    def dice_left(self) -> tuple[int, ...]:
        assert isinstance(self.script, ScriptedDice)
        return self.script.left

    def check(self, seat: str, action: AreaAction) -> Refusal | None:
        return fight.check(self.run.world, self.state, seat, action)

    def refused(self, seat: str, action: AreaAction) -> str:
        """The rule that refuses an action."""
        refusal = self.check(seat, action)
        assert refusal is not None
        return refusal.rule

    def do(self, seat: str, action: AreaAction) -> "Table":
        refusal = self.check(seat, action)
        assert refusal is None, refusal
        fight.answer(self.run, seat, action)
        return self

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.run.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.events(kind)[-1]

    def numbers(self) -> list[int]:
        """The step log, by the numbers of the book, each step once in a row."""
        steps = sequence_of(self.world, self.events(BattleBegan)[0].battle).steps
        log: list[int] = []
        for event in self.events(StepReached):
            number = steps[event.step].number
            if not log or log[-1] != number:
                log.append(number)
        return log

    def dice_at(self) -> list[tuple[str, list[int]]]:
        """For each volley the side and what each die needed."""
        return [
            (rolled.side, [fire.value for fire in rolled.fire for _ in fire.dice])
            for rolled in self.events(Rolled)
        ]

    def count(self, space: str | None = None) -> dict[str, int]:
        """How many of each unit stand in a space, as ``power unit``; cargo as ``power unit*``."""
        counts: dict[str, int] = {}
        for piece, n in self.state.at(space or self.space):
            for one, mark in ((piece, ""), *((c, "*") for c in piece.cargo)):
                name = f"{one.power} {one.unit}{mark}"
                counts[name] = counts.get(name, 0) + n
        return counts

    def replay(self) -> AreaState:
        """The state that the log alone leads to."""
        state = self.start
        for event in self.run.events:
            state = evolve(self.run.world, state, event)
        return state
