"""A server of the auction in a process of its own: ``python -m tests.server.tables.serving PORT SETTINGS``."""

import sys

import msgspec
import uvicorn

from sandtable.server.app import create_app
from sandtable.server.settings import Settings
from tests.server.tables.auction import AUCTION


def main() -> None:
    settings = msgspec.json.decode(sys.argv[2], type=Settings, dec_hook=lambda kind, value: kind(value))
    uvicorn.run(
        create_app(settings, {AUCTION.id: AUCTION}),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="error",
        ws_max_size=settings.limits.body,
    )


if __name__ == "__main__":
    main()
