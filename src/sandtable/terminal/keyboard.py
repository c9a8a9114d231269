"""Keyboard input: lines from a person, or from a script if stdin isn't a terminal."""

import re
import sys
from contextlib import suppress

from rich.console import Console
from rich.text import Text


class Keyboard:
    """Asks for lines. Echoes a script's lines, so that its output reads like a game."""

    def __init__(self, screen: Console) -> None:
        self._screen = screen
        self.is_person = sys.stdin.isatty()
        if self.is_person:
            _edit_lines()
        elif hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # invalid bytes are handled like any other bad input

    def ask(self, prompt: Text) -> str | None:
        """The next line. None at the end of input."""
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
        """The prompt with its colours, marked so that line editing doesn't count them as characters."""
        with self._screen.capture() as shown:
            self._screen.print(prompt, end="", soft_wrap=True)
        return re.sub(r"(\x1b\[[0-9;]*m)", "\x01\\1\x02", shown.get())

    def confirm(self, question: str, default: bool) -> bool:
        """Yes or no; the end of input means the default."""
        while True:
            answer = self.ask(Text(f"{question} [{'Y/n' if default else 'y/N'}]"))
            word = (answer or "").strip().casefold()
            if not word:
                return default
            if word in ("y", "yes", "n", "no"):
                return word[0] == "y"
            self._screen.print("Answer yes or no.", style="dim")


def _edit_lines() -> None:
    """Enable cursor keys and history, where available."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - importing it is what switches it on
