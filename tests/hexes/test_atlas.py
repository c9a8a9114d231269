"""The board file of the hex game: what it says, how sure it is, how it is corrected, and what is refused."""

import re
from pathlib import Path

import pytest

from sandtable.core.datafile import DataFileError
from sandtable.games import BUILT_IN
from sandtable.hexes.atlas import Atlas, parse_atlas, read_atlas
from sandtable.hexes.grid import Hex

FILE = BUILT_IN / "hgw" / "atlas.yaml"
TEXT = FILE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return read_atlas(FILE)


def corrected(line: str) -> Atlas:
    return parse_atlas(TEXT.replace("corrections: {}", f"corrections:\n  {line}"))


def way(atlas: Atlas, pair: str) -> str:
    a, b = (atlas.grid.parse(code) for code in pair.split("|"))
    return atlas.way(a, b)


def test_the_shipped_board_fits_together(atlas: Atlas) -> None:
    assert list(atlas.problems()) == []
    assert (atlas.grid.rows, atlas.grid.columns) == (58, 112)
    assert len(atlas.cells) == 2500
    assert len(atlas.areas) == 179


@pytest.mark.parametrize(
    ("area", "points"),
    [
        ("Germany", 16),
        ("Italy", 7),
        ("France", 7),
        ("Great Britain", 8),
        ("Soviet Union", 15),
        ("United States", 16),
    ],
)
def test_what_the_rules_count(atlas: Atlas, area: str, points: int) -> None:
    assert sum(cell.facts.production for cell in atlas.cells.values() if cell.area == area) == points


@pytest.mark.parametrize(
    ("pair", "leads"),
    [
        ("1237|1238", "both"),
        ("1336|1337", "land"),
        ("1333|1334", "water"),
        ("1937|1938", "strait"),
        ("1930|1931", "land"),
        ("1630|1631", "water"),
        ("0101|01112", "water"),
    ],
)
def test_what_leads_over_a_side(atlas: Atlas, pair: str, leads: str) -> None:
    assert way(atlas, pair) == leads
    assert way(atlas, "|".join(reversed(pair.split("|")))) == leads


def test_how_sure_a_fact_is(atlas: Atlas) -> None:
    berlin, kiel, brest = (atlas.cells[atlas.grid.parse(code)] for code in ("1237", "1236", "1432"))
    assert berlin.facts.capital
    assert "capital" not in berlin.sure
    assert kiel.facts.port == "yard"
    assert brest.sure["port"] == "proposed"
    assert atlas.cells[atlas.grid.parse("1241")].sure["terrain"] == "text"
    assert berlin.sure["terrain"] == "proposed"


def test_one_line_corrects_a_hex() -> None:
    ruhr = corrected("'1335': {area: Belgium, terrain: mountain, production: 2, port: none}")
    cell = ruhr.cells[Hex(13, 35)]
    assert (cell.area, cell.terrain, cell.facts.production, cell.facts.name) == ("Belgium", "mountain", 2, "Ruhr")
    assert (cell.sure["area"], cell.sure["production"], cell.sure["coastal"]) == ("text", "text", "proposed")
    assert set(ruhr.problems()) == {
        "Germany produces 16, but its hexes have 13",
        "Belgium produces 1, but its hexes have 3",
    }


def test_a_hex_can_be_corrected_into_sea_and_out_of_it() -> None:
    assert Hex(20, 38) not in corrected("'2038': {terrain: sea}").cells
    found = corrected("'4816': {terrain: clear, coastal: true, area: Uruguay, name: Montevideo, port: port}")
    assert found.cells[Hex(48, 16)].facts.port == "port"
    assert list(found.problems()) == []


def line_of(text: str, part: str) -> int:
    return next(i for i, line in enumerate(text.splitlines(), 1) if part in line)


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("  '58': ~", "  '58': ", "  '58': ", "row 58 has 111 letters for 112 columns"),
        ("  '58': ~", "  '58': x", "  '58': ", "5801: no terrain has the letter 'x'"),
        ("  '1052': {", "  '5952': {", "  '5952'", "'5952' is not a hex"),
        (
            "    hexes: '1334'\n",
            "    hexes: '1334-1333'\n",
            "  Belgium:",
            "a run goes from west to east in one row",
        ),
        ("    hexes: '1334'\n", "    hexes: 1334 1335\n", "  Germany:", "1335 is in Belgium and in Germany"),
        ("    allegiance: belgium\n", "    allegiance: wallonia\n", "  Belgi", "unknown allegiance 'wallonia'"),
        ("  1136|1137: ", "  1136|1139: ", "1136|1139", "the two hexes do not touch"),
        ("  '1236': {a: '1135 ", "  '1236': {a: '1430 ", "  '1236': {a", "1430 does not touch it"),
        ("  europe: {rows: [2, 30]", "  europe: {rows: [2, 90]", "  europe:", "no such window"),
        ("corrections: {}", "corrections:\n  '1335': {area: Flanders}", "Flanders", "unknown area 'Flanders'"),
        ("corrections: {}", "corrections:\n  '9935': {area: Belgium}", "'9935'", "is not a hex"),
        (
            "corrections: {}",
            "corrections:\n  '1630': {terrain: clear}",
            "  '16': ",
            "1630 is land, but in no area",
        ),
    ],
)
def test_what_is_refused_names_its_line(old: str, new: str, where: str, what: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    with pytest.raises(DataFileError, match=what) as caught:
        parse_atlas(text)
    number = re.search(r"line (\d+)", str(caught.value))
    assert number is not None
    assert abs(int(number[1]) - line_of(text, where)) <= 2, (number[1], line_of(text, where))


def test_a_misspelled_word_is_refused() -> None:
    with pytest.raises(DataFileError, match="prot"):
        corrected("'1335': {prot: yard}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match="cannot be read"):
        read_atlas(tmp_path / "atlas.yaml")
