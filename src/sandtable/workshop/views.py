"""What the page shows of a variant: its tables with the parent's numbers, its changes and its errors."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable import games
from sandtable.area.conduct import Conduct, OptionInfo
from sandtable.area.parts import known
from sandtable.area.units import UnitType
from sandtable.core.datafile import OWN, DataFileError, Folder, construct, read_node
from sandtable.games.composing import compose
from sandtable.games.finding import Family, read_header
from sandtable.hexes.scenario import ScenarioFile, SideSetup, read_plain
from sandtable.hexes.tables import Tables
from sandtable.variants.comparing import compared, parent_of
from sandtable.variants.packing import digest_on_disk
from sandtable.variants.words import TITLES
from sandtable.workshop.forms import Field, fields_of

UNITS = ("cost", "attack", "defense", "move", "hits", "abilities")
"""The columns of the unit table."""
TABLED = ("game.yaml", "units.yaml", "setup.yaml", "board.yaml", "battle.yaml", "rules.yaml")
"""Files with tables here, at least for parts of them. Other files are edited in a text editor."""
HEX_TABLED = ("game.yaml", "rules.yaml", "tables.yaml")
"""The same for hex games, besides their scenarios."""
FORMS: Mapping[str, tuple[str, ...]] = {
    "game.yaml": (*OWN, "summary", "family", "renamed", "victory", "options", "parts", "conduct"),
    "setup.yaml": ("scenarios",),
    "board.yaml": ("territories", "sea_zones"),
    "battle.yaml": ("sequences",),
}
"""Of files that are only edited in part: the keys that are. Of powers it is the money."""
_PLACE = re.compile(
    r"^(?P<file>[\w./-]+?\.(?:yaml|json))(?:, line (?P<line>\d+))?: (?:(?P<key>[^\s:][^:]*): )?(?P<what>.*)$"
)


class Change(msgspec.Struct, frozen=True):
    """A difference from the parent, which can be undone."""

    id: str
    topic: str
    words: str
    places: tuple[str, ...]
    """The places it changes: ``units.yaml: tank.cost``."""


class Fault(msgspec.Struct, frozen=True):
    """An error in the files, and where."""

    file: str
    line: int
    place: str
    """As in a change; empty if only the file is known."""
    what: str


class Row(msgspec.Struct, frozen=True):
    """An item with its fields: a unit, a territory, an option, a part, a rule."""

    id: str
    name: str
    fields: tuple[Field, ...]
    new: bool = False
    """The parent doesn't have it."""


class Power(msgspec.Struct, frozen=True):
    """A power, for lists to choose from."""

    id: str
    name: str
    colour: str


class View(msgspec.Struct, frozen=True):
    """Everything the page needs."""

    id: str
    title: str
    parent: str
    family: Family
    path: str
    stand: str
    """The fingerprint of the files; a change names the one it is based on."""
    topics: Mapping[str, str]
    changes: tuple[Change, ...]
    faults: tuple[Fault, ...]
    about: tuple[Field, ...] = ()
    units: tuple[Row, ...] = ()
    powers: tuple[Power, ...] = ()
    money: tuple[Field, ...] = ()
    sides: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    setup: Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]] = {}
    """By scenario, power, space and unit."""
    parent_setup: Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]] = {}
    board: tuple[Row, ...] = ()
    options: tuple[Row, ...] = ()
    parts: tuple[Row, ...] = ()
    more_parts: tuple[str, ...] = ()
    conduct: tuple[Field, ...] = ()
    victory: tuple[Any, ...] = ()
    battle: Mapping[str, tuple[Any, ...]] = {}
    """The steps of each sequence."""
    rules: tuple[Row, ...] = ()
    scenario_forms: Mapping[str, tuple[Row, ...]] = {}
    """Of a hex game: each scenario, and its sides."""
    tables: tuple[Field, ...] = ()
    """Of a hex game: combat tables and costs."""
    by_hand: tuple[str, ...] = ()
    """Files, or keys in them, that can't be changed here yet."""


