"""``sandtable odds``: input and output."""

import re
import struct
from pathlib import Path

import pytest

from sandtable import games
from sandtable.area.wording import force
from sandtable.cli.odds import read_force
from tests.cli.call import answer, call

MEDIUM = ("10 infantry, 5 tank, 3 fighter", "12 infantry, 3 tank, 2 fighter")


def test_the_table_of_a_battle_on_land() -> None:
    text = call("odds", "1941", *MEDIUM).stdout
    assert "Attacker  10 infantry, 5 tanks and 3 fighters (18 units, 90 IPCs)" in text
    assert "win 40.70%    draw 1.83%    lose 57.48%" in text
    assert "Captured        25.79% (a land unit must survive)" in text
    assert "Rounds          3.84" in text
    assert "Defenders left  2.90 (0.62 infantry, 1.17 tanks, 1.10 fighters)" in text
    assert "lose  the defender has 2 tanks and 2 fighters left" in text
    assert "Value swing in IPCs" in text
    assert "Exact over " in text
    assert "Both sides lose the cheapest first; nobody retreats." in text
    assert "By round" not in text


def test_data_for_programs() -> None:
    data = answer("odds", "1941", *MEDIUM)
    assert round(data["win"], 5) == 0.40698
    assert round(data["draw"], 5) == 0.01826
    assert round(data["lose"], 5) == 0.57476
    assert data["win"] + data["draw"] + data["lose"] == pytest.approx(1)
    assert set(data["survivors"]["attack"]) == {"infantry", "tank", "fighter"}
    assert data["method"] == "exact"
    assert data["states"] > 0 and data["ms"] > 0
    assert sum(ending["chance"] for ending in data["endings"]) == pytest.approx(1)
    assert sum(data["swing_distribution"].values()) == pytest.approx(1)
    mean = sum(int(swing) * chance for swing, chance in data["swing_distribution"].items())
    assert mean == pytest.approx(data["value_swing"])


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("10 inf, 5 arm, 3 ftr", "10 infantry, 5 tanks and 3 fighters"),
        ("10inf 5 tanks 3figs", "10 infantry, 5 tanks and 3 fighters"),
        ("10x infantry and five tanks; a bomber", "10 infantry, 5 tanks and 1 bomber"),
        ("infantry: 3 + tank = 2", "3 infantry and 2 tanks"),
        (
            "2 sub, dd, CV, 2 BB, trn[inf, arm]",
            "2 submarines, 1 transport with 1 infantry and 1 tank, 1 destroyer, 1 aircraft carrier, "
            "and 2 battleships",
        ),
        ("bb(damaged), 2 aircraft carriers", "2 aircraft carriers and 1 damaged battleship"),
        ("3 uk inf, 2 American tanks", "3 British infantry and 2 American tanks"),
        ("2 inf, 3 infantry", "5 infantry"),
    ],
)
def test_forces_as_people_type_them(typed: str, read: str) -> None:
    world = games.world("1941")
    assert force(world, read_force(world, "attack", typed)) == read


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("1914", "inf", "inf"), "there is no game '1914'. Did you mean '1941'?"),
        (("1941", "3 infantrie", "inf"), "attacker: unknown unit 'infantrie'; did you mean 'infantry'?"),
        (("1941", "inf", "2 tnaks"), "defender: unknown unit 'tnaks'; did you mean 'tanks'?"),
        (("1941", "inf", "2 artillery"), "defender: unknown unit 'artillery'"),
        (("1941", "-3 infantry", "inf"), "the number of units can't be negative"),
        (("1941", "3 infantry, -1 tank", "inf"), "the number of units can't be negative"),
        (("1941", "0 infantry", "inf"), "attacker: 0 infantry? Write at least 1"),
        (("1941", "", "inf"), "the attacker needs at least one unit"),
        (("1941", "9999999999999 infantry", "inf"), "2,000 is the maximum"),
        (("1941", "trn[999999999999 inf]", "dd"), "2,000 is the maximum"),
        (("1941", "1500 inf, 1500 tank", "inf"), "3000 units"),
        (("1941", "3 infantry, dd", "dd"), "cannot fight at sea; put them aboard"),
        (("1941", "3 infantry", "2 infantry", "--sea"), "cannot fight at sea"),
        (("1941", "transport[2 tank]", "dd"), "doesn't fit aboard a transport"),
        (("1941", "dd(damaged)", "dd"), "a destroyer is lost with its first hit"),
        (("1941", "bb(damaged 2)", "dd"), "a battleship is lost with 2 hits"),
        (("1941", "transport[inf", "dd"), "a bracket is not closed"),
        (("1941", "inf", "inf", "--attacker", "cheepest"), "did you mean 'cheapest'?"),
        (("1941", "inf", "inf", "--policy", "inf, weakest"), "not both"),
        (("1941", "inf", "inf", "--policy", "weakest, inf"), "not both"),
        (("1941", "inf", "inf", "--retreat-chance", "often"), "'often' is not a chance"),
        (("1941", "inf", "inf", "--retreat-chance", "130%"), "more than 100%"),
        (("1941", "inf", "inf", "--retreat-after", "0"), "--retreat-after"),
        (("1941", "inf", "inf", "--samples", "-1"), "--samples"),
        (("1941", "inf", "inf", "--plot", "odds.gif"), "ends in .svg or .png"),
        (("1941", "inf", "inf", "--plot", "/nowhere/odds.svg"), "there is no folder /nowhere"),
        (("1941", "inf", "inf", "--plot", f"{'x' * 300}.svg"), ".svg cannot be written: File name too long"),
        (("1941", "1500 inf", "1500 inf", "--retreat-chance", "30%"), "too large"),
        (("1941", "inf"), "Missing argument 'DEFENDER'"),
        (("1941", "--raid", "bomber", "nobody"), "this game has no bombing raids"),
        (("hgw", "--raid", "5 inf", "5 inf"), "hgw has no bombing raids; leave --raid out"),
        (("classic", "--raid", "fighter", "nobody"), "fighters cannot bomb a factory"),
        (("global-1940", "--raid", "ftr", "nobody"), "the attacker needs at least one bomber"),
        (("global-1940", "--raid", "strategic bomber", "inf"), "infantry can't take part in a raid"),
        (
            ("global-1940", "--raid", "strategic bomber", "nobody", "--by-round"),
            "--by-round doesn't go with --raid",
        ),
    ],
)
def test_invalid_battles_are_refused(arguments: tuple[str, ...], says: str) -> None:
    result = call("odds", *arguments, code=2)
    assert says in " ".join(result.stderr.split())
    assert not result.stdout


