"""``sandtable replay``: a saved game as text."""

from pathlib import Path
from typing import Any

import msgspec

from sandtable.area.family import AreaGame
from sandtable.area.story import Chapter, story
from sandtable.cli.answers import console, fail, print_json, read_game
from sandtable.core.markdown import plain
from sandtable.core.record import Record
from sandtable.terminal.board_view import standings
from sandtable.terminal.narration import INDENT, print_chapters, print_lines
from sandtable.terminal.plain import heading, measured, passages, print_heading


def tell_game(file: Path, round_: int | None, markdown: bool, as_json: bool) -> None:
    """Print a whole game, or one round of it."""
    record = read_game(file)
    game = record.game
    last = game.guide.moment(record.state).round
    if round_ is not None and round_ > last:
        fail(f"{file}: the game is in round {last}; there is no round {round_}.")
    if as_json and markdown:
        fail("--markdown is for reading, --json for programs: choose one.")
    if not isinstance(game, AreaGame):
        _tell_plainly(record, round_, markdown, as_json)
        return
    chapters = [
        chapter
        for chapter in story(record, "" if as_json or markdown else "  ")
        if chapter.lines and round_ in (None, chapter.round)
    ]
    if markdown:
        print(_in_markdown(game, chapters), end="")
        return
    if as_json:
        print_json(
            {
                "game": game.id,
                "winner": record.state.winner or None,
                "rounds": last,
                "chapters": [chapter._asdict() for chapter in chapters],
            }
        )
        return
    screen = console()
    screen.print(f"{game.title}", style="bold")
    print_chapters(screen, game.world, chapters)
    if not chapters:
        screen.print("Nothing has happened yet.", style="dim")
    if round_ in (None, last):
        screen.print()
        screen.print(standings(game.world, record.state))


def _tell_plainly(record: Record[Any, Any, Any], round_: int | None, markdown: bool, as_json: bool) -> None:
    """Print a game of another family, in its guide's words."""
    game, screen = record.game, console()
    told = [one for one in passages(record) if one.lines and round_ in (None, one.moment.round)]
    if as_json:
        chapters = [msgspec.to_builtins(one.moment) | {"lines": one.lines} for one in told]
        rounds = game.guide.moment(record.state).round
        print_json({"game": game.id, "winner": game.winner(record.state), "rounds": rounds, "chapters": chapters})
        return
    if markdown:
        print(f"# {plain(game.title)}")
        for one in told:
            print(f"\n## {plain(heading(game, one.moment))}\n")
            print("\n".join(f"- {plain(line)}" for line in one.lines))
        return
    screen.print(f"{game.title}", style="bold")
    for one in told:
        print_heading(screen, game, one.moment)
        print_lines(screen, [f"{INDENT}{line}" for line in one.lines])
    if not told:
        screen.print("Nothing has happened yet.", style="dim")
    screen.print()
    screen.print(measured(game, record.state))


def _in_markdown(game: AreaGame, chapters: list[Chapter]) -> str:
    """The game as Markdown: rounds and phases as headings, sentences as lists."""
    lines = [f"# {plain(game.title)}"]
    round_ = 0
    for chapter in chapters:
        if chapter.round != round_:
            round_ = chapter.round
            lines += ["", f"## Round {round_}"]
        phase = game.world.game.phases[chapter.phase].name
        lines += ["", f"### {plain(game.world.name(chapter.power))}, {plain(phase)}", ""]
        lines += [f"- {plain(line)}" for line in chapter.lines]
    return "\n".join(lines) + "\n"
