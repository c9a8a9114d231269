"""The shop: what can be bought, and how much of it the factories can take."""

from sandtable.area import program, repairs
from sandtable.area.factories import UNLIMITED, capacity, eligible, has_factory, levy_limit, levy_place
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.phases.develop import dice_to_give
from sandtable.area.phases.purchase import budget, not_for_sale
from sandtable.area.research import missing, most_dice
from sandtable.area.state import AreaState
from sandtable.area.techs import ResearchInfo, techs_of
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
    return ShopAnswer(
        money,
        wares,
        limits,
        total,
        order,
        _research(world, state, seat),
        tuple(repairs.offers(world, state, seat)),
        _scorchable(world, state, seat),
        levied(world),
        levy_limits(world, state, seat),
    )


def factory_limits(world: World, state: AreaState, seat: Power) -> tuple[FactoryLimit, ...]:
    """The factories that a power can use this turn."""
    found = []
    for space in world.board.territories:
        if eligible(world, state, seat, space):
            bombed = state.damage[space].production if space in state.damage else 0
            limit = max(0, capacity(world, seat, space) - bombed)
            used = state.turn.charged.get(space, 0)
            found.append(FactoryLimit(space, ANY_NUMBER if limit > UNLIMITED // 2 else limit, used))
    return tuple(found)


def levied(world: World) -> tuple[str, ...]:
    """The units that need no factory."""
    levies = world.game.conduct.levies
    return () if levies is None else levies.units


def levy_limits(world: World, state: AreaState, seat: Power) -> tuple[FactoryLimit, ...]:
    """Where a power can raise units without a factory this turn, and how many."""
    return tuple(
        FactoryLimit(space, limit, state.turn.raised.get(space, 0))
        for space in world.board.territories
        if levy_place(world, state, seat, space) and (limit := levy_limit(world, seat, space))
    )


def _scorchable(world: World, state: AreaState, seat: Power) -> tuple[str, ...]:
    if not world.game.conduct.scorched_earth:
        return ()
    held = (space for space, holder in state.control.items() if holder == seat)
    return tuple(space for space in held if has_factory(world, state, space))


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
        *_program(world, state, seat, info),
    )


def _program(
    world: World, state: AreaState, seat: Power, info: ResearchInfo
) -> tuple[dict[str, int] | None, tuple[str, ...], int, dict[str, int], int, int]:
    """What is known of dice that are bought for named developments, where a game has those."""
    if not info.directed:
        return None, (), 0, {}, 0, 0
    boxes = program.boxes_on(world, state)
    lost = program.capital_lost_at_start(world, state, seat)
    left = () if lost else ("",) if boxes is not None else missing(world, state, seat)
    steps = dict(state.boxes.get(seat, {}))
    return (
        dict(state.dice.get(seat, {})),
        left,
        dice_to_give(world, state, seat),
        steps,
        boxes.needed if boxes else 0,
        boxes.success if boxes else 0,
    )
