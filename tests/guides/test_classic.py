"""What only some games have: raids, guns on the way, neutrals that can be violated, research, withdrawals."""

from sandtable.area.actions import AreaAction, Assault, Casualties, Done, Move, Raid, Withdraw
from sandtable.area.family import AreaGame
from sandtable.area.parts.guns import OVERFLIGHT
from sandtable.area.parts.research import Research
from sandtable.area.parts.rockets import Rocket
from sandtable.area.state import AreaState
from sandtable.core.dice import ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import area
from sandtable.guides.area.questions import (
    Contests,
    ContestsAnswer,
    Shop,
    ShopAnswer,
    StandingOrders,
    Strip,
    StripAnswer,
    Way,
)
from tests.guides.asking import Units, ask_reach, given, picks, position, ways

GAME: AreaGame = area("classic")
UK, CHANNEL, BALTIC = "United Kingdom", "English Channel Sea Zone", "Baltic Sea Zone"


def at(turn: str, phase: str, units: Units) -> AreaState:
    return position(turn, phase, units, GAME)


def to(state: AreaState, seat: str, start: str, units: str, there: str) -> tuple[Way, ...]:
    return ways(ask_reach(state, seat, start, units, game=GAME), there)


def test_bombers_fight_or_raid() -> None:
    state = at("uk", "combat-move", {UK: {"uk": "2 bomber"}, "Germany": {"germany": "infantry"}})
    fight, raid = to(state, "uk", UK, "2 bomber", "Germany")
    assert isinstance(fight.orders[0], Move)
    assert raid.text == "strategic bombing raid"
    assert isinstance(raid.orders[0], Raid)
    after = given(state, "uk", *raid.orders, game=GAME)
    assert all(piece.raiding for piece, _ in after.at("Germany") if piece.power == "uk")
    assert UK in raid.landing


def test_fighters_do_not_raid() -> None:
    state = at("uk", "combat-move", {UK: {"uk": "bomber, fighter"}, "Germany": {"germany": "infantry"}})
    assert not any(
        isinstance(order, Raid)
        for way in to(state, "uk", UK, "bomber, fighter", "Germany")
        for order in way.orders
    )


def test_a_way_tells_of_guns_that_fire_on_it() -> None:
    planes: Units = {UK: {"uk": "bomber"}, "Ukraine S.S.R.": {"germany": "infantry"}}
    guns: Units = {
        space: {"germany": "antiaircraft_gun"} for space in ("Western Europe", "Germany", "Eastern Europe")
    }
    state = at("uk", "combat-move", {**planes, **guns, "Karelia S.S.R.": {"ussr": "infantry"}})
    safe = to(state, "uk", UK, "bomber", "Ukraine S.S.R.")[0]
    assert safe.text == ""  # by the Baltic and Karelia, as long as that is no farther
    over = ways(ask_reach(state, "uk", UK, "bomber", via=("Germany",), game=GAME), "Ukraine S.S.R.")[0]
    assert "guns fire over" in over.text
    assert "Germany" in over.text


def test_a_way_tells_what_it_costs_to_violate_a_neutral() -> None:
    state = at("germany", "combat-move", {"Western Europe": {"germany": "2 infantry"}})
    (way,) = to(state, "germany", "Western Europe", "2 infantry", "Spain")
    assert way.text == "violates Spain for 3 IPCs"
    after = given(state, "germany", *way.orders, game=GAME)
    assert after.treasury["germany"] == state.treasury["germany"] - 3


def test_guns_shoot_planes_down_and_standing_orders_say_whom() -> None:
    karelia, eastern = "Karelia S.S.R.", "Eastern Europe"
    state = at(
        "ussr",
        "combat-move",
        {
            karelia: {"ussr": "bomber, fighter"},
            eastern: {"germany": "antiaircraft_gun"},
            "Germany": {"germany": "infantry"},
        },
    )
    order = Move(picks("bomber, fighter", GAME), (karelia, eastern, "Germany"))
    flown = given(state, "ussr", order, game=GAME, dice=ScriptedDice([1, 6]))
    assert OVERFLIGHT.of(flown).planes
    lost = GAME.guide.standing(flown, "ussr", StandingOrders())
    assert lost == Casualties()
    assert GAME.check(flown, "ussr", lost) is None


