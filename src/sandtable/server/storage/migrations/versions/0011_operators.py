"""Operators in the browser, and the games they install."""

import sqlalchemy as sa
from alembic import op

from sandtable.server.storage.moment import Moment

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "operators",
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("since", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_operators_person_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", name="pk_operators"),
    )
    op.create_table(
        "packs",
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("by", sa.String(length=24), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_packs"),
    )


def downgrade() -> None:
    op.drop_table("packs")
    op.drop_table("operators")
