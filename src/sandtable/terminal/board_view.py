"""The board on the screen: standings, territories and units."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.area.factories import has_factory
from sandtable.area.forces import Power, Stack, where
from sandtable.area.parts.neutrals import Neutrals
from sandtable.area.state import AreaState
from sandtable.area.status import active, neutral, production
from sandtable.area.techs import techs_of
from sandtable.area.victory import growth, individual_winners, percent_cut
from sandtable.area.wording import counts, force, listed
from sandtable.area.world import World
from sandtable.terminal.style import colour, power_text

CAPITAL = "★"
FACTORY = "◆"
LEGEND = f"{CAPITAL} capital  {FACTORY} industrial complex"


def plain_table(*columns: str, header: bool = True) -> Table:
    """A compact table without lines."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=header, header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in ("value", "treasury", "income") else "left")
    return table


def inset(shown: RenderableType, by: int = 2) -> RenderableType:
    """Indent all lines."""
    return Padding(shown, (0, 0, 0, by), expand=False)


def force_text(world: World, units: Stack, power: Power = "") -> Text:
    """A stack in words, each power's units in its colour; names the owner unless it is ``power``."""
    parts: list[Text] = []
    for owner in sorted(world.order, key=lambda p: p != power):
        own = where(units, lambda piece: piece.power == owner)  # noqa: B023 - used at once
        if own:
            whose = "" if owner == power else f"{world.powers[owner].adjective}: "
            parts.append(Text(f"{whose}{force(world, own, owner)}", style=colour(world, owner)))
    return Text("; ").join(parts) if parts else Text("-", style="dim")


# -- powers


def standings(world: World, state: AreaState) -> Table:
    """Money, production and capitals of all powers, and whose turn it is."""
    weapons = ("weapons",) if world.tech_table else ()
    table = plain_table("", "power", "side", "treasury", "income", "capital", "to place", *weapons)
    on_turn = active(state)
    for power, info in world.powers.items():
        holder = state.control.get(info.capital, "")
        capital = Text(info.city)
        if info.capital and holder != power:
            capital.append(" lost to ", style="red").append(power_text(world, holder))
        waiting = state.bought.get(power, {})
        table.add_row(
            Text("▶" if power in on_turn and not state.winner else " "),
            power_text(world, power),
            world.game.sides[info.side],
            str(state.treasury[power]),
            str(production(world, state, power)),
            capital,
            counts(world, waiting) if waiting else "",
            *(", ".join(world.tech_table[tech].name for tech in techs_of(state.techs, power)) for _ in weapons),
        )
    return table


def growths(world: World, state: AreaState) -> RenderableType:
    """How much each power has grown since the start, and which of the winners has grown most."""
    table = plain_table("power", "income", "growth")
    for power in world.order:
        level = str(production(world, state, power))
        table.add_row(power_text(world, power), level, f"{percent_cut(growth(world, state, power))}%")
    best = listed(world.name(power) for power in individual_winners(world, state, state.winner))
    return Group(table, Text(f"individual winner: {best}", style="bold"))


# -- territories


def whole_board(world: World, state: AreaState) -> RenderableType:
    """Every power's territories with their units, then the fleets."""
    parts = [lands_of(world, state, power) for power in world.order]
    return Group(*parts, seas(world, state), Text(LEGEND, style="dim"))


def lands_of(world: World, state: AreaState, power: Power) -> RenderableType:
    """The territories that a power holds."""
    lands = [space for space, holder in state.control.items() if holder == power]
    busy = [space for space in lands if state.at(space) or world.board.territories[space].value]
    table = plain_table("value", "territory", "units", header=False)
    table.columns[0].min_width = 3
    for space in sorted(busy, key=lambda s: (-world.board.territories[s].value, s)):
        table.add_row(
            str(world.board.territories[space].value),
            land_name(world, state, space),
            force_text(world, movable(world, state.at(space)), power),
        )
    head = Text.assemble(power_text(world, power), (f"  income {production(world, state, power)}", "dim"))
    rest = [space for space in lands if space not in busy]
    parts: list[RenderableType] = [head, inset(table, 1)]
    if rest:
        parts.append(inset(Text(f"empty: {', '.join(sorted(rest))}", style="dim"), 6))
    return Group(*parts, Text())


