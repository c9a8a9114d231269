"""``sandtable play``: errors are reported before anything starts."""

import socket
from pathlib import Path

import msgspec
import pytest

from sandtable.cli import play
from tests.cli.call import call


@pytest.fixture(autouse=True)
def no_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of these commands may start a server."""

    def serve(*_: object) -> None:
        raise AssertionError("the server was started")

    monkeypatch.setattr("sandtable.cli.play.serve", serve)
    monkeypatch.setattr("sandtable.cli.play.is_built", lambda: True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--database", "mysql://localhost/x"], "'mysql' is not supported"),
        (["--database", "nonsense"], "not a database URL"),
        (["--database", "postgresql://nobody@127.0.0.1:1/x"], "cannot be used"),
        (["--channel", "carrier-pigeon://x"], "isn't a channel"),
        (["--workers", "2"], "need --channel"),
        (["--workers", "0"], "--workers"),
        (["--address", "table.example"], "--address"),
        (["--address", "https://table.example/games"], "--address"),
        (["--port", "0"], "--port"),
        (["--port", "70000"], "--port"),
        (["--host", "no.such.host.invalid", "--port", "1941"], "cannot listen"),
    ],
)
def test_invalid_options_are_refused(arguments: list[str], says: str) -> None:
    assert says in call("play", "--no-browser", *arguments, code=2).stderr


def test_a_password_in_a_url_is_not_shown() -> None:
    url = "postgresql://anna:hunter2222@127.0.0.1:1/x"
    assert "hunter2222" not in call("play", "--no-browser", "--database", url, code=2).output


def test_a_requested_port_that_is_taken_is_refused() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        text = call("play", "--no-browser", "--port", port, code=2).stderr
    assert f"port {port}" in text
    assert "Try another --port" in text


def test_a_free_port_is_used_if_the_default_is_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr(play, "USUAL_PORT", taken)
        nothing = {"browser": False, "data": None, "database": "", "workers": 1, "channel": "", "address": ""}
        with play._port(msgspec.convert({"port": None, "host": "127.0.0.1", **nothing}, play.Wishes)) as mine:
            assert mine.getsockname()[1] != taken
    assert f"Port {taken} is taken" in capsys.readouterr().out


def test_an_unusable_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    text = call("play", "--no-browser", "--data", tmp_path / "file" / "x", code=2).stderr
    assert "--data" in text
    assert "Choose another folder" in text


def test_a_folder_without_a_usable_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sandtable.db").mkdir()
    assert "cannot be used" in call("play", "--no-browser", "--data", tmp_path, code=2).stderr


def test_without_the_page_it_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.play.is_built", lambda: False)
    text = call("play", code=2).stderr
    assert "make play" in text
    assert "Node.js" in text


def test_environment_settings_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LIMITS", '{"adress": [3, 60]}')
    assert "SANDTABLE_LIMITS" in call("play", "--no-browser", code=2).stderr
