"""Forks workers: ``python -m sandtable.server.workers.forkserver MODULE:FUNCTION FD``.

This process has everything loaded, so that a new worker is ready at once. It has a single thread, so forking is
safe, which it wouldn't be in the server.
"""

import gc
import os
import resource
import signal
import socket
import sys
from contextlib import suppress

import msgspec

from sandtable.server.bots.worker import FindGame, find_by_name
from sandtable.server.workers import worker
from sandtable.server.workers.jobs import HEAD, Needs

LONGEST = 64 * 1024
"""The longest request for a worker, in bytes."""


def serve(control: socket.socket, find_game: FindGame) -> None:
    """Fork workers until the server is gone."""
    while True:
        wanted, lines, _, _ = socket.recv_fds(control, LONGEST, 1)
        if not wanted:
            return
        for needs in msgspec.json.decode(wanted, type=list[Needs]):
            with suppress(Exception):  # one broken game must not affect the others
                game = find_game(needs.game)
                if game is not None:
                    worker.prepare(game, needs)
        gc.freeze()  # keep shared memory shared: the collector would write to it
        line = socket.socket(fileno=lines[0])
        pid = os.fork()
        if not pid:
            control.close()
            worker.main(line, find_game)
            os._exit(0)
        line.close()
        control.sendall(HEAD.pack(pid))


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # workers aren't waited for
    os.nice(5)  # the server comes first
    memory = int(sys.argv[3])
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(KeyboardInterrupt, ConnectionError):
        serve(socket.socket(fileno=int(sys.argv[2])), find_by_name(sys.argv[1]))


if __name__ == "__main__":
    main()
