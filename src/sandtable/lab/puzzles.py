"""Mines puzzles from bot games: turns on which one combat move is clearly better than every other kind.

At the start of every combat move the planner searches with several styles, and the guide's odds measure what it
finds. A *key* is something that every good plan has: without it, the best that another search finds is worse by a
margin. What passes is played out with fresh dice, and the plan without its key, too. Bots then try it, which says
how hard it is. Work is counted in plans and playouts, so the same seed gives the same puzzles.
"""

from collections.abc import Iterable, Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from sandtable.area.actions import AreaAction, Done, Move, Voyage
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, Stack
from sandtable.area.phases import combat_move
from sandtable.area.state import AreaState
from sandtable.area.status import phase_of
from sandtable.area.world import World
from sandtable.bots.level import Level
from sandtable.bots.planner import Planner
from sandtable.bots.planner.rehearsal import QUICK, lead, played_on
from sandtable.bots.planner.search import BOLD, Search
from sandtable.bots.planner.style import Style
from sandtable.bots.playing import play_out
from sandtable.bots.registry import level_of, make
from sandtable.core.dice import SeededDice
from sandtable.games import area
from sandtable.guides.area.trial import after
from sandtable.guides.area.worth import prize
from sandtable.lab.match import Entrant, Match, begin, seat_bots
from sandtable.puzzles.judging import judged, measured, value_of
from sandtable.puzzles.position import amended, changes_to, encoded
from sandtable.puzzles.puzzle import Aim, Puzzle

TRIES, KEEP = 8, 4
"""How many orders of targets a search tries, and how many plans it keeps."""
MARGIN = {"take": 0.12, "gain": 4.0}
"""How much worse every plan without a key must be: a chance, or money."""
SHARE = 0.15
"""The same as a share of the best, for money."""
LEAST, MOST = 0.55, 0.97
"""The chance to take a space that makes a puzzle."""
WORTH = 10.0
"""What the best plan must be worth, in money."""
AGAIN = 4
"""How often a better plan may turn up while the keys are looked for."""
COMBATS, ORDERS = 6, 13
"""The most combats and orders of a solution."""
PRIZE = 300.0
"""What a search is offered for the space that is to be taken."""
DICE = 24
"""How often a solution is played out with fresh dice."""
DOUBT = 2.5
"""How many standard errors the playouts may be off,"""
HOPE = 0.3
"""The rough chance from which a space is looked at more closely."""
OFF = 0.15
"""and by which share besides: bots retreat and choose losses where the odds fight on."""
ROUNDS = 1
"""How often the round after a solution is played out."""
BOTS = ("easy", "medium", "hard")
TOP, EACH_BOT, EACH_KEY, EACH_ORDER = 1700.0, 250.0, 50.0, 15.0
"""The first rating: of a puzzle that no bot finds, less for those that do, and more for every key and order."""
PLAIN, EACH_SIGHT = 1150.0, 200.0
"""The same for a space to take, by what there is to see: landings, and battles elsewhere."""
LONGEST = 400
"""The most decisions in the battles of one turn."""


class Mine(msgspec.Struct, frozen=True):
    """One game to look through."""

    game: str
    bot: str
    seed: int
    rounds: int


class Found(NamedTuple):
    """A plan, measured."""

    value: float
    orders: tuple[AreaAction, ...]


class Candidate(NamedTuple):
    """A question with its answer, before it is checked with dice."""

    aim: Aim
    space: str
    best: Found
    other: Found
    keys: tuple[str, ...]


def mine(work: Mine) -> tuple[Puzzle, ...]:
    """The puzzles of one game, in the order of their turns."""
    game = area(work.game)
    match = Match(
        work.game, {side: Entrant(work.bot) for side in game.guide.box.parties("")}, work.seed, work.rounds
    )
    record = begin(game, match)
    play_out(record, seat_bots(game, match), lambda state: state.round > work.rounds)
    found: list[Puzzle] = []
    for state, seat in _turns(record.at(number) for number in range(len(record.entries))):
        changes = changes_to(game, state, seat, combat_move.ASKS)
        if changes is not None:
            given = amended(game, changes)
            assert isinstance(given, AreaState)
            dig = Dig(game, given, seat, work.seed)
            best = dig.puzzle()
            if best is not None:
                found.append(_written(dig, best, changes, work))
    return tuple(found)


