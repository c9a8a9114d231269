"""Reads scenario files: YAML in, scenarios out, and errors that name the file, the scenario and the step."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from sandtable.area.position import Position
from sandtable.core.datafile import DataFileError, plainly
from sandtable.core.datafile.renaming import in_words
from sandtable.core.nearest import nearest
from sandtable.games import family_of
from sandtable.hexes.actions import FAMILY, Action
from sandtable.hexes.parts import known_actions
from sandtable.scenarios import words
from sandtable.scenarios.hexes import words as hex_words
from sandtable.scenarios.hexes.words import HexScenario, HexStep, Played, WrittenHexScenario
from sandtable.scenarios.mismatch import written
from sandtable.scenarios.words import AnyStep, ExpectStep, Scenario, ScenarioFile, WrittenScenario, verbs

AnyScenario = Scenario | HexScenario
T = TypeVar("T")


class ScenarioError(DataFileError):
    """A scenario file that can't be read; the message says where and why."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML that rejects duplicate keys."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value != "<<":
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {key.value!r} stands here twice", key.start_mark
                    )
                seen.add(key.value)
        built: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return built


def read(path: Path) -> list[AnyScenario]:
    """All scenarios in a file, or in every ``.yaml`` file in a folder and its subfolders."""
    return [scenario for file in files([path]) for scenario in read_file(file)]


def files(paths: Sequence[Path]) -> list[Path]:
    """The scenario files at or below these paths, in order."""
    found: list[Path] = []
    for path in paths:
        found.extend(sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path])
    return found


