"""``sandtable rules``."""

import typer

from sandtable.cli.answers import console, fail, find_any_game, print_json
from sandtable.core.rulebook import Rule
from sandtable.terminal.rules import find_rules, print_index, print_rule, unknown_rule


def read_rules(game_id: str, rule: str, search: str, as_json: bool) -> None:
    """Show the index, one rule, a topic, or what a search finds."""
    game = find_any_game(game_id)
    book, prefix = game.rulebook, game.prefix
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
            screen.print(f"No rule of {game.id} holds all of: {search}")
    else:
        print_index(console(), game.title, prefix, found)
    if search and not found:
        raise typer.Exit(1)


def _as_data(rule: Rule) -> dict[str, object]:
    data: dict[str, object] = {"id": rule.id, "section": rule.section, "text": rule.text}
    if rule.ruling:
        data["ruling"] = rule.ruling
    return {**data, "optional": rule.optional}
