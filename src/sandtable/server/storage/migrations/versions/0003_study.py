"""Studies: tables that can be edited, where they come from, and edits in the log."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("study", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("source", sa.String(length=24), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("moment", sa.Integer(), nullable=False, server_default="0"))
    kinds = "kind in ('act', 'undo', 'edit')"
    if op.get_bind().dialect.name == "sqlite":  # recreating the table loses its constraints
        with op.batch_alter_table("log", recreate="always") as log:
            log.create_check_constraint("ck_log_kind", kinds)
        return
    op.drop_constraint("ck_log_kind", "log", type_="check")
    op.create_check_constraint("ck_log_kind", "log", kinds)
