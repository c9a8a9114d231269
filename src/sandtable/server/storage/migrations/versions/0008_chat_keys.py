"""Idempotency keys of chat messages, so that a retry isn't posted twice."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat", sa.Column("key", sa.String(length=64)))


def downgrade() -> None:
    op.drop_column("chat", "key")