def land_name(world: World, state: AreaState, space: str) -> Text:
    """A territory's name with its marks."""
    land = world.board.territories[space]
    marks = (f" {CAPITAL}" if land.city else "") + (f" {FACTORY}" if has_factory(world, state, space) else "")
    return Text(space + marks)


def movable(world: World, units: Stack) -> Stack:
    """Units other than markers on the territory."""
    return where(units, lambda piece: world.units[piece.unit].kind != "facility")


def map_of(world: World, state: AreaState, power: Power) -> RenderableType:
    """One power's view of the board: what it holds, and where else its units are."""
    away = plain_table("space", "held by", "units")
    for space in sorted(state.stacks, key=_by_number):
        own = where(state.at(space), lambda piece: power in {piece.power, *(c.power for c in piece.cargo)})
        if own and state.control.get(space) != power:
            holder = state.control.get(space, "")
            away.add_row(space, power_text(world, holder) if holder else "", force_text(world, own, power))
    parts = [lands_of(world, state, power)]
    if away.row_count:
        parts.append(Group(Text("elsewhere and at sea", style="dim"), inset(away, 1), Text()))
    return Group(*parts, Text(LEGEND, style="dim"))


def _by_number(space: str) -> tuple[str, int, str]:
    """Sort key: alphabetical, but Sea Zone 9 before Sea Zone 10."""
    name, _, number = space.rpartition(" ")
    return (name, int(number), "") if number.isdecimal() else (space, 0, "")


# -- sea zones


def seas(world: World, state: AreaState) -> RenderableType:
    """The sea zones with units in them."""
    table = plain_table("sea zone", "units", "coasts")
    table.columns[0].no_wrap = True
    table.columns[1].ratio, table.columns[2].ratio = 3, 2
    for zone in sorted((z for z in state.stacks if world.board.is_sea(z)), key=_by_number):
        coasts = ", ".join(world.board.coasts[zone])
        table.add_row(zone, force_text(world, state.at(zone)), Text(coasts, style="dim"))
    return Group(table, Text())


# -- one space


def look(world: World, state: AreaState, space: str) -> RenderableType:
    """One space: what it is, which units are there, and its neighbours."""
    around = plain_table("next to it", "held by", "units")
    for other in sorted(world.board.neighbours(space), key=lambda s: (world.board.is_sea(s), _by_number(s))):
        name = Text(other) if world.board.is_sea(other) else land_name(world, state, other)
        around.add_row(
            name, _holder(world, state, other), force_text(world, state.at(other), _owner(state, other))
        )
    holder = _owner(state, space)
    units = force_text(world, state.at(space), holder) if state.at(space) else Text("nobody", style="dim")
    return Group(
        _headline(world, state, space),
        Text.assemble(("units  ", "dim"), units),
        *_fleets(world, space),
        inset(around, 1),
    )


def _owner(state: AreaState, space: str) -> Power:
    return state.control.get(space, "")


def _holder(world: World, state: AreaState, space: str) -> Text:
    holder = _owner(state, space)
    if holder:
        return power_text(world, holder)
    return Text("neutral" if neutral(world, state, space) else "", style="dim")


def _headline(world: World, state: AreaState, space: str) -> Text:
    head = Text(space, style="bold")
    if world.board.is_sea(space):
        note = world.board.sea_zones[space].note
        return head.append(f"  {note}" if note else "", style="not bold dim")
    land = world.board.territories[space]
    facts = [f"value {land.value}"]
    if land.city:
        facts.append(f"{CAPITAL} capital {land.city}")
    if has_factory(world, state, space):
        facts.append(f"{FACTORY} industrial complex")
    terms = Neutrals.of(world)
    if neutral(world, state, space):
        facts = [
            "neutral: closed to all" if terms is None else f"neutral: violating it costs {terms.settings.fee}"
        ]
    elif land.neutral:
        facts.append("neutral once")
    elif land.owner != _owner(state, space):
        facts.append(f"originally {world.name(land.owner)}")
    head.append("  ").append("" if neutral(world, state, space) else _holder(world, state, space))
    return head.append(f"  {', '.join(facts)}", style="not bold dim")


def _fleets(world: World, space: str) -> Iterable[Text]:
    """Canals and straits of a sea zone."""
    for passage in world.board.passages:
        if space in passage.between:
            other = next(zone for zone in passage.between if zone != space)
            need = "closed" if passage.closed else f"open to whoever holds {listed(passage.banks)}"
            yield Text.assemble((f"{passage.name}  ", "dim"), f"to {other}: {need}")
