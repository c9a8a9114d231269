"""Bases and larger factories for money that is left over."""

from sandtable.area.actions import Order
from sandtable.area.parts.facilities import Upgrade
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.bases import Bases
from sandtable.bots.registry import NoBot, make
from tests.bots.planner.global_war import TABLE
from tests.bots.planner.positions import Units

SAFE: Units = {
    "New South Wales": {"anzac": "6 infantry, minor industrial complex"},
    "New Zealand": {"anzac": "2 infantry"},
}


def anzac(money: int, units: Units = SAFE) -> AreaState:
    position = Position(start_from="empty", turn="anzac", phase="purchase", treasury={"anzac": money}, units=units)
    return TABLE.state(position)


def bases(state: AreaState, power: str = "anzac") -> Bases:
    return Bases(TABLE.stance(state, power), TABLE.world.as_of(state), state, power)


def test_a_base_on_an_island_pays() -> None:
    site = bases(anzac(60)).wanted(20)
    assert site is not None
    assert TABLE.world.board.territories[site.space].island
    assert "3 IPCs a turn" in site.aim
    assert bases(anzac(60)).wanted(14) is None  # too little for one


def test_nobody_builds_where_the_enemy_can_land() -> None:
    state = TABLE.state(
        Position(
            start_from="empty",
            turn="uk",
            phase="purchase",
            control={"Crete": "uk"},
            units={
                "Malta": {"uk": "infantry"},
                "Sicily": {"italy": "6 infantry, 3 armor"},
                "Sea Zone 95": {"italy": "3 transports, battleship"},
            },
        )
    )
    assert any(site.space == "Ceylon" for site in bases(state, "uk").sites())
    assert all(site.space != "Malta" for site in bases(state, "uk").sites())


def test_a_fleet_makes_a_naval_base_worth_more() -> None:
    def worth(state: AreaState) -> float:
        sites = bases(state).sites()
        return next(one.worth for one in sites if (one.unit, one.space) == ("naval_base", "New Zealand"))

    fleet: Units = {**SAFE, "Sea Zone 63": {"anzac": "3 cruisers, 2 transports"}}
    assert worth(anzac(60, fleet)) > worth(anzac(60))


def test_a_factory_grows_when_there_is_more_money_than_room() -> None:
    home: Units = {
        "Central United States": {"usa": "2 infantry, minor industrial complex"},
        "Eastern United States": {"usa": "4 infantry, minor industrial complex"},
    }
    position = Position(start_from="empty", turn="usa", phase="purchase", treasury={"usa": 60}, units=home)
    state = TABLE.state(position)
    found = bases(state, "usa").larger(30, 0)
    assert found is not None and isinstance(found[0], Upgrade)
    assert found[0].territory in home
    assert bases(state, "usa").larger(30, 5) is None  # there is room
    assert bases(state, "usa").larger(10, 0) is None  # too little money


def test_the_bot_buys_and_places_a_base() -> None:
    state = anzac(60)
    bot = make("hard", TABLE.game, 1)
    assert not isinstance(bot, NoBot)
    while (decision := TABLE.game.pending(state)[0]).kind == "purchase":
        action = bot.choose(state, decision)
        if isinstance(action, Order):
            bases = [unit for unit in action.units if unit in ("air_base", "naval_base")]
            assert bases, action
        state = TABLE.after(state, decision.seat, action)
    start = {s: {p.unit for p, _ in pieces} for s, pieces in state.stacks.items()}
    while (decision := TABLE.game.pending(state)[0]).seat == "anzac" and state.turn.phases.get("anzac"):
        state = TABLE.after(state, decision.seat, bot.choose(state, decision))
    new = {s for s, pieces in state.stacks.items() if any(p.unit == bases[0] for p, _ in pieces)}
    new -= {s for s, units in start.items() if bases[0] in units}
    assert len(new) == 1 and TABLE.world.board.territories[new.pop()].island
