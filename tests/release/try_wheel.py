"""Try a wheel where nothing else is installed: ``python -m tests.release.try_wheel FILE``.

In a new environment with what the lock file names: the command says its version, lists the games, starts and
checks a variant, and serves the page and the games.
"""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen
from zipfile import ZipFile

from sandtable import __version__
from sandtable.games import BUILT_IN
from tests.patience import SECONDS
from tests.server.postgres import free_port

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""The environment without anything that would lead Python to our sources."""
LOCK = Path(__file__).parents[2] / "requirements.lock"


def installed(wheel: Path, folder: Path) -> Path:
    """The ``sandtable`` command of a new environment."""
    venv.create(folder, with_pip=True)
    pip: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    subprocess.run([*pip, "--require-hashes", "-r", LOCK], check=True, env=CLEAN)
    subprocess.run([*pip, "--no-deps", wheel], check=True, env=CLEAN)
    subprocess.run([*pip[:3], "check"], check=True, env=CLEAN)
    return folder / "bin" / "sandtable"


def says(command: Path, *arguments: str) -> str:
    return subprocess.run(
        [command, *arguments], check=True, capture_output=True, text=True, cwd="/", env=CLEAN
    ).stdout


def house_rules(command: Path, shelf: Path) -> None:
    """Start a variant, change it, and see its side effects: the parents' scenarios are in the wheel."""
    shelf.mkdir()
    for name, like in (("my-1941", "1941"), ("my-war", "hgw")):
        says(command, "new", name, "--like", like, "--in", str(shelf))
        checked = says(command, "check", name, "--games", str(shelf))
        assert re.search(rf"All [1-9]\d+ scenarios of {like} come out as before", checked), checked
    (shelf / "my-1941" / "units.yaml").write_text("tank: {cost: 5}\n", encoding="utf-8")
    changed = says(command, "check", "my-1941", "--games", str(shelf))
    assert re.search(r"Side effects: [1-9]\d* of [1-9]\d+ scenarios of 1941", changed), changed


def has_all_games(wheel: Path) -> None:
    """Every data file of the built-in games is in the wheel."""
    with ZipFile(wheel) as packed:
        inside = set(packed.namelist())
    source = BUILT_IN.parents[1]
    files = [file.relative_to(source).as_posix() for file in BUILT_IN.rglob("*.yaml")]
    missing = sorted(set(files) - inside)
    assert files and not missing, f"the wheel lacks {', '.join(missing)}"


def serves(command: Path, data: Path) -> None:
    """Start the server, look at the page and the games, and stop it."""
    started: list[str | Path] = [command, "play", "--no-browser", "--port", str(free_port()), "--data", data]
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True, cwd="/", env=CLEAN) as server:
        try:
            assert server.stdout is not None
            url = re.search(r"http://\S+", server.stdout.readline())
            assert url, "it does not say where the table is"
            with urlopen(url[0], timeout=SECONDS) as page:
                assert b"<title>" in page.read()
            with urlopen(f"{url[0]}/api/games", timeout=SECONDS) as games:
                assert b'"1941"' in games.read()
        finally:
            server.terminate()


def main() -> None:
    wheel = Path(sys.argv[1]).absolute()
    with TemporaryDirectory() as made:
        folder = Path(made)
        command = installed(wheel, folder / "environment")
        assert says(command, "--version").strip() == f"sandtable {__version__}"
        assert "1941" in says(command, "games")
        has_all_games(wheel)
        house_rules(command, folder / "shelf")
        serves(command, folder / "data")
    print(
        f"{wheel.name}: installed in an empty environment. It checks a variant, and serves the page and the games."
    )


if __name__ == "__main__":
    main()
