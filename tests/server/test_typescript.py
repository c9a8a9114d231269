"""The types of the page: written from ours, and never out of date."""

from pathlib import Path

import pytest

from sandtable import games
from sandtable.server.typescript import page_types

WIRE = Path(__file__).parents[2] / "web" / "src" / "lib" / "wire.ts"


@pytest.fixture(scope="module")
def written() -> str:
    return page_types(games.load(game_id) for game_id in games.ids())


def declaration(text: str, head: str) -> list[str]:
    """The lines of one declaration, without what indents them."""
    lines = [line.strip() for line in text.splitlines()]
    start = next(number for number, line in enumerate(lines) if line.startswith(head))
    return lines[start : lines.index("}", start)]


def test_the_page_has_the_types_of_the_server(written: str) -> None:
    assert WIRE.read_text(encoding="utf-8") == written, "The page's types are out of date: make types."


def test_words_of_a_type_and_its_fields_are_comments(written: str) -> None:
    assert "/** Every error answer, of HTTP and of the socket. */\nexport interface Problem {" in written
    assert "/** A sentence for people that says what to do. */" in declaration(written, "export interface Problem")


def test_what_we_always_send_is_never_missing(written: str) -> None:
    assert "rule: string" in declaration(written, "export interface Problem")


def test_what_a_client_may_leave_out_is_optional(written: str) -> None:
    lines = declaration(written, "export interface NewTable")
    assert "game: string" in lines
    assert "listed?: boolean" in lines


def test_messages_are_told_apart_by_their_tag(written: str) -> None:
    assert 'type: "act"' in declaration(written, "export interface Act<")
    assert "export type ClientMessage<F extends Family = Family> = Act<F> | " in written
    assert 'do: "move"' in declaration(written, "export interface Move ")


def test_what_a_family_says_is_filled_in(written: str) -> None:
    assert 'view: F["state"]' in declaration(written, "export interface Stand<")
    assert "stand: Stand<F>" in declaration(written, "export interface TableView<")
    assert "patch: unknown" in declaration(written, "export interface Happened<")
    area = declaration(written[written.index("namespace Area") :], "export interface Family ")
    assert "action: Action" in area
    assert "kit: Kit" in area


def test_types_of_the_same_name_are_told_apart(written: str) -> None:
    area = written[written.index("namespace Area") :]
    assert 'ask: "strip"' in declaration(area, "export interface QuestionsStrip ")
    assert "units?: [Piece, number][]" in declaration(area, "export interface StateStrip ")


def test_nothing_that_is_patched_is_null(written: str) -> None:
    area = written[written.index("namespace Area") :]
    assert "battle?: Battle | null" in declaration(area, "export interface AreaState ")
