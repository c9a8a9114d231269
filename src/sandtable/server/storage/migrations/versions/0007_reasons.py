"""Why somebody was muted or removed, and why a table was closed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

COLUMNS = (("tables", "closed"), ("exclusions", "why"))


def upgrade() -> None:
    for table, name in COLUMNS:
        op.add_column(table, sa.Column(name, sa.String(length=200), nullable=False, server_default=""))


def downgrade() -> None:
    for table, name in reversed(COLUMNS):
        op.drop_column(table, name)