def works(game: str, bot: str, seed: int, games: int, rounds: int) -> tuple[Mine, ...]:
    """The games to look through."""
    return tuple(Mine(game, bot, number, rounds) for number in range(seed, seed + games))


def choice(puzzles: Iterable[Puzzle], most: int) -> tuple[Puzzle, ...]:
    """The best of many: no two alike, all powers in turn, spaces to take and wide margins first."""
    known: set[tuple[str, str, str, tuple[str, ...]]] = set()
    each: dict[str, list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda one: (one.aim != "take", -one.margin / one.best, one.id)):
        alike = (puzzle.seat, puzzle.aim, puzzle.space, puzzle.keys)
        if alike not in known:
            known.add(alike)
            each.setdefault(puzzle.seat, []).append(puzzle)
    chosen: list[Puzzle] = []
    while len(chosen) < most and any(each.values()):
        for own in each.values():
            if own and len(chosen) < most:
                chosen.append(own.pop(0))
    return tuple(sorted(chosen, key=lambda one: (one.rating, one.id)))


def _turns(states: Iterable[AreaState]) -> Iterator[tuple[AreaState, Power]]:
    """The start of every combat move."""
    seen: set[tuple[int, Power]] = set()
    for state in states:
        for seat, phase in state.turn.phases.items():
            if phase == combat_move.ASKS and (state.round, seat) not in seen and not state.winner:
                seen.add((state.round, seat))
                yield state, seat


