"""Capture and liberation: who holds a territory after it is taken, and what goes with it."""

from typing import Literal

from sandtable.area.events import ControlChanged, PrizesTaken, TreasurySeized
from sandtable.area.forces import Power, where
from sandtable.area.status import capital, capital_lost
from sandtable.area.unfold import Unfolding


def take(run: Unfolding, power: Power, space: str, how: Literal["capture", "blitz"] = "capture") -> None:
    """``power`` takes a hostile territory: it keeps it, or liberates it for a partner."""
    world = run.world
    before = run.state.control[space]
    owner = world.board.territories[space].owner
    capital_of = next((p for p in world.order if capital(world, run.state, p) == space), "")
    if not capital_of:  # the home of a power whose capital is elsewhere
        capital_of = next(
            (p for p, info in world.powers.items() if info.capital == space and info.side == world.side(power)), ""
        )
    keeps = power in world.game.conduct.keeps_liberated or any(
        part.keeps(world, run.state, power, space) for part in world.parts.keeps
    )
    if owner in world.powers and owner != power and world.friends(owner, power) and not keeps:
        freed = capital_of == owner
        if freed or not capital_lost(world, run.state, owner):
            run.emit(ControlChanged(space=space, to=owner, frm=before, how="liberation"))
            _take_prizes(run, owner, space)
            if freed:
                _give_back(run, owner)
            _follow_up(run, power, space)
            return
    run.emit(ControlChanged(space=space, to=power, frm=before, how=how))
    _take_prizes(run, power, space)
    if capital_of == power:
        _give_back(run, power)
    elif capital_of and not world.friends(capital_of, power):
        run.emit(TreasurySeized(frm=capital_of, to=power, amount=run.state.treasury[capital_of]))
    _follow_up(run, power, space)


def _follow_up(run: Unfolding, power: Power, space: str) -> None:
    """What the parts of the game do after a capture or liberation."""
    for part in run.world.parts.changes_hands:
        part.changes_hands(run, power, space)


def _give_back(run: Unfolding, power: Power) -> None:
    """A liberated capital: partners hand back the territories they held for its power."""
    for space, holder in tuple(run.state.control.items()):
        land = run.world.board.territories[space]
        if holder in run.world.game.conduct.keeps_liberated:
            continue
        if land.owner == power and holder != power and run.world.friends(holder, power):
            run.emit(ControlChanged(space=space, to=power, frm=holder, how="reverted"))
            _take_prizes(run, power, space)


def _take_prizes(run: Unfolding, power: Power, space: str) -> None:
    """Guns and factories go with the territory."""
    prizes = run.world.prizes | run.world.shields
    found = where(run.state.at(space), lambda p: p.unit in prizes and p.power != power)
    if found:
        run.emit(PrizesTaken(space=space, to=power, units=found))
