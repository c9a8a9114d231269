"""A study: the variant and its parent on the same seeds, then each change, then bids.

Every result is stored in a file, under the digest of the game files played. A resumed study finds them there, and
so does the next study of a game that has changed since.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

import msgspec

from sandtable import __version__
from sandtable.area.family import AreaGame
from sandtable.core.datafile import Folder
from sandtable.core.game import AnyGame
from sandtable.games.composing import compose
from sandtable.games.editions import pack
from sandtable.games.finding import Family
from sandtable.lab.arena import STRIDE
from sandtable.lab.balance import deal
from sandtable.lab.fairness.design import FEW, Factor, Version, factors, versions
from sandtable.lab.fairness.observing import THINK, Observation, Scales, Task, match_of, observe, prices_of
from sandtable.lab.fairness.sequential import ALPHA, always, is_clear
from sandtable.lab.jobs import Crew
from sandtable.lab.match import Entrant, opening
from sandtable.variants.comparing import Difference, compared, parent_of, with_only

MATTERS = 0.015
"""Smaller shifts of total strength don't matter."""
FEWEST_PAIRS = 24
"""Seeds that are always played with both games."""
SAME = 12
"""After this many identical games, the study stops looking for a difference."""
BIDS = (12, 24)
"""The bids to try."""
MAIN, WHICH = 0.5, 0.85
"""The share of the time after which the comparison ends if there are changes to tell apart, and after which that
ends."""


class Plan(msgspec.Struct, frozen=True):
    """What a study plays."""

    game: str
    parent: str
    sides: tuple[str, str]
    bot: Entrant
    rounds: int
    pairs: int
    """The most seeds."""
    minutes: float
    """The time limit; 0: none."""
    seed: int = 1
    scenario: str = ""


class Arm(msgspec.Struct, frozen=True):
    """A version of the game, as sent to workers."""

    name: str
    digest: str
    files: bytes


class Budget:
    """Tracks the time limit, if there is one."""

    def __init__(self, minutes: float, clock: Callable[[], float]) -> None:
        self._clock, self._start, self._seconds = clock, clock(), minutes * 60

    def left(self, part: float = 1.0) -> bool:
        """Whether this share of the time has not passed yet."""
        return not self._seconds or self._clock() - self._start < self._seconds * part

    @property
    def seconds_left(self) -> float | None:
        """None without a limit."""
        return max(self._seconds - (self._clock() - self._start), 0.0) if self._seconds else None


