"""A study of house rules with random bots, and its conclusions."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.lab.fairness.design import factors, versions
from sandtable.lab.fairness.findings import Findings, findings
from sandtable.lab.fairness.observing import Observation
from sandtable.lab.fairness.page import page
from sandtable.lab.fairness.study import BIDS, FEWEST_PAIRS, SAME, Budget, Ledger, Plan, Study, points
from sandtable.lab.jobs import Alone
from sandtable.lab.match import Entrant
from sandtable.variants.comparing import compared
from tests.games.conftest import Write

HEAD = 'like: "1941"\ntitle: House\n'
REDS = 'scenarios: {"1941": {ussr: {Russia: {infantry: 18}}}}'


def study(name: str, pairs: int = 2, kept: Path | None = None) -> Study:
    plan = Plan(name, "1941", ("axis", "allies"), Entrant("random"), 1, pairs, 0)
    return Study(plan, games.folder(name), "area", Ledger(kept))


def forever() -> Budget:
    return Budget(0, lambda: 0.0)


def found_by(one: Study) -> Findings:
    sides = {"ussr": "allies", "uk": "allies", "usa": "allies", "germany": "axis", "japan": "axis"}
    return findings(one, sides, {"tank": "tanks"})


def invent(one: Study, pairs: int, change: Callable[[Observation], Observation]) -> None:
    """Made-up games, with a change in the variant."""
    first = one.seeds[0]
    for number in range(pairs):
        share = 0.45 + 0.02 * (number % 3 - 1)
        plain = Observation(one.parent.digest, first + number, 0, "axis", "adjudicated", 8, share, f"d{number}")
        one.seen[one.parent.digest, first + number, 0] = plain
        one.seen[one.variant.digest, first + number, 0] = change(replace(plain, arm=one.variant.digest))


class Inventing(Alone):
    """Makes games up: each factor adds its part to the first side's share, and every game has its own luck."""

    def __init__(self, of: Study, parts: Sequence[float]) -> None:
        self._has = {arm.digest: version.has for version, arm in zip(of.versions, of.arms, strict=True)}
        self._has[of.parent.digest], self._has[of.variant.digest] = (), tuple(range(len(parts)))
        self._parts = parts

    def each(self, work, tasks):  # type: ignore[no-untyped-def]
        for number, task in enumerate(tasks):
            seed = task.match.seed
            bid, has = sum(task.match.bid.values()), self._has[task.arm]
            share = 0.45 + sum(self._parts[one] for one in has) + Random(f"{has} {seed} {bid}").gauss(0, 0.03)
            yield number, Observation(task.arm, seed, bid, "", "draw", 8, share, f"{has} {seed}")


MONEY = "powers: {germany: {treasury: 20}, japan: {treasury: 20}}"


def test_a_study_stops_when_the_answer_is_clear(write: Write) -> None:
    write("reds", game=HEAD, setup=REDS)
    one = study("reds", 200)
    one.run(Inventing(one, [-0.08]), 4, forever())
    assert len(one.played(one.variant)) == FEWEST_PAIRS
    assert found_by(one).shift.differs


def test_a_study_goes_on_while_the_answer_is_not_clear(write: Write) -> None:
    write("reds", game=HEAD, setup=REDS)
    one = study("reds", 200)
    one.run(Inventing(one, [-0.018]), 4, forever())
    assert FEWEST_PAIRS < len(one.played(one.variant)) < 200
    assert found_by(one).shift.clear


@pytest.mark.parametrize("guilty", [0, 1, 2])
def test_the_change_that_did_it_is_named(write: Write, guilty: int) -> None:
    write("three", game=HEAD + MONEY, units="tank: {cost: 5}")
    one = study("three", 400)
    parts = [-0.06 if number == guilty else 0.0 for number in range(3)]
    one.run(Inventing(one, parts), 8, forever())
    assert len(one.played(one.arms[0])) > FEWEST_PAIRS, "small effects need more games than the comparison"
    assert len(one.played(one.arms[0])) < 400, "and it stops when all are clear"
    found = found_by(one)
    for number, factor in enumerate(found.factors):
        for answer in (factor.alone, factor.left_out):
            assert answer is not None
            assert answer.clear
            assert answer.differs is (number == guilty)
    (words,) = [line for line in found.words if line.startswith("This did it")]
    assert found.factors[guilty].name in words
    assert "helps the Allies by" in words


