"""One mailbox can't be flooded from many accounts."""

from tests.server.site import Site
from tests.server.tables.people import Player
from tests.server.weeks.mailbox import Mailbox
from tests.server.weeks.watch import Watch

PER_DAY = 3


def test_confirmations_are_rate_limited_by_address(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    names = ("Anna", "Bert", "Carl", "Dora", "Emil")
    people = [Player(post, name, post.member(name)) for name in names]
    spellings = ("victim@example.org", "Victim@example.org", "VICTIM@example.org")
    for player, address in zip(people, spellings, strict=False):
        player.post("/mail", email=address)
    for player in people[PER_DAY:]:
        assert player.fails(429, "/mail", email="victim@Example.org")["what"] == "too-fast"
        assert player.get("/mail")["email"] == ""
    people[-1].post("/mail", email="emil@example.org")
    told = [mailbox.next()["to"].casefold() for _ in range(PER_DAY + 1)]
    assert sum("victim@example.org" in one for one in told) == PER_DAY
    assert sum("emil@example.org" in one for one in told) == 1
    assert mailbox.messages == []
