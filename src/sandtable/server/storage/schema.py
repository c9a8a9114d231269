"""The tables of the database. A change here needs a migration (``storage/migrations``)."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from sandtable.server.storage.moment import Moment

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# -- people

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(100), nullable=False, unique=True),  # the name as it is compared
    Column("password", Text),  # Argon2; none: a guest
    Column("made", Moment, nullable=False),
    Column("seen", Moment, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of what the cookie holds
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("made", Moment, nullable=False),
    Column("seen", Moment, nullable=False),
    Column("ends", Moment, nullable=False, index=True),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("made", Moment, nullable=False),
    Column("used", Moment),
)

# -- tables: one row a play of a game

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),  # also the link
    Column("game", String(60), nullable=False),
    Column("title", String(80), nullable=False),
    Column("setup", Text, nullable=False),  # core.game.Setup as JSON; players are filled in at the start
    Column("phase", String(12), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host_id", ForeignKey("people.id"), nullable=False, index=True),
    Column("dice", Text, nullable=False),  # core.dice.Provenance as JSON, with the secret
    Column("made", Moment, nullable=False),
    Column("moved", Moment, nullable=False),
    Column("next_id", ForeignKey("tables.id")),  # the rematch
    Column(
        "study", Boolean, nullable=False, server_default=false()
    ),  # its host's alone, and may be changed by hand
    Column("source", String(24), nullable=False, server_default=""),  # the table that a study branched from
    Column("moment", Integer, nullable=False, server_default="0"),  # and after how many decisions
    Column("version", Integer, nullable=False),  # grows with every change, so that nobody overwrites what is new
    # What lists show; the log is the truth, and these are written in the same transaction.
    Column("seq", Integer, nullable=False),
    Column("turn", Text, nullable=False),  # seats that owe a decision, as JSON
    Column("headline", String(200), nullable=False),
    Column("winner", String(60), nullable=False),
    # Play over weeks.
    Column("clock", Text),  # wire.Clock as JSON; none: nobody counts
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("stretch", String(120), nullable=False, server_default=""),  # which turn it is, as the game calls it
    Column("due", Moment, index=True),  # when a clock runs out or somebody must be reminded
    CheckConstraint("phase in ('waiting', 'playing', 'finished', 'abandoned')", name="phase"),
    Index("ix_tables_phase_listed_moved", "phase", "listed", "moved"),
    Index("ix_tables_moved_id", "moved", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("place", Integer, nullable=False),  # in the order of the game
    Column("person_id", ForeignKey("people.id"), index=True),
    Column("bot", String(80), nullable=False),
    Column("invited", String(100), nullable=False, index=True),  # the name of a friend, as it is compared
    Column("invited_name", String(24), nullable=False),  # and as it was written
    Column("entropy", String(200), nullable=False),
    Column("standing", Text),  # standing orders as JSON
    Column("given", Integer, nullable=False),  # how many decisions stood when they were given
    Column("owes", Boolean, nullable=False),  # a decision, now
    Column("conceded", Boolean, nullable=False),
    Column("timer", Text),  # storage.timers.Timer as JSON
    Column("began", String(24), nullable=False, server_default=""),  # whose seat it was when the game began
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # cannot be taken twice
    Column("kind", String(4), nullable=False),
    Column("seat", String(60), nullable=False),
    Column("by", String(80), nullable=False),
    Column("person_id", ForeignKey("people.id")),
    Column("key", String(64), nullable=False),
    Column("action", Text, nullable=False),  # JSON; 'null' for an undo, the change for an edit
    Column("events", Text, nullable=False),  # JSON list
    Column("back", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("kind in ('act', 'undo', 'edit')", name="kind"),
)

keys = Table(
    "keys",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("answer", Text, nullable=False),  # what the first try was told, as JSON
    Column("at", Moment, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("person_id", ForeignKey("people.id")),
    Column("name", String(24), nullable=False),
    Column("text", String(500), nullable=False),
    Column("side", String(60), nullable=False),
    Column("at", Moment, nullable=False),
)

drivers = Table(
    "drivers",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("worker", String(60), nullable=False),  # the process that lets this table's bots play
    Column("until", Moment, nullable=False),
)

# -- play over weeks

addresses = Table(
    "addresses",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("email", String(254), nullable=False),
    Column("confirmed", Moment),  # nobody is written to before they have said that the address is theirs
    Column("code", String(64), nullable=False, index=True),  # what the link of the confirmation holds
    Column("key", String(64), nullable=False, unique=True),  # what the link holds that stops letters
    Column("mode", String(8), nullable=False),
    Column("language", String(8), nullable=False),
    Column("digested", Moment),  # when the last letter of the day went out
    CheckConstraint("mode in ('each', 'daily', 'off')", name="mode"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("about", String(130), nullable=False),  # which turn: nobody is told twice of one
    Column("made", Moment, nullable=False),
    Column("due", Moment, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("fate", String(10), nullable=False),
    Column("worker", String(60), nullable=False),  # who carries it now
    Column("until", Moment),
    CheckConstraint("fate in ('waiting', 'sent', 'dropped', 'failed')", name="fate"),
    UniqueConstraint("person_id", "kind", "table_id", "about"),
    Index("ix_outbox_fate_due", "fate", "due"),
)

vacations = Table(
    "vacations",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("begins", Moment, nullable=False),
    Column("ends", Moment, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),  # when a server was last alive: clocks stand while none is
)
