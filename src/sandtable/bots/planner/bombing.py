"""Taking money from the enemy's factories: raids by bombers that no attack needs, and rockets."""

from typing import NamedTuple

from sandtable.area.actions import Pick, Raid
from sandtable.area.forces import Power
from sandtable.area.parts.rockets import LAUNCHED, Rocket, Rockets
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.assault import Assault, Key, Plan
from sandtable.bots.planner.draft import Draft, names
from sandtable.bots.planner.guns import Flak
from sandtable.bots.planner.offensive import Offensive
from sandtable.bots.planner.terrain import Terrain

BOMB = 3.5
"""Average damage per die."""
LEAST = 0.5
"""The least a raid must gain, net of lost bombers, to be flown."""


class Mission(NamedTuple):
    """Bombers that raid a factory, and the expected gain from each."""

    key: Key
    target: int
    number: int
    value: float


class Raids:
    """Finds a power's raids in addition to the attacks of a plan."""

    def __init__(self, offensive: Offensive, world: World) -> None:
        self.offensive = offensive
        self.stance = offensive.stance
        self.terrain = offensive.terrain
        self.roster = offensive.roster
        self.flak = offensive.appraisal.flak
        power = self.terrain.powers[self.stance.power]
        units = (world.unit(power, name) for name in self.roster.names)
        self.bombs = [BOMB * unit.attack_dice if unit.can("bombs") else 0.0 for unit in units]
        """Average damage by a unit of each type, if it reaches a factory."""

    def choose(self, plan: Plan) -> tuple[Plan, list[Mission]]:
        """The raids worth flying; attacks give up bombers that do more good on a raid."""
        purses = list(self.stance.field.money)
        found: list[Mission] = []
        if not any(self.bombs) or "" not in self.terrain.world.parts.missions:
            return plan, found
        free = dict(self.offensive.stock)
        for assault in plan.assaults.values():
            for key, n in assault.leaving().items():
                free[key] = free.get(key, 0.0) - n
        options = self._options(plan)
        for key in sorted(options):
            for _ in range(int(free.get(key, 0.0))):
                self._fly(key, options[key], purses, found)
        assaults = dict(plan.assaults)
        for target in sorted(plan.assaults):
            for key in sorted(k for k in plan.assaults[target].arms if k in options):
                for _ in range(int(plan.assaults[target].arms[key])):
                    lesser = self._spared(assaults, target, key)
                    best = self._best(key, options[key], purses)
                    if best is None or lesser is None or best[0] <= assaults[target].value - lesser.value + LEAST:
                        break
                    self._fly(key, options[key], purses, found)
                    assaults[target] = lesser
                    if not lesser.leaving():
                        del assaults[target]
                        break
        return Plan(assaults, plan.score), _together(found)

    def _options(self, plan: Plan) -> dict[Key, list[int]]:
        """For each stack of bombers, the enemy factories in range, except those the plan captures."""
        field, found = self.stance.field, dict[Key, list[int]]()
        for target in range(self.terrain.size):
            owner = field.control[target]
            if not field.factory[target] or owner < 0 or field.held_by(target, self.stance.side):
                continue
            if target in plan.assaults:
                continue
            for strike in self.offensive.reach.strikes[target]:
                if self.bombs[strike.unit]:
                    found.setdefault((strike.space, strike.unit), []).append(target)
        return found

    def _best(self, key: Key, targets: list[int], purses: list[int]) -> tuple[float, int] | None:
        """One bomber's best raid; None if none gains enough."""
        field, unit = self.stance.field, key[1]
        best: tuple[float, int] | None = None
        for target in targets:
            alive = self.flak.survival(key[0], target, self.offensive.appraisal.leash(key, target))
            gain = alive * min(self.bombs[unit], purses[field.control[target]])
            gain -= (1.0 - alive) * self.roster.cost[unit]
            gain -= self.offensive.appraisal.landing_risk(key, target)
            if gain > LEAST and (best is None or gain > best[0]):
                best = (gain, target)
        return best

    def _fly(self, key: Key, targets: list[int], purses: list[int], found: list[Mission]) -> None:
        best = self._best(key, targets, purses)
        if best is not None:
            gain, target = best
            owner = self.stance.field.control[target]
            purses[owner] = max(0, purses[owner] - round(self.bombs[key[1]]))
            found.append(Mission(key, target, 1, gain))

    def _spared(self, assaults: dict[int, Assault], target: int, key: Key) -> Assault | None:
        """An attack without one of its bombers, if still sound or if it was only that bomber; otherwise None."""
        if target not in assaults:
            return None
        trial = assaults[target].copy()
        trial.arms[key] -= 1
        if not trial.arms[key]:
            del trial.arms[key]
        gone = frozenset(assaults)
        self.offensive.appraise(assaults[target], gone)
        self.offensive.appraise(trial, gone)
        if not trial.leaving():
            needed = any(target in other.landings() for other in assaults.values())
            return None if needed or target in self.offensive.appraisal.base else trial
        return trial if trial.win >= min(self.offensive.style.luck, assaults[target].win) else None


def _together(missions: list[Mission]) -> list[Mission]:
    """Bombers from one space to the same target combined into one mission."""
    found: dict[tuple[Key, int], Mission] = {}
    for one in missions:
        same = found.get((one.key, one.target))
        number = one.number + (same.number if same else 0)
        found[one.key, one.target] = Mission(one.key, one.target, number, one.value)
    return list(found.values())


def order_raid(draft: Draft, terrain: Terrain, flak: Flak, mission: Mission) -> bool:
    """Order a raid, by the route with the fewest guns that leaves the bombers a place to land."""
    (space, unit), target, number, _ = mission
    farthest = max(move[unit] for move in flak.field.moves) + terrain.helped_out
    for _, way in flak.ways(space, target, farthest):
        if draft.give(Raid(units=(Pick(terrain.roster.names[unit], number),), path=names(terrain, way))):
            return True
    return False


def _purse(world: World, view: AreaState, shot: Rocket, part: Rockets) -> float:
    """How much a rocket can take: the owner's money, or the rest of the next income if it counts against that."""
    if not part.settings.declared:
        return view.treasury[view.control[shot.target]]
    damage = view.damage.get(shot.target)
    before = BOMB * part.settings.dice * sum(s.target == shot.target for s in LAUNCHED.of(view).strikes)
    value = world.board.territories[shot.target].value
    return max(0.0, value - before - (damage.income if damage else 0))


def rocket(world: World, view: AreaState, seat: Power) -> tuple[Rocket, Reason] | None:
    """The rocket to fire now, at the enemy with most to lose; None if there is none to fire."""
    part = Rockets.of(world)
    if part is None:
        return None
    most = BOMB * part.settings.dice
    found = [(min(most, _purse(world, view, one, part)), one) for one in part.offers(world, view, seat, seat)]
    if not found:
        return None
    amount, best = max(found, key=lambda pair: (pair[0], pair[1].target, pair[1].gun))
    if not amount:
        return None
    return best, Reason(f"fire a rocket at {best.target}", value=amount)
