"""A process that runs bots: ``python -m sandtable.server.bots.worker MODULE:FUNCTION``.

Reads questions from standard input and writes answers to standard output. Keeps bots alive while their tables
play, so that they can follow a plan. Exits when its input ends.
"""

import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO

import msgspec

from sandtable.bots.bot import Bot, BotFailed
from sandtable.bots.registry import NoBot, make
from sandtable.core.game import Game, Setup
from sandtable.core.refusal import Refusal
from sandtable.games.editions import unpack
from sandtable.server.bots.protocol import Answer, Asked, Chosen, Failed, Thinking

KEPT = 200
"""How many bots to keep, with their plans."""

FindGame = Callable[[str], Game[Any, Any, Any] | None]


class BotRunner:
    """The bots of many tables in one process."""

    def __init__(self, find_game: FindGame) -> None:
        self._find = find_game
        self._editions: dict[bytes, Game[Any, Any, Any]] = {}
        self._bots: OrderedDict[tuple[str, str, str], Bot[Any, Any]] = OrderedDict()

    def answer(self, asked: Asked) -> Iterator[Answer]:
        """Ask the bot, and survive its failures."""
        try:
            yield from self._answer(asked)
        except BotFailed as error:
            yield Failed(str(error))
        except Exception as error:  # bots are third-party code
            yield Failed(f"{type(error).__name__}: {error}")

    def _answer(self, asked: Asked) -> Iterator[Answer]:
        game = self._game(asked)
        if game is None:
            yield Failed(f"there is no game {asked.game!r} here")
            return
        bot = self._bot(asked, game)
        if isinstance(bot, NoBot):
            yield Failed(bot.why)
            return
        opening = game.start(Setup())
        assert not isinstance(opening, Refusal), "a game has a standard set-up"
        view = msgspec.json.decode(asked.view, type=type(opening))
        yield Thinking(bot.think if asked.think is None else asked.think)
        action = bot.choose(view, asked.decision, asked.think)
        yield Chosen(msgspec.Raw(msgspec.json.encode(action)), bot.why())

    def _game(self, asked: Asked) -> Game[Any, Any, Any] | None:
        if not asked.files:
            return self._find(asked.game)
        if asked.files not in self._editions:
            self._editions[asked.files] = unpack(asked.files)
        return self._editions[asked.files]

    def _bot(self, asked: Asked, game: Game[Any, Any, Any]) -> Bot[Any, Any] | NoBot:
        who = (asked.table, asked.seat, asked.bot)
        known = self._bots.get(who)
        if known is not None:
            self._bots.move_to_end(who)
            return known
        bot = make(asked.bot, game, asked.seed)
        if not isinstance(bot, NoBot):
            self._bots[who] = bot
            if len(self._bots) > KEPT:
                self._bots.popitem(last=False)
        return bot


def find_by_name(place: str) -> FindGame:
    """The function that finds games, from ``module:function``.

    >>> find_by_name("sandtable.games:find")("1941").id
    '1941'
    """
    module, _, name = place.partition(":")
    found: FindGame = getattr(import_module(module), name)
    return found


def serve(find_game: FindGame, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until the input ends."""
    thinker = BotRunner(find_game)
    for line in questions:
        for reply in thinker.answer(msgspec.json.decode(line, type=Asked)):
            answers.write(msgspec.json.encode(reply) + b"\n")
            answers.flush()


def main() -> None:
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # keep bots' print output off the protocol
    os.nice(5)  # the server comes first
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(find_by_name(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
