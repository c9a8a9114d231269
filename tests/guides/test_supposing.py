"""Odds without a table: what can be asked, and that the answers are those of the odds themselves."""

import msgspec
import pytest

from sandtable.area.forces import Piece, Stack, stack
from sandtable.games import area, load
from sandtable.guides.area import queries as ask
from sandtable.odds import Odds, Policy, Question, Retreat, chances_by_round, odds

WAR, CLASSIC = area("1941"), area("classic")


def group(text: str) -> tuple[ask.Group, ...]:
    """``3 infantry, 1 battleship!1, 1 transport~infantry~tank``."""
    found = []
    for part in text.split(", ") if text else ():
        count, unit = part.split(" ")
        unit, *cargo = unit.split("~")
        unit, _, damage = unit.partition("!")
        found.append(ask.Group(unit, int(count), int(damage or 0), tuple(cargo)))
    return tuple(found)


def units(side: str, text: str) -> Stack:
    return stack(
        (Piece(side, one.unit, damage=one.damage, cargo=tuple(Piece(side, c) for c in one.cargo)), one.count)
        for one in group(text)
    )


def outlook(query: ask.Suppose, game: str = "1941") -> ask.Outlook:
    found = load(game).guide.reply(query)
    assert isinstance(found, ask.Outlook), found
    return found


def why_not(query: ask.Suppose, game: str = "1941") -> str:
    found = load(game).guide.reply(query)
    assert isinstance(found, ask.Senseless), found
    return found.why


def field(game: str, scene: ask.Scene) -> ask.Field:
    found = load(game).guide.reply(ask.Drill())
    assert isinstance(found, ask.DrillReply)
    return next(one for one in found.fields if one.scene == scene)


def names(fighters: tuple[ask.Fighter, ...]) -> set[str]:
    return {one.unit for one in fighters}


def test_who_can_fight_where() -> None:
    assert names(field("1941", "land").attack) == {"infantry", "tank", "fighter", "bomber"}
    assert names(field("1941", "landing").attack) == names(field("1941", "land").attack)
    assert "battleship" in names(field("classic", "landing").attack)
    assert "battleship" not in names(field("classic", "landing").defend)
    assert "antiaircraft_gun" in names(field("classic", "land").defend) - names(field("classic", "land").attack)
    assert names(field("classic", "raid").attack) == {"bomber"}
    assert not any(
        "infantry" in names(side) for side in (field("1941", "sea").attack, field("1941", "sea").defend)
    )


def test_what_else_can_be_chosen() -> None:
    war, classic = WAR.guide.reply(ask.Drill()), CLASSIC.guide.reply(ask.Drill())
    assert isinstance(war, ask.DrillReply)
    assert isinstance(classic, ask.DrillReply)
    assert [one.scene for one in war.fields] == ["land", "landing", "sea"]
    assert [one.scene for one in classic.fields] == ["land", "landing", "sea", "raid"]
    assert not war.techs
    assert "heavy-bombers" in [tech.id for tech in classic.techs]
    assert (field("1941", "sea").leaves, field("classic", "sea").leaves) == ("submerge", "withdraw")
    assert field("1941", "land").retreat
    assert not field("1941", "landing").retreat


@pytest.mark.parametrize("game", ["1941", "classic", "revised-historical"])
def test_everybody_who_is_offered_can_fight(game: str) -> None:
    drill = load(game).guide.reply(ask.Drill())
    assert isinstance(drill, ask.DrillReply)
    for one in drill.fields:
        first = next(f.unit for f in one.attack if not f.supports)
        for fighter in one.attack:
            sides = (ask.Group(first, 1), ask.Group(fighter.unit, 1))
            reply = load(game).guide.reply(ask.Suppose(one.scene, sides, (ask.Group(one.defend[0].unit, 1),)))
            assert not isinstance(reply, ask.Senseless), (one.scene, fighter.unit, reply)
        for fighter in one.defend:
            query = ask.Suppose(one.scene, (ask.Group(first, 1),), (ask.Group(fighter.unit, 1),))
            reply = load(game).guide.reply(query)
            assert not isinstance(reply, ask.Senseless), (one.scene, fighter.unit, reply)


@pytest.mark.parametrize(
    ("scene", "attack", "defend", "attacker"),
    [
        ("land", "10 infantry, 5 tank, 3 fighter", "12 infantry, 3 tank, 2 fighter", Policy()),
        ("land", "4 infantry, 2 tank, 2 fighter", "5 infantry", Policy(keep_land=True)),
        ("land", "4 infantry, 2 tank", "5 infantry", Policy(retreat=Retreat(below_chance=0.4))),
        ("sea", "2 submarine, 1 battleship!1", "1 destroyer, 1 transport~infantry~tank", Policy(submerge=True)),
    ],
)
def test_the_answer_is_that_of_the_odds(scene: ask.Scene, attack: str, defend: str, attacker: Policy) -> None:
    found = outlook(ask.Suppose(scene, group(attack), group(defend), attacker))
    question = Question(units("attack", attack), units("defend", defend), scene == "sea", attacker)
    expected = odds(WAR.world, question)
    assert isinstance(expected, Odds)
    assert (found.win, found.draw, found.lose) == pytest.approx((expected.win, expected.draw, expected.lose))
    assert (found.capture, found.swing) == pytest.approx((expected.capture, expected.value_swing))
    assert found.exact
    assert (found.low, found.high) == (found.win, found.win)
    assert sum(bar.win + bar.draw + bar.lose for bar in found.left) > 0.99
    assert list(found.by_round) == chances_by_round(WAR.world, question)[: len(found.by_round)]
    assert found.by_round


