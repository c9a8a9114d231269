"""The pages of a hex game: order of play, combat tables, set-up charts and counters, for its first scenario."""

from collections.abc import Iterator, Sequence
from html import escape

from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook
from sandtable.core.wording import listed, times
from sandtable.guides.hexes.kit import PHASES
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.tables import Tables
from sandtable.hexes.world import World
from sandtable.maps.style import livery, readable_on
from sandtable.printing.flow import Block, column_width, heading, paragraph, sheets, space
from sandtable.printing.grid import head, row
from sandtable.printing.letters import width, wrapped
from sandtable.printing.sheet import MARK, PALE, TEXT, Sheet, words

ACROSS, DOWN = 29.5, 15.0
"""The size of an army's counter."""
CONTROL = 30


def hex_pages(game: HexGame, parent: HexGame | None = None) -> tuple[list[Sheet], list[Sheet]]:
    """The pages before the rulebook, and the counters, which come after it.

    What is not as in the parent game's scenario is marked.
    """
    state = game.start(Setup())
    assert not isinstance(state, Refusal), "every game begins with its first scenario"
    world = game.world(state)
    scenario = game.facts.scenarios[0]
    old = parent.worlds.get(scenario) if parent is not None else None
    before = [*_turns(world, game.rulebook), *_tables(world, old)]
    for side in world.order:
        before += _chart(world, state, side, old)
    return before, [sheet for side in world.order for sheet in _counters(world, state, side)]


def _turns(world: World, book: Rulebook) -> Iterator[Sheet]:
    room = column_width(1)
    facts = world.facts
    blocks: list[Block] = [*paragraph(f"{facts.title}: {facts.summary}", room, 3.8, colour=PALE), space(2)]
    blocks += heading("Turns", room)
    blocks += [
        *paragraph(f"{times(world.last_turn, 'turn')}: {listed(facts.turns[: world.last_turn])}.", room, 3.6),
        space(3),
        *heading("A turn", room),
    ]
    for number, side in enumerate(world.order, 1):
        blocks.append(_line(str(number), f"{world.name(side)} player turn", room))
    blocks += [space(3), *heading("A player turn", room)]
    for number, phase in enumerate(facts.phases, 1):
        blocks.append(_line(str(number), f"{PHASES[phase]} Phase", room))
    goals = [one for one in dict.fromkeys(world.full_id(verdict.rule) for verdict in facts.victory) if one in book]
    if goals:
        blocks += [space(3), *heading("Victory", room)]
    for rule_id in goals:
        blocks += [*paragraph(book[rule_id].text, room, 3.6, indent=5, bullet=True), space(0.8)]
    if facts.options:
        blocks += [space(3), *heading("Options", room)]
    for option in facts.options.values():
        blocks += [*paragraph(f"{option.name}: {option.text}", room, 3.6, indent=5, bullet=True), space(0.8)]
    yield from sheets("turns", "Order of play", blocks)


def _line(number: str, name: str, room: float) -> Block:
    return Block(
        7.2,
        words(number, 5, 5, 4, "Bold", colour=PALE, anchor="middle")
        + words(name, 11, 5, 4, "Semibold", colour=TEXT),
    )


def _tables(world: World, old: World | None) -> Iterator[Sheet]:
    room, tables = column_width(1), world.tables
    blocks: list[Block] = [*heading("Firepower: points that the target loses", room)]
    most = max(map(len, tables.firepower))
    known = old.tables if old is not None else tables
    dice = [str(n) for n in range(1, most)] + [f"{most}+"]
    blocks += _grid("Die", dice, tables.firepower, 1, room, known.firepower)
    blocks += [space(5), *heading("Advance: the highest die that succeeds", room)]
    most = max(map(len, tables.advance))
    columns = ["friendly", *(str(n) for n in range(most - 2)), f"{most - 2}+"]
    blocks += _grid("Attack", columns, tables.advance, 0, room, known.advance)
    blocks += [
        *paragraph(
            "Rows: the attacking strength. Columns: a friendly hex, or the defence. –: no die succeeds.", room, 3.1
        ),
        space(5),
        *heading("Costs in production points", room),
    ]
    before = _prices(known)
    for name, cost in _prices(tables).items():
        marked = () if before.get(name) == cost else (1,)
        blocks.append(row((name.capitalize(), str(cost)), (50.0, 20.0), size=3.6, marked=marked))
    blocks += [space(4), *paragraph(f"At most {times(tables.stack, 'point')} in a hex.", room, 3.6)]
    yield from sheets("battles", "Combat tables", blocks)


def _prices(tables: Tables) -> dict[str, int]:
    prices = {kind.replace("_", " "): cost for kind, cost in tables.cost.items()}
    return {**prices, "fort": tables.fort_cost, "repair": tables.repair_cost}


