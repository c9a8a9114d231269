"""Acting, undoing, asking and chatting over HTTP."""

import hashlib

from sandtable.core.record import Record
from sandtable.core.savefile import decode
from sandtable.core.verify import verify
from tests.server.site import Site
from tests.server.tables.auction import AUCTION, find
from tests.server.tables.people import ALL_ME, JSON, ROLL, STAKE2, STAKE3, Player, bid, three_rounds


def test_a_game_from_the_first_bid_to_the_opened_dice(site: Site) -> None:
    anna, bert, carl = (Player(site, name) for name in ("Anna", "Bert", "Carl"))
    table = anna.new(seats={"red": "me"}, entropy="hic sunt leones")
    sealed = table.look()["dice"]
    assert (sealed["secret"], sealed["source"], table.info()["phase"]) == ("", "seeded", "waiting")
    bert.at(table).post("sit", seat="blue", entropy="alea iacta est")
    info = carl.at(table).post("sit", seat="gold")
    assert info["phase"] == "playing"
    assert info["mine"] == ["gold"]
    assert info["turn"] == ["red", "blue", "gold"]
    for _ in range(3):
        anna.at(table).bid("red", 3)
        bert.at(table).bid("blue", 2)
        carl.at(table).bid("gold", 1)
        anna.at(table).act("red", STAKE2, ROLL)
    seen = table.look()
    assert seen["info"]["phase"] == "finished"
    assert seen["info"]["winner"] == "warm"
    opened = seen["dice"]
    assert opened["entropy"] == "hic sunt leones / alea iacta est"
    assert opened["commitment"] == sealed["commitment"]
    assert hashlib.sha256(bytes.fromhex(opened["secret"])).hexdigest() == sealed["commitment"]
    assert opened["rolled"] == 6
    file = anna.client.get(f"{table.path}/save").content
    record = decode(file, find)
    assert isinstance(record, Record)
    assert verify(record, sealed["commitment"]).dice == "verified"
    assert record.setup.players == {"Anna": ("red",), "Bert": ("blue",), "Carl": ("gold",)}


