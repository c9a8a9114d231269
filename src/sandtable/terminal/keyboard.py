"""The keyboard: lines from a person, or from a script when stdin is not a terminal."""

import re
import sys
from contextlib import suppress

from rich.console import Console
from rich.text import Text


class Keyboard:
    """Asks for lines. A script's lines are shown as if they had been typed, so that its output reads as a game."""

    def __init__(self, screen: Console) -> None:
        self._screen = screen
        self.is_person = sys.stdin.isatty()
        if self.is_person:
            _edit_lines()
        elif hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # what is no text is answered like any other nonsense

    def ask(self, prompt: Text) -> str | None:
        """The next line, or nothing at the end of the input."""
        if self.is_person:
            try:
                return input(f"{self._painted(prompt)} ")
            except EOFError:
                self._screen.print()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        self._screen.print(prompt.append(f" {line.rstrip()}"), soft_wrap=True)
        return line.rstrip("\r\n")

    def _painted(self, prompt: Text) -> str:
        """The prompt with its colours, marked so that line editing does not count them as signs."""
        with self._screen.capture() as shown:
            self._screen.print(prompt, end="", soft_wrap=True)
        return re.sub(r"(\x1b\[[0-9;]*m)", "\x01\\1\x02", shown.get())

    def confirm(self, question: str, default: bool) -> bool:
        """Yes or no; the end of the input means the default."""
        while True:
            answer = self.ask(Text(f"{question} [{'Y/n' if default else 'y/N'}]"))
            word = (answer or "").strip().casefold()
            if not word:
                return default
            if word in ("y", "yes", "n", "no"):
                return word[0] == "y"
            self._screen.print("Answer yes or no.", style="dim")


def _edit_lines() -> None:
    """Cursor keys and history, where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - importing it is what switches it on
