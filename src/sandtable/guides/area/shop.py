"""The shop: what can be bought, and how much of it the factories can take."""

from sandtable.area.factories import UNLIMITED, capacity, eligible
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.phases.purchase import budget, not_for_sale
from sandtable.area.research import missing, most_dice
from sandtable.area.state import AreaState
from sandtable.area.techs import techs_of
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import FactoryLimit, ResearchOffer, ShopAnswer, Ware

ANY_NUMBER = -1


def shop(game: AreaGame, state: AreaState, seat: Power | None) -> ShopAnswer | Refusal:
    """Prices, money and limits for a seat; the order as it stands."""
    world = game.world.developed(state.techs)
    if seat is None:
        return world.refuse("players.one-power-at-a-time", "Only a power can go shopping.")
    money = budget(world, state, seat)
    prices = {
        unit: world.unit(seat, unit).cost for unit in world.units if not_for_sale(world, state, unit) is None
    }
    wares = tuple(Ware(unit, cost, money // cost if cost else 0) for unit, cost in prices.items())
    limits = factory_limits(world, state, seat)
    total = ANY_NUMBER if any(f.limit == ANY_NUMBER for f in limits) else sum(f.limit for f in limits)
    order = dict(state.bought.get(seat, {}))
    return ShopAnswer(money, wares, limits, total, order, _research(world, state, seat))


def factory_limits(world: World, state: AreaState, seat: Power) -> tuple[FactoryLimit, ...]:
    """The factories that a power can use this turn."""
    found = []
    for space in world.board.territories:
        if eligible(world, state, seat, space):
            limit = capacity(world, seat, space)
            used = state.turn.charged.get(space, 0)
            found.append(FactoryLimit(space, ANY_NUMBER if limit == UNLIMITED else limit, used))
    return tuple(found)


def _research(world: World, state: AreaState, seat: Power) -> ResearchOffer | None:
    info = world.game.research
    if info is None:
        return None
    return ResearchOffer(
        info.die,
        most_dice(world, state, seat),
        info.success,
        tuple(info.techs[tech].name for tech in techs_of(state.techs, seat)),
        tuple((info.techs[tech].name, info.techs[tech].text) for tech in missing(world, state, seat)),
        {tech: one.name for tech, one in info.techs.items()},
    )
