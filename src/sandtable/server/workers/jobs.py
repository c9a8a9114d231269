"""The jobs and replies of workers. Game values travel as JSON."""

import struct
from datetime import datetime
from typing import Literal

import msgspec

from sandtable.core.decision import Seat
from sandtable.core.dice import Provenance
from sandtable.core.game import Setup
from sandtable.server.storage.log import Written
from sandtable.server.wire import Person, Problem

HEAD = struct.Struct("!I")
"""The length prefix of a message."""


class Work(msgspec.Struct, frozen=True, tag=str.lower, tag_field="job"):
    """Base class of jobs. ``files``: the game's files, if a worker can't find them itself."""


class Query(Work, frozen=True):
    """A question to a game, without a table."""

    game: str
    query: bytes
    files: bytes = b""


class Question(Work, frozen=True):
    """A question about a position."""

    game: str
    view: bytes
    seat: Seat | None
    question: bytes
    scenario: str = ""
    """The table's scenario: what it needs is made beforehand."""
    files: bytes = b""


class Options(Work, frozen=True):
    """The legal actions of a seat."""

    game: str
    view: bytes
    seat: Seat | None
    scenario: str = ""
    files: bytes = b""
    only: frozenset[str] = frozenset()
    """Only actions of these kinds; empty: all."""


class Picture(Work, frozen=True):
    """A position as an image of this width in pixels; 0: as SVG."""

    game: str
    view: bytes
    dark: bool
    width: int
    scenario: str = ""
    files: bytes = b""


class LookBack(Work, frozen=True):
    """A whole game, as the owner of these seats may see it: chapters, statistics, or the story as text."""

    game: str
    setup: Setup
    dice: Provenance
    """Without the secret."""
    log: tuple[Written, ...]
    seats: tuple[Seat, ...]
    what: Literal["chapters", "numbers", "story"]
    title: str = ""
    markdown: bool = False
    files: bytes = b""


class Import(Work, frozen=True):
    """A save file to import as somebody's table."""

    data: bytes
    person: Person
    study: bool
    at: datetime
    table: str
    """The new table's id."""
    files: bytes = b""
    """The game's files, if a worker can't find them itself."""


class CheckPack(Work, frozen=True):
    """An untrusted pack to read and load."""

    data: bytes


Job = Query | Question | Options | Picture | LookBack | Import | CheckPack
Upload = Import | CheckPack
"""Jobs that read a stranger's file: they get more time, and their worker is not used again."""


class Needs(msgspec.Struct, frozen=True):
    """What a game makes once for many jobs. It doesn't count against the first of them."""

    game: str
    scenario: str | None = None
    """None: no scenario is played."""
    drawing: bool = False


def needs_of(job: Query | Question | Options | Picture | LookBack) -> Needs:
    """What a job needs before it is run."""
    match job:
        case Query():
            return Needs(job.game)
        case LookBack():
            return Needs(job.game, job.setup.scenario)
        case _:
            return Needs(job.game, job.scenario, isinstance(job, Picture))


class Asked(msgspec.Struct, frozen=True):
    """A job with its limit of CPU seconds."""

    job: Job
    seconds: float


class Reply(msgspec.Struct, frozen=True, tag=str.lower, tag_field="say"):
    """Base class of replies."""

    seconds: float
    """CPU seconds used."""


class Found(Reply, frozen=True):
    data: bytes


class Stopped(Reply, frozen=True):
    """There is no answer, and why."""

    problem: Problem


class Broken(Reply, frozen=True):
    """The job failed because of a bug, which the worker has logged."""

    why: str


Said = Found | Stopped | Broken


def frame(message: msgspec.Struct) -> bytes:
    """A message with its length prefix."""
    body = msgspec.msgpack.encode(message)
    return HEAD.pack(len(body)) + body
