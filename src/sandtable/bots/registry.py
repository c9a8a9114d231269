# ruff: noqa: PLC0415 - a bot is imported when it is made, so that naming them costs nothing
"""The bots by name. A name is one of

- an installed bot: ``random``, ``easy``, ``medium``, ``hard``, ``expert`` (area games only), or one that
  another package provides through an entry point in the group ``sandtable.bots``;
- ``hard@FILE``: a bot with the numbers of a level file, as written by ``sandtable lab tune``;
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
"""The entry point group through which other packages provide bots."""
EXEC = "exec:"
"""Prefix of the name of a bot that is a command."""
DEFAULT = "medium"
"""The bot used if none is named."""


class Maker(Protocol):
    """What a bot's entry point refers to: usually its class."""

    def __call__(self, game: Game[S, A, E], seed: int) -> Bot[S, A]: ...

    def serves(self, game: Game[S, A, E]) -> bool:
        """Whether it can play this game."""
        ...


class LevelMaker(Protocol):
    """The same for a bot that plays by the numbers of a level."""

    levels: str
    """The folder of its levels among the built-in ones; empty: the first planner's."""

    def __call__(self, game: Game[S, A, E], seed: int, level: Level) -> Bot[S, A]: ...

    def serves(self, game: Game[S, A, E]) -> bool: ...


class Listing(msgspec.Struct, frozen=True):
    """A bot as lists show it."""

    name: str
    about: str
    places: tuple[str, ...]
    """Module and name of its maker; if there are several, the one that serves the game is used."""
    level: bool = False
    """Whether it plays by a level file of its own name."""


PLANNERS = ("sandtable.bots.planner:Planner", "sandtable.bots.hexes:Commander")
"""The planners, one per family of games."""

BUILT_IN: Mapping[str, Listing] = MappingProxyType(
    {
        one.name: one
        for one in (
            Listing("random", "plays random legal moves", ("sandtable.bots.random:RandomBot",)),
            Listing("easy", "grabs what it can; makes beginner mistakes", PLANNERS, True),
            Listing("medium", "plans its own turn, but not your reply", PLANNERS, True),
            Listing("hard", "weighs its plans against your best reply", PLANNERS, True),
            Listing("expert", "plays its best plans out before it chooses", PLANNERS[:1], True),
        )
    }
)
"""The bots that come with sandtable, weakest first."""


class NoBot(msgspec.Struct, frozen=True):
    """Why there is no such bot, in words for the user."""

    why: str
    unknown: bool = False
    """Whether the name itself is unknown."""


def names() -> tuple[str, ...]:
    """The names of all installed bots, without importing them.

    >>> names()[:5]
    ('random', 'easy', 'medium', 'hard', 'expert')
    """
    return (*BUILT_IN, *sorted(_brought()))


def listings() -> tuple[Listing, ...]:
    """All installed bots, each with a line about it."""
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
    """None if the bot can be made for this game, otherwise why not."""
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
    """A bot for a game; the same seed plays the same way. ``values`` overrides numbers of its level."""
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
    """Bots of other packages, and where they are; they can't take the names of built-in ones."""
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
    """The level at which a bot with this name plays a game."""
    plain, _, file = name.partition("@")
    listing = BUILT_IN[plain]
    maker = _maker(listing, game)
    if isinstance(maker, NoBot):
        return maker
    level = read_level(plain, Path(file) if file else None, cast(LevelMaker, maker).levels)
    return NoBot(level.why) if isinstance(level, BadLevel) else msgspec.structs.replace(level, name=name)


def _maker(listing: Listing, game: Game[S, A, E]) -> Maker | LevelMaker | NoBot:
    """The maker of the bot for this game."""
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
