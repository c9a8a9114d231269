"""Plays scenarios of all families, and says where one didn't go as written."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sandtable import games
from sandtable.core.rulebook import Rulebook
from sandtable.scenarios.area_play import AreaPlay
from sandtable.scenarios.game_table import StepError, full_rule
from sandtable.scenarios.hexes.play import HexPlay
from sandtable.scenarios.hexes.words import HexScenario
from sandtable.scenarios.play import Play
from sandtable.scenarios.reading import AnyScenario, ScenarioError, files, read_file
from sandtable.scenarios.results import Failure, Result, answered, last_frames, too_many

FindGame = Callable[[str], Any]
"""Finds a game of the scenario's family by its id."""


def find_installed(game_id: str) -> Any:
    """The installed game with this id."""
    if games.family_of(game_id) == "hexes":
        return games.load_hexes(game_id)
    if games.family_of(game_id) != "area":
        raise LookupError(f"the games are {', '.join(games.ids())}")
    return games.area(game_id)


def check_paths(paths: Sequence[Path | str], find_game: FindGame = find_installed) -> list[Result]:
    """Run every scenario in these files and folders. An unreadable file counts as a failed result."""
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
    """Play a scenario to its end, or to the first step that doesn't go as written."""
    try:
        game = find_game(scenario.game)
    except (LookupError, ValueError) as error:
        failures = [Failure("the game", f"there is no game {scenario.game!r}: {error}")]
        return Result(scenario.title, scenario.source, scenario.game, scenario.rules, tuple(failures))
    rules, failures = _rules(scenario, game.rulebook)
    if not failures:
        failures = list(_play(scenario, game))
    return Result(scenario.title, scenario.source, scenario.game, rules, tuple(failures))


def rules_of(scenario: AnyScenario, find_game: FindGame = find_installed) -> tuple[str, ...]:
    """The full ids of the rules a scenario shows; ids missing from the rulebook stay as written."""
    try:
        game = find_game(scenario.game)
    except (LookupError, ValueError):
        return scenario.rules
    return _rules(scenario, game.rulebook)[0]


def _rules(scenario: AnyScenario, book: Rulebook) -> tuple[tuple[str, ...], list[Failure]]:
    """The full ids of the rules a scenario shows, and failures for those missing from the rulebook."""
    found: list[str] = []
    failures: list[Failure] = []
    for name in scenario.rules:
        try:
            found.append(full_rule(book, name))
        except StepError as error:
            found.append(name)
            failures.append(Failure("rules", str(error)))
    return tuple(dict.fromkeys(found)), failures


def _begin(scenario: AnyScenario, game: Any) -> Play[Any, Any, Any] | str:
    if isinstance(scenario, HexScenario):
        return HexPlay.begin(scenario, game)
    return AreaPlay.begin(scenario, game)


def _play(scenario: AnyScenario, game: Any) -> Iterator[Failure]:
    play = _begin(scenario, game)
    if isinstance(play, str):
        yield Failure("position", play)
        return
    for number, step in enumerate(scenario.steps, start=1):
        failures = list(_step(play, step, number))
        yield from failures
        if failures:
            return
    if scenario.expect is not None:
        yield from _look(play, scenario.expect, play.table.events, "at the end")
    if play.table.script.left:
        yield Failure("at the end", too_many(play.table.script))


def _step(play: Play[Any, Any, Any], step: Any, number: int) -> Iterator[Failure]:
    said, table = play.said(step), play.table
    where = f"step {number}: {said.text}"
    if not said.acts:
        yield from _look(play, said.expect, table.events, where)
        return
    table.begin_step(said.dice)
    try:
        wanted = table.rule(said.refused) if said.refused and isinstance(said.refused, str) else said.refused
        if wanted is False:
            raise StepError("'refused: false' says nothing: leave it out")
        problem = answered(table.game.rulebook, wanted, said.why, play.do(step))
    except StepError as error:
        problem = str(error)
    except Exception as error:
        problem = f"the game broke: {error!r}\n{last_frames(error)}"
    if problem:
        yield Failure(where, problem)
        return
    if said.dice is not None and table.dice.left:
        yield Failure(where, too_many(table.dice))
    if said.expect is not None:
        yield from _look(play, said.expect, table.of_this_step, where)


def _look(play: Play[Any, Any, Any], expect: Any, events: Sequence[Any], where: str) -> Iterator[Failure]:
    try:
        for mismatch in play.look(expect, events):
            yield Failure(where, str(mismatch))
    except StepError as error:
        yield Failure(where, str(error))
    except Exception as error:
        yield Failure(where, f"the game broke: {error!r}\n{last_frames(error)}")
