"""Playing a scenario and telling, in words, where it did not go as written."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from sandtable import games
from sandtable.area.actions import Fight
from sandtable.area.events import AreaEvent, BattleEnded, SiteClosed
from sandtable.area.position import PositionError, build
from sandtable.area.state import AreaState, Turn
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.scenarios import words
from sandtable.scenarios.defaults import play_until, reached
from sandtable.scenarios.expectations import look
from sandtable.scenarios.hexes.runner import rules_shown
from sandtable.scenarios.hexes.runner import run as run_hexes
from sandtable.scenarios.hexes.words import HexScenario
from sandtable.scenarios.orders import actions_of, actor
from sandtable.scenarios.reading import AnyScenario, ScenarioError, files, read_file
from sandtable.scenarios.results import Failure, Result, answered, last_frames, play_through, too_many
from sandtable.scenarios.table import AreaTableGame, StepError, Table, as_names
from sandtable.scenarios.words import Expect, Scenario

INCOME = "income"
"""The phase in which nobody has to do anything: who begins a scenario there collects income as it begins."""

FindGame = Callable[[str], AreaTableGame]


def find_installed(game_id: str) -> AreaTableGame:
    """The game of this installation with this id."""
    if game_id not in games.area_ids():
        raise LookupError(f"the games are {', '.join(games.area_ids())}")
    return games.area(game_id)


def check_paths(paths: Sequence[Path | str], find_game: FindGame = find_installed) -> list[Result]:
    """Run every scenario in these files and folders. A file that cannot be read is a failed result of its own."""
    results: list[Result] = []
    for file in files([Path(path) for path in paths]):
        try:
            scenarios = read_file(file)
        except ScenarioError as error:
            results.append(Result(file.name, str(file), failures=(Failure("reading the file", str(error)),)))
            continue
        results.extend(run(scenario, find_game) for scenario in scenarios)
    return results


def run(scenario: AnyScenario, find_game: FindGame = find_installed) -> Result:
    """Play a scenario to its end, or to the first step that does not go as written."""
    if isinstance(scenario, HexScenario):
        return run_hexes(scenario)
    try:
        game = find_game(scenario.game)
    except (LookupError, ValueError) as error:
        failures = [Failure("the game", f"there is no game {scenario.game!r}: {error}")]
        return Result(scenario.title, scenario.source, scenario.game, scenario.rules, tuple(failures))
    rules, failures = _rules(scenario, game)
    if not failures:
        failures = list(_play(scenario, game))
    return Result(scenario.title, scenario.source, scenario.game, rules, tuple(failures))


def rules_of(scenario: AnyScenario, find_game: FindGame = find_installed) -> tuple[str, ...]:
    """The rules that a scenario shows, by full id; an id that the rulebook lacks stays as it is written."""
    if isinstance(scenario, HexScenario):
        return rules_shown(scenario, games.load_hexes(scenario.game))[0]
    try:
        game = find_game(scenario.game)
    except (LookupError, ValueError):
        return scenario.rules
    return _rules(scenario, game)[0]


def _rules(scenario: Scenario, game: AreaTableGame) -> tuple[tuple[str, ...], list[Failure]]:
    table = Table(game, AreaState(1, Turn({}), {}, {}, {}), ())
    found: list[str] = []
    failures: list[Failure] = []
    for name in scenario.rules:
        try:
            found.append(table.rule(name))
        except StepError as error:
            found.append(name)
            failures.append(Failure("rules", str(error)))
    return tuple(dict.fromkeys(found)), failures


def _play(scenario: Scenario, game: AreaTableGame) -> Iterator[Failure]:
    state = _position(scenario, game)
    if not isinstance(state, AreaState):
        yield Failure("position", state)
        return
    table = Table(game, state, scenario.dice)
    if scenario.position is not None:
        table.hear(game.begin_phase(state, INCOME))
    yield from play_through(
        scenario.steps,
        lambda step, number: _step(table, step, f"step {number}: {describe(step)}"),
        lambda: _look(table, scenario.expect or Expect(), table.events, "at the end"),
        table.script,
    )


def _position(scenario: Scenario, game: AreaTableGame) -> AreaState | str:
    """The state that the scenario begins with, or what is wrong with it."""
    if scenario.position is None:
        state = game.start(Setup())
        return f"{state.rule}: {state.why}" if isinstance(state, Refusal) else state
    built = build(game.world, scenario.position)
    return built.message if isinstance(built, PositionError) else built


def describe(step: words.AnyStep) -> str:
    """A step in a few words: its verb and what it says."""
    parts: list[str] = []
    for field in msgspec.structs.fields(step):
        value = getattr(step, field.name)
        if field.name in ("expect", "note", "dice", "refused", "why") or value == field.default:
            continue
        if isinstance(value, msgspec.Struct):
            value = msgspec.to_builtins(value)
        shown = str(value).lower() if isinstance(value, bool) else value
        parts.append(f"{field.encode_name}: {shown}")
    verb_first = sorted(parts, key=lambda part: part.split(":")[0] not in words.VERBS)
    return ", ".join(verb_first) or "expect"


def _step(table: Table, step: words.AnyStep, where: str) -> Iterator[Failure]:
    if isinstance(step, words.ExpectStep):
        yield from _look(table, step.expect, table.events, where)
        return
    table.begin_step(step.dice)
    try:
        refusal = _do(table, step)
        problem = _answered(table, step, refusal)
    except StepError as error:
        problem = str(error)
    except Exception as error:
        problem = f"the game broke: {error!r}\n{last_frames(error)}"
    if problem:
        yield Failure(where, problem)
        return
    if step.dice is not None and table.dice.left:
        yield Failure(where, too_many(table.dice))
    if step.expect is not None:
        yield from _look(table, step.expect, table.of_this_step, where)


def _do(table: Table, step: words.Step) -> Refusal | None:
    """Do what a step says, and give back the refusal, if there is one."""
    if isinstance(step, words.StartStep):
        return _start(table, step)
    if isinstance(step, words.PassStep):
        _must_not_refuse(step)
        play_until(table, reached(table, step.pass_to))
        return None
    if isinstance(step, words.ResolveStep):
        _must_not_refuse(step)
        return _resolve(table, step)
    seat = actor(table, step)
    actions = actions_of(step, table, seat)
    if step.refused and len(actions) != 1:
        raise StepError("a step that is to be refused must be one action: name one unit type only")
    for action in actions:
        refusal = table.play(seat, action)
        if refusal is not None:
            return refusal
    return None


def _must_not_refuse(step: words.Step) -> None:
    if step.refused:
        raise StepError("only something that a seat does can be refused")


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


def _answered(table: Table, step: words.Step, refusal: Refusal | None) -> str:
    wanted = table.rule(step.refused) if step.refused else ""
    return answered(table.game.rulebook, wanted, step.why, refusal)


def _look(table: Table, expect: Expect, events: Sequence[AreaEvent], where: str) -> Iterator[Failure]:
    try:
        for mismatch in look(table, expect, events):
            yield Failure(where, str(mismatch))
    except StepError as error:
        yield Failure(where, str(error))
    except Exception as error:
        yield Failure(where, f"the game broke: {error!r}\n{last_frames(error)}")
