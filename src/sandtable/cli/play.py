"""``sandtable play``: the table in the browser."""

import asyncio
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from sandtable.cli.answers import fail
from sandtable.server.app import CannotStart, open_database
from sandtable.server.channel import BadChannel, open_channel
from sandtable.server.page import is_built
from sandtable.server.run import PortTaken, listen, lock_folder, serve
from sandtable.server.settings import Bots, Limits, Mail, Push, Questions, Settings, Tables, Weeks
from sandtable.server.storage.database import BadDatabase
from sandtable.server.storage.upgrade import upgrade
from sandtable.terminal.saves import folder

USUAL_PORT = 1941
LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANOTHER_FOLDER = "Choose another folder for the games: sandtable play --data FOLDER"
LOGS = ("error", "warning", "info")
PATIENCE = 120
"""Seconds after which the browser is opened even if the server hasn't answered."""
TUNED = {
    "limits": ("SANDTABLE_LIMITS", Limits),
    "bots": ("SANDTABLE_BOTS", Bots),
    "questions": ("SANDTABLE_QUESTIONS", Questions),
    "tables": ("SANDTABLE_TABLES", Tables),
    "weeks": ("SANDTABLE_WEEKS", Weeks),
    "mail": ("SANDTABLE_MAIL", Mail),
    "push": ("SANDTABLE_PUSH", Push),
}
"""Rarely changed settings, given as JSON in environment variables."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """The command's options."""

    port: int | None
    host: str
    browser: bool
    data: Path | None
    database: str
    workers: int
    channel: str
    address: str


def play_in_the_browser(wishes: Wishes) -> None:
    """Check everything that can go wrong, then serve until Ctrl-C."""
    if not is_built():
        _page_missing(wishes.browser)
    settings = _settings(wishes)
    _make_folder(settings)
    with lock_folder(settings.data) as taken:
        if taken is not None:
            fail(f"--data: {taken.why}. Stop it first, or choose another folder: --data FOLDER.")
        _serve(wishes, settings)


def _serve(wishes: Wishes, settings: Settings) -> None:
    kept_in = _prepare(settings)
    listener = _port(wishes)
    url = _url(wishes.host, listener.getsockname()[1])
    print(f"The table is at {settings.address or url}  (Ctrl-C stops it)", flush=True)
    if not settings.hosts and not settings.address:
        print(f"In your network: {_url(_own_address(), listener.getsockname()[1])}", flush=True)
    print(f"Games are kept in {kept_in}", flush=True)
    if wishes.browser and _has_screen():
        threading.Thread(target=_open, args=(url,), daemon=True).start()
    try:
        serve(settings, listener, wishes.workers)
    except CannotStart as error:
        fail(str(error))
    print("\nStopped. Every game is saved.", flush=True)


def _settings(wishes: Wishes) -> Settings:
    data = (wishes.data or folder()).expanduser().absolute()
    address = wishes.address.rstrip("/")
    parts = urlsplit(address)
    if address and (parts.scheme not in {"http", "https"} or not parts.netloc or parts.path):
        fail(f"--address: {wishes.address!r} is not an address: write it like https://table.example.")
    channel = wishes.channel
    if wishes.workers > 1 and not channel:
        if not wishes.database.startswith("postgres"):
            fail("--workers: several workers need --channel redis://..., or --database postgresql://...")
        channel = wishes.database
    settings = Settings(
        data=data,
        database=wishes.database,
        channel=channel,
        address=address,
        hosts=_names(wishes.host, address),
    )
    return _tuned(settings)


def _tuned(settings: Settings) -> Settings:
    log = os.environ.get("SANDTABLE_LOG", "")
    if log:
        if log not in LOGS:
            fail(f"SANDTABLE_LOG: {log!r} isn't a level. Levels: {', '.join(LOGS)}.")
        settings = msgspec.structs.replace(settings, log=log)
    for field, (variable, kind) in TUNED.items():
        text = os.environ.get(variable, "")
        if text:
            try:
                settings = msgspec.structs.replace(settings, **{field: msgspec.json.decode(text, type=kind)})
            except msgspec.MsgspecError as error:
                fail(f"{variable}: {error}")
    if settings.mail.host and not (settings.address and settings.mail.sender):
        fail("SANDTABLE_MAIL: email needs a sender, and --address for its links.")
    return settings


def _names(host: str, address: str) -> tuple[str, ...]:
    """The allowed host names. A local-only server accepts no other name."""
    try:
        private = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        private = False
    if not private and not address:
        return ()
    public = urlsplit(address).hostname if address else None
    return (*LOOPBACK, host, *([public] if public else []))


def _make_folder(settings: Settings) -> None:
    """Create the data folder. Exits if that fails."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        fail(f"--data: {settings.data} cannot be used: {error.strerror}. {ANOTHER_FOLDER}")
    if not os.access(settings.data, os.W_OK):
        fail(f"--data: {settings.data} cannot be written to. {ANOTHER_FOLDER}")


def _prepare(settings: Settings) -> str:
    """Prepare the database and the channel. Exits if that fails.

    Returns where games are stored.
    """
    channel = open_channel(settings.channel)
    if isinstance(channel, BadChannel):
        fail(f"--channel: {channel.why}")
    database = open_database(settings)
    if isinstance(database, BadDatabase):
        fail(f"--database: {database.why}")

    async def bring_up_to_date() -> BadDatabase | None:
        try:
            return await upgrade(database)
        finally:
            await database.close()

    problem = asyncio.run(bring_up_to_date())
    if problem is not None:
        fail(problem.why)
    return database.url.render_as_string(hide_password=True) if settings.database else str(settings.data)


def _port(wishes: Wishes) -> socket.socket:
    taken = listen(wishes.host, wishes.port or USUAL_PORT)
    if isinstance(taken, PortTaken) and wishes.port is None:
        print(f"Port {USUAL_PORT} is taken, perhaps by another table. Using a free port instead.", flush=True)
        taken = listen(wishes.host, 0)
    if isinstance(taken, PortTaken):
        fail(f"cannot listen on {wishes.host} port {wishes.port or USUAL_PORT}: {taken.why}. Try another --port.")
    return taken


def _url(host: str, port: int) -> str:
    if host in {"0.0.0.0", "::", ""}:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    """This machine's address in its network. Sends nothing: it only asks which route would be used."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
            return str(way.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _has_screen() -> bool:
    """Whether there is a screen. Without one, a text browser would take over the terminal."""
    if sys.platform.startswith(("darwin", "win")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(url: str) -> None:
    """Open the browser once the server answers."""
    parts = urlsplit(url)
    asked = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        asked.request("GET", "/api/me")
        asked.getresponse().read()
    except (OSError, HTTPException):
        return
    finally:
        asked.close()
    webbrowser.open(url)


def _page_missing(browser: bool) -> None:
    how = "the page hasn't been built. In the source folder run 'make play' to build it (needs Node.js 20)"
    if browser:
        fail(f"{how}; or use --no-browser to serve programs only.")
    print(f"sandtable: {how}. Serving programs only.", file=sys.stderr)
