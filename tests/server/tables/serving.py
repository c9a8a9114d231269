"""A server of the auction by itself: ``python -m tests.server.tables.serving PORT PARENT SETTINGS``."""

import os
import sys
import threading
import time

import msgspec
import uvicorn

from sandtable.server.app import create_app
from sandtable.server.settings import Settings
from tests.server.tables.auction import AUCTION


def end_with(parent: int) -> None:
    """A test that is broken off leaves nothing running."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def main() -> None:
    threading.Thread(target=end_with, args=(int(sys.argv[2]),), daemon=True).start()
    settings = msgspec.json.decode(sys.argv[3], type=Settings, dec_hook=lambda kind, value: kind(value))
    uvicorn.run(
        create_app(settings, {AUCTION.id: AUCTION}),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="error",
        ws_max_size=settings.limits.body,
    )


if __name__ == "__main__":
    main()
