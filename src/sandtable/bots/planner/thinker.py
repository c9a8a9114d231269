"""The planner: a bot that makes a plan for its phase, gives the orders one by one, and can say why."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple
from zlib import crc32

from sandtable.area.actions import AreaAction, Done, Mobilize, Order
from sandtable.area.factories import room_at
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.bots.bot import Reason
from sandtable.bots.level import Level
from sandtable.bots.planner.brake import Brake
from sandtable.bots.planner.deployment import Deployment
from sandtable.bots.planner.draft import Draft
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.fallback import sensible
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.foresight import confirmed, expected, weigh
from sandtable.bots.planner.manner import Manner
from sandtable.bots.planner.marching import order_attacks
from sandtable.bots.planner.melee import Melee
from sandtable.bots.planner.moving import Moves
from sandtable.bots.planner.offensive import Assault, Offensive, Plan, Ship
from sandtable.bots.planner.reach import Reach, Stack
from sandtable.bots.planner.redeploy import Redeployment
from sandtable.bots.planner.shopping import Shopping, Site
from sandtable.bots.planner.stance import Stance, cities_of
from sandtable.bots.planner.terrain import Terrain
from sandtable.core.decision import Decision

BRAKE = 1.5
"""After so many times the seconds that it was given, a planner on a slow machine stops looking for better."""
MOST_AT_A_SITE = 12
"""Units that are thought of for one factory, even if it takes more."""


class Step(NamedTuple):
    """An order of a plan, and why it is given."""

    action: AreaAction
    reason: Reason


class Agenda:
    """The orders of one seat for one phase, as they are still to be given."""

    def __init__(self, moment: tuple[int, Power, str], steps: Iterable[Step]) -> None:
        self.moment = moment
        self.steps = list(steps)


class Planner:
    """Plays any area game by the numbers of a level."""

    def __init__(self, game: AreaGame, seed: int, level: Level) -> None:
        self._game = game
        self._seed = seed
        self._level = level
        self._manner = Manner.of(level)
        self._terrain = Terrain(game.world)
        self._duels = Duels(game.world, self._terrain.roster)
        self._agendas: dict[Power, Agenda] = {}
        self._aims: dict[Power, int] = {}
        self._attacks: dict[Power, tuple[AreaState, Plan, Stance, Offensive]] = {}
        self._battles: tuple[tuple[int, Power, Power], Stance] | None = None
        self._brake = Brake(0.0)
        self._why: Reason | None = None
        self.name = level.name or "planner"
        self.think = level.think

    @staticmethod
    def serves(game: object) -> bool:
        return isinstance(game, AreaGame)

    @property
    def work(self) -> int:
        """Battles worked out so far: how hard it has thought, whatever the clock says."""
        return self._duels.asked

    def why(self) -> Reason | None:
        return self._why

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction:
        """The answer to a decision: the next order of the plan, or of a new plan."""
        seat = decision.seat
        moment = (view.round, seat, decision.kind)
        agenda = self._agendas.get(seat)
        if agenda is None or agenda.moment != moment or not agenda.steps:
            effort = (think or self.think) / self.think
            self._brake = Brake(BRAKE * (think or self.think))
            steps = self._plan(view, decision, effort)
            agenda = self._agendas[seat] = Agenda(moment, steps)
        while agenda.steps:
            step = agenda.steps.pop(0)
            if self._game.check(view, seat, step.action) is None:
                self._why = step.reason
                return step.action
        action, self._why = sensible(self._game, view, seat, self._dice(view, seat))
        return action

    def _dice(self, view: AreaState, seat: Power) -> Random:
        """Chance for this seat at this point of the game: the same for a bot that is made anew."""
        return Random(crc32(f"{self._seed}|{view.round}|{seat}|{view.turn.phases.get(seat, '')}".encode()))

    # plans

    def _plan(self, view: AreaState, decision: Decision, effort: float) -> list[Step]:
        seat = decision.seat
        match decision.kind:
            case "purchase":
                return self._purchase(view, seat, effort)
            case "combat-move":
                return self._combat(view, seat, effort)
            case "noncombat-move":
                return self._noncombat(view, seat, effort)
            case "mobilize":
                return self._mobilize(view, seat)
        answer = Melee(self._game, view, self._onlooker(view, seat), seat).answer(decision)
        return [Step(*answer)] if answer else []

    def _stance(self, view: AreaState, seat: Power) -> Stance:
        terrain = self._terrain
        field = Field.of(terrain, view)
        cities = cities_of(terrain, view, self._manner.victory)
        return Stance(terrain, field, seat, self._duels, self._manner, cities, self._aims.get(seat))

    def _onlooker(self, view: AreaState, seat: Power) -> Stance:
        """A stance for decisions in battle: what is worth what hardly changes while battles are fought."""
        moment = (view.round, next(iter(view.turn.phases)), seat)
        if self._battles is None or self._battles[0] != moment:
            self._battles = (moment, self._stance(view, seat))
        return self._battles[1]

    def _new_stance(self, view: AreaState, seat: Power) -> Stance:
        """A stance at the start of a turn: the aim is looked at again."""
        stance = self._stance(view, seat)
        aim = stance.choose_aim(self._aims.get(seat))
        if aim != stance.aim:
            self._aims[seat] = aim
            stance = self._stance(view, seat)
        self._aims[seat] = stance.aim
        return stance

    def _attack(self, view: AreaState, seat: Power, effort: float) -> tuple[Plan, Stance, Offensive]:
        """The attacks of this turn; what was thought out for the purchase is not thought out again."""
        known = self._attacks.get(seat)
        if known is not None and known[0].stacks == view.stacks and known[0].round == view.round:
            return known[1], known[2], known[3]
        stance = self._new_stance(view, seat)
        reach = Reach(stance.field, stance.power, _fresh(self._terrain, view, seat))
        offensive = Offensive(stance, reach, _ships(self._terrain, view, seat), self._dice(view, seat))
        tries = max(1, round(self._manner.orders * effort))
        plans = offensive.plans(tries, max(1, round(self._manner.plans * effort)), self._brake)
        plan = plans[0]
        if len(plans) > 1 and self._manner.reply:
            plan = weigh(offensive, plans, 2, self._brake)[0][1]
        if self._manner.exact:
            plan = confirmed(offensive, plan)
        self._attacks[seat] = (view, plan, stance, offensive)
        return plan, stance, offensive

    def _purchase(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        if view.bought.get(seat):  # a bot made anew lets the order stand that was given before
            return [Step(Done(), Reason("the order stands"))]
        plan, stance, offensive = self._attack(view, seat, effort)
        field, _ = expected(offensive, plan)
        after = Stance(self._terrain, field, seat, self._duels, self._manner, stance.cities, stance.aim)
        chosen = Shopping(after, field, self._sites(view, seat), self._market(view, seat)).order(
            view.treasury[seat]
        )
        units: dict[str, int] = {}
        for unit, _ in chosen:
            name = self._terrain.roster.names[unit]
            units[name] = units.get(name, 0) + 1
        aim = self._terrain.names[stance.aim]
        words = ", ".join(f"{n} {self._game.world.units[u].plural if n > 1 else u}" for u, n in units.items())
        reason = Reason(f"buy {words or 'nothing'} with {aim} in mind")
        return [Step(Order(units=units), reason), Step(Done(), reason)]

    def _sites(self, view: AreaState, seat: Power) -> list[Site]:
        world, terrain = self._game.world, self._terrain
        found = []
        for space, name in enumerate(terrain.names):
            if not terrain.is_sea[space] and view.control.get(name) == seat:
                room = room_at(world, view, seat, name)
                if room > 0:
                    found.append(Site(space, min(room, MOST_AT_A_SITE)))
        return found

    def _market(self, view: AreaState, seat: Power) -> list[int]:
        """The unit types that a seat can buy and fight with."""
        roster = self._terrain.roster
        return [
            u
            for u, name in enumerate(roster.names)
            if roster.counts[u] and self._game.check(view, seat, Order(units={name: 1})) is None
        ]

    def _combat(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        plan, stance, offensive = self._attack(view, seat, effort)
        draft = Draft(self._game, view, seat)
        for _ in range(4):
            draft = Draft(self._game, view, seat)
            done = order_attacks(draft, self._terrain, stance.field, plan)
            weak = [t for t, a in done.items() if self._too_weak(offensive, a, plan.assaults[t])]
            if not weak:
                break
            plan = Plan({t: a for t, a in plan.assaults.items() if t not in weak}, plan.score)
        self._attacks.pop(seat, None)
        steps = [Step(action, self._reason(offensive, plan, action)) for action in draft.actions]
        return [*steps, Step(Done(), Reason("all attacks are on their way"))] if draft.open else steps

    def _too_weak(self, offensive: Offensive, real: Assault, meant: Assault) -> bool:
        """Whether an attack that could not be ordered in full is no longer worth making."""
        if real.arms == meant.arms and len(real.lifts) == len(meant.lifts):
            return False
        value = offensive.appraise(real, frozenset())
        return value <= self._manner.threshold or real.win < self._manner.luck

    def _reason(self, offensive: Offensive, plan: Plan, action: AreaAction) -> Reason:
        index = self._terrain.index
        target = index.get(getattr(action, "land", "") or getattr(action, "path", ("",))[-1], -1)
        assault = plan.assaults.get(target)
        if assault is None:
            return Reason("cover the attack")
        others = sorted((a for t, a in plan.assaults.items() if t != target), key=lambda a: -a.value)
        return Reason(
            f"take {self._terrain.names[target]}",
            f"wins {assault.win:.0%}",
            assault.win,
            assault.value,
            tuple(f"{self._terrain.names[a.target]}: {a.value:.1f}" for a in others[:3]),
        )

    def _noncombat(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        stance = self._stance(view, seat)
        arrivals: dict[int, dict[int, int]] = {}
        for unit, place, _ in self._placements(view, seat, stance):
            units = arrivals.setdefault(place, {})
            units[unit] = units.get(unit, 0) + 1
        draft = Draft(self._game, view, seat)
        passes = max(1, round(self._manner.passes * effort))
        deployment = Deployment(stance, view, arrivals, self._dice(view, seat))
        redeployment = Redeployment(deployment, passes, self._brake)
        redeployment.plan()
        Moves(deployment, redeployment.convoys, draft).order()
        reason = Reason(f"towards {self._terrain.names[stance.aim]}, and safe on the way")
        steps = [Step(action, reason) for action in draft.actions]
        return [*steps, Step(Done(), reason)] if draft.open else steps

    def _placements(self, view: AreaState, seat: Power, stance: Stance) -> list[tuple[int, int, int]]:
        """Where bought units are to enter play: unit, place and factory."""
        shopping = Shopping(stance, stance.field, self._sites(view, seat), [])
        roster = self._terrain.roster
        waiting = {
            roster.index[u]: n for u, n in view.bought.get(seat, {}).items() if roster.counts[roster.index[u]]
        }
        return shopping.place(waiting)

    def _mobilize(self, view: AreaState, seat: Power) -> list[Step]:
        stance = self._stance(view, seat)
        names, roster = self._terrain.names, self._terrain.roster
        counts: dict[tuple[int, int, int], int] = {}
        for one in self._placements(view, seat, stance):
            counts[one] = counts.get(one, 0) + 1
        reason = Reason("where they are needed")
        steps = [
            Step(Mobilize(unit=roster.names[u], space=names[place], count=n, complex=names[site]), reason)
            for (u, place, site), n in counts.items()
        ]
        return [*steps, Step(Done(), reason)]


def _fresh(terrain: Terrain, view: AreaState, seat: Power) -> list[Stack]:
    """The units of a seat that may still make a combat move."""
    roster = terrain.roster
    return [
        Stack(terrain.index[space], roster.index[p.unit], float(n), roster.move[roster.index[p.unit]] - p.used)
        for space, pieces in view.stacks.items()
        for p, n in pieces
        if p.power == seat and not p.moved
    ]


def _ships(terrain: Terrain, view: AreaState, seat: Power) -> dict[Ship, float]:
    """The transports of a seat that may still sail, by zone and cargo."""
    roster, found = terrain.roster, dict[Ship, float]()
    for space, pieces in view.stacks.items():
        for p, n in pieces:
            if p.power == seat and not p.moved and roster.lifts[roster.index[p.unit]]:
                cargo = tuple(sorted(roster.index[c.unit] for c in p.cargo if c.power == seat))
                key = (terrain.index[space], cargo)
                found[key] = found.get(key, 0.0) + n
    return found
