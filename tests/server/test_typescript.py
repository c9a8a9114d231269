"""The page's types: generated from ours, and up to date."""

from pathlib import Path

import pytest

from sandtable.server.typescript import built_in, page_types

WIRE = Path(__file__).parents[2] / "web" / "src" / "lib" / "wire.ts"


@pytest.fixture(scope="module")
def written() -> str:
    return page_types(built_in())


def declaration(text: str, head: str) -> list[str]:
    """The lines of one declaration, without indentation."""
    lines = [line.strip() for line in text.splitlines()]
    start = next(number for number, line in enumerate(lines) if line.startswith(head))
    return lines[start : lines.index("}", start)]


def test_the_pages_types_are_up_to_date(written: str) -> None:
    assert WIRE.read_text(encoding="utf-8") == written, "The page's types are out of date: make types."


def test_docstrings_become_comments(written: str) -> None:
    assert "/** Every error response, over HTTP and the socket. */\nexport interface Problem {" in written
    assert "/** A sentence that says what to do. */" in declaration(written, "export interface Problem")


def test_fields_that_are_always_sent_are_required(written: str) -> None:
    assert "rule: string" in declaration(written, "export interface Problem")


def test_fields_that_a_client_may_omit_are_optional(written: str) -> None:
    lines = declaration(written, "export interface NewTable")
    assert "game: string" in lines
    assert "listed?: boolean" in lines


def test_messages_are_discriminated_by_their_tag(written: str) -> None:
    assert 'type: "act"' in declaration(written, "export interface Act<")
    assert "export type ClientMessage<F extends Family = Family> = Act<F> | " in written
    assert 'do: "move"' in declaration(written, "export interface Move ")


def test_raw_fields_get_the_familys_types(written: str) -> None:
    assert 'view: F["state"]' in declaration(written, "export interface Stand<")
    assert "stand: Stand<F>" in declaration(written, "export interface TableView<")
    assert "patch: unknown" in declaration(written, "export interface Happened<")
    area = declaration(written[written.index("namespace Area") :], "export interface Family ")
    assert "action: Action" in area
    assert "kit: Kit" in area


def test_types_with_the_same_name_are_renamed(written: str) -> None:
    area = written[written.index("namespace Area") :]
    assert 'ask: "strip"' in declaration(area, "export interface QuestionsStrip ")
    assert "units?: [Piece, number][]" in declaration(area, "export interface StateStrip ")


def test_patched_types_have_no_null(written: str) -> None:
    area = written[written.index("namespace Area") :]
    assert "battle?: Battle | null" in declaration(area, "export interface AreaState ")
