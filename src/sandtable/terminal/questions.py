"""What a player sees when a decision is due: the question, what it is about, and the words to answer with."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.area.actions import Casualties, Reland, Rocket, Withdraw
from sandtable.area.battle.values import value
from sandtable.area.factories import UNLIMITED, room_at
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, Stack, where
from sandtable.area.research import missing, most_dice
from sandtable.area.state import AreaState, Battle
from sandtable.area.status import enemies_at, own_at
from sandtable.area.wording import counts, force, listed, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.terminal.board_view import force_text, inset, plain_table
from sandtable.terminal.style import colour

WORDS = {
    "purchase": "buy 2 infantry, tank · buy nothing · done",
    "overflight": "lose fighter · lose default",
    "landing": "go ashore · stay aboard",
    "rocket": "rocket from A at B · done",
    "withdraw": "withdraw 1 to SPACE · withdraw all to SPACE · withdraw none",
    "combat-move": "move 2 infantry from A to B · ship ... · reach tank in A · undo · done",
    "fight": "fight SPACE",
    "engage": "fight · ignore",
    "submerge": "submerge 1 · submerge all · submerge none",
    "casualties": "lose 2 infantry · damage battleship · lose default",
    "retreat": "press · retreat to SPACE",
    "reland": "land fighter to SPACE",
    "noncombat-move": "move ... · ship ... · land fighter in sz 6 on uk · undo · done",
    "aid": "aid 5 to ussr · done",
    "passive": "support with fighter from A to B · reinforce with 2 infantry from A to B · recall · done",
    "interdiction": "halt destroyer · halt all",
    "bomb": "bomb factory with 1 · bomb income",
    "pin": "keep 2 infantry",
    "develop": "research 2 rockets, 1 jet plane · done",
    "aim": "aim 2 at destroyer, 1 at transport · aim default",
    "pull-back": "pull 2 infantry to SPACE; fighter to SPACE · submerge 1 · stay",
    "mobilize": "place 2 infantry in SPACE · place all in SPACE · done",
}
"""How each kind of decision is answered."""


def question(game: AreaGame, state: AreaState, decision: Decision) -> RenderableType:
    """The question with all that is needed to answer it."""
    parts = [Text(decision.prompt, style="bold"), *(inset(fact) for fact in _facts(game, state, decision))]
    words = WORDS.get(decision.kind)
    if words:
        parts.append(Text(words, style="dim"))
    return Group(*parts)


def _facts(game: AreaGame, state: AreaState, decision: Decision) -> Iterator[RenderableType]:
    world, seat = game.world.developed(state.techs), decision.seat
    match decision.kind:
        case "purchase":
            yield prices(world, seat)
            yield from _weapons(world, state, seat)
            yield from _order(world, state, seat)
        case "mobilize":
            yield from _to_place(world, state, seat)
        case "fight":
            yield _combats(world, state, seat)
        case "engage":
            foes = enemies_at(world, state, seat, decision.space)
            yield Text.assemble("there: ", force_text(world, foes))
        case "reland":
            places = [a.to for a in game.legal(state, seat) if isinstance(a, Reland) and a.space == decision.space]
            yield Text(f"It can land in {listed(dict.fromkeys(places), 'or')}.")
        case "overflight":
            flight = state.turn.overflight
            if flight is not None:
                yield Text.assemble("fired at: ", force_text(world, flight.planes, seat))
        case "rocket":
            yield Text(f"in range: {listed(_rocket(a) for a in game.legal(state, seat) if isinstance(a, Rocket))}")
        case "withdraw":
            ways = [a.to for a in game.legal(state, seat) if isinstance(a, Withdraw) and a.to]
            yield Text(f"They can go to {listed(dict.fromkeys(ways), 'or')}.")
        case "noncombat-move":
            yield from _flying(world, state, seat)
    if state.battle is not None:
        yield strip(world, state.battle)
        if decision.kind == "casualties":
            yield from _default(game, state, seat)


# buying and placing


def prices(world: World, power: Power) -> RenderableType:
    """The price list, in one line or two."""
    kinds = [world.unit(power, name) for name in world.units]
    return Text(" · ".join(f"{unit.name} {unit.cost}" for unit in kinds), style="cyan")


def _weapons(world: World, state: AreaState, seat: Power) -> Iterator[RenderableType]:
    """What research would cost and could bring, where there is any."""
    info, most = world.game.research, most_dice(world, state, seat)
    if info is not None and most:
        left = listed((world.tech_table[tech].name for tech in missing(world, state, seat)), "or")
        yield Text(f"research: {info.die} a die, up to {times(most, 'die', 'dice')}, for {left} ('research 2')")


def _rocket(action: Rocket) -> str:
    return f"{action.target} from {action.gun}"


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
        yield Text(f"ordered: {counts(world, ordered)}; {state.treasury[seat]} left")
    yield Text(f"{_capacities(world, state, seat) or 'no industrial complex can take new units'}", style="dim")


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
    fate = "is lost" if world.game.conduct.unplaced == "lost" else "is paid back"
    yield Text(f"{_capacities(world, state, seat) or f'no room left: what is not placed {fate}'}", style="dim")


# combat


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
    """The battle strip: both sides by what they have to roll."""
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


# landing


def _flying(world: World, state: AreaState, seat: Power) -> Iterator[RenderableType]:
    """Air units that attacked and have to land."""
    flyers = []
    for space in state.stacks:
        air = where(own_at(state, seat, space), lambda p: world.type(p).kind == "air" and p.moved and not p.landed)
        for piece, count in air:
            left = world.type(piece).move - piece.used
            flyers.append(f"{force(world, ((piece, count),), seat)} in {space} ({left} left)")
    if flyers:
        yield Text(f"still to land: {'; '.join(flyers)}", style="yellow")
