"""Prompts for decisions: the question, the facts, and the words to answer with."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.area.actions import Casualties, Reland, Withdraw
from sandtable.area.battle import aiming, breaking_off, casualty_choice, partial_retreat, submerging, withdrawing
from sandtable.area.battle.values import value
from sandtable.area.factories import UNLIMITED, room_at
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, Stack, where
from sandtable.area.phases import combat, combat_move, mobilize, noncombat_move, purchase
from sandtable.area.state import AreaState, Battle
from sandtable.area.status import enemies_at, own_at
from sandtable.area.wording import counts, force, listed, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.terminal.board_view import force_text, inset, plain_table
from sandtable.terminal.part_orders import examples
from sandtable.terminal.style import colour

WORDS = {
    purchase.ASKS: "buy 2 infantry, tank · buy nothing · done",
    combat.LANDS: "go ashore · stay aboard",
    withdrawing.ASKS: "withdraw 1 to SPACE · withdraw all to SPACE · withdraw none",
    combat_move.ASKS: "move 2 infantry from A to B · ship ... · reach tank in A · undo · done",
    combat.FIGHTS: "fight SPACE",
    combat.ENGAGES: "fight · ignore",
    submerging.ASKS: "submerge 1 · submerge all · submerge none",
    casualty_choice.ASKS: "lose 2 infantry · damage battleship · lose default",
    breaking_off.ASKS: "press · retreat to SPACE",
    noncombat_move.RELANDS: "land fighter to SPACE",
    noncombat_move.ASKS: "move ... · ship ... · land fighter in sz 6 on uk · undo · done",
    aiming.ASKS: "aim 2 at destroyer, 1 at transport · aim default",
    partial_retreat.ASKS: "pull 2 infantry to SPACE; fighter to SPACE · submerge 1 · stay",
    mobilize.ASKS: "place 2 infantry in SPACE · place all in SPACE · done",
}
"""How to answer each kind of decision."""


def answered_with(game: AreaGame, kind: str) -> str:
    """What to type for a kind of decision; empty if only parts' orders apply."""
    of_parts = (part.typed[kind] for part in game.world.parts.all if kind in part.typed)
    return WORDS.get(kind) or next(of_parts, "")


def question(game: AreaGame, state: AreaState, decision: Decision) -> RenderableType:
    """The question with everything needed to answer it."""
    parts = [Text(decision.prompt, style="bold"), *(inset(fact) for fact in _facts(game, state, decision))]
    of_parts = [command for command, _ in examples(game, state, decision.seat)]
    words = answered_with(game, decision.kind) or ("" if of_parts else "done")
    said = (words, *of_parts) if decision.kind in WORDS else (*of_parts, words)
    parts.append(Text(" · ".join(filter(None, said)), style="dim"))
    return Group(*parts)


def _facts(game: AreaGame, state: AreaState, decision: Decision) -> Iterator[RenderableType]:
    world, seat = game.world.as_of(state), decision.seat
    match decision.kind:
        case purchase.ASKS:
            yield prices(world, seat)
            yield from _order(world, state, seat)
        case mobilize.ASKS:
            yield from _to_place(world, state, seat)
        case combat.FIGHTS:
            yield _combats(world, state, seat)
        case combat.ENGAGES:
            foes = enemies_at(world, state, seat, decision.space)
            yield Text.assemble("there: ", force_text(world, foes))
        case noncombat_move.RELANDS:
            places = [a.to for a in game.legal(state, seat) if isinstance(a, Reland) and a.space == decision.space]
            yield Text(f"It can land in {listed(dict.fromkeys(places), 'or')}.")
        case withdrawing.ASKS:
            ways = [a.to for a in game.legal(state, seat) if isinstance(a, Withdraw) and a.to]
            yield Text(f"They can go to {listed(dict.fromkeys(ways), 'or')}.")
        case noncombat_move.ASKS:
            yield from _flying(world, state, seat)
    for part in world.parts.facts:
        yield from (Text(line) for line in part.facts(world, state, decision))
    if state.battle is not None:
        yield strip(world, state.battle)
        if decision.kind == casualty_choice.ASKS:
            yield from _default(game, state, seat)


# -- buying and placing


def prices(world: World, power: Power) -> RenderableType:
    """The price list, in a line or two."""
    kinds = [world.unit(power, name) for name in world.units]
    return Text(" · ".join(f"{unit.name} {unit.cost}" for unit in kinds), style="cyan")


