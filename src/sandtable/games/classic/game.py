"""The composition of game ``classic``: which phases it has, in which order. All else is data."""

from pathlib import Path

from sandtable.area.family import AreaGame
from sandtable.area.phases import combat, combat_move, income, mobilize, noncombat_move, purchase
from sandtable.guides import area_guide


def load() -> AreaGame:
    """Game ``classic``, ready to play."""
    return AreaGame(
        Path(__file__).parent,
        phases={
            "purchase": purchase,
            "combat-move": combat_move,
            "combat": combat,
            "noncombat-move": noncombat_move,
            "mobilize": mobilize,
            "income": income,
        },
        guide=area_guide,
        finished=True,
    )
