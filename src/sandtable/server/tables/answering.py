"""Reading what clients send in a game's own vocabulary, and answering what they ask. Pure; may take a while."""

from collections.abc import Iterable
from http import HTTPStatus
from itertools import islice
from typing import Any

import msgspec
from msgspec import Raw

from sandtable.core.amending import amendable
from sandtable.core.decision import Seat
from sandtable.core.game import AnyGame
from sandtable.core.refusal import Refusal
from sandtable.server.problems import problem, refused
from sandtable.server.tables.building import AnyPlay
from sandtable.server.wire import Choice, Choices, Problem

MOST = 200
"""So many choices are listed at once."""


class _ChoicesAsked(msgspec.Struct, tag="choices", tag_field="ask", forbid_unknown_fields=True):
    """The question that every game answers."""


class _Asked(msgspec.Struct):
    ask: str


def read_actions(game: AnyGame, raw: Iterable[Raw]) -> list[Any] | Problem:
    """Actions of this game, or what is wrong with them."""
    decoder = msgspec.json.Decoder(game.action_type)
    try:
        return [decoder.decode(one) for one in raw]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, f"This is no action of the game: {error}")


def read_changes(game: AnyGame, raw: Iterable[Raw]) -> list[Any] | Problem:
    """Changes by hand of this game, or what is wrong with them."""
    changes = amendable(game)
    if changes is None:
        return problem(HTTPStatus.CONFLICT, "Positions of this game cannot be changed by hand.")
    decoder = msgspec.json.Decoder(changes.change_type)
    try:
        return [decoder.decode(one) for one in raw]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, f"This is no change of the game: {error}")


def read_orders(game: AnyGame, raw: Raw) -> str | Problem | None:
    """Standing orders as they are kept (null: none), or what is wrong with them."""
    if bytes(raw) == b"null":
        return None
    try:
        orders = msgspec.json.decode(raw, type=game.guide.standing_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, f"These are no standing orders of the game: {error}")
    return msgspec.json.encode(orders).decode()


def answer(play: AnyPlay, seat: Seat | None, raw: Raw, at: int | None = None) -> Raw | Problem:
    """The answer to a question, from what a seat or a spectator sees; ``at``: saw after so many decisions."""
    game = play.game
    if at is not None and at > play.number:
        return problem(HTTPStatus.NOT_FOUND, f"Only {play.number} decisions stand.")
    try:
        if msgspec.json.decode(raw, type=_Asked).ask == "choices":
            msgspec.json.decode(raw, type=_ChoicesAsked)
            if at is not None:
                return problem(HTTPStatus.BAD_REQUEST, "There is nothing to choose in the past.")
            return choices(play, seat)
        question = msgspec.json.decode(raw, type=game.guide.question_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, f"This is no question of the game: {error}")
    view = game.view(play.record.at(play.number if at is None else at), seat)
    found = game.guide.answer(view, seat, question)
    return refused(found) if isinstance(found, Refusal) else Raw(msgspec.json.encode(found))


def choices(play: AnyPlay, seat: Seat | None) -> Raw:
    """What a seat may do now, for a page that has no better way to ask."""
    game = play.game
    found: list[Any] = []
    if seat is not None and play.owed(seat):
        found = list(islice(game.legal(play.record.view(seat), seat), MOST + 1))
    view = play.record.view(seat)
    listed = tuple(
        Choice(text=game.guide.word(view, seat, action), action=Raw(msgspec.json.encode(action)))
        for action in found[:MOST]
        if seat is not None
    )
    schema = Raw(msgspec.json.encode(msgspec.json.schema(game.action_type)))
    return Raw(msgspec.json.encode(Choices(choices=listed, more=len(found) > MOST, schema=schema)))
