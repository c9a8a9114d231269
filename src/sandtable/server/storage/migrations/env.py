"""What Alembic runs: the connection comes from :mod:`sandtable.server.storage.upgrade`."""

from alembic import context
from sqlalchemy import Connection

from sandtable.server.storage.schema import metadata


def run() -> None:
    """Run the steps that are asked for, in the transaction of the one who asks."""
    connection = context.config.attributes["connection"]
    assert isinstance(connection, Connection)
    batch = connection.dialect.name == "sqlite"  # which can change a table only by making it anew
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=batch)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # as Alembic calls it; nothing happens when it is merely imported
    run()
