"""A process that thinks for bots: ``python -m sandtable.server.bots.worker MODULE:FUNCTION``.

Questions come in on standard input, answers go out on standard output. Bots are kept while their tables play, so
that they can follow a plan; the process ends when its input does.
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
from sandtable.server.bots.talk import Answer, Asked, Chosen, Failed, Thinking

KEPT = 200
"""So many bots are remembered with their plans."""

FindGame = Callable[[str], Game[Any, Any, Any] | None]


class Thinker:
    """Bots of many tables in one process."""

    def __init__(self, find_game: FindGame) -> None:
        self._find = find_game
        self._bots: OrderedDict[tuple[str, str, str], Bot[Any, Any]] = OrderedDict()

    def answer(self, asked: Asked) -> Iterator[Answer]:
        """Ask the bot, and survive it."""
        try:
            yield from self._answer(asked)
        except BotFailed as error:
            yield Failed(str(error))
        except Exception as error:  # a bot is anybody's program
            yield Failed(f"{type(error).__name__}: {error}")

    def _answer(self, asked: Asked) -> Iterator[Answer]:
        game = self._find(asked.game)
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
    """The function that knows the games, by ``module:function``.

    >>> find_by_name("sandtable.games:find")("1941").id
    '1941'
    """
    module, _, name = place.partition(":")
    found: FindGame = getattr(import_module(module), name)
    return found


def serve(find_game: FindGame, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nobody asks any more."""
    thinker = Thinker(find_game)
    for line in questions:
        for reply in thinker.answer(msgspec.json.decode(line, type=Asked)):
            answers.write(msgspec.json.encode(reply) + b"\n")
            answers.flush()


def main() -> None:
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints is no answer
    os.nice(5)  # who serves comes before who thinks
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(find_by_name(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
