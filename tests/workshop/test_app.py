"""The workshop's server: for this machine only, and nobody's change is lost."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from sandtable import games
from sandtable.hexes.family import HexGame
from sandtable.hexes.strength import Points
from sandtable.printing import kit as printed_kit
from sandtable.scenarios import check_paths, variants
from sandtable.scenarios.variants import own_scenarios
from sandtable.variants.comparing import differences
from sandtable.variants.packing import Pack, pack, written
from sandtable.workshop import typescript
from sandtable.workshop.app import workshop_app
from tests.games.conftest import Write

PAGE = Path(__file__).parents[2] / "web" / "src" / "workshop" / "wire.ts"
HEAD = 'like: "1941"\ntitle: House\nversion: "1"\nauthor: Anna\nlicence: CC0\n'
HERE = {"origin": "http://127.0.0.1", "host": "127.0.0.1"}
Client = TestClient[Any]


@pytest.fixture
def client() -> Iterator[Client]:
    with TestClient(workshop_app(), base_url="http://127.0.0.1") as running:
        running.headers.update(HERE)
        yield running


@pytest.fixture
def house(write: Write) -> Path:
    return write("house", game=HEAD, units="tank: {cost: 5}\n")


def opened(client: Client, game: str = "house") -> Any:
    answer = client.get(f"/api/workshop/{game}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def edit(client: Client, stand: str, *edits: dict[str, Any], code: int = 200) -> Any:
    answer = client.post("/api/workshop/house/edit", json={"stand": stand, "edits": edits})
    assert answer.status_code == code, answer.text
    return answer.json()


def tank(cost: int) -> dict[str, Any]:
    return {"file": "units.yaml", "path": ["tank", "cost"], "value": cost}


def test_a_variant_is_opened_changed_and_changed_back(client: Client, house: Path) -> None:
    view = opened(client)
    assert [one["words"] for one in view["changes"]] == ["A tank costs 5 IPCs instead of 6."]
    (cost,) = (
        one for row in view["units"] if row["id"] == "tank" for one in row["fields"] if one["path"][-1] == "cost"
    )
    assert (cost["value"], cost["parent"], cost["kind"]) == (5, 6, "number")
    assert view["faults"] == []
    view = edit(client, view["stand"], tank(4))
    assert [one["words"] for one in view["changes"]] == ["A tank costs 4 IPCs instead of 6."]
    body = {"stand": view["stand"], "change": view["changes"][0]["id"]}
    view = client.post("/api/workshop/house/undo", json=body).json()
    assert view["changes"] == []


def test_of_two_editors_the_second_is_told(client: Client, house: Path) -> None:
    stand = opened(client)["stand"]
    (house / "units.yaml").write_text("tank: {cost: 3}\n")
    assert "changed meanwhile" in edit(client, stand, tank(4), code=409)["why"]
    assert (house / "units.yaml").read_text() == "tank: {cost: 3}\n"
    assert client.get("/api/workshop/house/stand").json()["stand"] != stand


def test_of_many_editors_at_once_one_is_written_and_the_others_are_told(client: Client, house: Path) -> None:
    stand = opened(client)["stand"]
    body = [{"stand": stand, "edits": [tank(cost)]} for cost in (1, 2, 3, 4)]
    with ThreadPoolExecutor(len(body)) as pool:
        answers = list(pool.map(lambda one: client.post("/api/workshop/house/edit", json=one), body))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    (cost,) = (one["edits"][0]["value"] for one, answer in zip(body, answers, strict=True) if answer.is_success)
    assert (house / "units.yaml").read_text() == f"tank: {{cost: {cost}}}\n"


def test_errors_are_shown_where_they_are(client: Client, house: Path) -> None:
    view = edit(client, opened(client)["stand"], {"file": "units.yaml", "path": ["tank", "cost"], "value": "much"})
    (fault,) = view["faults"]
    assert (fault["file"], fault["place"]) == ("units.yaml", "units.yaml: tank.cost")
    assert fault["line"] == 1
    assert fault["what"] == "Expected a whole number, got text."
    assert len(view["units"]) == 9
    (by_hand,) = (one for one in view["by_hand"] if one.startswith("game.yaml"))
    assert "powers" in by_hand
    assert "options" not in by_hand


def test_a_file_that_cannot_be_read_is_told_and_nothing_is_lost(client: Client, house: Path) -> None:
    (house / "units.yaml").write_text("tank: {cost: [")
    view = opened(client)
    assert view["faults"][0]["file"] == "units.yaml"
    answer = edit(client, view["stand"], tank(4), code=422)
    assert "text editor" in answer["why"]
    assert (house / "units.yaml").read_text() == "tank: {cost: ["


def test_several_changes_are_made_together_or_not_at_all(client: Client, house: Path) -> None:
    (house / "board.yaml").write_text("territories: [")
    view = opened(client)
    edit(
        client, view["stand"], tank(4), {"file": "board.yaml", "path": ["territories", "x"], "value": 1}, code=422
    )
    assert (house / "units.yaml").read_text() == "tank: {cost: 5}\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"\xff\xfe", "fix it in a text editor"), (b"[" * 3000, "text editor"), (None, "can't be written")],
    ids=["no text", "too deep", "a folder"],
)
def test_a_file_that_cannot_be_changed_is_left_alone(
    client: Client, house: Path, data: bytes | None, why: str
) -> None:
    file = house / "units.yaml"
    file.unlink()
    if data is None:
        file.mkdir()
    else:
        file.write_bytes(data)
    before = sorted(house.rglob("*"))
    assert why in edit(client, opened(client)["stand"], tank(4), code=422)["why"]
    assert sorted(house.rglob("*")) == before
    assert file.is_dir() if data is None else file.read_bytes() == data


def test_broken_folders_are_listed_with_what_is_wrong(client: Client, house: Path, write: Write) -> None:
    write("broken", game="like: [")
    (write("binary", game="") / "game.yaml").write_bytes(b"\xff\xfe")
    mine = {one["id"]: one for one in client.get("/api/workshop/").json()["mine"]}
    assert mine.keys() == {"house", "broken", "binary"}
    assert mine["house"]["problem"] == ""
    assert "not valid YAML" in mine["broken"]["problem"]
    assert "cannot be read" in mine["binary"]["problem"]
    assert client.get("/api/workshop/broken").status_code == 422


def test_a_folder_that_disappears_is_told(client: Client, house: Path, tmp_path: Path) -> None:
    opened(client)
    house.rename(tmp_path / "elsewhere")
    answer = client.get("/api/workshop/house")
    assert answer.status_code == 404
    assert "any more" in answer.json()["why"]


@pytest.mark.parametrize("file", ["../other.yaml", "/etc/passwd", "code.py", "nothing.yaml"])
def test_only_files_of_the_game_are_written(client: Client, house: Path, file: str) -> None:
    stand = opened(client)["stand"]
    edit(client, stand, {"file": file, "path": ["x"], "value": 1}, code=422)


def test_a_game_of_the_program_is_not_changed(client: Client) -> None:
    assert client.get("/api/workshop/1941").status_code == 404


def test_the_board_is_drawn(client: Client, house: Path) -> None:
    answer = client.get("/api/workshop/house/map/1941")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert 'data-space="Russia"' in answer.text


def test_a_new_game_is_begun(client: Client) -> None:
    body = {"name": "mine", "like": "hgw", "title": "My own war"}
    view = client.post("/api/workshop/", json=body).json()
    assert (view["title"], view["family"]) == ("My own war", "hexes")
    assert "atlas.yaml" in view["by_hand"]
    assert "tables.yaml" not in view["by_hand"]
    assert "game.yaml (prefix, scenarios)" in view["by_hand"]
    assert [one["id"] for one in client.get("/api/workshop/").json()["mine"]] == ["mine"]
    again = client.post("/api/workshop/", json=body)
    assert again.status_code == 422
    assert "already a game" in again.json()["why"]


def test_scenarios_and_tables_of_a_hex_game_are_changed_and_changed_back(client: Client) -> None:
    view = client.post("/api/workshop/", json={"name": "mine", "like": "hgw"}).json()
    file = "scenarios/campaign-2.yaml"
    rows = {row["id"]: row for row in view["scenario_forms"]["campaign-2"]}
    (armies,) = (one for one in rows["allied"]["fields"] if one["path"] == ["sides", "allied", "armies"])
    assert "Britain" in armies["value"]
    assert armies["value"] == armies["parent"]
    britain = ["sides", "allied", "armies", "Britain"]
    changed = {"at": "1333", "points": {"infantry": 9}}
    edits = [
        {"file": "tables.yaml", "path": ["fort_limit"], "value": 9},
        {"file": file, "path": britain, "value": changed},
        {"file": file, "path": ["winter", "past"], "value": 1},
    ]
    body = {"stand": view["stand"], "edits": edits}
    view = client.post("/api/workshop/mine/edit", json=body).json()
    assert view["faults"] == []
    game = games.load("mine")
    assert isinstance(game, HexGame)
    scenario = game.worlds["campaign-2"].scenario
    assert scenario.facts.sides["allied"].armies["Britain"].points == Points(infantry=9)
    assert scenario.facts.winter.past == 1
    while played := [one for one in view["changes"] if one["topic"] != "rules"]:
        body = {"stand": view["stand"], "change": played[0]["id"]}
        left = client.post("/api/workshop/mine/undo", json=body).json()
        assert len(left["changes"]) < len(view["changes"])
        view = left


def test_a_territory_gets_another_name_everywhere(client: Client, house: Path) -> None:
    (house / "setup.yaml").write_text('scenarios: {"1941": {ussr: {Karelia: {infantry: 4}}}}  # the north\n')
    (house / "scenarios").mkdir()
    steps = "steps: [{move: infantry, path: Karelia > Archangel}]"
    scenario = f"game: house\ntitle: North\nposition: {{turn: ussr, phase: noncombat-move}}\n{steps}\n"
    (house / "scenarios" / "north.yaml").write_text(scenario)

    def name(space: str, new: str, code: int = 200) -> Any:
        body = {"stand": opened(client)["stand"], "space": space, "name": new}
        answer = client.post("/api/workshop/house/rename", json=body)
        assert answer.status_code == code, answer.text
        return answer.json()

    view = name("Karelia", "Leningrad")
    assert view["faults"] == []
    assert "Karelia is called Leningrad." in [one["words"] for one in view["changes"]]
    assert (house / "setup.yaml").read_text().endswith('{"Leningrad": {infantry: 4}}}}  # the north\n')
    assert "Leningrad > Archangel" in (house / "scenarios" / "north.yaml").read_text()
    game = games.area("house")
    assert "Leningrad" in game.world.board.territories["Archangel"].neighbours
    assert 'data-space="Leningrad"' in client.get("/api/workshop/house/map/1941").text
    assert [one.ok for one in check_paths(own_scenarios("house"))] == [True]
    assert [one.played for one in differences("house") if "called" in one.words] == [False]
    name("Leningrad", "Petrograd")
    assert (house / "game.yaml").read_text().count("Petrograd") == 1
    assert "not a new name" in name("Petrograd", "Archangel", code=422)["why"]
    assert "Karelia" in name("Petrograd", "Karelia")["setup"]["1941"]["ussr"]
    assert "renamed" not in (house / "game.yaml").read_text()


def test_a_part_brings_the_rules_that_it_cites(client: Client, house: Path) -> None:
    added = {"file": "game.yaml", "path": ["parts", "repairs"], "value": {"die": 6}}
    view = edit(client, opened(client)["stand"], added)
    assert view["faults"] == []
    assert "1941.repair.where" in (house / "rules.yaml").read_text()
    assert games.area("house").world.parts.all[0].name == "repairs"
    assert any("repair.where" in one["words"] for one in view["changes"])


def test_a_pack_is_made_and_added(client: Client, house: Path, tmp_path: Path) -> None:
    data = client.get("/api/workshop/house/pack").content
    made = pack(games.folder("house"))
    assert isinstance(made, Pack)
    assert data == written(made)
    house.rename(tmp_path / "elsewhere")
    games.forget()
    kind = {"content-type": "application/octet-stream"}
    assert client.post("/api/workshop/add", content=data, headers=kind).json()["id"] == "house"
    assert opened(client)["title"] == "House"
    refused = client.post("/api/workshop/add", content=b"odd", headers=kind)
    assert refused.status_code == 422


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only some of the book's scenarios."""
    monkeypatch.setattr(variants, "book_of", lambda _: Path(__file__).parents[1] / "scenarios" / "1941" / "units")