def read_file(path: Path, names: Mapping[str, str] | None = None) -> list[AnyScenario]:
    """All scenarios in one file; ``names``: what a variant calls things, by old name."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from None
    return parse(in_words(text, names or {}), str(path))


def parse(text: str, source: str = "scenario") -> list[AnyScenario]:
    """All scenarios in a text: one, several documents, or a list under ``scenarios``."""
    try:
        documents = [document for document in yaml.load_all(text, Loader=_Loader) if document is not None]
    except yaml.YAMLError as error:
        raise ScenarioError(f"{source}: not valid YAML: {error}") from None
    if not documents:
        raise ScenarioError(f"{source}: no scenario in it")
    scenarios: list[AnyScenario] = []
    for document in documents:
        if not isinstance(document, dict):
            raise ScenarioError(f"{source}: a scenario is a list of keys and values ('title: ...')")
        scenarios.extend(_scenarios(document, source))
    titles: set[str] = set()
    for scenario in scenarios:
        if scenario.title in titles:
            raise ScenarioError(f"{source}: two scenarios have the title {scenario.title!r}")
        titles.add(scenario.title)
    return scenarios


def read_step(raw: Mapping[str, Any], where: str) -> AnyStep:
    """One step, recognised by its verb."""
    known = verbs()
    verb = next((verb for verb in known if verb in raw), "")
    if verb:
        step: AnyStep = _convert(raw, known[verb], f"{where} ({verb})")
        return step
    if "expect" in raw:
        return _convert(raw, ExpectStep, where)
    odd = next((key for key in raw if key not in _common_keys()), "")
    hint = nearest(str(odd), known) if odd else ""
    raise ScenarioError(f"{where}: no verb in it ({', '.join(known)} or expect){hint}")


def _scenarios(document: Mapping[str, Any], source: str) -> Iterator[AnyScenario]:
    if "scenarios" not in document:
        yield _scenario(document, source, {}, 1)
        return
    shared = _convert(document, ScenarioFile, source)
    for number, raw in enumerate(shared.scenarios, start=1):
        above = {"game": shared.game, "rules": list(shared.rules), "position": dict(shared.position)}
        yield _scenario(raw, source, above, number)


def _scenario(raw: Mapping[str, Any], source: str, above: Mapping[str, Any], number: int) -> AnyScenario:
    title = raw.get("title")
    where = f"{source}: {title if isinstance(title, str) else f'scenario {number}'}"
    own = raw.get("position")
    position = _laid_over(above.get("position") or {}, own if isinstance(own, dict) else {})
    game = str(raw.get("game") or above.get("game", ""))
    if not game:
        raise ScenarioError(f"{where}: which game? Write 'game: \"1941\"' or another game's id")
    if family_of(game) == "hexes":
        return _hex_scenario(raw, where, game, source, above, position)
    written = _convert(raw, WrittenScenario, where)
    return Scenario(
        title=written.title,
        game=game,
        rules=tuple(dict.fromkeys([*above.get("rules", ()), *written.rules])),
        position=_convert(position, Position, f"{where}: position") if position else None,
        dice=tuple(written.dice),
        steps=tuple(read_step(step, f"{where}: step {i}") for i, step in enumerate(written.steps, start=1)),
        expect=written.expect,
        source=source,
    )


def _hex_scenario(
    raw: Mapping[str, Any],
    where: str,
    game: str,
    source: str,
    above: Mapping[str, Any],
    position: Mapping[str, Any],
) -> HexScenario:
    written = _convert({**raw, "position": position}, WrittenHexScenario, where)
    return HexScenario(
        title=written.title,
        game=game,
        rules=tuple(dict.fromkeys([*above.get("rules", ()), *written.rules])),
        position=written.position,
        dice=tuple(written.dice),
        steps=tuple(read_hex_step(step, f"{where}: step {i}") for i, step in enumerate(written.steps, start=1)),
        expect=written.expect,
        source=source,
    )


def read_hex_step(raw: Mapping[str, Any], where: str) -> Played:
    """One step: an action with its own keys, and the keys besides it."""
    common = {field.encode_name for field in msgspec.structs.fields(HexStep)}
    beside = _convert({key: value for key, value in raw.items() if key in common}, HexStep, where)
    order = {key: value for key, value in raw.items() if key not in common}
    if not order and beside.expect is not None:
        return Played(None, beside, "expect")
    if "do" not in order:
        raise ScenarioError(f"{where}: what is done? Write 'do: move' or another action's name")
    kinds = (*FAMILY, *known_actions())
    known = [str(kind.__struct_config__.tag) for kind in kinds]
    if order["do"] not in known:
        hint = nearest(str(order["do"]), known) or f" (there are: {', '.join(known)})"
        raise ScenarioError(f"{where}: there is no action {order['do']!r}{hint}")
    text = written(order)[1:-1]
    action: Action = _convert(order, kinds[known.index(order["do"])], f"{where} ({order['do']})")
    return Played(action, beside, text)


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """One position merged over another; maps such as ``units`` are merged key by key."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        both = isinstance(under, dict) and isinstance(value, dict)
        merged[key] = {**under, **value} if both and under is not None else value
    return merged


def _convert(raw: Any, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{where}: {_plain(str(error))}") from None


def _plain(error: str) -> str:
    """A msgspec error, in words for non-programmers."""
    place = re.search(r" - at (?:`\$\.?(.*)`|`key.*)$", error)
    at = f" (at '{place[1]}')" if place and place[1] else ""
    error = re.sub(r" - at .*$", "", error)
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", error)
    if unknown:
        return f"unknown key {unknown[1]!r}{at}{nearest(unknown[1], _all_keys() - {unknown[1]})}"
    missing = re.fullmatch(r"Object missing required field `(.*)`", error)
    if missing:
        return f"the key {missing[1]!r} is missing{at}"
    numeral = re.search(r"Expected `([^`]*\b)?str\b.*got `int`", error)
    quote = (
        "; a number that is a name, such as that of a hex, stands in quotation marks: '1244'" if numeral else ""
    )
    return f"{plainly(error)}{at}{quote}"


def _common_keys() -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(words.Step)}


def _all_keys() -> set[str]:
    structs = [
        kind
        for kind in (*vars(words).values(), *vars(hex_words).values())
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    return {field.encode_name for kind in structs for field in msgspec.structs.fields(kind)}
