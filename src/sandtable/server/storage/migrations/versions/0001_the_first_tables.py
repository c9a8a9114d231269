"""The first tables."""

import sqlalchemy as sa
from alembic import op

from sandtable.server.storage.moment import Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("folded", sa.String(length=100), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("seen", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("folded", name="uq_people_folded"),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("seen", Moment(), nullable=False),
        sa.Column("ends", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_sessions_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_ends", "sessions", ["ends"])
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"])

    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("phase", sa.String(length=12), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("host_id", sa.String(length=24), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("moved", Moment(), nullable=False),
        sa.Column("next_id", sa.String(length=24), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("headline", sa.String(length=200), nullable=False),
        sa.Column("winner", sa.String(length=60), nullable=False),
        sa.CheckConstraint("phase in ('waiting', 'playing', 'finished', 'abandoned')", name="ck_tables_phase"),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name="fk_tables_host_id"),
        sa.ForeignKeyConstraint(["next_id"], ["tables.id"], name="fk_tables_next_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_index("ix_tables_moved_id", "tables", ["moved", "id"])
    op.create_index("ix_tables_phase_listed_moved", "tables", ["phase", "listed", "moved"])

    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("used", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_tokens_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
    )
    op.create_index("ix_tokens_person_id", "tokens", ["person_id"])

    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("side", sa.String(length=60), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_chat_person_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "id", name="pk_chat"),
    )
    op.create_table(
        "drivers",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("worker", sa.String(length=60), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_drivers_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_drivers"),
    )
    op.create_table(
        "keys",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_keys_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_keys_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "person_id", "key", name="pk_keys"),
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=True),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("back", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.CheckConstraint("kind in ('act', 'undo')", name="ck_log_kind"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_log_person_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_log_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_log"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.String(length=60), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=True),
        sa.Column("bot", sa.String(length=80), nullable=False),
        sa.Column("invited", sa.String(length=100), nullable=False),
        sa.Column("invited_name", sa.String(length=24), nullable=False),
        sa.Column("entropy", sa.String(length=200), nullable=False),
        sa.Column("standing", sa.Text(), nullable=True),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("owes", sa.Boolean(), nullable=False),
        sa.Column("conceded", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_seats_person_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_invited", "seats", ["invited"])
    op.create_index("ix_seats_person_id", "seats", ["person_id"])


def downgrade() -> None:
    for table in ("seats", "log", "keys", "drivers", "chat", "tokens", "tables", "sessions", "people"):
        op.drop_table(table)
