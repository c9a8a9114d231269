"""``sandtable check``: scenario files, and where they did not go as written."""

from collections.abc import Iterable
from pathlib import Path

import typer
from rich.progress import track

from sandtable.area.wording import times
from sandtable.cli.answers import console, fail, print_json
from sandtable.scenarios import Result, check_paths
from sandtable.scenarios.reading import files


def check_scenarios(paths: list[Path], as_json: bool) -> None:
    """Run every scenario below these paths and tell which failed, and how."""
    missing = [path for path in paths if not path.exists()]
    if missing:
        fail(f"{missing[0]}: no such file or folder.")
    results = _run(files(paths))
    if not results:
        fail(f"no scenario file (.yaml) in {', '.join(map(str, paths))}.")
    failed = [result for result in results if not result.ok]
    if as_json:
        print_json([_as_data(result) for result in results])
    else:
        _show(results, failed)
    if failed:
        raise typer.Exit(1)


def _run(found: list[Path]) -> list[Result]:
    screen = console(stderr=True)
    bar: Iterable[Path] = found
    if screen.is_terminal:
        bar = track(found, "Checking", console=screen, transient=True)
    return [result for file in bar for result in check_paths([file])]


def _as_data(result: Result) -> dict[str, object]:
    return {
        "title": result.title,
        "source": result.source,
        "game": result.game,
        "rules": result.rules,
        "ok": result.ok,
        "failures": [{"where": failure.where, "what": failure.what} for failure in result.failures],
    }


def _show(results: list[Result], failed: list[Result]) -> None:
    screen = console()
    for result in failed:
        screen.print(f"FAILED  {result.title}", style="bold red")
        screen.print(f"        {result.source}", style="dim")
        for failure in result.failures:
            screen.print(f"  {failure.where}", style="bold")
            for line in failure.what.splitlines():
                style = "green" if line.strip().startswith("expected:") else ""
                style = "red" if line.strip().startswith("found:") else style
                screen.print(f"    {line}", style=style, soft_wrap=True)
        screen.print()
    count = times(len(results), "scenario")
    if failed:
        screen.print(f"{len(failed)} of {count} failed.", style="bold red")
    else:
        screen.print(f"{count}: all as written.", style="bold green")
