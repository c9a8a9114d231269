"""Decisions of a Combat Phase: attacks, fire, advances, exploitation, losses and retreats."""

from collections.abc import Iterator
from random import Random

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.blows import LEAST, Attempt, weigh
from sandtable.bots.hexes.deployment import TAKEN, Step, after
from sandtable.bots.hexes.drive import Chain, Spearhead, drives
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.actions import Advance, Assault, Defend, Exploit, Lose, Retreat, Target
from sandtable.hexes.combat.advancing import chance as advance_chance
from sandtable.hexes.combat.announcing import check_aim, check_bound
from sandtable.hexes.combat.assaulting import legal_assaults
from sandtable.hexes.combat.defending import shooters
from sandtable.hexes.combat.exploiting import duties, ways_on
from sandtable.hexes.combat.retreating import refuges
from sandtable.hexes.state import Army, Attack, Combat, HexState, Name, Toll
from sandtable.hexes.status import active_attacks, attack_of, friendly
from sandtable.hexes.strength import NONE, Kind, points_of
from sandtable.hexes.world import World

DIE = range(1, 7)


def announce(outlook: Outlook, combat: Combat, chance: Random) -> list[Step]:
    """All attacks by land: the best first, each assuming the captures of those before."""
    world, state = outlook.world, outlook.state
    free = {
        name: army
        for name, army in state.armies_of(outlook.side)
        if attack_of(combat, name) is None and check_bound(world, state, army, name) is None
    }
    steps: list[Step] = []
    seen = outlook
    while free:
        found = [
            (attempt, group) for attempt, group in _attempts(seen, free) if chance.random() >= outlook.style.lapse
        ]
        noise = outlook.style.noise
        rated = [(one.value + (chance.gauss(0, noise) if noise else 0), one, group) for one, group in found]
        best = max(rated, key=lambda one: (one[0], -one[1].target), default=None)
        if best is None or best[0] <= outlook.style.threshold:
            break
        _, attempt, group = best
        rest = [one for one, _ in sorted(found, key=lambda one: -one[0].value) if one.target != attempt.target]
        reason = told(outlook, attempt, rest[:2])
        target = outlook.board.places[attempt.target]
        steps += [Step(Target(name, target), reason) for name in group]
        free = {name: army for name, army in free.items() if name not in group}
        seen = after(seen, attempt.best.path, attempt.best.chances)
        for name, step, farther in _followers(outlook, seen, free, attempt):
            steps.append(step)
            seen = farther
            del free[name]
    return steps


def _attempts(outlook: Outlook, free: dict[Name, Army]) -> Iterator[tuple[Attempt, list[Name]]]:
    """Each target with each army that could lead, and all that could support it; and without a leader."""
    board, state = outlook.board, outlook.state
    beside: dict[int, list[Name]] = {}
    for name, army in free.items():
        for near in outlook.steps[board.number[army.at]]:
            if outlook.foe[near] and check_aim(outlook.world, state, army, board.places[near]) is None:
                beside.setdefault(near, []).append(name)
    for target, names in sorted(beside.items()):
        helpers = sorted(name for name in names if free[name].points.mechanized < LEAST)
        leaders = sorted(name for name in names if free[name].points.mechanized)
        strong = [name for name in helpers if free[name].points.infantry >= LEAST]
        for lead in leaders or sorted(strong, key=lambda name: (-free[name].points.infantry, name))[:1]:
            siege = state.fort_at(board.places[target]) > 0 and outlook.style.support > 1
            group = [lead, *(name for name in (sorted(names) if siege else helpers) if name != lead)]
            yield weigh(outlook, {name: free[name] for name in group}, target), group
            if helpers and lead not in helpers:
                yield weigh(outlook, {lead: free[lead]}, target), [lead]
        if helpers and outlook.held[target]:
            yield weigh(outlook, {name: free[name] for name in helpers}, target, leads=False), helpers


