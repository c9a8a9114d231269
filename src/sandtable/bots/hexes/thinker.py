"""The commander: a bot that makes a plan for its phase, gives the orders one by one, and can explain them."""

from collections.abc import Callable, Mapping
from random import Random
from zlib import crc32

from sandtable.bots.bot import BotFailed, Reason
from sandtable.bots.brake import Brake
from sandtable.bots.hexes import admiral, fighting, laboratory, landing
from sandtable.bots.hexes.deployment import Step, deploy, part_ways
from sandtable.bots.hexes.ferries import ferry, gather
from sandtable.bots.hexes.outlook import Ground, Outlook
from sandtable.bots.hexes.risings import rise
from sandtable.bots.hexes.spending import spend
from sandtable.bots.hexes.staffing import brief, staff
from sandtable.bots.hexes.style import Style
from sandtable.bots.level import Level
from sandtable.core.decision import Decision
from sandtable.hexes.actions import Advance, DeployAll, Done, HexAction, Move
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import Combat, HexState, Side

Moment = tuple[int, Side, str, str]

AT_SEA: Mapping[str, Callable[[Outlook], Step | None]] = {
    "meet": admiral.meet,
    "search": admiral.look_out,
    "haven": admiral.shelter,
    "air-strike": admiral.strike,
    "aircraft-hits": admiral.choose_ship,
    "ships": admiral.lose,
    "troops": admiral.drown,
}
"""The functions that answer questions about fleets."""

BRAKE = 0.7
"""The share of its seconds after which a commander on a slow machine stops searching."""


class Commander:
    """Plays any hex game by a level's numbers."""

    levels = "hexes"

    def __init__(self, game: HexGame, seed: int, level: Level) -> None:
        self._game = game
        self._seed = seed
        self._style = Style.of(level)
        self._moment: Moment | None = None
        self._agenda: list[Step] = []
        self._why: Reason | None = None
        self._ground: Ground | None = None
        self._brake = Brake(0.0)
        self._pace = self._style
        self.name = level.name
        self.think = level.think

    @staticmethod
    def serves(game: object) -> bool:
        return isinstance(game, HexGame)

    def why(self) -> Reason | None:
        return self._why

    def choose(self, view: HexState, decision: Decision, think: float | None = None) -> HexAction:
        """The answer to a decision: the next order of the plan, or of a new plan."""
        self._brake = Brake(BRAKE * (think or self.think))
        self._pace = self._style.given((think or self.think) / self.think)
        moment = (view.turn, view.side, decision.seat, decision.kind)
        if moment != self._moment:
            self._moment = moment
            self._agenda = self._planned(view, decision)
        while self._agenda:
            step = self._agenda.pop(0)
            if self._game.check(view, decision.seat, step.action) is None:
                self._why = step.reason
                return step.action
        answer = self._at_once(view, decision)
        if answer is not None and self._game.check(view, decision.seat, answer.action) is None:
            self._why = answer.reason
            return answer.action
        return self._fallback(view, decision.seat)

    def _outlook(self, view: HexState, side: Side) -> Outlook:
        world = self._game.world(view)
        if self._ground is None or self._ground.world is not world:
            self._ground = Ground(world)
        return Outlook(self._ground, view, side, self._pace, self._brake)

    def _planned(self, view: HexState, decision: Decision) -> list[Step]:
        """The orders of a phase that is planned as a whole."""
        outlook = self._outlook(view, decision.seat)
        match decision.kind:
            case "movement":
                return self._ferried(outlook) or deploy(outlook, self._chance(view, decision.seat))
            case "announce" if view.combat is not None:
                return fighting.announce(outlook, view.combat, self._chance(view, decision.seat))
        return []

    def _ferried(self, outlook: Outlook) -> list[Step]:
        """Sea transport comes first; after that, everything is reconsidered."""
        step = gather(outlook) or ferry(outlook)
        if step is None:
            return []
        self._moment = None
        escort = admiral.cover(outlook, step.action) if isinstance(step.action, Move) else None
        return [escort or step]

    def _at_once(self, view: HexState, decision: Decision) -> Step | None:
        """The answer to a question asked on its own."""
        combat, seat = view.combat, decision.seat
        if decision.kind == "setup":
            ready = self._game.check(view, seat, Done()) is None
            return Step(Done() if ready else DeployAll(), Reason("Use the suggested setup"))
        outlook = self._outlook(view, seat)
        if decision.kind == "production":
            return spend(outlook) or staff(outlook)
        if decision.kind == "research":
            return laboratory.research(outlook)
        if decision.kind == "strategic":
            return laboratory.bomb(outlook)
        if decision.kind == "movement":
            return next(part_ways(outlook), None)
        if decision.kind == "naval":
            if combat is not None and combat.attacks:
                return landing.put_to_sea(outlook, combat)
            return admiral.sail(outlook) or landing.invade(outlook, Combat())
        if decision.kind in AT_SEA:
            return AT_SEA[decision.kind](outlook)
        return self._in_combat(outlook, combat, decision) if combat is not None else None

    def _in_combat(self, outlook: Outlook, combat: Combat, decision: Decision) -> Step | None:
        match decision.kind:
            case "losses" if combat.toll is not None:
                return fighting.losses(outlook.state, combat.toll)
            case "retreat":
                return fighting.retreat(outlook, combat)
            case "defence":
                return fighting.defend(outlook.world, outlook.state, combat, decision.seat)
            case "intercept" if combat.landing is not None:
                return landing.intercept(outlook, combat, combat.landing)
            case "strike":
                return landing.strike(outlook, combat)
            case "announce":
                return landing.invade(outlook, combat) or rise(outlook) or brief(outlook, combat)
            case "invasion":
                return next(landing.sail(combat), None)
            case "assault":
                return fighting.assault(outlook, combat)
            case "advance":
                return fighting.advance(outlook, combat)
            case "attack":
                fire = fighting.assault(outlook, combat)
                go = Step(Advance(combat.attacks[0].army), Reason("Advance")) if combat.attacks else None
                return fire or go
            case "exploitation":
                return fighting.exploit(outlook, combat)
        return None

    def _fallback(self, view: HexState, seat: Side) -> HexAction:
        """Continue; if that isn't allowed, the first thing that is."""
        self._why = Reason("Nothing better to do")
        if self._game.check(view, seat, Done()) is None:
            return Done()
        action = next(iter(self._game.legal(view, seat)), None)
        if action is None:
            raise BotFailed(f"{seat} has no legal action")
        return action

    def _chance(self, view: HexState, seat: Side) -> Random:
        """A random generator that depends only on the seed and the moment."""
        return Random(crc32(f"{self._seed} {view.turn} {view.side} {view.phase} {seat}".encode()))