def unit_table(world: World) -> Table:
    """The whole unit table."""
    table = plain_table("unit", "cost", "attack", "defence", "move", "abilities")
    for unit in world.units.values():
        abilities = [ability.replace("-", " ") for ability in unit.abilities]
        abilities += [f"takes {unit.hits} hits"] if unit.hits > 1 else []
        carries = [*(" or ".join(place) for place in unit.berths)]
        alone = [f"or 1 {world.units[guest].name}" for guest in unit.fills]
        abilities += [f"carries {' '.join((listed(carries), *alone))}"] if unit.berths else []
        numbers = [str(n) for n in (unit.cost, unit.attack, unit.defense, unit.move)]
        table.add_row(unit.name, *numbers, Text(", ".join(abilities), style="dim"))
    return table


def _order(world: World, state: AreaState, seat: Power) -> Iterator[RenderableType]:
    ordered = state.bought.get(seat, {})
    if ordered:
        yield Text(f"buying: {counts(world, ordered)}; {state.treasury[seat]} left")
    yield Text(f"{_capacities(world, state, seat) or 'no industrial complex can produce units'}", style="dim")


def _capacities(world: World, state: AreaState, seat: Power) -> str:
    rooms = {space: room_at(world, state, seat, space) for space in world.board.territories}
    open_ = [
        f"{space} any number" if room > UNLIMITED // 2 else f"{space} {times(room, 'unit')}"
        for space, room in rooms.items()
        if room > 0
    ]
    return f"room at {listed(open_)}" if open_ else ""


def _to_place(world: World, state: AreaState, seat: Power) -> Iterator[RenderableType]:
    yield Text(f"to place: {counts(world, state.bought.get(seat, {}))}")
    fate = "is lost" if world.game.conduct.unplaced == "lost" else "is refunded"
    yield Text(f"{_capacities(world, state, seat) or f'no room left: what is not placed {fate}'}", style="dim")


# -- combat


def _combats(world: World, state: AreaState, seat: Power) -> RenderableType:
    table = plain_table("combat", "attackers", "", "defenders")
    for site in state.turn.sites:
        foes = enemies_at(world, state, seat, site.space)
        name = f"{site.space} (from the sea)" if site.amphibious else site.space
        name = f"{site.space} (raid)" if site.raid else name
        own = own_at(state, seat, site.space)
        table.add_row(name, force_text(world, own, seat), "against", force_text(world, foes))
    return table


def strip(world: World, battle: Battle) -> Table:
    """The battle strip: both sides by what they need to roll."""
    table = plain_table(f"attackers, round {battle.round}", "rolls", "defenders", "rolls")
    attack, defend = _ranks(world, battle, "attack"), _ranks(world, battle, "defend")
    for i in range(max(len(attack), len(defend))):
        left = attack[i] if i < len(attack) else (Text(), "")
        right = defend[i] if i < len(defend) else (Text(), "")
        table.add_row(*left, *right)
    return table


def _ranks(world: World, battle: Battle, side: str) -> list[tuple[Text, str]]:
    edge = battle.attack if side == "attack" else battle.defend
    ranks: list[tuple[Text, str]] = []
    for unit in world.units:
        for power in world.order:
            own = where(edge.units, lambda p: p.unit == unit and p.power == power)  # noqa: B023 - used at once
            if own:
                need = value(world.unit(power, unit), "attack" if side == "attack" else "defend")
                ranks.append(
                    (Text(force(world, own, power), style=colour(world, power)), f"{need}" if need else "-")
                )
    ranks += _beside(world, edge.support, "in support")
    ranks += _beside(world, edge.casualties, "hit, still fires")
    return ranks + _beside(world, edge.submerged, "submerged")


def _beside(world: World, units: Stack, note: str) -> list[tuple[Text, str]]:
    return [(Text(f"{force(world, units)} ({note})", style="dim"), "")] if units else []


def _default(game: AreaGame, state: AreaState, seat: Power) -> Iterator[RenderableType]:
    first = next(iter(game.legal(state, seat)), None)
    if not isinstance(first, Casualties):
        return
    parts = []
    if first.destroyed:
        parts.append(f"lose {force(game.world, first.destroyed, seat)}")
    if first.damaged:
        parts.append(f"damage {force(game.world, first.damaged, seat)}")
    yield Text(f"'lose default': {', '.join(parts)}", style="dim")


# -- landing


def _flying(world: World, state: AreaState, seat: Power) -> Iterator[RenderableType]:
    """Air units that attacked and must land."""
    flyers = []
    for space in state.stacks:
        air = where(own_at(state, seat, space), lambda p: world.type(p).kind == "air" and p.moved and not p.landed)
        for piece, count in air:
            left = world.points_left(piece)
            flyers.append(f"{force(world, ((piece, count),), seat)} in {space} ({left} left)")
    if flyers:
        yield Text(f"still to land: {'; '.join(flyers)}", style="yellow")
