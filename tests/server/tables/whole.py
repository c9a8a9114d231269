"""The contents of a database, to check that a refused request changed nothing."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Any

import psycopg

KEPT = ("people", "tokens", "tables", "seats", "log", "keys", "chat")
"""What people have stored. Not sessions: using one updates it."""

Content = dict[str, list[tuple[Any, ...]]]


class Reader:
    """Reads a database repeatedly over one connection."""

    def __init__(self, database: str) -> None:
        self._connection: sqlite3.Connection | psycopg.Connection[Any]
        if database.startswith("sqlite"):
            self._connection = sqlite3.connect(database.removeprefix("sqlite:///"))
        else:
            self._connection = psycopg.connect(database, autocommit=True)

    def content(self) -> Content:
        """Every row of every table, in order."""
        return {name: sorted(self._rows(name), key=repr) for name in KEPT}

    def _rows(self, name: str) -> Iterable[tuple[Any, ...]]:
        if isinstance(self._connection, sqlite3.Connection):
            return self._connection.execute(f"select * from {name}")
        return self._connection.execute(f"select * from {name}".encode())

    def close(self) -> None:
        self._connection.close()


def content(database: str) -> Content:
    """Every row of every table, in order."""
    with closing(Reader(database)) as reader:
        return reader.content()
