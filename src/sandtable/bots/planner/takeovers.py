"""Friendly neutral territories: a unit that moves in brings them over to us, with their army."""

from sandtable.area.actions import Move, Pick
from sandtable.area.parts.neutrality import Neutrality
from sandtable.bots.planner.draft import Draft, march, names
from sandtable.bots.planner.stance import Stance


def take_over(draft: Draft, stance: Stance) -> None:
    """Order a unit into every friendly neutral territory that one of ours can reach."""
    world = draft.game.world.as_of(draft.state)
    part, terrain, seat = Neutrality.of(world), stance.terrain, draft.power
    if part is None or seat in world.neutral_powers:
        return
    roster, takers = terrain.roster, set(part.settings.takers)
    for name in world.board.territories:
        if not part.admits(world, draft.state, seat, name):
            continue
        for start in sorted(world.board.neighbours(name)):
            units = [
                piece.unit
                for piece, _ in draft.pieces(start)
                if piece.unit in takers and not piece.moved and not world.board.is_sea(start)
            ]
            cheap = min(units, key=lambda unit: (roster.cost[roster.index[unit]], unit), default=None)
            if cheap is not None and draft.give(Move(units=(Pick(cheap),), path=(start, name))):
                break
        else:
            _from_afar(draft, stance, name, takers)


def _from_afar(draft: Draft, stance: Stance, name: str, takers: set[str]) -> None:
    """Send a unit that moves two spaces."""
    terrain, roster = stance.terrain, stance.terrain.roster
    board = draft.game.world.board
    for near in sorted(board.neighbours(name)):
        if board.is_sea(near) or near not in terrain.index:
            continue
        for start in sorted(board.neighbours(near)):
            for piece, _ in draft.pieces(start):
                unit = roster.index[piece.unit]
                if piece.unit not in takers or piece.moved or roster.move[unit] < 2:
                    continue
                way = march(stance.field, stance.side, terrain.index[start], terrain.index[near], 1, False, False)
                if way and draft.give(Move(units=(Pick(piece.unit),), path=(*names(terrain, way), name))):
                    return
