"""Turns a plan of attacks into the orders of a combat move, in order of dependency."""

from sandtable.area.actions import Load, Move, Pick, Voyage
from sandtable.bots.planner.assault import Assault, Key, Lift, Plan
from sandtable.bots.planner.draft import Draft, Way, march, names, sail
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.guns import Flak
from sandtable.bots.planner.terrain import Terrain


def order_attacks(draft: Draft, terrain: Terrain, field: Field, plan: Plan) -> dict[int, Assault]:
    """Give the orders of a plan; returns the attacks as actually ordered, without units that couldn't come."""
    side = terrain.side[terrain.power[draft.power]]
    done = {target: Assault(target) for target in plan.assaults}
    seas = [t for t in plan.assaults if terrain.is_sea[t]]
    lands = [t for t in plan.assaults if not terrain.is_sea[t]]
    for kinds, targets in ((("sea",), seas), (("air",), seas), (("land",), lands)):
        for target in targets:
            for key, count in _sorted(terrain, plan.assaults[target].arms):
                if _kind(terrain, key[1]) in kinds:
                    _send(draft, terrain, field, side, done[target], key, int(count))
    for target in lands:
        for lift in plan.assaults[target].lifts:
            if _embark(draft, terrain, field, side, target, lift):
                done[target].lifts.append(lift)
    for target in lands:
        for key, count in _sorted(terrain, plan.assaults[target].arms):
            if terrain.roster.air[key[1]]:
                _send(draft, terrain, field, side, done[target], key, int(count))
    return done


def _kind(terrain: Terrain, unit: int) -> str:
    return "land" if terrain.roster.land[unit] else "air" if terrain.roster.air[unit] else "sea"


def _sorted(terrain: Terrain, arms: dict[Key, float]) -> list[tuple[Key, float]]:
    """Strong ships first: a weak one may not attack alone."""
    return sorted(arms.items(), key=lambda one: (-terrain.roster.attack[one[0][1]], one[0]))


def _send(draft: Draft, terrain: Terrain, field: Field, side: int, assault: Assault, key: Key, count: int) -> None:
    """Order units into an attack: all together, otherwise one by one as far as legal."""
    space, unit = key
    attack = terrain.is_sea[assault.target] and terrain.roster.sea[unit]
    sent = 0
    for way in _ways(terrain, field, side, space, assault.target, unit) if count > 0 else ():
        pick = Pick(terrain.roster.names[unit], count - sent)
        if draft.give(Move(units=(pick,), path=names(terrain, way), attack=attack)):
            sent = count
        elif count > 1 or terrain.roster.air[unit]:
            order = Move(units=(Pick(terrain.roster.names[unit]),), path=names(terrain, way), attack=attack)
            while sent < count and draft.give(order):
                sent += 1
        if sent == count:
            break
    if sent:
        assault.arms[key] = float(sent)


def _ways(terrain: Terrain, field: Field, side: int, start: int, end: int, unit: int) -> list[Way]:
    """The routes to a target, best first: planes fly around guns as far as their range allows."""
    roster = terrain.roster
    if roster.air[unit]:
        most = max(move[unit] for move in field.moves) + terrain.helped_out
        return [way for _, way in Flak(field, side).ways(start, end, most)]
    if roster.land[unit]:
        way = march(field, side, start, end, roster.move[unit], True, roster.blitz[unit])
    else:
        way = sail(field, side, start, end, roster.move[unit] + terrain.helped_out, roster.sneaks[unit])
    return [way] if way else []


def _embark(draft: Draft, terrain: Terrain, field: Field, side: int, target: int, lift: Lift) -> bool:
    """Order one transport's landing."""
    roster = terrain.roster
    cargo = tuple(sorted(roster.names[u] for u in lift.aboard))
    ship = next(
        (
            p
            for p, _ in draft.pieces(terrain.names[lift.zone])
            if roster.lifts[roster.index[p.unit]]
            and not p.moved
            and tuple(sorted(c.unit for c in p.cargo if c.power == draft.power)) == cargo
        ),
        None,
    )
    if ship is None:
        return False
    points = roster.move[roster.index[ship.unit]] + ship.extra - ship.used
    way = sail(field, side, lift.zone, lift.landing, points, False)
    if way is None:
        return False
    loads: dict[tuple[int, int, int], int] = {}
    for coast, unit in lift.loads:
        zone = next((z for z in way if coast in terrain.coasts[z] and not field.barred(z, side)), None)
        if zone is None:
            return False
        loads[zone, coast, unit] = loads.get((zone, coast, unit), 0) + 1
    pick = Pick(ship.unit, 1, tuple(p.unit for p in ship.cargo), ship.used)
    return draft.give(
        Voyage(
            transport=pick,
            path=names(terrain, way),
            loads=tuple(
                Load(terrain.names[z], terrain.names[c], roster.names[u], n) for (z, c, u), n in loads.items()
            ),
            land=terrain.names[target],
        )
    )