def _followers(
    outlook: Outlook, seen: Outlook, free: dict[Name, Army], attempt: Attempt
) -> list[tuple[Name, Step, Outlook]]:
    """Other spearheads that could go through the same breach and then take their own route."""
    found: list[tuple[Name, Step, Outlook]] = []
    likely = float(attempt.odds.captured)
    target = outlook.board.places[attempt.target]
    for name, army in sorted(free.items()):
        here = outlook.board.number[army.at]
        if likely < TAKEN or army.points.mechanized < LEAST or attempt.target not in outlook.steps[here]:
            continue
        if check_aim(outlook.world, outlook.state, army, target) is not None:
            continue
        start = Chain((attempt.target,), (likely,), 0.0)
        ways = drives(seen, Spearhead(army.points, here), (start,), int(outlook.style.depth))
        own = [near for near in outlook.steps[here] if seen.foe[near]]
        alone = max((weigh(seen, {name: army}, near).value for near in own), default=0.0)
        if len(ways[0].path) > 1 and ways[0].value > max(alone, outlook.style.threshold):
            seen = after(seen, ways[0].path, ways[0].chances)
            reason = Reason(
                f"Follow through {outlook.board.title(target)}", chance=likely, value=round(ways[0].value, 1)
            )
            found.append((name, Step(Target(name, target), reason), seen))
    return found


def told(outlook: Outlook, attempt: Attempt, rest: list[Attempt]) -> Reason:
    """An attack in words."""
    title, places = outlook.board.title, outlook.board.places
    captured = float(attempt.odds.captured)
    losses = f"losses {attempt.odds.mean_lost:.1f} against {attempt.odds.mean_inflicted:.1f}"
    beyond = [title(places[here]) for here in attempt.best.path[1:]]
    onward = f", then {', '.join(beyond)} with {attempt.best.reach:.0%}" if beyond else ""
    return Reason(
        f"Attack {title(places[attempt.target])}{onward}",
        odds=f"falls with {captured:.0%}; {losses}",
        chance=captured,
        value=round(attempt.value, 1),
        alternatives=tuple(f"attack {title(places[one.target])}: {one.value:.1f}" for one in rest),
    )


def assault(outlook: Outlook, combat: Combat) -> Step | None:
    """The next assault; an army that will get in anyway keeps its fire for later."""
    world, state = outlook.world, outlook.state
    for one in legal_assaults(world, state, combat, None):
        sure = [name for name in one.armies if _sure(outlook, combat, name, one.target)]
        firing = tuple(name for name in one.armies if name not in sure)
        if firing:
            return Step(Assault(one.target, firing), Reason(f"Fire at {world.title(one.target)}"))
    return None


def _sure(outlook: Outlook, combat: Combat, name: Name, target: str) -> bool:
    """Whether an army advances on any die roll, against nothing but a garrison."""
    if combat.landing is not None or outlook.held[outlook.board.number[target]]:
        return False
    army = outlook.state.armies[name]
    odds = advance_chance(outlook.world, outlook.state, army, target, combat.advanced.get(name, 0), name=name)
    return odds.succeeds(DIE[-1])


def advance(outlook: Outlook, combat: Combat) -> Step | None:
    """The next army that tries to advance: spearheads first, then those not needed where they are."""
    state, world = outlook.state, outlook.world
    waiting = sorted(active_attacks(combat), key=lambda one: (-state.armies[one.army].points.mechanized, one.army))
    for attack in waiting:
        army = state.armies[attack.army]
        by_sea = bool(attack.route)
        odds = advance_chance(
            world, state, army, attack.target, combat.advanced.get(attack.army, 0), by_sea, attack.army
        )
        likely = sum(odds.succeeds(die) for die in DIE) / len(DIE)
        if likely and (by_sea or _goes(outlook, attack, army)):
            reason = Reason(f"Advance into {world.title(attack.target)}", chance=likely)
            return Step(Advance(attack.army), reason)
    return None


def _goes(outlook: Outlook, attack: Attack, army: Army) -> bool:
    """Whether an army may leave its place for another."""
    state, number = outlook.state, outlook.board.number
    here, there = number[army.at], number[attack.target]
    if army.points.mechanized >= LEAST:
        return True
    if not friendly(state, army.side, attack.target):
        return bool(army.points.mechanized) or not _needed(outlook, here, army)
    room = outlook.world.tables.stack - outlook.held[there]
    leads = sum(one.points.mechanized >= LEAST for _, one in state.armies_at(attack.target))
    if leads:
        room = outlook.world.tables.stack  # the spearhead goes on, and its route must be kept open
    return room >= army.points.total and not _needed(outlook, here, army)


