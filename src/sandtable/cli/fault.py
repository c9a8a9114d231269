"""Internal errors: reports them, and writes the details to a file."""

import sys
import tempfile
import traceback
from pathlib import Path

from sandtable import __version__


def report(error: Exception) -> None:
    """Tell the player that it isn't their mistake, and write the details to a file."""
    details = "".join(traceback.format_exception(error))
    where = ""
    try:
        path = Path(tempfile.mkdtemp(prefix="sandtable-")) / "fault.txt"
        path.write_text(f"sandtable {__version__}\narguments: {sys.argv[1:]}\n\n{details}", encoding="utf-8")
        where = f" The details are in {path}. Please report them."
    except OSError:
        pass
    print(f"sandtable: internal error, not your mistake: {error!r}.{where}", file=sys.stderr)
