"""Who wrote what we build on, and under which terms: ``python -m tests.release.licences > docs/licences.md``.

Python packages come from the lock file, described by what is installed here; what the page brings along comes from
``web/node_modules``.
"""

import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
MODULES = ROOT / "web" / "node_modules"
IN_THE_PAGE = ("svelte", "uplot", "@fontsource-variable/source-sans-3", "@fontsource-variable/source-serif-4")
"""What the built page contains; the tools that build it stay behind."""
BY_FILE = {"rich-click": "MIT", "resvg-py": "MIT"}
"""Packages that bring the text of their licence, but do not name it; looked up by hand."""
LONG = 60
"""A licence longer than this is its text instead of its name."""

HEAD = """# Licences

sandtable is under the MIT licence (`LICENSE`). This is what a server installs with it, and what its page contains;
`make licences` writes this file.

## Python packages

| package | licence |
|---|---|
"""
PAGE = """
## In the page

| package | licence |
|---|---|
"""


def locked() -> list[str]:
    """The packages that the lock file names."""
    return re.findall(r"^([A-Za-z0-9._-]+)==", LOCK.read_text(encoding="utf-8"), re.MULTILINE)


def licence(package: str) -> str:
    """The licence of an installed package, as it names it itself."""
    try:
        about = metadata(package)
    except PackageNotFoundError:
        raise SystemExit(f"{package} is in the lock file, but not installed: run 'make setup'.") from None
    named = next((about[key] for key in ("License-Expression", "License") if key in about), "")
    classified = [
        line.rpartition("::")[2].strip()
        for line in about.get_all("Classifier", [])
        if line.startswith("License ::") and line.count("::") > 1
    ]
    found = " ".join(named.split())
    if not found or len(found) > LONG:
        found = ", ".join(classified)
    found = found or BY_FILE.get(package, "")
    if not found:
        raise SystemExit(
            f"{package} does not say its licence: look it up, and say it in tests/release/licences.py."
        )
    return found


def page_licence(package: str) -> str:
    return str(json.loads((MODULES / package / "package.json").read_text(encoding="utf-8"))["license"])


def lines() -> Iterator[str]:
    yield HEAD.rstrip("\n")
    yield from (f"| {package} | {licence(package)} |" for package in sorted(locked(), key=str.lower))
    yield PAGE.rstrip("\n")
    yield from (f"| {package} | {page_licence(package)} |" for package in IN_THE_PAGE)


if __name__ == "__main__":
    print("\n".join(lines()))