def test_who_has_landed_does_not_retreat() -> None:
    careful = Policy(retreat=Retreat(after_rounds=1))
    forces = group("4 infantry"), group("4 infantry")
    ashore = outlook(ask.Suppose("landing", *forces, careful))
    assert ashore.win == pytest.approx(outlook(ask.Suppose("landing", *forces)).win)
    assert ashore.win > outlook(ask.Suppose("land", *forces, careful)).win


def test_weapons_and_support_count() -> None:
    fleet = group("2 infantry, 1 battleship"), group("2 infantry")
    assert (
        outlook(ask.Suppose("landing", *fleet), "classic").win
        > outlook(ask.Suppose("land", group("2 infantry"), group("2 infantry")), "classic").win
    )
    subs = group("3 submarine"), group("1 battleship")
    better = ask.Suppose("sea", *subs, attacker_techs=("super-submarines",))
    assert outlook(better, "classic").win > outlook(ask.Suppose("sea", *subs), "classic").win


def test_a_raid_has_damage_instead_of_a_winner() -> None:
    found = CLASSIC.guide.reply(ask.Suppose("raid", group("2 bomber"), group("1 antiaircraft_gun")))
    assert isinstance(found, ask.Raided)
    assert found.damage == pytest.approx(2 * 5 / 6 * 3.5)
    assert found.lost == pytest.approx(5)


def test_where_both_sides_may_leave() -> None:
    game = "revised-historical"
    assert field(game, "land").both and field(game, "landing").retreat
    assert not field("1941", "land").both
    assert field(game, "sea").leaves == "submerge"
    forces = group("3 infantry, 1 tank"), group("4 infantry")
    stay = outlook(ask.Suppose("land", *forces), game)
    gone = outlook(ask.Suppose("land", *forces, defender=Policy(retreat=Retreat(after_rounds=1))), game)
    assert stay.exact and stay.by_round
    assert gone.win > stay.win
    assert gone.defend_left["infantry"] > stay.defend_left["infantry"]


def test_a_mission_is_a_raid_with_company() -> None:
    historical = area("revised-historical").guide
    found = historical.reply(ask.Suppose("raid", group("2 bomber, 1 fighter"), group("1 fighter")))
    assert isinstance(found, ask.Raided)
    alone = historical.reply(ask.Suppose("raid", group("2 bomber"), ()))
    assert isinstance(alone, ask.Raided)
    assert (alone.damage, alone.lost) == pytest.approx((7, 0))
    assert found.damage <= alone.damage
    assert found.lost > 0


def test_a_raid_that_fighters_rise_to_meet() -> None:
    guide = area("global-1940").guide
    there = field("global-1940", "raid")
    assert [one.unit for one in there.attack][:2] == ["tactical_bomber", "strategic_bomber"]
    assert {"fighter", "aaa", "air_base"} < names(there.defend)
    assert "tactical_bomber" not in names(there.defend)
    bombers, met = group("2 strategic_bomber, 1 fighter"), group("2 fighter, 1 aaa, 1 air_base")
    found, alone = guide.reply(ask.Suppose("raid", bombers, met)), guide.reply(ask.Suppose("raid", bombers, ()))
    assert isinstance(found, ask.Raided)
    assert isinstance(alone, ask.Raided)
    assert (alone.damage, alone.lost) == pytest.approx((11, 0))
    assert found.damage < alone.damage
    assert found.lost > 0
    trained = guide.reply(ask.Suppose("raid", bombers, met, Policy(pilots=3), Policy(pilots=-3)))
    assert isinstance(trained, ask.Raided)
    assert trained.lost < found.lost


def test_what_is_too_large_is_sampled_and_says_how_sure_that_is() -> None:
    found = outlook(ask.Suppose("land", group("100 infantry, 100 tank"), group("100 infantry, 100 tank")))
    assert not found.exact
    assert found.low < found.win < found.high
    assert not found.by_round


def test_what_makes_no_sense_is_told() -> None:
    some = group("1 infantry")
    assert "at least one unit" in why_not(ask.Suppose("land", (), some))
    assert "at sea?" in why_not(ask.Suppose("land", group("1 battleship"), some))
    assert "no unit 'zeppelin'" in why_not(ask.Suppose("land", group("1 zeppelin"), some))
    assert "no unit 'goat'" in why_not(ask.Suppose("sea", group("1 transport~goat"), some))
    assert "no weapon 'laser'" in why_not(ask.Suppose("land", some, some, attacker_techs=("laser",)))
    assert "no bombing raids" in why_not(ask.Suppose("raid", group("1 bomber"), ()))
    assert "the maximum here is 200" in why_not(ask.Suppose("land", group("150 infantry, 150 tank"), some))
    large = ask.Suppose(
        "land", group("100 infantry, 100 tank"), group("200 infantry"), Policy(retreat=Retreat(best=True))
    )
    assert "too large" in why_not(large)
    assert "unknown order" in why_not(ask.Suppose("land", some, some, Policy(losses="alphabet"))).lower()


def test_numbers_out_of_all_proportion_are_not_even_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(
            b'{"ask":"suppose","scene":"land","attack":[{"unit":"tank","count":1000000}],"defend":[]}',
            type=ask.QueryAsked,
        )
