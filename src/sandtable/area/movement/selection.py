"""Selection: which pieces a player means by ``2 infantry``."""

from sandtable.area.actions import Pick
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.state import AreaState
from sandtable.area.status import own_at
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


def known_unit(world: World, unit: str) -> Refusal | None:
    """The refusal for a unit type that this game doesn't have."""
    if unit in world.units:
        return None
    if unit in world.game.absent:
        return Refusal(
            f"{world.game.prefix}.{world.game.absent[unit]}", f"This game has no {unit.replace('_', ' ')}."
        )
    return world.refuse("units.table", f"This game has no unit called {unit!r}.")


def select_pieces(world: World, state: AreaState, power: Power, space: str, pick: Pick) -> Stack | Refusal:
    """The pieces of ``power`` in ``space`` that a pick means, those with the most movement left first."""
    refusal = known_unit(world, pick.unit)
    if refusal:
        return refusal
    if space not in world.board.spaces:
        return world.refuse("board.spaces", f"There's no space called {space}.")
    if pick.count < 1:
        return world.refuse("board.spaces", "Name at least one unit.")
    fitting = [(p, n) for p, n in state.at(space) if p.power == power and _means(pick, p)]
    # Units that have landed don't move again, whatever range they have left.
    fitting.sort(
        key=lambda group: (group[0].landed, group[0].moved, group[0].used - group[0].extra, len(group[0].cargo))
    )
    chosen: list[tuple[Piece, int]] = []
    wanted = pick.count
    for piece, count in fitting:
        if wanted:
            chosen.append((piece, min(count, wanted)))
            wanted -= min(count, wanted)
    if not wanted:
        return tuple(chosen)
    return _missing(world, state, power, space, pick)


def _means(pick: Pick, piece: Piece) -> bool:
    return (
        piece.unit == pick.unit
        and (pick.cargo is None or tuple(sorted(p.unit for p in piece.cargo)) == tuple(sorted(pick.cargo)))
        and (pick.used is None or piece.used == pick.used)
    )


def _missing(world: World, state: AreaState, power: Power, space: str, pick: Pick) -> Refusal:
    name = world.units[pick.unit].plural
    others = [p for p, _ in state.at(space) if p.unit == pick.unit and p.power != power]
    if others and not any(p.power == power and p.unit == pick.unit for p, _ in state.at(space)):
        owner = world.powers[others[0].power].adjective
        return world.refuse(
            "players.own-units", f"The {name} in {space} are {owner}: only their owner can move them."
        )
    if world.units[pick.unit].can("carrier-landing") and any(
        p.moved and world.type(p).takes((pick.unit,)) for p, _ in own_at(state, power, space)
    ):
        return world.refuse(
            "carrier.launch-position",
            f"The carrier that moved to {space} took no {name} along. They start where it was.",
        )
    if state.bought.get(power, {}).get(pick.unit):
        return world.refuse(
            "purchase.mobilization-zone",
            f"{capital(name)} that you bought aren't on the board yet: {space} doesn't have {pick.count}.",
        )
    has = (
        f"has no such {world.units[pick.unit].name}"
        if pick.count == 1
        else f"doesn't have {pick.count} such {name}"
    )
    return world.refuse("board.spaces", f"{world.the(power)} {has} in {space}.")


def aboard_partner(
    world: World, state: AreaState, power: Power, space: str, pick: Pick
) -> tuple[Piece, Piece] | Refusal:
    """A guest air unit and the partner's carrier it takes off from; land units disembark by another order."""
    refusal = known_unit(world, pick.unit)
    if refusal:
        return refusal
    for ship, _ in state.at(space) if world.units[pick.unit].kind == "air" else ():
        if ship.power == pick.aboard and ship.power != power:
            for guest in ship.cargo:
                if guest.power == power and guest.unit == pick.unit:
                    if world.deck_closed(ship):
                        return world.refuse(
                            "carrier.deck-damaged", f"Planes can't take off from the damaged {ship.unit}."
                        )
                    return ship, guest
    return world.refuse(
        "board.spaces",
        f"{world.the(power)} has no {world.units[pick.unit].name} aboard such a ship in {space}.",
    )
