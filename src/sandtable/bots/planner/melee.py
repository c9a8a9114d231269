"""Decisions within a battle: casualties, retreats, submerging, which battle to fight first."""

from sandtable.area.actions import (
    Aim,
    AreaAction,
    Assault,
    Casualties,
    Engage,
    Fight,
    Press,
    PullBack,
    Reland,
    Retreat,
    Submerge,
    Withdraw,
)
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, Stack
from sandtable.area.parts.interdiction import Halt, stopped_of
from sandtable.area.parts.reaction.actions import Pin
from sandtable.area.parts.reaction.memory import ORDERS
from sandtable.area.state import AreaState, Battle
from sandtable.bots.bot import Reason
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.marksmen import aim, halt, pin
from sandtable.bots.planner.partial_retreat import Leaving
from sandtable.bots.planner.second_thoughts import landing, shot_down, withdraw
from sandtable.bots.planner.stance import Stance
from sandtable.core.decision import Decision

Answer = tuple[AreaAction, Reason]

LAST = 2
"""Troops of an attack that are kept over more expensive units, because they capture the territory."""
HOPE = 4.0
"""What it's worth in money to be able to fight on and still retreat later."""
MANY = 24
"""The most choices of casualties to examine."""


class Melee:
    """Answers the questions of a battle for one seat."""

    def __init__(self, game: AreaGame, state: AreaState, stance: Stance, seat: Power) -> None:
        self.game = game
        self.state = state
        self.stance = stance
        self.seat = seat
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster

    def answer(self, decision: Decision) -> Answer | None:
        """The answer to a decision of a battle; None if it isn't one handled here."""
        options = list(self._legal())
        if not options:
            return None
        battle = self.state.battle
        match options[0]:
            case PullBack() if battle is not None:
                stake = self._stake(battle.space) + self._landing_stake(battle)
                leaving = Leaving(self.stance, battle, self.seat, stake)
                return leaving.choose([o for o in options if isinstance(o, PullBack)])
            case Aim() if battle is not None:
                return aim(self.game.world, battle, self.seat, [o for o in options if isinstance(o, Aim)])
            case Halt():
                passing = stopped_of(self.state, self.seat)
                assert passing is not None
                return halt(self.stance, self.state, passing, [o for o in options if isinstance(o, Halt)])
            case Pin():
                return pin(self.stance, [o for o in options if isinstance(o, Pin)])
            case Casualties() if self.state.battle is None:
                return shot_down(self.roster, [o for o in options if isinstance(o, Casualties)])
            case Casualties():
                return self._losses([o for o in options if isinstance(o, Casualties)])
            case Press() | Retreat():
                return self._press_or_retreat(options)
            case Submerge():
                return self._submerge(len(options) - 1)
            case Withdraw():
                return self._withdraw([o for o in options if isinstance(o, Withdraw)])
            case Assault():
                return landing(self.stance, self.state, self.seat, decision.space)
            case Fight():
                return self._first([o for o in options if isinstance(o, Fight)])
            case Engage():
                return self._engage(decision.space)
            case Reland():
                return self._reland([o for o in options if isinstance(o, Reland)])
        return None

    def _legal(self) -> list[AreaAction]:
        found = []
        for action in self.game.legal(self.state, self.seat):
            found.append(action)
            if len(found) >= MANY:
                break
        return found

    def _battle(self) -> Battle:
        battle = self.state.battle
        assert battle is not None
        return battle

    def _stake(self, space: str) -> float:
        s = self.terrain.index[space]
        return 0.0 if self.terrain.is_sea[s] else self.stance.worth[s] + self.terrain.value[s]

    # casualties

    def _losses(self, options: list[Casualties]) -> Answer:
        battle = self._battle()
        attacking = battle.victim == "attack"
        mine = battle.attack.units if attacking else battle.defend.units
        led = (battle.attack if attacking else battle.defend).leader
        if not led and len({p.power for p, _ in mine}) > 1:
            # Partners who name the same casualties have agreed; the default is the choice both can think of.
            return options[0], Reason("take the default losses, like the partner")
        thrifty = [o for o in options if not self._wasteful(battle, mine, o, attacking)]
        best = max(thrifty or options, key=lambda o: self._after(battle, mine, o, attacking))
        return best, Reason("lose the least useful units", value=self._after(battle, mine, best, attacking))

    def _wasteful(self, battle: Battle, units: Stack, losses: Casualties, attacking: bool) -> bool:
        """Whether a unit is given up although a cheaper one that fights no worse could go instead.

        On land the last troops are kept: without them nothing is captured or held.
        """
        roster, die = self.roster, self.roster.attack if attacking else self.roster.defense
        left, gone = list(roster.numbers(units)), list[int]()
        for piece, count in losses.destroyed or ():
            unit = roster.index[piece.unit]
            left[unit] -= count
            gone.append(unit)
        troops = sum(n for u, n in enumerate(left) if roster.land[u])
        spare = [
            u
            for u, n in enumerate(left)
            if n >= 1 and (not roster.land[u] or not attacking or battle.sequence == "sea" or troops > LAST)
        ]
        return any(
            roster.cost[s] < roster.cost[g] and die[s] <= die[g] and (roster.sea[s] == roster.sea[g])
            for g in gone
            for s in spare
        )

    def _after(self, battle: Battle, units: Stack, losses: Casualties, attacking: bool) -> float:
        """What the battle is worth to this side after these casualties."""
        left = list(self.roster.numbers(units))
        for piece, count in losses.destroyed or ():
            left[self.roster.index[piece.unit]] -= count
        sea = battle.at_sea
        stake = self._stake(battle.space)
        other = self.roster.numbers((battle.defend if attacking else battle.attack).units)
        here = tuple(left)
        if attacking:
            duel = self.stance.duels.fight(here, other, sea)
            value = duel.mine - duel.theirs + duel.capture * stake
            if not battle.amphibious:  # a side about to retreat keeps what is worth most
                value = max(value, self.roster.worth(here) - self.roster.worth(other) - HOPE)
            return value
        duel = self.stance.duels.fight(other, here, sea)
        return duel.theirs - duel.mine - duel.capture * stake

    # retreats

    def _press_or_retreat(self, options: list[AreaAction]) -> Answer:
        battle = self._battle()
        places = [o for o in options if isinstance(o, Retreat)]
        mine = self.roster.numbers(battle.attack.units)
        theirs = self.roster.numbers(battle.defend.units)
        sea = battle.at_sea
        duel = self.stance.duels.fight(mine, theirs, sea)
        worth = self.roster.worth
        gain = worth(theirs) - duel.theirs - worth(mine) + duel.mine
        gain += duel.capture * self._stake(battle.space)
        gain += self._landing_stake(battle) * duel.win
        odds = f"wins {duel.win:.0%}"
        if any(isinstance(o, Press) for o in options) and (gain >= self.stance.style.retreat or not places):
            other = (f"retreat to {places[0].to}: 0.0",) if places else ()
            return Press(), Reason(f"fight on in {battle.space}", odds, duel.win, gain, other)
        best = max(places, key=self._refuge)
        where = best.to or "the air"
        aim = f"retreat from {battle.space} to {where}"
        return best, Reason(aim, odds, duel.win, 0.0, (f"fight on: {gain:.1f}",))

    def _landing_stake(self, battle: Battle) -> float:
        """What a sea battle decides for the landings that depend on it."""
        return sum(0.5 * self._stake(t) for z, t in self.state.turn.assaults if z == battle.space)

    def _refuge(self, retreat: Retreat) -> float:
        if not retreat.to:
            return 0.0
        space = self.terrain.index[retreat.to]
        force = list(self.stance.field.of_side(space, self.stance.side))
        for piece, count in self._battle().attack.units:
            if not self.roster.air[self.roster.index[piece.unit]]:
                force[self.roster.index[piece.unit]] += count
        return -self.stance.danger(space, tuple(force))

    def _submerge(self, most: int) -> Answer:
        battle = self._battle()
        attacking = battle.attacker == self.seat
        mine = self.roster.numbers((battle.attack if attacking else battle.defend).units)
        theirs = self.roster.numbers((battle.defend if attacking else battle.attack).units)
        if attacking:
            duel = self.stance.duels.fight(mine, theirs, True)
            swing = self.roster.worth(theirs) - duel.theirs - self.roster.worth(mine) + duel.mine
        else:
            duel = self.stance.duels.fight(theirs, mine, True)
            swing = self.roster.worth(theirs) - duel.mine - self.roster.worth(mine) + duel.theirs
            if any(n for u, n in enumerate(mine) if not self.roster.sneaks[u] and not self.roster.lifts[u]):
                swing += 4.0  # the surface fleet needs them
        if swing >= 0:
            return Submerge(0), Reason(f"strike in {battle.space}", value=swing)
        return Submerge(most), Reason(f"submerge in {battle.space}", value=-swing)

    def _withdraw(self, options: list[Withdraw]) -> Answer:
        battle = self._battle()
        attacking = battle.attacker == self.seat
        mine = self.roster.numbers((battle.attack if attacking else battle.defend).units)
        theirs = self.roster.numbers((battle.defend if attacking else battle.attack).units)
        return withdraw(self.stance, battle, self.seat, mine, theirs, options)

    # between battles

    def _first(self, options: list[Fight]) -> Answer:
        best = max(options, key=lambda o: (self._stake(o.space), o.space))
        return best, Reason(f"fight in {best.space} first")

    def _engage(self, zone: str) -> Answer:
        space = self.terrain.index[zone]
        mine = tuple(
            n if self.roster.attack[u] else 0.0
            for u, n in enumerate(self._here().force[space].get(self.stance.power, self.roster.nobody))
        )
        theirs = self._here().of_side(space, self.stance.foe)
        duel = self.stance.duels.fight(mine, theirs, True)
        swing = self.roster.worth(theirs) - duel.theirs - self.roster.worth(mine) + duel.mine
        fight = swing > 0.5 and duel.win > 0.8
        return Engage(fight=fight), Reason(f"{'fight' if fight else 'ignore'} them in {zone}", value=swing)

    def _here(self) -> Field:
        """The current position."""
        return Field.of(self.terrain, self.state)

    def _reland(self, options: list[Reland]) -> Answer:
        def safety(order: Reland) -> float:
            space = self.terrain.index[order.to]
            unit = self.roster.index[order.unit]
            before = self.stance.field.of_side(space, self.stance.side)
            after = tuple(n + (u == unit) for u, n in enumerate(before))
            if ORDERS.of(self.state).settled:  # our own turn comes next: nobody can strike before that
                return self.stance.standing_worth(unit, space)
            return self.stance.danger(space, before) - self.stance.danger(space, after)

        best = max(options, key=lambda o: (safety(o), o.to))
        return best, Reason(f"land the {best.unit} in {best.to}")
