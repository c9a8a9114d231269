"""The operator's settings."""

from pathlib import Path
from typing import Literal

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits for one visitor. Each pair is a count and a period in seconds."""

    address: tuple[int, int] = (1200, 60)
    """Requests from one address."""
    person: tuple[int, int] = (600, 60)
    """Requests by one person."""
    work: tuple[int, int] = (30, 60)
    """Seconds of the server's own processor time for the requests of one address; workers and bots don't count."""
    sign_ins: tuple[int, int] = (20, 60)
    """Password attempts, new accounts and new guests from one address."""
    new_tables: tuple[int, int] = (120, 3600)
    """New tables from one address."""
    names: tuple[int, int] = (10, 300)
    """Wrong passwords for one name from one address."""
    names_anywhere: tuple[int, int] = (100, 3600)
    """Wrong passwords for one name from addresses that have never signed in with it."""
    confirmations: tuple[int, int] = (3, 86400)
    """Confirmation emails to one address."""
    body: int = 64 * 1024
    """Bytes of a request, or of a message on a socket."""
    save_file: int = 16 * 1024 * 1024
    """Bytes of an imported save file."""
    save_files: tuple[int, int] = (30, 3600)
    """Imported save files of one person or address."""


class Bots(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How bots play."""

    processes: int = 1
    """Bot processes, besides the server's own."""
    pause: float = 0.05
    """Seconds between two bot decisions while somebody watches. The page sets the pace people see."""
    slow: float = 2.0
    """Seconds between two decisions where only bots play and nobody watches."""
    forgotten: float = 600.0
    """Seconds after which such a table pauses until somebody looks."""
    think: float | None = None
    """Seconds for a decision; default: as each level has it."""
    late: float = 10.0
    """Extra seconds before a silent bot is stopped: usually the machine is just busy."""
    games: str = "sandtable.games:find"
    """Where a process finds the games: ``module:function``."""


class Questions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Visitors' questions (odds, moves, pictures, save files), answered in worker processes."""

    processes: int = 1
    """Worker processes, besides the server's own."""
    seconds: float = 1.0
    """CPU seconds for one question. Larger ones are sampled, or refused."""
    reading: float = 30.0
    """CPU seconds for one save file."""
    patience: float = 20.0
    """Seconds, plus ten times the CPU limit, before a silent worker is stopped: the machine may be busy."""
    waiting: int = 32
    """Unanswered questions that one person may have."""
    games: str = ""
    """Where a worker finds the games: ``module:function``; empty: as for bots."""
    kept: int = 32 * 1024 * 1024
    """Bytes of the cache of answers."""
    memory: int = 4 * 1024 * 1024 * 1024
    """Bytes of memory for one worker; 0: unlimited."""


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of one process."""

    kept: int = 100
    """Idle tables kept in memory; a long game takes a megabyte."""
    messages: tuple[int, int] = (120, 10)
    """Messages on one connection: count and seconds."""
    chat: tuple[int, int] = (10, 20)
    """Chat messages by one person: count and seconds."""
    backlog: int = 200
    """Messages queued for a slow reader before the connection is dropped."""
    backlog_bytes: int = 1024 * 1024
    """Bytes queued for a slow reader; a single message may be longer."""
    reading: float = 30.0
    """Seconds for a client to read one message."""
    running: int = 100
    """Unfinished tables of one host."""
    bots_only: int = 5
    """Running bots-only tables of one host."""
    address_bots_only: int = 10
    """Running bots-only tables opened from one address."""
    connections: int = 30
    """Open connections of one person, or of one address if nobody is signed in."""


class Weeks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Games that last for weeks."""

    tick: float = 1.0
    """Seconds between two checks of the clocks and the mail queue."""
    vacation_days: int = 30
    """Vacation days per person and year."""


class Mail(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The mail server. Without a host, no mail is sent."""

    host: str = ""
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    sender: str = ""
    """The sender's address."""
    delay: float = 300.0
    """Seconds before mail is sent. A player who moves in the meantime gets none."""
    digest: int = 4
    """From this many waiting games on, one message lists them all."""
    retries: tuple[float, ...] = (60, 300, 1800, 7200, 21600, 43200, 86400)
    """Seconds to wait after each failure. After the last one we give up."""
    timeout: float = 30.0
    """Seconds for the mail server to answer."""


class Push(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Messages to browsers without an open page (Web Push)."""

    offered: bool = True
    contact: str = ""
    """Where push services reach the operator: ``mailto:...`` or ``https://...``; empty: the public address."""
    allowed: tuple[str, ...] = ()
    """Origins of push services besides public ``https`` ones, such as ``http://127.0.0.1:9000``."""
    delay: float = 15.0
    """Seconds before a turn is announced. A player who moves in the meantime gets no message."""
    retries: tuple[float, ...] = (60, 300, 1800, 7200)
    """Seconds to wait after each failure. After the last one we give up."""
    timeout: float = 20.0
    """Seconds for the push service to answer."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The server's settings."""

    data: Path
    """The data folder."""
    database: str = ""
    """A database URL; empty: SQLite in the data folder."""
    channel: str = ""
    """The channel between processes: a ``postgresql://`` or ``redis://`` URL; empty: memory."""
    address: str = ""
    """The public address, such as ``https://table.example``; empty: as in the request."""
    hosts: tuple[str, ...] = ()
    """Allowed host names; empty: any. Protects private servers from DNS rebinding."""
    page: Path | None = None
    """The folder of the built page, if it is not the one in the package."""
    session_days: int = 60
    """Days after which an unused session ends."""
    guest_days: int = 90
    """Days after which an absent guest who left nothing behind is deleted."""
    log: Literal["", "error", "warning", "info"] = ""
    """Log to stderr as JSON from this level up; empty: errors only, as plain text."""
    limits: Limits = Limits()
    bots: Bots = Bots()
    questions: Questions = Questions()
    tables: Tables = Tables()
    weeks: Weeks = Weeks()
    mail: Mail = Mail()
    push: Push = Push()
