# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""The ``sandtable`` command. Options and help of the commands are in ``commands``; what a command does
stands in a module of its own, which is read when the command is called.

Exit codes: 0 all is well; 1 the answer is no (a check failed, a game does not verify, nothing was found);
2 wrong usage or bad input; 70 a fault of this program, which is then written to a file for a report.
"""

import os
import sys


def main() -> None:
    """The entry point: run a command so that no traceback ever reaches a player."""
    from sandtable.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a terminal that lacks a sign shows "?" instead
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get("SANDTABLE_DEBUG"):
            raise
        from sandtable.cli.fault import report

        report(error)
        sys.exit(70)