def test_a_ship_means_a_battle_at_sea() -> None:
    text = call("odds", "1941", "2 fighters, dd", "2 sub").stdout
    assert "1941, at sea" in text
    assert "Captured" not in text
    assert "submarines fight on" in text
    assert answer("odds", "1941", "2 ftr", "ftr", "--sea")["sea"] is True
    assert answer("odds", "1941", "2 ftr", "ftr")["sea"] is False


def test_submarines_that_submerge_live() -> None:
    fight, dive = (answer("odds", "1941", "3 bb", "2 sub", *more) for more in ((), ("--submerge",)))
    assert fight["survivors"]["defend"]["submarine"] < 1
    assert dive["survivors"]["defend"]["submarine"] == pytest.approx(2)


def test_a_land_unit_is_kept() -> None:
    plain, kept = (answer("odds", "1941", "3 inf, 3 ftr", "4 inf", *more) for more in ((), ("--keep-land",)))
    assert kept["capture"] > plain["capture"]
    assert kept["survivors"]["attack"]["fighter"] < plain["survivors"]["attack"]["fighter"]


def test_one_policy_for_both_and_one_for_each() -> None:
    both = answer("odds", "1941", *MEDIUM, "--policy", "ftr, tank, inf")
    each = answer("odds", "1941", *MEDIUM, "--attacker", "ftr > tank", "--defender", "ftr, tank")
    assert "both sides lose fighters, then tanks, then infantry" in both["assumed"].lower()
    assert "Both sides lose fighters, then tanks;" in each["assumed"]
    assert both["win"] == pytest.approx(each["win"])
    kept = answer("odds", "1941", *MEDIUM, "--defender", "planes-last, keep-land")["assumed"]
    assert "The attacker loses the cheapest first; the defender loses planes last (keeping a land unit)" in kept


def test_the_attacker_retreats() -> None:
    after = answer("odds", "1941", *MEDIUM, "--retreat-after", "1")
    assert after["rounds"] == pytest.approx(1)
    assert after["lose"] > 0.99
    text = call("odds", "1941", *MEDIUM, "--retreat-after", "2", "--retreat-when-only-planes").stdout
    assert "the attacker retreats after 2 rounds or when only planes are left" in " ".join(text.split())
    assert "the attacker retreats with" in text


def test_low_luck_and_rounds() -> None:
    text = call("odds", "1941", "6 inf", "3 inf", "--low-luck", "--by-round").stdout
    assert "low luck" in text
    assert "after       won     drawn      lost   undecided" in text
    rounds = answer("odds", "1941", "6 inf", "3 inf", "--by-round")["by_round"]
    assert [one["round"] for one in rounds[:3]] == [1, 2, 3]
    assert rounds[0]["undecided"] > rounds[1]["undecided"]


