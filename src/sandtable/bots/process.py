"""A bot in another process: it reads questions as JSON lines and writes answers (:mod:`sandtable.bots.wire`)."""

import shlex
import shutil
import subprocess
import weakref
from collections import deque
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Generic, TypeVar

import msgspec

from sandtable.bots.asking import allowed
from sandtable.bots.bot import BotFailed, Reason
from sandtable.bots.wire import PROTOCOL, Choose, Chosen, Failed, Hello, Question, Ready, Reply
from sandtable.core.decision import Decision
from sandtable.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

START_SECONDS = 30.0
"""How long a program may take to report ready."""
GOODBYE_SECONDS = 2.0
"""How long a program may take to exit once it has closed its output."""
MOST_LEGAL = 1000
"""The most legal actions a program is shown."""


def find_program(command: str) -> tuple[str, ...] | str:
    """The words of a command line, or what is wrong with it.

    >>> find_program("no-such-program-here --fast")
    "there is no program 'no-such-program-here'."
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        return f"{command!r} is no command: {error}."
    if not words:
        return "a command is missing behind 'exec:'."
    if shutil.which(words[0]) is None:
        return f"there is no program {words[0]!r}."
    return tuple(words)


class ProcessBot(Generic[S, A, E]):
    """Asks an external program, which starts with the first question and ends with the bot."""

    def __init__(self, game: Game[S, A, E], seed: int, command: str) -> None:
        self.name = f"exec:{command}"
        self.think = Ready().think
        """Until the program says otherwise."""
        self._game = game
        self._seed = seed
        self._command = command
        self._shuffle = Random(seed)
        self._program: _Program | None = None
        self._legal = 0
        self._reason: Reason | None = None

    def choose(self, view: S, decision: Decision, think: float | None = None) -> A:
        """The program's answer; raises :class:`BotFailed` if there is none, or it can't be read."""
        self._reason = None
        program = self._program or self._start()
        seconds = self.think if think is None else think
        shown = islice(self._game.legal(view, decision.seat, self._shuffle), self._legal)
        legal = tuple(msgspec.Raw(msgspec.json.encode(one)) for one in shown)
        reply = program.ask(
            Choose(msgspec.Raw(msgspec.json.encode(view)), decision, seconds, legal), allowed(seconds)
        )
        if not isinstance(reply, Chosen):
            raise BotFailed(f"it said 'ready' where an answer was due to: {decision.kind}")
        try:
            action: A = msgspec.json.decode(reply.action, type=self._game.action_type)
        except msgspec.DecodeError as error:
            raise BotFailed(
                f"its answer is not an action of this game: {error}: {bytes(reply.action).decode()}"
            ) from None
        self._reason = reply.reason
        return action

    def why(self) -> Reason | None:
        """The reason the program gave."""
        return self._reason

    def _start(self) -> "_Program":
        words = find_program(self._command)
        if isinstance(words, str):
            raise BotFailed(words)
        program = _Program(words)
        weakref.finalize(self, program.end)
        ready = program.ask(Hello(PROTOCOL, self._game.id, self._seed), START_SECONDS)
        if not isinstance(ready, Ready):
            raise BotFailed("it should first say 'ready'")
        self.think = ready.think
        self._legal = min(max(ready.legal, 0), MOST_LEGAL)
        self._program = program
        return program


class _Program:
    """A running program and its pipes."""

    def __init__(self, words: tuple[str, ...]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe)
        except OSError as error:
            raise BotFailed(f"it cannot be started: {error.strerror}") from None
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None and stdout is not None and stderr is not None
        self._stdin = stdin
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._complaints: deque[bytes] = deque(maxlen=20)
        Thread(target=_listen, args=(stdout, self._lines), daemon=True).start()
        self._overhearing = Thread(target=_overhear, args=(stderr, self._complaints), daemon=True)
        self._overhearing.start()

    def ask(self, question: Question, seconds: float) -> Reply:
        """Send a line and wait for the reply."""
        if self._stdin.closed:
            raise BotFailed("the program was stopped before")
        try:
            self._stdin.write(msgspec.json.encode(question) + b"\n")
            self._stdin.flush()
        except OSError:
            raise BotFailed(self._last_words()) from None
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            self.end()
            raise BotFailed(f"it was silent for {seconds:.1f} s and was stopped") from None
        if not line:
            raise BotFailed(self._last_words())
        try:
            reply: Reply = msgspec.json.decode(line, type=Reply)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            shown = line.decode(errors="replace").strip()[:200]
            raise BotFailed(f"its answer cannot be read: {error}: {shown}") from None
        if isinstance(reply, Failed):
            raise BotFailed(reply.why)
        return reply

    def end(self) -> None:
        """Close the program's input, and stop it if it doesn't exit."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        with suppress(OSError):  # unsent output has no reader any more
            self._stdin.close()

    def _last_words(self) -> str:
        try:
            code = self._process.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self.end()
            return "the program closed its output and was stopped"
        self._overhearing.join(GOODBYE_SECONDS)
        said = [line.decode(errors="replace").strip() for line in self._complaints if line.strip()]
        return f"the program ended with exit code {code}{f': {said[-1]}' if said else ''}"


def _listen(stdout: IO[bytes], lines: "SimpleQueue[bytes]") -> None:
    """Pass on every line; an empty one means that the program has closed its output."""
    with stdout:
        for line in stdout:
            lines.put(line)
    lines.put(b"")


def _overhear(stderr: IO[bytes], complaints: "deque[bytes]") -> None:
    """Keep the last lines of the program's error output."""
    with stderr:
        complaints.extend(stderr)
