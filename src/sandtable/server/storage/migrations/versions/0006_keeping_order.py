"""Moderation: look-alike names, bans, mutes, reports, and the audit log."""

import sqlalchemy as sa
from alembic import op

from sandtable.server.storage.moment import Moment

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("skeleton", sa.String(length=100), nullable=False, server_default=""))
    op.add_column("people", sa.Column("banned", sa.Text()))
    op.create_index("ix_people_skeleton", "people", ["skeleton"])
    _name_skeletons()
    op.create_table(
        "exclusions",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_exclusions_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_exclusions_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "person_id", name="pk_exclusions"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("said", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("reporter_id", sa.String(length=24), nullable=False),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("settled", Moment()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reports_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["reporter_id"], ["people.id"], name="fk_reports_reporter_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("table_id", "said", "reporter_id", name="uq_reports_table_id_said_reporter_id"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("who", sa.String(length=80), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"])


def _name_skeletons() -> None:
    from sandtable.server.naming import skeleton  # noqa: PLC0415 - only who has people needs it

    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(people.c.id, people.c.name)).all():
        connection.execute(
            sa.update(people).where(people.c.id == row.id).values(skeleton=skeleton(row.name)[:100])
        )


def downgrade() -> None:
    for table in ("audit", "reports", "exclusions"):
        op.drop_table(table)
    op.drop_index("ix_people_skeleton", "people")
    op.drop_column("people", "banned")
    op.drop_column("people", "skeleton")
