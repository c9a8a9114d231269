"""Seating rules: pure changes to a stored table. Each returns the new table, or a problem."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from http import HTTPStatus

from msgspec.structs import replace

from sandtable.core.decision import Seat
from sandtable.core.dice import Provenance
from sandtable.core.game import AnyGame, Setup
from sandtable.core.refusal import Refusal
from sandtable.server.bots.levels import plays, usual
from sandtable.server.problems import problem, refused
from sandtable.server.storage.accounts import folded
from sandtable.server.storage.tables import ANY_SIDE, Holder, StoredTable
from sandtable.server.wire import NewTable, Person, Problem

ME, OPEN, BOT, FRIEND = "me", "open", "bot:", "friend:"
PLANS = "Say 'me', 'open', 'bot:LEVEL' or 'friend:NAME'."
NAME = range(2, 25)
"""Allowed lengths of a friend's name."""


def new_table(
    table_id: str,
    game: AnyGame,
    wanted: NewTable,
    host: Person,
    dice: Provenance,
    at: datetime,
    pairing: str = "",
) -> StoredTable | Problem:
    """A new table that waits for players."""
    setup = Setup(scenario=wanted.scenario, options=wanted.options, call_battles=True)
    opening = game.start(setup)
    if isinstance(opening, Refusal):
        return refused(opening)
    seats = game.guide.box.seats_in(wanted.scenario)
    strange = [seat for seat in wanted.seats if seat not in seats]
    if strange:
        known = ", ".join(seats)
        return problem(HTTPStatus.BAD_REQUEST, f"There is no seat {strange[0]!r}; there are {known}.")
    if wanted.study and wanted.listed:
        return problem(HTTPStatus.BAD_REQUEST, "A study is private: it can't be listed.")
    if wanted.study and (wanted.rated or wanted.clock is not None):
        return problem(HTTPStatus.BAD_REQUEST, "A study has no clock and can't be rated.")
    table = StoredTable(
        id=table_id,
        game=game.id,
        title=" ".join(wanted.title.split()) or game.title[:80],
        setup=setup,
        phase="waiting",
        listed=wanted.listed,
        study=wanted.study,
        host=host,
        dice=replace(dice, entropy=wanted.entropy),
        made=at,
        moved=at,
        clock=wanted.clock,
        rated=wanted.rated,
        pairing=pairing,
        holders=tuple(Holder(seat=seat, place=place) for place, seat in enumerate(seats)),
    )
    plans = {seat: wanted.seats.get(seat, ME) for seat in seats} if wanted.study else wanted.seats
    for seat, plan in plans.items():
        holder = table.holder(seat)
        assert holder is not None
        seated = (_studied if wanted.study else _planned)(game, holder, plan, host)
        if isinstance(seated, Problem):
            return seated
        table = table.with_holder(seated)
    return _unfit(table, host) or table


def sit(table: StoredTable, person: Person, seat: Seat, entropy: str) -> StoredTable | Problem:
    """Take a seat that is free or reserved for this person."""
    holder = _holder(table, seat)
    if isinstance(holder, Problem):
        return holder
    if holder.person is not None and holder.person.id == person.id:
        return problem(HTTPStatus.CONFLICT, "This seat is already yours.")
    if holder.invited and folded(holder.invited) != folded(person.name):
        return problem(HTTPStatus.FORBIDDEN, f"This seat is reserved for {holder.invited}.")
    if not holder.free and not holder.invited:
        return problem(HTTPStatus.CONFLICT, "This seat is taken. Choose another, or watch.")
    words = entropy if table.phase == "waiting" else ""
    seated = table.with_holder(replace(holder, person=person, invited="", entropy=words))
    return _unfit(seated, person) or seated


def sit_opposite(table: StoredTable, game: AnyGame, person: Person, side: str) -> StoredTable | Problem:
    """Take a whole side against the host of a table that waits for an opponent; empty: either side.

    A host who wanted either side gives way to somebody who wants one.
    """
    parties = game.guide.box.parties(table.setup.scenario)
    hosts = next((name for name, seats in parties.items() if set(seats) == set(table.seats_of(table.host))), "")
    others = [one for one in table.holders if one.seat not in parties.get(hosts, ())]
    if table.phase != "waiting" or not table.pairing or not hosts or not all(one.free for one in others):
        return problem(HTTPStatus.CONFLICT, "Somebody else was faster.", "paired")
    if side == hosts and table.pairing != ANY_SIDE:
        return problem(HTTPStatus.CONFLICT, "Its host wants the same side.", "paired")
    mine = side or next(name for name in parties if name != hosts)
    for seat in [one.seat for one in table.holders]:
        holder = table.holder(seat)
        assert holder is not None
        table = table.with_holder(replace(holder, person=person if seat in parties[mine] else table.host))
    return _unfit(table, person) or table


