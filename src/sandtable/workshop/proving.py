"""Whether a variant does what its author wants: its scenarios, and those of its parent; and its kit on paper."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from sandtable import games
from sandtable.core.datafile import DataFileError
from sandtable.scenarios import Result, check_paths
from sandtable.scenarios.variants import own_scenarios, side_effects
from sandtable.server.problems import Trouble

SHOWN = 50
"""How many changed scenarios are listed."""


class Outcome(msgspec.Struct, frozen=True):
    """A scenario that doesn't come out as written, and its first failure."""

    title: str
    rules: tuple[str, ...]
    where: str
    what: str


class Proof(msgspec.Struct, frozen=True):
    """The result of a check."""

    own: int
    """How many scenarios the author has written."""
    failed: tuple[Outcome, ...]
    games: tuple[str, ...]
    """The parent games whose scenarios were played."""
    played: int
    changed: int
    """How many of the parents' scenarios now come out differently."""
    effects: tuple[Outcome, ...]
    """The first of them."""


def proved(game: str) -> Proof:
    """Run a variant's own scenarios, then its parents' by its rules."""
    with _trouble():
        results = check_paths(own_scenarios(game))
        found = side_effects(game)
    return Proof(
        own=len(results),
        failed=tuple(_outcome(one) for one in results if not one.ok),
        games=found.games,
        played=found.played,
        changed=len(found.changed),
        effects=tuple(_outcome(one) for one in found.changed[:SHOWN]),
    )


def printed(game: str) -> bytes:
    """The kit as a PDF."""
    from sandtable.printing.kit import kit  # noqa: PLC0415 - slow to import, and rarely wanted
    from sandtable.printing.paper import write  # noqa: PLC0415

    with _trouble(), TemporaryDirectory() as folder:
        file = Path(folder) / "kit.pdf"
        write(kit(game), file)
        return file.read_bytes()


@contextmanager
def _trouble() -> Iterator[None]:
    """Turns errors of a game, and what is not installed, into responses."""
    games.forget()  # its files may have changed since it was last loaded
    try:
        yield
    except DataFileError as error:
        raise Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), "broken") from None
    except ModuleNotFoundError as error:
        why = f"A kit needs {error.name}: pip install 'sandtable[maps]'."
        raise Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, why) from None


def _outcome(result: Result) -> Outcome:
    first = result.failures[0]
    return Outcome(result.title, result.rules, first.where, first.what)
