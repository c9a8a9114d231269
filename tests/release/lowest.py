"""The oldest versions that ``pyproject.toml`` allows, as requirements: ``python -m tests.release.lowest``."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

EXTRAS = ("maps", "notebook", "postgres", "redis")
"""The extras whose bounds are tried, too; what the lab needs is a gigabyte."""
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def lowest(dependencies: list[str]) -> Iterator[str]:
    """Each dependency at its lower bound.

    >>> list(lowest(["litestar>=2.23,<3", "sqlalchemy[asyncio]>=2.0.30"]))
    ['litestar==2.23', 'sqlalchemy[asyncio]==2.0.30']
    """
    for dependency in dependencies:
        found = re.match(r"([\w.-]+(?:\[\w+\])?)>=([\w.]+)", dependency)
        assert found, f"{dependency} has no lower bound"
        yield f"{found[1]}=={found[2]}"


def main() -> None:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = [one for extra in EXTRAS for one in project["optional-dependencies"][extra]]
    print("\n".join(lowest([*project["dependencies"], *extras])))


if __name__ == "__main__":
    main()
