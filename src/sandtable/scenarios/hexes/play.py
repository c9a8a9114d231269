"""Playing scenarios of the hex family."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent
from sandtable.hexes.family import HexGame
from sandtable.hexes.position import PositionError, build
from sandtable.hexes.state import HexState, Side
from sandtable.scenarios.expectations import SPECTATOR
from sandtable.scenarios.game_table import GameTable, StepError
from sandtable.scenarios.hexes.expectations import look, look_as
from sandtable.scenarios.hexes.words import HexExpect, HexScenario, Played
from sandtable.scenarios.mismatch import Mismatch
from sandtable.scenarios.odds import look_at_hex_odds
from sandtable.scenarios.play import Play, Said, look_at_choices
from sandtable.scenarios.reading import ScenarioError, read_hex_step
from sandtable.scenarios.words.odds import HexOddsSeen


class HexTable(GameTable[HexState, HexAction, HexEvent]):
    """A game in progress, played by the runner."""

    game: HexGame

    def seat(self, played: Played) -> Side:
        """Who acts: the side that the step names, or the side with the decision."""
        if played.beside.by:
            return played.beside.by
        asked = sorted(self.asked())
        if len(asked) != 1:
            raise StepError(f"{' and '.join(asked) or 'nobody'} has to decide: say who acts with 'by'")
        return asked[0]


class HexPlay(Play[HexTable, Played, HexExpect]):
    """A running scenario of the hex family."""

    @classmethod
    def begin(cls, scenario: HexScenario, game: HexGame) -> "HexPlay | str":
        """Start a scenario, or say what is wrong with its position."""
        name = scenario.position.scenario or game.facts.scenarios[0]
        if name not in game.worlds:
            return f"there is no scenario {name!r}, but {', '.join(game.worlds)}"
        state = build(game.worlds[name], scenario.position)
        return state.message if isinstance(state, PositionError) else cls(HexTable(game, state, scenario.dice))

    def said(self, step: Played) -> Said:
        beside = step.beside
        acts = step.action is not None
        return Said(step.text, acts, beside.dice, beside.refused, beside.why, beside.expect)

    def do(self, step: Played) -> Refusal | None:
        assert step.action is not None, "it only looks"
        seat = self.table.seat(step)
        return self.table.check(seat, step.action) if step.beside.refused else self.table.play(seat, step.action)

    def look(self, expect: HexExpect, events: Sequence[HexEvent]) -> Iterator[Mismatch]:
        table = self.table
        world = table.game.world(table.state)
        yield from look(world, table.state, table.game.pending(table.state), expect, events)
        for who, parts in expect.seen_by.items():
            if who not in (*world.order, SPECTATOR):
                raise StepError(f"there is no side {who!r}: {', '.join(world.order)}, or {SPECTATOR}")
            seen = table.game.view(table.state, None if who == SPECTATOR else who)
            yield from look_as(world, seen, who, parts)
        yield from look_at_choices(table, expect.can, expect.cannot, self._verdict)
        for one in [expect.odds] if isinstance(expect.odds, HexOddsSeen) else expect.odds:
            yield from look_at_hex_odds(world.tables, one)

    def _verdict(self, raw: Mapping[str, Any]) -> Refusal | None:
        try:
            step = read_hex_step(raw, "can")
        except ScenarioError as error:
            raise StepError(str(error)) from None
        if step.action is None:
            raise StepError("only something that a side does can be allowed or refused")
        return self.table.check(self.table.seat(step), step.action)
