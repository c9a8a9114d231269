"""Playing a scenario of the hex family and telling, in words, where it did not go as written."""

from collections.abc import Iterator, Sequence

from sandtable import games
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent
from sandtable.hexes.family import HexGame
from sandtable.hexes.position import PositionError, build
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.world import World
from sandtable.scenarios.hexes.expectations import look
from sandtable.scenarios.hexes.words import HexExpect, HexScenario, Played
from sandtable.scenarios.results import Failure, Result, answered, last_frames, play_through, too_many
from sandtable.scenarios.table import Script, StepError, full_rule


class HexTable:
    """A game in progress, as the runner plays it."""

    def __init__(self, game: HexGame, state: HexState, dice: Sequence[int]) -> None:
        self.game = game
        self.state = state
        self.script = Script(dice)
        self.dice = self.script
        self.events: list[HexEvent] = []
        """Everything that happened so far."""

    @property
    def world(self) -> World:
        return self.game.world(self.state)

    def seat(self, played: Played) -> Side:
        """Who acts: whoever the step names, or the one who is asked."""
        if played.beside.by:
            return played.beside.by
        asked = sorted({decision.seat for decision in self.game.pending(self.state)})
        if len(asked) != 1:
            raise StepError(f"{' and '.join(asked) or 'nobody'} has to decide: say who acts with 'by'")
        return asked[0]

    def play(self, seat: Side, action: HexAction) -> Refusal | None:
        """Let a seat act: check, decide, evolve."""
        refusal = self.game.check(self.state, seat, action)
        if refusal is None:
            for event in self.game.decide(self.state, seat, action, self.dice):
                self.state = self.game.evolve(self.state, event)
                self.events.append(event)
        return refusal


def run(scenario: HexScenario) -> Result:
    """Play a scenario to its end, or to the first step that does not go as written."""
    game = games.load_hexes(scenario.game)
    rules, failures = rules_shown(scenario, game)
    if not failures:
        failures = list(_play(scenario, game))
    return Result(scenario.title, scenario.source, scenario.game, rules, tuple(failures))


def rules_shown(scenario: HexScenario, game: HexGame) -> tuple[tuple[str, ...], list[Failure]]:
    """The rules that a scenario shows, by full id, and those that the book lacks."""
    found: list[str] = []
    failures: list[Failure] = []
    for name in scenario.rules:
        try:
            found.append(full_rule(game.rulebook, game.facts.prefix, name))
        except StepError as error:
            found.append(name)
            failures.append(Failure("rules", str(error)))
    return tuple(dict.fromkeys(found)), failures


def _play(scenario: HexScenario, game: HexGame) -> Iterator[Failure]:
    name = scenario.position.scenario or game.facts.scenarios[0]
    if name not in game.worlds:
        yield Failure("position", f"there is no scenario {name!r}, but {', '.join(game.worlds)}")
        return
    state = build(game.worlds[name], scenario.position)
    if isinstance(state, PositionError):
        yield Failure("position", state.message)
        return
    table = HexTable(game, state, scenario.dice)
    yield from play_through(
        scenario.steps,
        lambda played, number: _step(table, played, f"step {number}: {played.text}"),
        lambda: _look(table, scenario.expect or HexExpect(), table.events, "at the end"),
        table.script,
    )


def _step(table: HexTable, played: Played, where: str) -> Iterator[Failure]:
    marked = len(table.events)
    beside = played.beside
    table.dice = table.script if beside.dice is None else Script(beside.dice)
    if played.action is not None:
        try:
            refusal = table.play(table.seat(played), played.action)
            wanted = (
                full_rule(table.game.rulebook, table.game.facts.prefix, beside.refused) if beside.refused else ""
            )
            problem = answered(table.game.rulebook, wanted, beside.why, refusal)
        except StepError as error:
            problem = str(error)
        except Exception as error:
            problem = f"the game broke: {error!r}\n{last_frames(error)}"
        if problem:
            yield Failure(where, problem)
            return
    if beside.dice is not None and table.dice.left:
        yield Failure(where, too_many(table.dice))
    if beside.expect is not None:
        yield from _look(table, beside.expect, table.events[marked:], where)


def _look(table: HexTable, expect: HexExpect, events: Sequence[HexEvent], where: str) -> Iterator[Failure]:
    try:
        for mismatch in look(table.world, table.state, table.game.pending(table.state), expect, events):
            yield Failure(where, str(mismatch))
    except Exception as error:
        yield Failure(where, f"the game broke: {error!r}\n{last_frames(error)}")
