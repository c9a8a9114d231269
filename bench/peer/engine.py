"""An engine in another process that plays whole turns: lines go in, lines come out, fields are separated by tabs.

``PLAY power round seed``, the position and ``GO`` ask for a turn. The answer is the position after it, with ``H``
(a line of its story), ``S`` (seconds of the processor, in the fourth field) and ``FAULT`` (the seat of a bot that
failed, and why), and ends with ``END``. ``ERR`` says that the engine itself broke down.
"""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

Line = list[str]


class PeerFailed(Exception):
    """The other engine or the bridge broke down: the game does not count."""


class Engine:
    """The process. One serves many games."""

    name = ""
    """Who plays there, in tables and stories."""

    def __init__(
        self, command: list[str], folder: Path, errors: Path, env: Mapping[str, str] | None = None
    ) -> None:
        self._errors = errors.open("w")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=folder,
            env=env,
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline().startswith("READY"):
            self.close()
            raise PeerFailed(f"{self.name} does not start; see {self._errors.name}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, *lines: str) -> list[Line]:
        """Send lines, and read the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("".join(line + "\n" for line in lines))
        self._process.stdin.flush()
        found: list[Line] = []
        for line in iter(self._process.stdout.readline, ""):
            if line == "END\n":
                broken = [one[1] for one in found if one[0] == "ERR"]
                if broken:
                    raise PeerFailed(broken[0])
                return found
            found.append(line.rstrip("\n").split("\t"))
        raise PeerFailed(f"{self.name} has ended; see {self._errors.name}")

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._errors.close()
