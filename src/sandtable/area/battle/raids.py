"""Raids: bombs on a factory, which cost its owner money."""

from sandtable.area.events import Bombed, Fire
from sandtable.area.state import Battle
from sandtable.area.status import hostile_land
from sandtable.area.unfold import Unfolding


def bomb(run: Unfolding, battle: Battle) -> None:
    """The bombers that are left drop their bombs, if the factory is still an enemy's."""
    world, state, space = run.world, run.state, battle.space
    if not hostile_land(world, state.control, battle.attacker, space):
        return
    counts: dict[str, int] = {}
    for piece, count in battle.attack.units:
        counts[piece.unit] = counts.get(piece.unit, 0) + count * world.type(piece).attack_dice
    fire = tuple(Fire(unit, 0, run.dice.roll(dice), 0) for unit, dice in counts.items())
    owner, total = state.control[space], sum(face for one in fire for face in one.dice)
    run.emit(Bombed(space=space, owner=owner, fire=fire, amount=min(total, state.treasury[owner])))
