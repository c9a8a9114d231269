"""Who sits where: pure changes of a table's sheet, each allowed or a problem in words."""

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
from sandtable.server.storage.tables import Holder, Sheet
from sandtable.server.wire import NewTable, Person, Problem

ME, OPEN, BOT, FRIEND = "me", "open", "bot:", "friend:"
PLANS = "Say 'me', 'open', 'bot:LEVEL' or 'friend:NAME'."
NAME = range(2, 25)
"""How long a friend's name may be."""


def new_sheet(
    table_id: str, game: AnyGame, wanted: NewTable, host: Person, dice: Provenance, at: datetime
) -> Sheet | Problem:
    """A table as somebody wants it, waiting for players."""
    setup = Setup(scenario=wanted.scenario, options=wanted.options)
    opening = game.start(setup)
    if isinstance(opening, Refusal):
        return refused(opening)
    seats = game.guide.box.seats_in(wanted.scenario)
    strange = [seat for seat in wanted.seats if seat not in seats]
    if strange:
        known = ", ".join(seats)
        return problem(HTTPStatus.BAD_REQUEST, f"There is no seat {strange[0]!r}; there are {known}.")
    if wanted.study and wanted.listed:
        return problem(HTTPStatus.BAD_REQUEST, "A study is private: it cannot be in the list of games.")
    if wanted.study and (wanted.rated or wanted.clock is not None):
        return problem(HTTPStatus.BAD_REQUEST, "A study has no clock, and is never rated.")
    sheet = Sheet(
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
        holders=tuple(Holder(seat=seat, place=place) for place, seat in enumerate(seats)),
    )
    plans = {seat: wanted.seats.get(seat, ME) for seat in seats} if wanted.study else wanted.seats
    for seat, plan in plans.items():
        holder = sheet.holder(seat)
        assert holder is not None
        seated = (_studied if wanted.study else _planned)(game, holder, plan, host)
        if isinstance(seated, Problem):
            return seated
        sheet = sheet.with_holder(seated)
    return _unfit(sheet, host) or sheet


def sit(sheet: Sheet, person: Person, seat: Seat, entropy: str) -> Sheet | Problem:
    """Take a seat that is free, or kept for this person."""
    holder = _holder(sheet, seat)
    if isinstance(holder, Problem):
        return holder
    if holder.person is not None and holder.person.id == person.id:
        return problem(HTTPStatus.CONFLICT, "You sit here already.")
    if holder.invited and folded(holder.invited) != folded(person.name):
        return problem(HTTPStatus.FORBIDDEN, f"This seat is kept for {holder.invited}.")
    if not holder.free and not holder.invited:
        return problem(HTTPStatus.CONFLICT, "This seat is taken. Choose another, or look on.")
    words = entropy if sheet.phase == "waiting" else ""
    seated = sheet.with_holder(replace(holder, person=person, invited="", entropy=words))
    return _unfit(seated, person) or seated


def leave(sheet: Sheet, person: Person, game: AnyGame) -> Sheet | Problem:
    """Give up one's seats: they are free again, or bots play on."""
    over = _over(sheet)
    if over is not None:
        return over
    mine = sheet.seats_of(person)
    if not mine:
        return problem(HTTPStatus.CONFLICT, "You have no seat at this table.")
    if sheet.study:
        return problem(HTTPStatus.CONFLICT, "A study is yours alone. Just go away: it will be here.")
    for seat in mine:
        holder = sheet.holder(seat)
        assert holder is not None
        sheet = sheet.with_holder(_left(sheet, holder, game))
    return sheet


def set_seat(sheet: Sheet, person: Person, game: AnyGame, seat: Seat, plan: str) -> Sheet | Problem:
    """Hand one's seat to a bot or take it back; the host says who plays seats that belong to nobody."""
    holder = _holder(sheet, seat)
    if isinstance(holder, Problem):
        return holder
    own = holder.person is not None and holder.person.id == person.id
    if not own and (sheet.host.id != person.id or holder.person is not None):
        return problem(HTTPStatus.FORBIDDEN, "This seat is not yours.")
    if own and plan == OPEN and sheet.study:
        return problem(HTTPStatus.CONFLICT, "In a study every seat is yours: say 'me' or 'bot:LEVEL'.")
    if own and plan == OPEN:
        return sheet.with_holder(_left(sheet, replace(holder, bot=""), game, open_=True))
    if own and sheet.phase == "playing":
        return _stand_in(sheet, holder, game, plan)
    seated = _planned(game, holder, plan, person)
    if isinstance(seated, Problem):
        return seated
    changed = sheet.with_holder(seated)
    return _unfit(changed, person) or changed


def filled(sheet: Sheet, game: AnyGame, bot: str) -> Sheet | Problem:
    """Bots in all seats that nobody has."""
    level = bot or usual(game)
    if not plays(level, game):
        return _no_bot(level)
    for holder in sheet.holders:
        if holder.person is None and not holder.bot:
            sheet = sheet.with_holder(replace(holder, bot=level, invited=""))
    return _unfit(sheet, sheet.host) or sheet