def leave(table: StoredTable, person: Person, game: AnyGame) -> StoredTable | Problem:
    """Leave your seats: they become free, or bots take over."""
    over = _over(table)
    if over is not None:
        return over
    mine = table.seats_of(person)
    if not mine:
        return problem(HTTPStatus.CONFLICT, "You have no seat at this table.")
    if table.study:
        return problem(HTTPStatus.CONFLICT, "This study is yours alone. Just leave: it will still be here.")
    for seat in mine:
        holder = table.holder(seat)
        assert holder is not None
        table = table.with_holder(_left(table, holder, game))
    return table


def set_seat(table: StoredTable, person: Person, game: AnyGame, seat: Seat, plan: str) -> StoredTable | Problem:
    """Hand your seat to a bot or take it back. The host also sets seats that belong to nobody."""
    holder = _holder(table, seat)
    if isinstance(holder, Problem):
        return holder
    own = holder.person is not None and holder.person.id == person.id
    if not own and (table.host.id != person.id or holder.person is not None):
        return problem(HTTPStatus.FORBIDDEN, "This seat isn't yours.")
    if own and plan == OPEN and table.study:
        return problem(HTTPStatus.CONFLICT, "In a study every seat is yours: say 'me' or 'bot:LEVEL'.")
    if own and plan == OPEN:
        return table.with_holder(_left(table, replace(holder, bot=""), game, open_=True))
    if own and table.phase == "playing":
        return _stand_in(table, holder, game, plan)
    seated = _planned(game, holder, plan, person)
    if isinstance(seated, Problem):
        return seated
    changed = table.with_holder(seated)
    return _unfit(changed, person) or changed


def filled(table: StoredTable, game: AnyGame, bot: str) -> StoredTable | Problem:
    """Put bots in all free seats."""
    level = bot or usual(game)
    if not plays(level, game):
        return _no_bot(level)
    for holder in table.holders:
        if holder.person is None and not holder.bot:
            table = table.with_holder(replace(holder, bot=level, invited=""))
    return _unfit(table, table.host) or table


def ready(table: StoredTable) -> bool:
    """Whether every seat is taken, so that the game can start."""
    return table.phase == "waiting" and all(one.person is not None or one.bot for one in table.holders)


def begun(table: StoredTable, game: AnyGame) -> StoredTable | Problem:
    """Start the game: record the players, and mix their words into the dice.

    An imported game already has its players and its own dice.
    """
    one_sided = _one_sided(table, game)
    if one_sided is not None:
        return one_sided
    if not table.seq:
        words = [table.dice.entropy, *(one.entropy for one in table.holders)]
        table = replace(
            table,
            setup=replace(table.setup, players=players(table, game)),
            dice=replace(table.dice, entropy=" / ".join(word for word in words if word)),
        )
        opening = game.start(table.setup)
        if isinstance(opening, Refusal):
            return refused(opening)
    began = tuple(replace(one, began=one.person.id if one.person else "") for one in table.holders)
    return replace(table, phase="playing", holders=began)


def stood_in(table: StoredTable, game: AnyGame, seat: Seat) -> StoredTable:
    """Let a bot play a seat for its person, who can take it back."""
    holder = table.holder(seat)
    assert holder is not None
    return table.with_holder(replace(holder, bot=usual(game)))


def _unfit(table: StoredTable, person: Person) -> Problem | None:
    """Why somebody can't take a seat in a rated game."""
    if not table.rated or table.phase != "waiting":
        return None
    if person.guest:
        return problem(HTTPStatus.CONFLICT, "You need an account for rated games. Create one first.", "rated")
    if any(one.bot for one in table.holders):
        return problem(
            HTTPStatus.CONFLICT, "In a rated game people play all seats. One person can have several.", "rated"
        )
    return None


