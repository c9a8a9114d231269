"""Reading data files: YAML in, typed values out, and an error that names the file."""

from pathlib import Path
from typing import TypeVar

import msgspec
import yaml

T = TypeVar("T")

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class DataFileError(Exception):
    """A data file that cannot be read as what it should be; the message says where and why."""


def parse_yaml(text: str, kind: type[T], name: str) -> T:
    """Decode YAML text as ``kind``; ``name`` is what an error message calls it."""
    try:
        return as_kind(yaml.load(text, Loader=_Loader), kind, name)
    except yaml.YAMLError as error:
        raise DataFileError(f"{name}: not valid YAML: {error}") from None


def as_kind(value: object, kind: type[T], name: str) -> T:
    """What was read, as ``kind``."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise DataFileError(f"{name}: {error}") from None


def read_yaml(path: Path, kind: type[T]) -> T:
    """Read a YAML file as ``kind``."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(f"{path.name}: cannot be read: {error}") from None
    return parse_yaml(text, kind, path.name)
