"""``sandtable replay``: a saved game as a story."""

from pathlib import Path

from sandtable.area.family import AreaGame
from sandtable.area.story import Chapter, story
from sandtable.cli.answers import console, fail, print_json, read_game
from sandtable.core.markdown import plain
from sandtable.terminal.board_view import standings
from sandtable.terminal.telling import print_chapters


def tell_game(file: Path, round_: int | None, markdown: bool, as_json: bool) -> None:
    """Tell a whole game, or one round of it."""
    record = read_game(file)
    game = record.game
    assert isinstance(game, AreaGame)
    last = record.state.round
    if round_ is not None and round_ > last:
        fail(f"{file}: the game is in round {last}; there is no round {round_}.")
    chapters = [
        chapter
        for chapter in story(record, "" if as_json or markdown else "  ")
        if chapter.lines and round_ in (None, chapter.round)
    ]
    if as_json and markdown:
        fail("--markdown is for readers, --json for programs: choose one.")
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


def _in_markdown(game: AreaGame, chapters: list[Chapter]) -> str:
    """Rounds and phases as headings, sentences as lists."""
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
