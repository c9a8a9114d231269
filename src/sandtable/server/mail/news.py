"""What a message says about a table: only what its reader may see. Pure."""

import msgspec

from sandtable.server.tables import visibility
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.visibility import Viewer

LINES = 40
"""Lines of the story in one message."""
PIXELS = 1200
"""Width of the map image, shown at half size."""


class News(msgspec.Struct, frozen=True, kw_only=True):
    """What a message says about a table."""

    title: str
    headline: str
    link: str
    left: float | None = None
    """Seconds until time is up."""
    end: str = ""
    """What happens when time runs out."""
    lines: tuple[str, ...] = ()
    """The story since the reader's last decision, cut to its end."""
    before: int = 0
    """How many earlier lines were cut."""
    first: bool = False
    """Whether the reader hasn't decided anything yet."""
    picture: bytes = b""


def story(play: AnyPlay, viewer: Viewer, person_id: str) -> tuple[tuple[str, ...], bool]:
    """The sentences since a person's last decision, as they may see them, and whether it is their first turn."""
    own = [line.seq for line in play.lines if line.person == person_id and line.kind == "act"]
    since = own[-1] if own else 0
    standing: list[tuple[str, ...]] = []
    for entry in visibility.entries(play, viewer, since):
        if entry.kind == "undo":
            del standing[max(len(standing) - entry.back, 0) :]
        else:
            standing.append(entry.text)
    return tuple(text for sentences in standing for text in sentences), not own
