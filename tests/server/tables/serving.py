"""Runs a server with the auction: ``python -m tests.server.tables.serving PORT PARENT WORKERS SETTINGS``."""

import os
import sys
import threading
import time

import uvicorn
from litestar import Litestar

from sandtable.server.app import create_app
from sandtable.server.run import VARIABLE, PortTaken, decode_settings, listen, serve
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


def main() -> None:
    port, parent, workers = map(int, sys.argv[1:4])
    end_with(parent)
    settings = decode_settings(sys.argv[4])
    if workers > 1:
        listener = listen("127.0.0.1", port)
        assert not isinstance(listener, PortTaken), listener.why
        serve(settings, listener, workers, f"{__spec__.name}:worker")
        return
    uvicorn.run(
        create_app(settings, {AUCTION.id: AUCTION}),
        host="127.0.0.1",
        port=port,
        log_level="error",
        ws_max_size=settings.limits.body,
    )


if __name__ == "__main__":
    main()
