"""Convoys in danger: the dice that enemies would roll, and the average loss."""

from sandtable.area.parts.convoys import Convoys
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.guides.area.questions import Convoy, ConvoysAnswer

SIDES = 6


def convoys(world: World, state: AreaState) -> ConvoysAnswer:
    """All powers' convoys that enemies can disrupt in the current position, zone by zone."""
    part = Convoys.of(world)
    found = []
    for power in world.order if part is not None else ():
        assert part is not None
        for zone in part.settings.zones if power not in part.settings.spared else ():
            stake = sum(part.values(world, state, power, zone).values())
            dice = part.raiders(world, state, power, zone) if stake else 0
            if dice:
                found.append(Convoy(zone, power, dice, stake, expected_loss(dice, stake, part.settings.most)))
    return ConvoysAnswer(tuple(found))


def expected_loss(dice: int, stake: int, most: int) -> float:
    """The average sum of some dice, where only dice up to ``most`` count and the sum is capped at ``stake``.

    >>> round(expected_loss(1, 6, 3), 3), round(expected_loss(1, 2, 3), 3)
    (1.0, 0.833)
    """
    chances = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for total, chance in chances.items():
            for face in range(1, SIDES + 1):
                now = min(stake, total + (face if face <= most else 0))
                after[now] = after.get(now, 0.0) + chance / SIDES
        chances = after
    return sum(total * chance for total, chance in chances.items())
