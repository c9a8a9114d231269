"""``sandtable lab``: tunes bots and measures balance."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from rich.table import Table

from sandtable.bots.level import Level
from sandtable.bots.registry import BUILT_IN, level_of
from sandtable.cli.answers import console, fail, find_game, print_json
from sandtable.cli.arena import entrant, fail_loudly, grid, last_round, progress, tally_cells, two_sides
from sandtable.cli.seats import known_bot, scenario_of
from sandtable.core.decision import Seat
from sandtable.core.game import AnyGame
from sandtable.games import area, family_of
from sandtable.lab import tune as tuning
from sandtable.lab.arena import STRIDE
from sandtable.lab.balance import Trial, Verdict, deal, games_in, weigh
from sandtable.lab.jobs import NoRay, crew_of
from sandtable.lab.ratings import paired


def tune_bot(
    game_id: str,
    bot: str,
    out: Path,
    games: int,
    steps: int,
    prove: int,
    numbers: str,
    resume: bool,
    rounds: int,
    think: float | None,
    seed: int,
    jobs: int,
    ray: str,
) -> None:
    """Tune step by step, and log each step."""
    game = find_game(game_id)
    level = tunable(game, known_bot(game, bot))
    start = {name: one.value for name, one in level.numbers.items()}
    games += games % 2
    turned = _chosen(level, numbers)
    begun = tuning.Run(game.id, two_sides(game), bot.partition("@")[0], start, turned, games, rounds, seed, think)
    log = out.with_suffix(".log.jsonl")
    steps_done = _begin(out, log, begun, resume)
    screen = console()
    total = (steps - len(steps_done)) * games + prove
    try:
        with progress("Games", max(total, 0)) as advance, crew_of(jobs, ray) as crew:
            contest = tuning.self_play(begun, crew, lambda _: advance())
            for step in tuning.tune(level, begun, list(steps_done), steps, contest):
                steps_done.append(step)
                tuning.add_to_log(log, step)
                tuning.write_level(out, level.turned(step.values))
                faults = f", {step.faults} ended by a fault" if step.faults else ""
                screen.print(
                    f"Step {step.step}: {100 * step.lead:+.1f} points of all strength, "
                    f"{step.points:.0%} of {games} games{faults}."
                )
            values = steps_done[-1].values
            proof = None
            if prove:
                fresh = seed * STRIDE + (steps + 1) * games
                proof = tuning.duel(begun, crew, values, start, fresh, prove, lambda _: advance())
    except NoRay as error:
        fail(f"--ray: {error}")
    except OSError as error:
        fail(f"{error.filename} cannot be written: {error.strerror}.")
    screen.print(_turned(start, values))
    if proof is not None:
        rate, lead = proof.tally.rate, paired(proof.leads)
        screen.print(
            f"Against the old numbers: {rate.value:.1%} of the points ({rate.low:.1%} to {rate.high:.1%}, 95%) in "
            f"{proof.tally.games} games, and {100 * proof.lead:+.1f} points of all strength"
            + (f" ({100 * lead.low:+.1f} to {100 * lead.high:+.1f}, by pairs)." if lead else ".")
        )
    screen.print(f"Written to {out}; play it as '{begun.bot}@{out}'. The log is in {log}.", soft_wrap=True)


def weigh_sides(
    game_id: str,
    bot: str,
    games: int,
    most: int,
    rounds: int,
    think: float | None,
    seed: int,
    options: Mapping[str, bool],
    scenario: str,
    jobs: int,
    ray: str,
    as_json: bool,
) -> None:
    """Play without bids, and with them where there is money, and show what balances the game.

    Exits with 1 if a bot failed.
    """
    game = find_game(game_id)
    setting = scenario_of(game, scenario)
    sides = two_sides(game, setting)
    chosen = {name: True for name, on in options.items() if on}
    money = family_of(game.id) == "area"
    rounds = rounds or last_round(game, setting)
    trial = Trial(game.id, entrant(game, bot), games, most if money else 0, rounds, seed, think, chosen, setting)
    dealt = partial(deal, area(game.id).world) if money else _nothing
    try:
        with progress("Games", games_in(trial)) as advance, crew_of(jobs, ray) as crew:
            verdict = weigh(trial, sides, dealt, crew, lambda _: advance())
    except NoRay as error:
        fail(f"--ray: {error}")
    if as_json:
        print_json(verdict)
    else:
        _show(verdict, game.guide.box.sides)
    fail_loudly(verdict.faults, games_in(trial))


def _nothing(side: str, amount: int) -> Mapping[Seat, int]:
    """No bids, for games without money."""
    return {}


def tunable(game: AnyGame, bot: str) -> Level:
    """A bot's numbers. Exits if it has none."""
    plain = bot.partition("@")[0]
    tunable = [name for name, one in BUILT_IN.items() if one.level]
    if plain not in tunable:
        fail(f"the bot {bot!r} has no numbers to tune. These have: {', '.join(tunable)}.")
    level = level_of(bot, game)
    assert isinstance(level, Level), "it is known"
    return level


def _chosen(level: Level, numbers: str) -> tuple[str, ...]:
    """The numbers to tune: those named, or all."""
    free = tuning.free_numbers(level)
    named = tuple(name.strip() for name in numbers.split(",") if name.strip())
    for name in named:
        if name not in free:
            fail(f"--numbers: {name!r} is not a number that can be tuned. These are: {', '.join(free)}.")
    return named or free


def _begin(out: Path, log: Path, begun: tuning.Run, resume: bool) -> list[tuning.Step]:
    """The steps done before; starts a new log if there are none."""
    if not out.resolve().parent.is_dir():
        fail(f"--out: there is no folder {out.resolve().parent}.")
    steps: list[tuning.Step] = []
    if resume:
        found = tuning.read_log(log, begun)
        if isinstance(found, tuning.BadLog):
            fail(f"--resume: {found.why}")
        steps = found
    elif log.exists():
        fail(f"{log} already exists: --resume continues it, another --out starts afresh.")
    try:
        tuning.write_log(log, begun, steps)
    except OSError as error:
        fail(f"{log} cannot be written: {error.strerror}.")
    return steps


def _turned(start: Mapping[str, float], values: Mapping[str, float]) -> Table:
    table = grid("number", "before", "now")
    for name, value in values.items():
        table.add_row(name, f"{start[name]:.4g}", f"{value:.4g}")
    return table


def _show(verdict: Verdict, names: Mapping[str, str]) -> None:
    screen = console()
    table = grid("", "games", "won", "drawn", "lost", "points", "95% interval", "adjudicated")
    for side, tally in verdict.sides.items():
        table.add_row(names[side], *tally_cells(tally))
    for point in verdict.points[1:]:
        table.add_row(f"{names[verdict.weaker]} with {point.bid} more", *tally_cells(point.tally))
    screen.print(table)
    weaker = names[verdict.weaker]
    if not verdict.trial.most:
        screen.print("This game has no money to bid, so this only shows who wins more.", style="bold")
    elif verdict.bid is None:
        screen.print(f"No bid up to {verdict.trial.most} evens it out for the {weaker}.", style="bold")
    else:
        bid = verdict.bid
        text = f"A bid of {bid.value:.0f} for the {weaker} evens it out ({bid.low:.0f} to {bid.high:.0f}, 95%)."
        screen.print(text, style="bold")
