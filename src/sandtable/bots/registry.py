# ruff: noqa: PLC0415 - a bot is imported when it is made, so that naming them costs nothing
"""The bots by name. A name is one of

- a bot of this installation: ``random``, ``easy``, ``medium``, ``hard``, or one that another package brings by an
  entry point of the group ``sandtable.bots``;
- ``hard@FILE``: a bot with the numbers of a level file, such as ``sandtable lab tune`` writes;
- ``exec:COMMAND``: a program that speaks the protocol of :mod:`sandtable.bots.process`.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeVar, cast

import msgspec

from sandtable.bots.bot import Bot
from sandtable.bots.level import BadLevel, Level, read_level
from sandtable.bots.unhurried import Unhurried, with_time
from sandtable.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

GROUP = "sandtable.bots"
"""The group of entry points by which other packages bring bots."""
EXEC = "exec:"
"""Begins the name of a bot that is a command."""
DEFAULT = "medium"
"""Who sits down where nobody is named."""


class Maker(Protocol):
    """What a bot's entry point leads to: usually its class."""

    def __call__(self, game: Game[S, A, E], seed: int) -> Bot[S, A]: ...

    def serves(self, game: Game[S, A, E]) -> bool:
        """Whether it can play this game."""
        ...


class LevelMaker(Protocol):
    """The same for a bot that plays by the numbers of a level."""

    levels: str
    """The folder of its levels among those of this installation; empty: the first planner's."""

    def __call__(self, game: Game[S, A, E], seed: int, level: Level) -> Bot[S, A]: ...

    def serves(self, game: Game[S, A, E]) -> bool: ...


class Listing(msgspec.Struct, frozen=True):
    """A bot as lists show it."""

    name: str
    about: str
    places: tuple[str, ...]
    """Module and name of what makes it; of several, the one that serves the game."""
    level: bool = False
    """Whether it plays by a level file of its own name."""


PLANNERS = ("sandtable.bots.planner:Planner", "sandtable.bots.hexes:Commander")
"""The thinking bots, one a family of games."""

BUILT_IN: Mapping[str, Listing] = MappingProxyType(
    {
        one.name: one
        for one in (
            Listing("random", "any legal action, by lot", ("sandtable.bots.random:RandomBot",)),
            Listing("easy", "takes what it sees, and errs like a beginner", PLANNERS, True),
            Listing("medium", "plans its turn, not the answer to it", PLANNERS, True),
            Listing("hard", "weighs its plans against the best reply", PLANNERS, True),
        )
    }
)
"""The bots that come with sandtable, weakest first."""


class NoBot(msgspec.Struct, frozen=True):
    """Why there is no such bot, in words for the one who asked."""

    why: str
    unknown: bool = False
    """Whether the name itself means nothing here."""


def names() -> tuple[str, ...]:
    """The names of all bots of this installation; nothing is imported for it.

    >>> names()[:4]
    ('random', 'easy', 'medium', 'hard')
    """
    return (*BUILT_IN, *sorted(_brought()))


def listings() -> tuple[Listing, ...]:
    """All bots of this installation, each with a line about it."""
    brought = (
        Listing(name, f"from {place.partition(':')[0]}", (place,)) for name, place in sorted(_brought().items())
    )
    return (*BUILT_IN.values(), *brought)


def serves(name: str, game: Game[S, A, E]) -> bool:
    """Whether there is such a bot and it can play this game.

    >>> from sandtable.games import load
    >>> serves("random", load("1941")), serves("rondom", load("1941"))
    (True, False)
    """
    return find(name, game) is None


def find(name: str, game: Game[S, A, E]) -> NoBot | None:
    """Nothing if the bot can be made for this game, otherwise why not."""
    if name.startswith(EXEC):
        from sandtable.bots.process import find_program

        words = find_program(name.removeprefix(EXEC))
        return NoBot(words) if isinstance(words, str) else None
    name, seconds = with_time(name)
    if seconds == 0:
        return NoBot(f"the bot {name!r} cannot play without any time.")
    listing = _listing(name)
    if isinstance(listing, NoBot):
        return listing
    if not listing.level and "@" in name:
        return NoBot(f"the bot {listing.name!r} plays by no numbers; {name!r} asks for other ones.")
    maker = _maker(listing, game)
    if isinstance(maker, NoBot):
        return maker
    level = level_of(name, game) if listing.level else None
    return level if isinstance(level, NoBot) else None


def make(
    name: str, game: Game[S, A, E], seed: int, values: Mapping[str, float] = MappingProxyType({})
) -> Bot[S, A] | NoBot:
    """A bot for a game; the same seed plays the same way. ``values`` turns numbers of its level."""
    problem = find(name, game)
    if problem is not None:
        return problem
    if name.startswith(EXEC):
        from sandtable.bots.process import ProcessBot

        return ProcessBot(game, seed, name.removeprefix(EXEC).strip())
    name, seconds = with_time(name)
    if seconds is not None:
        bot = make(name, game, seed, values)
        return bot if isinstance(bot, NoBot) else Unhurried(bot, seconds)
    listing = _listing(name)
    assert isinstance(listing, Listing)
    maker = _maker(listing, game)
    assert not isinstance(maker, NoBot)
    if listing.level:
        level = level_of(name, game)
        assert isinstance(level, Level)
        return cast(LevelMaker, maker)(game, seed, level.turned(values))
    return cast(Maker, maker)(game, seed)


def seat_seed(seed: int, number: int) -> int:
    """The seed of the bot in the seat with this number, so that the bots of one game differ."""
    return seed * 1_000_003 + number


def _brought() -> dict[str, str]:
    """Bots of other packages, and where they are; they cannot take the names of our own."""
    return {one.name: one.value for one in entry_points(group=GROUP) if one.name not in BUILT_IN}


def _listing(name: str) -> Listing | NoBot:
    plain = name.partition("@")[0]
    if plain in BUILT_IN:
        return BUILT_IN[plain]
    place = _brought().get(plain)
    if place is None:
        return NoBot(f"there is no bot {plain!r}.", unknown=True)
    return Listing(plain, "", (place,))


def level_of(name: str, game: Game[S, A, E]) -> Level | NoBot:
    """The level by which a bot of this name plays a game."""
    plain, _, file = name.partition("@")
    listing = BUILT_IN[plain]
    maker = _maker(listing, game)
    if isinstance(maker, NoBot):
        return maker
    level = read_level(plain, Path(file) if file else None, cast(LevelMaker, maker).levels)
    return NoBot(level.why) if isinstance(level, BadLevel) else msgspec.structs.replace(level, name=name)


def _maker(listing: Listing, game: Game[S, A, E]) -> Maker | LevelMaker | NoBot:
    """What makes the bot for this game."""
    for place in listing.places:
        maker = _loaded(listing, place)
        if isinstance(maker, NoBot) or maker.serves(game):
            return maker
    return NoBot(f"the bot {listing.name!r} does not play {game.id}.")


def _loaded(listing: Listing, place: str) -> Maker | LevelMaker | NoBot:
    module, _, attribute = place.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        if listing.name in BUILT_IN:
            raise
        return NoBot(f"the bot {listing.name!r} cannot be loaded: {error}.")
    if not callable(found) or not hasattr(found, "serves"):
        return NoBot(f"the bot {listing.name!r} cannot be loaded: {place} has no 'serves(game)'.")
    return cast(Maker, found)