def ready(sheet: Sheet) -> bool:
    """Whether the game can begin: nobody is waited for."""
    return sheet.phase == "waiting" and all(one.person is not None or one.bot for one in sheet.holders)


def begun(sheet: Sheet, game: AnyGame) -> Sheet | Problem:
    """The game begins: who plays what is written down, and what everybody added to the dice.

    A game that was brought along has its players already, and dice of its own.
    """
    one_sided = _one_sided(sheet, game)
    if one_sided is not None:
        return one_sided
    if not sheet.seq:
        words = [sheet.dice.entropy, *(one.entropy for one in sheet.holders)]
        sheet = replace(
            sheet,
            setup=replace(sheet.setup, players=players(sheet, game)),
            dice=replace(sheet.dice, entropy=" / ".join(word for word in words if word)),
        )
        opening = game.start(sheet.setup)
        if isinstance(opening, Refusal):
            return refused(opening)
    began = tuple(replace(one, began=one.person.id if one.person else "") for one in sheet.holders)
    return replace(sheet, phase="playing", holders=began)


def stood_in(sheet: Sheet, game: AnyGame, seat: Seat) -> Sheet:
    """A bot plays a seat for its person, who may take it back."""
    holder = sheet.holder(seat)
    assert holder is not None
    return sheet.with_holder(replace(holder, bot=usual(game)))


def _unfit(sheet: Sheet, person: Person) -> Problem | None:
    """Why somebody cannot be seated like this where it counts for the ladder."""
    if not sheet.rated or sheet.phase != "waiting":
        return None
    if person.guest:
        return problem(
            HTTPStatus.CONFLICT, "A rated game is for accounts. Make one first: it takes a name.", "rated"
        )
    if any(one.bot for one in sheet.holders):
        return problem(
            HTTPStatus.CONFLICT, "In a rated game persons play all seats. One may have several.", "rated"
        )
    return None


def _one_sided(sheet: Sheet, game: AnyGame) -> Problem | None:
    """Why a game that is about to begin cannot count for the ladder."""
    if not sheet.rated:
        return None
    own = {
        one.person.id: _sides_of(game, sheet.seats_of(one.person))
        for one in sheet.holders
        if one.person is not None
    }
    if len(own) < 2 or any(len(found) > 1 for found in own.values()):
        why = "A rated game needs two persons at least, and nobody on two sides."
        return problem(HTTPStatus.CONFLICT, why, "rated")
    if len({side for found in own.values() for side in found}) < 2:
        return problem(HTTPStatus.CONFLICT, "A rated game needs persons on opposite sides.", "rated")
    return None


def players(sheet: Sheet, game: AnyGame) -> Mapping[str, tuple[Seat, ...]]:
    """Who commands which seats. Somebody on two sides is two players, and every bot is one of its own."""
    sides = side_of(game)
    found: dict[str, tuple[Seat, ...]] = {}
    for holder in sheet.holders:
        if holder.person is None:
            name = f"{holder.bot} ({holder.seat})"
        else:
            own = _sides_of(game, sheet.seats_of(holder.person))
            name = holder.person.name if len(own) == 1 else f"{holder.person.name} ({sides[holder.seat]})"
        found[name] = (*found.get(name, ()), holder.seat)
    return found


def _sides_of(game: AnyGame, seats: Iterable[Seat]) -> set[str]:
    """The sides that somebody with these seats is on: one, if all of them play together."""
    held = [chair for chair in game.guide.box.chairs if chair.seat in seats]
    together = {chair.together for chair in held}
    if len(held) > 1 and len(together) == 1 and "" not in together:
        return together
    return {chair.side for chair in held}


def side_of(game: AnyGame) -> Mapping[Seat, str]:
    """Which side each seat is on."""
    return {chair.seat: chair.side for chair in game.guide.box.chairs}


def given_up(sheet: Sheet, game: AnyGame, seats: tuple[Seat, ...]) -> Sheet:
    """These seats have resigned; bots play what is left of them."""
    for seat in seats:
        holder = sheet.holder(seat)
        assert holder is not None
        bot = holder.bot or usual(game)
        sheet = sheet.with_holder(replace(holder, conceded=True, bot=bot, standing=None))
    return sheet


def resigning(sheet: Sheet, game: AnyGame, person: Person, seat: Seat) -> tuple[Seat, ...] | Problem:
    """Which seats give up when a person does with one of theirs: all of theirs on that side.

    When no other person is left on the side, its bots give up too.
    """
    mine = sheet.seats_of(person)
    if not mine or (seat and seat not in mine):
        return problem(HTTPStatus.FORBIDDEN, "Only who plays a seat can give it up.")
    sides = side_of(game)
    side, single = sides[seat or mine[0]], len(_sides_of(game, mine)) == 1
    partners = [one for one in sheet.holders if sides[one.seat] == side or (single and one.seat in mine)]
    others = [one for one in partners if one.person is not None and one.person.id != person.id]
    alone = all(one.conceded for one in others)
    own = [one.seat for one in partners if one.seat in mine and not one.conceded]
    if not own:
        return problem(HTTPStatus.CONFLICT, "You have given up already.")
    bots = [one.seat for one in partners if one.person is None and not one.conceded]
    return (*own, *bots) if alone else tuple(own)


