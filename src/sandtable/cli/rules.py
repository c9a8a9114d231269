"""``sandtable rules``."""

import typer

from sandtable import games
from sandtable.cli.answers import console, fail, find_game, print_json
from sandtable.core.rulebook import Rule
from sandtable.terminal.rules import find_rules, print_index, print_rule, unknown_rule
from sandtable.variants.booklet import booklet, mark, markdown
from sandtable.variants.comparing import compared
from sandtable.variants.words import TITLES


def read_rules(game_id: str, rule: str, search: str, as_json: bool) -> None:
    """Show the index, one rule, a topic, or search results."""
    game = find_game(game_id)
    book, prefix = game.rulebook, game.rulebook.prefix
    if rule and search:
        fail("give an id or --search, not both.")
    found: list[Rule] = list(book)
    if rule:
        found = find_rules(book, prefix, rule)
        if not found:
            fail(unknown_rule(book, prefix, rule))
    elif search:
        found = book.search(search)
    if as_json:
        print_json([_as_data(one) for one in found])
    elif rule or search:
        screen = console()
        for number, one in enumerate(found):
            if number:
                screen.print()
            print_rule(screen, one)
        if not found:
            screen.print(f"No rule of {game.id} contains all of: {search}")
    else:
        print_index(console(), game.title, prefix, found)
    if search and not found:
        raise typer.Exit(1)


def read_changes(game_id: str, rule: str, search: str, as_markdown: bool, as_json: bool) -> None:
    """Show the rulebook of changes: everything a variant does differently from its parent."""
    if rule or search:
        fail("--changes shows all changes: leave out the id and --search.")
    game = find_game(game_id)
    folder = games.folder(game.id)
    if len(folder.layers) < 2:
        fail(f"{game.id} is not a variant: there is nothing to compare it with.")
    book = booklet(game.id, game.title, games.load(folder.layers[1].name).title, compared(folder), game.rulebook)
    if as_json:
        rules = [{**_as_data(one), "change": mark(one)} for one in book.rules]
        print_json({"game": book.game, "title": book.title, "changes": book.changes, "rules": rules})
        return
    if as_markdown:
        print(markdown(book), end="")
        return
    screen = console()
    screen.print(book.title, style="bold")
    screen.print(f"Everything is as in {book.parent}, except:" if book.changes else f"Played as {book.parent}.")
    for topic, sentences in book.changes.items():
        screen.print(f"\n{TITLES[topic]}", style="bold")
        for one in sentences:
            screen.print(f"  - {one}")
    if book.rules:
        screen.print("\nRules", style="bold")
    for one_rule in book.rules:
        screen.print()
        screen.print(f"{mark(one_rule).capitalize()}:", style="dim")
        print_rule(screen, one_rule)


def _as_data(rule: Rule) -> dict[str, object]:
    data: dict[str, object] = {"id": rule.id, "section": rule.section, "text": rule.text}
    if rule.ruling:
        data["ruling"] = rule.ruling
    if rule.struck:
        data["struck"] = True
    return {**data, "optional": rule.optional}
