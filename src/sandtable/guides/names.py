"""Translated names, for all guides: ``names.LANGUAGE.yaml`` files in the given folders."""

import re
from collections.abc import Mapping

from sandtable.core.datafile import AnyFolder, files_of, read_yaml

_GAP = re.compile(r"\{(\w+)\}")


def names_in(*folders: AnyFolder) -> Mapping[str, Mapping[str, str]]:
    """Translations of names by language. Entries of later folders take precedence."""
    found: dict[str, dict[str, str]] = {}
    for folder in folders:
        for path in files_of(folder, "names.*.yaml"):
            language = path.name.split(".")[1]
            found[language] = {**found.get(language, {}), **read_yaml(path, dict[str, str])}
    return found


def said(names: Mapping[str, str], text: str) -> str:
    """A text as the page says it in the language of these names; the text itself if they have no words for it.

    >>> said({"Round {n}, {power}": "Runde {n}, {power}", "Germany": "Deutschland"}, "Round 2, Germany")
    'Runde 2, Deutschland'
    """
    if text in names:
        return names[text]
    for original, translation in names.items():
        gaps = _GAP.findall(original)
        if not gaps:
            continue
        found = re.fullmatch("(.+?)".join(map(re.escape, _GAP.split(original)[::2])), text)
        if found:
            return _filled(names, translation, dict(zip(gaps, found.groups(), strict=True)))
    return text


def _filled(names: Mapping[str, str], translation: str, values: Mapping[str, str]) -> str:
    return _GAP.sub(lambda gap: said(names, values[gap[1]]), translation)
