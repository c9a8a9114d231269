"""The database schema. A change here needs a migration (``storage/migrations``)."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
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
    Column("folded", String(100), nullable=False, unique=True),  # normalized name, for comparison
    Column("skeleton", String(100), nullable=False, server_default="", index=True),  # for look-alike names
    Column("banned", Text),  # the reason; null: not banned
    Column("password", Text),  # Argon2; null: a guest
    Column("made", Moment, nullable=False),
    Column("seen", Moment, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of the cookie's secret
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

# -- editions: the game files that tables started with

editions = Table(
    "editions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("made", Moment, nullable=False),
    Column("data", LargeBinary, nullable=False),  # games.editions.Packed.data
)

# -- tables: one row for each game played

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),  # also the link
    Column("game", String(60), nullable=False),
    Column("edition", String(64), nullable=False, server_default=""),  # of the game's files; empty: unknown
    Column("title", String(80), nullable=False),
    Column("setup", Text, nullable=False),  # core.game.Setup as JSON; the players are added at the start
    Column("phase", String(12), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host_id", ForeignKey("people.id"), nullable=False, index=True),
    Column("dice", Text, nullable=False),  # core.dice.Provenance as JSON, secret included
    Column("made", Moment, nullable=False),
    Column("moved", Moment, nullable=False),
    Column("next_id", ForeignKey("tables.id")),  # the rematch
    Column(
        "study", Boolean, nullable=False, server_default=false()
    ),  # belongs to its host alone, and can be edited
    Column("source", String(24), nullable=False, server_default=""),  # the table a study branched from
    Column("moment", Integer, nullable=False, server_default="0"),  # after this many decisions
    Column("version", Integer, nullable=False),  # incremented with every change, for optimistic locking
    # Shown in lists. The log is the truth; these are updated in the same transaction.
    Column("seq", Integer, nullable=False),
    Column("turn", Text, nullable=False),  # seats that owe a decision, as JSON
    Column("headline", String(200), nullable=False),
    Column("winner", String(60), nullable=False),
    # Long games.
    Column("clock", Text),  # wire.Clock as JSON; null: no clock
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("stretch", String(120), nullable=False, server_default=""),  # the current turn's id, from the game
    Column("due", Moment, index=True),  # when to check the clocks next
    Column("pairing", String(60), nullable=False, server_default=""),  # the side the host wants, or "any"
    Column("closed", String(200), nullable=False, server_default=""),  # why the host closed it
    Column("puzzle", String(100), nullable=False, server_default=""),  # the puzzle that a study sets
    CheckConstraint("phase in ('waiting', 'playing', 'finished', 'abandoned')", name="phase"),
    Index("ix_tables_phase_listed_moved", "phase", "listed", "moved"),
    Index("ix_tables_moved_id", "moved", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("place", Integer, nullable=False),  # the game's seat order
    Column("person_id", ForeignKey("people.id"), index=True),
    Column("bot", String(80), nullable=False),
    Column("invited", String(100), nullable=False, index=True),  # the invited friend's normalized name
    Column("invited_name", String(24), nullable=False),  # the name as written
    Column("entropy", String(200), nullable=False),
    Column("standing", Text),  # standing orders as JSON
    Column("given", Integer, nullable=False),  # decision count when they were given
    Column("owes", Boolean, nullable=False),  # whether it owes a decision now
    Column("conceded", Boolean, nullable=False),
    Column("timer", Text),  # storage.timers.Timer as JSON
    Column("began", String(24), nullable=False, server_default=""),  # the person's id at the start of the game
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # unique within a table
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
    Column("answer", Text, nullable=False),  # the response to the first request, as JSON
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
    Column("key", String(64)),  # idempotency key
)

# -- moderation

exclusions = Table(
    "exclusions",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("removed", Boolean, nullable=False),  # can't sit down either; otherwise only muted
    Column("why", String(200), nullable=False, server_default=""),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("said", Integer, nullable=False),  # the number of the chat message
    Column("name", String(24), nullable=False),  # its author
    Column("text", String(500), nullable=False),  # its text
    Column("reporter_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("why", String(500), nullable=False),
    Column("at", Moment, nullable=False),
    Column("settled", Moment),
    UniqueConstraint("table_id", "said", "reporter_id"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", Moment, nullable=False, index=True),
    Column("who", String(80), nullable=False),
    Column("what", String(40), nullable=False),
    Column("about", Text, nullable=False),
)

# -- the operator's side

operators = Table(
    "operators",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("since", Moment, nullable=False),
)

packs = Table(
    "packs",
    metadata,
    Column("game", String(60), primary_key=True),
    Column("digest", String(64), nullable=False),  # variants.packing.Note.digest
    Column("note", Text, nullable=False),  # variants.packing.Note as JSON
    Column("data", LargeBinary, nullable=False),  # the file as it was uploaded
    Column("by", String(24), nullable=False),  # the operator's name
    Column("at", Moment, nullable=False),
)

drivers = Table(
    "drivers",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("worker", String(60), nullable=False),  # the process that runs this table's bots
    Column("until", Moment, nullable=False),
)

# -- long games

addresses = Table(
    "addresses",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("email", String(254), nullable=False),
    Column("confirmed", Moment),  # no mail is sent before this is set
    Column("code", String(64), nullable=False, index=True),  # the key in the confirmation link
    Column("key", String(64), nullable=False, unique=True),  # the key in the unsubscribe link
    Column("mode", String(8), nullable=False),
    Column("language", String(8), nullable=False),
    Column("digested", Moment),  # when the last daily digest was sent
    CheckConstraint("mode in ('each', 'daily', 'off')", name="mode"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("about", String(130), nullable=False),  # which turn: nobody is notified of one twice
    Column("target", String(24), nullable=False, server_default=""),  # a push subscription; empty: by email
    Column("made", Moment, nullable=False),
    Column("due", Moment, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("fate", String(10), nullable=False),
    Column("worker", String(60), nullable=False),  # the process that has claimed it
    Column("until", Moment),
    CheckConstraint("fate in ('waiting', 'sent', 'dropped', 'failed')", name="fate"),
    UniqueConstraint("person_id", "kind", "table_id", "about", "target"),
    Index("ix_outbox_fate_due", "fate", "due"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),  # where the browser's push service takes messages
    Column("hash", String(64), nullable=False, unique=True),  # SHA-256 of the endpoint: one browser, one person
    Column("p256dh", String(100), nullable=False),  # the browser's public key
    Column("auth", String(40), nullable=False),  # the secret shared with the browser
    Column("language", String(8), nullable=False),
    Column("made", Moment, nullable=False),
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
    Column("at", Moment, nullable=False),  # when a server was last alive: clocks stop while none is
)

# -- puzzles

attempts = Table(
    "attempts",
    metadata,
    Column("person_id", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(100), primary_key=True),  # puzzles.puzzle.Puzzle.id
    Column("table_id", String(24), nullable=False),
    Column("grade", String(8), nullable=False),
    Column("value", Float, nullable=False),  # the answer's measure
    Column("before", Float, nullable=False),  # the person's rating before, and their strength afterwards
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("grade in ('right', 'good', 'no')", name="grade"),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", String(100), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

# -- the database itself

versions = Table(
    "versions",
    metadata,
    Column("version", String(40), primary_key=True),  # of sandtable, that wrote to this database
    Column("since", Moment, nullable=False),
)
