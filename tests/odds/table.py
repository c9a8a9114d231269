"""Battles fought at the table itself: along every way that the dice can fall, or with random dice, many times.

Whatever is proved of the odds is proved against this. It knows nothing of the odds' own model: it lets
:mod:`sandtable.area.battle.fight` run, answers its questions as a player with a policy would, and looks at who is
left.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import comb, prod
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.area.actions import Aim, AreaAction, Casualties, Press, PullBack, Retreat, Side, Submerge, Withdraw
from sandtable.area.battle import aiming, fight, partial_retreat, retreats, searching
from sandtable.area.battle.casualties import Losses, Toll, worth
from sandtable.area.battle.sequence import Aiming, Choice, DrivenBack, PullingBack, Search, Volley, Withdrawal
from sandtable.area.battle.values import strip_of, value
from sandtable.area.battle.volleys import Firing, columns, shooters, step_of
from sandtable.area.battle.withdrawing import may_withdraw
from sandtable.area.events import AreaEvent, BattleEnded
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Stack, changed, first, merge, minus, stack, where
from sandtable.area.notation import NotationError, parse_force
from sandtable.area.parts.air_war import SKY, AirWar, TakeLosses
from sandtable.area.relations import with_relation
from sandtable.area.state import AreaState, Battle, Party, Shots, Site, Turn
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.games import area
from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy
from sandtable.odds.result import Odds

ATTACKER, DEFENDER = "germany", "ussr"
DEEP = 16
"""Dice that are rolled again and again are followed this far."""


class Ground(NamedTuple):
    """A world, and where its battles are fought: on land and at sea, with where attackers came from."""

    world: World
    land: tuple[str, str]
    sea: tuple[str, str]
    held: Mapping[str, str] = {}
    """Who holds some territories, if not their first owners."""

    def place(self, at_sea: bool) -> tuple[str, str]:
        return self.sea if at_sea else self.land


WAR1941 = Ground(area("1941").world, ("Eastern Europe", "Karelia"), ("Sea Zone 44", "Sea Zone 45"))
CLASSIC = Ground(
    area("classic").world,
    ("Eastern Europe", "Karelia S.S.R."),
    ("Baltic Sea Zone", "English Channel Sea Zone"),
)
HISTORICAL = Ground(
    area("revised-historical").world,
    ("Belorussia", "West Russia"),
    ("Sea Zone 6", "Sea Zone 3"),
    {"West Russia": DEFENDER},
)
_GLOBAL = area("global-1940").world
GLOBAL = Ground(
    replace(_GLOBAL, relations=with_relation(_GLOBAL.relations, ATTACKER, DEFENDER, "war")),
    ("Poland", "Baltic States"),
    ("Sea Zone 113", "Sea Zone 114"),
    {"Baltic States": DEFENDER},
)
WORLD: World = WAR1941.world
Left = tuple[tuple[str, int], ...]
"""Who is left, by unit type."""


def units(power: str, text: str, world: World = WORLD) -> Stack:
    """A force as players write it."""
    found = parse_force(world, power, text)
    assert not isinstance(found, NotationError), found
    return found


def question(
    attack: str,
    defend: str,
    at_sea: bool = False,
    attacker: Policy = Policy(),  # noqa: B008
    defender: Policy = Policy(),  # noqa: B008
    low_luck: bool = False,
    world: World = WORLD,
) -> Question:
    """A question as players would put it."""
    mine, theirs = units(ATTACKER, attack, world), units(DEFENDER, defend, world)
    return Question(mine, theirs, at_sea, attacker, defender, low_luck)


class End(NamedTuple):
    """How a battle ended: who is left on each side (retreated and submerged units too), who of them is submerged,
    and what the table says of it."""

    attack: Left
    defend: Left
    below: tuple[Left, Left]
    outcome: str


def _by_type(groups: Iterator[tuple[str, int]]) -> Left:
    counts: Counter[str] = Counter()
    for unit, n in groups:
        counts[unit] += n
    return tuple(sorted(counts.items()))


def _left(world: World, state: AreaState, power: str) -> Left:
    """A power's units anywhere on the board: whoever has retreated is alive. Guns take no part."""
    return _by_type(
        (one.unit, n)
        for there in state.stacks.values()
        for piece, n in there
        for one in (piece, *piece.cargo)
        if one.power == power and one.unit not in world.prizes
    )