def test_scenarios_are_run_with_their_side_effects(client: Client, house: Path, few: None) -> None:
    (house / "scenarios").mkdir()
    scenario = house / "scenarios" / "mine.yaml"
    scenario.write_text("game: house\ntitle: Money\nrules: [units.table]\nexpect: {treasury: {ussr: 8}}\n")
    found = client.post("/api/workshop/house/check").json()
    assert (found["own"], found["games"]) == (1, ["1941"])
    (failed,) = found["failed"]
    assert (failed["title"], failed["rules"]) == ("Money", ["1941.units.table"])
    assert "treasury of ussr" in failed["what"]
    assert 0 < found["changed"] == len(found["effects"]) < found["played"]
    scenario.write_text("game: house\ntitle: Money\nexpect: {treasury: {ussr: 7}}\n")
    (house / "units.yaml").write_text("")
    found = client.post("/api/workshop/house/check").json()
    assert (found["own"], found["failed"], found["changed"], found["effects"]) == (1, [], 0, [])


def test_a_broken_game_is_neither_checked_nor_printed(client: Client, house: Path) -> None:
    (house / "units.yaml").write_text("tank: {cots: 5}\n")
    for answer in (client.post("/api/workshop/house/check"), client.get("/api/workshop/house/kit")):
        assert answer.status_code == 422
        assert "units.yaml, line 1" in answer.json()["why"]


