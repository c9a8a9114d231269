"""Playing scenarios of the area family."""

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.area.actions import Fight
from sandtable.area.events import AreaEvent, BattleEnded, SiteClosed
from sandtable.area.position import PositionError, build
from sandtable.area.state import AreaState
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.scenarios import words
from sandtable.scenarios.defaults import play_until, reached
from sandtable.scenarios.expectations import look
from sandtable.scenarios.mismatch import Mismatch, written
from sandtable.scenarios.odds import look_at_odds
from sandtable.scenarios.orders import actions_of, actor, lacking
from sandtable.scenarios.play import Play, Said
from sandtable.scenarios.table import AreaTableGame, StepError, Table, as_names
from sandtable.scenarios.words import Expect, Scenario
from sandtable.scenarios.words.odds import OddsSeen

INCOME = "income"
"""The phase without decisions: a scenario that starts in it collects income at the start."""
BESIDE = ("expect", "note", "dice", "refused", "why")
"""Keys of a step that aren't verbs."""


class AreaPlay(Play[Table, words.AnyStep, Expect]):
    """A running scenario of the area family."""

    @classmethod
    def begin(cls, scenario: Scenario, game: AreaTableGame) -> "AreaPlay | str":
        """Start a scenario, or say what is wrong with its position."""
        state = _position(scenario, game)
        if not isinstance(state, AreaState):
            return state
        table = Table(game, state, scenario.dice)
        if scenario.position is not None:
            try:
                table.hear(game.begin_phase(state, INCOME, table.script))
            except StepError as error:
                return str(error)
        return cls(table)

    def said(self, step: words.AnyStep) -> Said:
        if isinstance(step, words.ExpectStep):
            return Said("expect", False, expect=step.expect)
        return Said(_told(step), True, step.dice, step.refused, step.why, step.expect)

    def do(self, step: words.AnyStep) -> Refusal | None:
        assert not isinstance(step, words.ExpectStep), "it only looks"
        table = self.table
        if isinstance(step, words.StartStep):
            return _start(table, step)
        if isinstance(step, words.PassStep | words.ResolveStep) and step.refused:
            raise StepError("only something that a seat does can be refused")
        if isinstance(step, words.PassStep):
            play_until(table, reached(table, step.pass_to))
            return None
        if isinstance(step, words.ResolveStep):
            return _resolve(table, step)
        missing = lacking(table, step)
        if missing is not None:
            return missing
        seat = actor(table, step)
        actions = actions_of(step, table, seat)
        if step.refused:
            if len(actions) != 1:
                raise StepError("a step that is to be refused must be one action: name one unit type only")
            return table.check(seat, actions[0])
        for action in actions:
            refusal = table.play(seat, action)
            if refusal is not None:
                return refusal
        return None

    def look(self, expect: Expect, events: Sequence[AreaEvent]) -> Iterator[Mismatch]:
        yield from look(self.table, expect, events)
        for one in [expect.odds] if isinstance(expect.odds, OddsSeen) else expect.odds:
            yield from look_at_odds(self.table, one)


def _position(scenario: Scenario, game: AreaTableGame) -> AreaState | str:
    """The scenario's initial state, or what is wrong with it."""
    if scenario.position is None:
        state = game.start(Setup())
        return f"{state.rule}: {state.why}" if isinstance(state, Refusal) else state
    built = build(game.world, scenario.position)
    return built.message if isinstance(built, PositionError) else built


def _told(step: words.Step) -> str:
    """A step in short: its verb and its value."""
    parts = {
        field.encode_name: written(msgspec.to_builtins(value))
        for field in msgspec.structs.fields(step)
        if field.name not in BESIDE and (value := getattr(step, field.name)) != field.default
    }
    verb_first = sorted(parts, key=lambda key: key not in words.verbs())
    return ", ".join(f"{key}: {parts[key]}" for key in verb_first)


def _start(table: Table, step: words.StartStep) -> Refusal | None:
    players = {
        player: tuple(table.power(power) for power in as_names(powers)) for player, powers in step.start.items()
    }
    state = table.game.start(Setup(step.setup, dict(step.options), players))
    if isinstance(state, Refusal):
        return state
    table.state = state
    table.events.clear()
    table.marked = 0
    return None


def _resolve(table: Table, step: words.ResolveStep) -> Refusal | None:
    def is_over(space: str) -> bool:
        battle = table.state.battle
        fought_here = battle is not None and battle.space == space
        return not fought_here and all(site.space != space for site in table.state.turn.sites)

    if step.resolve == "all":
        play_until(table, lambda: table.state.battle is None and not table.state.turn.sites, done=False)
        return None
    space = table.space(step.resolve)
    closed = any(isinstance(event, SiteClosed | BattleEnded) and event.space == space for event in table.events)
    if closed and is_over(space):
        return None
    if table.state.battle is None or table.state.battle.space != space:
        seat = actor(table, step)
        refusal = table.play(seat, Fight(space))
        if refusal is not None:
            return refusal
    play_until(table, lambda: is_over(space), done=False)
    return None
