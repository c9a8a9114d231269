"""War and peace for a planner: who is an enemy, who may become one, what neutral powers may spend, and goals."""

from msgspec.structs import replace

from sandtable.area.actions import Order
from sandtable.area.relations import with_relation
from sandtable.area.state import AreaState
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.goals import objectives, victory_cities
from sandtable.bots.planner.politics import may_declare, rivals_of, spending
from sandtable.bots.planner.shopping import Shopping, Site
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import terrain_of
from sandtable.bots.registry import NoBot, make
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import area
from tests.bots.planner.positions import HARD

GAME = area("global-1940")
TERRAIN = terrain_of(GAME.world)


def opening() -> AreaState:
    state = GAME.start(Setup())
    assert not isinstance(state, Refusal)
    return state


def test_those_at_peace_with_us_are_left_out() -> None:
    state = opening()
    field = Field.of(TERRAIN, state, "germany")
    moscow = TERRAIN.index["Russia"]
    assert TERRAIN.power["ussr"] in field.idle
    assert field.control[moscow] < 0
    assert field.whole is not None and field.whole.control[moscow] == TERRAIN.power["ussr"]
    at_war = replace(state, relations=with_relation(state.relations, "germany", "ussr", "war"))
    assert Field.of(TERRAIN, at_war, "germany").control[moscow] == TERRAIN.power["ussr"]


def test_who_may_declare_war_is_a_rival() -> None:
    state = opening()
    world = GAME.world.as_of(state)
    assert may_declare(world, state, "germany", "ussr")
    assert not may_declare(world, state, "ussr", "germany")  # not before its fourth turn
    assert TERRAIN.power["germany"] in rivals_of(TERRAIN, state, "ussr")


def test_a_neutral_power_spends_half() -> None:
    state = opening()
    world = GAME.world.as_of(state)
    assert spending(world, state, "usa", 52) == 26
    assert spending(world, state, "germany", 30) == 30


def test_goals_are_read_from_the_requirements() -> None:
    state = opening()
    world = GAME.world.as_of(state)
    cities = victory_cities(world, state, world.game.victory[0].when, 20.0)
    assert "Volgograd" in cities and "India" not in cities
    assert objectives(world, state, "germany", 5.0)["Egypt"] > 0
    assert "Caucasus" not in objectives(world, state, "germany", 5.0)  # at peace with its owner


def test_the_first_purchase_is_legal_for_every_power() -> None:
    """A neutral power's too, which may spend only half."""
    state = opening()
    bot = make("easy", GAME, 1)
    assert not isinstance(bot, NoBot)
    first = next(iter(state.turn.phases))
    action = bot.choose(state, Decision(first, "purchase"))
    while not isinstance(action, Order):
        for event in GAME.decide(state, first, action, SeededDice.from_seed(1)):
            state = GAME.evolve(state, event)
        action = bot.choose(state, Decision(first, "purchase"))
    assert GAME.check(state, first, action) is None
    assert action.units


def test_a_power_at_war_elsewhere_buys_what_can_enter_the_quiet_map() -> None:
    state = opening()
    state = replace(state, relations=with_relation(state.relations, "ussr", "japan", "war"))
    world, money = GAME.world.as_of(state), state.treasury["ussr"]
    assert "ussr" not in world.neutral_powers
    assert spending(world, state, "ussr", money) == money // 2
    both = replace(state, relations=with_relation(state.relations, "ussr", "germany", "war"))
    assert spending(GAME.world.as_of(both), both, "ussr", money) == money


def test_troops_walk_where_no_ship_leads() -> None:
    state = opening()
    state = replace(state, relations=with_relation(state.relations, "ussr", "japan", "war"))
    field, duels = Field.of(TERRAIN, state, "ussr"), Duels(GAME.world, TERRAIN.roster)
    stance = Stance(TERRAIN, field, "ussr", duels, HARD, {}, TERRAIN.index["Japan"])
    sites = [Site(TERRAIN.index["Novgorod"], 3)]
    shopping = Shopping(stance, field, sites, list(range(TERRAIN.roster.count)))
    bought = [TERRAIN.roster.names[unit] for unit, _ in shopping.order(30)]
    assert bought and "transport" not in bought
    assert not shopping.overseas(TERRAIN.index["Novgorod"])
