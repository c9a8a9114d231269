"""Puzzles: who has tried which, with the ratings of people and puzzles."""

import sqlalchemy as sa
from alembic import op

from sandtable.server.storage.moment import Moment

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("puzzle", sa.String(length=100), nullable=False, server_default=""))
    op.create_table(
        "attempts",
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("puzzle", sa.String(length=100), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("grade", sa.String(length=8), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.CheckConstraint("grade in ('right', 'good', 'no')", name="ck_attempts_grade"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_attempts_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "puzzle", name="pk_attempts"),
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(length=100), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
    )


def downgrade() -> None:
    op.drop_table("puzzles")
    op.drop_table("attempts")
    op.drop_column("tables", "puzzle")