def test_actions_of_parts_have_words() -> None:
    opening = GAME.start(Setup())
    assert not isinstance(opening, Refusal)
    assert GAME.guide.word(opening, "uk", Research(2)) == "Roll 2 dice for research"
    shot = Rocket("Germany", "United Kingdom")
    assert GAME.guide.word(opening, "germany", shot) == "Fire a rocket from Germany at United Kingdom"


def test_the_shop_sells_research() -> None:
    opening = GAME.start(Setup())
    assert not isinstance(opening, Refusal)
    answer = GAME.guide.answer(opening, "ussr", Shop())
    assert isinstance(answer, ShopAnswer)
    assert answer.research is not None
    assert (answer.research.die, answer.research.most, answer.research.owned) == (5, 24 // 5, ())
    assert len(answer.research.missing) == 6
    assert answer.research.names["heavy-bombers"] == "Heavy Bombers"
    assert answer.capacity == -1  # original factories take any number
    assert "industrial_complex" in {ware.unit for ware in answer.wares}


def at_sea(defend: str) -> AreaState:
    """British submarines have fought a round in the Baltic."""
    state = at("uk", "combat-move", {CHANNEL: {"uk": "2 submarine, battleship"}, BALTIC: {"germany": defend}})
    return given(state, "uk", Move(picks("2 submarine, battleship", GAME), (CHANNEL, BALTIC)), game=GAME)


def test_submarines_withdraw_by_the_strip_and_by_orders() -> None:
    dice = ScriptedDice([6, 6, 6, 6, 6])
    state = given(at_sea("2 battleship"), "uk", Done(), game=GAME, dice=dice)
    shown = GAME.guide.answer(state, "uk", Strip())
    assert isinstance(shown, StripAnswer)
    assert (shown.may_withdraw, shown.withdrawals) == (2, (CHANNEL,))

    def told(orders: StandingOrders) -> AreaAction | None:
        return GAME.guide.standing(state, "uk", orders)

    assert told(StandingOrders()) == Withdraw(0)
    assert told(StandingOrders(submerge="always")) == Withdraw(2, CHANNEL)


def test_contests_count_guns_and_battleships() -> None:
    def win(units: Units) -> float:
        state = at("uk", "combat-move", {**units, "Western Europe": {"germany": "2 infantry"}})
        (way, *_) = to(state, "uk", CHANNEL, "transport", "Western Europe")
        after = given(state, "uk", *way.orders, game=GAME)
        answer = GAME.guide.answer(after, None, Contests())
        assert isinstance(answer, ContestsAnswer)
        (battle,) = answer.battles
        assert battle.exact
        return battle.win

    alone = win({CHANNEL: {"uk": "transport[2 infantry]"}})
    supported = win({CHANNEL: {"uk": "transport[2 infantry], battleship"}})
    assert supported > alone


def test_a_landing_goes_ahead_by_standing_orders() -> None:
    state = at(
        "uk",
        "combat-move",
        {
            CHANNEL: {"uk": "transport[2 infantry], battleship"},
            BALTIC: {"germany": "transport"},
            "Germany": {"germany": "infantry"},
        },
    )
    (way, *_) = to(state, "uk", CHANNEL, "transport, battleship", "Germany")
    state = given(state, "uk", *way.orders, Done(), game=GAME, dice=ScriptedDice([1, 6]))
    assert GAME.pending(state)[0].kind == "landing"
    assert GAME.guide.standing(state, "uk", StandingOrders()) == Assault(go=True)
    assert GAME.guide.standing(state, "uk", StandingOrders(fights=False)) is None