def test_sampled_odds_are_marked() -> None:
    text = " ".join(call("odds", "1941", *MEDIUM, "--samples", "4000", "--seed", "3", "--by-round").stdout.split())
    assert "Sampled from 4,000 battles, win between " in text
    assert "Not available for sampled odds." in text
    data, again = (answer("odds", "1941", *MEDIUM, "--samples", "4000", "--seed", "3") for _ in range(2))
    assert data["method"] == "sampled"
    assert data["states"] == 4000
    assert data["win_interval"]["low"] < data["win"] < data["win_interval"]["high"]
    assert again["endings"] == data["endings"]


def test_comparison_with_the_best_play() -> None:
    text = call("odds", "1941", *MEDIUM, "--attacker", "ftr, inf", "--best").stdout
    assert re.search(r"as asked +27.62% +-35.69", text)
    assert re.search(r"attacker's best losses +40.70% +13.08 +-20.43 +15.25", text)
    assert re.search(r"defender's best losses +27.62% +nothing", text)
    data = answer("odds", "1941", *MEDIUM, "--best")["best"]
    assert data["attacker"]["win_cost"] == pytest.approx(0, abs=1e-9)
    assert data["retreat"]["value_swing"] >= data["own"]["value_swing"]
    assert (
        "Not available" in call("odds", "1941", "200 inf, 200 tank", "300 inf", "--best", "--samples", "99").stdout
    )


def test_the_best_retreat_is_worth_more_with_less_at_stake() -> None:
    nothing, much = (answer("odds", "1941", *MEDIUM, "--retreat-best", "--territory", ipcs) for ipcs in (0, 60))
    assert nothing["win"] < much["win"]


@pytest.mark.parametrize("name", ["odds.svg", "odds.png"])
def test_a_picture(tmp_path: Path, name: str) -> None:
    text = call("odds", "1941", "3 inf, tank", "2 inf", "--plot", tmp_path / name).stdout
    assert "Picture: " in text
    drawn = (tmp_path / name).read_bytes()
    if name.endswith(".png"):
        assert drawn.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", drawn[16:24])
        assert width == 1280 < height
    else:
        assert drawn.startswith(b"<svg ")
        assert b"94.43%" in drawn


def test_nobody_defends() -> None:
    data = answer("odds", "1941", "3 inf", "nothing")
    assert data["win"] == 1
    assert data["capture"] == 1
    assert data["rounds"] == 0


def test_battles_where_both_sides_can_retreat() -> None:
    battle = ("revised-historical", "4 inf, 2 tank", "4 inf, flak")
    stay, leave = (answer("odds", *battle, *more) for more in ((), ("--defender-retreat-chance", "60%")))
    assert stay["method"] == leave["method"] == "exact"
    assert leave["win"] > stay["win"]
    assert "the defender retreats when its chance to hold is under 60%" in leave["assumed"]
    text = call("odds", *battle, "--attacker", "inf, planes-back, mass-aim", "--defender-retreat-after", 2).stdout
    assert "the defender retreats after 2 rounds" in " ".join(text.split())


def test_only_some_games_let_defenders_retreat() -> None:
    refused = call("odds", "1941", "3 inf", "2 inf", "--defender-retreat-after", 1, code=2)
    assert "in 1941 only the attacker can retreat" in refused.stderr


def test_ascii_output_for_old_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rich.console.Console.encoding", "ascii")
    text = call("odds", "1941", *MEDIUM).stdout
    assert text.isascii()
    assert "# won  = drawn  - lost" in text


def test_a_raid_that_is_met_in_the_air() -> None:
    forces = ("3 strategic bomber, 2 fighter", "2 fighter, aaa, minor industrial complex")
    text = call("odds", "global-1940", "--raid", *forces).stdout
    assert "Attacker  2 fighters and 3 strategic bombers" in text
    assert "Damage          4.68 expected" in text
    assert "Attacker loses  10.61 IPCs of units" in text
    trained = answer("odds", "global-1940", "--raid", *forces, "--pilots", "3")
    plain = answer("odds", "global-1940", "--raid", *forces)
    assert trained["shot_down"] > plain["shot_down"]
    assert sum(plain["damage"].values()) == pytest.approx(1)


def test_a_raid_on_a_damaged_base_and_one_against_nobody() -> None:
    assert answer("odds", "global-1940", "--raid", "2 tac", "air base(damaged 4)")["expected"] == pytest.approx(2)
    assert answer("odds", "classic", "--raid", "2 bomber", "nobody")["expected"] == pytest.approx(7)
