"""Branching games into studies, and a bot's advice there."""

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.server.settings import Limits, Settings
from tests.server.site import Site, running_site
from tests.server.study.test_editing import POWERS, edit, money, study
from tests.server.tables.people import ALL_ME, ROLL, Player, Seat, three_rounds

DONE = {"do": "done"}
AGAINST = {"ussr": "me", "uk": "me", "usa": "me", "germany": "friend:Bert", "japan": "friend:Bert"}


def a_game(player: Player) -> Seat:
    return player.new("1941", seats=dict.fromkeys(POWERS, "me"))


def branch(table: Seat, **wanted: object) -> Seat:
    made = table.post("branch", **wanted)
    return Seat(table.player, made["id"], made)


def test_a_branch_starts_at_the_moment_and_leaves_the_game_unchanged(site: Site) -> None:
    table = a_game(Player(site, "Anna"))
    table.act("ussr", {"do": "order", "units": {"infantry": 2}})
    then = table.stand()["digest"]
    table.act("ussr", DONE)
    other = branch(Player(site, "Bert").at(table), number=1)
    info = other.info()
    assert (info["study"], info["source"], info["moment"]) == (True, table.id, 1)
    assert (info["host"]["name"], info["mine"], info["listed"]) == ("Bert", list(POWERS), False)
    assert other.stand()["digest"] == then
    assert [entry["by"] for entry in other.log()] == ["Anna"]
    other.act("ussr", {"do": "order", "units": {"tank": 1}})
    assert (table.stand()["number"], other.stand()["number"]) == (2, 2)


def test_a_branch_has_dice_of_its_own(site: Site) -> None:
    table = Player(site, "Anna").new("auction", seats=ALL_ME)
    for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
        table.bid(seat, amount)
    table.act("red", ROLL)
    other = branch(table)
    seal, own = table.look()["dice"], other.look()["dice"]
    assert own["commitment"] != seal["commitment"]
    assert (own["since"], own["secret"], seal["since"]) == (1, "", 0)


def test_branches_count_as_new_tables(settings: Settings, games: Mapping[str, AnyGame]) -> None:
    """Each one writes the whole log of its game again."""
    with running_site(replace(settings, limits=Limits(new_tables=(3, 3600))), games) as site:
        table = a_game(Player(site, "Anna"))
        branch(table)
        branch(table)
        assert table.fails(429, "branch")["what"] == "too-fast"


def test_a_future_moment_cannot_be_branched_from(site: Site) -> None:
    table = a_game(Player(site, "Anna"))
    assert "only 0 moves" in table.fails(404, "branch", number=1)["why"]


def test_a_branch_reveals_no_secrets(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new("auction", seats=ALL_ME)
    table.bid("red", 7)
    for person in (anna, bert):
        refused = person.at(table).fails(409, "branch", number=1)
        assert refused["what"] == "hidden"
        assert "7" not in refused["why"]
    branch(bert.at(table), number=0)


def test_any_moment_of_a_finished_game_can_be_studied(site: Site) -> None:
    table = Player(site, "Anna").new("auction", seats=ALL_ME)
    three_rounds(table)
    other = branch(Player(site, "Bert").at(table), number=1)
    assert other.info()["phase"] == "playing"


def test_a_study_can_be_branched_by_others_edits_and_all(site: Site) -> None:
    table = study(Player(site, "Anna"))
    edit(table, money(33))
    other = branch(Player(site, "Bert").at(table))
    assert other.view()["treasury"]["ussr"] == 33
    assert [entry["kind"] for entry in other.log()] == ["edit"]
    edit(other, money(34))
    assert table.view()["treasury"]["ussr"] == 33


def test_undone_decisions_are_not_in_a_branch(site: Site) -> None:
    table = a_game(Player(site, "Anna"))
    table.act("ussr", {"do": "order", "units": {"infantry": 2}})
    table.undo("ussr")
    table.act("ussr", DONE)
    assert [entry["action"] for entry in branch(table).log()] == [DONE]


def test_advice_is_a_plan_that_can_be_played(site: Site) -> None:
    table = study(Player(site, "Anna"))
    plan = table.post("advice", bot="easy")
    assert (plan["seat"], plan["bot"], plan["number"]) == ("ussr", "easy", 0)
    assert plan["steps"]
    assert all(step["text"] for step in plan["steps"])
    assert any(step["reason"] for step in plan["steps"])
    table.act("ussr", *(step["action"] for step in plan["steps"]), seq=plan["seq"])
    assert table.stand()["number"] == len(plan["steps"])


def test_the_strongest_bot_is_the_default_adviser(site: Site) -> None:
    table = study(Player(site, "Anna"))
    assert table.post("advice")["bot"] == "expert"
    table.fails(400, "advice", bot="exec:true")


def test_a_plan_ends_at_a_dice_roll(site: Site) -> None:
    table = study(Player(site, "Anna"), "auction")
    for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
        table.bid(seat, amount)
    plan = table.post("advice")
    assert (plan["seat"], plan["dice"]) == ("red", True)
    assert plan["steps"][-1]["action"] == ROLL


def test_there_is_no_advice_during_a_game(site: Site) -> None:
    table = a_game(Player(site, "Anna"))
    assert "cheating" in table.fails(403, "advice")["why"]


def test_there_is_no_advice_in_a_branch_of_a_running_game(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new("1941", seats=AGAINST)
    for seat in ("germany", "japan"):
        bert.at(table).post("sit", seat=seat)
    other = branch(branch(table))
    assert "still being played" in other.fails(403, "advice", bot="easy")["why"]
    bert.at(table).post("resign", seat="germany")
    assert table.info()["phase"] == "finished"
    assert other.post("advice", bot="easy")["steps"]


def test_there_is_advice_for_a_finished_game(site: Site) -> None:
    table = a_game(Player(site, "Anna"))
    table.act("ussr", DONE)
    table.post("resign", seat="ussr")
    bert = Player(site, "Bert").at(table)
    assert bert.post("advice", number=0, bot="easy")["seat"] == "ussr"
    assert "over" in bert.fails(409, "advice")["why"]