def test_one_of_many_changes_is_named(write: Write) -> None:
    prices = "tank: {cost: 5}\nfighter: {cost: 11}\nbomber: {cost: 13}\nsubmarine: {cost: 7}"
    write("many", game=HEAD + MONEY, units=prices)
    one = study("many", 400)
    assert len(one.factors) == 6
    one.run(Inventing(one, [0.0, 0.0, 0.0, 0.05, 0.0, 0.0]), 8, forever())
    found = found_by(one)
    assert [row.name for row in found.factors if row.alone is not None and row.alone.differs] == [
        one.factors[3].name
    ]
    assert all(row.alone is not None and row.alone.clear for row in found.factors)
    assert sum(line.startswith("This did it") for line in found.words) == 1


def test_a_variant_without_effect_plays_identically(write: Write) -> None:
    write("same", game=HEAD)
    one = study("same", SAME + 8)
    one.run(Alone(), 2, forever())
    assert len(one.played(one.variant)) == SAME, "it stops as soon as that is clear"
    found = found_by(one)
    assert found.same
    assert found.words[0].startswith("No difference")
    assert found.shift.found is not None
    assert (found.shift.found.low, found.shift.found.high) == (0, 0)


def test_a_study_is_resumed_from_its_file(write: Write, tmp_path: Path) -> None:
    write("reds", game=HEAD, setup=REDS)
    kept = tmp_path / "games.jsonl"
    first = study("reds", 2, kept)

    class Interrupting(Alone):
        def each(self, work, tasks):  # type: ignore[no-untyped-def]
            yield from list(super().each(work, tasks[:3]))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.run(Interrupting(), 2, forever())
    assert len(kept.read_bytes().splitlines()) == 3
    kept.write_bytes(kept.read_bytes() + b'["cut o')
    again = study("reds", 2, kept)
    played: list[Observation] = []

    class Counting(Alone):
        def each(self, work, tasks):  # type: ignore[no-untyped-def]
            for number, result in super().each(work, tasks):
                played.append(result)
                yield number, result

    again.run(Counting(), 2, forever())
    assert len(played) == 2 * 2 - 3 + len(BIDS) * 2
    whole = study("reds", 2)
    whole.run(Alone(), 2, forever())
    assert again.seen == whole.seen


def test_more_units_at_the_start_weigh_from_the_start(write: Write) -> None:
    write("reds", game=HEAD, setup=REDS)
    one = study("reds", 1)
    one.run(Alone(), 2, forever())
    (shift,) = one.shifts(one.variant)
    assert shift < 0, "the Axis has less of all strength"
    (seen,) = one.played(one.variant).values()
    assert seen.had["infantry"] > 60
    assert seen.fought
    assert len(seen.income) == len(seen.army) >= 2


def test_a_cheaper_unit_is_still_worth_what_it_was(write: Write) -> None:
    write("cheap", game=HEAD, units="tank: {cost: 1}")
    one = study("cheap", 1)
    assert one.prices["tank"] == 6
    assert one.yardstick == study_of_parent(write).yardstick


def study_of_parent(write: Write) -> Study:
    write("same", game=HEAD)
    return study("same", 1)


def test_the_right_direction_and_its_words(write: Write) -> None:
    write("reds", game=HEAD, setup=REDS)
    one = study("reds", 40)
    invent(one, 40, lambda game: replace(game, share=game.share - 0.06, winner="allies", digest="other"))
    found = found_by(one)
    assert found.shift.differs
    assert found.words[0].startswith("The changes help the Allies: at the end they have 6.0 points more")
    both = "0% of the points go to the Axis (100% before) and 100% to the Allies (0% before)"
    assert both in found.words[1]


def test_inconclusive_results_are_not_stated(write: Write) -> None:
    write("reds", game=HEAD, setup=REDS)
    one = study("reds", 20)
    invent(one, 20, lambda game: replace(game, share=game.share + 0.2 * (game.seed % 2) - 0.1, digest="other"))
    found = found_by(one)
    assert not found.shift.clear
    assert "Can't tell yet: about" in found.words[0]


