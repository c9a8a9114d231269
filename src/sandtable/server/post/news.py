"""What a letter tells of a table: what its reader may see, and no more. Pure, but for drawing."""

import msgspec

from sandtable.pixels import png
from sandtable.server.tables import sight
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.sight import Viewer

LINES = 40
"""Lines of the story in one letter."""
PIXELS = 1200
"""How wide the map is drawn; a letter shows it at half of that."""


class News(msgspec.Struct, frozen=True, kw_only=True):
    """A table, for a letter."""

    title: str
    headline: str
    link: str
    left: float | None = None
    """Seconds until time is up."""
    end: str = ""
    """What was agreed on for the case that time runs out."""
    lines: tuple[str, ...] = ()
    """The story since the reader's last decision: its end."""
    before: int = 0
    """So many lines came before those."""
    first: bool = False
    """The reader has not decided anything yet."""
    picture: bytes = b""


def story(play: AnyPlay, viewer: Viewer, person_id: str) -> tuple[tuple[str, ...], bool]:
    """The sentences since a person's last decision, as they may see them; and whether there was none before."""
    own = [line.seq for line in play.lines if line.person == person_id and line.kind == "act"]
    since = own[-1] if own else 0
    standing: list[tuple[str, ...]] = []
    for entry in sight.entries(play, viewer, since):
        if entry.kind == "undo":
            del standing[max(len(standing) - entry.back, 0) :]
        else:
            standing.append(entry.text)
    return tuple(text for told in standing for text in told), not own


def picture(play: AnyPlay, viewer: Viewer) -> bytes:
    """The map as a viewer sees it, as PNG; nothing if the game draws none."""
    svg = play.game.guide.picture(play.record.view(sight.eyes(play, viewer)), False)
    if not svg:
        return b""
    return png(svg, zoom=PIXELS / _width(svg))


def _width(svg: str) -> float:
    """How wide a drawing is.

    >>> _width('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 640 480">')
    640.0
    """
    box = svg.partition('viewBox="')[2].partition('"')[0].split()
    return float(box[2]) if len(box) == 4 else float(PIXELS)
