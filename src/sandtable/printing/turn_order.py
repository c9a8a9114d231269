"""The order of play: powers, phases, and how to win."""

from collections.abc import Iterator

from sandtable.area.world import World
from sandtable.core.rulebook import Rulebook
from sandtable.core.wording import listed
from sandtable.printing.flow import Block, column_width, heading, paragraph, sheets, space
from sandtable.printing.pieces import emblem
from sandtable.printing.sheet import PALE, TEXT, Sheet, words


def turn_order(world: World, book: Rulebook) -> Iterator[Sheet]:
    """The order of turns, the phases of a turn, and the victory conditions."""
    room = column_width(1)
    blocks: list[Block] = []
    if world.game.rota.opening:
        blocks += heading("Opening round", room)
        blocks += [_turn(world, number, team, room) for number, team in enumerate(world.teams(0), 1)]
        blocks.append(space(3))
    blocks += heading("A round", room)
    blocks += [_turn(world, number, team, room) for number, team in enumerate(world.teams(1), 1)]
    blocks += [space(4), *heading("A turn", room)]
    for number, phase in enumerate(world.game.phases.values(), 1):
        needs = "only a power that holds its capital" if phase.needs_capital or phase.capital_at_start else ""
        blocks.append(_line(str(number), phase.name, needs, room))
    blocks += [space(4), *heading("Victory", room)]
    for rule_id in dict.fromkeys(goal.rule for goal in world.game.victory):
        rule = book[_full(book, rule_id)]
        blocks += [*paragraph(rule.text, room, 3.6, indent=5, bullet=True), space(0.8)]
    if world.game.options:
        blocks += [space(3), *heading("Options", room)]
    for option in world.game.options.values():
        name = f"{option.name} (on from the start)" if option.default else option.name
        blocks += [*paragraph(f"{name}: {option.text}", room, 3.6, indent=5, bullet=True), space(0.8)]
    yield from sheets("turns", "Order of play", blocks)


def _turn(world: World, number: int, team: tuple[str, ...], room: float) -> Block:
    sides = dict.fromkeys(world.game.sides[world.side(power)] for power in team)
    pictures = "".join(emblem(power, 14 + n * 8, 4, 6) for n, power in enumerate(team))
    names = listed([world.name(power) for power in team])
    drawn = words(names, 14 + len(team) * 8 - 3, 5.4, 4, "Semibold") + words(
        listed(list(sides)), room, 5.4, 3.2, colour=PALE, anchor="end"
    )
    return Block(8.4, words(str(number), 5, 5.4, 4, "Bold", colour=PALE, anchor="middle") + pictures + drawn)


def _line(number: str, name: str, note: str, room: float) -> Block:
    return Block(
        7.2,
        words(number, 5, 5, 4, "Bold", colour=PALE, anchor="middle")
        + words(name, 11, 5, 4, "Semibold", colour=TEXT)
        + words(note, room, 5, 3.2, colour=PALE, anchor="end"),
    )


def _full(book: Rulebook, rule_id: str) -> str:
    """A rule's full id: games name their own rules without the book's prefix."""
    return rule_id if rule_id in book else f"{book.prefix}.{rule_id}"