def _needed(outlook: Outlook, here: int, army: Army) -> bool:
    """Whether enemies stand beside a place that would be empty without an army."""
    beset = any(outlook.foe[near] and outlook.held[near] for near in outlook.steps[here])
    return beset and outlook.held[here] <= army.points.ground


def exploit(outlook: Outlook, combat: Combat) -> Step | None:
    """The best exploitation by one of the armies that may, if it is better than staying or if one must."""
    state = outlook.state
    crowd = set(duties(outlook.world, state, combat))
    best: tuple[float, Step] | None = None
    for name in combat.eligible:
        army = state.armies[name]
        here = outlook.board.number[army.at]
        fresh = name not in combat.assaulted
        spearhead = Spearhead(army.points, here, combat.advanced.get(name, 0), fresh)
        ways = drives(outlook, spearhead, (Chain((), (), 0.0),), int(outlook.style.depth))
        stay = next(way.value for way in ways if not way.path)
        open_to = {outlook.board.number[place] for place in ways_on(outlook.world, state, combat, name)}
        onward = [way for way in ways if way.path and way.path[0] in open_to]
        if not onward or (onward[0].value <= stay and name not in crowd):
            continue
        title = [outlook.board.title(outlook.board.places[step]) for step in onward[0].path]
        odds = ", ".join(f"{one:.0%}" for one in onward[0].chances)
        others = tuple(
            f"{outlook.board.title(outlook.board.places[way.path[-1]])}: {way.value - stay:.1f}"
            for way in onward[1:3]
        )
        gain = onward[0].value - stay
        reason = Reason(f"Go on to {', '.join(title)}", odds, onward[0].chances[0], round(gain, 1), others)
        if best is None or gain > best[0]:
            best = gain, Step(Exploit(name, outlook.board.places[onward[0].path[0]]), reason)
    return best[1] if best is not None else None


def defend(world: World, state: HexState, combat: Combat, side: str) -> Step:
    """All armies that may fire do so."""
    armies, forts = shooters(world, state, combat, side)
    return Step(Defend(tuple(sorted(armies)), tuple(sorted(forts))), Reason("Fire before the enemy does"))


def losses(state: HexState, due: Toll) -> Step:
    """The cheapest points go first, from armies that don't lead before those that do; then forts and fleets."""
    left = due.count
    lost = dict.fromkeys(due.armies, NONE)
    names = sorted(due.armies, key=lambda name: (state.armies[name].points.mechanized, name))

    def take(kind: Kind, most: int) -> int:
        taken = 0
        for name in names:
            much = min(most - taken, (state.armies[name].points - lost[name]).of(kind))
            lost[name] = lost[name] + points_of(kind, much)
            taken += much
        return taken

    left -= take("amphibious", min(due.amphibious, left))
    for kind in ("infantry", "amphibious"):
        left -= take(kind, left)
    fort = min(left, state.fort_at(due.fort)) if due.fort else 0
    left -= fort
    left -= take("mechanized", left)
    fleet = min(left, state.fleets[due.fleet].ships) if due.fleet in state.fleets else 0
    named = {name: points for name, points in lost.items() if points.total}
    return Step(Lose(named, fort, fleet), Reason("Lose the cheapest points"))


def retreat(outlook: Outlook, combat: Combat) -> Step | None:
    """Retreat to where there is supply, room, and something to hold."""
    state, board = outlook.state, outlook.board
    limit = outlook.world.tables.stack
    level = {"full": 12.0, "defence": 6.0, "none": 0.0}
    for name in combat.displaced:
        army = state.armies[name]
        if army.side != outlook.side:
            continue

        def rating(place: str, much: int = army.points.total) -> float:
            here = board.number[place]
            over = max(0, outlook.held[here] + much - limit)
            beset = sum(outlook.foe[near] for near in outlook.steps[here])
            worth = outlook.style.victory * outlook.aims.weight.get(place, 0.0)
            return level[outlook.supply.of(place)] + min(worth, 8.0) - 3 * over - beset

        places = refuges(outlook.world, state, army)
        best = max(places, key=lambda place: (rating(place), place), default=None)
        if best is not None:
            return Step(Retreat(name, best), Reason(f"Fall back to {board.title(best)}"))
    return None
