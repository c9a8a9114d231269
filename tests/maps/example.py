"""The worked example of docs/maps.md, read from there so that it stays current."""

import re
from pathlib import Path

from sandtable.area.board import Board
from sandtable.core.datafile import parse_yaml

DOCS = Path(__file__).parents[2] / "docs" / "maps.md"
BOARD_TEXT, PLACES_TEXT = re.findall(r"```yaml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
BOARD = parse_yaml(BOARD_TEXT, Board, "board.yaml")
COLUMNS = 500
"""A coarse grid is enough for an island."""