def test_a_change_in_what_is_bought_is_found(write: Write) -> None:
    write("cheap", game=HEAD, units="tank: {cost: 4}")
    one = study("cheap", 30)
    invent(
        one,
        30,
        lambda game: replace(
            game, digest="other", bought={"germany": {"tank": 16 + game.seed % 3, "infantry": 8}}
        ),
    )
    found = found_by(one)
    tanks = next(row for row in found.bought if row.name == "tanks")
    assert tanks.change is not None
    assert tanks.change.differs
    assert any("tanks instead of 0.0" in words for words in found.words)


def test_few_changes_are_played_alone_and_left_out(write: Write) -> None:
    write("three", game=HEAD + "powers: {germany: {treasury: 20}, japan: {treasury: 20}}", units="tank: {cost: 5}")
    one = study("three", 1)
    assert [factor.name for factor in one.factors] == [
        "Germany starts with 20 IPCs instead of 12",
        "Japan starts with 20 IPCs instead of 9",
        "A tank costs 5 IPCs instead of 6",
    ]
    assert len(one.arms) == 6
    one.run(Alone(), 2, forever())
    assert len(one.seen) == 2 + 6 + len(BIDS)
    assert [row.name for row in found_by(one).factors] == [factor.name for factor in one.factors]


def test_changes_that_need_each_other_are_one_factor(write: Write) -> None:
    unit = "militia: {name: militia, plural: militia, kind: land, cost: 2, attack: 0, defense: 1, move: 1}"
    setup = 'scenarios: {"1941": {ussr: {Russia: {militia: 3}}}}'
    write("militia", game=HEAD + "powers: {germany: {treasury: 20}}", units=unit, setup=setup)
    folder = games.folder("militia")
    found = factors(folder, compared(folder), "area")
    assert sorted(len(factor.changes) for factor in found) == [1, 2]


def test_many_changes_are_played_by_a_balanced_plan() -> None:
    rows = versions(6)
    assert len(rows) == 16
    for factor in range(6):
        assert sum(factor in row.has for row in rows) == 8
        for other in range(factor):
            assert sum(factor in row.has and other in row.has for row in rows) == 4


def test_the_page_says_it_in_words_first(write: Write) -> None:
    write("reds", game=HEAD, setup=REDS)
    one = study("reds", 2)
    one.run(Alone(), 2, forever())
    text = page(found_by(one), one.game)
    assert text.index("In short") < text.index("Who wins") < text.index("How this was found out")
    assert "Map of the fighting" in text
    assert "<script" not in text


def test_a_draw_is_half_a_point() -> None:
    game = Observation("", 1, 0, "", "draw", 8, 0.5, "")
    assert (points(game, "axis"), points(replace(game, winner="axis"), "axis")) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("changes", "pairs"),
    [("", 8), ("powers: {germany: {treasury: 20}}", 4)],
    ids=["one change has most of the time", "several changes leave half of it to tell them apart"],
)
def test_a_study_stops_at_the_time_limit(write: Write, changes: str, pairs: int) -> None:
    write("reds", game=HEAD + changes, setup=REDS)
    one = study("reds", 50)
    seconds = iter(range(0, 10_000, 40))
    one.run(Inventing(one, ()), 2, Budget(1, lambda: float(next(seconds))))
    assert len(one.played(one.variant)) == pairs


def test_games_that_end_in_a_fault_do_not_count(write: Write, tmp_path: Path) -> None:
    write("reds", game=HEAD, setup=REDS)
    kept = tmp_path / "games.jsonl"
    one = study("reds", 2, kept)

    class Failing(Alone):
        def each(self, work, tasks):  # type: ignore[no-untyped-def]
            for number, result in super().each(work, tasks):
                yield number, replace(result, fault="too late") if number % 2 else result

    one.run(Failing(), 2, forever())
    assert len(one.faults) == len(kept.read_bytes().splitlines()) > 0
    assert found_by(one).faults == tuple(one.faults)