class Dig:
    """Looks for a puzzle in one position."""

    def __init__(self, game: AreaGame, state: AreaState, seat: Power, seed: int) -> None:
        self.game = game
        self.world: World = game.world
        self.state = state
        self.seat = seat
        self.seed = seed
        level = level_of("hard", game)
        assert isinstance(level, Level), "it is built in"
        self._level = level
        self._search = Search(game, state, seat, level)
        self._planner = Planner(game, seed, level)

    def puzzle(self) -> Candidate | None:
        """The best question that this position answers."""
        for candidate in (*self._takes(), self._gain()):
            if candidate is not None and self._holds(candidate):
                return candidate
        return None

    # what the plans are worth

    def ordered(self, orders: Iterable[AreaAction]) -> tuple[AreaState, tuple[AreaAction, ...]]:
        """The position after orders, and those of them that are legal."""
        state, given = self.state, list[AreaAction]()
        for order in orders:
            if self.game.check(state, self.seat, order) is None:
                state = after(self.game, state, self.seat, order)
                given.append(order)
        return state, tuple(given)

    def measure(self, orders: Iterable[AreaAction], aim: Aim, space: str = "") -> Found:
        state, given = self.ordered(orders)
        if self.game.check(state, self.seat, Done()) is not None:
            return Found(0.0, ())
        return Found(value_of(measured(self.game, state, self.seat), aim, space), given)

    def _best(self, plans: Iterable[tuple[AreaAction, ...]], aim: Aim, space: str = "") -> Found:
        return max(
            (self.measure(plan, aim, space) for plan in plans), key=lambda one: one.value, default=Found(0.0, ())
        )

    def plans(
        self, without: tuple[str, ...] = (), prizes: dict[str, float] | None = None
    ) -> list[tuple[AreaAction, ...]]:
        """Plans of several styles."""
        ask = self._search.plans
        return [
            *ask(TRIES, KEEP, without=without, prizes=prizes),
            *ask(TRIES, KEEP, without=without, prizes=prizes, numbers=BOLD),
            *ask(
                TRIES,
                KEEP,
                without=without,
                prizes=prizes,
                numbers={**BOLD, "luck": 0.3, "threshold": -2.0},
                seed=1,
            ),
        ]

    # the questions

    def _gain(self) -> Candidate | None:
        best = self._best(self.plans(), "gain")
        for _ in range(AGAIN):
            found = self._keys(best)
            if not isinstance(found, Found):
                return found
            best = found  # a search without one of its attacks has found a better plan
        return None

    def _keys(self, best: Found) -> Candidate | Found | None:
        """What a plan needs, if that makes a puzzle; or a better plan."""
        margin = max(MARGIN["gain"], SHARE * best.value)
        if best.value < WORTH or not 2 <= len(best.orders) <= ORDERS:
            return None
        worth = measured(self.game, self.ordered(best.orders)[0], self.seat)
        spaces = (*(one.space for one in worth.combats), *worth.taken)
        if len(spaces) > COMBATS:
            return None
        keys, others = [], []
        for space in spaces:
            left = (order for order in best.orders if target(order) != space)
            other = self._best((tuple(left), *self.plans(without=(space,))), "gain")
            if other.value > best.value:
                return other
            if best.value - other.value >= margin:
                keys.append(space)
                others.append(other)
        if not keys:
            return None
        return Candidate("gain", "", best, max(others, key=lambda one: one.value), tuple(sorted(keys)))

    def _takes(self) -> Iterator[Candidate]:
        """Spaces that can be taken with good chances, capitals first, if everything is brought along."""
        lands = self.world.board.territories
        foes = self.world.as_of(self.state).enemies[self.seat]
        chances = self._search.chances()
        prizes = {
            name: prize(self.world, self.state, self.seat, name)
            for name, holder in self.state.control.items()
            if chances.get(name, 0.0) >= HOPE
            and holder in foes
            and (lands[name].factory or lands[name].value >= 2)
        }
        for space in sorted(prizes, key=lambda one: (-prizes[one], one)):
            best = self._best(self.plans(prizes={space: PRIZE}), "take", space)
            if not LEAST <= best.value <= MOST or len(best.orders) > ORDERS:
                continue
            best = self._needed(best, space)
            keys, others = list[AreaAction](), list[Found]()
            for order in best.orders:
                other = self.measure((one for one in best.orders if one is not order), "take", space)
                if best.value - other.value >= MARGIN["take"]:
                    keys.append(order)
                    others.append(other)
            if len(keys) >= 2 and any(self._hidden(order, space) for order in keys):
                words = tuple(self.game.guide.word(self.state, self.seat, order) for order in keys)
                yield Candidate("take", space, best, max(others, key=lambda one: one.value), words)

    def _needed(self, best: Found, space: str) -> Found:
        """The plan without the orders that don't help."""
        for order in best.orders:
            trial = self.measure((one for one in best.orders if one is not order), "take", space)
            if trial.value >= best.value:
                best = trial
        return best

    def _hidden(self, order: AreaAction, space: str) -> bool:
        """Whether it takes a look to see it: a landing, a battle elsewhere, or units from afar."""
        return (
            isinstance(order, Voyage)
            or target(order) != space
            or (isinstance(order, Move) and len(order.path) > 2)
        )

    # fresh dice

    def _holds(self, candidate: Candidate) -> bool:
        """Whether dice confirm the measure and the margin, and a round of play the plan."""
        best, other = candidate.best, candidate.other
        real = [self._rolled(best.orders, candidate.aim, candidate.space, take) for take in range(DICE)]
        if not _agrees(real, best.value):
            return False
        less = [self._rolled(other.orders, candidate.aim, candidate.space, take) for take in range(DICE)]
        if fmean(real) - fmean(less) < (best.value - other.value) / 2:
            return False
        return candidate.aim == "take" or self._led(best.orders) > self._led(other.orders)

    def rolls_well(self, orders: Iterable[AreaAction], aim: Aim, space: str, value: float, times: int) -> bool:
        """Whether fresh dice bear out the measure of a plan."""
        given = tuple(orders)
        return _agrees([self._rolled(given, aim, space, take) for take in range(times)], value)

    def _actor(self) -> Planner:
        """Plays for everybody, quickly; all of them share the odds that they have worked out."""
        return Planner(self.game, self.seed, self._level.turned(QUICK), self._planner)

    def _rolled(self, orders: Iterable[AreaAction], aim: Aim, space: str, take: int) -> float:
        """The measure of a plan with real dice."""
        game, actor = self.game, self._actor()
        state, _ = self.ordered(orders)
        dice = SeededDice.from_seed(crc32(f"{self.seed}|{self.state.round}|{self.seat}|{take}".encode()))
        action: AreaAction = Done()
        mover = self.seat
        for _ in range(LONGEST):
            for event in game.decide(state, mover, action, dice):
                state = game.evolve(state, event)
            if state.winner or phase_of(state, self.seat) not in (combat_move.ASKS, "combat"):
                break
            decision = game.pending(state)[0]
            mover, action = decision.seat, actor.choose(state, decision)
        return float(state.control.get(space) == self.seat) if aim == "take" else self._won(state)

    def _won(self, state: AreaState) -> float:
        """What has been won since the start of the turn, in money."""
        mine = self.world.side(self.seat)
        total = 0.0
        for now, sign in ((self.state, -1), (state, 1)):
            for pieces in now.stacks.values():
                for power, cost in _costs(self.world, pieces):
                    total += sign * cost if self.world.side(power) == mine else -sign * cost
        for space, holder in state.control.items():
            if holder == self.seat and self.state.control.get(space) != self.seat:
                total += prize(self.world, self.state, self.seat, space)
        return total

    def _led(self, orders: Iterable[AreaAction]) -> float:
        """The side's average lead at its next turn, if a plan is played."""
        state, _ = self.ordered(orders)
        side, style = self.world.side(self.seat), Style.of(self._level)
        total = 0.0
        for take in range(ROUNDS):
            begun = state
            for event in self.game.decide(state, self.seat, Done(), SeededDice.from_seed(take)):
                begun = self.game.evolve(begun, event)
            end = played_on(self.game, begun, self.seat, self._actor(), crc32(f"{self.seed}|{take}".encode()))
            total += lead(self.world, end, side, style)
        return total / ROUNDS


