"""What an operator can set."""

from pathlib import Path
from typing import Literal

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much one visitor may ask for. Each pair is so many in so many seconds."""

    address: tuple[int, int] = (1200, 60)
    """Requests from one address."""
    person: tuple[int, int] = (600, 60)
    """Requests of one person."""
    sign_ins: tuple[int, int] = (20, 60)
    """Tries of passwords, and new accounts and guests, from one address."""
    names: tuple[int, int] = (30, 300)
    """Wrong passwords for one name, from anywhere."""
    body: int = 64 * 1024
    """Bytes of a request, and of a message on a socket."""
    save_file: int = 16 * 1024 * 1024
    """Bytes of a save file that is brought along."""


class Bots(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How bots play."""

    processes: int = 1
    """So many processes think, besides the one that serves."""
    pause: float = 0.4
    """Seconds between two decisions of bots while somebody watches, so that people can follow."""
    think: float | None = None
    """Seconds for a decision; not given: as each level has it."""
    late: float = 10.0
    """Seconds more than that until a silent bot is stopped: mostly the machine is busy, and the answer comes."""
    games: str = "sandtable.games:find"
    """Where a process finds the games: module and function."""


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much one process keeps and takes."""

    kept: int = 100
    """Tables kept in memory while nobody looks at them; a long game takes a megabyte."""
    messages: tuple[int, int] = (120, 10)
    """Messages of one connection: so many in so many seconds."""
    chat: tuple[int, int] = (10, 20)
    """Lines of chat of one person: so many in so many seconds."""
    backlog: int = 200
    """Messages that may wait for a slow reader before the connection is dropped."""
    connections: int = 30
    """Open connections of one person, or of one address that has not signed in."""


class Weeks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Games that last for weeks."""

    tick: float = 1.0
    """Seconds between two looks at the clocks and at the letters that wait."""
    vacation_days: int = 30
    """So many days a year a person may let their clocks stand."""


class Mail(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who carries letters; without a host nobody does."""

    host: str = ""
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    sender: str = ""
    """The address that letters come from."""
    delay: float = 300.0
    """Seconds until somebody is written to; who has moved by then needs no letter."""
    digest: int = 4
    """So many turns at once are told in one letter."""
    retries: tuple[float, ...] = (60, 300, 1800, 7200, 21600, 43200, 86400)
    """Seconds to wait after each failure; after the last one we give up."""
    timeout: float = 30.0
    """Seconds that the carrier may take to answer."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How this server runs."""

    data: Path
    """The folder for what must be kept."""
    database: str = ""
    """The URL of a database; empty: SQLite in the data folder."""
    channel: str = ""
    """How workers tell each other what happened: a ``postgresql://`` or ``redis://`` URL; empty: memory."""
    address: str = ""
    """Where the world finds this server, such as ``https://table.example``; empty: as the browser asks for it."""
    hosts: tuple[str, ...] = ()
    """Names by which it may be asked; empty: any. A page elsewhere cannot make a private server its own then."""
    page: Path | None = None
    """The folder of the built page, if it is not the one in the package."""
    session_days: int = 60
    """A session that is not used so long ends."""
    guest_days: int = 90
    """A guest who has not come for so long, and has left nothing, is forgotten."""
    limits: Limits = Limits()
    bots: Bots = Bots()
    tables: Tables = Tables()
    weeks: Weeks = Weeks()
    mail: Mail = Mail()