def again(sheet: Sheet, game: AnyGame, person: Person, swap: bool) -> Mapping[Seat, str] | Problem:
    """The seats of a rematch, as plans: who asks sits down, the others are invited, bots stay."""
    holders = {one.seat: one for one in sheet.holders}
    if not swap:
        return {seat: _plan(holder, person) for seat, holder in holders.items()}
    sides = side_of(game)
    names = tuple(dict.fromkeys(sides[seat] for seat in holders))
    if len(names) != 2:
        return problem(HTTPStatus.CONFLICT, "Sides can be swapped where there are two.")
    plans: dict[Seat, str] = {}
    for mine, theirs in (names, names[::-1]):
        chairs = [seat for seat in holders if sides[seat] == mine]
        comers = list(dict.fromkeys(_plan(holders[seat], person) for seat in holders if sides[seat] == theirs))
        if len(comers) > len(chairs):
            return problem(HTTPStatus.CONFLICT, "The other side has too few seats for everybody.")
        for place, seat in enumerate(chairs):
            plans[seat] = comers[place * len(comers) // len(chairs)]
    return plans


def _plan(holder: Holder, person: Person) -> str:
    if holder.person is None:
        return f"{BOT}{holder.bot}" if holder.bot else OPEN
    return ME if holder.person.id == person.id else f"{FRIEND}{holder.person.name}"


def _planned(game: AnyGame, holder: Holder, plan: str, person: Person) -> Holder | Problem:
    """A seat that belongs to nobody, or waits for the game to begin, as somebody plans it."""
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
    """A seat of a study: it is the host's, who may let a bot play it."""
    if plan != ME and not plan.startswith(BOT):
        return problem(HTTPStatus.BAD_REQUEST, "In a study every seat is yours: say 'me' or 'bot:LEVEL'.")
    seated = _planned(game, holder, plan, host)
    return seated if isinstance(seated, Problem) else replace(seated, person=host)


def _stand_in(sheet: Sheet, holder: Holder, game: AnyGame, plan: str) -> Sheet | Problem:
    if plan == ME:
        if holder.conceded:
            return problem(HTTPStatus.CONFLICT, "You have given up this seat.")
        return sheet.with_holder(replace(holder, bot=""))
    if sheet.rated:
        return problem(HTTPStatus.CONFLICT, "In a rated game no bot plays for you. You can resign.", "rated")
    if not plan.startswith(BOT):
        return problem(HTTPStatus.BAD_REQUEST, "Say 'bot:LEVEL' to let a bot play, 'me' to play yourself.")
    level = plan.removeprefix(BOT) or usual(game)
    return sheet.with_holder(replace(holder, bot=level)) if plays(level, game) else _no_bot(level)


def _left(sheet: Sheet, holder: Holder, game: AnyGame, *, open_: bool = False) -> Holder:
    bot = holder.bot
    if sheet.phase == "playing" and not open_:
        bot = bot or usual(game)
    elif sheet.phase == "waiting":
        bot = ""
    return replace(holder, person=None, bot=bot, entropy="", standing=None)


def not_in_play(sheet: Sheet) -> Problem:
    """Nobody decides anything here now."""
    why = "The game has not begun." if sheet.phase == "waiting" else "This game is over."
    return problem(HTTPStatus.CONFLICT, why, "not-in-play")


def _holder(sheet: Sheet, seat: Seat) -> Holder | Problem:
    over = _over(sheet)
    if over is not None:
        return over
    holder = sheet.holder(seat)
    return holder or problem(HTTPStatus.NOT_FOUND, f"There is no seat {seat!r} at this table.")


def _over(sheet: Sheet) -> Problem | None:
    if sheet.phase in ("waiting", "playing"):
        return None
    return problem(HTTPStatus.CONFLICT, "This game is over.")


def _no_bot(level: str) -> Problem:
    return problem(HTTPStatus.BAD_REQUEST, f"There is no bot {level!r} for this game.")


def published(sheet: Sheet, person: Person, listed: bool) -> Sheet | Problem:
    """A finished game in the public list, or out of it: whoever played it, or hosted it, says so."""
    if sheet.phase != "finished":
        return problem(HTTPStatus.CONFLICT, "A game can be shown to everybody when it is over.")
    if sheet.host.id != person.id and not sheet.seats_of(person):
        return problem(HTTPStatus.FORBIDDEN, "Only who played or hosted this game can say so.")
    return replace(sheet, listed=listed)