def test_the_log_describes_an_action_and_its_events(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    table.bid("red", 3)
    (entry,) = table.log()
    assert (entry["seq"], entry["number"], entry["kind"], entry["seat"]) == (1, 1, "act", "red")
    assert entry["by"] == "Anna"
    assert entry["action"] == {"do": "bid", "amount": 3}
    assert entry["events"] == [{"is": "bade", "seat": "red", "amount": 3}]
    assert entry["text"] == ["red bids 3."]


def test_a_refused_action_cites_the_rule_and_changes_nothing(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    before = table.look()
    problem = table.refused(422, "red", bid(11))
    assert problem == {"status": 422, "what": "refused", "why": "red has 10 coins.", "rule": "toy.coins"}
    assert table.look() == before


def test_several_actions_are_all_taken_or_none(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
        table.bid(seat, amount)
    table.refused(422, "red", STAKE3, {"do": "stake", "dice": 4})
    assert table.stand()["seq"] == 3
    assert table.act("red", STAKE3, STAKE2)["seq"] == 5


def test_invalid_actions_are_refused(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    wrong: list[JSON] = [{"do": "dance"}, {}, 7, None, {"do": "bid"}, {"do": "bid", "amount": "x"}, [[]]]
    for nonsense in wrong:
        assert table.refused(400, "red", nonsense)["what"] == "bad-request"
    assert table.stand()["seq"] == 0


# -- idempotency


def test_a_retry_gets_the_same_response_and_changes_nothing(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    first = table.bid("red", 3, seq=0, key="the-first-key")
    table.bid("blue", 3)
    assert table.bid("red", 3, seq=0, key="the-first-key") == first
    assert table.act("red", bid(9), seq=0, key="the-first-key") == first, "whatever else it says"
    assert [entry["seat"] for entry in table.log()] == ["red", "blue"]


def test_keys_are_per_person(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    table.bid("red", 3, key="the-same-key")
    bert.at(table).bid("blue", 3, key="the-same-key")
    assert [entry["by"] for entry in table.log()] == ["Anna", "Bert"]


def test_a_refused_request_does_not_use_its_key(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    table.refused(422, "red", bid(11), key="the-first-key")
    table.bid("red", 10, key="the-first-key")
    assert table.stand()["seq"] == 1


def test_an_action_on_a_stale_table_is_a_conflict(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    table.bid("red", 3)
    problem = table.refused(409, "red", ROLL, seq=0)
    assert problem["what"] == "conflict"
    assert table.refused(409, "red", ROLL, seq=99)["what"] == "conflict"
    table.undo("red")
    assert table.refused(409, "blue", bid(1), seq=1)["what"] == "conflict", "something was taken back"
    assert table.stand()["number"] == 0


def test_a_simultaneous_decision_is_not_a_conflict(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    table.bid("red", 3, seq=0)
    bert.at(table).bid("blue", 3, seq=0)
    assert table.stand()["seq"] == 2


# -- whose seat


def test_nobody_can_act_for_another_players_seat(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "blue": "bot:random", "gold": "bot:random"})
    table.until(lambda seen: seen["stand"]["seq"] == 2)
    stranger = bert.at(table)
    assert stranger.refused(403, "red", bid(1))["what"] == "not-yours"
    assert table.refused(403, "blue", bid(1))["what"] == "not-yours"
    assert table.refused(403, "purple", bid(1))["what"] == "not-yours"
    stranger.fails(403, "undo", key="some-key-1", seat="red", seq=2)
    stranger.fails(403, "standing", key="some-key-2", seat="red", orders={"bid": 1})
    stranger.fails(403, "ask", id=1, question={"ask": "choices"}, seat="red")
    stranger.fails(403, "resign", seat="red")
    stranger.fails(403, "resign")
    stranger.fails(403, "seats/red", plan="bot:random")
    assert table.stand()["seq"] == 2
    nobody = site.visitor()
    assert nobody.post(f"{table.path}/act", json=table.body("red", (bid(1),), 2, "")).status_code == 401


def test_nobody_acts_before_the_game_begins_or_after_it_is_over(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats={"red": "me"})
    assert table.refused(409, "red", bid(1))["what"] == "not-in-play"
    table.post("sit", seat="blue")
    table.post("sit", seat="gold")
    three_rounds(table)
    assert table.refused(409, "red", bid(1))["what"] == "not-in-play"
    table.fails(409, "undo", key=anna.key(), seat="red", seq=table.stand()["seq"])


# -- undo


def test_an_undo_is_logged(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    table.bid("red", 3)
    assert table.stand()["undo"] == {"red": 1}
    assert table.undo("red") == {"type": "done", "key": "key-Anna-1", "seq": 2, "dropped": []}
    stand = table.stand()
    assert (stand["seq"], stand["number"], stand["undo"], stand["view"]["bids"]) == (2, 0, {}, {})
    assert [(one["kind"], one["number"], one["back"]) for one in table.log()] == [("act", 1, 0), ("undo", 0, 1)]
    table.bid("red", 4)
    assert table.log(2)[0]["number"] == 1


def test_undo_in_the_middle(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
        table.bid(seat, amount)
    table.act("red", STAKE3, STAKE2)
    table.undo("red", number=4)
    assert [(one["kind"], one["number"]) for one in table.log(5)] == [("undo", 0), ("act", 4)]
    assert table.view()["stake"] == 2


def test_a_refused_undo_says_why(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    table.bid("red", 3)
    table.bid("blue", 2)
    problem = table.fails(422, "undo", key=anna.key(), seat="red", seq=2)
    assert "blue" in problem["why"]
    assert table.fails(409, "undo", key=anna.key(), seat="blue", seq=1)["what"] == "conflict"


# -- history


def test_the_table_at_an_earlier_point(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    assert table.player.get(f"{table.path}/at/0")["view"]["bids"] == {}
    table.bid("red", 3)
    table.bid("blue", 2)
    earlier = table.player.get(f"{table.path}/at/1")
    assert (earlier["number"], earlier["view"]["bids"]) == (1, {"red": -1}), "seen by who was to decide then"
    assert table.player.client.get(f"{table.path}/at/3").status_code == 404


def test_the_log_can_be_read_from_a_line(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    three_rounds(table)
    whole = table.log()
    assert [one["seq"] for one in whole] == list(range(1, 13))
    assert table.log(7) == whole[7:]
    assert table.log(12) == []
    assert table.log(99) == []


# -- questions


def test_choices_are_the_legal_actions(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    answer = table.ask({"ask": "choices"}, "red")
    assert [one["action"] for one in answer["choices"]] == [bid(amount) for amount in range(11)]
    assert answer["choices"][3]["text"] == "Bid 3"
    assert answer["more"] is False
    assert "Bid" in answer["schema"]["$defs"]
    table.bid("red", 3)
    assert table.ask({"ask": "choices"}, "red")["choices"] == []
    assert table.ask({"ask": "choices"})["choices"] == []


def test_whether_a_phase_could_be_ended(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    assert table.ask({"ask": "ending"}, "red") == {}
    table.fails(400, "ask", id=1, question={"ask": "ending", "more": 1}, seat="red")


def test_game_questions(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    table.bid("red", 3)
    assert table.ask({"ask": "purse", "seat": "red"}, "red") == {"coins": 10, "bid": 3}
    assert table.ask({"ask": "purse", "seat": "red"}, "blue") == {"coins": 10, "bid": -1}
    assert table.ask({"ask": "purse", "seat": "red"}) == {"coins": 10, "bid": -1}
    refusal = table.fails(422, "ask", id=1, question={"ask": "wrong"})
    assert (refusal["rule"], refusal["why"]) == ("toy.turn", "This is not to be asked.")
    for nonsense in ({"ask": "moon"}, {}, 3, None, {"ask": "choices", "more": 1}, {"ask": "purse"}):
        table.fails(400, "ask", id=1, question=nonsense)


def test_spectators_can_ask_without_an_account(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    answer = site.visitor().post(f"{table.path}/ask", json={"id": 5, "question": {"ask": "purse", "seat": "red"}})
    assert answer.json() == {"type": "answer", "id": 5, "answer": {"coins": 10, "bid": None}}


# -- standing orders


def test_standing_orders_decide_until_they_lapse(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    for seat in ("blue", "gold"):
        done = table.post("standing", key=anna.key(), seat=seat, orders={"bid": 1})
        assert done["type"] == "done"
    stand = table.stand()
    assert stand["seq"] == 2, "they bid at once"
    assert stand["standing"] == {"blue": {"bid": 1, "until": "round"}, "gold": {"bid": 1, "until": "round"}}
    table.bid("red", 2)
    assert {one["by"] for one in table.log() if one["seat"] != "red"} == {"standing"}
    table.act("red", ROLL)
    stand = table.stand()
    assert (stand["standing"], stand["view"]["round"]) == ({}, 2)
    assert len(stand["pending"]) == 3


def test_standing_orders_can_be_cleared(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    table.bid("blue", 1)
    table.post("standing", key=anna.key(), seat="blue", orders={"bid": 1, "until": "cancelled"})
    assert table.stand()["standing"]
    table.post("standing", key=anna.key(), seat="blue", orders=None)
    assert table.stand()["standing"] == {}


def test_standing_orders_play_whole_games(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
        table.post("standing", key=anna.key(), seat=seat, orders={"bid": amount, "until": "cancelled"})
    assert table.info()["phase"] == "finished"


def test_invalid_standing_orders_are_refused(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    wrong: list[JSON] = [{}, {"bid": "x"}, 3, [], {"bid": 1, "sing": True}]
    for nonsense in wrong:
        table.fails(400, "standing", key=anna.key(), seat="red", orders=nonsense)
    assert table.stand()["standing"] == {}


def test_others_do_not_see_standing_orders(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats=ALL_ME)
    table.bid("red", 1)
    table.post("standing", key=anna.key(), seat="red", orders={"bid": 7, "until": "cancelled"})
    assert bert.at(table).stand()["standing"] == {}


# -- chat


def test_chat_is_text_to_all_or_to_a_side(site: Site) -> None:
    anna, bert, carl = (Player(site, name) for name in ("Anna", "Bert", "Carl"))
    table = anna.new(seats={"red": "me", "gold": "friend:Carl"})
    bert.at(table).post("sit", seat="blue")
    carl.at(table).post("sit", seat="gold")
    said = table.post("say", text="  <b>Hello</b>  ")
    assert (said["id"], said["person"], said["text"], said["side"]) == (1, "Anna", "<b>Hello</b>", "")
    table.post("say", text="They bluff", side="warm")
    bert.at(table).post("say", text="I know", side="cold")
    assert [one["text"] for one in carl.at(table).look()["chat"]] == ["<b>Hello</b>", "They bluff"]
    assert [one["text"] for one in bert.at(table).look()["chat"]] == ["<b>Hello</b>", "I know"]
    assert [one["text"] for one in Player(site, "Dora").at(table).look()["chat"]] == ["<b>Hello</b>"]
    bert.at(table).fails(403, "say", text="Let me in", side="warm")
    table.fails(400, "say", text="   ")
    table.fails(400, "say", text="")
    table.fails(400, "say", text="x" * 501)
    assert len(table.look()["chat"]) == 2


def test_the_auction_satisfies_the_game_protocol() -> None:
    assert {chair.seat for chair in AUCTION.guide.box.chairs} == set(AUCTION.seats)
