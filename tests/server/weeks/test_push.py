"""Web Push: a browser without an open page hears of its turn."""

import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.server.push.encryption import BrowserKeys, derive, padded, unpadded
from sandtable.server.push.endpoints import BadEndpoint, Endpoint, read_endpoint, resolve
from sandtable.server.push.keys import FILE, load_key, public_bytes
from sandtable.server.settings import Push, Settings
from tests.server.site import Site, running_site
from tests.server.tables.people import ROLL, Player, Seat
from tests.server.weeks.push_service import Browser, PushService, push_service
from tests.server.weeks.watch import Watch


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def pushing(settings: Settings, service: PushService) -> Settings:
    """Settings of a server that trusts the local push service."""
    return replace(
        settings, push=Push(allowed=(service.url,), contact="mailto:host@example.org", retries=(60, 600))
    )


@pytest.fixture
def site(pushing: Settings, games: Mapping[str, AnyGame], watch: Watch) -> Iterator[Site]:
    with running_site(pushing, games, watch) as running:
        yield running


def their_turn(host: Player, guest: Player, **wanted: str) -> Seat:
    table = host.new(seats={"red": "me", "gold": "me"}, **wanted)
    guest.at(table).post("sit", seat="blue")
    return table


def subscribe(player: Player, browser: Browser, language: str = "en") -> None:
    answer = player.client.post("/push", json={**browser.subscription, "language": language})
    assert answer.status_code == 204, answer.text


def test_a_turn_reaches_a_browser_encrypted_and_signed(site: Site, service: PushService, watch: Watch) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    browser = Browser(service.url, "phone")
    subscribe(bert, browser)
    table = their_turn(anna, bert, title="Sealed bids")
    watch.forward(seconds=10)
    assert service.requests == [], "a player who comes soon needs no message"
    watch.forward(seconds=10)
    request = service.next()
    assert request.path == "/send/phone"
    assert request.headers["content-encoding"] == "aes128gcm"
    assert request.headers["topic"] == table.id
    assert int(request.headers["ttl"]) > 0
    claims = request.claims(bert.get("/push")["key"])
    assert (claims["aud"], claims["sub"]) == (service.url, "mailto:host@example.org")
    assert 0 < claims["exp"] - watch.at.timestamp() <= 86400
    assert b"Sealed bids" not in request.body
    assert browser.read(request.body) == {
        "title": "Your turn: Sealed bids",
        "body": "Round 1",
        "table": table.id,
    }
    watch.forward(days=1)
    assert service.requests == [], "one message per turn"


def test_every_browser_of_a_person_hears_of_it_in_its_language(
    site: Site, service: PushService, watch: Watch
) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    phone, desk = Browser(service.url, "phone"), Browser(service.url, "desk")
    subscribe(bert, phone, "de")
    subscribe(bert, desk)
    their_turn(anna, bert, title="Ours")
    watch.forward(seconds=20)
    found = {request.path: request for request in (service.next(), service.next())}
    assert phone.read(found["/send/phone"].body)["title"] == "Du bist am Zug: Ours"
    assert desk.read(found["/send/desk"].body)["title"] == "Your turn: Ours"


def test_a_player_who_has_moved_or_unsubscribed_gets_nothing(
    site: Site, service: PushService, watch: Watch
) -> None:
    anna, bert, carl = Player(site, "Anna"), Player(site, "Bert"), Player(site, "Carl")
    browsers = {person.name: Browser(service.url, person.name) for person in (anna, bert, carl)}
    for person in (anna, bert, carl):
        subscribe(person, browsers[person.name])
    first, second = their_turn(anna, bert), their_turn(anna, carl)
    bert.at(first).bid("blue", 2)
    assert carl.client.post("/push/stop", json={"endpoint": browsers["Carl"].endpoint}).status_code == 204
    watch.forward(seconds=20)
    assert {service.next().path, service.next().path} == {"/send/Anna"}, "Anna still owes her bids at both"
    assert second.id != first.id
    watch.forward(days=1)
    assert service.requests == []


def test_a_browser_belongs_to_whoever_used_it_last(site: Site, service: PushService, watch: Watch) -> None:
    anna, bert, carl = Player(site, "Anna"), Player(site, "Bert"), Player(site, "Carl")
    browser = Browser(service.url, "shared")
    subscribe(bert, browser)
    subscribe(carl, browser)
    their_turn(anna, bert)
    mine = their_turn(anna, carl)
    watch.forward(seconds=20)
    assert browser.read(service.next().body)["table"] == mine.id
    watch.forward(hours=1)
    assert service.requests == []


