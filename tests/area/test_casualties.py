"""Which losses are legal: against a plain search over every way to hand out hits."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.area.actions import Casualties
from sandtable.area.battle.casualties import Broken, Losses, Toll, resolve
from sandtable.area.battle.evolve import evolve_battle
from sandtable.area.events import LossesTaken
from sandtable.area.forces import Piece, Stack, aboard, size, stack
from sandtable.area.state import Battle, Hits, Strip
from sandtable.games import area
from tests.area.strip import WORLD, Table, force

SHIPS = ("submarine", "transport", "destroyer", "carrier", "battleship", "fighter", "bomber")
KINDS = ("submarine", "air", "other")

fleets = st.lists(st.sampled_from(SHIPS), min_size=1, max_size=5).map(
    lambda names: stack((Piece("uk", name), 1) for name in names)
)
hits = st.dictionaries(st.sampled_from(KINDS), st.integers(1, 3), min_size=1).map(
    lambda counts: tuple(Hits(kind, n) for kind, n in sorted(counts.items()))
)
escorts = st.sampled_from([(), ("anti-submarine",)])


def brute_force(units: Stack, scored: tuple[Hits, ...], own: tuple[str, ...]) -> set[Losses]:
    """Every legal result, found by handing every single hit to every life (or to nobody)."""
    lives = [
        (piece, number, life)
        for piece, count in units
        for number in range(count)
        for life in range(WORLD.type(piece).hits - piece.damage)
    ]
    single = [hit.volley for hit in scored for _ in range(hit.count)]

    def may(kind: str, piece: Piece) -> bool:
        return WORLD.sequences.may_hit(kind, WORLD.type(piece), own)

    last = {piece for piece, _ in units if WORLD.sequences.is_last(WORLD.type(piece))}
    ways = []
    options = [[None, *(i for i, (p, _, _) in enumerate(lives) if may(kind, p))] for kind in single]
    for way in product(*options):
        used = [i for i in way if i is not None]
        if len(set(used)) == len(used):
            ways.append(used)
    most = max(len(used) for used in ways)
    first = max(sum(lives[i][0] not in last for i in used) for used in ways)
    results = set()
    for used in ways:
        if len(used) == most and sum(lives[i][0] not in last for i in used) == first:
            taken = Counter((lives[i][0], lives[i][1]) for i in used)
            damaged: list[tuple[Piece, int]] = []
            destroyed: list[tuple[Piece, int]] = []
            for (piece, _), n in taken.items():
                (destroyed if n == WORLD.type(piece).hits - piece.damage else damaged).append((piece, 1))
            results.add(Losses(stack(damaged), stack(destroyed)))
    return results


@given(fleets, hits, escorts)
def test_the_choices_are_those_of_a_plain_search(
    units: Stack, scored: tuple[Hits, ...], own: tuple[str, ...]
) -> None:
    if sum(h.count for h in scored) > 4:
        scored = tuple(Hits(h.volley, 1) for h in scored)
    toll = Toll(WORLD, units, scored, own)
    choices = toll.choices(10_000)
    assert len(set(choices)) == len(choices)
    assert set(choices) == brute_force(units, scored, own)
    assert toll.only() == (choices[0] if len(choices) == 1 else None)


@given(fleets, hits, escorts)
def test_every_choice_takes_the_most_and_the_default_is_one(
    units: Stack, scored: tuple[Hits, ...], own: tuple[str, ...]
) -> None:
    toll = Toll(WORLD, units, scored, own)
    assert toll.broken(toll.default()) is None
    for losses in toll.choices():
        assert toll.broken(losses) is None
        taken = size(losses.damaged) + sum(n * (WORLD.type(p).hits - p.damage) for p, n in losses.destroyed)
        assert taken == toll.total
        fewer = Losses(losses.damaged, losses.destroyed[1:])
        if losses.destroyed:
            assert toll.broken(fewer) is not None


@given(fleets, hits, escorts, st.data())
def test_what_is_no_choice_is_refused(
    units: Stack, scored: tuple[Hits, ...], own: tuple[str, ...], data: st.DataObject
) -> None:
    toll = Toll(WORLD, units, scored, own)
    destroyed = stack((p, data.draw(st.integers(0, n))) for p, n in units)
    damaged = stack(
        (p, data.draw(st.integers(0, n - dict(destroyed).get(p, 0)))) for p, n in units if WORLD.type(p).hits > 1
    )
    losses = Losses(damaged, destroyed)
    assert (toll.broken(losses) is None) == (losses in toll.choices(10_000))


@given(fleets, hits, escorts)
def test_taking_losses_removes_what_was_named(
    units: Stack, scored: tuple[Hits, ...], own: tuple[str, ...]
) -> None:
    toll = Toll(WORLD, units, scored, own)
    if not toll.total:
        return
    losses = toll.default()
    table = Table("Sea Zone 9", "germany", begin=False)
    battle = Battle("Sea Zone 9", "sea", "germany", Strip(), Strip(units), hits=scored, victim="defend", round=1)
    table.run.state = type(table.state)(1, table.state.turn, {}, {}, {}, battle=battle)
    after = evolve_battle(WORLD, table.state, LossesTaken("Sea Zone 9", "defend", *losses, True))
    assert after.battle is not None
    assert size(after.battle.defend.units) + size(after.battle.defend.casualties) == size(units)
    assert after.battle.defend.casualties == losses.destroyed
    assert (after.battle.victim, after.battle.hits) == ("", ())


# the book's examples


@pytest.mark.rule("1941.casualty.assign-as-many-as-possible")
def test_no_hit_may_be_wasted() -> None:
    units = force("uk", destroyer=1, carrier=1, fighter=1)
    toll = Toll(WORLD, units, (Hits("other", 1), Hits("submarine", 2)), ("anti-submarine",))
    assert toll.total == 3
    assert toll.only() == Losses((), units)
    broken = toll.broken(Losses((), force("uk", destroyer=1, carrier=1)))
    assert broken is not None
    assert broken.rule == "casualty.assign-as-many-as-possible"


@pytest.mark.rule("1941.casualty.transport-last-with-restrictions")
def test_transports_are_judged_hit_by_hit() -> None:
    units = force("uk", submarine=1, transport=1)
    toll = Toll(WORLD, units, (Hits("air", 1), Hits("other", 1)), ())
    assert toll.only() == Losses((), units)


@pytest.mark.rule("1941.transport.chosen-last")
def test_transports_come_last() -> None:
    defenders = Toll(WORLD, force("uk", destroyer=1, battleship=1, transport=1), (Hits("other", 2),), ())
    for losses in defenders.choices():
        assert "transport" not in {piece.unit for piece, _ in losses.destroyed}
    broken = defenders.broken(Losses((), force("uk", destroyer=1, transport=1)))
    assert broken is not None
    assert broken.rule == "transport.chosen-last"
    attackers = Toll(WORLD, force("usa", destroyer=1, transport=2), (Hits("other", 2),), ())
    assert attackers.only() == Losses((), force("usa", destroyer=1, transport=1))


@pytest.mark.rule("1941.battleship.first-hit-any-source")
def test_two_kinds_of_hits_sink_a_battleship() -> None:
    toll = Toll(WORLD, force("uk", battleship=1), (Hits("air", 1), Hits("submarine", 1)), ())
    assert toll.only() == Losses((), force("uk", battleship=1))


def test_the_default_damages_first_and_then_loses_the_cheapest() -> None:
    fleet = force("uk", battleship=2, destroyer=1, submarine=1, fighter=1)
    toll = Toll(WORLD, fleet, (Hits("other", 3),), ())
    assert toll.default() == Losses(force("uk", battleship=2), force("uk", submarine=1))
    army = Toll(WORLD, force("uk", infantry=2, tank=2, fighter=1), (Hits("air", 1), Hits("other", 2)), ())
    assert army.default() == Losses((), force("uk", infantry=2, tank=1))


# what a player's words mean


def test_words_are_matched_with_pieces() -> None:
    empty = Piece("uk", "transport", moved=True)
    loaded = aboard(empty, Piece("uk", "infantry", boarded="combat-move"))
    units = stack([(empty, 1), (loaded, 1)])
    assert resolve(units, None, force("uk", transport=1)) == Losses((), ((empty, 1),))
    named = aboard(Piece("uk", "transport"), Piece("uk", "infantry"))
    assert resolve(units, None, ((named, 1),)) == Losses((), ((loaded, 1),))
    assert resolve(units, None, ((loaded, 1),)) == Losses((), ((loaded, 1),))
    assert resolve(units, None, force("uk", transport=2)) == Losses((), units)
    assert isinstance(resolve(units, None, force("uk", transport=3)), Broken)
    assert isinstance(resolve(units, None, force("usa", transport=1)), Broken)


def test_damaged_and_seaborne_pieces_are_meant_first() -> None:
    whole, holed = Piece("uk", "battleship"), Piece("uk", "battleship", damage=1)
    fleet = stack([(whole, 1), (holed, 1)])
    assert resolve(fleet, ((whole, 1),), ((holed, 1),)) == Losses(((whole, 1),), ((holed, 1),))
    spent = stack(
        [(Piece("uk", "battleship", moved=True), 1), (Piece("uk", "battleship", moved=True, damage=1), 1)]
    )
    losses = resolve(spent, None, force("uk", battleship=1))
    assert isinstance(losses, Losses)
    assert losses.destroyed[0][0].damage == 1
    overland = Piece("uk", "infantry", moved=True)
    seaborne = Piece("uk", "infantry", moved=True, landing="Western Europe")
    army = stack([(overland, 1), (seaborne, 1)])
    assert resolve(army, None, force("uk", infantry=1)) == Losses((), ((seaborne, 1),))
    assert resolve(army, None, ((overland, 1),)) == Losses((), ((overland, 1),))


def test_an_answer_without_words_is_the_default() -> None:
    table = Table(
        "Karelia",
        "germany",
        force("germany", tank=1),
        force("ussr", infantry=1, tank=1),
        dice=[1, 6, 6],
        routes=(("Eastern Europe", "Karelia"),),
    )
    table.do("ussr", Casualties())
    assert table.events(LossesTaken)[0].destroyed == force("ussr", infantry=1)


def test_infantry_is_proposed_before_artillery_and_artillery_before_armor() -> None:
    world = area("global-1940").world
    units = force("germany", artillery=2, infantry=2, armor=2, fighter=2)
    lost = Toll(world, units, (Hits("other", 3),), ()).default()
    assert lost == Losses((), force("germany", artillery=1, infantry=2))


@pytest.mark.parametrize("game", ["revised-historical", "global-1940"])
def test_infantry_is_proposed_before_artillery_and_planes_come_last(game: str) -> None:
    world = area(game).world
    names = ("infantry", "artillery", "tank" if game == "revised-historical" else "armor", "fighter")
    units = stack((Piece("ussr", name), 1) for name in names)
    for hits in (1, 2, 3):
        lost = Toll(world, units, (Hits("other", hits),), ()).default().destroyed
        assert {piece.unit for piece, _ in lost} == set(names[:hits])
