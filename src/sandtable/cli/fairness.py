"""``sandtable lab fairness``."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import msgspec
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.cli.answers import console, fail, find_game, print_json
from sandtable.cli.arena import entrant, last_round, two_sides
from sandtable.cli.seats import scenario_of
from sandtable.lab.fairness.findings import Findings, findings
from sandtable.lab.fairness.page import page
from sandtable.lab.fairness.study import Budget, Ledger, Plan, Study
from sandtable.lab.jobs import NoRay, crew_of

ROUNDS = 8
"""The last round of a game without a fixed end: house rules show their effect early."""


def weigh_variant(
    game_id: str,
    bot: str,
    pairs: int,
    minutes: float,
    rounds: int,
    seed: int,
    scenario: str,
    out: Path | None,
    jobs: int,
    ray: str,
    as_json: bool,
) -> None:
    """Compare a variant with its parent, and write the report. An interrupted study reports what it has so far."""
    game = find_game(game_id)
    folder = games.folder(game.id)
    if len(folder.layers) < 2:
        fail(
            f"{game.id} is not a variant: there is nothing to compare it with. "
            f"'sandtable lab balance {game.id}' tells which side is better off."
        )
    setting = scenario_of(game, scenario)
    dated = game.guide.box.length_of(setting)
    report = out if out is not None else Path(f"{game.id}-fairness.html")
    if not report.resolve().parent.is_dir():
        fail(f"--report: there is no folder {report.resolve().parent}.")
    rounds = rounds or (last_round(game, setting) if dated else ROUNDS)
    parent = folder.layers[1].name
    plan = Plan(
        game.id, parent, two_sides(game, setting), entrant(game, bot), rounds, pairs, minutes, seed, setting
    )
    kept = report.with_suffix(".games.jsonl")
    study = Study(plan, folder, games.family_of(game.id) or "area", Ledger(kept))
    stopped = False
    budget = Budget(minutes, time.monotonic)
    with _bar(budget) as (stage, done):
        try:
            with crew_of(jobs, ray) as crew:
                study.run(crew, 2 * jobs, budget, stage, lambda _: done())
        except KeyboardInterrupt:
            stopped = True
        except NoRay as error:
            fail(f"--ray: {error}")
        except OSError as error:
            fail(f"{error.filename} can't be written: {error.strerror}.")
    found = findings(study, _sides(study), _units(study))
    try:
        report.write_text(page(found, study.game), encoding="utf-8")
        report.with_suffix(".json").write_bytes(_json(found))
    except OSError as error:
        fail(f"{error.filename} can't be written: {error.strerror}.")
    if as_json:
        print_json(found)
    else:
        _show(found, report, kept, stopped)


def _json(found: Findings) -> bytes:
    return msgspec.json.format(msgspec.json.encode(found), indent=2)


def _sides(study: Study) -> dict[str, str]:
    parties = study.game.guide.box.parties(study.plan.scenario)
    return {seat: side for side, seats in parties.items() for seat in seats}


def _units(study: Study) -> dict[str, str]:
    if not isinstance(study.game, AreaGame):
        return {}
    return {name: kind.plural for name, kind in study.game.world.units.items()}


def _show(found: Findings, report: Path, kept: Path, stopped: bool) -> None:
    screen = console()
    for number, words in enumerate(found.words):
        screen.print(words, style="bold" if not number else "", soft_wrap=True)
    screen.print()
    screen.print(f"{found.games} games. Report: {report}   Data: {report.with_suffix('.json')}", soft_wrap=True)
    if stopped:
        screen.print(f"Interrupted. The same command resumes: every game is kept in {kept}.", soft_wrap=True)


class _TimeLeft(ProgressColumn):
    """How long it takes at most: until all games are played or the time is up, whichever comes first."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self._budget = budget

    def render(self, task: Task) -> Text:
        return Text(_at_most(task.time_remaining, self._budget.seconds_left), style="progress.remaining")


def _at_most(*limits: float | None) -> str:
    """The shortest of some times in seconds.

    >>> _at_most(4000.0, 1200.0), _at_most(None, 65.4), _at_most(None, None)
    ('0:20:00', '0:01:05', '-:--:--')
    """
    known = [seconds for seconds in limits if seconds is not None]
    return str(timedelta(seconds=int(min(known)))) if known else "-:--:--"


@contextmanager
def _bar(budget: Budget) -> Iterator[tuple[Callable[[str, int], None], Callable[[], None]]]:
    """A progress bar with stages, on stderr if that is a terminal."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield (lambda _name, _games: None), (lambda: None)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("at most"),
        _TimeLeft(budget),
        TextColumn("left"),
    )
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=None)

        def stage(name: str, games_: int) -> None:
            bar.reset(task, description=name, total=games_)

        yield stage, lambda: bar.advance(task)
