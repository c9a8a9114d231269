"""Known faults in what we build on: ``python -m tests.release.audit PIP_AUDIT``.

Ends with 0 if there are none, with 1 if there are some, and with 2 if nobody could be asked.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
Answer = dict[str, Any]


class CannotAsk(Exception):
    """A database of faults that did not answer; the message says which one."""


def python_faults(answer: Answer) -> Iterator[str]:
    """What ``pip-audit`` found.

    >>> bad = {"name": "yaml", "version": "1", "vulns": [{"id": "X-1"}]}
    >>> list(python_faults({"dependencies": [bad, {"name": "rich", "version": "13", "vulns": []}]}))
    ['yaml 1: X-1']
    >>> list(python_faults({"dependencies": [{"name": "yaml", "skip_reason": "not found"}]}))
    Traceback (most recent call last):
    tests.release.audit.CannotAsk: the Python packages (yaml: not found)
    """
    for package in answer["dependencies"]:
        if "skip_reason" in package:
            raise CannotAsk(f"the Python packages ({package['name']}: {package['skip_reason']})")
        for fault in package["vulns"]:
            yield f"{package['name']} {package['version']}: {fault['id']}"


def page_faults(answer: Answer) -> Iterator[str]:
    """What ``npm audit`` found.

    >>> list(page_faults({"vulnerabilities": {"vite": {"severity": "high"}}}))
    ['vite: high']
    >>> list(page_faults({"message": "405 Method Not Allowed"}))
    Traceback (most recent call last):
    tests.release.audit.CannotAsk: the packages of the page (405 Method Not Allowed)
    """
    if "vulnerabilities" not in answer:
        raise CannotAsk(f"the packages of the page ({answer.get('message', 'no answer')})")
    for name, found in answer["vulnerabilities"].items():
        yield f"{name}: {found['severity']}"


def said(command: list[str], folder: Path) -> Answer:
    """What a command says, as JSON; it may end as it likes."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        answer: Answer = json.loads(done.stdout)
    except ValueError:
        raise CannotAsk(f"{Path(command[0]).name} ({done.stderr.strip().splitlines()[-1:]})") from None
    return answer


def main() -> int:
    python = [sys.argv[1], "--requirement", "requirements.lock", "--disable-pip", "--format", "json"]
    asked = (
        (python_faults, [*python, "--progress-spinner", "off"], ROOT),
        (page_faults, ["npm", "audit", "--json"], ROOT / "web"),
    )
    faults: list[str] = []
    silent: list[str] = []
    for read, command, folder in asked:
        try:
            faults += read(said(command, folder))
        except CannotAsk as error:
            silent.append(str(error))
    for fault in faults:
        print(f"A known fault: {fault}")
    for one in silent:
        print(f"Nobody could be asked about {one}. This needs a network that lets the question through.")
    if not faults and not silent:
        print("No known faults.")
    return 1 if faults else 2 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