def endings(odds: Odds) -> dict[tuple[Left, Left], float]:
    """The distribution of the odds, as it can be seen on the board: by unit types, damage aside."""
    found: dict[tuple[Left, Left], float] = {}
    for e in odds.endings:
        key = tuple(sorted(e.attack.items())), tuple(sorted(e.defend.items()))
        found[key] = found.get(key, 0.0) + e.chance
    return found


# players


class Player(NamedTuple):
    """How one side answers."""

    order: tuple[str, ...] = ()
    """Unit types from the first to be lost to the last, then those not named; nothing: the table's default."""
    submerges: Callable[[Battle], bool] = lambda battle: False
    keep_land: bool = False
    retreats: Callable[[Battle, Side], bool] = lambda battle, side: False
    planes_back: bool = False
    masses: bool = False
    """Aims all shots at one enemy."""

    @classmethod
    def of(cls, policy: Policy, world: World = WORLD) -> "Player":
        """The player who fights by a policy."""
        order, retreat = policy.losses, policy.retreat
        assert isinstance(order, tuple) or order == "cheapest"

        def retreats(battle: Battle, side: Side) -> bool:
            armed = where(strip_of(battle, side).units, lambda p: value(world.type(p), side) > 0)
            return (
                (retreat.after_rounds is not None and battle.round >= retreat.after_rounds)
                or (retreat.below_units is not None and sum(n for _, n in armed) < retreat.below_units)
                or (retreat.only_planes and all(world.type(p).kind == "air" for p, _ in armed))
            )

        return cls(
            order if isinstance(order, tuple) else (),
            lambda battle: policy.submerge,
            policy.keep_land,
            retreats,
            policy.planes_back,
            policy.aim == "mass",
        )

    def losses(self, battle: Battle, world: World = WORLD) -> Losses:
        """Which units take the hits."""
        strip = strip_of(battle, "attack" if battle.victim == "attack" else "defend")
        shooter = strip_of(battle, "defend" if battle.victim == "attack" else "attack")
        toll = Toll(world, strip.units, battle.hits, shooter.abilities)
        if self.order:
            rank = {unit: i for i, unit in enumerate(self.order)}
            toll.targets.sort(key=lambda t: (t.last, rank.get(t.piece.unit, len(rank))))
        land = [t for t in toll.targets if world.type(t.piece).kind == "land"]
        if self.keep_land and land:
            some = [t._replace(pieces=t.pieces - (t is land[0])) for t in toll.targets]
            toll.targets = [*(t for t in some if t.pieces), land[0]._replace(pieces=1)]
        return toll.default()


# dice


class Watched(Unfolding):
    """Remembers the battle as it stood when it ended."""

    last: Battle | None = None

    def emit(self, event: AreaEvent) -> None:
        if isinstance(event, BattleEnded):
            self.last = self.state.battle
        super().emit(event)


class _AskedError(Exception):
    """The script of dice has run out: this many are to be rolled."""


class _Script:
    """Rolls that fall as written, one entry a roll; remembers in which step of the battle each was made."""

    def __init__(self, rolls: tuple[tuple[int, ...], ...]) -> None:
        self.rolls = rolls
        self.steps: list[tuple[int, int, int]] = []
        self.run: Watched | None = None

    def now(self) -> tuple[int, int, int]:
        """The round and the step that the battle is in, and the column that was fired last; zeros in the air."""
        assert self.run is not None
        battle = self.run.state.battle
        if battle is None:
            return 0, 0, 0
        return battle.round, battle.step, battle.column

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        if len(self.steps) == len(self.rolls):
            raise _AskedError(count)
        self.steps.append(self.now())
        return self.rolls[len(self.steps) - 1]


