"""The database: its tables, access, migrations, and queries.

All SQL lives here. Permissions and games don't: actions and events are JSON text that nothing here reads.
"""
