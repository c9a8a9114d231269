"""Servers whose clock stands still until a test moves it, and that check game clocks often."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.server.settings import Bots, Mail, Settings, Weeks
from tests.server.postgres import free_port
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.weeks.mailbox import Mailbox
from tests.server.weeks.watch import Watch

TICK = 0.02


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION}


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture(scope="module")
def usual() -> Settings:
    return Settings(
        data=Path(),
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0, slow=0.0),
        tables=TALKATIVE,
        weeks=Weeks(tick=TICK),
    )


@pytest.fixture
def site(settings: Settings, games: Mapping[str, AnyGame], watch: Watch) -> Iterator[Site]:
    with running_site(settings, games, watch) as running:
        yield running


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """A local mail server."""
    box = Mailbox()
    box.open()
    yield box
    box.close()


@pytest.fixture
def writing(settings: Settings, mailbox: Mailbox) -> tuple[Settings, int]:
    """Settings of a server that sends mail, and the port in its links."""
    port = free_port()
    mail = Mail(
        host="127.0.0.1",
        port=mailbox.port,
        security="none",
        user="table",
        password="a good secret",
        sender="sandtable <table@example.org>",
        retries=(60, 600),
    )
    return replace(settings, mail=mail, address=f"http://127.0.0.1:{port}"), port


@pytest.fixture
def post(writing: tuple[Settings, int], games: Mapping[str, AnyGame], watch: Watch) -> Iterator[Site]:
    """A server that sends mail."""
    settings, port = writing
    with running_site(settings, games, watch, port) as running:
        yield running
