"""Long games: clocks, email, vacations, rated games."""

import sqlalchemy as sa
from alembic import op

from sandtable.server.storage.moment import Moment

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("stretch", sa.String(length=120), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("due", Moment(), nullable=True))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("seats", sa.Column("timer", sa.Text(), nullable=True))
    op.add_column("seats", sa.Column("began", sa.String(length=24), nullable=False, server_default=""))

    op.create_table(
        "addresses",
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("confirmed", Moment(), nullable=True),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("mode", sa.String(length=8), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("digested", Moment(), nullable=True),
        sa.CheckConstraint("mode in ('each', 'daily', 'off')", name="ck_addresses_mode"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_addresses_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", name="pk_addresses"),
        sa.UniqueConstraint("key", name="uq_addresses_key"),
    )
    op.create_index("ix_addresses_code", "addresses", ["code"])

    op.create_table(
        "outbox",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=True),
        sa.Column("about", sa.String(length=130), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("due", Moment(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("fate", sa.String(length=10), nullable=False),
        sa.Column("worker", sa.String(length=60), nullable=False),
        sa.Column("until", Moment(), nullable=True),
        sa.CheckConstraint("fate in ('waiting', 'sent', 'dropped', 'failed')", name="ck_outbox_fate"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_outbox_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_outbox_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint(
            "person_id", "kind", "table_id", "about", name="uq_outbox_person_id_kind_table_id_about"
        ),
    )
    op.create_index("ix_outbox_fate_due", "outbox", ["fate", "due"])

    op.create_table(
        "vacations",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("begins", Moment(), nullable=False),
        sa.Column("ends", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_vacations_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
    )
    op.create_index("ix_vacations_person_id", "vacations", ["person_id"])

    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )


def downgrade() -> None:
    for table in ("pulse", "vacations", "outbox", "addresses"):
        op.drop_table(table)
    op.drop_column("seats", "began")
    op.drop_column("seats", "timer")
    op.drop_index("ix_tables_due", "tables")
    for column in ("due", "stretch", "rated", "clock"):
        op.drop_column("tables", column)
