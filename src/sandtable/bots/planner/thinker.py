"""The planner: a bot that makes a plan for its phase, gives the orders one by one, and can explain them."""

from collections.abc import Iterable
from itertools import islice
from math import inf
from random import Random
from typing import NamedTuple
from zlib import crc32

from sandtable.area.actions import AreaAction, Done, Order
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, size
from sandtable.area.parts import directed_research, lend_lease, missions, rockets
from sandtable.area.parts.air_war import AirWar
from sandtable.area.parts.directed_research import DirectedResearch, Program, bought
from sandtable.area.parts.missions import Bomb, Missions, asked
from sandtable.area.parts.politics import Politics, politics
from sandtable.area.parts.project_research.memory import RESEARCH
from sandtable.area.parts.reaction import phase as reaction_phase
from sandtable.area.parts.research import Research
from sandtable.area.parts.rockets import Rockets
from sandtable.area.phases import combat, combat_move, mobilize, noncombat_move, purchase
from sandtable.area.state import AreaState
from sandtable.area.wording import unit_name
from sandtable.bots.bot import Reason
from sandtable.bots.brake import Brake
from sandtable.bots.level import Level
from sandtable.bots.planner import countermoves, raiding
from sandtable.bots.planner.assault import Assault, Key, Plan
from sandtable.bots.planner.batteries import Batteries
from sandtable.bots.planner.bombardment import order_support
from sandtable.bots.planner.bombing import Raids, order_raid, rocket
from sandtable.bots.planner.countermoves import Counter
from sandtable.bots.planner.deployment import Deployment
from sandtable.bots.planner.draft import Draft
from sandtable.bots.planner.duel import Duels
from sandtable.bots.planner.fallback import sensible
from sandtable.bots.planner.features import features
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.foresight import confirmed, expected, weigh
from sandtable.bots.planner.garrison import Garrisons
from sandtable.bots.planner.goals import objectives
from sandtable.bots.planner.harbours import harbours
from sandtable.bots.planner.marching import order_attacks
from sandtable.bots.planner.melee import Melee
from sandtable.bots.planner.moving import Moves
from sandtable.bots.planner.offensive import Offensive
from sandtable.bots.planner.politics import Diplomat, rivals_of
from sandtable.bots.planner.projects import projects
from sandtable.bots.planner.quartermaster import Quartermaster
from sandtable.bots.planner.raiding import AirRaids
from sandtable.bots.planner.reach import Reach, movable, transports
from sandtable.bots.planner.redeploy import Redeployment
from sandtable.bots.planner.rehearsal import (
    DECISIONS,
    MANNERS,
    MOODS,
    QUICK,
    Allowance,
    Line,
    best_line,
    lead,
    played_on,
    turned,
)
from sandtable.bots.planner.research import Laboratory
from sandtable.bots.planner.siege import Siege
from sandtable.bots.planner.sky import Sky, order_flight, released
from sandtable.bots.planner.stance import Stance, cities_of
from sandtable.bots.planner.style import Style
from sandtable.bots.planner.takeovers import take_over
from sandtable.bots.planner.terrain import Force, Terrain, terrain_of
from sandtable.bots.planner.treasury import aid, repair, scorch
from sandtable.bots.planner.upkeep import restore, train
from sandtable.bots.planner.watch import Watch
from sandtable.bots.prospects import prospects_of
from sandtable.core.decision import Decision

SPARE = 2.0
"""With this many times its usual time, a planner plays out its best plans before it chooses,"""
USUAL = 4.0
"""and so does a level that weighs twice as many plans as this, whatever its time."""
MANY = 40
"""The most answers to a question of the air war to examine."""
BRAKE = 0.7
"""The share of its seconds after which a planner on a slow machine stops searching."""


class Step(NamedTuple):
    """An order of a plan, and its reason."""

    action: AreaAction
    reason: Reason


class Agenda:
    """One seat's remaining orders for one phase."""

    def __init__(self, moment: tuple[int, Power, str], steps: Iterable[Step]) -> None:
        self.moment = moment
        self.steps = list(steps)