def _agrees(real: list[float], value: float) -> bool:
    """Whether what was rolled is not clearly less than a measure."""
    error = stdev(real) / sqrt(len(real))
    return fmean(real) >= value - DOUBT * error - OFF * value


def _written(dig: Dig, found: Candidate, changes: tuple[Any, ...], work: Mine) -> Puzzle:
    """A candidate as a puzzle, rated by the bots that find it."""
    puzzle = Puzzle(
        id=f"{work.game}-{work.seed}-{dig.state.round}-{dig.seat}",
        game=work.game,
        seat=dig.seat,
        aim=found.aim,
        space=found.space,
        round=dig.state.round,
        changes=encoded(changes),
        solution=encoded(found.best.orders),
        best=round(found.best.value, 4),
        other=round(found.other.value, 4),
        keys=found.keys,
        rating=0.0,
        source=f"{work.bot}, seed {work.seed}",
    )
    scores = {bot: _score(dig, puzzle, bot) for bot in BOTS}
    finders = tuple(bot for bot, score in scores.items() if score == 1)
    rating = TOP - EACH_BOT * sum(scores.values())
    if found.aim == "take":  # bots don't aim at this space: what there is to see counts
        voyages = any(isinstance(order, Voyage) for order in found.best.orders)
        elsewhere = any(target(order) != found.space for order in found.best.orders)
        rating = PLAIN + EACH_SIGHT * (voyages + elsewhere)
    rating += EACH_KEY * (len(found.keys) - 1) + EACH_ORDER * (len(found.best.orders) - 1)
    return msgspec.structs.replace(puzzle, rating=rating, found_by=finders)


def _score(dig: Dig, puzzle: Puzzle, name: str) -> float:
    """How well a bot's own combat moves solve a puzzle."""
    bot: Any = make(name, dig.game, dig.seed)
    state = dig.state
    for _ in range(LONGEST):
        decision = next((one for one in dig.game.pending(state) if one.seat == dig.seat), None)
        if decision is None or decision.kind != combat_move.ASKS:
            break
        action = bot.choose(state, decision)
        if isinstance(action, Done):
            break
        moved = after(dig.game, state, dig.seat, action)
        if moved is state:
            break
        state = moved
    return judged(puzzle, measured(dig.game, state, dig.seat)).score


def target(order: AreaAction) -> str:
    """The space that an order attacks."""
    if isinstance(order, Voyage):
        return order.land
    return order.path[-1] if isinstance(order, Move) else ""


def _costs(world: World, pieces: Stack) -> Iterator[tuple[Power, int]]:
    for piece, count in pieces:
        for one in (piece, *piece.cargo):
            yield one.power, count * world.units[one.unit].cost
