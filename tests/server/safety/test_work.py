"""An address has only so much of the server's own processor time."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from threading import get_ident
from time import thread_time

import httpx
import pytest
from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.server import metering
from sandtable.server.limits import Limiter
from sandtable.server.settings import Bots, Settings
from sandtable.server.tables import acting, drafts, visibility
from sandtable.server.tables.play import Play
from tests.patience import SECONDS
from tests.server.site import TALKATIVE, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, Player

COST = 0.05
BUDGET = 1
MOST = int(BUDGET / COST) + 1


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION}


@pytest.fixture
def frugal(settings: Settings, games: Mapping[str, AnyGame]) -> Iterator[Site]:
    """A second of processor time that hardly grows back."""
    strict = replace(settings.limits, work=(BUDGET, 100_000))
    bots = Bots(games="tests.server.tables.auction:nothing")
    with running_site(replace(settings, limits=strict, bots=bots, tables=TALKATIVE), games) as site:
        yield site


def slowly(work: Callable[..., object]) -> Callable[..., object]:
    def slow(*args: object) -> object:
        end = thread_time() + COST
        while thread_time() < end:
            pass
        return work(*args)

    return slow


def elsewhere(site: Site) -> httpx.Client:
    """Somebody at another address."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    return httpx.Client(base_url=f"{site.url}/api", transport=transport, timeout=SECONDS)


def test_requests_that_cost_much_are_limited_sooner(frugal: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Player(frugal, "Anna").new(seats=ALL_ME)
    monkeypatch.setattr(visibility, "entries", slowly(visibility.entries))
    visitor = frugal.visitor()
    codes = []
    while 429 not in codes:
        codes.append((answer := visitor.get(f"{table.path}/log")).status_code)
        assert len(codes) <= MOST, "work in threads counts, too"
    assert set(codes) == {200, 429}
    assert answer.json()["what"] == "too-fast"
    assert int(answer.headers["retry-after"]) > 0
    assert visitor.get("/me").status_code == 429
    with elsewhere(frugal) as other:
        assert other.get(f"{table.path}/log").status_code == 200, "others have time of their own"


def test_messages_on_a_socket_take_from_the_same_time(frugal: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Player(frugal, "Anna").new(seats=ALL_ME)
    monkeypatch.setattr(acting, "_not_acting", slowly(acting._not_acting))
    with table.live() as live:
        live.until("hello")
        statuses = []
        while 429 not in statuses:
            live.act("red", {"do": "roll"})
            statuses.append(live.until("failed")["problem"]["status"])
            assert len(statuses) <= MOST
    assert set(statuses) == {422, 429}
    assert frugal.visitor().get("/me").status_code == 429


def test_a_request_that_takes_too_long_changes_nothing(frugal: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Player(frugal, "Anna").new(seats=ALL_ME)
    for seat, amount in (("red", 3), ("blue", 1), ("gold", 1)):
        table.bid(seat, amount)
    monkeypatch.setattr(drafts, "LONGEST", COST)
    monkeypatch.setattr(Play, "act", slowly(Play.act))
    stake = {"do": "stake", "dice": 1}
    refused = table.refused(413, "red", *[stake] * 5)
    assert refused["what"] == "too-large"
    assert "fewer" in refused["why"]
    assert table.stand()["seq"] == 3
    assert table.act("red", stake)["seq"] == 4


def test_a_slow_table_does_not_hold_up_the_others(frugal: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """After one slow decision the next ones are worked out in a thread."""
    threads = []

    def noting(*asked: object) -> None:
        threads.append(get_ident())

    table = Player(frugal, "Anna").new(seats=ALL_ME)
    monkeypatch.setattr(acting, "_not_acting", slowly(noting))
    for seat in ("red", "blue", "gold"):
        table.bid(seat, 1)
    first, second, third = threads
    assert first not in (second, third)


def test_what_was_spent_grows_back() -> None:
    now = 0.0
    limiter = Limiter(lambda: now)
    rate = (30, 60)
    assert limiter.wait("here", rate) == 0
    limiter.spend("here", rate, 29)
    assert limiter.wait("here", rate) == 0
    limiter.spend("here", rate, 6)
    assert limiter.wait("here", rate) == 10
    assert limiter.wait("there", rate) == 0
    now = 10.0
    assert limiter.wait("here", rate) == 0


def test_only_a_requests_own_steps_count() -> None:
    spent: list[float] = []

    async def other() -> None:
        slowly(lambda: None)()

    async def request() -> str:
        await asyncio.gather(asyncio.create_task(other()), asyncio.create_task(other()))
        return "done"

    async def play() -> str:
        metering.current.set(spent.append)
        return await metering.metered(request())

    assert asyncio.run(play()) == "done"
    assert sum(spent) < COST


def test_a_request_can_be_cancelled_and_can_fail() -> None:
    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("no")

    async def waits() -> None:
        try:
            await asyncio.sleep(SECONDS)
        except asyncio.CancelledError:
            ended.append(True)
            raise

    ended: list[bool] = []

    async def play() -> None:
        metering.current.set(lambda seconds: None)
        with pytest.raises(ValueError, match="no"):
            await metering.metered(fails())
        task = asyncio.create_task(metering.metered(waits()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(play())
    assert ended