def _one_sided(table: StoredTable, game: AnyGame) -> Problem | None:
    """Why a game that is about to start can't be rated."""
    if not table.rated:
        return None
    own = {
        one.person.id: _sides_of(game, table.seats_of(one.person))
        for one in table.holders
        if one.person is not None
    }
    if len(own) < 2 or any(len(found) > 1 for found in own.values()):
        why = "A rated game needs at least two people, and nobody on both sides."
        return problem(HTTPStatus.CONFLICT, why, "rated")
    if len({side for found in own.values() for side in found}) < 2:
        return problem(HTTPStatus.CONFLICT, "A rated game needs people on opposite sides.", "rated")
    return None


def players(table: StoredTable, game: AnyGame) -> Mapping[str, tuple[Seat, ...]]:
    """Who commands which seats. Somebody on two sides counts as two players, and every bot as its own."""
    sides = side_of(game)
    found: dict[str, tuple[Seat, ...]] = {}
    for holder in table.holders:
        if holder.person is None:
            name = f"{holder.bot} ({holder.seat})"
        else:
            own = _sides_of(game, table.seats_of(holder.person))
            name = holder.person.name if len(own) == 1 else f"{holder.person.name} ({sides[holder.seat]})"
        found[name] = (*found.get(name, ()), holder.seat)
    return found


def _sides_of(game: AnyGame, seats: Iterable[Seat]) -> set[str]:
    """The sides of these seats: one, if all of them play together."""
    held = [chair for chair in game.guide.box.chairs if chair.seat in seats]
    together = {chair.together for chair in held}
    if len(held) > 1 and len(together) == 1 and "" not in together:
        return together
    return {chair.side for chair in held}


def side_of(game: AnyGame) -> Mapping[Seat, str]:
    """The side of each seat."""
    return {chair.seat: chair.side for chair in game.guide.box.chairs}


def sides(game: AnyGame) -> tuple[str, ...]:
    return tuple(set(side_of(game).values()))


def given_up(table: StoredTable, game: AnyGame, seats: tuple[Seat, ...]) -> StoredTable:
    """Mark these seats as resigned; bots play on."""
    for seat in seats:
        holder = table.holder(seat)
        assert holder is not None
        bot = holder.bot or usual(game)
        table = table.with_holder(replace(holder, conceded=True, bot=bot, standing=None))
    return table


def resigning(table: StoredTable, game: AnyGame, person: Person, seat: Seat) -> tuple[Seat, ...] | Problem:
    """The seats that resign when a person resigns one of theirs: all they have on that side.

    If no other person is left on the side, its bots resign too.
    """
    mine = table.seats_of(person)
    if not mine or (seat and seat not in mine):
        return problem(HTTPStatus.FORBIDDEN, "Only the seat's player can resign it.")
    sides = side_of(game)
    side, single = sides[seat or mine[0]], len(_sides_of(game, mine)) == 1
    partners = [one for one in table.holders if sides[one.seat] == side or (single and one.seat in mine)]
    others = [one for one in partners if one.person is not None and one.person.id != person.id]
    alone = all(one.conceded for one in others)
    own = [one.seat for one in partners if one.seat in mine and not one.conceded]
    if not own:
        return problem(HTTPStatus.CONFLICT, "You've already resigned.")
    bots = [one.seat for one in partners if one.person is None and not one.conceded]
    return (*own, *bots) if alone else tuple(own)


