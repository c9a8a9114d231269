"""Runs commands as a user would."""

import json
from typing import Any

from typer.testing import CliRunner, Result

from sandtable.cli.app import app


def call(*arguments: object, typed: str = "", code: int = 0) -> Result:
    """Run a command, and check its exit code and that it shows no traceback."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    assert result.exit_code == code, result.output
    return result


def answer(*arguments: object, code: int = 0) -> Any:
    """A command's JSON output."""
    return json.loads(call(*arguments, "--json", code=code).stdout)
