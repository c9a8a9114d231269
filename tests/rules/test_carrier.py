"""Rules about carriers that a scenario file cannot show well."""

import pytest

from sandtable.area.actions import Move, Pick
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.games import area

GAME = area("1941")


def pacific(wing: str) -> AreaState:
    """An American carrier in Sea Zone 40, and a fighter in Brazil; all other land is in Japanese hands."""
    lands = GAME.world.board.territories
    state = build(
        GAME.world,
        Position(
            start_from="empty",
            turn="usa",
            phase="combat-move",
            units={
                "Sea Zone 40": {"usa": f"carrier[{wing}]"},
                "Sea Zone 20": {"japan": "destroyer"},
                "Brazil": {"usa": "fighter"},
            },
            control={name: "japan" for name, land in lands.items() if not land.neutral and name != "Brazil"},
        ),
    )
    assert isinstance(state, AreaState)
    return state


@pytest.mark.rule("1941.carrier.waiting-fighters")
@pytest.mark.parametrize(
    ("wing", "rule"), [("", None), ("fighter", None), ("2 fighters", "1941.air.demonstrate-landing")]
)
def test_fighters_that_wait_need_their_places(wing: str, rule: str | None) -> None:
    """The carrier could fetch the fighter from Sea Zone 20, if its own fighters did not need both places."""
    order = Move((Pick("fighter"),), ("Brazil", "Sea Zone 22", "Sea Zone 21", "Sea Zone 20"))
    refusal = GAME.check(pacific(wing), "usa", order)
    assert (refusal.rule if refusal else None) == rule
