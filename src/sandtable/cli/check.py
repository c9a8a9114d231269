"""``sandtable check``: runs scenario files, or those of a variant, and shows what failed."""

from collections.abc import Iterable
from pathlib import Path

import typer
from rich.progress import track

from sandtable import games
from sandtable.area.wording import times
from sandtable.cli.answers import console, fail, find_game, id_of, print_json
from sandtable.scenarios import AnyScenario, Result, check_paths
from sandtable.scenarios.reading import files
from sandtable.scenarios.variants import SideEffects, own_scenarios, side_effects

SHOWN = 12
"""How many changed scenarios are listed by default."""


def check_scenarios(paths: list[Path], everything: bool, as_json: bool) -> None:
    """Run every scenario below these paths and show what failed, or check a game."""
    if len(paths) == 1 and _is_game(paths[0]):
        check_game(str(paths[0]), everything, as_json)
        return
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


def check_game(name: str, everything: bool, as_json: bool) -> None:
    """Run a game's own scenarios, and show which of its parents' scenarios it changes."""
    game = find_game(name)
    own = own_scenarios(game.id)
    results = _run(own)
    effects = side_effects(game.id, _bar)
    failed = [result for result in results if not result.ok]
    if as_json:
        changed = [_as_data(result) for result in effects.changed]
        print_json(
            {
                "own": [_as_data(result) for result in results],
                "parents": {"games": effects.games, "played": effects.played, "changed": changed},
            }
        )
    else:
        _show_game(game.id, results, failed, effects, everything)
    if failed:
        raise typer.Exit(1)


def _is_game(path: Path) -> bool:
    if path.exists():
        return (path / "game.yaml").is_file()
    return games.family_of(id_of(str(path))) is not None


def _bar(found: list[AnyScenario]) -> Iterable[AnyScenario]:
    screen = console(stderr=True)
    if not screen.is_terminal:
        return found
    return track(found, "Comparing", console=screen, transient=True)


def _show_game(
    game: str, results: list[Result], failed: list[Result], effects: SideEffects, everything: bool
) -> None:
    screen = console()
    if results:
        _show(results, failed)
    else:
        screen.print(f"{game} has no scenarios of its own.")
    if not effects.games:
        return
    whose = " and ".join(effects.games)
    screen.print()
    if not effects.changed:
        screen.print(f"All {times(effects.played, 'scenario')} of {whose} come out as before.")
        return
    come = "comes" if len(effects.changed) == 1 else "come"
    screen.print(
        f"Side effects: {len(effects.changed)} of {times(effects.played, 'scenario')} of {whose} "
        f"now {come} out differently.",
        style="bold",
        soft_wrap=True,
    )
    shown = effects.changed if everything else effects.changed[:SHOWN]
    for result in shown:
        screen.print()
        screen.print(f"  {result.title}", style="bold", soft_wrap=True)
        rules = f"  ({', '.join(result.rules)})" if result.rules else ""
        for failure in result.failures[:1]:
            screen.print(f"    {failure.where}{rules}", style="dim", soft_wrap=True)
            for line in failure.what.splitlines():
                screen.print(f"    {line}", soft_wrap=True)
    if len(shown) < len(effects.changed):
        screen.print()
        screen.print(f"{len(effects.changed) - len(shown)} more: 'sandtable check {game} --all' lists them.")


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
