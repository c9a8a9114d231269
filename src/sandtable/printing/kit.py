"""The sheets in a game's kit."""

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.area.world import World
from sandtable.core.game import AnyGame
from sandtable.hexes.atlas import read_atlas
from sandtable.hexes.family import HexGame
from sandtable.maps.draw import Pieces, draw
from sandtable.maps.geometry import read_geometry
from sandtable.maps.hexmap import draw_hexes, for_pixels
from sandtable.maps.picture import opening_of
from sandtable.printing.battles import battles
from sandtable.printing.board import Chart, chart, poster, tiles
from sandtable.printing.charts import charts
from sandtable.printing.counters import counters
from sandtable.printing.cover import changes, cover
from sandtable.printing.hexwar import hex_pages
from sandtable.printing.rules import rulebook
from sandtable.printing.sheet import Sheet
from sandtable.printing.turn_order import turn_order
from sandtable.printing.unit_table import unit_table
from sandtable.variants.booklet import Booklet, booklet
from sandtable.variants.comparing import Difference, compared

HOLDS = {
    "changes": "what is different from the game that this one is like",
    "turns": "whose turn it is, what a turn consists of, how to win",
    "units": "numbers and abilities",
    "battles": "the steps of a battle, and what each unit hits on",
    "set-up": "a chart for each power",
    "rules": "the rulebook",
    "counters": "the units of the set-up, some more to buy, and control markers, to cut out",
    "map": "a poster in A1, and the same as sheets of A4 to glue together",
}
"""The kinds of sheets, in the order of the kit."""
OF_HEXES = {
    "battles": "firepower, advances and costs",
    "set-up": "a chart for each side",
    "counters": "armies, fleets and control markers, to cut out",
}
"""What is different in a hex game."""
KINDS = ("contents", *HOLDS)
LACKING = (
    "The set-up and the order of play of the other scenarios: the kit has those of the first.",
    "Markers for devastation, supply and winter: use coins or beads.",
)
"""What the kit of a hex game lacks."""


class Kit(msgspec.Struct, frozen=True):
    """All sheets in order, and the map that some of them show."""

    title: str
    sheets: tuple[Sheet, ...]
    map: Chart
    lacking: tuple[str, ...] = ()


def kit(game_id: str, only: Collection[str] = ()) -> Kit:
    """The kit of a game, or only some kinds of its sheets. Raises ``DataFileError`` if the map can't be read."""
    game = games.load(game_id)
    area = game if isinstance(game, AreaGame) else None
    made = _area_map(area) if area is not None else _hex_map(game_id)
    sheets: list[Sheet] = []
    changed = _changes(game)
    if changed is not None:
        sheets += changes(changed)
    if area is not None:
        world, parent = area.world, _parent(game)
        pages = (
            turn_order(world, area.rulebook),
            unit_table(world, parent),
            battles(world, parent),
            charts(world, parent),
        )
        for some in pages:
            sheets += some
    last: list[Sheet] = []
    if isinstance(game, HexGame):
        first, last = hex_pages(game, _hex_parent(game))
        sheets += first
    sheets += rulebook(game.rulebook)
    sheets += last if area is None else counters(area.world)
    sheets += [poster(made, game.title), *tiles(made)]
    lacking = () if area is not None else LACKING
    credit = _credit(area)
    chosen = [sheet for sheet in sheets if not only or sheet.kind in only]
    if not only or KINDS[0] in only:
        what = HOLDS if area is not None else HOLDS | OF_HEXES
        holds = _holds([KINDS[0], *(sheet.kind for sheet in chosen)], what)
        chosen = [*cover(game.title, game.guide.box.summary, holds, lacking, credit), *chosen]
    return Kit(game.title, tuple(chosen), made, lacking)


def _holds(pages: Sequence[str], holds: Mapping[str, str]) -> Mapping[str, str]:
    """The kinds of sheets in the kit, and where they begin."""
    begins = {kind: pages.index(kind) + 1 for kind in dict.fromkeys(pages)}
    return {
        kind.capitalize(): f"{what}, from page {begins[kind]}" for kind, what in holds.items() if kind in begins
    }


def _credit(area: AreaGame | None) -> str:
    if area is None:
        return ""
    about = area.world.game
    said = (
        ("Version ", about.version),
        ("by ", about.author),
        ("licence ", about.licence),
    )
    return ", ".join(f"{before}{value}" for before, value in said if value)


def _changes(game: AnyGame) -> Booklet | None:
    folder = games.folder(game.id)
    if len(folder.layers) < 2:
        return None
    parent = games.load(folder.layers[1].name).title
    found = (one for one in compared(folder) if not isinstance(game, AreaGame) or not _elsewhere(game, one))
    return booklet(game.id, game.title, parent, found, game.rulebook)


def _parent(game: AnyGame) -> World | None:
    """The world that a variant is compared with."""
    folder = games.folder(game.id)
    return games.world(folder.layers[1].name) if len(folder.layers) > 1 else None


def _hex_parent(game: HexGame) -> HexGame | None:
    """The same for a hex game."""
    folder = games.folder(game.id)
    return games.load_hexes(folder.layers[1].name) if len(folder.layers) > 1 else None


def _elsewhere(game: AreaGame, change: Difference) -> bool:
    """Whether a change is about a starting position that the kit doesn't show."""
    shown = next(iter(game.world.setup.scenarios))
    return all(
        edit.file == "setup.yaml" and edit.path[:1] == ("scenarios",) and edit.path[1:2] != (shown,)
        for edit in change.edits
    )


def _area_map(game: AreaGame) -> Chart:
    """The map before the first turn: who holds what, without units, which are counters."""
    folder, board = games.folder(game.id), game.world.board
    begun = opening_of(board, folder) or Pieces()
    return _chart(draw(board, read_geometry(folder), replace(begun, stacks={})))


def _hex_map(game_id: str) -> Chart:
    return _chart(for_pixels(draw_hexes(read_atlas(games.folder(game_id) / "atlas.yaml"))))


def _chart(svg: str) -> Chart:
    found = re.match(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', svg)
    assert found is not None, "every drawing of ours says how large it is"
    return chart(svg, (float(found[1]), float(found[2])))
