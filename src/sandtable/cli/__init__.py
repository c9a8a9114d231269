# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""The ``sandtable`` command. ``app`` lists the commands; the ``*_commands`` modules have their options and help.
What a command does is in its own module, imported only when the command runs.

Exit codes: 0 success; 1 the answer is no (a check failed, a game doesn't verify, nothing was found); 2 wrong usage
or bad input; 70 an internal error, whose details are written to a file.
"""

import os
import sys


def main() -> None:
    """The entry point: run a command. Users never see a traceback."""
    from sandtable.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # show "?" for characters that the terminal lacks
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get("SANDTABLE_DEBUG"):
            raise
        from sandtable.core.datafile import DataFileError

        if isinstance(error, DataFileError):  # a broken game
            print(f"sandtable: {error}", file=sys.stderr)
            sys.exit(2)
        from sandtable.cli.fault import report

        report(error)
        sys.exit(70)