class _RandomDice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        return tuple(self._random.choices(range(1, sides + 1), k=count))


# the table


Rolls = tuple[tuple[int, ...], ...]
Away = tuple[tuple[str, Stack], ...]
"""Units that have left the battle for other spaces."""
Distribution = dict[tuple["Battle | End", int, Away], float]
"""Where a battle stands at the end of a round, or how it has ended; the number of that round; and who has left."""


class Solved(NamedTuple):
    """The chance of every end, and the rounds to expect."""

    ends: Mapping[End, float]
    rounds: float

    def seen(self) -> dict[tuple[Left, Left], float]:
        """As it can be seen on the board."""
        found: dict[tuple[Left, Left], float] = {}
        for end, chance in self.ends.items():
            found[end.attack, end.defend] = found.get((end.attack, end.defend), 0.0) + chance
        return found

    def chance(self, outcome: str) -> float:
        return sum(chance for end, chance in self.ends.items() if end.outcome == outcome)


class Table:
    """The table with one battle on it, and two players."""

    def __init__(
        self,
        asked: Question,
        attacker: Player | None = None,
        defender: Player | None = None,
        faces: bool = False,
        ground: Ground = WAR1941,
        over: str = "",
    ) -> None:
        """``over``: the sequence of what is done over a territory.

        With ``faces`` every face of every die is followed by itself, not only how many dice hit.
        """
        self.world = world = ground.world
        self.faces, self.low_luck = faces, asked.low_luck
        self.origin, self.space = ground.place(asked.at_sea)
        self.players = {
            ATTACKER: attacker or Player.of(asked.attacker, world),
            DEFENDER: defender or Player.of(asked.defender, world),
        }
        ships = where(asked.attack, lambda p: not asked.at_sea and world.type(p).kind == "sea")
        self.support = ships
        """Ships that fire into a battle on land."""
        self.remember = max(one.retreat.after_rounds or 1 for one in (asked.attacker, asked.defender))
        """How many rounds are told apart; later ones are alike."""
        control = {name: land.owner for name, land in world.board.territories.items() if land.owner}
        control |= ground.held
        sent = changed(
            minus(asked.attack, ships), lambda p: replace(p, moved=world.sequences.joint, raiding=over != "")
        )
        fighters = where(asked.defend, lambda p: p.unit not in world.prizes)
        self.over = over or ("" if fighters or not world.sequences.joint else "undefended")
        """The sequence of air units over a territory, or in one in which nobody stands."""
        self.state = AreaState(
            1,
            Turn(
                {ATTACKER: "combat"},
                control=control,
                routes={self.space: ((self.origin, self.space),)},
                sites=(Site(self.space),) if world.parts.before_combat else (),
            ),
            control,
            {},
            {self.space: merge(sent, asked.defend)},
            options={fight.LOW_LUCK: asked.low_luck},
            techs=world.techs,
            relations=world.relations,
        )
        self._known: dict[tuple[Battle | None, Away, Rolls], Distribution] = {}
        self._solved: dict[tuple[Battle, Away], Solved] = {}

    def _answer(self, state: AreaState) -> tuple[str, AreaAction]:
        """What the player who is asked says."""
        battle = state.battle
        assert battle is not None
        decision = fight.pending(self.world, state)[0]
        player = self.players[decision.seat]
        action: AreaAction
        match decision.kind:
            case "casualties":
                # Who names the enemy's casualties takes those that hurt most.
                action = Casualties() if battle.picked else Casualties(*player.losses(battle, self.world))
            case "submerge":
                step = step_of(self.world, battle)
                assert isinstance(step, Choice)
                able = where(strip_of(battle, step.side).units, lambda p: step.who.takes(self.world.type(p)))
                action = Submerge(sum(n for _, n in able) if player.submerges(battle) else 0)
            case "withdraw":
                leaving = step_of(self.world, battle)
                assert isinstance(leaving, Withdrawal)
                able = may_withdraw(self.world, battle, leaving, decision.seat)
                places = retreats.withdrawals(self.world, state, battle, leaving.side, decision.seat)
                # Keep the attacker's way out free: a side that cannot retreat is not asked, and rounds never end.
                to = places[0] if leaving.side == "attack" else places[-1]
                action = Withdraw(sum(n for _, n in able), to) if player.submerges(battle) else Withdraw(0)
            case "aim":
                action = self._aim(battle, player)
            case "pull-back":
                action = self._pull_back(state, battle, decision.seat, player)
            case _:
                leave = (
                    player.retreats(battle, "attack")
                    or fight.check(self.world, state, decision.seat, Press()) is not None
                )
                action = Retreat(battle.retreats[0]) if leave else Press()
        refusal = fight.check(self.world, state, decision.seat, action)
        assert refusal is None, refusal
        return decision.seat, action

    def _aim(self, battle: Battle, player: Player) -> Aim:
        step = step_of(self.world, battle)
        if not player.masses:
            return Aim()
        if isinstance(step, Search):
            sights = searching.sights_of(self.world, battle, step)
        else:
            assert isinstance(step, Aiming)
            sights = aiming.sights_of(self.world, battle, step)
        dearest = max((piece for piece, _ in sights.marks), key=lambda p: (worth(self.world, p), p))
        return Aim((Shots(dearest, first(sights.guns, sights.shots)),))

    def _pull_back(self, state: AreaState, battle: Battle, seat: str, player: Player) -> PullBack:
        """Everybody who has to leave or wants to; of air units without a deck those that would be lost last."""
        step, world = step_of(self.world, battle), self.world
        assert isinstance(step, DrivenBack | PullingBack)
        mine = partial_retreat.own(battle, step.side, seat)
        able = {piece: partial_retreat.options(world, state, battle, step, piece) for piece, _ in mine}
        below: Stack = ()
        if isinstance(step, DrivenBack):
            rank = {unit: i for i, unit in enumerate(player.order)}
            loss = sorted(mine, key=lambda g: (rank.get(g[0].unit, len(rank)), worth(world, g[0])))
            due = partial_retreat.due(world, state, battle, step, seat)
            planes = [group for group in reversed(loss) if world.type(group[0]).kind == "air"]
            everybody = due == sum(n for piece, n in mine if able[piece])
            going = mine if everybody else _first(planes, due)
        elif not strip_of(battle, "defend").units:  # won
            going = ()
        elif player.retreats(battle, step.side):
            going = mine
        else:
            going = where(mine, lambda p: player.planes_back and world.type(p).kind == "air")
            hides = step.below
            if player.submerges(battle) and hides is not None:
                below = where(mine, lambda p: hides.takes(world.type(p)))
        parties: dict[str, list[tuple[Piece, int]]] = {}
        for piece, n in going:
            # Defenders keep out of the way by which attackers came, who could not go back there otherwise.
            barred = self.origin if step.side == "defend" else battle.space
            places = [to for to in able[piece] if to not in (battle.space, barred)]
            if places:
                parties.setdefault(places[0], []).append((piece, n))
            elif able[piece]:
                below = merge(below, ((piece, n),))
        return PullBack(tuple(Party(stack(units), to) for to, units in parties.items()), below)

    def _begin(self, run: Watched) -> None:
        if self.over:
            fight.begin_over(run, ATTACKER, self.space, self.over)
        else:
            self._fight_in_the_air(run)
            fight.begin(run, ATTACKER, self.space, False, self.support)

    def _fight_in_the_air(self, run: Watched) -> None:
        """The air combat before the battle; losses are taken in the order of the player."""
        war = AirWar.of(self.world)
        if war is None:
            return
        war.before_combat(run, ATTACKER)
        while flights := SKY.of(run.state).flights:
            flight, rank = flights[0], {unit: i for i, unit in enumerate(self.players[flights[0].owner].order)}
            here = [
                piece.unit
                for piece, n in war.members(self.world, run.state, flight.space, flight.side)
                for _ in range(n)
            ]
            table = list(self.world.units)
            here.sort(key=lambda u: (rank.get(u, len(rank)), self.world.units[u].cost, table.index(u)))
            gone, back = here[: flight.destroyed], here[flight.destroyed :][: flight.aborted]
            action = TakeLosses(tuple(gone), tuple(back))
            assert war.check(self.world, run.state, ATTACKER, flight.owner, action) is None
            war.do(run, ATTACKER, flight.owner, action)

    def _end(self, run: Watched) -> End:
        (ended,) = [event for event in run.events if isinstance(event, BattleEnded)]
        assert run.last is not None
        below = [_by_type((p.unit, n) for p, n in strip.submerged) for strip in (run.last.attack, run.last.defend)]
        left = [_left(self.world, run.state, power) for power in (ATTACKER, DEFENDER)]
        return End(left[0], left[1], (below[0], below[1]), ended.outcome)

    # random dice

    def play(self, seed: int) -> End:
        """Fight the battle out with random dice."""
        run = Watched(self.world, self.state, _RandomDice(seed), evolve)
        self._begin(run)
        while run.state.battle is not None:
            fight.answer(run, *self._answer(run.state))
        return self._end(run)

    # every way the dice can fall

    def solve(self) -> Solved:
        """The exact distribution of how the battle ends."""
        return self._chain(None)

    def rest(self, battle: Battle) -> Solved:
        """The same for a battle under way, from the question that is open in it."""
        return self._chain(battle)

    def _chain(self, battle: Battle | None, away: Away = ()) -> Solved:
        """From the end of a round on; a round that changes nothing is divided out."""
        before = 0 if battle is None else battle.round
        again, rounds = 0.0, 0.0
        ends: dict[End, float] = {}
        for (to, number, gone), chance in self._advance(battle, away, ()).items():
            rounds += chance * (number - before)
            if (to, gone) == (battle, away):
                again += chance
            elif isinstance(to, End):
                ends[to] = ends.get(to, 0.0) + chance
            else:
                if (to, gone) not in self._solved:
                    self._solved[to, gone] = self._chain(to, gone)
                rounds += chance * self._solved[to, gone].rounds
                for end, then in self._solved[to, gone].ends.items():
                    ends[end] = ends.get(end, 0.0) + chance * then
        return Solved({end: chance / (1 - again) for end, chance in ends.items()}, rounds / (1 - again))

    def _advance(self, battle: Battle | None, away: Away, rolls: Rolls) -> Distribution:
        """From an open question (or from the beginning) to the end of the round, when these rolls fall first."""
        dice = _Script(rolls)
        # While a battle is fought its units are on the strip; beside those who have left the board is empty here.
        state = self.state if battle is None else replace(self.state, stacks=dict(away), battle=battle)
        run = dice.run = Watched(self.world, state, dice, evolve)
        try:
            if battle is None:
                self._begin(run)
            else:
                fight.answer(run, *self._answer(run.state))
        except _AskedError as asked:
            return self._all_rolls(battle, away, rolls, dice, asked.args[0])
        after = run.state.battle
        if after is None:
            assert run.last is not None
            return {(self._end(run), run.last.round, ()): 1.0}
        gone = tuple(sorted(run.state.stacks.items()))
        if self._round_is_over(run.state):
            return {(replace(after, round=min(after.round, self.remember)), after.round, gone): 1.0}
        if (after, gone, ()) not in self._known:
            self._known[after, gone, ()] = self._advance(after, gone, ())
        return self._known[after, gone, ()]

    def _round_is_over(self, state: AreaState) -> bool:
        """Whether the last question of a round is open: does the attacker leave?"""
        assert state.battle is not None
        step = step_of(self.world, state.battle)
        last = isinstance(step, PullingBack) and step.side == "attack"
        return last or fight.pending(self.world, state)[0].kind == "retreat"

    def _all_rolls(
        self, battle: Battle | None, away: Away, rolls: Rolls, dice: _Script, count: int
    ) -> Distribution:
        """The battle waits for a roll: all of them, by their chances. What counts is where it stands now and what
        has been rolled in this volley, not how it came there."""
        assert dice.run is not None
        here = dice.run.state.battle
        gone = tuple(sorted(dice.run.state.stacks.items()))
        in_volley = tuple(r for r, step in zip(rolls, dice.steps, strict=True) if step == dice.now())
        if (here, gone, (*in_volley, ())) not in self._known:
            found: Distribution = {}
            for faces, chance in self._faces(here, in_volley, count):
                for to, then in self._advance(battle, away, (*rolls, faces)).items():
                    found[to] = found.get(to, 0.0) + chance * then
            self._known[here, gone, (*in_volley, ())] = found
        return self._known[here, gone, (*in_volley, ())]

    def _faces(self, battle: Battle | None, before: Rolls, count: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """How dice can fall; ``before``: what was rolled in this step already."""
        if battle is None:  # in the air only the sum counts
            sums = Counter(sum(faces) for faces in product(range(1, 7), repeat=count))
            shown = {sum(faces): faces for faces in product(range(1, 7), repeat=count)}
            yield from ((shown[total], n / 6**count) for total, n in sums.items())
            return
        if self.faces or self.low_luck:
            if before and len(before) > DEEP:
                yield (6,) * count, 1.0
                return
            yield from ((faces, 6.0**-count) for faces in product(range(1, 7), repeat=count))
            return
        number = len(before)
        step = step_of(self.world, battle)
        if isinstance(step, Search):  # found and destroyed, driven off, or neither
            yield from _each({1: 1 / 6, 2: 2 / 6, 6: 3 / 6}, count)
            return
        assert isinstance(step, Volley)
        if step.aimed:
            aims = [one for _, firing in aiming.aimed_at(self.world, battle, step) for one in firing]
            yield from _each({1: aims[number].need / 6, 6: 1 - aims[number].need / 6}, count)
            return
        due = [n for n in columns(self.world, battle, battle.step, False) if not n or n > battle.column]
        volley = [one for one in shooters(self.world, battle, battle.step) if due[0] in (0, one.value)]
        firing, again = _next(volley, before)
        need = firing.value
        if firing.again_on:
            on = firing.again_on if again < DEEP else 0
            yield from _each(
                {face: p for face, p in ((1, on / 6), (need, (need - on) / 6), (6, 1 - need / 6)) if p}, count
            )
            return
        if firing.picks_on:
            on = firing.picks_on
            chances = ((1, on / 6), (need, (need - on) / 6), (6, 1 - need / 6))
            yield from _each({face: p for face, p in chances if p}, count)
            return
        if firing.best_of > 1:
            yield from _each({1: need / 6, 6: 1 - need / 6}, count)
            return
        assert firing.dice == count and need < 6
        for hits in range(count + 1):
            chance = comb(count, hits) * need**hits * (6 - need) ** (count - hits) / 6**count
            yield (1,) * hits + (6,) * (count - hits), chance


def _next(volley: list[Firing], before: Rolls) -> tuple[Firing, int]:
    """Who rolls next in a volley, and how often they have rolled again."""
    at, again = 0, 0
    for faces in before:
        if volley[at].again_on and any(face <= volley[at].again_on for face in faces):
            again += 1
        else:
            at, again = at + 1, 0
    return volley[at], again


def _each(chances: Mapping[int, float], count: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way in which dice can fall, by what matters of their faces."""
    for faces in product(chances, repeat=count):
        yield faces, prod(chances[face] for face in faces)


def _first(groups: list[tuple[Piece, int]], number: int) -> Stack:
    """The first ``number`` of these, in this order."""
    found = []
    for piece, n in groups:
        some = min(n, number)
        number -= some
        if some:
            found.append((piece, some))
    return stack(found)
