"""Runs a server with the auction: ``python -m tests.server.tables.serving PORT PARENT WORKERS SETTINGS``.

With one worker, each line of the input is an order: ``start`` forks a server, ``kill`` kills it, ``look`` changes
nothing. The process that forks has everything loaded, so a restart costs a fraction of a new process.
"""

import os
import signal
import sys
import threading
import time

import uvicorn
from litestar import Litestar

from sandtable.server.app import create_app
from sandtable.server.run import VARIABLE, PortTaken, decode_settings, listen, serve
from sandtable.server.settings import Settings
from tests.server.tables.auction import AUCTION


def end_with(parent: int) -> None:
    """Exit with the parent, so that an aborted test leaves nothing running."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def worker() -> Litestar:
    """One of several workers that serve the auction."""
    end_with(os.getppid())
    return create_app(decode_settings(os.environ[VARIABLE]), {AUCTION.id: AUCTION})


def fork_servers(settings: Settings, port: int) -> None:
    """Start and kill servers as ordered, one at a time. Says after each order whether a server is running."""
    create_app(settings, {AUCTION.id: AUCTION})  # the first one loads what all of them need
    pid = 0
    for order in sys.stdin:
        if order == "start\n":
            pid = os.fork()
            if not pid:
                run_one(settings, port)
                os._exit(0)
        if order == "kill\n":
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            pid = 0
        if pid and os.waitpid(pid, os.WNOHANG)[0]:
            pid = 0
        print(bool(pid), flush=True)
    if pid:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)


def run_one(settings: Settings, port: int) -> None:
    """A server in this process."""
    end_with(os.getppid())
    uvicorn.run(
        create_app(settings, {AUCTION.id: AUCTION}),
        host="127.0.0.1",
        port=port,
        log_level="error",
        ws_max_size=settings.limits.body,
    )


def main() -> None:
    port, parent, workers = map(int, sys.argv[1:4])
    settings = decode_settings(sys.argv[4])
    if workers == 1:
        fork_servers(settings, port)
        return
    end_with(parent)
    listener = listen("127.0.0.1", port)
    assert not isinstance(listener, PortTaken), listener.why
    serve(settings, listener, workers, f"{__spec__.name}:worker")


if __name__ == "__main__":
    main()
