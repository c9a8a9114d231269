"""The starting position, and who may command which powers."""

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.area.forces import EMPTY, Piece, Power, Stack, aboard, add, take
from sandtable.area.movement.landing import free_places
from sandtable.area.relations import at_start
from sandtable.area.state import AreaState, Turn
from sandtable.area.techs import with_techs
from sandtable.area.turns import first_phases, first_round, turn_begins
from sandtable.area.world import World
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal


def check_players(world: World, players: Mapping[str, tuple[Power, ...]]) -> Refusal | None:
    """Whether the powers are assigned to players as the rules require."""
    if not 2 <= len(players) <= len(world.order):
        return world.refuse(
            "players.count", f"The game is for 2 to {len(world.order)} players, not {len(players)}."
        )
    taken: dict[Power, str] = {}
    for player, powers in players.items():
        if not powers:
            return world.refuse("players.all-powers-assigned", f"{player} commands no power.")
        for power in powers:
            if power not in world.powers:
                return world.refuse("players.all-powers-assigned", f"There is no power {power!r}.")
            if power in taken:
                return world.refuse("players.all-powers-assigned", f"{world.the(power)} has two players.")
            taken[power] = player
        if len({world.side(power) for power in powers}) > 1:
            return world.refuse("players.one-side-per-player", f"{player} would play on both sides.")
    missing = [world.name(power) for power in world.order if power not in taken]
    if missing:
        return world.refuse("players.all-powers-assigned", f"Nobody commands {', '.join(missing)}.")
    return None


def deal(world: World, players: int) -> Mapping[str, tuple[Power, ...]]:
    """Who commands which powers by the book's table, with players numbered; empty if it has no such line."""
    dealt = world.game.deals.get(players, ())
    return {f"player {number}": powers for number, powers in enumerate(dealt, 1)}


def opening(world: World, setup: Setup) -> AreaState | Refusal:
    """The starting position of the game."""
    players = setup.players or {power: (power,) for power in world.order}
    refusal = check_players(world, players)
    if refusal:
        return refusal
    scenario = setup.scenario or next(iter(world.setup.scenarios))
    if scenario not in world.setup.scenarios:
        return world.refuse("setup.powers-table", f"There is no scenario {scenario!r}.")
    unknown = [name for name in setup.options if name not in world.game.options]
    if unknown:
        known = ", ".join(world.game.options) or "none"
        return world.refuse("setup.powers-table", f"There is no option {unknown[0]!r}; there are {known}.")
    stacks: dict[str, Stack] = {}
    for power, spaces in world.setup.scenarios[scenario].items():
        for space, units in spaces.items():
            for unit, count in units.items():
                stacks[space] = add(stacks.get(space, EMPTY), Piece(power, unit), count)
    state = AreaState(
        round=first_round(world),
        turn=Turn(phases={}),
        control={
            name: land.holder
            for name, land in world.board.territories.items()
            if land.holder in world.powers or land.holder in world.game.sides
        },
        treasury={power: info.treasury for power, info in world.powers.items()},
        stacks={
            space: board_at_start(world, pieces) if world.board.is_sea(space) else pieces
            for space, pieces in stacks.items()
        },
        players=dict(players),
        relations=at_start(world.game.relations),
        options={name: setup.options.get(name, info.default) for name, info in world.game.options.items()},
        call_battles=bool(setup.call_battles),
    )
    for name, option in world.game.options.items():
        for power, techs in option.techs.items() if state.options[name] else ():
            state = replace(state, techs=with_techs(state.techs, power, techs))
    return turn_begins(world, state, first_phases(world, state, world.teams(state.round)[0]))


def board_at_start(world: World, pieces: Stack) -> Stack:
    """Air units in a sea zone board carriers of their own power, as far as there is room."""
    for piece, count in pieces:
        if world.type(piece).kind != "air":
            continue
        for _ in range(count):
            ship = next(
                (s for s, _ in pieces if s.power == piece.power and free_places(world, s, piece.unit)), None
            )
            if ship is not None:
                pieces = add(take(take(pieces, piece), ship), aboard(ship, piece))
    return pieces
