"""A worker: runs one job at a time, each within a CPU limit.

Two timers enforce the limit. The first interrupts Python and leaves time for an answer. The second is the
kernel's: it kills the process, even if a library ignores signals.
"""

import signal
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from time import process_time

import msgspec

from sandtable import pixels
from sandtable.core.effort import OutOfTime, at_most
from sandtable.core.game import AnyGame, Setup
from sandtable.core.refusal import Refusal
from sandtable.games.editions import unpack
from sandtable.server.packs import checked_pack
from sandtable.server.problems import problem
from sandtable.server.tables import answering, importing, past
from sandtable.server.tables.building import replay
from sandtable.server.tables.visibility import Viewer
from sandtable.server.wire import Problem
from sandtable.server.workers.jobs import (
    HEAD,
    Asked,
    Broken,
    CheckPack,
    Found,
    Import,
    Job,
    LookBack,
    Needs,
    Options,
    Picture,
    Query,
    Question,
    Said,
    Stopped,
    Upload,
    frame,
    needs_of,
)

FindGame = Callable[[str], AnyGame | None]
SOFT = 0.85
"""When the first timer fires, as a share of the limit."""


_prepared: set[tuple[bytes, Needs]] = set()
"""What is ready, with the files it is made from; a worker inherits it from the process it was forked from."""


def prepare(game: AnyGame, needs: Needs, files: bytes = b"") -> None:
    """Load a game completely, including what it loads lazily: a scenario's board, and the drawing of that."""
    if (files, needs) in _prepared:
        return
    _prepared.add((files, needs))
    _ = game.guide.box
    opening = game.start(Setup(scenario=needs.scenario)) if needs.scenario is not None else None
    if opening is None or isinstance(opening, Refusal):
        return
    for decision in game.pending(opening)[:1]:
        next(iter(game.legal(opening, decision.seat)), None)
    if needs.drawing:
        for dark in (False, True):
            game.guide.picture(game.view(opening, None), dark)


class Worker:
    """Runs jobs."""

    def __init__(self, find_game: FindGame) -> None:
        self._find = find_game
        self._editions: dict[bytes, AnyGame] = {}

    def do(self, asked: Asked) -> Said:
        """Run a job, and survive its failures."""
        job = asked.job
        with suppress(Exception):  # loading a game doesn't count against the job
            if not isinstance(job, Upload):
                game = self._game(job)
                if game is not None:
                    prepare(game, needs_of(job), job.files)
        began = process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, asked.seconds)
        try:
            # The drawing library ignores the first timer, and a signal must not arrive after the work is done.
            with at_most(asked.seconds * (1 if isinstance(job, Picture) else SOFT)):
                done = self._do(job)
        except (OutOfTime, MemoryError):
            done = too_large(job)
        except Exception as error:
            traceback.print_exc()
            return Broken(process_time() - began, f"{type(error).__name__}: {error}")
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        cost = process_time() - began
        return Stopped(cost, done) if isinstance(done, Problem) else Found(cost, done)

    def _game(self, job: Query | Question | Options | Picture | LookBack) -> AnyGame | None:
        if not job.files:
            return self._find(job.game)
        if job.files not in self._editions:
            self._editions[job.files] = unpack(job.files)
        return self._editions[job.files]

    def _do(self, job: Job) -> bytes | Problem:
        if isinstance(job, Import):
            find = self._find
            if job.files:
                sent = unpack(job.files)
                find = {sent.id: sent}.get
            return importing.imported_table(find, job.data, job.person, job.study, job.at, job.table)
        if isinstance(job, CheckPack):
            return checked_pack(job.data)
        game = self._game(job)
        if game is None:
            return problem(HTTPStatus.NOT_FOUND, f"There is no game {job.game!r} here.")
        match job:
            case Query():
                return answering.reply(game, job.query)
            case Question():
                return answering.answer(game, game.read_state(job.view), job.seat, msgspec.Raw(job.question))
            case Options():
                return answering.choices(game, game.read_state(job.view), job.seat, job.only)
            case Picture():
                return _picture(game, job)
            case LookBack():
                return _look_back(game, job)


def too_large(job: Job) -> Problem:
    """The problem to report when the CPU limit was reached."""
    match job:
        case Picture():
            why = "This picture takes too long to draw. Ask for a smaller one: half the width takes half the time."
        case LookBack():
            why = "This game is too long for that. Save it and use the sandtable command."
        case Import():
            why = "This save file is too large to open here."
        case CheckPack():
            why = "This game takes too long to load, or needs too much memory."
        case _:
            why = "This question takes too long to answer. Ask about fewer units."
    return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, why)


def _picture(game: AnyGame, job: Picture) -> bytes:
    svg = game.guide.picture(game.read_state(job.view), job.dark)
    if not svg or not job.width:
        return svg.encode()
    return pixels.png(svg, job.width / pixels.width_of(svg))


def _look_back(game: AnyGame, job: LookBack) -> bytes:
    play, viewer = replay(game, job.setup, job.dice, job.log), Viewer(job.seats)
    match job.what:
        case "chapters":
            return msgspec.json.encode(past.history(play, viewer))
        case "numbers":
            return msgspec.json.encode(past.counted(play, viewer))
        case "story":
            chapters, entries = past.history(play, viewer).chapters, past.current_entries(play, viewer)
            box = game.guide.box
            return past.story(box, job.title or box.title, chapters, entries, job.markdown).encode()


def main(line: socket.socket, find_game: FindGame) -> None:
    """Run jobs until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops us
    worker = Worker(find_game)
    with suppress(ConnectionError), line.makefile("rwb") as stream:
        while head := stream.read(HEAD.size):
            asked = msgspec.msgpack.decode(stream.read(*HEAD.unpack(head)), type=Asked)
            stream.write(frame(worker.do(asked)))
            stream.flush()
