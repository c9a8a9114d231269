"""Quick pairing: two people who want the same game find each other."""

from tests.server.site import Site
from tests.server.tables.people import JSON, Player, good

DAYS = {"kind": "days", "days": 1, "grace": 12, "end": "bot"}


def pair(player: Player, **wishes: JSON) -> JSON:
    return good(player.client.post("/pair", json={"game": "auction", "clock": DAYS, **wishes}))


def seats(info: JSON) -> dict[str, str]:
    return {one["seat"]: one["person"]["name"] if one["person"] else "" for one in info["seats"]}


def test_the_next_matching_player_is_the_opponent(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    waiting = pair(anna, side="warm")
    assert (waiting["phase"], waiting["pairing"]) == ("waiting", "warm")
    assert seats(waiting) == {"red": "Anna", "blue": "", "gold": "Anna"}
    game = pair(bert)
    assert (game["id"], game["phase"]) == (waiting["id"], "playing")
    assert seats(game) == {"red": "Anna", "blue": "Bert", "gold": "Anna"}


def test_a_host_without_a_preference_gives_way(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    waiting = pair(anna)
    assert waiting["pairing"] == "any"
    mine = "warm" if seats(waiting)["red"] == "Anna" else "cold"
    game = pair(bert, side=mine)
    assert game["id"] == waiting["id"]
    assert seats(game)["red" if mine == "warm" else "blue"] == "Bert"
    assert sorted(set(seats(game).values())) == ["Anna", "Bert"]


def test_different_requests_are_not_paired(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    first = pair(anna, side="warm")
    for other in ({"side": "warm"}, {"clock": {**DAYS, "days": 2}}, {"clock": None}):
        assert pair(bert, **other)["phase"] == "waiting"
    assert anna.at(first["id"]).info()["phase"] == "waiting"


def test_asking_again_keeps_the_table_and_another_request_replaces_it(site: Site) -> None:
    anna = Player(site, "Anna")
    first = pair(anna, side="warm")
    assert pair(anna, side="warm")["id"] == first["id"]
    second = pair(anna, side="cold")
    assert second["id"] != first["id"]
    assert anna.at(first["id"]).info()["phase"] == "abandoned"


def test_of_two_waiting_players_the_later_joins_the_earlier(site: Site) -> None:
    """Live games start only when both watch, so two people can end up waiting at separate tables."""
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    hers = pair(anna, clock=None)
    his = pair(bert, clock=None)
    assert his["id"] != hers["id"], "Anna is not watching yet"
    with anna.at(hers["id"]).live() as live:
        live.until("hello")
        assert pair(anna, clock=None)["id"] == hers["id"]
        game = pair(bert, clock=None)
        assert (game["id"], game["phase"]) == (hers["id"], "playing")
        while live.until("hello")["table"]["info"]["phase"] != "playing":
            pass
    assert bert.at(his["id"]).info()["phase"] == "abandoned"


def test_what_cannot_be_paired_says_so(site: Site) -> None:
    anna = Player(site, "Anna")
    for wishes, word in (
        ({"game": "chess"}, "no game 'chess'"),
        ({"scenario": "dawn"}, "no scenario 'dawn'"),
        ({"side": "hot"}, "no side 'hot'; there are warm, cold"),
    ):
        answer = anna.client.post("/pair", json={"game": "auction", **wishes})
        assert answer.status_code == 400
        assert word in answer.json()["why"]
    guest = Player(site, "Gast")
    answer = guest.client.post("/pair", json={"game": "auction", "rated": True})
    assert (answer.status_code, answer.json()["what"]) == (409, "rated")
