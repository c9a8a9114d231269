"""A server to be measured, in a process of its own: ``python -m bench.serving PORT FOLDER``."""

import sys
from pathlib import Path

import uvicorn

from sandtable.server.app import create_app
from sandtable.server.run import tune_garbage_collector
from sandtable.server.settings import Limits, Settings, Tables

MANY = (10_000_000, 60)


def main() -> None:
    settings = Settings(
        data=Path(sys.argv[2]),
        limits=Limits(
            address=MANY, person=MANY, work=MANY, sign_ins=MANY, names=MANY, new_tables=MANY, save_files=MANY
        ),
        tables=Tables(messages=MANY, connections=100_000, running=100_000),
    )
    app = create_app(settings)
    tune_garbage_collector()
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")


if __name__ == "__main__":
    main()
