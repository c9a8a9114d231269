"""A power's facilities during purchase: repairs, upgrades and construction."""

from sandtable.area.actions import Action
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, Power
from sandtable.area.parts.facilities import UPGRADES, Facilities, Facility, Restore, Upgrade
from sandtable.area.state import AreaState
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import FacilityWork, No


def works_of(game: AreaGame, state: AreaState, seat: Power) -> tuple[FacilityWork, ...]:
    """What the seat can repair or upgrade, and what it is building."""
    part = Facilities.of(game.world)
    if part is None:
        return ()
    found = [
        _works(game, state, seat, part, space, piece, kind)
        for space, holder in sorted(state.control.items())
        if holder == seat
        for piece, kind in part.at(state, space)
    ]
    return tuple(
        one for one in found if one.damage or one.chips or one.ordered or (one.larger and not one.no_upgrade)
    )


def _works(
    game: AreaGame, state: AreaState, seat: Power, part: Facilities, space: str, piece: Piece, kind: Facility
) -> FacilityWork:
    price = part.settings.point
    points = min(piece.damage, state.treasury[seat] // price) if price else piece.damage
    repair = _refusal(game, state, seat, Restore(max(1, points), piece.unit, space)) if piece.damage else None
    larger = _refusal(game, state, seat, Upgrade(piece.unit, space)) if kind.upgrade else None
    return FacilityWork(
        space,
        piece.unit,
        piece.damage,
        price,
        0 if repair else points,
        repair,
        kind.upgrade,
        kind.upgrade_cost,
        larger,
        ordered=bool(kind.upgrade) and space in UPGRADES.of(state).territories,
        chips=piece.chips,
    )


def _refusal(game: AreaGame, state: AreaState, seat: Power, action: Action) -> No | None:
    refusal = game.check(state, seat, action)
    return No(refusal.rule, refusal.why) if isinstance(refusal, Refusal) else None
