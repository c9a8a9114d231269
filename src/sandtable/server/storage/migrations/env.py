"""Alembic's environment. The connection comes from :mod:`sandtable.server.storage.upgrade`."""

from alembic import context
from sqlalchemy import Connection

from sandtable.server.storage.schema import metadata


def run() -> None:
    """Run the requested migrations in the caller's transaction."""
    connection = context.config.attributes["connection"]
    assert isinstance(connection, Connection)
    batch = connection.dialect.name == "sqlite"  # SQLite can change a table only by recreating it
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=batch)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # Alembic's name for this module; do nothing on a plain import
    run()
