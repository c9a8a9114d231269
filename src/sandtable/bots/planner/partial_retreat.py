"""Partial retreats: which units are worth more elsewhere, and what the ground is worth to those that stay."""

from collections.abc import Iterable

from sandtable.area.actions import PullBack
from sandtable.area.battle.refuges import ALOFT
from sandtable.area.forces import Power, Stack, merge
from sandtable.area.state import Battle
from sandtable.bots.bot import Reason
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force

STAY = 0.3
"""How much better leaving must be than fighting on; units that stay can still leave a cycle later."""


class Leaving:
    """Judges which units retreat from a battle, for one seat."""

    def __init__(self, stance: Stance, battle: Battle, seat: Power, stake: float) -> None:
        self.stance = stance
        self.battle = battle
        self.stake = stake
        """What the battle decides besides the units in it."""
        self.roster = stance.terrain.roster
        self.sea = battle.at_sea
        self.attacking = any(piece.power == seat for piece, _ in battle.attack.units)
        own, foes = (battle.attack, battle.defend) if self.attacking else (battle.defend, battle.attack)
        self.mine, self.theirs = self.roster.numbers(own.units), self.roster.numbers(foes.units)
        leaving = [one for one in battle.leaving if one.power != seat]
        gone = self.roster.numbers(
            merge(*(p.units for one in leaving for p in one.parties), *(o.below for o in leaving))
        )
        self.mine = tuple(n - g for n, g in zip(self.mine, gone, strict=True))
        """Without partners' units that have been declared to leave."""

    def choose(self, options: Iterable[PullBack]) -> tuple[PullBack, Reason]:
        """The answer that leaves this side best off."""
        values = {option: self.worth(option) for option in options}
        stay = values.get(PullBack())
        best = max(values, key=lambda option: values[option])
        if stay is not None and values[best] <= stay + STAY:
            best = PullBack()
        other = "" if stay is None or best == PullBack() else f"fight on: {stay:.1f}"
        return best, Reason(self._aim(best), value=values[best], alternatives=(other,) if other else ())

    def _aim(self, order: PullBack) -> str:
        space = self.battle.space
        if not order.parties and not order.below:
            return f"fight on in {space}" if self.attacking else f"hold {space}"
        where = " and ".join(dict.fromkeys(party.to or "the air" for party in order.parties))
        return f"retreat from {space} to {where or 'below'}"

    def worth(self, order: PullBack) -> float:
        """This side's final advantage if these units retreat now."""
        worth = self.roster.worth
        away = self.roster.numbers(merge(*(party.units for party in order.parties), order.below))
        stay = tuple(max(0.0, n - g) for n, g in zip(self.mine, away, strict=True))
        value = worth(away) - sum(self._risk(party.to, party.units) for party in order.parties)
        return value + self._battle(stay)

    def _battle(self, stay: Force) -> float:
        """What the battle is worth with the units that stay."""
        duels, stance = self.stance.duels, self.stance
        if self.attacking:
            if not any(stay):
                return -self.roster.worth(self.theirs)
            duel = duels.fight(stay, self.theirs, self.sea)
            danger = 0.0
            if not self.sea and duel.capture > 0.1:
                danger = duel.win * stance.style.counter * self._held(duel.survivors)
            return duel.mine - duel.theirs + self.stake * (duel.win if self.sea else duel.capture) - danger
        if not any(stay):
            land = any(n and self.roster.land[u] for u, n in enumerate(self.theirs))
            return -self.roster.worth(self.theirs) - (self.stake if land or self.sea else 0.0)
        duel = duels.fight(self.theirs, stay, self.sea)
        return duel.theirs - duel.mine - self.stake * (duel.win if self.sea else duel.capture)

    def _held(self, left: Force) -> float:
        """The risk to the units that would take the place."""
        space = self.stance.terrain.index[self.battle.space]
        ground = tuple(float(round(n)) if self.roster.land[u] else 0.0 for u, n in enumerate(left))
        gone = frozenset((space,))
        return self.stance.danger_without(space, ground, 0.0, gone) if any(ground) else 0.0

    def _risk(self, to: str, units: Stack) -> float:
        """The risk to retreating units at their destination; a defender's own turn comes before the
        next attack.
        """
        if not self.attacking or to == ALOFT:
            return 0.0
        stance, space = self.stance, self.stance.terrain.index[to]
        here = stance.field.of_side(space, stance.side)
        coming = self.roster.numbers(units)
        after = tuple(a + b for a, b in zip(here, coming, strict=True))
        more = stance.danger(space, after) - stance.danger(space, here)
        return max(0.0, more) * stance.concern(space)