def view(path: Path) -> View:
    """A variant in its current files. Errors are reported, and everything readable is shown."""
    folder = games.folder_at(path)
    parent = parent_of(folder)
    if parent is None:
        raise DataFileError(f"{path.name} is not a variant: the workshop changes games that are like another.")
    family = family_of(path)
    faults = list(problems(folder, family))
    now, old = _Data(folder), _Data(parent)
    try:
        changes = tuple(
            Change(one.id, one.topic, one.words, tuple(place(edit.file, edit.path) for edit in one.edits))
            for one in compared(folder)
        )
    except DataFileError:
        changes = ()
    game, base = now.of("game.yaml"), old.of("game.yaml")
    common: dict[str, Any] = {
        "id": path.name,
        "title": str(game.get("title") or path.name),
        "parent": str(base.get("title") or folder.layers[1].name),
        "family": family,
        "path": str(path),
        "stand": digest_on_disk(path),
        "topics": TITLES,
        "changes": changes,
        "faults": tuple(faults),
        "about": tuple(
            Field("game.yaml", (key,), key, "", "text", (), str(game.get(key) or ""), "")
            for key in ("title", "summary", "version", "author", "licence")
        ),
        "rules": tuple(_rules(now, old)),
    }
    own = [name for name in parent.layers[-1].names() if name.endswith(".yaml")]
    if family != "area":
        scenarios = tuple(path.stem for path in parent.glob("scenarios/*.yaml"))
        return View(
            **common,
            scenarios=scenarios,
            scenario_forms={name: tuple(_scenario(folder, parent, name)) for name in scenarios},
            tables=tuple(fields_of(Tables, "tables.yaml", (), now.of("tables.yaml"), old.of("tables.yaml"))),
            by_hand=(
                *_by_hand(now),
                *(name for name in own if name not in HEX_TABLED and not name.startswith("scenarios/")),
            ),
        )
    units, old_units = now.of("units.yaml"), old.of("units.yaml")
    setup, old_setup = (data.of("setup.yaml").get("scenarios") or {} for data in (now, old))
    powers = _mapping(game.get("powers"))
    return View(
        **common,
        units=tuple(_row(UnitType, "units.yaml", (), one, units, old_units) for one in units),
        powers=tuple(
            Power(name, str(_mapping(one).get("name", name)), str(_mapping(one).get("colour", "")))
            for name, one in powers.items()
        ),
        money=tuple(
            Field(
                "game.yaml",
                ("powers", name, "treasury"),
                str(_mapping(one).get("name", name)),
                "",
                "number",
                (),
                _mapping(one).get("treasury"),
                _mapping(_mapping(base.get("powers")).get(name)).get("treasury"),
            )
            for name, one in powers.items()
        ),
        sides=tuple(_mapping(game.get("sides"))),
        scenarios=tuple(map(str, setup)),
        setup=_texts(setup),
        parent_setup=_texts(old_setup),
        board=tuple(_board(now, old)),
        options=tuple(
            _row(
                OptionInfo,
                "game.yaml",
                ("options",),
                one,
                _mapping(game.get("options")),
                _mapping(base.get("options")),
            )
            for one in _mapping(game.get("options"))
        ),
        parts=tuple(_parts(now, old)),
        more_parts=tuple(part.name for part in known() if part.name not in _mapping(game.get("parts"))),
        conduct=tuple(fields_of(Conduct, "game.yaml", ("conduct",), game.get("conduct"), base.get("conduct"))),
        victory=tuple(game.get("victory") or ()),
        battle={
            str(name): tuple(_mapping(one).get("steps") or ())
            for name, one in _mapping(now.of("battle.yaml").get("sequences")).items()
        },
        by_hand=(
            *_by_hand(now),
            *(name for name in own if name not in {*TABLED, *_settings_files(game)}),
        ),
    )


def _by_hand(now: "_Data") -> Iterator[str]:
    """The keys that have no form, by file."""
    for file, forms in FORMS.items():
        rest = [key for key in now.of(file) if key not in forms]
        if rest:
            yield f"{file} ({', '.join(rest)})"


def family_of(path: Path) -> Family:
    """The family of the game in a folder."""
    here: Path | None = path
    while here is not None:
        header = read_header(here)
        if header.family in ("area", "hexes"):
            return "hexes" if header.family == "hexes" else "area"
        above = games.finding.find(header.like) if header.like else None
        here = above.path if above is not None else None
    return "area"


def problems(folder: Folder, family: Family) -> Iterator[Fault]:
    """Why a game doesn't load; empty if it does."""
    try:
        game = compose(folder.snapshot(), family)
        _ = game.guide.box
    except DataFileError as error:
        for line in str(error).splitlines():
            yield _fault(line)
    except Exception as error:  # a broken file can raise anything
        yield Fault("", 0, "", f"The game can't be loaded: {type(error).__name__}: {error}")


def _fault(line: str) -> Fault:
    """
    >>> _fault("units.yaml, line 3: tank.cots: there is no key `cots` here.")
    Fault(file='units.yaml', line=3, place='units.yaml: tank.cots', what='there is no key `cots` here.')
    """
    found = _PLACE.match(line)
    if found is None:
        return Fault("", 0, "", line)
    key = found["key"] or ""
    where = f"{found['file']}: {key}" if key and " " not in key.partition(".")[0] else ""
    what = found["what"] if where or not key else f"{key}: {found['what']}"
    return Fault(found["file"], int(found["line"] or 0), where, what)


def place(file: str, path: tuple[str, ...]) -> str:
    """A place as changes and faults name it."""
    return f"{file}: {'.'.join(path)}"


