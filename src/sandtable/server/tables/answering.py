"""Parses what clients send in a game's vocabulary, and answers their questions. Pure, but may be slow."""

from collections.abc import Iterable
from http import HTTPStatus
from itertools import islice
from typing import Any, Union, get_args

import msgspec
from msgspec import Raw

from sandtable.core.amending import amendable
from sandtable.core.decision import Seat
from sandtable.core.game import AnyGame
from sandtable.core.refusal import Refusal
from sandtable.server.problems import problem, refused
from sandtable.server.wire import Choice, Choices, Problem

MOST = 200
"""The most choices in one response."""


class _ChoicesAsked(msgspec.Struct, tag="choices", tag_field="ask", forbid_unknown_fields=True):
    only: tuple[str, ...] = ()
    """Only actions of these kinds; empty: all."""


class _EndingAsked(msgspec.Struct, tag="ending", tag_field="ask", forbid_unknown_fields=True):
    """Whether the seat could end its phase now."""


class _Asked(msgspec.Struct):
    ask: str


def read_actions(game: AnyGame, raw: Iterable[Raw]) -> list[Any] | Problem:
    """Parse actions, or say what is wrong with them."""
    decoder = msgspec.json.Decoder(game.action_type)
    try:
        return [decoder.decode(one) for one in raw]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, f"This isn't an action of this game: {error}")


def read_changes(game: AnyGame, raw: Iterable[Raw]) -> list[Any] | Problem:
    """Parse edits, or say what is wrong with them."""
    changes = amendable(game)
    if changes is None:
        return problem(HTTPStatus.CONFLICT, "You can't change positions of this game by hand.")
    decoder = msgspec.json.Decoder(changes.change_type)
    try:
        return [decoder.decode(one) for one in raw]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, f"This isn't a valid edit for this game: {error}")


def read_orders(game: AnyGame, raw: Raw) -> str | Problem | None:
    """Standing orders as stored (null: none), or what is wrong with them."""
    if bytes(raw) == b"null":
        return None
    try:
        orders = msgspec.json.decode(raw, type=game.guide.standing_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return problem(HTTPStatus.BAD_REQUEST, f"These aren't valid standing orders for this game: {error}")
    return msgspec.json.encode(orders).decode()


def wanted_choices(raw: Raw) -> frozenset[str] | Problem | None:
    """The kinds of action that a ``choices`` question asks for; empty: all.

    None if it is another question, a problem if it isn't a question at all.
    """
    try:
        if msgspec.json.decode(raw, type=_Asked).ask != "choices":
            return None
        return frozenset(msgspec.json.decode(raw, type=_ChoicesAsked).only)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return no_question(error)


def asks_ending(raw: Raw) -> bool | Problem:
    """Whether this question asks if the seat could end its phase now."""
    try:
        if msgspec.json.decode(raw, type=_Asked).ask != "ending":
            return False
        msgspec.json.decode(raw, type=_EndingAsked)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return no_question(error)
    return True


def may_end(game: AnyGame, view: Any, seat: Seat | None) -> Refusal | None:
    """Why a seat can't end its phase now. None: it can, or this game has no phases to end."""
    return None if seat is None or game.ending is None else game.check(view, seat, game.ending)


def no_question(error: Exception) -> Problem:
    return problem(HTTPStatus.BAD_REQUEST, f"This is not a question for this game: {error}")


def reply(game: AnyGame, raw: bytes) -> bytes | Problem:
    """The answer to a question that needs no table."""
    try:
        query = msgspec.json.decode(raw, type=game.guide.query_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return no_question(error)
    return msgspec.json.encode(game.guide.reply(query))


def answer(game: AnyGame, view: Any, seat: Seat | None, raw: Raw) -> bytes | Problem:
    """The answer to a question, from what a seat or a spectator sees."""
    try:
        question = msgspec.json.decode(raw, type=game.guide.question_type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return no_question(error)
    found = game.guide.answer(view, seat, question)
    return refused(found) if isinstance(found, Refusal) else msgspec.json.encode(found)


def choices(game: AnyGame, view: Any, seat: Seat | None, only: frozenset[str] = frozenset()) -> bytes:
    """The legal actions of a seat, for clients without a better way to ask; ``only``: of these kinds."""
    kinds = tuple(kind for kind in get_args(game.action_type) if not only or kind.__struct_config__.tag in only)
    found: list[Any] = []
    if seat is not None and any(decision.seat == seat for decision in game.pending(view)):
        found = list(islice((one for one in game.legal(view, seat) if isinstance(one, kinds)), MOST + 1))
    listed = tuple(
        Choice(text=game.guide.word(view, seat, action), action=Raw(msgspec.json.encode(action)))
        for action in found[:MOST]
        if seat is not None
    )
    schema = Raw(msgspec.json.encode(msgspec.json.schema(Union[kinds] if kinds else None)))  # noqa: UP007
    return msgspec.json.encode(Choices(choices=listed, more=len(found) > MOST, schema=schema))
