"""Looking ahead: what is left of a plan after the enemy's best reply."""

from random import Random

from sandtable.bots.brake import Brake
from sandtable.bots.planner.assault import Plan, Ship, sorties
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.offensive import Offensive
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.stance import Stance


def weigh(offensive: Offensive, plans: list[Plan], depth: int, brake: Brake) -> list[tuple[float, Plan]]:
    """The plans with their value after the reply, best first. ``depth``: how many enemies reply."""
    weight = offensive.stance.style.reply
    found: list[tuple[float, Plan]] = []
    for plan in plans:
        if brake.pulled and found:
            break
        field, gained = expected(offensive, plan)
        answer = reply(offensive.stance, field, depth)
        found.append(((1 - 0.5 * weight) * plan.score + 0.5 * weight * (gained - answer), plan))
    found.sort(key=lambda one: -one[0])
    return found


def confirmed(offensive: Offensive, plan: Plan) -> Plan:
    """The plan without attacks that the exact odds advise against."""
    stance, style = offensive.stance, offensive.style
    chosen = dict(plan.assaults)
    for target, assault in plan.assaults.items():
        coming, _ = offensive.appraisal.arriving(assault)
        stance.duels.settle(coming, offensive.foes[target], stance.terrain.is_sea[target])
    for target in sorted(chosen, key=lambda t: (chosen[t].value, t)):
        value = offensive.appraise(chosen[target], frozenset(chosen))
        needed = any(lift.landing == target for a in chosen.values() for lift in a.lifts)
        if not needed and (value <= style.threshold or chosen[target].win < style.luck - 0.1):
            del chosen[target]
    return Plan(chosen, offensive.score(chosen))


def reply(stance: Stance, field: Field, depth: int) -> float:
    """What the next enemies to play gain by their best attacks on a field."""
    terrain = stance.terrain
    total = 0.0
    count = len(terrain.powers)
    later = [(stance.power + i) % count for i in range(1, count)]
    for power in [p for p in later if p in stance.enemies][:depth]:
        enemy = Stance(terrain, field, terrain.powers[power], stance.duels, stance.style, stance.cities)
        attack = Offensive(enemy, Reach(field, power), ships_on(field, power), Random(0))
        total += max(0.0, attack.plans(1, 1)[0].score)
    return total


def ships_on(field: Field, power: int) -> dict[Ship, float]:
    """A power's transports on a field; what is aboard is divided among the ships of a zone, two to each."""
    roster = field.terrain.roster
    found: dict[Ship, float] = {}
    for zone, here in enumerate(field.force):
        ships = int(sum(n for u, n in enumerate(here.get(power, ())) if roster.lifts[u]))
        cargo = [u for u, n in enumerate(field.cargo[zone].get(power, ())) for _ in range(int(n))]
        for i in range(ships):
            key = (zone, tuple(sorted(cargo[2 * i : 2 * i + 2])))
            found[key] = found.get(key, 0.0) + 1
    return found


def expected(offensive: Offensive, plan: Plan) -> tuple[Field, float]:
    """The expected field after a plan's attacks, and what they gain by themselves."""
    stance = offensive.stance
    terrain, power = stance.terrain, stance.power
    field = stance.field.copy()
    gained = 0.0
    for target, assault in plan.assaults.items():
        force = offensive.force_of(assault)
        coming, _ = offensive.appraisal.arriving(assault)
        duel = stance.duels.fight(coming, offensive.foes[target], terrain.is_sea[target])
        worth = terrain.roster.worth
        gained += worth(offensive.foes[target]) - duel.theirs - worth(force) + duel.mine
        gained += duel.capture * (terrain.value[target] + (0 if terrain.is_sea[target] else stance.worth[target]))
        _depart(offensive, plan, target, field)
        if offensive.appraisal.won(duel, coming, target) >= 0.5:
            _arrive(offensive, plan, target, field)
    _follow(offensive, plan, field)
    for here in field.force:
        counts = here.get(power)
        if counts is not None:
            here[power] = [max(0.0, float(round(n))) for n in counts]
    return field, gained


def _depart(offensive: Offensive, plan: Plan, target: int, field: Field) -> None:
    """Remove the attackers from where they were."""
    roster, power = offensive.roster, offensive.stance.power
    assault = plan.assaults[target]
    for (space, unit), n in assault.arms.items():
        field.add(space, power, unit, -n)
    ship = roster.lifts.index(True) if assault.lifts else 0
    for lift in assault.lifts:
        for space, unit in lift.loads:
            field.add(space, power, unit, -1)
        field.add(lift.zone, power, ship, -1)
        field.add(lift.landing, power, ship, 1)
        for unit in lift.aboard:
            field.cargo[lift.zone][power][unit] -= 1


def _follow(offensive: Offensive, plan: Plan, field: Field) -> None:
    """Bring the warships that will cover the transports in their landing zones."""
    power = offensive.stance.power
    landings: dict[int, int] = {}
    for assault in plan.assaults.values():
        for zone, n in assault.landings().items():
            landings[zone] = landings.get(zone, 0) + n
    busy = sorties(plan.assaults, offensive.roster.sea)
    for zone, ships in sorted(landings.items(), key=lambda one: (-one[1], one[0])):
        for space, unit, number in offensive.appraisal.cover(zone, ships, frozenset(plan.assaults), busy).escort:
            here = field.force[space].get(power)
            some = min(number, here[unit]) if here else 0.0
            if some > 0:
                field.add(space, power, unit, -some)
                field.add(zone, power, unit, some)


def _arrive(offensive: Offensive, plan: Plan, target: int, field: Field) -> None:
    """Put the survivors into the captured space; air units are back where they came from."""
    stance, roster = offensive.stance, offensive.roster
    terrain, power = stance.terrain, stance.power
    assault = plan.assaults[target]
    force = offensive.force_of(assault)
    coming, _ = offensive.appraisal.arriving(assault)
    left = stance.duels.fight(coming, offensive.foes[target], terrain.is_sea[target]).survivors
    slips = terrain.is_sea[target] and not any(n and roster.hunts[u] for u, n in enumerate(coming))
    for foe in stance.enemies:
        there = field.force[target].pop(foe, None)
        if there is not None and slips:
            field.force[target][foe] = [n if roster.sneaks[u] else 0.0 for u, n in enumerate(there)]
        field.cargo[target].pop(foe, None)
    for (space, unit), n in assault.arms.items():
        if roster.air[unit]:
            # Planes from a carrier that fought beside them land where it is now.
            home = target if terrain.is_sea[space] and terrain.is_sea[target] else space
            field.add(home, power, unit, n * left[unit] / max(1.0, force[unit]))
    for unit, n in enumerate(left):
        if n and not roster.air[unit]:
            field.add(target, power, unit, n)
    if not terrain.is_sea[target] and any(n and roster.land[u] for u, n in enumerate(left)):
        owner = field.control[target]
        if owner >= 0 and terrain.seat_of.get(target) == owner:
            field.money[owner] = 0
        field.control[target] = power
