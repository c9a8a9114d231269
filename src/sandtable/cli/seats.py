"""Who sits where: bots and players, as they are written on the command line."""

from collections.abc import Mapping, Sequence

from sandtable.area.forces import Power
from sandtable.area.notation import NotationError, find_power
from sandtable.area.world import World
from sandtable.bots.random import RandomBot
from sandtable.cli.answers import fail, suggestion

BOTS = ("random",)
"""The bots there are, by name."""


def bots_of(world: World, seats: Sequence[Power], text: str) -> dict[Power, str]:
    """The bot of each seat: ``random`` for all, one for each seat in order, or ``germany=random,...``."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    named = [part for part in parts if "=" in part]
    if named and len(named) != len(parts):
        fail("--seats: either name the power with every bot ('germany=random'), or with none.")
    if named:
        chosen = dict.fromkeys(seats, BOTS[0])
        for part in named:
            power, _, bot = part.partition("=")
            chosen[find_seat(world, power, "--seats")] = known_bot(bot.strip())
        return chosen
    if len(parts) == 1:
        return dict.fromkeys(seats, known_bot(parts[0]))
    if len(parts) != len(seats):
        fail(f"--seats: {len(parts)} bots for {len(seats)} seats ({', '.join(seats)}).")
    return dict(zip(seats, map(known_bot, parts), strict=True))


def some_bots(world: World, text: str) -> dict[Power, str]:
    """The seats that bots take: ``japan,usa`` or ``japan=random``."""
    chosen: dict[Power, str] = {}
    for part in (part.strip() for part in text.split(",")):
        if part:
            power, _, bot = part.partition("=")
            chosen[find_seat(world, power, "--bots")] = known_bot(bot.strip() or BOTS[0])
    return chosen


def make_bot(name: str, seed: int, number: int) -> RandomBot:
    """A bot for the seat with this number; the same seed plays the same game."""
    assert name in BOTS
    return RandomBot(seed * 1_000_003 + number)


def known_bot(name: str) -> str:
    """The name of a bot, or the end of the command."""
    if name not in BOTS:
        fail(f"there is no bot {name!r}.{suggestion(name, BOTS)} The bots are: {', '.join(BOTS)}.")
    return name


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
