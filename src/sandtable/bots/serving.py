"""The other end of the wire: any installed bot as a program that others can ask (``sandtable bot``)."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from sandtable.bots.bot import Bot, BotFailed
from sandtable.bots.registry import NoBot, make
from sandtable.bots.wire import PROTOCOL, Choose, Chosen, Failed, Hello, Question, Ready, Reply
from sandtable.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


def serve(name: str, game: Game[S, A, E], lines: Iterable[bytes]) -> Iterator[bytes]:
    """The answers to a conversation, line by line."""
    bot: Bot[S, A] | NoBot = NoBot("say hello first.")
    for line in lines:
        try:
            said: Question = msgspec.json.decode(line, type=Question)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield _line(Failed(f"this cannot be read: {error}"))
            continue
        if isinstance(said, Hello):
            bot = _greet(name, game, said)
            yield _line(Failed(bot.why) if isinstance(bot, NoBot) else Ready(bot.name, think=bot.think))
        elif isinstance(bot, NoBot):
            yield _line(Failed(bot.why))
        else:
            yield _line(_answer(bot, said, game))


def _greet(name: str, game: Game[S, A, E], said: Hello) -> Bot[S, A] | NoBot:
    if said.protocol != PROTOCOL:
        return NoBot(f"this program speaks protocol {PROTOCOL}, not {said.protocol}.")
    if said.game != game.id:
        return NoBot(f"this bot was called to play {game.id}, not {said.game}.")
    return make(name, game, said.seed)


def _answer(bot: Bot[S, A], asked: Choose, game: Game[S, A, E]) -> Reply:
    try:
        view = game.read_state(asked.view)
    except msgspec.DecodeError as error:
        return Failed(f"the view cannot be read: {error}")
    try:
        action = bot.choose(view, asked.decision, asked.think)
    except BotFailed as error:
        return Failed(str(error))
    return Chosen(msgspec.Raw(msgspec.json.encode(action)), bot.why())


def _line(reply: Reply) -> bytes:
    return msgspec.json.encode(reply) + b"\n"