class _Data:
    """The files of a folder as plain data; unreadable files are empty."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def of(self, file: str) -> dict[str, Any]:
        return _mapping(self.read(file))

    def read(self, file: str) -> Any:
        path = self._folder / file
        try:
            return construct(read_node(path)) if path.is_file() else None
        except DataFileError:
            parent = parent_of(self._folder)  # broken: at least show what it changes
            return (
                construct(read_node(parent / file)) if parent is not None and (parent / file).is_file() else None
            )


def _mapping(value: Any) -> dict[str, Any]:
    return {str(key): one for key, one in value.items()} if isinstance(value, dict) else {}


def _texts(value: Any) -> Any:
    """Keys as strings, at all levels."""
    return {str(key): _texts(one) for key, one in value.items()} if isinstance(value, dict) else value


def _row(
    kind: type[msgspec.Struct],
    file: str,
    path: tuple[str, ...],
    name: str,
    now: Mapping[str, Any],
    old: Mapping[str, Any],
) -> Row:
    value = _mapping(now.get(name))
    fields = tuple(fields_of(kind, file, (*path, name), value, old.get(name)))
    return Row(name, str(value.get("name") or name), fields, name not in old)


def _board(now: _Data, old: _Data) -> Iterator[Row]:
    kinds = {"territories": ("value", "owner", "held_by", "factory", "city", "neutral"), "sea_zones": ()}
    for group, names in kinds.items():
        spaces, before = _mapping(now.of("board.yaml").get(group)), _mapping(old.of("board.yaml").get(group))
        for space, value in spaces.items():
            from_parent = _mapping(before.get(space))
            here = _mapping(value)
            fields = [
                Field(
                    "board.yaml",
                    (group, space, name),
                    name.replace("_", " "),
                    "",
                    "number" if name == "value" else "switch" if name in ("factory", "neutral") else "text",
                    (),
                    here.get(name, 0 if name == "value" else False if name in ("factory", "neutral") else ""),
                    from_parent.get(
                        name, 0 if name == "value" else False if name in ("factory", "neutral") else ""
                    ),
                )
                for name in names
            ]
            neighbours = (here.get("neighbours") or [], from_parent.get("neighbours") or [])
            fields.append(
                Field("board.yaml", (group, space, "neighbours"), "neighbours", "", "list", (), *neighbours)
            )
            yield Row(space, space, tuple(fields), space not in before)


def _scenario(folder: Folder, parent: Folder, name: str) -> Iterator[Row]:
    """A scenario of a hex game: a row for the scenario, and one for each of its sides."""
    file, before = f"scenarios/{name}.yaml", _mapping(read_plain(parent, name))
    own = any(one.startswith("scenarios/") for one in folder.layers[0].names())
    try:
        now = _mapping(read_plain(folder, name)) if own else before
    except DataFileError:
        now = before  # broken: at least show what it changes
    fields = fields_of(ScenarioFile, file, (), now, before)
    yield Row(name, str(now.get("title") or name), tuple(one for one in fields if one.path != ("sides",)))
    sides, old_sides = _mapping(now.get("sides")), _mapping(before.get("sides"))
    for side, value in sides.items():
        yield Row(side, side, tuple(fields_of(SideSetup, file, ("sides", side), value, old_sides.get(side))))


def _parts(now: _Data, old: _Data) -> Iterator[Row]:
    """The parts of a game. Their settings may be in a separate file."""
    kinds = {part.name: part.Settings for part in known()}
    before = _mapping(old.of("game.yaml").get("parts"))
    for name, settings in _mapping(now.of("game.yaml").get("parts")).items():
        fields: Iterable[Field] = ()
        if name in kinds and isinstance(settings, str):
            fields = fields_of(kinds[name], settings, (), now.of(settings), old.of(settings))
        elif name in kinds:
            fields = fields_of(kinds[name], "game.yaml", ("parts", name), settings, before.get(name))
        yield Row(name, name, tuple(fields), name not in before)


def _settings_files(game: Mapping[str, Any]) -> set[str]:
    return {one for one in _mapping(game.get("parts")).values() if isinstance(one, str)}


def _rules(now: _Data, old: _Data) -> Iterator[Row]:
    before = {str(one.get("id")): one for one in old.read("rules.yaml") or () if isinstance(one, dict)}
    for rule in now.read("rules.yaml") or ():
        if not isinstance(rule, dict):
            continue
        name = str(rule.get("id"))
        from_parent = before.get(name, {})
        yield Row(
            name,
            str(rule.get("section") or ""),
            (
                Field(
                    "rules.yaml", (name, "text"), "text", "", "text", (), rule.get("text"), from_parent.get("text")
                ),
                Field(
                    "rules.yaml", (name, "struck"), "struck", "", "switch", (), rule.get("struck") is True, False
                ),
            ),
            name not in before,
        )
