"""Raids in an air war: when they are flown, with which escorts, and what both sides decide in them."""

from sandtable.area.actions import Done, Pick, Raid
from sandtable.area.parts.air_war import AirWar
from sandtable.area.parts.air_war.actions import Patrol, Strafe, Target
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.raiding import AirRaids, missions_of, reason_for
from sandtable.bots.planner.raiding import Raid as Raiding
from tests.bots.planner.global_war import TABLE, answer, asked, germans_move
from tests.bots.planner.positions import Units


def british(units: Units) -> tuple[AirRaids, AreaState]:
    """What the British think of raids."""
    state = TABLE.state(Position(start_from="empty", turn="uk", phase="combat-move", units=units))
    war = AirWar.of(TABLE.world)
    assert war is not None
    return AirRaids(war, TABLE.world.as_of(state), state, "uk"), state


def raid_on(target: str, units: Units) -> Raiding | None:
    """The best raid against a territory, if one is worth flying."""
    judge, state = british(units)
    offensive = TABLE.offensive(state, "uk")
    found = judge.raids_on(offensive, TABLE.at(target), offensive.stock)
    return max(found, key=lambda raid: raid.value, default=None)


def test_what_a_raid_does_on_average() -> None:
    judge, _ = british(
        {
            "Western Germany": {"germany": "8 infantry, major industrial complex"},
            "Germany": {"germany": "infantry, major industrial complex(damaged 19)"},
            "Northern Italy": {"italy": "infantry, aaa, minor industrial complex"},
        }
    )
    bombers = {"strategic_bomber": 2}
    assert judge.forecast("Western Germany", bombers, {}).damage == 11.0  # two dice and 2 for each
    assert judge.forecast("Germany", bombers, {}).damage == 1.0  # it takes no more
    assert 3.9 < judge.forecast("Northern Italy", bombers, {}).lost < 4.1  # a third of a bomber


def test_bombers_alone_keep_away_from_fighters_and_go_with_escorts() -> None:
    guarded: Units = {
        "Western Germany": {"germany": "8 infantry, 2 fighters, major industrial complex"},
    }
    assert raid_on("Western Germany", {**guarded, "United Kingdom": {"uk": "strategic bomber"}}) is None
    raid = raid_on("Western Germany", {**guarded, "United Kingdom": {"uk": "3 strategic bombers, 6 fighters"}})
    assert raid is not None and sum(n for _, n in raid.escorts) > 0
    assert [TABLE.terrain.roster.names[one.key[1]] for one in missions_of(raid)] == ["strategic_bomber", "fighter"]
    reason = reason_for(raid, "Western Germany")
    assert "escort" in reason.aim and reason.odds == f"{raid.damage:.1f} damage for {raid.lost:.1f} lost"


def test_the_bot_orders_the_raid() -> None:
    position = Position(
        start_from="empty",
        turn="uk",
        phase="combat-move",
        units={
            "United Kingdom": {"uk": "2 strategic bombers, 4 infantry"},
            "Western Germany": {"germany": "12 infantry, major industrial complex"},
        },
    )
    action, reason = answer(TABLE.state(position))
    assert isinstance(action, Raid)
    assert action.path[-1] == "Western Germany" and action.units[0].count == 2
    assert reason.aim == "bomb Western Germany with 2 bombers"


def raided(bombers: int, fighters: int, defenders: str) -> AreaState:
    """German raiders are over France."""
    units = [Pick("strategic_bomber", bombers), *([Pick("fighter", fighters)] if fighters else ())]
    wing = f"{bombers} strategic bombers, {fighters} fighters" if fighters else f"{bombers} strategic bombers"
    return germans_move(
        {"Western Germany": {"germany": wing}, "France": {"france": defenders}},
        Raid(units=tuple(units), path=("Western Germany", "France")),
    )


def test_fighters_rise_against_bombers_and_not_against_a_great_escort() -> None:
    action, reason = answer(asked(raided(2, 0, "4 fighters, major industrial complex"), "patrol"))
    assert isinstance(action, Patrol) and len(action.units) == 4
    assert "rise over France" in reason.aim
    action, _ = answer(asked(raided(1, 9, "fighter, major industrial complex"), "patrol"))
    assert isinstance(action, Done)


def test_bombs_fall_where_they_do_most_damage() -> None:
    state = raided(2, 0, "infantry, major industrial complex(damaged 18), air base")
    action, reason = answer(asked(state, "target"))
    assert isinstance(action, Target) and action.facility == "air_base"
    assert reason.odds == "5.5 damage expected"


def test_escorts_strafe_where_no_guns_are() -> None:
    state = asked(raided(1, 3, "2 tactical bombers, major industrial complex"), "strafe")
    assert answer(state)[0] == Strafe(3)
    state = asked(raided(1, 3, "fighter, 2 aaa, major industrial complex"), "strafe")
    assert answer(state)[0] == Strafe(0)
