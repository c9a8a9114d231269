"""Advice: a strong bot's plan for the rest of a turn, up to the next dice roll, with reasons.

Only for studies and finished games. While people still play a game, its branches get no advice either.
"""

from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from sandtable.bots.registry import seat_seed
from sandtable.core.decision import Decision
from sandtable.core.dice import NoDice, ScriptedDice
from sandtable.server.bots.levels import levels, plays
from sandtable.server.bots.protocol import Asked, Chosen, Failed, in_words
from sandtable.server.problems import problem
from sandtable.server.security import fresh_id
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables.studying import among_people
from sandtable.server.wire import Person, Problem
from sandtable.server.wire.study import Advice, AdviceAsked, Advised

if TYPE_CHECKING:
    from sandtable.server.tables.room import Room
    from sandtable.server.tables.table_manager import TableManager

STEPS = 120
"""The most steps of a plan."""
RATE = (6, 60)
"""Plans per person: count and seconds."""
ANCESTORS = 50
"""How many generations of branches are followed back."""


async def advice(
    table_manager: "TableManager", room: "Room", person: Person, wanted: AdviceAsked
) -> Advice | Problem:
    """A bot's plan for the seat to decide."""
    play, game = room.play, room.game
    number = play.number if wanted.number is None else wanted.number
    if number > play.number:
        return problem(HTTPStatus.NOT_FOUND, f"The game has only {play.number} moves.")
    stop = await _unfair(table_manager, room.table)
    if stop is not None:
        return stop
    bot = wanted.bot or levels(game)[-1].name
    if not plays(bot, game):
        return problem(HTTPStatus.BAD_REQUEST, f"There is no bot {bot!r} for this game.")
    state = play.record.at(number)
    pending = game.pending(state)
    if not pending:
        return problem(HTTPStatus.CONFLICT, "The game is over at this point. Look at an earlier one.")
    if table_manager.too_fast(f"advice {person.id}", RATE):
        return problem(HTTPStatus.TOO_MANY_REQUESTS, "Too fast. Wait a moment.")
    plan = _Plan(table_manager, room, bot)
    try:
        return await plan.made(state, pending[0], number, play.seq)
    finally:
        table_manager.pool.leave(plan.table)


async def _unfair(table_manager: "TableManager", table: StoredTable) -> Problem | None:
    """Why advice would be cheating: people are playing this, or the game it branched from, or it is a puzzle."""
    stop = await table_manager.unsolved(table)
    if stop is not None:
        return stop
    if not table.study and table.phase != "finished":
        return problem(
            HTTPStatus.FORBIDDEN, "Advice is for studies and for games that are over: here it would be cheating."
        )
    for _ in range(ANCESTORS):
        if not table.source:
            return None
        async with table_manager.database.read() as connection:
            found = await store.find(connection, table.source)
        if found is None:
            return None
        if not found.study and among_people(found):
            return problem(
                HTTPStatus.FORBIDDEN,
                "This branched from a game that is still being played. You can ask for advice when it's over.",
            )
        table = found
    return None


class _Plan:
    """Asks a bot decision by decision, on a copy of the table."""

    def __init__(self, table_manager: "TableManager", room: "Room", bot: str) -> None:
        self._table_manager = table_manager
        self._game = room.game
        self._bot = bot
        self._host = room.table.host.id
        self.table = f"{room.id} {fresh_id()}"
        """A table id of its own, so that the bot doesn't follow an old plan."""
        self._seed = int.from_bytes(sha256(room.id.encode()).digest()[:6])

    async def made(self, state: Any, first: Decision, number: int, seq: int) -> Advice | Problem:
        game = self._game
        decision: Decision | None = first
        seat, dice = first.seat, False
        steps: list[Advised] = []
        while decision is not None and len(steps) < STEPS:
            view = game.view(state, seat)
            chosen = await self._ask(view, decision)
            if isinstance(chosen, Failed):
                return problem(HTTPStatus.SERVICE_UNAVAILABLE, f"The bot has no answer: {chosen.why}", "no-advice")
            action = msgspec.json.decode(chosen.action, type=game.action_type)
            if game.check(state, seat, action) is not None:
                break
            steps.append(
                Advised(
                    action=chosen.action, text=game.guide.word(view, seat, action), reason=in_words(chosen.reason)
                )
            )
            try:
                events = game.decide(state, seat, action, ScriptedDice(()))
            except NoDice:
                dice = True
                break
            for event in events:
                state = game.evolve(state, event)
            decision = next((one for one in game.pending(state) if one.seat == seat), None)
        return Advice(number=number, seq=seq, seat=seat, bot=self._bot, steps=tuple(steps), dice=dice)

    async def _ask(self, view: Any, decision: Decision) -> Chosen | Failed:
        return await self._table_manager.pool.ask(
            Asked(
                table=self.table,
                game=self._game.id,
                seat=decision.seat,
                bot=self._bot,
                seed=seat_seed(self._seed, self._game.seats.index(decision.seat)),
                view=Raw(msgspec.json.encode(view)),
                decision=decision,
                think=self._table_manager.settings.bots.think,
                files=self._table_manager.editions.files(self._game),
            ),
            self._host,
            1,
        )
