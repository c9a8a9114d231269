"""Which pieces a player means: those that can still move come first."""

from sandtable.area.actions import Pick
from sandtable.area.forces import Piece, stack
from sandtable.area.movement.selection import select_pieces
from sandtable.area.state import AreaState, Turn
from tests.area.strip import WORLD

ZONE = "Sea Zone 45"


def test_a_fighter_that_has_landed_is_not_meant_while_another_can_fly() -> None:
    """Both have used two points; one flew there to land, the other fought and has yet to land."""
    landed = Piece("japan", "fighter", used=2, landed=True)
    flying = Piece("japan", "fighter", used=2, moved=True)
    state = AreaState(1, Turn({"japan": "noncombat-move"}), {}, {}, {ZONE: stack([(landed, 1), (flying, 1)])})
    assert select_pieces(WORLD, state, "japan", ZONE, Pick("fighter", used=2)) == ((flying, 1),)
    assert select_pieces(WORLD, state, "japan", ZONE, Pick("fighter", 2)) == ((flying, 1), (landed, 1))
