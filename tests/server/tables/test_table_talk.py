"""Chat between allies in ``classic``: unrestricted by the rules, and private to the side."""

from collections.abc import Mapping

import pytest

from sandtable import games as shelf
from sandtable.core.game import AnyGame
from tests.server.site import Site
from tests.server.tables.people import Player

PASS = ({"do": "done"},) * 3
"""A turn in which nothing is bought, attacked or moved."""


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {"classic": shelf.load("classic")}


@pytest.mark.rule("classic.players.table-talk")
def test_germany_writes_to_japan_on_japans_turn(site: Site) -> None:
    """Given Japan's turn, when Germany's player sends Japan's player a message, then it is delivered."""
    allies, german, japanese = Player(site, "Anna"), Player(site, "Greta"), Player(site, "Jun")
    table = allies.new("classic", seats={"ussr": "me", "uk": "me", "usa": "me"})
    german.at(table).post("sit", seat="germany")
    japanese.at(table).post("sit", seat="japan")
    for seat, who in (("ussr", allies), ("germany", german), ("uk", allies)):
        who.at(table).act(seat, *PASS)
    assert [owed["seat"] for owed in table.stand()["pending"]] == ["japan"]
    with table.live() as beside, german.at(table).live() as at_germany, japanese.at(table).live() as at_japan:
        for one in (beside, at_germany, at_japan):
            one.until("hello")
        at_germany.say("say", text="take India", side="axis")
        assert at_japan.until("said")["said"]["text"] == "take India"
        at_germany.say("say", text="we give up nothing")
        assert beside.until("said")["said"]["text"] == "we give up nothing", "what was said aside did not come"
        assert at_japan.until("said")["said"]["text"] == "we give up nothing"
