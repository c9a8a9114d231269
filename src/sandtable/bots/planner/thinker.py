"""The planner: a bot that makes a plan for its phase, gives the orders one by one, and can say why."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple
from zlib import crc32

from sandtable.area.actions import AreaAction, Bomb, Done, Order, Program, Research
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, size
from sandtable.area.missions import asked
from sandtable.area.phases.develop import dice_to_give
from sandtable.area.state import AreaState
from sandtable.bots.bot import Reason
from sandtable.bots.brake import Brake
from sandtable.bots.level import Level
from sandtable.bots.planner.assault import Assault, Plan, Ship
from sandtable.bots.planner.batteries import Batteries
from sandtable.bots.planner.bombardment import order_support
from sandtable.bots.planner.bombing import Raids, order_raid, rocket
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
from sandtable.bots.planner.offensive import Offensive
from sandtable.bots.planner.quartermaster import Quartermaster
from sandtable.bots.planner.reach import Reach, Stack
from sandtable.bots.planner.redeploy import Redeployment
from sandtable.bots.planner.rehearsal import QUICK, lead, played_on
from sandtable.bots.planner.research import Laboratory
from sandtable.bots.planner.sky import Sky, order_flight, released
from sandtable.bots.planner.stance import Stance, cities_of
from sandtable.bots.planner.terrain import Terrain
from sandtable.bots.planner.treasury import aid, repair, scorch
from sandtable.bots.planner.watch import Watch
from sandtable.core.decision import Decision

SPARE = 2.0
"""With so many times its usual time a planner plays its best plans out before it chooses."""
TAKES = 2
"""How often each is played out."""
PRIOR = 0.5
"""How much its worth by reckoning counts beside what it has led to."""
BRAKE = 0.7
"""After this part of the seconds that it was given, a planner on a slow machine stops looking for better."""


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

    levels = ""

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
        self.name = level.name
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
        self._survey(view)
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

    def _survey(self, view: AreaState) -> None:
        """Look at the board anew if somebody has opened a neutral territory."""
        violated = frozenset(s for s in self._game.world.board.neutrals if s in view.control)
        if violated != self._terrain.violated:
            self._terrain = Terrain(self._game.world, violated)
            self._attacks.clear()
            self._battles = None

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
            case "aid":
                stance = self._stance(view, seat)
                return [Step(*aid(stance, self._game.world, view, seat)), Step(Done(), Reason("that is all"))]
            case "passive":
                return [Step(*one) for one in Watch(self._stance(view, seat), view, seat).orders()]
            case "develop":
                return self._develop(view, seat)
            case "bomb":
                return self._release(view, seat)
            case "fight" | "rocket" if "declared-rockets" not in self._game.world.features:
                shot = rocket(self._game.world, view, seat)
                if shot is not None:
                    return [Step(*shot)]
                if decision.kind == "rocket":
                    return [Step(Done(), Reason("save the rocket"))]
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
        reach = Reach(stance.field, stance.power, _fresh(stance.field, view, seat))
        offensive = Offensive(stance, reach, _ships(self._terrain, view, seat), self._dice(view, seat))
        tries = max(1, round(self._manner.orders * effort))
        plans = offensive.plans(tries, max(1, round(self._manner.plans * effort)), self._brake)
        plan = plans[0]
        if len(plans) > 1 and self._manner.reply:
            ranked = weigh(offensive, plans, 2, self._brake)
            plan = ranked[0][1]
            if effort >= SPARE:
                plan = self._rehearsed(view, ranked, stance, offensive, effort)
        if self._manner.exact:
            plan = confirmed(offensive, plan)
        self._attacks[seat] = (view, plan, stance, offensive)
        return plan, stance, offensive

    def _rehearsed(
        self,
        view: AreaState,
        ranked: list[tuple[float, Plan]],
        stance: Stance,
        offensive: Offensive,
        effort: float,
    ) -> Plan:
        """Of the best plans the one that leads to most when it is played out."""
        seat = self._terrain.powers[stance.power]
        world, side = self._game.world.developed(view.techs), self._game.world.side(seat)
        first = ranked[0][0]
        best, chosen = float("-inf"), ranked[0][1]
        for score, plan in ranked[: max(2, round(effort))]:
            if self._brake.pulled:
                break
            total = 0.0
            for take in range(TAKES):
                actor = Planner(self._game, self._seed, self._level.turned(QUICK))
                actor._aims = dict(self._aims)
                actor._attacks[seat] = (view, plan, stance, offensive)
                end = played_on(self._game, view, seat, actor, crc32(f"{self._seed}|{view.round}|{take}".encode()))
                total += lead(world, end, side, self._manner)
            value = total / TAKES + PRIOR * (score - first)
            if value > best:
                best, chosen = value, plan
        return chosen

    def _purchase(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        if view.bought.get(seat):  # a bot made anew lets the order stand that was given before
            return [Step(Done(), Reason("the order stands"))]
        plan, stance, offensive = self._attack(view, seat, effort)
        field, _ = expected(offensive, plan)
        after = Stance(self._terrain, field, seat, self._duels, self._manner, stance.cities, stance.aim)
        world = self._game.world.developed(view.techs)
        first = repair(world, view, seat)
        if first is not None:
            return [Step(*first)]
        laboratory = Laboratory(after, world, view)
        program = {} if view.dice.get(seat) else laboratory.program()
        if program:
            return [Step(Program(program), Reason(f"research for {', '.join(program) or 'new weapons'}"))]
        dice = laboratory.dice()
        if dice:
            return [Step(Research(dice), Reason(f"{dice} dice for new weapons"))]
        units = Quartermaster(self._game, self._terrain, view, seat).order(after, field)
        aim = self._terrain.names[stance.aim]
        words = ", ".join(f"{n} {self._game.world.units[u].plural if n > 1 else u}" for u, n in units.items())
        reason = Reason(f"buy {words or 'nothing'} with {aim} in mind")
        burnt = scorch(after, world, view, seat)
        return [Step(Order(units=units), reason), *([Step(*burnt)] if burnt else ()), Step(Done(), reason)]

    def _develop(self, view: AreaState, seat: Power) -> list[Step]:
        """Dice that are given out when they are rolled: all to the development that would bring most."""
        world = self._game.world.developed(view.techs)
        best = Laboratory(self._stance(view, seat), world, view).best()
        return [Step(Program({best: dice_to_give(world, view, seat)}), Reason(f"research for {best}"))]

    def _release(self, view: AreaState, seat: Power) -> list[Step]:
        """Bombers that have come through."""
        release = asked(view, seat)
        if release is None:
            return []
        sky = Sky(self._scout(view, seat), self._game.world.developed(view.techs), view)
        number, reason = released(sky, self._terrain.index[release.space], size(release.bombers))
        return [Step(Bomb(number), reason)]

    def _scout(self, view: AreaState, seat: Power) -> Offensive:
        """Who could attack where, without any plan."""
        stance = self._onlooker(view, seat)
        return Offensive(stance, Reach(stance.field, stance.power, []), {}, self._dice(view, seat))

    def _combat(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        plan, stance, offensive = self._attack(view, seat, effort)
        world = self._game.world.developed(view.techs)
        plan, missions = Raids(offensive, world).choose(plan)
        draft, done = Draft(self._game, view, seat), dict[int, Assault]()
        for _ in range(4):
            draft = Draft(self._game, view, seat)
            done = order_attacks(draft, self._terrain, stance.field, plan)
            if not draft.open:
                break  # guns have fired on the way: the rest is thought out anew after that
            weak = [t for t, a in done.items() if self._too_weak(offensive, a, plan.assaults[t])]
            if not weak:
                break
            plan = Plan({t: a for t, a in plan.assaults.items() if t not in weak}, plan.score)
        self._attacks.pop(seat, None)
        order_support(draft, offensive, done)
        steps = [Step(action, self._reason(offensive, plan, action)) for action in draft.actions]
        for mission in missions:
            before = len(draft.actions)
            if order_raid(draft, self._terrain, offensive.appraisal.flak, mission):
                reason = Reason(f"bomb {self._terrain.names[mission.target]}", value=mission.value)
                steps += [Step(action, reason) for action in draft.actions[before:]]
        for flight in Sky(offensive, world, view).choose(plan) if "missions" in world.features else ():
            if order_flight(draft, offensive, flight):
                reason = Reason(f"{flight.mission} over {self._terrain.names[flight.target]}", value=flight.value)
                steps.append(Step(draft.actions[-1], reason))
        if "declared-rockets" in world.features:
            while draft.open and (shot := rocket(world, draft.state, seat)) and draft.give(shot[0]):
                steps.append(Step(*shot))
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
        quartermaster = Quartermaster(self._game, self._terrain, view, seat)
        for unit, place, _ in quartermaster.places(stance):
            units = arrivals.setdefault(place, {})
            units[unit] = units.get(unit, 0) + 1
        draft = Draft(self._game, view, seat)
        passes = max(1, round(self._manner.passes * effort))
        deployment = Deployment(stance, view, arrivals, self._dice(view, seat))
        redeployment = Redeployment(deployment, passes, self._brake)
        redeployment.plan()
        Moves(deployment, redeployment.convoys, draft).order()
        Batteries(deployment, quartermaster.posts(stance).values()).order(draft)
        reason = Reason(f"towards {self._terrain.names[stance.aim]}, and safe on the way")
        steps = [Step(action, reason) for action in draft.actions]
        return [*steps, Step(Done(), reason)] if draft.open else steps

    def _mobilize(self, view: AreaState, seat: Power) -> list[Step]:
        orders = Quartermaster(self._game, self._terrain, view, seat).mobilize(self._stance(view, seat))
        return [*(Step(*one) for one in orders), Step(Done(), Reason("everybody has a place"))]


def _fresh(field: Field, view: AreaState, seat: Power) -> list[Stack]:
    """The units of a seat that may still make a combat move."""
    terrain, roster = field.terrain, field.terrain.roster
    moves = field.moves[terrain.power[seat]]
    return [
        Stack(terrain.index[space], roster.index[p.unit], float(n), moves[roster.index[p.unit]] - p.used)
        for space, pieces in view.stacks.items()
        for p, n in pieces
        if p.power == seat and not p.moved and roster.counts[roster.index[p.unit]]
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
