"""Results of many games against another engine, as tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean, median

import msgspec

from bench.peer.games import Outcome
from sandtable.lab.ratings import Interval, paired, wilson


def outcomes(folder: Path, game: str = "") -> list[Outcome]:
    """The games that were played to their end."""
    return [msgspec.json.decode(path.read_bytes(), type=Outcome) for path in sorted(folder.glob(f"{game}*.json"))]


def tables(games: Iterable[Outcome]) -> Iterator[str]:
    """Lines of Markdown: every game, then points by side, then seconds a turn."""
    games = list(games)
    yield "| game | ours | winner | how | round | our share of strength at the start and at the end |"
    yield "|---|---|---|---|---|---|"
    points: defaultdict[str, list[float]] = defaultdict(list)
    ends: defaultdict[str, list[float]] = defaultdict(list)
    seeds: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    work: defaultdict[str, list[float]] = defaultdict(list)
    for one in games:
        for turn in one.turns:
            work[turn.by].append(turn.work)
        if one.ours in one.shares:
            before, after = 100 * one.opening[one.ours], 100 * one.shares[one.ours]
            yield (
                f"| {one.game}, seed {one.seed} | {one.ours} | {one.winner or 'draw'} | {one.how} | {one.round} "
                f"| {before:.0f}% {after:.0f}% |"
            )
            for key in (one.ours, "both sides"):
                points[key].append(1.0 if one.winner == one.ours else 0.0 if one.winner else 0.5)
                ends[key].append(after - before)
            seeds[one.seed].append((points[one.ours][-1], after - before))
    yield ""
    yield "| our side | games | won | drawn | lost | points, 95% interval | strength gained, median |"
    yield "|---|---|---|---|---|---|---|"
    for key, some in points.items():
        yield (
            f"| {key} | {len(some)} | {some.count(1.0)} | {some.count(0.5)} | {some.count(0.0)} "
            f"| {_percent(wilson(sum(some), len(some)))} | {median(ends[key]):+.1f} |"
        )
    both = [some for some in seeds.values() if len(some) == 2]
    by_pairs = paired([mean(score for score, _ in some) for some in both])
    gained = paired([mean(gain for _, gain in some) for some in both])
    if by_pairs and gained:
        yield ""
        yield (
            f"By pairs ({len(both)}): {_percent(by_pairs)} of the points, strength "
            f"{gained.value:+.1f} ({gained.low:+.1f} to {gained.high:+.1f})"
        )
    yield ""
    yield "| seconds of the processor a turn | turns | median | longest |"
    yield "|---|---|---|---|"
    for by, some in work.items():
        yield f"| {by} | {len(some)} | {median(some):.2f} | {max(some):.2f} |"


def _percent(rate: Interval) -> str:
    return f"{rate.value:.0%} ({rate.low:.0%} to {rate.high:.0%})"
