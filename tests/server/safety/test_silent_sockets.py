"""A silent connection closes when an operator ends its session."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from sandtable.server.settings import Bots, Settings
from sandtable.server.tables import live as live_module
from tests.server.safety.test_moderation import admin
from tests.server.site import TALKATIVE, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, Player


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    quiet = replace(settings, bots=Bots(games="tests.server.tables.auction:nothing"), tables=TALKATIVE)
    with running_site(quiet, {AUCTION.id: AUCTION}) as running:
        yield running


@pytest.mark.parametrize("words", [("ban", "Bert", "--why", "spam"), ("sessions", "Bert", "--end")])
def test_a_silent_socket_does_not_outlive_its_session(
    site: Site, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(live_module, "SESSION_CHECK", 0.1)
    bert = Player(site, "Bert", site.member("Bert"))
    table, other = bert.new(seats=ALL_ME), Player(site, "Anna", site.member("Anna"))
    with table.live() as silent, other.at(table).live() as watcher:
        silent.until("hello")
        watcher.until("hello")
        admin(site, *words)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                silent.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == live_module.SIGNED_OUT
        watcher.say("ping")
        assert watcher.until("pong"), "nobody else is disconnected"
