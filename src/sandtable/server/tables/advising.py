"""What a strong bot would do here, and why: a plan for the rest of a turn, as far as no die has to fall.

Only about positions that nobody plays for: studies, and games that are over. While people play a game, its
branches get no advice either.
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
from sandtable.server.bots.talk import Asked, Chosen, Failed, in_words
from sandtable.server.problems import problem
from sandtable.server.security import fresh_id
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import Sheet
from sandtable.server.tables.studying import among_people
from sandtable.server.wire import Person, Problem
from sandtable.server.wire_study import Advice, AdviceAsked, Advised

if TYPE_CHECKING:
    from sandtable.server.tables.house import House
    from sandtable.server.tables.room import Room

STEPS = 120
"""The longest plan."""
RATE = (6, 60)
"""Plans for one person: so many in so many seconds."""
ANCESTORS = 50
"""A study of a study of a study: so far it is followed back."""


async def advice(house: "House", room: "Room", person: Person, wanted: AdviceAsked) -> Advice | Problem:
    """A bot's plan for whoever is to decide."""
    play, game = room.play, room.game
    number = play.number if wanted.number is None else wanted.number
    if number > play.number:
        return problem(HTTPStatus.NOT_FOUND, f"Only {play.number} decisions stand.")
    stop = await _unfair(house, room.sheet)
    if stop is not None:
        return stop
    bot = wanted.bot or levels(game)[-1].name
    if not plays(bot, game):
        return problem(HTTPStatus.BAD_REQUEST, f"There is no bot {bot!r} for this game.")
    state = play.record.at(number)
    pending = game.pending(state)
    if not pending:
        return problem(HTTPStatus.CONFLICT, "The game is over at this moment. Look at an earlier one.")
    if house.too_fast(f"advice {person.id}", RATE):
        return problem(HTTPStatus.TOO_MANY_REQUESTS, "That was too fast. Wait a little.")
    plan = _Plan(house, room, bot)
    try:
        return await plan.made(state, pending[0], number, play.seq)
    finally:
        house.pool.leave(plan.desk)


async def _unfair(house: "House", sheet: Sheet) -> Problem | None:
    """Why advice would be cheating: people play this, or what it branched from."""
    if not sheet.study and sheet.phase != "finished":
        return problem(
            HTTPStatus.FORBIDDEN, "Advice is for studies and for games that are over: here it would be cheating."
        )
    for _ in range(ANCESTORS):
        if not sheet.source:
            return None
        async with house.database.read() as connection:
            found = await store.find(connection, sheet.source)
        if found is None:
            return None
        if not found.study and among_people(found):
            return problem(
                HTTPStatus.FORBIDDEN,
                "This branched from a game that people still play. Advice waits until it is over.",
            )
        sheet = found
    return None


class _Plan:
    """A bot asked decision by decision, on a copy of the table."""

    def __init__(self, house: "House", room: "Room", bot: str) -> None:
        self._house = house
        self._game = room.game
        self._bot = bot
        self.desk = f"{room.id} {fresh_id()}"
        """A table of its own, so that no plan of another moment is followed."""
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
        return await self._house.pool.ask(
            Asked(
                table=self.desk,
                game=self._game.id,
                seat=decision.seat,
                bot=self._bot,
                seed=seat_seed(self._seed, self._game.seats.index(decision.seat)),
                view=Raw(msgspec.json.encode(view)),
                decision=decision,
                think=self._house.settings.bots.think,
            )
        )
