"""Shows how far a unit can go: what it can reach and how, and what is refused and why."""

from rich.console import Group, RenderableType
from rich.text import Text

from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import Reached
from sandtable.area.movement.orders import check_rested, reach_of
from sandtable.area.state import AreaState
from sandtable.area.wording import listed
from sandtable.core.refusal import Refusal
from sandtable.guides.area.reach import moving
from sandtable.terminal.board_view import force_text, inset, plain_table
from sandtable.terminal.names import Misread
from sandtable.terminal.style import power_text


def reach_table(game: AreaGame, state: AreaState, power: Power, unit: str, space: str) -> RenderableType:
    """Where a unit can go from a space in the current movement phase."""
    world, combat = game.world.as_of(state), moving(game, state, power) is True
    piece = _freshest(state, power, unit, space)
    if piece is None:
        raise Misread(f"{world.name(power)} has no {unit} in {space}.")
    tired = check_rested(world, state, piece, combat)
    if tired is not None:
        return Text(f"{tired.why} ({tired.rule})")
    found = reach_of(world, state, power, space, piece, combat)
    table = plain_table("can go to", "way", "there")
    for there, way in found.items():
        if isinstance(way, Reached) and (combat or there != space):
            holder = state.control.get(there, "")
            here = Text.assemble(power_text(world, holder), " ") if holder else Text()
            here.append(force_text(world, state.at(there), holder))
            table.add_row(there, _way(way, world.units[unit].kind), here)
    refused = {there: way for there, way in found.items() if isinstance(way, Refusal)}
    phase = "combat move" if combat else "noncombat move"
    head = Text(f"A {world.units[unit].name} in {space}, {phase}", style="bold")
    nowhere = Text("  It can't go anywhere.", style="yellow")
    return Group(head, inset(table) if table.row_count else nowhere, _refusals(refused))


def _way(way: Reached, kind: str) -> str:
    via = f" via {', '.join(way.path[1:-1])}" if len(way.path) > 2 and kind != "air" else ""
    return f"{way.cost}{via}"


def _some(spaces: list[str], most: int = 8) -> str:
    if len(spaces) <= most:
        return listed(spaces)
    return f"{', '.join(spaces[:most])} and {len(spaces) - most} more"


def _freshest(state: AreaState, power: Power, unit: str, space: str) -> Piece | None:
    own = [piece for piece, _ in state.at(space) if piece.power == power and piece.unit == unit]
    return min(own, key=lambda piece: (piece.moved, piece.used, len(piece.cargo)), default=None)


def _refusals(refused: dict[str, Refusal]) -> RenderableType:
    """Refused spaces, one line per rule."""
    by_rule: dict[str, list[str]] = {}
    for there, refusal in refused.items():
        by_rule.setdefault(refusal.rule, []).append(there)
    lines: list[RenderableType] = [Text("refused", style="dim")] if by_rule else []
    for rule, spaces in by_rule.items():
        also = f" Likewise {_some(spaces[1:])}." if spaces[1:] else ""
        lines.append(
            inset(Text.assemble(f"{spaces[0]}: {refused[spaces[0]].why} ", (rule, "cyan"), (also, "dim")))
        )
    return Group(*lines)
