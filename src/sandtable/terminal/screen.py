"""The screen: tables and colours on a terminal, plain text elsewhere."""

import os
import sys
from typing import NoReturn

from rich.console import Console


def nobody_reads() -> NoReturn:
    """Exit quietly: whoever reads our output (``sandtable ... | head``) has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(0)


class Screen(Console):
    """A console that prints text without interpreting markup."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False)

    def on_broken_pipe(self) -> None:
        self.quiet = True
        nobody_reads()
