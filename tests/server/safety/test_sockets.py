"""Sockets: rate limits, and when connections close."""

import resource
import select
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from sandtable.core import savefile
from sandtable.core.game import AnyGame
from sandtable.server.run import FILES, allow_open_files
from sandtable.server.settings import Bots, Limits, Settings
from sandtable.server.timeouts import StallTimeout
from tests.patience import SECONDS
from tests.server.site import MANY, TALKATIVE, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, Live, Player


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION}


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    bots = Bots(games="tests.server.tables.auction:find", pause=0.0)
    return replace(usual, bots=bots, tables=TALKATIVE)


def ended(live: Live) -> int:
    """The server's close code."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.hear()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_messages_count_against_their_persons_limit(settings: Settings) -> None:
    strict = Limits(address=MANY, person=(20, 3600), sign_ins=MANY, names=MANY)
    with running_site(replace(settings, limits=strict), {"auction": AUCTION}) as site:
        anna = Player(site, "Anna")
        table = anna.new(seats=ALL_ME)
        with table.live() as live:
            live.until("hello")
            for _ in range(25):
                live.say("ping")
            assert live.until("failed")["problem"]["status"] == 429
        assert anna.client.get("/me").status_code == 429, "one limit for HTTP and the socket"


def revoke(owner: httpx.Client) -> None:
    (token,) = owner.get("/tokens").json()
    assert owner.delete(f"/tokens/{token['id']}").status_code == 204


def change_password(owner: httpx.Client) -> None:
    body = {"old": "correct horse", "new": "battery staple"}
    assert owner.post("/password", json=body).status_code == 200


def delete_account(owner: httpx.Client) -> None:
    body = {"name": "Anna", "password": "correct horse"}
    assert owner.post("/account/delete", json=body).status_code == 200


@pytest.mark.parametrize("end", [revoke, change_password, delete_account])
def test_a_programs_connection_is_closed_at_once(site: Site, end: Callable[[httpx.Client], None]) -> None:
    owner = site.member("Anna")
    program = site.program(owner)
    table = Player(site, "Anna", program).new(seats=ALL_ME)
    with table.live(origin=None) as live:
        live.until("hello")
        end(owner)
        assert ended(live) == 4001
    assert program.get("/me").status_code == 401, "the token is revoked too"


def test_a_new_password_disconnects_only_other_browsers(site: Site) -> None:
    here = site.member("Anna")
    there = site.visitor()
    assert there.post("/signin", json={"name": "Anna", "password": "correct horse"}).status_code == 200
    table = Player(site, "Anna", here).new(seats=ALL_ME)
    with Player(site, "Anna", there).at(table).live() as live:
        live.until("hello")
        change_password(here)
        assert ended(live) == 4001
    assert here.get("/me").json()["person"]["name"] == "Anna"
    assert there.get("/me").json()["person"] is None


@pytest.fixture
def hasty() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StallTimeout, "headers_within", 0.3)
        patch.setattr(StallTimeout, "body_within", 0.3)
        yield


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: a",
        b"POST /api/visit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
    ],
)
def test_a_stalled_request_is_closed(site: Site, begun: bytes) -> None:
    host, port = site.host.split(":")
    with socket.create_connection((host, int(port)), timeout=SECONDS) as line:
        line.sendall(begun)
        while line.recv(4096):
            pass


MIB = 1024 * 1024


@pytest.fixture
def long_file(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Every save file is longer than the kernel's buffers. Returns how often one was written."""
    written = []

    def encode(record: object, *, reveal: bool) -> bytes:
        written.append(record)
        return bytes(24 * MIB)

    monkeypatch.setattr(savefile, "encode", encode)
    return lambda: len(written)


@contextmanager
def asking_for(site: Site, path: str) -> Iterator[socket.socket]:
    """A request whose answer waits in a small buffer."""
    host, port = site.host.split(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        line.settimeout(SECONDS)
        line.connect((host, int(port)))
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode())
        yield line


def test_who_does_not_read_an_answer_is_disconnected(
    site: Site, monkeypatch: pytest.MonkeyPatch, long_file: Callable[[], int]
) -> None:
    monkeypatch.setattr(StallTimeout, "reading_within", 0.3)
    table = Player(site, "Anna").new(seats=ALL_ME)
    with ExitStack() as stack:
        lines = [stack.enter_context(asking_for(site, f"/api{table.path}/save")) for _ in range(5)]
        for line in lines:
            waiting = select.poll()
            waiting.register(line, 0)  # only errors and the end
            assert waiting.poll(SECONDS * 1000), "the connection stays open"
    assert long_file() == 1, "the file is kept once, however many ask for it"


def test_who_reads_slowly_gets_everything(
    site: Site, monkeypatch: pytest.MonkeyPatch, long_file: Callable[[], int]
) -> None:
    monkeypatch.setattr(StallTimeout, "reading_within", 0.3)
    table = Player(site, "Anna").new(seats=ALL_ME)
    with asking_for(site, f"/api{table.path}/save") as line:
        had = b""
        for _ in range(20):  # for longer than the limit
            had += line.recv(32 * 1024)
            time.sleep(0.05)
        length = int(had.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        rest = length + had.index(b"\r\n\r\n") + 4 - len(had)
        while rest:
            rest -= len(line.recv(MIB))
    assert length == 24 * MIB
    assert long_file() == 1


def test_one_address_has_only_so_many_connections(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many are refused, sockets don't count, and what is closed makes room."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    monkeypatch.setattr(StallTimeout, "most", 4)
    monkeypatch.setattr(StallTimeout, "headers_within", 10 * SECONDS)
    with running_site(settings, {"auction": AUCTION}) as site, ExitStack() as stack:
        host, port = site.host.split(":")
        anna = Player(site, "Anna")
        for _ in range(6):
            live = stack.enter_context(anna.new(seats=ALL_ME).live())
            live.until("hello")
        held = [socket.create_connection((host, int(port)), timeout=SECONDS) for _ in range(3)]
        assert anna.client.get("/me").status_code == 200
        with socket.create_connection((host, int(port)), timeout=SECONDS) as fifth, suppress(ConnectionError):
            assert fifth.recv(1) == b"", "it is closed"
        for one in held:
            one.close()
        another, end = site.visitor(), time.monotonic() + SECONDS
        while not answers(another):
            assert time.monotonic() < end, "nobody gets in any more"


def answers(client: httpx.Client) -> bool:
    try:
        return client.get("/me").status_code == 200
    except httpx.TransportError:
        return False


def test_open_files_are_allowed_up_to_the_hard_limit() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft // 2, hard))
        allow_open_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == max(soft // 2, min(hard, FILES))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("hasty")
def test_an_idle_socket_stays_open(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        time.sleep(0.7)
        live.say("ping")
        live.until("pong")
