"""Reconsidering before the next attack: submarines that withdraw, landings called off, planes lost to guns."""

from sandtable.area.actions import Assault, Casualties, Withdraw
from sandtable.area.forces import Power
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.state import AreaState, Battle
from sandtable.area.status import own_at
from sandtable.bots.bot import Reason
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force, Roster

NEEDED = 4.0
"""What submarines are worth to a fleet that fights on with them."""
WORTH_IT = 1.0
"""What a battle must be worth for submarines to stay."""
HOPELESS = -1.0
"""What a landing must be worth for the troops to go ashore."""


def withdraw(
    stance: Stance, battle: Battle, seat: Power, mine: Force, theirs: Force, options: list[Withdraw]
) -> tuple[Withdraw, Reason]:
    """Whether submarines leave a battle, and where they are safest: they stay as long as it goes well."""
    roster = stance.terrain.roster
    attacking = battle.attacker == seat
    worth, duels = roster.worth, stance.duels
    if attacking:
        duel = duels.fight(mine, theirs, True)
        swing = worth(theirs) - duel.theirs - worth(mine) + duel.mine
    else:
        duel = duels.fight(theirs, mine, True)
        swing = worth(theirs) - duel.mine - worth(mine) + duel.theirs
    most = max(o.count for o in options)
    if sum(mine) > most:
        swing += NEEDED
    if swing >= WORTH_IT or not most:
        return Withdraw(0), Reason(f"strike in {battle.space}", value=swing)

    def safety(order: Withdraw) -> float:
        space = stance.terrain.index[order.to]
        here = stance.field.of_side(space, stance.side)
        leaving = _submarines(roster, battle, seat, order.count)
        return -stance.danger(space, tuple(a + b for a, b in zip(here, leaving, strict=True)))

    best = max((o for o in options if o.count == most), key=lambda o: (safety(o), o.to))
    return best, Reason(f"slip away from {battle.space} to {best.to}", value=-swing)


def _submarines(roster: Roster, battle: Battle, seat: Power, count: int) -> Force:
    """Up to ``count`` of a seat's units in a battle that can leave on their own."""
    found = [0.0] * roster.count
    strip = battle.attack if battle.attacker == seat else battle.defend
    for piece, number in strip.units:
        unit = roster.index[piece.unit]
        if piece.power == seat and roster.withdraws[unit] and count:
            some = min(number, count)
            found[unit] += some
            count -= some
    return tuple(found)


def landing(stance: Stance, state: AreaState, seat: Power, land: str) -> tuple[Assault, Reason]:
    """Whether troops still land after the sea battle: not to certain death."""
    terrain, roster = stance.terrain, stance.terrain.roster
    target = terrain.index[land]
    field = Field.of(terrain, state)
    mine = list(field.force[target].get(stance.power, roster.nobody))
    for zone, coast in state.turn.assaults:
        if coast != land or zone in state.turn.blocked or not troops_waiting(state, seat, zone, land):
            continue
        for piece, count in own_at(state, seat, zone):
            for unit in piece.cargo:
                if unit.power == seat and unit.landing == land:
                    mine[roster.index[unit.unit]] += count
    theirs = field.of_side(target, stance.foe)
    duel = stance.duels.fight(tuple(mine), theirs)
    worth = roster.worth
    gain = worth(theirs) - duel.theirs - worth(tuple(mine)) + duel.mine
    gain += duel.capture * (stance.worth[target] + terrain.value[target])
    go = gain > HOPELESS
    aim = f"land in {land}" if go else f"keep the troops off {land} aboard"
    return Assault(go=go), Reason(aim, f"wins {duel.capture:.0%}", duel.capture, gain)


def shot_down(roster: Roster, options: list[Casualties]) -> tuple[Casualties, Reason]:
    """Which planes are lost to guns on the way: the cheapest, and those with least range left."""

    def price(order: Casualties) -> tuple[int, int]:
        lost = order.destroyed or ()
        return (
            sum(n * roster.cost[roster.index[p.unit]] for p, n in lost),
            -sum(n * p.used for p, n in lost),
        )

    return min(options, key=price), Reason("lose the least useful plane")