def again(table: StoredTable, game: AnyGame, person: Person, swap: bool) -> Mapping[Seat, str] | Problem:
    """The seats of a rematch, as plans: the asker sits down, the others are invited, bots stay."""
    holders = {one.seat: one for one in table.holders}
    if not swap:
        return {seat: _plan(holder, person) for seat, holder in holders.items()}
    sides = side_of(game)
    names = tuple(dict.fromkeys(sides[seat] for seat in holders))
    if len(names) != 2:
        return problem(HTTPStatus.CONFLICT, "Sides can be swapped only where there are two.")
    plans: dict[Seat, str] = {}
    for mine, theirs in (names, names[::-1]):
        chairs = [seat for seat in holders if sides[seat] == mine]
        comers = list(dict.fromkeys(_plan(holders[seat], person) for seat in holders if sides[seat] == theirs))
        if len(comers) > len(chairs):
            return problem(HTTPStatus.CONFLICT, "The other side doesn't have enough seats.")
        for place, seat in enumerate(chairs):
            plans[seat] = comers[place * len(comers) // len(chairs)]
    return plans


def _plan(holder: Holder, person: Person) -> str:
    if holder.person is None:
        return f"{BOT}{holder.bot}" if holder.bot else OPEN
    return ME if holder.person.id == person.id else f"{FRIEND}{holder.person.name}"


def _planned(game: AnyGame, holder: Holder, plan: str, person: Person) -> Holder | Problem:
    """Set a seat that belongs to nobody, or before the game starts."""
    empty = Holder(
        seat=holder.seat,
        place=holder.place,
        owes=holder.owes,
        conceded=holder.conceded,
        entropy=holder.entropy,
        timer=holder.timer,
        began=holder.began,
    )
    if plan == OPEN:
        return empty
    if plan == ME:
        return replace(empty, person=person)
    if plan.startswith(BOT):
        level = plan.removeprefix(BOT) or usual(game)
        return replace(empty, bot=level) if plays(level, game) else _no_bot(level)
    if plan.startswith(FRIEND):
        name = " ".join(plan.removeprefix(FRIEND).split())
        if len(name) not in NAME:
            return problem(HTTPStatus.BAD_REQUEST, "Say which friend: 'friend:NAME'.")
        if folded(name) == folded(person.name):
            return replace(empty, person=person)
        return replace(empty, invited=name)
    return problem(HTTPStatus.BAD_REQUEST, PLANS)


def _studied(game: AnyGame, holder: Holder, plan: str, host: Person) -> Holder | Problem:
    """Set a seat of a study: it is the host's, who can let a bot play it."""
    if plan != ME and not plan.startswith(BOT):
        return problem(HTTPStatus.BAD_REQUEST, "In a study every seat is yours: say 'me' or 'bot:LEVEL'.")
    seated = _planned(game, holder, plan, host)
    return seated if isinstance(seated, Problem) else replace(seated, person=host)


def _stand_in(table: StoredTable, holder: Holder, game: AnyGame, plan: str) -> StoredTable | Problem:
    if plan == ME:
        if holder.conceded:
            return problem(HTTPStatus.CONFLICT, "You've resigned this seat.")
        return table.with_holder(replace(holder, bot=""))
    if table.rated:
        return problem(HTTPStatus.CONFLICT, "Bots can't play in a rated game. You can resign.", "rated")
    if not plan.startswith(BOT):
        return problem(HTTPStatus.BAD_REQUEST, "Say 'bot:LEVEL' to let a bot play, 'me' to play yourself.")
    level = plan.removeprefix(BOT) or usual(game)
    return table.with_holder(replace(holder, bot=level)) if plays(level, game) else _no_bot(level)


def _left(table: StoredTable, holder: Holder, game: AnyGame, *, open_: bool = False) -> Holder:
    bot = holder.bot
    if table.phase == "playing" and not open_:
        bot = bot or usual(game)
    elif table.phase == "waiting":
        bot = ""
    return replace(holder, person=None, bot=bot, entropy="", standing=None)


def not_in_play(table: StoredTable) -> Problem:
    """The problem for a game that isn't in play."""
    why = "The game hasn't started." if table.phase == "waiting" else "This game is over."
    return problem(HTTPStatus.CONFLICT, why, "not-in-play")


def _holder(table: StoredTable, seat: Seat) -> Holder | Problem:
    over = _over(table)
    if over is not None:
        return over
    holder = table.holder(seat)
    return holder or problem(HTTPStatus.NOT_FOUND, f"There is no seat {seat!r} at this table.")


def _over(table: StoredTable) -> Problem | None:
    if table.phase in ("waiting", "playing"):
        return None
    return problem(HTTPStatus.CONFLICT, "This game is over.")


def _no_bot(level: str) -> Problem:
    return problem(HTTPStatus.BAD_REQUEST, f"There is no bot {level!r} for this game.")


def published(table: StoredTable, person: Person, listed: bool) -> StoredTable | Problem:
    """Add a finished game to the public list, or remove it. For its players and host."""
    if table.phase != "finished":
        return problem(HTTPStatus.CONFLICT, "You can make a game public when it's over.")
    if table.host.id != person.id and not table.seats_of(person):
        return problem(HTTPStatus.FORBIDDEN, "Only the host or a player of this game can do this.")
    return replace(table, listed=listed)
