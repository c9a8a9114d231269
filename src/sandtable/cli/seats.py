"""Parses who plays which seat: bots and players."""

from collections.abc import Mapping
from typing import Any, NoReturn

from sandtable.bots import registry
from sandtable.bots.asking import Fault
from sandtable.bots.bot import Bot
from sandtable.cli.answers import fail
from sandtable.core.datafile.errors import suggestion
from sandtable.core.decision import Seat
from sandtable.core.game import AnyGame

AnyBot = Bot[Any, Any]


def scenario_of(game: AnyGame, name: str) -> str:
    """A scenario's name from the command line. Exits if it is unknown."""
    known = game.guide.box.scenarios
    if name and name not in known:
        fail(f"--scenario: unknown scenario {name!r}.{suggestion(name, known)} They are: {', '.join(known)}.")
    return name


def bots_of(game: AnyGame, text: str, scenario: str = "") -> dict[Seat, str]:
    """The bot of each seat: ``hard`` for all, one per seat in order, or ``germany=hard,...`` (others: random)."""
    seats = game.guide.box.seats_in(scenario)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    named = [part for part in parts if _names_power(part)]
    if named and len(named) != len(parts):
        fail("--seats: give a power for every bot ('germany=hard') or for none.")
    if named:
        chosen = dict.fromkeys(seats, "random")
        for part in named:
            power, _, bot = part.partition("=")
            seat = find_seat(game, power, "--seats")
            if seat not in chosen:
                fail(f"--seats: {seat!r} isn't in this scenario. Seats: {', '.join(seats)}.")
            chosen[seat] = known_bot(game, bot.strip())
        return chosen
    if len(parts) == 1:
        return dict.fromkeys(seats, known_bot(game, parts[0]))
    if len(parts) != len(seats):
        fail(f"--seats: {len(parts)} bots for {len(seats)} seats ({', '.join(seats)}).")
    return {seat: known_bot(game, part) for seat, part in zip(seats, parts, strict=True)}


def some_bots(game: AnyGame, text: str) -> dict[Seat, str]:
    """The seats that bots play: ``japan,usa`` or ``japan=hard``."""
    chosen: dict[Seat, str] = {}
    for part in (part.strip() for part in text.split(",")):
        if part:
            power, _, bot = part.partition("=")
            chosen[find_seat(game, power, "--bots")] = known_bot(game, bot.strip() or registry.DEFAULT)
    return chosen


def _names_power(part: str) -> bool:
    """Whether a part has the form ``power=bot``; a command can contain ``=`` too."""
    return "=" in part and not part.startswith(registry.EXEC)


def make_bots(game: AnyGame, names: Mapping[Seat, str], seed: int) -> dict[Seat, AnyBot]:
    """A bot for each seat; the same seed plays the same game."""
    return {
        seat: make_bot(game, name, registry.seat_seed(seed, number))
        for number, (seat, name) in enumerate(names.items())
    }


def make_bot(game: AnyGame, name: str, seed: int) -> AnyBot:
    """A bot. Exits if its name is unknown."""
    bot = registry.make(known_bot(game, name), game, seed)
    assert not isinstance(bot, registry.NoBot), "it is known"
    return bot


def known_bot(game: AnyGame, name: str) -> str:
    """A bot's name. Exits if it is unknown or doesn't play this game."""
    problem = registry.find(name, game)
    if problem is not None:
        known = registry.names()
        fail(
            f"{problem.why}{suggestion(name, known)} Bots: {', '.join(known)}." if problem.unknown else problem.why
        )
    return name


def bot_failed(fault: Fault) -> NoReturn:
    """Exit because a bot failed. A crash of a built-in bot is an internal error."""
    if fault.kind == "crashed" and fault.bot in registry.BUILT_IN:
        raise RuntimeError(f"{fault}\n{fault.details}")
    fail(f"the bot {fault}", code=1)


def find_seat(game: AnyGame, text: str, option: str) -> Seat:
    """A seat by id or name. Exits with a suggestion if it is unknown."""
    known = {name.casefold(): chair.seat for chair in game.guide.box.chairs for name in (chair.seat, chair.name)}
    name = text.strip()
    if name.casefold() not in known:
        near = suggestion(name, known)
        fail(f"{option}: unknown power {name!r}.{near} Powers: {', '.join(game.seats)}.")
    return known[name.casefold()]


def players_of(
    game: AnyGame, text: str, bots: Mapping[Seat, str], scenario: str = ""
) -> dict[str, tuple[Seat, ...]]:
    """Who commands what: as given (``anna=ussr,uk bert=germany``), else one player per side. Each bot is its own
    player."""
    box = game.guide.box
    names = {chair.seat: chair.name for chair in box.chairs}
    players: dict[str, tuple[Seat, ...]] = {}
    for part in text.split(";") if ";" in text else text.split():
        player, equals, powers = part.strip().partition("=")
        if not equals:
            fail(f"--players: {part!r} should read like 'anna=ussr,uk'.")
        if player in players:
            fail(f"--players: {player!r} is listed twice.")
        players[player] = tuple(
            find_seat(game, power, "--players") for power in powers.split(",") if power.strip()
        )
    taken = {power for powers in players.values() for power in powers}
    for power in taken & set(bots):
        fail(f"--players: {names[power]} is played by a bot.")
    if not players:
        for side, seats in box.parties(scenario).items():
            own = tuple(seat for seat in seats if seat not in bots)
            if own:
                players[box.sides[side]] = own
    for power in bots:
        players[f"{names[power]} (bot)"] = (power,)
    return players