class Planner:
    """Plays any area game by a level's numbers."""

    levels = ""

    def __init__(self, game: AreaGame, seed: int, level: Level, like: "Planner | None" = None) -> None:
        self._game = game
        self._seed = seed
        self._level = level
        self._style = Style.of(level)
        # A planner inside another's rehearsal shares its board and odds.
        self._terrain: Terrain = terrain_of(game.world) if like is None else like._terrain
        self._duels: Duels = Duels(game.world, self._terrain.roster) if like is None else like._sketches
        self._sketches: Duels = (
            self._duels if like is not None else Duels(game.world, self._terrain.roster, rough=True)
        )
        """Estimates for rehearsals."""
        self._quick = like is not None
        """Whether this is a rehearsal: then somebody else watches the clock."""
        self._manners: dict[Power, tuple[int, Style]] = {}
        """The style in which seats play the rest of their turn in a round, if it is not the level's."""
        self._agendas: dict[Power, Agenda] = {}
        self._aims: dict[Power, int] = {}
        self._attacks: dict[Power, tuple[AreaState, Plan, Stance, Offensive]] = {}
        self._rehearsals: dict[Power, int] = {}
        """The round in which a seat has last played plans out: once a turn is enough."""
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
        """Battles worked out so far: a measure of work independent of the clock."""
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
            self._brake = Brake(inf if self._quick else BRAKE * (think or self.think))
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
        """Read the board again if a neutral territory has been opened."""
        violated = frozenset(s for s in self._game.world.board.neutrals if s in view.control)
        if violated != self._terrain.violated:
            self._terrain = terrain_of(self._game.world, violated)
            self._attacks.clear()
            self._battles = None

    def _dice(self, view: AreaState, seat: Power) -> Random:
        """The random generator for this seat at this point of the game: the same for a recreated bot."""
        return Random(crc32(f"{self._seed}|{view.round}|{seat}|{view.turn.phases.get(seat, '')}".encode()))

    # plans

    def _plan(self, view: AreaState, decision: Decision, effort: float) -> list[Step]:
        seat = decision.seat
        match decision.kind:
            case purchase.ASKS:
                return self._purchase(view, seat, effort)
            case combat_move.ASKS:
                return self._combat(view, seat, effort)
            case noncombat_move.ASKS:
                return self._noncombat(view, seat, effort)
            case mobilize.ASKS:
                return self._mobilize(view, seat)
            case lend_lease.ASKS:
                stance = self._stance(view, seat)
                return [
                    Step(*aid(stance, self._game.world, view, seat)),
                    Step(Done(), Reason("nothing more to do")),
                ]
            case reaction_phase.ASKS:
                return [Step(*one) for one in Watch(self._stance(view, seat), view, seat).orders()]
            case directed_research.ASKS:
                return self._develop(view, seat)
            case missions.ASKS:
                return self._release(view, seat)
            case politics.ENTRY:
                war = self._declaration(view, seat)
                return [war or Step(Done(), Reason("stay out of the war"))]
            case combat.FIGHTS | rockets.ASKS:
                shot = rocket(self._game.world, view, seat)
                if shot is not None:
                    return [Step(*shot)]
                if decision.kind == rockets.ASKS:
                    return [Step(Done(), Reason("save the rocket"))]
            case kind if kind in countermoves.KINDS or kind in raiding.KINDS:
                reply = self._react(view, decision)
                if reply is not None:
                    return [reply]
        answer = Melee(self._game, view, self._onlooker(view, seat), seat).answer(decision)
        return [Step(*answer)] if answer else []

    def _react(self, view: AreaState, decision: Decision) -> Step | None:
        """The answer to an enemy's moves, or to a question of the air war."""
        seat, world = decision.seat, self._game.world.as_of(view)
        if decision.kind in countermoves.KINDS:
            if self._style.lapse and self._dice(view, seat).random() < self._style.lapse:
                return Step(Done(), Reason("let them come"))
            return Step(
                *Counter(self._onlooker(view, seat), world, view, seat).order(decision.kind, decision.space)
            )
        war = AirWar.of(world)
        if war is None:
            return None
        answer = AirRaids(war, world, view, seat).answer(
            decision.kind, list(islice(self._game.legal(view, seat), MANY))
        )
        return Step(*answer) if answer else None

    def _style_of(self, view: AreaState, seat: Power) -> Style:
        """The style in which a seat plays the rest of its turn."""
        moment, manner = self._manners.get(seat, (-1, self._style))
        return manner if moment == view.round else self._style

    def _stance(self, view: AreaState, seat: Power, style: Style | None = None) -> Stance:
        terrain = self._terrain
        style = style or self._style_of(view, seat)
        field = Field.of(terrain, view, seat)
        cities = cities_of(terrain, view, self._style.victory)
        rivals = rivals_of(terrain, view, seat) if field.idle else ()
        goals = objectives(self._game.world.as_of(view), view, seat, self._style.horizon)
        extras = {terrain.index[name]: worth for name, worth in goals.items()}
        return Stance(terrain, field, seat, self._duels, style, cities, self._aims.get(seat), rivals, extras)

    def _onlooker(self, view: AreaState, seat: Power) -> Stance:
        """A stance for decisions in battle: values hardly change while battles are fought."""
        moment = (view.round, next(iter(view.turn.phases)), seat)
        if self._battles is None or self._battles[0] != moment:
            self._battles = (moment, self._stance(view, seat))
        return self._battles[1]

    def _new_stance(self, view: AreaState, seat: Power) -> Stance:
        """A stance at the start of a turn: the aim is reconsidered."""
        stance = self._stance(view, seat)
        aim = stance.choose_aim(self._aims.get(seat))
        if aim != stance.aim:
            self._aims[seat] = aim
            stance = self._stance(view, seat)
        self._aims[seat] = stance.aim
        return stance

    def _attack(self, view: AreaState, seat: Power, effort: float) -> tuple[Plan, Stance, Offensive]:
        """The attacks of this turn; those planned for the purchase are reused."""
        known = self._attacks.get(seat)
        if known is not None and known[0].stacks == view.stacks and known[0].round == view.round:
            return known[1], known[2], known[3]
        stance = self._new_stance(view, seat)
        neutral = seat in self._game.world.as_of(view).neutral_powers
        offensive = self._offensive(view, stance)
        tries = max(1, round(self._style.orders * effort))
        plans = (
            offensive.plans(tries, max(1, round(self._style.plans * effort)), self._brake) if not neutral else []
        )
        plan = plans[0] if plans else Plan({}, 0.0)
        ahead = effort * max(1.0, self._style.plans / USUAL)
        again = self._rehearsals.get(seat) == view.round
        if plans and self._style.reply and ahead >= SPARE and not again:
            self._rehearsals[seat] = view.round
            line = self._rehearsed(view, plans, max(2, round(ahead)), stance, offensive)
            plan = line.plan
            if line.manner:
                self._manners[seat] = view.round, Style.of(self._level.turned(line.manner))
        elif len(plans) > 1 and self._style.reply:
            plan = weigh(offensive, plans, 2, self._brake)[0][1]
        if self._style.exact:
            plan = confirmed(offensive, plan)
        self._attacks[seat] = (view, plan, stance, offensive)
        return plan, stance, offensive

    def _offensive(self, view: AreaState, stance: Stance) -> Offensive:
        """A search for attacks with everything that can move."""
        seat = self._terrain.powers[stance.power]
        reach = Reach(stance.field, stance.power, movable(stance.field, view, seat))
        reserves = Quartermaster(self._game, self._terrain, view, seat).reserves()
        garrisons = Garrisons(stance, reach.stacks, reserves)
        ships = transports(self._terrain, view, seat)
        siege = Siege(stance, reserves) if self._style.reply else None
        return Offensive(stance, reach, ships, self._dice(view, seat), garrisons, siege)

    def _rehearsed(
        self, view: AreaState, plans: list[Plan], number: int, stance: Stance, offensive: Offensive
    ) -> Line:
        """The plan for the whole turn that leads to most when played out."""
        seat = self._terrain.powers[stance.power]
        world, side = self._game.world.as_of(view), self._game.world.side(seat)
        for mood in MOODS:
            style = Style.of(self._level.turned(turned(self._level, mood)))
            for plan in self._offensive(view, self._stance(view, seat, style)).plans(2, 1, self._brake):
                if not any(plan.same_as(other) for other in plans):
                    plans.append(plan)
        ranked = weigh(offensive, plans, 2, self._brake)[:number]
        lines = [Line(plan, score) for score, plan in ranked]
        lines += [Line(ranked[0][1], ranked[0][0], turned(self._level, factors)) for factors in MANNERS]
        prospects = prospects_of(self._game)
        allowance = Allowance(DECISIONS * number, self._brake)

        def learned(state: AreaState, side: str) -> float:
            assert prospects is not None
            seen = features(self._terrain, state)
            found = prospects.lead(seen.lead, seen.whole, seen.amounts)
            return found if side == seen.first else -found

        def play(line: Line, take: int, rounds: int) -> float | None:
            actor = Planner(self._game, self._seed, self._level.turned(QUICK), self)
            actor._aims = dict(self._aims)
            actor._attacks[seat] = (view, line.plan, stance, offensive)
            if line.manner:
                actor._manners[seat] = view.round, Style.of(self._level.turned({**line.manner, **QUICK}))
            seed = crc32(f"{self._seed}|{view.round}|{take}".encode())
            end = played_on(self._game, view, seat, actor, seed, rounds, allowance)
            if end is None:
                return None
            return lead(world, end, side, self._style, learned if prospects is not None else None)

        return best_line(lines, play)

    def _purchase(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        if view.bought.get(seat):  # a recreated bot lets the earlier order stand
            return [Step(Done(), Reason("keep the purchase"))]
        world = self._game.world.as_of(view)
        researched = bool(RESEARCH.of(view).advanced)  # pilots are trained before that
        training = None if researched else train(world, view, seat)
        if training is not None:
            return [Step(*training)]
        plan, stance, offensive = self._attack(view, seat, effort)
        field, _ = expected(offensive, plan)
        after = Stance(
            self._terrain,
            field,
            seat,
            self._duels,
            self._style_of(view, seat),
            stance.cities,
            stance.aim,
            stance.rivals,
            stance.extras,
        )
        first = repair(world, view, seat)
        if first is not None:
            return [Step(*first)]
        laboratory = Laboratory(after, world, view)
        research = [] if researched else projects(laboratory, world, view, seat)
        research = [one for one in research if self._game.check(view, seat, one[0]) is None]
        if research:
            return [Step(*one) for one in research]
        repairs = restore(world, view, seat)  # too late for research afterwards
        if repairs is not None:
            return [Step(*repairs)]
        program = {} if bought(view, seat) else laboratory.program()
        if program:
            return [Step(Program(program), Reason(f"research for {', '.join(program) or 'new weapons'}"))]
        dice = laboratory.dice()
        if dice:
            return [Step(Research(dice), Reason(f"{dice} dice for new weapons"))]
        standing = Garrisons(stance, offensive.reach.stacks, {})
        garrisons = {c: standing.rest(c, plan.assaults.values()) for c in standing.full}
        quartermaster = Quartermaster(self._game, self._terrain, view, seat)
        busy: dict[Key, float] = {}
        for assault in plan.assaults.values():
            for key, n in assault.leaving().items():
                busy[key] = busy.get(key, 0.0) + n
        fleets = harbours(after, offensive.reach, quartermaster.ports(), busy)
        units = quartermaster.order(after, field, garrisons, fleets)
        larger = quartermaster.larger(after, units)
        aim = self._terrain.names[stance.aim]
        words = ", ".join(f"{n} {unit_name(world, u, n)}" for u, n in units.items())
        reason = Reason(f"buy {words or 'nothing'} with {aim} in mind")
        burnt = scorch(after, world, view, seat)
        more = [Step(*one) for one in (larger, burnt) if one is not None]
        return [Step(Order(units=units), reason), *more, Step(Done(), reason)]

    def _develop(self, view: AreaState, seat: Power) -> list[Step]:
        """Dice that are assigned when they are rolled: all to the development that would gain most."""
        world = self._game.world.as_of(view)
        part = DirectedResearch.of(world)
        assert part is not None
        best = Laboratory(self._stance(view, seat), world, view).best()
        dice = part.dice_to_give(world, view, seat)
        return [Step(Program({best: dice}), Reason(f"research for {best}"))]

    def _release(self, view: AreaState, seat: Power) -> list[Step]:
        """Bombers that got through."""
        release = asked(view, seat)
        if release is None:
            return []
        sky = Sky(self._scout(view, seat), self._game.world.as_of(view), view)
        number, reason = released(sky, self._terrain.index[release.space], size(release.bombers))
        return [Step(Bomb(number), reason)]

    def _scout(self, view: AreaState, seat: Power) -> Offensive:
        """What could attack where, without any plan."""
        stance = self._onlooker(view, seat)
        return Offensive(stance, Reach(stance.field, stance.power, []), {}, self._dice(view, seat))

    def _combat(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        world = self._game.world.as_of(view)
        war = self._declaration(view, seat)
        if war is not None:
            self._attacks.pop(seat, None)
            return [war]
        plan, stance, offensive = self._attack(view, seat, effort)
        air_war, raids = AirWar.of(world), list[raiding.Raid]()
        if air_war is None:
            plan, missions = Raids(offensive, world).choose(plan)
        else:
            missions, raids = [], AirRaids(air_war, world, view, seat).choose(offensive, plan)
        draft, done = Draft(self._game, view, seat), dict[int, Assault]()
        for _ in range(4):
            draft = Draft(self._game, view, seat)
            done = order_attacks(draft, self._terrain, stance.field, plan)
            if not draft.open:
                break  # guns have fired on the way: the rest is planned again after that
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
        for raid in raids:
            reason = raiding.reason_for(raid, self._terrain.names[raid.target])
            for mission in raiding.missions_of(raid):
                if order_raid(draft, self._terrain, offensive.appraisal.flak, mission):
                    steps.append(Step(draft.actions[-1], reason))
        for flight in Sky(offensive, world, view).choose(plan) if Missions.of(world) else ():
            if order_flight(draft, offensive, flight):
                reason = Reason(f"{flight.mission} over {self._terrain.names[flight.target]}", value=flight.value)
                steps.append(Step(draft.actions[-1], reason))
        rockets = Rockets.of(world)
        if rockets is not None and rockets.settings.declared:
            while draft.open and (shot := rocket(world, draft.state, seat)) and draft.give(shot[0]):
                steps.append(Step(*shot))
        return [*steps, Step(Done(), Reason("all attacks are ordered"))] if draft.open else steps

    def _declaration(self, view: AreaState, seat: Power) -> Step | None:
        """A war to declare now; None if none pays."""
        world = self._game.world.as_of(view)
        if not world.relations or Politics.of(world) is None:
            return None
        stance = self._onlooker(view, seat)
        found = Diplomat(stance, world, view, seat, movable(stance.field, view, seat)).declaration()
        if found is None:
            return None
        self._battles = None
        return Step(*found)

    def _too_weak(self, offensive: Offensive, real: Assault, meant: Assault) -> bool:
        """Whether an attack that couldn't be ordered in full is no longer worth making."""
        if real.arms == meant.arms and len(real.lifts) == len(meant.lifts):
            return False
        value = offensive.appraise(real, frozenset())
        return value <= self._style.threshold or real.win < self._style.luck

    def _reason(self, offensive: Offensive, plan: Plan, action: AreaAction) -> Reason:
        index = self._terrain.index
        target = index.get(getattr(action, "land", "") or getattr(action, "path", ("",))[-1], -1)
        assault = plan.assaults.get(target)
        if assault is None:
            return Reason("cover the attack")
        others = sorted((a for t, a in plan.assaults.items() if t != target), key=lambda a: -a.value)
        force = offensive.force_of(assault)
        flown = not any(n and not offensive.roster.air[u] for u, n in enumerate(force))
        return Reason(
            f"{'strike at' if flown else 'take'} {self._terrain.names[target]}",
            f"wins {assault.win:.0%}",
            assault.win,
            assault.value,
            tuple(f"{self._terrain.names[a.target]}: {a.value:.1f}" for a in others[:3]),
        )

    def _noncombat(self, view: AreaState, seat: Power, effort: float) -> list[Step]:
        stance = self._stance(view, seat)
        arrivals: dict[int, dict[int, int]] = {}
        quartermaster = Quartermaster(self._game, self._terrain, view, seat)
        ready = movable(stance.field, view, seat, flying=True)
        garrisons = Garrisons(stance, ready, {})
        fleets: dict[int, Force] = {}
        if any(self._terrain.roster.sea[self._terrain.roster.index[unit]] for unit in quartermaster.waiting):
            fleets = harbours(stance, Reach(stance.field, stance.power, ready), quartermaster.ports())
        for unit, place, _ in quartermaster.places(stance, garrisons.full, fleets):
            units = arrivals.setdefault(place, {})
            units[unit] = units.get(unit, 0) + 1
        draft = Draft(self._game, view, seat)
        passes = max(1, round(self._style.passes * effort))
        deployment = Deployment(stance, view, arrivals, self._dice(view, seat))
        if seat in self._game.world.as_of(view).neutral_powers:
            deployment.stay_ashore()  # with few moves, none go to ships and planes
        redeployment = Redeployment(deployment, passes, self._brake)
        redeployment.plan()
        take_over(draft, stance)
        Moves(deployment, redeployment.convoys, draft).order()
        Batteries(deployment, quartermaster.posts(stance).values()).order(draft)
        reason = Reason(f"towards {self._terrain.names[stance.aim]}, and safe on the way")
        posts = {self._terrain.names[zone]: Reason(*words) for zone, words in deployment.raiders().items()}
        posts.update({self._terrain.names[c]: Reason(words) for c, words in redeployment.held.items()})
        names = self._terrain.names
        posts.update({names[s]: Reason(f"bar the road to {names[c]}") for s, c in redeployment.screens.items()})
        steps = [Step(action, posts.get(getattr(action, "path", ("",))[-1], reason)) for action in draft.actions]
        return [*steps, Step(Done(), reason)] if draft.open else steps

    def _mobilize(self, view: AreaState, seat: Power) -> list[Step]:
        orders = Quartermaster(self._game, self._terrain, view, seat).mobilize(self._stance(view, seat))
        return [*(Step(*one) for one in orders), Step(Done(), Reason("every unit has moved"))]
