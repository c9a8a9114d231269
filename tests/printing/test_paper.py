"""From sheets to a PDF."""

import re
import sys
from pathlib import Path

import pytest
from PIL.PdfParser import PdfParser

from sandtable.printing.board import Chart, poster, tiles
from sandtable.printing.kit import Kit
from sandtable.printing.paper import pages, write
from sandtable.printing.sheet import Sheet, words
from tests.cli.call import call

RED = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
    '<rect width="40" height="20" fill="#f00"/></svg>'
)


def sizes(file: Path) -> list[tuple[int, int]]:
    """The sizes of a PDF's pages, in millimetres."""
    with PdfParser(str(file)) as pdf:
        boxes = [pdf.read_indirect(page)[b"MediaBox"] for page in pdf.pages]
    return [(round(box[2] / 72 * 25.4), round(box[3] / 72 * 25.4)) for box in boxes]


@pytest.fixture
def small() -> Kit:
    made = Chart(RED, 40, (300.0, 150.0))
    return Kit("Small", (Sheet("contents", words("Hello", 20, 20, 5)), poster(made, "Small"), *tiles(made)), made)


def test_a_kit_is_a_pdf_with_pages_of_their_sizes(small: Kit, tmp_path: Path) -> None:
    seen: list[int] = []
    write(small, tmp_path / "kit.pdf", lambda done, total: seen.append(done))
    assert sizes(tmp_path / "kit.pdf") == [(210, 297), (841, 594), (297, 210), (297, 210)]
    assert seen == [1, 2, 3, 4]
    assert [file.name for file in tmp_path.iterdir()] == ["kit.pdf"]


def test_the_map_is_on_its_sheets_inside_a_white_edge(small: Kit) -> None:
    first, _, tile, last = pages(small)
    assert first.getpixel((first.width // 2, first.height // 2)) == (255, 255, 255)
    assert tile.getpixel((tile.width // 2, tile.height // 2)) == (255, 0, 0)
    assert tile.getpixel((20, tile.height // 2)) == (255, 255, 255)
    assert last.getpixel((last.width - 80, last.height // 2)) == (255, 255, 255)


def test_without_pillow_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    said = call("print", "1941", "--out", tmp_path / "kit.pdf", code=2).stderr
    assert "a kit needs PIL: pip install 'sandtable[maps]'." in said
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_printed_is_said(tmp_path: Path) -> None:
    assert "must end in .pdf" in call("print", "1941", "--out", tmp_path / "kit.png", code=2).stderr
    assert "Did you mean 'counters'?" in call("print", "1941", "--only", "counter", code=2).stderr
    assert "has no pages of this kind: changes" in call("print", "1941", "--only", "changes", code=2).stderr
    assert "there is no game 'monopoly'" in call("print", "monopoly", code=2).stderr
    assert (
        "can't be written"
        in call("print", "1941", "--out", tmp_path / "no" / "kit.pdf", "--only", "turns", code=2).stderr
    )


def test_only_some_pages_are_printed(tmp_path: Path) -> None:
    assert (
        "2 pages"
        in call("print", "1941", "--out", tmp_path / "kit.pdf", "--only", "turns", "--only", "units").stdout
    )
    assert sizes(tmp_path / "kit.pdf") == [(210, 297)] * 2


@pytest.mark.long("draws the pages of a whole game")
@pytest.mark.parametrize("game", ["1941", "hgw"])
def test_a_whole_game_is_printed(game: str, tmp_path: Path) -> None:
    said = call("print", game, "--out", tmp_path / "kit.pdf").stdout
    count = re.search(r"(\d+) pages", said)
    assert count is not None
    assert len(sizes(tmp_path / "kit.pdf")) == int(count[1])
    assert (tmp_path / "kit.pdf").stat().st_size < 30_000_000
