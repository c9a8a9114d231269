"""Hex positions as vectors of counts, for machine learning."""

import numpy as np
from numpy.typing import NDArray

from sandtable.hexes.state import HexState
from sandtable.hexes.strength import KINDS
from sandtable.hexes.world import World

PHASES = ("setup", "movement", "combat", "production")


def layout(world: World) -> tuple[str, ...]:
    """The layout of an observation: a name for each number of the vector."""
    sides, lands = world.order, world.board.places[: world.board.land]
    return (
        "turn",
        "budget",
        *(f"asked: {side}" for side in sides),
        *(f"on turn: {side}" for side in sides),
        *(f"phase: {phase}" for phase in PHASES),
        *(f"reserve: {kind}" for kind in KINDS),
        *(f"control: {place}: {side}" for place in lands for side in sides),
        *(f"points: {place}: {side}: {kind}" for place in lands for side in sides for kind in KINDS),
        *(f"fort: {place}" for place in lands),
        *(f"fleet: {place}: {side}" for place in lands for side in sides),
        *(f"devastated: {place}" for place in lands),
        *(f"attacked: {place}" for place in lands),
        "losses to name",
    )


class HexEncoder:
    """Turns views of a scenario into vectors laid out by :func:`layout`."""

    def __init__(self, world: World) -> None:
        self._places = {name: place for place, name in enumerate(layout(world))}

    @property
    def size(self) -> int:
        return len(self._places)

    def encode(self, state: HexState, seat: str) -> NDArray[np.float32]:
        """What a seat sees, as numbers."""
        vector = np.zeros(self.size, dtype=np.float32)
        for name, value in _facts(state, seat):
            vector[self._places[name]] += value
        return vector


def _facts(state: HexState, seat: str) -> list[tuple[str, float]]:
    facts: list[tuple[str, float]] = [
        ("turn", state.turn),
        ("budget", state.budget),
        (f"asked: {seat}", 1),
        (f"on turn: {state.side}", 1),
        (f"phase: {state.phase}", 1),
    ]
    if seat in state.reserve:
        facts += [(f"reserve: {kind}", count) for kind, count in state.reserve[seat].items()]
    facts += [(f"control: {place}: {side}", 1) for place, side in state.control.items()]
    for army in state.armies.values():
        facts += [(f"points: {army.at}: {army.side}: {kind}", count) for kind, count in army.points.items()]
    facts += [(f"fort: {place}", fort.points) for place, fort in state.forts.items()]
    facts += [(f"fleet: {fleet.at}: {fleet.side}", fleet.ships) for fleet in state.fleets.values()]
    facts += [(f"devastated: {place}", points) for place, points in state.devastated.items()]
    if state.combat is not None:
        facts += [(f"attacked: {attack.target}", 1) for attack in state.combat.attacks]
        if state.combat.toll is not None:
            facts.append(("losses to name", state.combat.toll.count))
    return facts