def test_a_kit_is_printed(client: Client, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = printed_kit.kit
    monkeypatch.setattr(printed_kit, "kit", lambda game: whole(game, ["changes"]))
    answer = client.get("/api/workshop/house/kit")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert 'filename="house-kit.pdf"' in answer.headers["content-disposition"]


@pytest.mark.parametrize("headers", [{"host": "evil.example"}, {"origin": "http://evil.example"}])
def test_only_this_machine_and_its_own_page(client: Client, house: Path, headers: dict[str, str]) -> None:
    stand = opened(client)["stand"]
    body = {"stand": stand, "edits": [tank(1)]}
    assert client.post("/api/workshop/house/edit", json=body, headers=headers).status_code in (403, 421)
    assert "cost: 5" in (house / "units.yaml").read_text()


def test_the_types_of_the_page_follow_ours() -> None:
    assert PAGE.read_text(encoding="utf-8") == typescript.text(), "run: make types"


def test_nested_forms_come_with_a_sentence_for_each_field(client: Client) -> None:
    forms = client.get("/api/workshop/_forms").json()
    assert forms["defs"]["Volley"]["properties"]["beside"]["description"].startswith(
        "Doesn't count as the unit's one shot"
    )
    assert {"objectives", "politics", "convoys"} <= forms["parts"].keys()
    assert forms["victory"] == {"$ref": "#/$defs/VictoryInfo"}
    named = {name.partition("'")[0] for name in str(forms).split("#/$defs/")[1:]}
    assert named <= forms["defs"].keys()


def test_objectives_in_a_file_of_their_own_are_changed_one_by_one(client: Client, write: Write) -> None:
    folder = write("house", game="like: global-1940\ntitle: House\n")
    view = opened(client)
    (row,) = (one for one in view["parts"] if one["id"] == "objectives")
    (field,) = row["fields"]
    assert (field["file"], field["path"], field["kind"]) == ("objectives.yaml", ["objectives"], "other")
    assert field["schema"]["additionalProperties"] == {"$ref": "#/$defs/Objective"}
    assert "objectives.yaml" not in view["by_hand"]
    value = {**field["value"]["germany-trade"], "pays": 8}
    place = {"file": "objectives.yaml", "path": ["objectives", "germany-trade"], "value": value}
    view = edit(client, view["stand"], place)
    assert view["faults"] == []
    assert len(view["changes"]) == 1
    assert "pays" in (folder / "objectives.yaml").read_text()
    assert "germany-caucasus" not in (folder / "objectives.yaml").read_text()


def test_a_battle_gets_a_step_and_a_condition_of_victory_is_new(client: Client, house: Path) -> None:
    view = opened(client)
    guns = {"step": "volley", "number": 2, "name": "Guns", "side": "defend", "losses": "removed", "only_round": 1}
    steps = [guns, *view["battle"]["land"]]
    held = {"need": "control", "of": ["Germany", "Japan"], "by": ["allies"]}
    ends = [
        *view["victory"],
        {"side": "allies", "rule": "victory.allies-both-capitals", "name": "x", "when": [held]},
    ]
    view = edit(
        client,
        view["stand"],
        {"file": "battle.yaml", "path": ["sequences", "land", "steps"], "value": steps},
        {"file": "game.yaml", "path": ["victory"], "value": ends},
    )
    assert view["faults"] == []
    assert len(view["changes"]) == 3
    assert view["battle"]["land"][0] == guns
    assert view["victory"][-1]["when"] == [held]