def _grid(
    corner: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[int]],
    first: int,
    room: float,
    before: Sequence[Sequence[int]],
) -> Iterator[Block]:
    """A table of numbers, with its rows numbered."""
    widths = (18.0, *([(room - 18) / len(columns)] * len(columns)))
    centred = frozenset(range(1, len(columns) + 1))
    yield from head((corner, *columns), widths, centred)
    for number, values in enumerate(rows, first):
        cells = (str(number), *(str(value) if value else "–" for value in values))
        old = before[number - first] if number - first < len(before) else ()
        marked = [at for at, value in enumerate(values, 1) if at > len(old) or old[at - 1] != value]
        yield row(cells, widths, size=3.4, centred=centred, marked=marked)


def _chart(world: World, state: HexState, side: Side, old: World | None) -> Iterator[Sheet]:
    """What a side starts with."""
    room = column_width(1)
    setup = world.setup(side)
    before = old.scenario.facts.sides.get(side) if old is not None else setup
    known = before.armies if before is not None else {}
    same = before is not None and before.production == setup.production
    blocks: list[Block] = [
        Block(0.01, _emblem(world, side, room - 7, -10, 13)),
        *paragraph(f"Begins with a production of {setup.production}.", room, 3.8, colour=PALE if same else MARK),
        space(3),
    ]
    widths = (62.0, 62.0, room - 124)
    armies = [(name, army) for name, army in state.armies.items() if army.side == side]
    if armies:
        blocks += head(("Army", "Hex", "Points"), widths)
    for name, army in armies:
        cells = (name, world.title(army.at), str(army.points))
        marked = (1, 2) if name in setup.armies and known.get(name) != setup.armies[name] else ()
        blocks.append(row(cells, widths, size=3.6, marked=marked))
    fleets = [(name, fleet) for name, fleet in state.fleets.items() if fleet.side == side]
    if fleets:
        blocks += [space(3), *head(("Fleet", "Base", "Points"), widths)]
    for name, fleet in fleets:
        blocks.append(row((name, world.title(fleet.at), str(fleet.points)), widths, size=3.6))
    forts = [f"{world.title(place)} ({points})" for place, points in setup.forts.items()]
    for name, what in (
        ("Points to deploy freely", str(setup.forces) if setup.forces is not None else ""),
        ("Forts", ", ".join(forts)),
    ):
        if what:
            blocks += [space(3), *heading(name, room, 4.2), *paragraph(what, room, 3.6)]
    yield from sheets("set-up", f"Set-up: {world.name(side)}", blocks)


def _emblem(world: World, side: Side, x: float, y: float, across: float, colour: str = "") -> str:
    who = world.who(side)
    move, ink = f"translate({x:.2f} {y:.2f}) scale({across / 20:.4f})", colour or who.colour
    return f'<path transform="{move}" d="{livery(who.emblem).emblem}" fill="{ink}" fill-rule="evenodd"/>'


def _counters(world: World, state: HexState, side: Side) -> Iterator[Sheet]:
    """A side's armies and fleets, with room to pencil in their points, and markers."""
    room = column_width(1)
    names = [*world.counters(side), *(world.who(side).fleets if state.fleets else ())]
    faces = [_face(world, side, name) for name in names]
    faces += [_face(world, side, "")] * CONTROL
    told = f"{times(len(names), 'army or fleet', 'armies and fleets')}, {CONTROL} control markers"
    blocks: list[Block] = [
        *paragraph(f"{told}. Note an army's points in its box.", room, 3.1, colour=PALE),
        space(3),
    ]
    across = int(room // ACROSS)
    for start in range(0, len(faces), across):
        line = (
            f'<g transform="translate({n * ACROSS:g} 0)">{one}</g>'
            for n, one in enumerate(faces[start : start + across])
        )
        blocks.append(Block(DOWN, "".join(line)))
    yield from sheets("counters", f"Counters: {world.name(side)}", blocks)


def _face(world: World, side: Side, name: str) -> str:
    """One counter, drawn from its upper left corner; without a name, a control marker."""
    colour = world.who(side).colour
    ink = readable_on(colour)
    box = f'<rect width="{ACROSS:g}" height="{DOWN:g}" fill="{colour}" stroke="#fff" stroke-width=".3"/>'
    if not name:
        return f'<g data-control="{escape(side)}">{box}{_emblem(world, side, ACROSS / 2, DOWN / 2, 10, ink)}</g>'
    lines = [name] if width(name, 2.7, "Semibold") < ACROSS - 3 else wrapped(name, ACROSS - 3, 2.7, "Semibold")
    said = "".join(words(one, 1.6, 4 + at * 3, 2.7, "Semibold", colour=ink) for at, one in enumerate(lines))
    points = (
        f'<rect x="1.6" y="{DOWN - 6}" width="{ACROSS - 9:g}" height="4.6" rx=".6" fill="#fff" fill-opacity=".9"/>'
    )
    mark = _emblem(world, side, ACROSS - 3.6, DOWN - 3.6, 4.4, ink)
    return f'<g data-army="{escape(name)}">{box}{said}{points}{mark}</g>'
