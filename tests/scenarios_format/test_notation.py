"""Forces as text: reading, printing, and what is said about a slip of the pen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable import games
from sandtable.area.actions import Pick
from sandtable.area.forces import Piece, Stack, stack
from sandtable.area.notation import (
    NotationError,
    find_power,
    find_space,
    find_unit,
    parse_counts,
    parse_entries,
    parse_force,
    parse_pick,
    same_force,
    select,
    show_stack,
)

WORLD = games.area("1941").world


def force(text: str, power: str = "uk") -> Stack:
    found = parse_force(WORLD, power, text)
    assert not isinstance(found, NotationError), found.message
    return found


def problem(text: str) -> str:
    found = parse_force(WORLD, "uk", text)
    assert isinstance(found, NotationError)
    return found.message


def test_numbers_cargo_guests_and_damage() -> None:
    units = force("2 infantry, tank, transport[infantry, usa tank], battleship(damaged)")
    guest = Piece("usa", "tank")
    assert dict(units) == {
        Piece("uk", "infantry"): 2,
        Piece("uk", "tank"): 1,
        Piece("uk", "transport", cargo=tuple(sorted((Piece("uk", "infantry"), guest)))): 1,
        Piece("uk", "battleship", damage=1): 1,
    }


@pytest.mark.parametrize(
    "text",
    ["2 aircraft carriers", "2 Carriers", "carrier, carrier", "2x carrier", "uk 2 carriers", "2 british carriers"],
)
def test_tolerant_forms(text: str) -> None:
    assert force(text) == force("2 carrier")


def test_damage_may_stand_before_the_cargo() -> None:
    assert force("carrier(damaged)[fighter]") == force("carrier[fighter](damaged)")


def test_a_number_before_cargo_is_a_number_of_ships() -> None:
    assert force("2 transport[2 infantry]") == force("transport[infantry, infantry], transport[2 infantry]")


def test_nobody() -> None:
    assert force("nothing") == force("") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2 infnatry", "unknown unit 'infnatry'; did you mean 'infantry'?"),
        ("transport[infantry", "a bracket is not closed"),
        ("transport]", "closing bracket without an opening one"),
        ("2", "does not name a unit"),
        ("battleship(burning)", "unknown condition 'burning'"),
        ("fighter from usa carrier", "belongs in an order"),
    ],
)
def test_slips_of_the_pen(text: str, says: str) -> None:
    assert says in problem(text)


def test_picks_of_an_order() -> None:
    assert parse_pick(WORLD, "2 infantry, transport[tank], fighter@2, fighter from usa carrier") == (
        Pick("infantry", 2),
        Pick("transport", cargo=("tank",)),
        Pick("fighter", used=2),
        Pick("fighter", aboard="usa"),
    )
    assert parse_pick(WORLD, "transport[]") == (Pick("transport", cargo=()),)
    assert isinstance(parse_pick(WORLD, "usa tank"), NotationError)
    assert isinstance(parse_pick(WORLD, "nothing"), NotationError)


def test_purchases_may_name_what_the_game_lacks() -> None:
    assert parse_counts(WORLD, "2 infantry, cruiser", absent=True) == {"infantry": 2, "cruiser": 1}
    assert parse_counts(WORLD, "industrial complexes", absent=True) == {"industrial_complex": 1}
    assert isinstance(parse_counts(WORLD, "cruiser"), NotationError)


def test_names() -> None:
    assert find_space(WORLD, "sz 6") == find_space(WORLD, 6) == find_space(WORLD, "sea zone 6") == "Sea Zone 6"
    assert find_space(WORLD, "norway/finland") == "Norway/Finland"
    assert find_space(WORLD, "Kerelia") == NotationError("unknown space 'Kerelia'; did you mean 'Karelia'?")
    assert find_power(WORLD, "Soviet Union") == find_power(WORLD, "soviet") == "ussr"
    assert find_power(WORLD, "germny") == NotationError("unknown power 'germny'; did you mean 'germany'?")
    assert find_unit(WORLD, "Aircraft Carrier") == "carrier"


def test_printing() -> None:
    text = "2 infantry, tank, transport[infantry, usa tank], 2 carriers, battleship(damaged), usa fighter"
    assert show_stack(WORLD, force(text), "uk") == text
    assert show_stack(WORLD, (), "uk") == "nothing"
    assert show_stack(WORLD, force("fighter@2, fighter"), "uk", used=True) == "fighter, fighter@2"


def test_comparing_looks_only_at_what_is_written() -> None:
    flown = stack([(Piece("uk", "fighter", used=3, moved=True), 1), (Piece("uk", "fighter"), 1)])
    for text, same in [
        ("2 fighters", True),
        ("fighter, fighter@3", True),
        ("fighter@2, fighter", False),
        ("fighter", False),
    ]:
        entries = parse_entries(WORLD, text)
        assert not isinstance(entries, NotationError)
        assert same_force(entries, flown, "uk") is same
    entries = parse_entries(WORLD, "battleship")
    assert not isinstance(entries, NotationError)
    assert not same_force(entries, force("battleship(damaged)"), "uk")


def test_selecting_prefers_the_empty_ship() -> None:
    strip = force("transport[2 infantry], transport")
    entries = parse_entries(WORLD, "transport")
    assert not isinstance(entries, NotationError)
    assert select(entries, strip) == force("transport")
    entries = parse_entries(WORLD, "transport[2 infantry]")
    assert not isinstance(entries, NotationError)
    assert select(entries, strip) == force("transport[2 infantry]")


POWERS = st.sampled_from(list(WORLD.order))
CARGO = {"transport": ["infantry", "tank"], "carrier": ["fighter"]}


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    unit = draw(st.sampled_from(list(WORLD.units)))
    guests = draw(st.lists(st.sampled_from(CARGO[unit]), max_size=2)) if unit in CARGO else []
    cargo = tuple(sorted(Piece(draw(POWERS), guest) for guest in guests))
    return Piece(draw(POWERS), unit, damage=draw(st.integers(0, WORLD.units[unit].hits - 1)), cargo=cargo)


@given(st.lists(st.tuples(pieces(), st.integers(1, 12)), max_size=6), POWERS)
def test_what_is_printed_can_be_read(groups: list[tuple[Piece, int]], power: str) -> None:
    units = stack(groups)
    assert force(show_stack(WORLD, units, power), power) == units
