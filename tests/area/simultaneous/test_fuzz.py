"""Random forces and answers in battles with simultaneous losses: they end, and no unit is lost or made up."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.area.battle import fight
from sandtable.area.events import GunsFired, LossesTaken
from sandtable.area.forces import Piece, Stack, changed, stack
from sandtable.core.dice import Dice
from tests.area.simultaneous.strip import Cycle

LAND = ("infantry", "artillery", "tank", "fighter", "bomber", "infrastructure_defense")
SEA = ("transport", "destroyer", "submarine", "battleship", "carrier", "fighter")
TECHS = ("jets", "asw", "heavy-bomber", "advanced-submarine")


class Fair(Dice):
    """Dice of a seeded source."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(count))


def _units(powers: tuple[str, ...], names: tuple[str, ...]) -> st.SearchStrategy[Stack]:
    pairs = st.dictionaries(
        st.tuples(st.sampled_from(powers), st.sampled_from(names)), st.integers(1, 3), min_size=1, max_size=5
    )
    return pairs.map(lambda found: stack((Piece(power, unit), n) for (power, unit), n in found.items()))


def _count(units: Stack) -> Counter[str]:
    total: Counter[str] = Counter()
    for piece, count in units:
        for one in (piece, *piece.cargo):
            total[f"{one.power} {one.unit}"] += count
    return total


@given(
    st.booleans(),
    st.data(),
    st.sets(st.tuples(st.sampled_from(("germany", "uk", "usa")), st.sampled_from(TECHS)), max_size=3),
    st.integers(0, 10**6),
)
@settings(max_examples=120, deadline=None)
def test_battles_end_and_nothing_is_lost(
    at_sea: bool, data: st.DataObject, techs: set[tuple[str, str]], seed: int
) -> None:
    names = SEA if at_sea else LAND
    fighting = tuple(name for name in names if name != "infrastructure_defense")
    attackers = data.draw(_units(("uk", "usa"), fighting))
    defenders = data.draw(_units(("germany", "japan"), names))
    space, before = ("Sea Zone 13", "Sea Zone 12") if at_sea else ("Western Europe", "Southern Europe")
    if not at_sea and not any(piece.unit != "infrastructure_defense" for piece, _ in defenders):
        return
    marched = changed(attackers, lambda p: Piece(p.power, p.unit, moved=True))
    table = Cycle(
        space,
        "uk",
        marched,
        defenders,
        dice=Fair(seed),
        routes=((before, space),),
        control={"Southern Europe": "uk"},
        techs=tuple(sorted(techs)),
    )
    random = Random(seed)
    for _ in range(400):
        if table.over:
            break
        asked = table.asked
        assert asked, "a battle waits for nobody"
        for seat, _ in asked[:1]:
            answers = fight.legal(table.run.world, table.state, seat)
            assert answers
            assert all(table.check(seat, action) is None for action in answers)
            table.do(seat, random.choice(answers))
    assert table.over
    lost: Counter[str] = Counter()
    for event in table.run.events:
        if isinstance(event, LossesTaken | GunsFired):
            lost += _count(event.destroyed)
    left: Counter[str] = Counter()
    for units in table.state.stacks.values():
        left += _count(units)
    assert left + lost == _count(marched) + _count(defenders)
    assert table.replay() == table.state
