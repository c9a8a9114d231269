"""A variant's scenarios: the author's own, and those of its parents that now have other results."""

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from sandtable import games
from sandtable.core.datafile import Folder
from sandtable.scenarios.reading import AnyScenario, files, read_file
from sandtable.scenarios.results import Result
from sandtable.scenarios.runner import find_installed, run
from sandtable.variants.starting import SCENARIOS

_PACKAGED = Path(__file__).parent / "books"
_CHECKOUT = Path(__file__).parents[3] / "tests" / "scenarios"
_ALL: Callable[[list[AnyScenario]], Iterable[AnyScenario]] = iter


class SideEffects(msgspec.Struct, frozen=True):
    """What a variant does to the scenarios of its parent games."""

    games: tuple[str, ...]
    """The games whose scenarios were played; empty: there are no such scenarios."""
    played: int
    changed: tuple[Result, ...]
    """Scenarios that pass in the parent game, but not in the variant."""


def own_scenarios(game_id: str) -> list[Path]:
    """The scenario files in a game's folder."""
    return _in_layer(games.folder(game_id), 0, games.family_of(game_id) or "area")


def side_effects(
    game_id: str, going_by: Callable[[list[AnyScenario]], Iterable[AnyScenario]] = _ALL
) -> SideEffects:
    """Play the scenarios of a variant's parent games by the variant's rules.

    ``going_by`` gets all scenarios and yields them one by one, for a progress bar.
    """
    variant, folder = find_installed(game_id), games.folder(game_id)
    family = games.family_of(game_id) or "area"
    above = [layer.name for layer in folder.layers[1:]]
    found: list[AnyScenario] = []
    sources: list[str] = []
    originals: dict[int, AnyScenario] = {}
    """By identity of a scenario with the variant's names: the same as the parent has it."""
    for number, name in enumerate(above, 1):
        paths = files([book]) if (book := book_of(name)) else _in_layer(folder, number, family)
        sources += [name] if paths else []
        renames = folder.layers[number].renames
        for path in paths:
            before = read_file(path)
            after = read_file(path, renames) if renames else before
            found += [one for one in after if one.game == name]
            originals |= {id(one): old for one, old in zip(after, before, strict=True)}
    changed: list[Result] = []
    for scenario in going_by(found):
        result = run(scenario, lambda _: variant)
        if not result.ok and run(originals[id(scenario)]).ok:
            changed.append(result)
    return SideEffects(tuple(sources), len(found), tuple(changed))


def book_of(game_id: str) -> Path | None:
    """The scenarios that test a built-in game's rulebook, which are part of the package."""
    return next((place / game_id for place in (_PACKAGED, _CHECKOUT) if (place / game_id).is_dir()), None)


def _in_layer(folder: Folder, number: int, family: str) -> list[Path]:
    path = folder.layers[number].path
    place = path / SCENARIOS[family] if path is not None else None
    return files([place]) if place is not None and place.is_dir() else []
