"""Playing an offensive of the hex family at the table, with every die at once: equal positions become one."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from sandtable.core.dice import DiceExhausted, ScriptedDice
from sandtable.hexes import actions as act
from sandtable.hexes.combat.retreating import refuges
from sandtable.hexes.events import Advanced, Lost, PhaseBegan, SupplyFailed, Won
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import Points, points_of, total
from sandtable.odds.hexes.offensive import Prospects
from sandtable.odds.hexes.taking import ORDER

Weighed = dict[tuple[str, int, int, bool], tuple[HexState, Fraction]]


class Offence:
    """Armies, the spearhead first, against a chain of hexes; some of them fire in the initial attack."""

    def __init__(
        self,
        game: HexGame,
        state: HexState,
        armies: Sequence[str],
        chain: Sequence[str],
        firing: Sequence[str],
        at: int,
    ) -> None:
        self.game = game
        self.state = state
        self.armies = armies
        self.chain = chain
        self.firing = firing
        self.at = at
        self.side = state.armies[armies[0]].side

    def prospects(self) -> Prospects:
        """What comes of it."""
        whole = total(self.state.armies[name].points for name in self.armies).total
        captured = Fraction(0)
        reached = [Fraction(0)] * len(self.chain)
        lost: dict[int, Fraction] = {}
        inflicted: dict[int, Fraction] = {}
        spearhead: dict[Points, Fraction] = {}
        for (_, hits, steps, taken), (state, chance) in self.played().items():
            left = {name: army.points for name, army in state.armies.items() if name in self.armies}
            gone = whole - total(left.values()).total
            lost[gone] = lost.get(gone, Fraction(0)) + chance
            inflicted[hits] = inflicted.get(hits, Fraction(0)) + chance
            own = left.get(self.armies[0], Points())
            spearhead[own] = spearhead.get(own, Fraction(0)) + chance
            captured += chance if taken else 0
            for number in range(steps):
                reached[number] += chance
        return Prospects(
            captured,
            tuple(reached),
            dict(sorted(lost.items())),
            dict(sorted(inflicted.items())),
            dict(sorted(spearhead.items())),
        )

    def played(self) -> Weighed:
        """All ends of the Combat Phase with their chances."""
        open_: Weighed = {("", 0, 0, self.state.control[self.chain[0]] == self.side): (self.state, Fraction(1))}
        ends: Weighed = {}
        while open_:
            after: Weighed = {}
            for (_, hits, steps, taken), (state, chance) in open_.items():
                for next_state, more, entered, over, part in self.acted(state, steps):
                    owned = taken or next_state.control[self.chain[0]] == self.side
                    key = (self.game.digest(next_state), hits + more, steps + entered, owned)
                    bag = ends if over else after
                    old = bag.get(key, (next_state, Fraction(0)))[1]
                    bag[key] = (next_state, old + chance * part)
            open_ = after
        return ends

    def acted(self, state: HexState, steps: int) -> Iterator[tuple[HexState, int, int, bool, Fraction]]:
        """One action, with every die that it may take: hits, hexes entered, and whether that was all."""
        decision = self.game.pending(state)[0]
        action = self.choice(state, decision.seat, decision.kind, steps)
        assert state.combat is not None
        if isinstance(action, act.Done) and state.combat.step == "exploitation":
            yield state, 0, 0, True, Fraction(1)
            return
        refusal = self.game.check(state, decision.seat, action)
        assert refusal is None, (action, refusal)
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            dice = waiting.pop()
            try:
                events = list(self.game.decide(state, decision.seat, action, ScriptedDice(dice)))
            except DiceExhausted:
                waiting += [(*dice, die) for die in range(1, 7)]
                continue
            after, hits, entered, over = state, 0, 0, False
            for event in events:
                over = isinstance(event, SupplyFailed | PhaseBegan | Won)
                if over:
                    break
                after = self.game.evolve(after, event)
                if isinstance(event, Lost) and event.side != self.side:
                    hits += total(event.armies.values()).total + event.fort_points
                entered += isinstance(event, Advanced) and event.army == self.armies[0]
            yield after, hits, entered, over, Fraction(1, 6 ** len(dice))

    def choice(self, state: HexState, seat: str, kind: str, steps: int) -> act.HexAction:
        """What each side does, whatever the dice say."""
        combat = state.combat
        assert combat is not None
        world = self.game.world(state)
        if kind == "defence":
            places = {attack.target for attack in combat.attacks}
            names = (n for n, army in state.armies.items() if army.side == seat and army.at in places)
            forts = (place for place in places if state.fort_at(place) and place not in state.fired)
            return act.Defend(tuple(sorted(n for n in names if n not in state.fired)), tuple(forts))
        if kind == "losses":
            return self.losses(state)
        if kind == "retreat":
            name = combat.displaced[0]
            return act.Retreat(
                name, next(p for p in refuges(world, state, state.armies[name]) if p not in self.chain)
            )
        if combat.step == "announce":
            unnamed = [name for name in self.armies if all(a.army != name for a in combat.attacks)]
            return act.Target(unnamed[0], self.chain[0]) if unnamed else act.Done()
        attacks = {attack.army: attack for attack in combat.attacks}
        if combat.step == "assault":
            ready = [n for n in self.firing if n in attacks and n not in combat.assaulted]
            starts = dict.fromkeys(state.armies[n].at for n in ready)
            groups = (tuple(n for n in ready if state.armies[n].at == start) for start in starts)
            assaults = (act.Assault(self.chain[0], group) for group in groups)
            return next((one for one in assaults if self.game.check(state, seat, one) is None), act.Done())
        if combat.step == "advance":
            trying = (act.Advance(name) for name in self.armies if name in attacks)
            return next((one for one in trying if self.game.check(state, seat, one) is None), act.Done())
        head = self.armies[0]
        if head in attacks:
            fires = steps == self.at and head not in combat.assaulted
            return act.Assault(self.chain[steps], (head,)) if fires else act.Advance(head)
        if head in combat.eligible and 0 < steps < len(self.chain):
            on = act.Exploit(head, self.chain[steps])
            return on if self.game.check(state, seat, on) is None else act.Done()
        return act.Done()

    def losses(self, state: HexState) -> act.Lose:
        """Infantry first, of the spearhead last; the defenders keep their forts, and then their aircraft, as long
        as they can."""
        assert state.combat is not None
        toll = state.combat.toll
        assert toll is not None
        left = toll.count
        lost: dict[str, Points] = {}
        ours = toll.side == self.side
        names = sorted(toll.armies, key=lambda n: -self.armies.index(n)) if ours else toll.armies
        fort = 0
        for kind in ORDER:
            if kind == "tac_air":
                fort = min(left, state.fort_at(toll.fort)) if toll.fort else 0
                left -= fort
            for name in names:
                gone = min(left, state.armies[name].points.of(kind))
                left -= gone
                lost[name] = lost.get(name, Points()) + points_of(kind, gone)
        return act.Lose({name: points for name, points in lost.items() if points.total}, fort)


def combat(state: HexState) -> HexState:
    """Nobody is bound by supply."""
    return replace(state, cut_off=())
