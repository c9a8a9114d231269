"""Wire types for moderation."""

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.server.wire import PLAIN, Name, Request

Reason = Annotated[str, Meta(max_length=200, pattern=PLAIN)]
"""The reason shown to the players."""


class Exclude(Request, frozen=True):
    """Mute somebody at my table, remove them, or lift either."""

    name: Name
    how: Literal["mute", "remove", "welcome"]
    why: Reason = ""


class CloseTable(Request, frozen=True):
    """Close my table, with a reason."""

    why: Reason = ""


class ReportMessage(Request, frozen=True):
    """Report a message to the operator."""

    said: Annotated[int, Meta(ge=1, le=2_000_000_000)]
    """The number of the message."""
    why: Annotated[str, Meta(max_length=500, pattern=PLAIN)] = ""
