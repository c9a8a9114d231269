"""The whole content of a database, to see whether a refused request has left a trace."""

import sqlite3
from typing import Any

import psycopg

KEPT = ("people", "tokens", "tables", "seats", "log", "keys", "chat")
"""What people have put there. Sessions are left out: using one is noted down."""

Content = dict[str, list[tuple[Any, ...]]]


def content(database: str) -> Content:
    """Every row of every table, in order."""
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as file:
            return {name: sorted(file.execute(f"select * from {name}"), key=repr) for name in KEPT}
    with psycopg.connect(database) as server:
        return {name: sorted(server.execute(f"select * from {name}".encode()), key=repr) for name in KEPT}
