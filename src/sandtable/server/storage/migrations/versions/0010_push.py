"""Web Push: browsers that want notifications, and messages to one of them."""

import sqlalchemy as sa
from alembic import op

from sandtable.server.storage.moment import Moment

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ONCE = "uq_outbox_person_id_kind_table_id_about"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("person_id", sa.String(length=24), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_subscriptions_person_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
        sa.UniqueConstraint("hash", name="uq_subscriptions_hash"),
    )
    op.create_index("ix_subscriptions_person_id", "subscriptions", ["person_id"])
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("target", sa.String(length=24), nullable=False, server_default=""))
        outbox.drop_constraint(ONCE, type_="unique")
        outbox.create_unique_constraint(f"{ONCE}_target", ["person_id", "kind", "table_id", "about", "target"])


def downgrade() -> None:
    op.execute("delete from outbox where target <> ''")
    with op.batch_alter_table("outbox") as outbox:
        outbox.drop_constraint(f"{ONCE}_target", type_="unique")
        outbox.create_unique_constraint(ONCE, ["person_id", "kind", "table_id", "about"])
        outbox.drop_column("target")
    op.drop_table("subscriptions")
