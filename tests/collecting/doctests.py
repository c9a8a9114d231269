"""Skips importing modules without doctests: nine out of ten have none."""

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return None if b">>> " in collection_path.read_bytes() else True
