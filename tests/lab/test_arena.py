"""Arenas: pairings, seeds, counting, and the same results on every kind of crew."""

import sys
from xml.etree import ElementTree

import pytest

from sandtable.bots.asking import Fault
from sandtable.games import area
from sandtable.lab.arena import count, matches, play_arena
from sandtable.lab.jobs import Alone, NoRay, crew_of
from sandtable.lab.match import Played
from sandtable.lab.report import report
from tests.lab.matches import ended, plan

SIDE_NAMES = area("1941").world.game.sides


def test_every_pairing_plays_each_seed_from_both_sides() -> None:
    games = matches(plan("a", "b", "c", games=6))
    seatings = [(game.seed, game.sides["axis"].name, game.sides["allies"].name) for game in games]
    assert len(set(seatings)) == len(seatings) == 3 * 6
    assert all((seed, allies, axis) in seatings for seed, axis, allies in seatings)
    assert len({seed for seed, *_ in seatings}) == 3


def test_an_odd_number_of_games_is_made_even() -> None:
    assert len(matches(plan("a", "b", games=5))) == 6


def test_a_bot_alone_plays_itself_once_with_each_seed() -> None:
    games = matches(plan("a", games=5))
    assert len({game.seed for game in games}) == len(games) == 5


def test_seeds_of_arenas_do_not_overlap() -> None:
    first, second = ({game.seed for game in matches(plan("a", "b", games=100, seed=seed))} for seed in (1, 2))
    assert not first & second


def test_counting() -> None:
    some = plan("a", "b", games=8)
    games = matches(some)
    fault = Fault("overtime", "random", "uk", "too long")
    played = [
        ended(games[0], "axis"),  # a as the Axis wins
        ended(games[1], "axis"),  # b as the Axis wins
        ended(games[2], "", "draw", rounds=15),
        ended(games[3], "allies", "adjudicated", rounds=15),  # a as the Allies wins
        ended(games[4], "axis"),
        ended(games[5], "allies"),
        ended(games[6], "axis", "fault", fault=fault),
        ended(games[7], "allies"),
    ]
    standings = count(some, played)
    (pairing,) = standings.pairings
    tally = pairing.tally
    assert (pairing.first, tally.games, tally.won, tally.drawn, tally.lost) == ("a", 8, 6, 1, 1)
    assert tally.adjudicated == 1
    assert tally.rate.value == pytest.approx(6.5 / 8)
    assert {side: (one.won, one.drawn, one.lost) for side, one in pairing.by_side.items()} == {
        "axis": (3, 1, 0),
        "allies": (3, 0, 1),
    }
    assert (standings.sides["axis"].won, standings.sides["axis"].lost) == (4, 3)
    assert standings.elo["a"].value > 0 > standings.elo["b"].value
    assert standings.lengths == {5: 6, 15: 2}
    assert pairing.rounds == pytest.approx((6 * 5 + 2 * 15) / 8)
    assert standings.faults == (fault,)
    assert (standings.paces["a"].answers, standings.paces["a"].longest) == (80, 0.5)


def test_paired_games_cancel_the_sides_advantage() -> None:
    some = plan("a", "b", games=40)
    games = matches(some)
    played = [ended(one, "axis") for one in games]  # whoever plays it
    for number in range(0, 20, 2):  # but a also wins as the Allies in every other pair
        played[number * 2 + 1] = ended(games[number * 2 + 1], "allies")
    (pairing,) = count(some, played).pairings
    assert pairing.paired is not None
    assert pairing.paired.value == pairing.tally.rate.value == pytest.approx(0.75)
    assert 0.5 < pairing.tally.rate.low < pairing.paired.low < 0.75 < pairing.paired.high < pairing.tally.rate.high


def test_few_pairs_have_no_paired_interval() -> None:
    some = plan("a", "b", games=18)
    (pairing,) = count(some, [ended(one, "axis") for one in matches(some)]).pairings
    assert pairing.paired is None


def test_all_crews_play_the_same_games() -> None:
    some = plan("a", "b", games=4)

    def results(jobs: int, ray: str) -> list[object]:
        heard: list[Played] = []
        with crew_of(jobs, ray) as crew:
            standings = play_arena(some, crew, heard.append)
        assert len(heard) == 4
        return [(one.match, one.result) for one in standings.results]

    alone = results(1, "")
    assert results(2, "") == alone
    assert results(2, "local") == alone


def test_no_ray_at_the_address() -> None:
    with pytest.raises(NoRay, match=r"no Ray at '127\.0\.0\.1:1'"), crew_of(1, "127.0.0.1:1"):
        pass


def test_without_ray_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoRay, match=r"pip install 'sandtable\[lab\]'"), crew_of(1, "auto"):
        pass


def test_exceptions_in_tasks_are_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(Alone().each(lambda number: 1 // number, [1, 0]))


# -- the report


def test_the_report_is_one_well_formed_page() -> None:
    some = plan("a", "<b>&", games=6)
    games = matches(some)
    played = [ended(game, "axis" if number % 3 else "", rounds=4 + number) for number, game in enumerate(games)]
    page = report(count(some, played), "Arena & more", SIDE_NAMES)
    assert "<h1>Arena &amp; more</h1>" in page
    assert "&lt;b&gt;&amp;" in page
    assert "<b>&" not in page.replace("<b>&amp;", "")
    assert "http" not in page
    assert "prefers-color-scheme: dark" in page
    body = page[page.index("<body>") : page.index("</html>")]
    sections = ElementTree.fromstring(body).findall(".//section")
    assert len(sections) == 7
    assert len(ElementTree.fromstring(body).findall(".//svg")) == 3


def test_the_report_names_faults() -> None:
    some = plan("a", "b", games=2)
    first, second = matches(some)
    fault = Fault("illegal", "exec:mine", "uk", "1941.purchase.affordable")
    page = report(
        count(some, [ended(first, "axis", "fault", fault=fault), ended(second, "")]), "Arena", SIDE_NAMES
    )
    assert "exec:mine" in page
    assert "1941.purchase.affordable" in page
    assert "every answer was legal" not in page


def test_the_report_of_a_bot_alone_tells_the_sides() -> None:
    some = plan("a", games=3)
    page = report(count(some, [ended(game, "axis") for game in matches(some)]), "Arena", SIDE_NAMES)
    assert "Axis: 100% of the points" in page
    assert "Ratings" not in page