class Ledger:
    """Results in a file, one per line. An incomplete last line is ignored."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, Observation] = {}
        if path is not None and path.is_file():
            for line in path.read_bytes().splitlines():
                try:
                    key, found = msgspec.json.decode(line, type=tuple[str, Observation])
                except msgspec.MsgspecError:
                    continue
                self._known[key] = found

    def find(self, key: str) -> Observation | None:
        return self._known.get(key)

    def add(self, key: str, found: Observation) -> None:
        self._known[key] = found
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode((key, found)) + b"\n")


class Study:
    """Plays what its questions need, and no game twice."""

    def __init__(self, plan: Plan, folder: Folder, family: Family, ledger: Ledger) -> None:
        above = parent_of(folder)
        assert above is not None, "only a variant is compared"
        self.plan, self._ledger = plan, ledger
        self.differences = compared(folder)
        self.parent_game: AnyGame = compose(above.snapshot(), family)
        self.game: AnyGame = compose(folder.snapshot(), family)
        self.prices = prices_of(self.parent_game)
        self.parent, self.variant = _arm("parent", self.parent_game), _arm("variant", self.game)
        self.factors: tuple[Factor, ...] = factors(folder, self.differences, family)
        self.versions: tuple[Version, ...] = versions(len(self.factors))
        self.arms: tuple[Arm, ...] = tuple(
            _arm(one.name, compose(with_only(folder, _changes(one, self.factors), folder.name), family))
            for one in self.versions
        )
        match = match_of(plan.parent, plan.sides, plan.bot, 0, plan.rounds, {}, plan.scenario)
        self.yardstick = Scales(self.parent_game, self.prices).shares(opening(self.parent_game, match))
        self.seen: dict[tuple[str, int, int], Observation] = {}
        """By digest, seed and bid."""
        self.faults: list[str] = []
        """Faults. Their games don't count: they aren't stored, and are replayed when the study resumes."""
        self.bid_side = ""
        self._setting = hashlib.sha256(
            msgspec.json.encode(
                (plan.bot, plan.rounds, THINK, plan.scenario, self.prices, self.yardstick, __version__)
            )
        ).hexdigest()[:16]

    @property
    def seeds(self) -> range:
        first = self.plan.seed * STRIDE
        return range(first, first + self.plan.pairs)

    def played(self, arm: Arm, bid: int = 0) -> dict[int, Observation]:
        """The results of one version, by seed, without games that ended in a fault."""
        return {
            seed: one for (digest, seed, paid), one in self.seen.items() if (digest, paid) == (arm.digest, bid)
        }

    def shifts(self, arm: Arm, base: Arm | None = None) -> list[float]:
        """How much more of the total strength the first side had at the end than in another version, seed
        by seed."""
        own, other = self.played(arm), self.played(base or self.parent)
        return [own[seed].share - other[seed].share for seed in sorted(own.keys() & other.keys())]

    def effects(self, number: int) -> tuple[list[float], list[float] | None]:
        """What a factor does alone, and what it adds to all the others, seed by seed.

        In a balanced plan there is one answer: versions with it against versions without it.
        """
        arms = {version.has: arm for version, arm in zip(self.versions, self.arms, strict=True)}
        if len(self.factors) <= FEW:
            rest = tuple(other for other in range(len(self.factors)) if other != number)
            return self.shifts(arms[number,]), self.shifts(self.variant, arms[rest])
        known = [(number in has, self.played(arm)) for has, arm in arms.items()]
        seeds = sorted(set.intersection(*(set(games) for _, games in known)))
        means = (
            {on: fmean(games[seed].share for with_it, games in known if with_it is on) for on in (True, False)}
            for seed in seeds
        )
        return [mean[True] - mean[False] for mean in means], None

    @property
    def looks(self) -> int:
        """How many answers about factors there are: the more, the stricter each interval."""
        count = len(self.factors)
        return 2 * count if count <= FEW else count

    def run(
        self,
        crew: Crew,
        batch: int,
        budget: Budget,
        stage: Callable[[str, int], None] = lambda _name, _games: None,
        done: Callable[[Observation], None] = lambda _: None,
    ) -> None:
        """Play until everything is conclusive, or the time or the seeds are used up."""
        seeds = list(self.seeds)
        both = (self.parent, self.variant)
        stage("Against its parent", len(both) * len(seeds))
        for some in _batches(seeds, max(batch, 4)):
            self._play(crew, [(arm, seed, 0) for seed in some for arm in both], done)
            if self._same() or self._clear() or not budget.left(MAIN if self.arms else WHICH):
                break
        if self._same():
            return
        if self.arms:
            every = (*both, *self.arms)
            stage("Which change did it", len(every) * len(seeds))
            for some in _batches(seeds, max(1, batch * 2 // len(every))):
                if self._explained() or not budget.left(WHICH):
                    break
                self._play(crew, [(arm, seed, 0) for seed in some for arm in every], done)
        reached = list(self.played(self.variant))
        if isinstance(self.game, AreaGame):
            self.bid_side = self._weaker()
            stage("Which bid evens it out", len(BIDS) * len(reached))
            for some in _batches(reached, max(1, batch)):
                if not budget.left():
                    break
                self._play(crew, [(self.variant, seed, bid) for seed in some for bid in BIDS], done)

    def _same(self) -> bool:
        """Whether the variant plays exactly like its parent."""
        own, other = self.played(self.variant), self.played(self.parent)
        both = own.keys() & other.keys()
        return len(both) >= SAME and all(own[seed].digest == other[seed].digest for seed in both)

    def _clear(self) -> bool:
        found = self.shifts(self.variant)
        return len(found) >= FEWEST_PAIRS and is_clear(always(found), MATTERS)

    def _explained(self) -> bool:
        """Whether the effect of every factor is clear."""
        return all(
            len(values) >= FEWEST_PAIRS and is_clear(always(values, ALPHA / self.looks), MATTERS)
            for number in range(len(self.factors))
            for values in self.effects(number)
            if values is not None
        )

    def _weaker(self) -> str:
        first, second = self.plan.sides
        own = list(self.played(self.variant).values())
        won = sum(points(one, first) for one in own)
        return first if 2 * won < len(own) else second

    def _play(
        self, crew: Crew, wanted: Iterable[tuple[Arm, int, int]], done: Callable[[Observation], None]
    ) -> None:
        tasks: dict[str, Task] = {}
        for arm, seed, bid in wanted:
            key = f"{self._setting} {arm.digest} {seed} {bid}{self.bid_side if bid else ''}"
            known = self._ledger.find(key)
            if known is not None:
                self.seen[arm.digest, seed, bid] = known
                done(known)
            else:
                tasks[key] = self._task(arm, seed, bid)
        keys = list(tasks)
        for number, found in crew.each(observe, list(tasks.values())):
            if found.fault:
                self.faults.append(found.fault)
            else:
                self._ledger.add(keys[number], found)
                self.seen[found.arm, found.seed, found.bid] = found
            done(found)

    def _task(self, arm: Arm, seed: int, bid: int) -> Task:
        plan = self.plan
        paid: Mapping[str, int] = (
            deal(self.game.world, self.bid_side, bid) if bid and isinstance(self.game, AreaGame) else {}
        )
        match = match_of(plan.game, plan.sides, plan.bot, seed, plan.rounds, paid, plan.scenario)
        return Task(arm.digest, arm.files, match, self.prices, self.yardstick)


def _arm(name: str, game: AnyGame) -> Arm:
    packed = pack(game)
    assert packed is not None, "a variant is made of files"
    return Arm(name, packed.digest, packed.data)


def _changes(version: Version, of: Sequence[Factor]) -> list[Difference]:
    return [change for number in version.has for change in of[number].changes]


def _batches(seeds: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (seeds[start : start + size] for start in range(0, len(seeds), size))


def points(one: Observation, side: str) -> float:
    """A side's points in a game. A draw is half a point."""
    return 1.0 if one.winner == side else 0.5 if not one.winner else 0.0
