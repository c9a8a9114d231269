"""Translated names, for all guides: ``names.LANGUAGE.yaml`` files in the given folders."""

from collections.abc import Mapping

from sandtable.core.datafile import AnyFolder, files_of, read_yaml


def names_in(*folders: AnyFolder) -> Mapping[str, Mapping[str, str]]:
    """Translations of names by language. Entries of later folders take precedence."""
    found: dict[str, dict[str, str]] = {}
    for folder in folders:
        for path in files_of(folder, "names.*.yaml"):
            language = path.name.split(".")[1]
            found[language] = {**found.get(language, {}), **read_yaml(path, dict[str, str])}
    return found
