"""Supply of a whole side, and of one place with its route or what blocks it."""

from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed, sentence, the
from sandtable.guides.hexes import questions as ask
from sandtable.hexes.state import HexState, Place
from sandtable.hexes.story import places
from sandtable.hexes.supply import Shortage, shortage
from sandtable.hexes.supplying import position_of, supply_of, traced
from sandtable.hexes.world import World


def supply_now(world: World, state: HexState, question: ask.Supply) -> ask.SupplyAnswer | Refusal:
    """The supply of every place of a side."""
    side = question.side
    if side not in world.order:
        return world.refuse("setup.sides", f"{side!r} has no part in this scenario.")
    supply, number = supply_of(world, state, side), world.board.number

    def sorted_places(found: frozenset[Place]) -> tuple[Place, ...]:
        return tuple(sorted(found, key=lambda place: number[place]))

    return ask.SupplyAnswer(
        side,
        sorted_places(supply.at("full")),
        sorted_places(supply.at("defence")),
        sorted_places(supply.at("none")),
    )


def line_of(world: World, state: HexState, question: ask.Line) -> ask.LineAnswer | Refusal:
    """How one place is supplied, or why it isn't."""
    place = question.place
    side = state.control.get(place)
    absent = world.out_of_play(place)
    if absent is not None:
        return absent
    if side is None:
        return Refusal(world.full_id(world.facts.neutrals), f"{world.title(place)} is neutral.")
    position = position_of(world, state, side)
    supply = traced(world, position)
    level, route = supply.of(place), supply.route(place)
    lack = shortage(world.board, world.waters, world.tables.terrain, position, supply, place)
    text = _supplied(world, route) if lack is None else _lacking(world, lack, route)
    if lack is None:
        return ask.LineAnswer(place, side, level, sentence(text), route)
    return ask.LineAnswer(place, side, level, sentence(text), route, lack.pocket, lack.held, lack.rough)


def _supplied(world: World, route: tuple[Place, ...]) -> str:
    if len(route) == 1:
        return f"{world.title(route[0])} is a source of full supply"
    return f"full supply from {world.title(route[-1])}, {len(route) - 1} places away"


def _lacking(world: World, lack: Shortage, route: tuple[Place, ...]) -> str:
    """What a place lacks, and what is in the way."""
    text = f"defence supply only, from {world.title(route[-1])}" if route else "no supply"
    many = len(lack.pocket)
    text += (
        f"; it can trace through {many} friendly places" if many > 1 else "; no friendly place leads on from it"
    )
    if lack.rough:
        text += f"; no road leads on through {places(world, lack.rough, 4)}"
    if lack.seas:
        text += f"; {listed(the(sea) for sea in lack.seas)} cannot be used"
    if lack.unserved:
        text += f"; no shipping route serves {places(world, lack.unserved, 4)}"
    return text
