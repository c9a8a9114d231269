"""Playing an invasion of the hex family at the table, with every die."""

from collections.abc import Sequence
from fractions import Fraction

from sandtable.core.decision import Decision
from sandtable.core.dice import ScriptedDice
from sandtable.hexes import actions as act
from sandtable.hexes.combat.retreating import refuges
from sandtable.hexes.events import HexEvent, Lost, PhaseBegan, StepBegan, Won
from sandtable.hexes.family import HexGame
from sandtable.hexes.invasion.landing import may_intercept, striking
from sandtable.hexes.phases.naval import waiting
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import Points, points_of, total
from sandtable.odds.hexes.landing import Beachhead
from sandtable.odds.hexes.taking import ORDER
from tests.odds.everything import every_end, spread

FAR = 1000
"""What a point lost at sea counts more than one that defenders lose."""


class Voyage:
    """An invasion of one hex, announced with these orders."""

    def __init__(self, game: HexGame, state: HexState, orders: Sequence[act.Invade | act.Support]) -> None:
        self.game = game
        self.state = state
        self.orders = orders
        self.side = state.side
        self.target = orders[0].target
        self.names = [order.army for order in orders if isinstance(order, act.Invade)]

    def beachhead(self) -> Beachhead:
        """What comes of it."""
        ends = every_end(self.game, self.announced(), self.choice, self.tally, over)
        ours = self.announced()
        whole, fleets = self.points(ours), self.ships(ours, True)
        foes = self.ships(ours, False)
        return Beachhead(
            captured=spread(ends, lambda state, _: state.control[self.target] == self.side).get(True, Fraction(0)),
            ashore=dict(sorted(spread(ends, lambda state, _: self.ashore(state)).items())),
            lost=dict(sorted(spread(ends, lambda state, _: whole - self.points(state)).items())),
            drowned=dict(sorted(spread(ends, lambda _, counted: counted // FAR).items())),
            ships=dict(sorted(spread(ends, lambda state, _: fleets - self.ships(state, True)).items())),
            inflicted=dict(sorted(spread(ends, lambda _, counted: counted % FAR).items())),
            sunk=dict(sorted(spread(ends, lambda state, _: foes - self.ships(state, False)).items())),
        )

    def announced(self) -> HexState:
        state = self.state
        for order in self.orders:
            refusal = self.game.check(state, self.side, order)
            assert refusal is None, refusal
            for event in self.game.decide(state, self.side, order, ScriptedDice(())):
                state = self.game.evolve(state, event)
        return state

    def points(self, state: HexState) -> int:
        return sum(army.points.total for name, army in state.armies.items() if name in self.names)

    def ashore(self, state: HexState) -> int:
        here = (army for name, army in state.armies.items() if name in self.names and army.at == self.target)
        return sum(army.points.total for army in here)

    def ships(self, state: HexState, ours: bool) -> int:
        sailing = {order.fleet for order in self.orders}
        if ours:
            return sum(fleet.ships for name, fleet in state.fleets.items() if name in sailing)
        return sum(fleet.ships for fleet in state.fleets.values() if fleet.side != self.side)

    def tally(self, state: HexState, event: HexEvent) -> int:
        """Points that the defenders lose to fire, and our own at sea."""
        if not isinstance(event, Lost):
            return 0
        points = total(event.armies.values()).total
        if event.side != self.side:
            return points + event.fort_points
        landing = state.combat.landing if state.combat is not None else None
        return FAR * points if landing is not None and landing.stage in ("sail", "strike") else 0

    def choice(self, state: HexState, decision: Decision) -> act.HexAction:
        combat, world = state.combat, self.game.world(state)
        assert combat is not None
        match decision.kind:
            case "intercept":
                own = [n for n in may_intercept(world, state, combat) if state.fleets[n].side == decision.seat]
                return act.Intercept(own[0])
            case "strike":
                names = striking(world, state, combat)
                return act.Strike(max(names, key=lambda name: state.armies[name].points.amphibious))
            case "defence":
                names = [n for n, army in state.armies_at(self.target) if n not in state.fired]
                forts = (self.target,) if state.fort_at(self.target) else ()
                return act.Defend(tuple(sorted(names)), forts)
            case "losses":
                return self.losses(state)
            case "retreat":
                name = combat.displaced[0]
                return act.Retreat(name, refuges(world, state, state.armies[name])[0])
        if state.phase == "naval" and waiting(combat):
            return act.Sail(self.target)
        if combat.landing is None or combat.step == "announce":
            return act.Done()
        left = [
            name for name in self.names if name in state.armies and any(a.army == name for a in combat.attacks)
        ]
        if combat.landing.stage == "assault":
            ready = [name for name in left if name not in combat.assaulted]
            places = dict.fromkeys(state.armies[name].at for name in ready)
            groups = (tuple(n for n in ready if state.armies[n].at == place) for place in places)
            assaults = (act.Assault(self.target, group) for group in groups)
            return next(one for one in assaults if self.game.check(state, decision.seat, one) is None)
        return act.Advance(left[0])

    def losses(self, state: HexState) -> act.Lose:
        """What must be amphibious, then infantry first and the first army's last; forts and ships after points."""
        assert state.combat is not None
        toll = state.combat.toll
        assert toll is not None
        left, lost = toll.count, dict[str, Points]()
        ours = toll.side == self.side
        names = sorted(toll.armies, key=lambda n: -self.names.index(n)) if ours else list(toll.armies)
        must = min(left, toll.amphibious)
        for kind, most in (("amphibious", must), *((kind, left) for kind in ORDER if kind != "tac_air")):
            budget = most
            for name in names:
                there = state.armies[name].points - lost.get(name, Points())
                gone = min(left, budget, there.of(kind))
                left -= gone
                budget -= gone
                if gone:
                    lost[name] = lost.get(name, Points()) + points_of(kind, gone)
        fort = min(left, state.fort_at(toll.fort)) if toll.fort else 0
        left -= fort
        for name in names:
            gone = min(left, state.armies[name].points.tac_air)
            left -= gone
            if gone:
                lost[name] = lost.get(name, Points()) + points_of("tac_air", gone)
        fleet = min(left, state.fleets[toll.fleet].ships) if toll.fleet in state.fleets else 0
        return act.Lose(lost, fort, fleet)


def over(event: HexEvent) -> bool:
    """Whether the landings are over."""
    if isinstance(event, PhaseBegan):
        return event.phase not in ("movement", "combat")  # where it has sailed in naval movement
    return isinstance(event, Won) or (isinstance(event, StepBegan) and event.step not in ("invasion", "opening"))