@pytest.mark.parametrize("status", [404, 410])
def test_an_expired_subscription_is_removed(site: Site, service: PushService, watch: Watch, status: int) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    subscribe(bert, Browser(service.url, "phone"))
    service.status = status
    table = their_turn(anna, bert)
    watch.forward(seconds=20)
    service.until(lambda: service.tries == 1)
    service.status = 201
    bert.at(table).bid("blue", 2)
    table.bid("red", 1)
    table.bid("gold", 1)
    watch.forward(days=1)
    bert.at(table).act("blue", ROLL)
    laptop = Browser(service.url, "laptop")
    subscribe(bert, laptop)
    their_turn(anna, bert)
    watch.forward(minutes=1)
    assert service.next().path == "/send/laptop"
    assert service.tries == 2, "nothing more went to the phone"


@pytest.mark.parametrize(("status", "again"), [(500, True), (429, True), (302, False), (400, False)])
def test_only_temporary_failures_are_retried(
    site: Site, service: PushService, watch: Watch, status: int, again: bool
) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    browser = Browser(service.url, "phone")
    subscribe(bert, browser)
    service.status = status
    their_turn(anna, bert, title="First")
    watch.forward(seconds=20)
    service.until(lambda: service.tries == 1)
    service.status = 201
    watch.forward(seconds=61)
    their_turn(anna, bert, title="Second")
    watch.forward(seconds=20)
    titles = [browser.read(service.next().body)["title"] for _ in range(2 if again else 1)]
    assert titles == [*(["Your turn: First"] if again else []), "Your turn: Second"]
    assert service.requests == []


BAD = (
    "http://push.example/send",
    "https://push.example:8443/send",
    "https://user:secret@push.example/send",
    "https://localhost/send",
    "https://127.0.0.1/send",
    "https://10.0.0.7/send",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/send",
    "https://[fd00::1]/send",
    "https://[::ffff:10.0.0.7]/send",
    "https://[::1",
)


@pytest.mark.parametrize("url", BAD)
def test_no_message_goes_into_the_operators_network(url: str) -> None:
    assert isinstance(read_endpoint(url, ()), BadEndpoint)


def test_a_public_name_must_not_lead_home(monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = read_endpoint("https://push.example/send/1?x=2", ())
    assert endpoint == Endpoint("https://push.example", True, "push.example", 443, "/send/1?x=2", False)

    def leads_to(*numbers: str) -> None:
        found = [(2, 1, 6, "", (number, 443)) for number in numbers]
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)

    leads_to("93.184.215.14")
    assert resolve(endpoint) == "93.184.215.14"
    for number in ("127.0.0.1", "192.168.1.1", "100.64.0.1", "::1", "fe80::1%eth0", "0.0.0.0"):
        leads_to("93.184.215.14", number)
        assert isinstance(resolve(endpoint), BadEndpoint), number


def test_the_server_refuses_what_it_will_not_send_to(site: Site, service: PushService) -> None:
    bert = Player(site, "Bert")
    good = Browser(service.url, "phone").subscription
    for wrong in (
        {"endpoint": "https://127.0.0.1/send"},
        {"endpoint": "ftp://push.example/send"},
        {"p256dh": "A" * 87},
        {"auth": "A" * 30},
    ):
        assert bert.fails(400, "/push", **{**good, **wrong})
    assert site.visitor().post("/push", json=good).status_code == 401


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = public_bytes(load_key(tmp_path).public_key())
    assert public_bytes(load_key(tmp_path).public_key()) == first
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [FILE], "no draft is left behind"
    (tmp_path / FILE).write_text("not a key")
    with pytest.raises(ValueError, match=r"."):
        load_key(tmp_path)


def test_a_server_without_a_key_runs_and_says_so(
    pushing: Settings, games: Mapping[str, AnyGame], watch: Watch, service: PushService
) -> None:
    (pushing.data / FILE).write_text("not a key")
    with running_site(pushing, games, watch) as site:
        assert site.visitor().get("/push").json() == {"offered": False, "key": ""}
        answer = site.guest("Bert").post("/push", json=Browser(service.url, "phone").subscription)
        assert (answer.status_code, answer.json()["what"]) == (409, "no-push")


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A: the keys that follow from its numbers."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - for this test alone

    browser = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(),
        padded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    )
    private = ec.derive_private_key(
        int.from_bytes(padded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    auth, salt = padded("BTBZMqHH6r4Tts7J_aSIgg"), padded("DGv6ra1nlYgDCS1FRnbzlw")
    keys = BrowserKeys(browser, auth)
    shared = private.exchange(ec.ECDH(), keys.public)
    key, nonce = derive(shared, keys.auth, salt, keys.public, public_bytes(private.public_key()))
    assert (unpadded(key), unpadded(nonce)) == ("oIhVW04MRdy2XN9CiKLxTg", "4h_95klXJ5E_qnoN")
