"""Names in other languages, as all guides keep them: files ``names.LANGUAGE.yaml`` in some folders."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.core.datafile import read_yaml


def names_in(*folders: Path) -> Mapping[str, Mapping[str, str]]:
    """By language, what stands in the data and what is said instead; the entries of later folders come first."""
    found: dict[str, dict[str, str]] = {}
    for folder in folders:
        for path in sorted(folder.glob("names.*.yaml")):
            language = path.name.split(".")[1]
            found[language] = {**found.get(language, {}), **read_yaml(path, dict[str, str])}
    return found
