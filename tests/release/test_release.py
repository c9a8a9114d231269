"""One version everywhere, complete lists of packages and licences, and files for operators that fit together."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import typer.main
import yaml

from sandtable import __version__
from sandtable.cli.app import app
from tests.release.licences import IN_THE_PAGE, licence, locked
from tests.release.lowest import lowest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def understood(arguments: list[str]) -> dict[str, object]:
    """The options of ``sandtable play``, as the command reads them."""
    command = typer.main.get_command(app)
    play = command.get_command(command.make_context("sandtable", ["play"], resilient_parsing=True), arguments[0])  # type: ignore[attr-defined]
    return dict(play.make_context(arguments[0], arguments[1:]).params)


# -- the version


def test_the_version_is_said_in_one_place() -> None:
    assert PROJECT["dynamic"] == ["version"]
    for name in ("web/package.json", "web/package-lock.json"):
        assert "version" not in json.loads(text(name)), name
    assert f'"{__version__}"' in text("src/sandtable/__init__.py")


def test_the_changelog_tells_of_this_version_first() -> None:
    versions = re.findall(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert versions[0] == __version__
    assert len(versions) == len(set(versions))


def test_the_built_page_shows_it(built_page: Path) -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in built_page.glob("assets/*.js"))
    assert f"sandtable {__version__}" in scripts or f'"{__version__}"' in scripts or f"`{__version__}`" in scripts


@pytest.fixture
def built_page() -> Path:
    folder = ROOT / "src/sandtable/server/page"
    assert (folder / "index.html").exists(), "make page"
    return folder


# -- dependencies


def test_every_dependency_is_locked_with_its_hashes() -> None:
    names = {re.sub(r"[-_.]+", "-", name).lower() for name in locked()}
    extras = PROJECT["optional-dependencies"]
    for dependency in (*PROJECT["dependencies"], *extras["postgres"], *extras["redis"]):
        found = re.match(r"[\w.-]+", dependency)
        assert found
        assert re.sub(r"[-_.]+", "-", found[0]).lower() in names, dependency
    entries = re.split(r"^(?=\S+==)", text("requirements.lock"), flags=re.MULTILINE)
    assert all("--hash=sha256:" in entry for entry in entries if "==" in entry)


def test_no_registry_is_named() -> None:
    for name in ("requirements.lock", "requirements-dev.txt", "requirements-release.txt", "web/package-lock.json"):
        assert not re.search(
            r"https?://(?!github\.com/|opencollective\.com/)[\w.-]*(pypi|npmjs|registry)", text(name)
        ), name
        assert "index-url" not in text(name)
        assert "find-links" not in text(name)


def test_every_dependency_has_a_lower_bound() -> None:
    assert len(list(lowest(PROJECT["dependencies"]))) == len(PROJECT["dependencies"])


def test_every_licence_is_listed() -> None:
    listed = dict(re.findall(r"^\| (\S+) \| (.+) \|$", text("docs/licences.md"), re.MULTILINE))
    assert listed.keys() - {"package"} == {*locked(), *IN_THE_PAGE}
    for package in ("litestar", "sqlalchemy"):
        assert listed[package] == licence(package)


# -- for operators


def test_the_unit_of_systemd_starts_the_server() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text("deploy/sandtable.service"))
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    options = understood(arguments)
    assert (Path(program).name, options["no_browser"]) == ("sandtable", True)
    assert str(options["data"]) == f"/var/lib/{unit['Service']['StateDirectory']}"
    assert unit["Install"]["WantedBy"] == "multi-user.target"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "sandtable.service"
    unit.write_text(
        re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text("deploy/sandtable.service")), encoding="utf-8"
    )
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if unit.name in line] == []


def test_the_container_is_built_from_files_that_exist() -> None:
    stages: set[str] = set()
    commands: dict[str, list[str]] = {}
    for line in re.sub(r"\\\n", " ", text("Dockerfile")).splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "FROM":
                assert re.fullmatch(r"[\w.-]+:[\w.-]+( AS \w+)?", rest), rest
                stages.add(rest.rpartition(" AS ")[2])
            case "COPY" if rest.startswith("--from="):
                assert rest.removeprefix("--from=").split()[0] in stages
            case "COPY":
                assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
            case "ENTRYPOINT" | "CMD":
                commands[word] = json.loads(rest)
            case _:
                assert word in {"", "#", "RUN", "WORKDIR", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL"}, word
    assert commands["ENTRYPOINT"] == ["sandtable"]
    assert understood(commands["CMD"])["host"] == "0.0.0.0"


def test_the_container_has_what_goes_into_the_wheel() -> None:
    wheel = tomllib.loads(text("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    wanted = {*wheel["packages"], *wheel["force-include"]}
    copied = {
        source
        for line in text("Dockerfile").splitlines()
        if line.startswith("COPY ")
        for source in line.split()[1:-1]
    }
    left_out = set(text(".dockerignore").split())
    for path in wanted:
        assert any(path == source or path.startswith(f"{source}/") for source in copied), f"{path} is not copied"
        assert path.partition("/")[0] not in left_out, f".dockerignore leaves out {path}"
        assert f"{path.partition('/')[0]}/*" not in left_out or f"!{path}" in left_out


def test_the_services_of_the_compose_file_fit_together() -> None:
    services = yaml.safe_load(text("compose.yaml"))["services"]
    table, database = services["table"], services["database"]
    options = understood([re.sub(r"\$\{(\w+):\?[^}]*\}", r"\1", word) for word in table["command"]])
    user, name = database["environment"]["POSTGRES_USER"], database["environment"]["POSTGRES_DB"]
    assert options["database"] == f"postgresql://{user}:POSTGRES_PASSWORD@database/{name}"
    assert (options["workers"], options["address"]) == (2, "SANDTABLE_ADDRESS")
    assert set(table["depends_on"]) == {"database"}
    assert {volume.partition(":")[0] for one in services.values() for volume in one["volumes"]} == {
        "data",
        "database",
    }
