"""Who sits where: bots and players, as they are written on the command line."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn, TypeVar

from sandtable.area.actions import AreaAction
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.notation import NotationError, find_power
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots import registry
from sandtable.bots.asking import Fault
from sandtable.bots.bot import Bot
from sandtable.cli.answers import fail, suggestion
from sandtable.core.decision import Seat
from sandtable.core.game import Game
from sandtable.core.record import Record
from sandtable.core.savefile import write

AreaBot = Bot[AreaState, AreaAction]
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


def bots_of(game: AreaGame, text: str) -> dict[Power, str]:
    """The bot of each seat: ``hard`` for all, one for each in order, or ``germany=hard,...`` (others: random)."""
    return seated(game, text, lambda name: find_seat(game.world, name, "--seats"))


def seated(game: Game[S, A, E], text: str, seat_of: Callable[[str], Seat]) -> dict[Seat, str]:
    """The bot of each seat of any game; ``seat_of`` finds a seat by what people call it."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    named = [part for part in parts if _names_power(part)]
    if named and len(named) != len(parts):
        fail("--seats: either name the power with every bot ('germany=hard'), or with none.")
    if named:
        chosen = dict.fromkeys(game.seats, "random")
        for part in named:
            power, _, bot = part.partition("=")
            chosen[seat_of(power.strip())] = known_bot(game, bot.strip())
        return chosen
    if len(parts) == 1:
        return dict.fromkeys(game.seats, known_bot(game, parts[0]))
    if len(parts) != len(game.seats):
        fail(f"--seats: {len(parts)} bots for {len(game.seats)} seats ({', '.join(game.seats)}).")
    return {seat: known_bot(game, part) for seat, part in zip(game.seats, parts, strict=True)}


def some_bots(game: AreaGame, text: str) -> dict[Power, str]:
    """The seats that bots take: ``japan,usa`` or ``japan=hard``."""
    chosen: dict[Power, str] = {}
    for part in (part.strip() for part in text.split(",")):
        if part:
            power, _, bot = part.partition("=")
            chosen[find_seat(game.world, power, "--bots")] = known_bot(game, bot.strip() or registry.DEFAULT)
    return chosen


def _names_power(part: str) -> bool:
    """Whether a bot stands behind a power; a command may have a ``=`` of its own."""
    return "=" in part and not part.startswith(registry.EXEC)


def make_bots(game: Game[S, A, E], names: Mapping[Seat, str], seed: int) -> dict[Seat, Bot[S, A]]:
    """A bot for each seat; the same seed plays the same game."""
    return {
        seat: make_bot(game, name, registry.seat_seed(seed, number))
        for number, (seat, name) in enumerate(names.items())
    }


def make_bot(game: Game[S, A, E], name: str, seed: int) -> Bot[S, A]:
    """A bot, or the end of the command."""
    bot = registry.make(known_bot(game, name), game, seed)
    assert not isinstance(bot, registry.NoBot), "it is known"
    return bot


def known_bot(game: Game[S, A, E], name: str) -> str:
    """The name of a bot that plays this game, or the end of the command."""
    problem = registry.find(name, game)
    if problem is not None:
        known = registry.names()
        fail(
            f"{problem.why}{suggestion(name, known)} The bots are: {', '.join(known)}."
            if problem.unknown
            else problem.why
        )
    return name


def bot_failed(fault: Fault) -> NoReturn:
    """A bot has failed: the end of the command. A crash of our own bots is a fault of this program."""
    if fault.kind == "crashed" and fault.bot in registry.BUILT_IN:
        raise RuntimeError(f"{fault}\n{fault.details}")
    fail(f"the bot {fault}", code=1)


def ended(record: Record[S, A, E], fault: Fault | None, out: Path | None) -> None:
    """Bots have played: one that failed ends the command, otherwise the game goes to its file."""
    if fault is not None:
        bot_failed(fault)
    problem = write(record, out, reveal=True) if out is not None else None
    if problem is not None:
        fail(problem.why)


def find_seat(world: World, text: str, option: str) -> Power:
    """A power, or the end of the command with a suggestion."""
    power = find_power(world, text)
    if isinstance(power, NotationError):
        fail(f"{option}: {power.message}. The powers are: {', '.join(world.order)}.")
    return power


def players_of(world: World, text: str, bots: Mapping[Power, str]) -> dict[str, tuple[Power, ...]]:
    """Who commands what: as written (``anna=ussr,uk bert=germany``), else one player a side. Bots play alone."""
    free = [power for power in world.order if power not in bots]
    players: dict[str, tuple[Power, ...]] = {}
    for part in text.split(";") if ";" in text else text.split():
        player, equals, powers = part.strip().partition("=")
        if not equals:
            fail(f"--players: {part!r} should read like 'anna=ussr,uk'.")
        if player in players:
            fail(f"--players: {player!r} stands there twice.")
        players[player] = tuple(
            find_seat(world, power, "--players") for power in powers.split(",") if power.strip()
        )
    taken = {power for powers in players.values() for power in powers}
    for power in taken & set(bots):
        fail(f"--players: {world.name(power)} is played by a bot.")
    if not players:
        for side, name in world.game.sides.items():
            own = tuple(power for power in free if world.side(power) == side)
            if own:
                players[name] = own
    for power in bots:
        players[f"{world.name(power)} (bot)"] = (power,)
    return players
