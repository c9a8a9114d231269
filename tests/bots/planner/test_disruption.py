"""Convoys: what ships take where they stand, and that they go there."""

from sandtable.area.actions import Move
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.disruption import Disruption
from sandtable.bots.registry import NoBot, make
from tests.bots.planner.global_war import TABLE
from tests.bots.planner.positions import Units

GERMANY, ITALY = TABLE.terrain.power["germany"], TABLE.terrain.power["italy"]


def disruption(enemies: list[int]) -> Disruption:
    state = TABLE.state(Position(start_from="empty"))
    return Disruption(TABLE.world, TABLE.field(state), enemies)


def test_a_fleet_takes_what_its_dice_show_and_no_more_than_there_is() -> None:
    judge, zone = disruption([TABLE.terrain.power["uk"]]), TABLE.at("Sea Zone 119")
    value = sum(judge.zones[zone])
    assert judge.takes(zone, TABLE.force(submarine=1)) == 2.0  # two dice, of which 1, 2 and 3 count
    assert judge.takes(zone, TABLE.force(destroyer=1)) == 1.0
    assert judge.takes(zone, TABLE.force(submarine=20)) == value
    assert judge.takes(zone, TABLE.force(transport=5)) == 0.0
    assert judge.more(zone, TABLE.force(submarine=20), TABLE.unit("submarine")) == 0.0


def test_only_enemies_have_something_to_lose_and_only_in_convoy_zones() -> None:
    judge = disruption([GERMANY, ITALY])
    assert TABLE.at("Sea Zone 119") not in judge.zones  # British coasts only
    assert TABLE.at("Sea Zone 97") in judge.zones  # the Italian coast
    assert TABLE.at("Sea Zone 111") not in judge.zones


def sailed(units: Units) -> dict[str, str]:
    """Where a German bot sends its ships, and why."""
    position = Position(start_from="empty", turn="germany", phase="noncombat-move", units=units)
    state: AreaState = TABLE.state(position)
    bot = make("hard", TABLE.game, 1)
    assert not isinstance(bot, NoBot)
    found = {}
    while (decision := TABLE.game.pending(state)[0]).kind == "noncombat-move":
        action = bot.choose(state, decision)
        reason = bot.why()
        if isinstance(action, Move) and reason is not None:
            found[action.path[-1]] = f"{reason.aim}: {reason.odds}"
        state = TABLE.after(state, decision.seat, action)
    return found


def test_submarines_go_where_they_take_money() -> None:
    home: Units = {
        "Germany": {"germany": "6 infantry"},
        "United Kingdom": {"uk": "6 infantry"},
    }
    found = sailed({**home, "Sea Zone 111": {"germany": "2 submarines"}})
    zones = {TABLE.terrain.names[zone] for zone in disruption([TABLE.terrain.power["uk"]]).zones}
    assert any(zone in zones and why.startswith("disrupt convoys") for zone, why in found.items()), found


def test_nobody_goes_to_a_convoy_under_the_guns_of_a_fleet() -> None:
    found = sailed(
        {
            "Germany": {"germany": "6 infantry"},
            "United Kingdom": {"uk": "6 infantry, 4 fighters, 3 tactical bombers"},
            "Sea Zone 111": {"germany": "cruiser"},
            "Sea Zone 110": {"uk": "3 battleships, 3 destroyers, 2 cruisers"},
        }
    )
    assert not any(why.startswith("disrupt convoys") for why in found.values()), found
