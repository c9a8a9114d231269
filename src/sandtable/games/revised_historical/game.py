"""The composition of game ``revised-historical``: which phases it has, in which order. All else is data."""

from pathlib import Path

from sandtable.area.family import AreaGame
from sandtable.area.phases import (
    combat_move,
    develop,
    income,
    mobilize,
    noncombat_move,
    purchase,
    team_combat,
    window,
)
from sandtable.guides import area_guide


def load() -> AreaGame:
    """Game ``revised-historical``, ready to play."""
    return AreaGame(
        Path(__file__).parent,
        phases={
            "income": income,
            "purchase": purchase,
            "combat-move": combat_move,
            "window": window,
            "combat": team_combat,
            "noncombat-move": noncombat_move,
            "mobilize": mobilize,
            "develop": develop,
        },
        guide=area_guide,
        finished=True,
    )
