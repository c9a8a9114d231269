"""The shop: what can be bought, and how much the factories can produce."""

from msgspec.structs import replace

from sandtable.area.factories import UNLIMITED, capacity, eligible, factory_damage, has_factory
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.directed_research import DirectedResearch, bought, boxes_of, capital_lost_at_start
from sandtable.area.parts.levies import RAISED, Levies
from sandtable.area.parts.politics import Politics, bounds
from sandtable.area.parts.repairs import Repair, Repairs
from sandtable.area.parts.research import ResearchPart
from sandtable.area.parts.scorched_earth import ScorchedEarth
from sandtable.area.phases.purchase import budget, not_for_sale
from sandtable.area.state import AreaState
from sandtable.area.status import undeveloped
from sandtable.area.techs import techs_of
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.facilities import works_of
from sandtable.guides.area.questions import FactoryLimit, ResearchOffer, ShopAnswer, Ware

ANY_NUMBER = -1


def shop(game: AreaGame, state: AreaState, seat: Power | None) -> ShopAnswer | Refusal:
    """Prices, money, limits and the current order of a seat."""
    world = game.world.as_of(state)
    if seat is None:
        return world.refuse("players.one-power-at-a-time", "Only a power can buy units.")
    money = budget(world, state, seat)
    prices = {unit: world.unit(seat, unit).cost for unit in world.units if _for_sale(world, state, seat, unit)}
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
        _repairs(world, state, seat),
        _scorchable(world, state, seat),
        levied(world),
        levy_limits(world, state, seat),
        works_of(game, state, seat),
        _purse(world, state, seat),
    )


def _for_sale(world: World, state: AreaState, seat: Power, unit: str) -> bool:
    if not_for_sale(world, state, unit) is not None:
        return False
    return all(part.sells(world, state, seat, unit) is None for part in world.parts.sells)


def _purse(world: World, state: AreaState, seat: Power) -> int:
    """What a neutral power may spend on combat units."""
    politics = Politics.of(world)
    if politics is None or seat not in world.neutral_powers:
        return ANY_NUMBER
    return bounds.purse(world, state, seat) // politics.settings.spending


def factory_limits(world: World, state: AreaState, seat: Power) -> tuple[FactoryLimit, ...]:
    """The factories that a power can use this turn."""
    found = []
    for space in world.board.territories:
        if eligible(world, state, seat, space):
            limit = max(0, capacity(world, state, seat, space) - factory_damage(world, state, space))
            used = state.turn.charged.get(space, 0)
            found.append(FactoryLimit(space, ANY_NUMBER if limit > UNLIMITED // 2 else limit, used))
    return tuple(found)


def levied(world: World) -> tuple[str, ...]:
    """The units that need no factory."""
    levies = Levies.of(world)
    return () if levies is None else levies.settings.units


def levy_limits(world: World, state: AreaState, seat: Power) -> tuple[FactoryLimit, ...]:
    """Where a power can raise units without a factory this turn, and how many."""
    levies = Levies.of(world)
    if levies is None:
        return ()
    return tuple(
        FactoryLimit(space, limit, RAISED.of(state).units.get(space, 0))
        for space in world.board.territories
        if levies.open_to(world, state, seat, space) and (limit := levies.limit(world, seat, space))
    )


def _repairs(world: World, state: AreaState, seat: Power) -> tuple[Repair, ...]:
    part = Repairs.of(world)
    orders = part.offers(world, state, seat, seat) if part is not None else ()
    return tuple(order for order in orders if isinstance(order, Repair))


def _scorchable(world: World, state: AreaState, seat: Power) -> tuple[str, ...]:
    if ScorchedEarth.of(world) is None:
        return ()
    held = (space for space, holder in state.control.items() if holder == seat)
    return tuple(space for space in held if has_factory(world, state, space))


def _research(world: World, state: AreaState, seat: Power) -> ResearchOffer | None:
    at_once, directed = ResearchPart.of(world), DirectedResearch.of(world)
    part = at_once or directed
    if part is None:
        return None
    techs = world.tech_table
    offer = ResearchOffer(
        part.settings.die,
        at_once.most_dice(world, state, seat) if at_once else 0,
        part.settings.success,
        tuple(techs[tech].name for tech in techs_of(state.techs, seat)),
        tuple((techs[tech].name, techs[tech].text) for tech in undeveloped(world, state, seat)),
        {tech: one.name for tech, one in techs.items()},
    )
    return _with_program(world, state, seat, directed, offer) if directed else offer


def _with_program(
    world: World, state: AreaState, seat: Power, part: DirectedResearch, offer: ResearchOffer
) -> ResearchOffer:
    """The offer, with the dice bought for named developments."""
    boxes = part.boxes_on(state)
    lost = capital_lost_at_start(world, state, seat)
    return replace(
        offer,
        program=dict(bought(state, seat)),
        open=() if lost else ("",) if boxes is not None else undeveloped(world, state, seat),
        to_give=part.dice_to_give(world, state, seat),
        boxes=dict(boxes_of(state, seat)),
        needed=boxes.needed if boxes else 0,
        step=boxes.success if boxes else 0,
    )
