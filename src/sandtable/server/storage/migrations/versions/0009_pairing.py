"""Quick pairing: tables that wait for an opponent."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("pairing", sa.String(length=60), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "pairing")
